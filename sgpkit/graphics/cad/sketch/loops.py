"""Curves → closed loops → regions: put in order, joined exactly, checked for gaps and crossings, nested."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from sgpkit.graphics.cad.model import Arc, Curve, EllipticArc, Line, Loop, Region, Spline
from sgpkit.graphics.cad.sketch.curves import (
    arc_by_sweep,
    box_of,
    ends,
    is_closed,
    outline,
    reversed_curve,
    sample,
    sweep_of,
)
from sgpkit.graphics.geometry import Point, contains
from sgpkit.status import Rejected, Status

GAP = 5e-4
"""Ends of neighbours may lie apart by this share of the loop's size; texts are rounded, and files are not exact."""
TOUCH = 1e-4
"""Curves that cross by less than this share of the loop's size only touch."""
MOST_CURVES = 5000


def chain(curves: Sequence[Curve], where: str) -> Loop:
    """Return the curves as one loop, each turned so that it starts where the last one ended, ends joined exactly.

    Takes them in the order given if that closes, and in the order in which their ends meet otherwise.
    """
    if not curves:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: a loop without curves")
    if len(curves) > MOST_CURVES:
        raise Rejected(Status.TOO_LARGE, f"{where}: a loop of {len(curves):,} curves; at most {MOST_CURVES:,} are read")
    if any(is_closed(curve) for curve in curves):
        if len(curves) > 1:
            raise Rejected(Status.COMPILE_ERROR, f"{where}: a closed curve cannot share its loop with other curves")
        return tuple(curves)
    size = box_of(curves).size
    if size == 0:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: a loop without extent")
    ordered = _ordered(curves, GAP * size, where)
    joined = tuple(_joined(ordered))
    if len(joined) == 1 or (len(joined) == 2 and all(isinstance(curve, Line) for curve in joined)):
        raise Rejected(Status.COMPILE_ERROR, f"{where}: a loop that encloses nothing")
    return joined


def _ordered(curves: Sequence[Curve], gap: float, where: str) -> list[Curve]:
    rest = list(curves)
    first = rest.pop(0)
    if rest and _distance(ends(first)[1], rest[0]) > gap >= _distance(ends(first)[0], rest[0]):
        first = reversed_curve(first)
    ordered = [first]
    while rest:
        at = ends(ordered[-1])[1]
        nearest = 0 if _distance(at, rest[0]) <= gap else min(range(len(rest)), key=lambda i: _distance(at, rest[i]))
        apart = _distance(at, rest[nearest])
        if apart > gap:
            raise Rejected(
                Status.COMPILE_ERROR,
                f"{where}: the loop is open at ({at.x:.6g}, {at.y:.6g}), the next end {apart:.3g} away",
            )
        curve = rest.pop(nearest)
        start, end = ends(curve)
        ordered.append(curve if at.distance(start) <= at.distance(end) else reversed_curve(curve))
    start, end = ends(ordered[0])[0], ends(ordered[-1])[1]
    if start.distance(end) > gap:
        raise Rejected(
            Status.COMPILE_ERROR,
            f"{where}: the loop is open, from ({end.x:.6g}, {end.y:.6g}) to ({start.x:.6g}, {start.y:.6g})",
        )
    return ordered


def _distance(at: Point, curve: Curve) -> float:
    start, end = ends(curve)
    return min(at.distance(start), at.distance(end))


def _joined(ordered: Sequence[Curve]) -> Iterator[Curve]:
    """Yield the curves, lines and arcs moved to the ends of neighbours that cannot be moved; none without length."""
    count = len(ordered)
    corners = []
    for index in range(count):
        before, after = ordered[index - 1], ordered[index]
        corners.append(ends(before)[1] if isinstance(before, EllipticArc | Spline) else ends(after)[0])
    for index, curve in enumerate(ordered):
        start, end = corners[index], corners[(index + 1) % count]
        if isinstance(curve, Line):
            if start != end:
                yield Line(start, end)
        elif isinstance(curve, Arc):
            if start == end:
                continue
            yield curve if (start, end) == (curve.start, curve.end) else arc_by_sweep(start, end, sweep_of(curve))
        else:
            yield curve


def check_simple(loop: Loop, where: str) -> None:
    """Raise Rejected if a loop crosses itself. Curves that only touch, or meet at their ends, pass."""
    points: list[Point] = []
    owner: list[int] = []
    for index, curve in enumerate(loop):
        along = sample(curve)
        points += along[:-1]
        owner += [index] * (len(along) - 1)
    if len(points) < 4:
        return
    here = np.array(points, dtype=float)
    step = np.roll(here, -1, axis=0) - here
    size = float(np.ptp(here, axis=0).max())
    lengths = np.hypot(step[:, 0], step[:, 1])
    shortest = TOUCH * size
    count = len(points)
    for index in range(count - 2):
        others = slice(index + 2, count if index else count - 1)
        apart = here[others] - here[index]
        along = step[others]
        across = step[index, 0] * along[:, 1] - step[index, 1] * along[:, 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            mine = (apart[:, 0] * along[:, 1] - apart[:, 1] * along[:, 0]) / across
            theirs = (apart[:, 0] * step[index, 1] - apart[:, 1] * step[index, 0]) / across
            # how far each end of one piece lies beyond the line of the other
            depth = np.abs(across) * np.minimum(
                np.minimum(mine, 1 - mine) / lengths[others], np.minimum(theirs, 1 - theirs) / lengths[index]
            )
        crossing = np.flatnonzero((mine > 0) & (mine < 1) & (theirs > 0) & (theirs < 1) & (depth > shortest))
        if len(crossing):
            other = index + 2 + int(crossing[0])
            at = here[index] + mine[crossing[0]] * step[index]
            raise Rejected(
                Status.COMPILE_ERROR,
                f"{where}: the loop crosses itself near ({at[0]:.6g}, {at[1]:.6g}), "
                f"curve {owner[index] + 1} with curve {owner[other] + 1}",
            )


def nest(loops: Sequence[Loop]) -> tuple[Region, ...]:
    """Nest loops into regions: one inside an even number of others is an outline, the rest are holes of these."""
    polygons = [outline(loop) for loop in loops]
    around = [
        [other for other in range(len(loops)) if other != index and _inside(polygons[index], polygons[other])]
        for index in range(len(loops))
    ]
    regions = []
    for index, loop in enumerate(loops):
        if len(around[index]) % 2 == 0:
            holes = tuple(
                loops[other]
                for other in range(len(loops))
                if len(around[other]) == len(around[index]) + 1 and index in around[other]
            )
            regions.append(Region(loop, holes))
    return tuple(regions)


def _inside(inner: Sequence[Point], outer: Sequence[Point]) -> bool:
    """Compare by points between corners, since corners often lie on the outline around. Most must be inside."""
    across = [point.x for point in outer]
    along = [point.y for point in outer]
    middles = [Point((one.x + other.x) / 2, (one.y + other.y) / 2) for one, other in pairwise([*inner, inner[0]])]
    middles = middles[:: max(1, len(middles) // 16)]
    within = sum(
        min(across) < point.x < max(across) and min(along) < point.y < max(along) and contains(outer, point)
        for point in middles
    )
    return 2 * within > len(middles) and abs(_area(inner)) < abs(_area(outer))


def _area(points: Sequence[Point]) -> float:
    return sum(one.cross(other) for one, other in pairwise([*points, points[0]])) / 2
