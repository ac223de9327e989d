"""Areas of the plane with union, difference and growth, on Skia's path operations.

Outlines are in design units (0 to 100), and are enlarged for Skia, which works in pixels.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg import outline
from sgpkit.graphics.svg.outline import Box, Cubic, Line, Quadratic, Subpath

SCALE = 16.0
"""Skia's tolerances are fractions of a pixel; sixteen to a design unit leave nothing of them to be seen."""

SPECK = 0.12
"""Square units below which a loop is a leftover of an operation, and is dropped."""


@cache
def skia() -> Any:
    """Return the module, which only builds of drawings need."""
    import pathops

    return pathops


@dataclass(frozen=True, eq=False)
class Region:
    """An area by its path in Skia's terms, even-odd, and its bounding box in design units. Neither is ever changed, so
    that what is worked out of an area can be kept."""

    path: Any
    box: Box

    @property
    def is_empty(self) -> bool:
        return self.box.left >= self.box.right or self.box.top >= self.box.bottom

    @cached_property
    def area(self) -> float:
        """Return the area in square design units."""
        return abs(sum([size for _, size in _measured(self, nonzero=True)]))


def _region(path: Any) -> Region:
    path.fillType = skia().FillType.EVEN_ODD  # which Skia's results are, and its binding forgets
    left, top, right, bottom = path.bounds
    return Region(path, Box(left / SCALE, top / SCALE, right / SCALE, bottom / SCALE))


def of_loops(loops: Iterable[Subpath], *, even_odd: bool = True) -> Region:
    """Return the area inside loops, open ones closed by a line."""
    module = skia()
    path = _path(loops, close=True)
    path.fillType = module.FillType.EVEN_ODD if even_odd else module.FillType.WINDING
    path.simplify(fix_winding=False)
    return _region(path)


def _path(loops: Iterable[Subpath], *, close: bool) -> Any:
    path = skia().Path()
    for loop in loops:
        loop = outline.without_arcs(loop)
        path.moveTo(loop.start.x * SCALE, loop.start.y * SCALE)
        for piece in loop.pieces:
            end = piece.end.x * SCALE, piece.end.y * SCALE
            if isinstance(piece, Cubic):
                first, second = piece.first, piece.second
                path.cubicTo(first.x * SCALE, first.y * SCALE, second.x * SCALE, second.y * SCALE, *end)
            elif isinstance(piece, Quadratic):
                path.quadTo(piece.control.x * SCALE, piece.control.y * SCALE, *end)
            else:
                path.lineTo(*end)
        if close or loop.closed:
            path.close()
    return path


def of_stroke(loops: Iterable[Subpath], width: float, *, round_ends: bool = True) -> Region:
    """Return the area that a line of this width covers."""
    module = skia()
    path = _path(loops, close=False)
    cap = module.LineCap.ROUND_CAP if round_ends else module.LineCap.BUTT_CAP
    join = module.LineJoin.ROUND_JOIN if round_ends else module.LineJoin.MITER_JOIN
    path.stroke(width * SCALE, cap, join, 4)
    path.convertConicsToQuads(0.25)
    path.simplify(fix_winding=False)
    return _region(path)


def union(one: Region, other: Region) -> Region:
    return _operated(one, other, "UNION")


def difference(one: Region, other: Region) -> Region:
    return _operated(one, other, "DIFFERENCE")


def intersection(one: Region, other: Region) -> Region:
    return _operated(one, other, "INTERSECTION")


def _operated(one: Region, other: Region, name: str) -> Region:
    module = skia()
    return _region(module.op(one.path, other.path, getattr(module.PathOp, name), fix_winding=False))


def grown(region: Region, by: float, *, round_corners: bool = True) -> Region:
    """Return the area with a margin all round."""
    return union(region, of_stroke(loops(region), 2 * by, round_ends=round_corners))


@lru_cache(maxsize=256)
def shrunk(region: Region, by: float) -> Region:
    """Return the area without a margin all round."""
    return difference(region, of_stroke(loops(region), 2 * by))


def overlap(one: Box, other: Box, margin: float = 0.0) -> bool:
    """Return whether two boxes meet, or come nearer than the margin."""
    return (
        one.left - margin < other.right
        and other.left - margin < one.right
        and one.top - margin < other.bottom
        and other.top - margin < one.bottom
    )


def loops(region: Region, *, nonzero: bool = False) -> tuple[Subpath, ...]:
    """Return the outlines without specks; `nonzero`: holes run against what they are in."""
    return tuple([loop for loop, _ in _measured(region, nonzero=nonzero)])


def _measured(region: Region, *, nonzero: bool) -> list[tuple[Subpath, float]]:
    """Return the outlines with their signed areas."""
    path = region.path
    if nonzero and not region.is_empty:
        path = skia().Path(path)
        path.fillType = skia().FillType.EVEN_ODD
        path.simplify(fix_winding=True)
    result: list[tuple[Subpath, float]] = []
    start: Point | None = None
    pieces: list[Line | Cubic] = []

    def finished() -> None:
        nonlocal start, pieces
        if start is not None and pieces:
            if isinstance(pieces[-1], Line) and _near(pieces[-1].end, start) and len(pieces) > 1:
                pieces = pieces[:-1]
            loop = Subpath(start, tuple(pieces), True)
            size = signed_area(loop)
            if abs(size) > SPECK:
                result.append((loop, size))
        start, pieces = None, []

    verbs = skia().PathVerb
    move_to, line_to, cubic_to, quadratic_to = verbs.MOVE, verbs.LINE, verbs.CUBIC, verbs.QUAD
    for verb, points in path:
        spots = [Point(x / SCALE, y / SCALE) for x, y in points]
        here = pieces[-1].end if pieces else start
        if verb is move_to:
            finished()
            start = spots[0]
        elif verb is line_to and here is not None and not _near(here, spots[0]):
            pieces.append(Line(spots[0]))
        elif verb is cubic_to:
            pieces.append(Cubic(*spots))
        elif verb is quadratic_to and here is not None:
            pieces.append(outline.as_cubic(here, Quadratic(*spots)))
    finished()
    return result


def _near(one: Point, other: Point) -> bool:
    return abs(one.x - other.x) + abs(one.y - other.y) < 0.004


def signed_area(loop: Subpath) -> float:
    """Return the area of a loop, positive if it runs clockwise on the screen."""
    total = 0.0
    here = loop.start
    for piece in (*loop.pieces, Line(loop.start)):
        total += (here.x * piece.end.y - piece.end.x * here.y) / 2
        if isinstance(piece, Cubic):
            (x1, y1), (x2, y2), (x3, y3) = (
                (point.x - here.x, point.y - here.y) for point in (piece.first, piece.second, piece.end)
            )
            total -= (x1 * (-y2 - y3) + x2 * (y1 - 2 * y3) + x3 * (y1 + 2 * y2)) * 0.15
        here = piece.end
    return total
