"""Outlines of SVG's basic shapes in their own coordinates: https://www.w3.org/TR/SVG2/shapes.html.

Each reader takes the declared attributes and a function that parses lengths. It returns the outlines and the circle or
ellipse that they form, if any; or None if nothing is drawn because the shape is invalid or has no size.
"""

from collections.abc import Callable, Mapping

from sgpkit.graphics.geometry import Circle, Ellipse, Point
from sgpkit.graphics.svg import path, values
from sgpkit.graphics.svg.outline import Arc, Line, Piece, Subpath

Outline = tuple[tuple[Subpath, ...], Circle | Ellipse | None]
Attributes = Mapping[str, str]


class Bad(Exception):
    """An invalid length: the element is in error and is not drawn."""


# Length(attributes, name, axis) -> user units, or None if the attribute is missing or `auto`; raises Bad.
Length = Callable[[Attributes, str, str], float | None]


def circle(attributes: Attributes, length: Length) -> Outline | None:
    """Return the outline of a `circle`."""
    radius = length(attributes, "r", "both")
    if not radius or radius < 0:
        return None
    centre = Point(length(attributes, "cx", "x") or 0.0, length(attributes, "cy", "y") or 0.0)
    return (_oval(centre, radius, radius),), Circle(centre, radius)


def ellipse(attributes: Attributes, length: Length) -> Outline | None:
    """Return the outline of an `ellipse`."""
    radius_x, radius_y = length(attributes, "rx", "x"), length(attributes, "ry", "y")
    radius_x = radius_y if radius_x is None else radius_x
    radius_y = radius_x if radius_y is None else radius_y
    if not radius_x or not radius_y or radius_x < 0 or radius_y < 0:
        return None
    centre = Point(length(attributes, "cx", "x") or 0.0, length(attributes, "cy", "y") or 0.0)
    return (_oval(centre, radius_x, radius_y),), Ellipse(centre, radius_x, radius_y)


def _oval(centre: Point, radius_x: float, radius_y: float) -> Subpath:
    x, y = centre
    right = Point(x + radius_x, y)
    there = Arc(radius_x, radius_y, 0.0, False, True, Point(x - radius_x, y))
    return Subpath(right, (there, Arc(radius_x, radius_y, 0.0, False, True, right)), True)


def line(attributes: Attributes, length: Length) -> Outline | None:
    """Return the outline of a `line`."""
    start = Point(length(attributes, "x1", "x") or 0.0, length(attributes, "y1", "y") or 0.0)
    end = Point(length(attributes, "x2", "x") or 0.0, length(attributes, "y2", "y") or 0.0)
    return (Subpath(start, (Line(end),), False),), None


def rect(attributes: Attributes, length: Length) -> Outline | None:
    """Return the outline of a `rect`."""
    width, height = length(attributes, "width", "x"), length(attributes, "height", "y")
    if not width or not height or width < 0 or height < 0:
        return None
    x, y = length(attributes, "x", "x") or 0.0, length(attributes, "y", "y") or 0.0
    radius_x, radius_y = length(attributes, "rx", "x"), length(attributes, "ry", "y")
    # A negative radius is invalid and counts as missing: https://www.w3.org/TR/SVG2/geometry.html#RX
    radius_x = None if radius_x is not None and radius_x < 0 else radius_x
    radius_y = None if radius_y is not None and radius_y < 0 else radius_y
    round_x = min((radius_y if radius_x is None else radius_x) or 0.0, width / 2)
    round_y = min((radius_x if radius_y is None else radius_y) or 0.0, height / 2)
    right, bottom = x + width, y + height
    if not round_x or not round_y:
        corners = (Line(Point(right, y)), Line(Point(right, bottom)), Line(Point(x, bottom)))
        return (Subpath(Point(x, y), corners, True),), None
    start = Point(x + round_x, y)
    ends = (
        (Point(right - round_x, y), Point(right, y + round_y)),
        (Point(right, bottom - round_y), Point(right - round_x, bottom)),
        (Point(x + round_x, bottom), Point(x, bottom - round_y)),
        (Point(x, y + round_y), start),
    )
    pieces: list[Piece] = []
    here = start
    for straight, corner in ends:
        if straight != here:
            pieces.append(Line(straight))
        pieces.append(Arc(round_x, round_y, 0.0, False, True, corner))
        here = corner
    full = 2 * round_x >= width * (1 - 1e-9) and 2 * round_y >= height * (1 - 1e-9)
    centre = Point(x + width / 2, y + height / 2)
    return (Subpath(start, tuple(pieces), True),), Ellipse(centre, width / 2, height / 2) if full else None


def polyline(attributes: Attributes, length: Length) -> Outline | None:
    """Return the outline of a `polyline`."""
    return _corners(attributes, False)


def polygon(attributes: Attributes, length: Length) -> Outline | None:
    """Return the outline of a `polygon`."""
    return _corners(attributes, True)


def _corners(attributes: Attributes, closed: bool) -> Outline | None:
    points, _ = values.points(attributes.get("points", ""))
    if len(points) < 2:
        return None
    return (Subpath(points[0], tuple([Line(point) for point in points[1:]]), closed),), None


def path_outline(attributes: Attributes, length: Length) -> Outline | None:
    """Return the outlines of a `path`."""
    outlines = path.subpaths(attributes.get("d", ""))
    if not any(outline.pieces or outline.closed for outline in outlines):
        return None
    return outlines, path.circle_or_ellipse(outlines[0]) if len(outlines) == 1 else None


READERS: Mapping[str, Callable[[Attributes, Length], Outline | None]] = {
    "circle": circle,
    "ellipse": ellipse,
    "line": line,
    "rect": rect,
    "polyline": polyline,
    "polygon": polygon,
    "path": path_outline,
}
