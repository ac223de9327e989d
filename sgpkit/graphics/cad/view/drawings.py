"""Drawings of a solid from one camera, as lines and shaded."""

import io
from dataclasses import dataclass

from OCP.TopoDS import TopoDS_Shape
from PIL import Image

from sgpkit.graphics.cad.view import camera as cad_camera
from sgpkit.graphics.cad.view import hidden, line_drawing, shade
from sgpkit.graphics.cad.view.mesh import Mesh


@dataclass(frozen=True)
class Drawn:
    """One view of a solid: a line drawing and a shaded picture."""

    svg: str
    png: bytes


def draw(shape: TopoDS_Shape, mesh: Mesh, extent: float, view: str, size: int) -> Drawn:
    """Draw a solid, whose largest extent is `extent`, from the camera `view`, `size` pixels a side."""
    camera = cad_camera.camera(view)
    fit = cad_camera.fit(camera.turned(mesh.points))
    lines = hidden.lines(shape, camera, extent)
    stream = io.BytesIO()
    picture = Image.fromarray(shade.picture(mesh, lines, camera, fit, size))
    picture.save(stream, "PNG", compress_level=6)
    return Drawn(line_drawing.svg(lines, fit, size), stream.getvalue())
