"""The drawing of a turtle program, with conversions to SVG, a picture and the scorer's black pixels."""

from collections.abc import Iterable
from dataclasses import dataclass

from sgpkit.graphics import raster
from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.turtle import contours as turtle_contours
from sgpkit.graphics.turtle import pixels
from sgpkit.graphics.turtle.marks import PEN, Dot, Fill, Mark, Stamp, Stroke, Text, element, extent, moved

__all__ = ["PEN", "Dot", "Figure", "Fill", "Mark", "Stamp", "Stroke", "Text", "element"]


@dataclass(frozen=True, slots=True)
class Figure:
    """The marks of one drawing in paint order, and its background."""

    marks: tuple[Mark, ...] = ()
    background: str = "#ffffff"

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """The lines."""
        return tuple(mark for mark in self.marks if isinstance(mark, Stroke))

    @property
    def fills(self) -> tuple[Fill, ...]:
        """The filled areas."""
        return tuple(mark for mark in self.marks if isinstance(mark, Fill))

    @property
    def dots(self) -> tuple[Dot, ...]:
        """The dots."""
        return tuple(mark for mark in self.marks if isinstance(mark, Dot))

    @property
    def stamps(self) -> tuple[Stamp, ...]:
        """The stamps."""
        return tuple(mark for mark in self.marks if isinstance(mark, Stamp))

    @property
    def texts(self) -> tuple[Text, ...]:
        """The texts."""
        return tuple(mark for mark in self.marks if isinstance(mark, Text))

    def box(self, pen: float | None = PEN) -> tuple[float, float, float, float] | None:
        """Return left, bottom, right and top of all marks, or None if there are none. Of texts only the position
        counts."""
        return _box(self.marks, pen)

    def ink_box(self, pen: float | None = PEN) -> tuple[float, float, float, float] | None:
        """Return the same of the marks that the scorer sees as black, whether or not white covers them."""
        return _box([mark for mark in self.marks if pixels.has_ink(mark)], pen)

    def moved(self, by: Affine) -> "Figure":
        """Return the figure with its points mapped; the sizes of pens, dots and texts do not change."""
        return Figure(tuple(moved(mark, by) for mark in self.marks), self.background)

    def svg(self, pen: float | None = PEN) -> str:
        """Return the drawing as SVG with a margin. `pen` is the width of all lines; None keeps the program's widths."""
        left, bottom, right, top = self.box(pen) or (0.0, 0.0, 0.0, 0.0)
        margin = max(10.0, 0.05 * max(right - left, top - bottom))
        x, y, width, height = left - margin, -top - margin, right - left + 2 * margin, top - bottom + 2 * margin
        box = f"{x:.6g} {y:.6g} {width:.6g} {height:.6g}"
        paper = f'<rect x="{x:.6g}" y="{y:.6g}" width="{width:.6g}" height="{height:.6g}" fill="{self.background}"/>'
        drawn = (element(mark, pen) for mark in self.marks)
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width:.6g}" height="{height:.6g}">'
        return "\n".join([head, paper, *drawn, "</svg>"]) + "\n"

    def image(self, size: int, pen: float | None = PEN) -> raster.Pixels:
        """Render the drawing in the sandbox, fitted into a square (size, size, 3). May raise Rejected."""
        return raster.render(self.svg(pen), size)

    def black(self, pen: float = PEN) -> pixels.Black:
        """Return the scorer's black pixels, cropped, with rows from the top. See `pixels`."""
        return pixels.black(self.marks, pen)

    def board(self, pen: float = PEN) -> pixels.Board:
        """Return the black pixels and their position on the page."""
        return pixels.board(self.marks, pen)

    def contours(self, pen: float = PEN) -> int:
        """Return the number of contours of the black pixels, the benchmark's measure of complexity."""
        return turtle_contours.contours(self.black(pen))


def _box(marks: Iterable[Mark], pen: float | None) -> tuple[float, float, float, float] | None:
    edges = []
    for mark in marks:
        points, half = extent(mark, pen)
        xs, ys = [point.x for point in points], [point.y for point in points]
        edges.append((min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half))
    if not edges:
        return None
    left, bottom, right, top = zip(*edges, strict=True)
    return min(left), min(bottom), max(right), max(top)
