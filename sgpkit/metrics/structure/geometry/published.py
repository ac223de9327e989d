"""SSVG-Bench's rules for geometry with one answer, one function per rule (paper, appendix F.1.2).

Of the reference, only the elements marked as added count (class `output_object`; red in TikZ and EPS); of an output,
all elements. All reference elements must be found; other elements, and all text, are not graded. The paper grades
straight segments, circles and ellipses; other curves are ours (`distances.along`).
"""

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sgpkit.graphics.elements import Curve, Elements, Item, join_lines, straight
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment
from sgpkit.metrics.structure.geometry import distances, overlap

TOLERANCE = 10.0
"""Tolerance in units for ends of segments, and for centres and radii of circles (F.1.2, steps 1 and 2)."""

MIN_OVERLAP = 0.95
"""Minimum overlap of two ellipses that count as the same (F.1.2, step 3)."""

BEND = 5.0
"""Maximum angle in degrees between two segments that are joined (F.1.2, Figure 30)."""

DECIMALS = 2
"""Decimals to which ends are compared, since equal numbers of a program may differ after a compiler has rounded
them.
"""


def joined_pairs(segments: Sequence[Segment], decimals: int = DECIMALS) -> list[Segment]:
    """Return the lines formed by two segments that share an end and continue straight; never three (Figure 30)."""
    at: dict[tuple[float, float], list[tuple[float, Point]]] = defaultdict(list)
    for start, end in segments:
        if start != end:
            at[_key(start, decimals)].append((math.atan2(end.y - start.y, end.x - start.x), end))
            at[_key(end, decimals)].append((math.atan2(start.y - end.y, start.x - end.x), start))
    made: list[Segment] = []
    bend = math.radians(BEND) + 1e-9
    for spokes in at.values():
        if len(spokes) < 2:
            continue
        spokes.sort()
        angles = [angle for angle, _ in spokes]
        angles += [angle + math.tau for angle in angles]
        for index, (angle, point) in enumerate(spokes):
            candidate = bisect_left(angles, angle + math.pi - bend)
            while candidate < len(angles) and angles[candidate] <= angle + math.pi + bend:
                other = candidate % len(spokes)
                if index < other:  # every pair occurs twice
                    made.append(Segment(point, spokes[other][1]))
                candidate += 1
    return made


def segments_found(
    reference: Sequence[Segment], output: Sequence[Segment], tolerance: float = TOLERANCE
) -> Sequence[bool]:
    """Return for each reference segment whether both its ends are within the tolerance of one output segment (step 1).

    An output segment may match several. `output` includes the joined segments.
    """
    return list(map(bool, distances.covered(reference, output, tolerance)))


def circles_found(
    reference: Sequence[Circle], output: Sequence[Circle], tolerance: float = TOLERANCE
) -> Sequence[bool]:
    """Return for each reference circle, in turn, whether the unused circle with the largest overlap is near enough
    (step 2). Each output circle is used once. Among equal overlaps, including 0, the nearest circle is used.
    """
    left = list(output)
    matches = []
    for circle in reference:
        shares = [(overlap.of_circles(circle, other), -_apart(circle, other)) for other in left]
        best = left[max(range(len(left)), key=shares.__getitem__)] if left else None
        near = (
            best is not None
            and circle.centre.distance(best.centre) <= tolerance
            and abs(circle.radius - best.radius) <= tolerance
        )
        if near and best is not None:
            left.remove(best)
        matches.append(near)
    return matches


def ellipses_found(
    reference: Sequence[Ellipse], output: Sequence[Ellipse], min_overlap: float = MIN_OVERLAP
) -> Sequence[bool]:
    """Return for each reference ellipse, in turn, whether the largest overlap with an unused ellipse is sufficient
    (step 3).
    """
    left = list(output)
    matches = []
    for ellipse in reference:
        shares = [overlap.of_ellipses(ellipse, other) for other in left]
        best = max(range(len(left)), key=shares.__getitem__, default=None)
        near = best is not None and shares[best] >= min_overlap
        if near and best is not None:
            del left[best]
        matches.append(near)
    return matches


class Matches(NamedTuple):
    """For each element of a reference, kind by kind and in the reference's order, True if an output has it."""

    segments: Sequence[bool]
    circles: Sequence[bool]
    ellipses: Sequence[bool]
    curves: Sequence[bool]

    @property
    def every(self) -> tuple[bool, ...]:
        """The matches of all kinds."""
        return (*self.segments, *self.circles, *self.ellipses, *self.curves)


def matches(reference: Elements, output: Elements, tolerance: float = TOLERANCE, joined: bool = False) -> Matches:
    """Return which reference elements an output has; it is correct if it has all of them.

    A line may be drawn as two segments, as published; with `joined` as any number of them.
    """
    drawn = lines(output, tolerance) if joined else pairs(output)
    circles = [item.geometry for item in output.circles]
    ellipses = [item.geometry for item in output.ellipses]
    curves = [item.geometry for item in reference.curves]
    return Matches(
        segments_found([item.geometry for item in reference.segments], drawn, tolerance),
        circles_found([item.geometry for item in reference.circles], circles, tolerance),
        ellipses_found([item.geometry for item in reference.ellipses], [*ellipses, *map(as_ellipse, circles)])
        if reference.ellipses
        else (),
        [bool(along) for along in distances.along(curves, outlines(output), tolerance)] if curves else (),
    )


def pairs(elements: Elements) -> Sequence[Segment]:
    """Return all segments with those that two of them form together, as published."""
    return _pairs(elements.segments)


@lru_cache(maxsize=16)  # those of one drawing are used several times
def _pairs(items: tuple[Item[Segment], ...]) -> Sequence[Segment]:
    drawn = [item.geometry for item in items]
    return tuple(dict.fromkeys([*drawn, *joined_pairs(drawn)]))


def lines(elements: Elements, tolerance: float = 0.0) -> Sequence[Segment]:
    """Return all segments with those that they form together: pairs as published, and straight runs of any length,
    which with a tolerance may bend within it."""
    return _lines(elements.segments, tolerance)


@lru_cache(maxsize=16)
def _lines(items: tuple[Item[Segment], ...], tolerance: float) -> Sequence[Segment]:
    drawn = [item.geometry for item in items]
    runs = [item.geometry for item in join_lines(Elements(items)).segments] if len(drawn) > 1 else []
    bent = [line for _, line in straight.find_chained(runs, tolerance)] if tolerance else []
    return tuple(dict.fromkeys([*drawn, *joined_pairs(drawn), *runs, *bent]))


def outlines(elements: Elements) -> Sequence[Sequence[Point]]:
    """Return all circles, ellipses and curves as chains of points."""
    return _outlines(elements.curves, elements.circles, elements.ellipses)


@lru_cache(maxsize=16)
def _outlines(
    curves: tuple[Item[Curve], ...], circles: tuple[Item[Circle], ...], ellipses: tuple[Item[Ellipse], ...]
) -> Sequence[Sequence[Point]]:
    return [
        *(item.geometry.points for item in curves),
        *(distances.chain(item.geometry) for item in circles),
        *(distances.chain(item.geometry) for item in ellipses),
    ]


def as_ellipse(circle: Circle) -> Ellipse:
    """Return a circle as an ellipse."""
    return Ellipse(circle.centre, circle.radius, circle.radius)


def _apart(one: Circle, other: Circle) -> float:
    return one.centre.distance(other.centre) + abs(one.radius - other.radius)


def _key(point: Point, decimals: int) -> tuple[float, float]:
    return round(point.x, decimals), round(point.y, decimals)
