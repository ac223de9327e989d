"""Countable marks of a compiled drawing; the program is not read.

Letters are left out (`compiled.page` marks the outlines of glyphs). So is a mark on top of another with the same shape,
position and size, because TikZ paints a double circle twice.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from sgpkit.graphics import svg
from sgpkit.graphics.geometry import Circle, Point
from sgpkit.graphics.svg.outline import Box, Line, Subpath, bounding_box, length, steps
from sgpkit.graphics.svg.paint import Color
from sgpkit.graphics.svg.roundness import circle_or_ellipse
from sgpkit.graphics.svg.visible import Shape

from .contents import Seen

NEAR = 0.6
"""Marks whose outlines are closer than this, in bp, count as one."""

SHORTEST = 6.0
"""Open strokes shorter than this, in bp, are arrow tips."""

TOLERANCE = 4
"""Steps of 255 by which a color may differ after mixing and printing."""


class Mark(NamedTuple):
    shape: str
    fill: str
    stroke: str
    outline: tuple[float, ...]
    """The box of a mark; for an open stroke, its ends."""


def marks(code: str) -> list[Mark]:
    """Return all marks of an SVG drawing, in painting order."""
    result = []
    for shape in svg.shapes(code):
        if "glyph" in shape.classes or not shape.outline:
            continue
        for subpath in shape.outline:
            mark = _mark(shape, subpath)
            if mark is not None:
                result.append(mark)
    return result


def count(drawn: Sequence[Mark], seen: Seen) -> int:
    """Count the marks with this look. Equal marks on top of each other count once."""
    kept: list[Mark] = []
    for mark in drawn:
        if not _fits(mark, seen):
            continue
        if not any(mark.shape == other.shape and math.dist(mark.outline, other.outline) < NEAR for other in kept):
            kept.append(mark)
    return len(kept)


def _fits(mark: Mark, seen: Seen) -> bool:
    shapes = ("line", "curve") if seen.shape == "stroke" else (seen.shape,)
    return mark.shape in shapes and _alike(mark.fill, seen.fill) and _alike(mark.stroke, seen.stroke)


def _alike(color: str, wanted: str) -> bool:
    if not wanted:
        return True
    if not color:
        return False
    pairs = ((int(color[at : at + 2], 16), int(wanted[at : at + 2], 16)) for at in (1, 3, 5))
    return all(abs(one - other) <= TOLERANCE for one, other in pairs)


def _mark(shape: Shape, subpath: Subpath) -> Mark | None:
    box = bounding_box([subpath])
    if box is None:
        return None
    name = _name(subpath)
    fill = shape.fill.hex if isinstance(shape.fill, Color) else ""
    stroke = shape.stroke.hex if isinstance(shape.stroke, Color) else ""
    if name in ("line", "curve"):
        if not stroke or _is_short(subpath, box):
            return None
        return Mark(name, "", stroke, (*subpath.start, *subpath.end))
    return Mark(name, fill, stroke, tuple(box))


def _is_short(subpath: Subpath, box: Box) -> bool:
    """Return whether a stroke is an arrow tip. Its length is measured only if its box does not decide."""
    longer = max(box.right - box.left, box.bottom - box.top)
    return longer < 1.01 * SHORTEST and length(subpath) < SHORTEST


def _name(subpath: Subpath) -> str:
    figure = circle_or_ellipse(subpath)
    if figure is not None:
        return "circle" if isinstance(figure, Circle) else "ellipse"
    closed = subpath.closed or subpath.end.distance(subpath.start) < 1e-3
    straight = all(_is_straight(start, piece) for start, piece in steps(subpath))
    if not closed:
        return "line" if straight and _turns(subpath) == 0 else "curve"
    if straight:
        return _polygon(_corners(subpath))
    lines = [piece for piece in subpath.pieces if isinstance(piece, Line)]
    rounded = len(subpath.pieces) - len(lines) == 4 and 3 <= len(lines) <= 4
    return "rectangle" if rounded else "region"


def _is_straight(start: Point, piece: object) -> bool:
    return isinstance(piece, Line)


def _corners(subpath: Subpath) -> list[Point]:
    """Return the corners of a closed outline, without points on straight lines."""
    points = [subpath.start, *(piece.end for piece in subpath.pieces)]
    distinct = [point for at, point in enumerate(points) if at == 0 or point.distance(points[at - 1]) > 1e-3]
    if len(distinct) > 1 and distinct[0].distance(distinct[-1]) <= 1e-3:
        distinct.pop()
    number = len(distinct)
    return [distinct[at] for at in range(number) if _bends(distinct[at - 1], distinct[at], distinct[(at + 1) % number])]


def _turns(subpath: Subpath) -> int:
    points = [subpath.start, *(piece.end for piece in subpath.pieces)]
    return sum(_bends(*points[at - 1 : at + 2]) for at in range(1, len(points) - 1))


def _bends(before: Point, here: Point, after: Point) -> bool:
    first, second = here - before, after - here
    sizes = math.hypot(*first) * math.hypot(*second)
    return sizes > 0 and (abs(first.cross(second)) > 0.01 * sizes or first.dot(second) < 0)


def _polygon(corners: Sequence[Point]) -> str:
    if len(corners) == 3:
        return "triangle"
    if len(corners) == 4 and _is_rectangle(corners):
        return "rectangle"
    return "polygon" if len(corners) > 3 else "line"


def _is_rectangle(corners: Sequence[Point]) -> bool:
    sides = [corners[at] - corners[at - 1] for at in range(4)]
    return all(
        abs(sides[at].dot(sides[at - 1])) < 0.02 * math.hypot(*sides[at]) * math.hypot(*sides[at - 1])
        for at in range(4)
    )
