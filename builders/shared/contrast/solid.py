"""A scene of plain figures as the drawing of a solid: a square plate with holes of these forms, in line art.

The plate lies with its top upwards, the upper edge of the scene's page at the back, and is seen from the upper front
right. Drawings need OpenCASCADE (the extra `cad`).
"""

import re
from functools import lru_cache

from sgpkit.graphics.cad.model import Extrusion, Frame, Part, Region, Vector

from .cad import outline, sides
from .scene import PAGE, Scene
from .variations import Look

BORDER = 20
"""Units of the plate around the page, so that holes at the page's edge do not open it."""

THICK = 40
"""Units of thickness."""

FLAT = Frame(Vector(0.0, 0.0, 0.0), Vector(1.0, 0.0, 0.0), Vector(0.0, 1.0, 0.0))
_PATH = re.compile(r'<path d="M([^"]+)"/>')


def program(scene: Scene, look: Look) -> str:
    """Return the drawing of a plate from the front, in SVG; with other primitives, its lines are polylines."""
    drawn = drawing(plate(scene))
    return _PATH.sub(lambda path: f'<polyline points="{path[1].replace("L", " ")}"/>', drawn) if look.paths else drawn


def plate(scene: Scene) -> Part:
    """Return a plate with a hole for each figure."""
    low, high = -BORDER, PAGE + BORDER
    edge = tuple(sides([(low, low), (high, low), (high, high), (low, high)]))
    holes = tuple(tuple(outline(figure)) for figure in scene.figures)
    return Part((Extrusion(FLAT, (Region(edge, holes),), 0.0, THICK),))


@lru_cache(maxsize=64)
def drawing(part: Part) -> str:
    """Return the line art of a part. The part is our own, so it is built in this process."""
    from sgpkit.graphics.cad import solid

    return solid.build_here(part, views=("front",)).view("front").svg
