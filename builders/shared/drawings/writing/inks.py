"""The elements that are painted: an area, or a line with a width, in one colour."""

from typing import NamedTuple

from sgpkit.graphics.svg import outline
from sgpkit.graphics.svg.outline import Box, Subpath

from ..forms import Primitive


class Ink(NamedTuple):
    """One element before it has a place in a file. `paint` is a colour, or two of a gradient; `stroke` a second colour
    around it, or the only one of a line. `even_odd`: whether holes show only by that rule."""

    loops: tuple[Subpath, ...]
    paint: str | None
    stroke: str | None = None
    width: float = 0.0
    primitive: Primitive | None = None
    even_odd: bool = False
    gradient: tuple[str, str] | None = None

    @property
    def box(self) -> Box:
        """Return the box of the painted area."""
        box = outline.bounding_box(self.loops)
        assert box is not None
        half = self.width / 2 if self.stroke else 0.0
        return Box(box.left - half, box.top - half, box.right + half, box.bottom + half)

    @property
    def look(self) -> tuple[object, ...]:
        """Return the properties that two inks must share to be one element."""
        return self.paint, self.stroke, round(self.width, 3), self.gradient
