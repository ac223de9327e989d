"""Split an outline into segments, circles, ellipses and curves by its shape, not by how it is written."""

import math
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from sgpkit.graphics.elements import conic
from sgpkit.graphics.elements.types import Curve
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment
from sgpkit.graphics.svg.outline import Line, Piece, Subpath, as_cubic, flatten, steps, without_arcs
from sgpkit.graphics.svg.roundness import circle_or_ellipse

Primitive = Segment | Circle | Ellipse | Curve

MAX_DEVIATION = 0.05
"""Maximum distance in units between a chain of points and its curve."""

FLAT = 0.02
"""Maximum deviation in units of a Bézier curve that counts as straight, since converters write some lines as curves."""

SMOOTH_TURN = 20.0
"""Maximum turn in degrees between the lines of a chain that looks like a curve; a regular polygon with 17 sides does
not."""

SMOOTH_PIECES = 12
MIN_BEND = 30.0
"""Minimum total turn in degrees of a chain that counts as a curve rather than a broken line."""

SHORTEST = 1e-6

_Run = list[tuple[Point, Piece]]


def split_outline(subpath: Subpath, figure: Circle | Ellipse | None) -> Iterator[Primitive]:
    """Yield the primitives of one outline; `figure` is the circle or ellipse that it forms, if known."""
    figure = figure or circle_or_ellipse(subpath)
    if figure is not None:
        yield figure
        return
    for straight, run in _runs(subpath):
        if straight:
            yield from _from_lines([run[0][0], *(piece.end for _, piece in run)])
        else:
            outline = Subpath(run[0][0], tuple(piece for _, piece in run), closed=False)
            points = flatten(outline, _stray(outline))
            if any(point.distance(points[0]) > SHORTEST for point in points):
                yield from_chain(points)


def from_chain(points: Sequence[Point]) -> Primitive:
    """Return the primitive that a chain of points along a smooth curve represents."""
    reach = max(point.distance(points[0]) for point in points)
    closed = points[-1].distance(points[0]) <= 0.01 * reach
    figure = conic.fit(points) if closed else None
    if figure is not None:
        return figure
    arc = conic.arc_of(points)
    if arc is not None and arc.is_complete:
        return arc.circle
    return Curve(tuple(points), closed, arc.circle if arc is not None else None)


def _stray(outline: Subpath) -> float:
    """Return the tolerance for an outline, coarser for huge curves, so that none has more than a few hundred points."""
    reach = max(piece.end.distance(outline.start) for piece in outline.pieces)
    return max(MAX_DEVIATION, reach * 1e-4)


def _runs(subpath: Subpath) -> list[tuple[bool, _Run]]:
    """Return alternating runs of lines and of curves; a closed outline may start within a run."""
    pieces = [(start, piece) for start, piece in steps(subpath) if not _is_point(start, piece)]
    runs = [(straight, list(run)) for straight, run in groupby(pieces, lambda step: _is_straight(*step))]
    runs = [
        (straight, [(start, Line(piece.end)) for start, piece in run] if straight else run) for straight, run in runs
    ]
    if len(runs) > 1 and runs[0][0] == runs[-1][0] and subpath.start.distance(runs[-1][1][-1][1].end) <= SHORTEST:
        runs[0] = (runs[0][0], runs.pop()[1] + runs[0][1])
    return runs


def _is_point(start: Point, piece: Piece) -> bool:
    return isinstance(piece, Line) and start.distance(piece.end) <= SHORTEST


def _is_straight(start: Point, piece: Piece) -> bool:
    if isinstance(piece, Line):
        return True
    outline = without_arcs(Subpath(start, (piece,), closed=False))
    along = piece.end - start
    length = math.hypot(*along)
    for begin, part in steps(outline):
        cubic = as_cubic(begin, part)  # type: ignore[arg-type]  # no arcs are left
        for point in (cubic.first, cubic.second, cubic.end):
            away = point - start
            if length <= SHORTEST or not -FLAT <= away.dot(along) / length <= length + FLAT:
                return False
            if abs(along.cross(away)) > FLAT * length:
                return False
    return True


def _from_lines(points: list[Point]) -> Iterator[Primitive]:
    if _is_smooth(points):
        yield from_chain(points)
        return
    for start, end in pairwise(points):
        yield Segment(start, end)


def _is_smooth(points: Sequence[Point]) -> bool:
    if len(points) <= SMOOTH_PIECES:
        return False
    corners = list(pairwise(pairwise(points)))
    if points[0] == points[-1]:
        corners.append(((points[-2], points[-1]), (points[0], points[1])))
    total = 0.0
    for (first, middle), (_, last) in corners:
        before, after = middle - first, last - middle
        turn = abs(math.degrees(math.atan2(before.cross(after), before.dot(after))))
        if turn >= SMOOTH_TURN:
            return False
        total += turn
    return total >= MIN_BEND
