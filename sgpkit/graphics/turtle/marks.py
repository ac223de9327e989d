"""The marks that turtles draw: lines, filled areas, dots, stamps and texts, as values and as SVG.

Coordinates are the turtle's: in pixels, y up. Colours are #rrggbb, or "" for none.
"""

from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from sgpkit.graphics.geometry import Affine, Point

PEN = 5.0
"""The width with which the benchmark draws every line, whatever the program sets."""


class Stroke(NamedTuple):
    """A line with round ends and corners. A single point is a dot with the pen's width."""

    points: tuple[Point, ...]
    colour: str = "#000000"
    width: float = 1.0


class Fill(NamedTuple):
    """An area filled by the even-odd rule."""

    points: tuple[Point, ...]
    colour: str = "#000000"


class Dot(NamedTuple):
    """A dot. If `diameter` is None, it depends on the pen's width."""

    centre: Point
    colour: str = "#000000"
    diameter: float | None = None

    def width(self, pen: float) -> float:
        """Return the diameter, which by default depends on the pen."""
        return pen + max(pen, 4.0) if self.diameter is None else self.diameter


class Stamp(NamedTuple):
    """A copy of the turtle's shape."""

    points: tuple[Point, ...]
    fill: str = "#000000"
    outline: str = "#000000"
    width: float = 1.0


class Text(NamedTuple):
    """A written text."""

    at: Point
    text: str
    colour: str = "#000000"
    align: str = "left"
    family: str = "Arial"
    size: int = 8
    style: str = "normal"


Mark = Stroke | Fill | Dot | Stamp | Text


def moved(mark: Mark, by: Affine) -> Mark:
    """Return the mark with its points mapped; widths and sizes do not change."""
    match mark:
        case Dot():
            return mark._replace(centre=by(mark.centre))
        case Text():
            return mark._replace(at=by(mark.at))
        case _:
            return mark._replace(points=tuple(by(point) for point in mark.points))


def extent(mark: Mark, pen: float | None) -> tuple[tuple[Point, ...], float]:
    """Return the points of a mark, and the distance by which its ink extends beyond them."""
    match mark:
        case Stroke():
            return mark.points, (mark.width if pen is None else pen) / 2
        case Dot():
            return (mark.centre,), mark.width(1.0 if pen is None else pen) / 2
        case Stamp():
            return mark.points, mark.width / 2
        case Fill():
            return mark.points, 0.0
        case Text():
            return (mark.at,), 0.0


def element(mark: Mark, pen: float | None) -> str:
    """Return a mark as an SVG element. `pen` is the width of all lines; None keeps the program's widths."""
    match mark:
        case Stroke(points, colour, width):
            width = width if pen is None else pen
            if len(set(points)) == 1:  # renderers disagree on lines without length
                return element(Dot(points[0], colour, width), pen)
            look = f'fill="none" stroke={quoteattr(colour or "none")} stroke-width="{width:.6g}"'
            return f'<polyline points="{listed(points)}" {look} stroke-linecap="round" stroke-linejoin="round"/>'
        case Fill(points, colour):
            return f'<polygon points="{listed(points)}" fill={quoteattr(colour or "none")} fill-rule="evenodd"/>'
        case Dot(centre, colour):
            radius = mark.width(1.0 if pen is None else pen) / 2
            geometry = f'cx="{centre.x:.6g}" cy="{-centre.y:.6g}" r="{radius:.6g}"'
            return f"<circle {geometry} fill={quoteattr(colour or 'none')}/>"
        case Stamp(points, fill, outline, width):
            look = f'fill={quoteattr(fill or "none")} stroke={quoteattr(outline or "none")} stroke-width="{width:.6g}"'
            return f'<polygon points="{listed(points)}" {look} fill-rule="evenodd"/>'
        case Text(at, text, colour, align, family, size, style):
            anchor = {"center": "middle", "right": "end"}.get(align, "start")
            weight = ' font-weight="bold"' if "bold" in style else ""
            slant = ' font-style="italic"' if "italic" in style else ""
            # A positive size is in points (0.75 per pixel in Tk), a negative one in pixels.
            high = abs(size) if size < 0 else size / 0.75
            look = f'font-family={quoteattr(family)} font-size="{high:.6g}" text-anchor="{anchor}"{weight}{slant}'
            geometry = f'x="{at.x:.6g}" y="{-at.y:.6g}"'
            return f"<text {geometry} {look} fill={quoteattr(colour or 'none')}>{escape(text)}</text>"


def listed(points: tuple[Point, ...]) -> str:
    """Return points as the value of SVG's `points`."""
    return " ".join(f"{point.x:.6g},{-point.y:.6g}" for point in points)
