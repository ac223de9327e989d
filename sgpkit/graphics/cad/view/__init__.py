"""Both drawings of a solid from one camera, as lines and shaded."""

import io
from dataclasses import dataclass

from OCP.TopoDS import TopoDS_Shape
from PIL import Image

from sgpkit.graphics.cad.view import camera as cad_camera
from sgpkit.graphics.cad.view import hidden as cad_hidden
from sgpkit.graphics.cad.view import line_drawing as cad_line_drawing
from sgpkit.graphics.cad.view import shade as cad_shade
from sgpkit.graphics.cad.view.mesh import Mesh


@dataclass(frozen=True)
class Drawn:
    svg: str
    png: bytes


def draw(shape: TopoDS_Shape, mesh: Mesh, extent: float, view: str, size: int) -> Drawn:
    """`extent` is the solid's largest."""
    camera = cad_camera.camera(view)
    fit = cad_camera.fit(camera.turned(mesh.points))
    lines = cad_hidden.lines(shape, camera, extent)
    stream = io.BytesIO()
    picture = Image.fromarray(cad_shade.picture(mesh, lines, camera, fit, size))
    picture.save(stream, "PNG", compress_level=6)
    return Drawn(cad_line_drawing.svg(lines, fit, size), stream.getvalue())
