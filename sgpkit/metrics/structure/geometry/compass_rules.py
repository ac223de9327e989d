"""Predicates of constructions with compass and straightedge, where the opening of the compass is free.

The first is published (SSVG-Bench, appendix F.1.3, Figures 31 and 32), the others are ours after its pattern.
"""

import math
from collections.abc import Iterator

from sgpkit.graphics.elements import Elements
from sgpkit.graphics.geometry import Circle, Point, Segment
from sgpkit.metrics.structure.geometry import candidates
from sgpkit.metrics.structure.geometry.candidates import (
    CLEAR,
    across,
    between,
    crossings,
    direction,
    drawn,
    foot,
    middle,
)


def perpendicular_bisector(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check, as published, a circle about each end of the first given segment, and the line of their crossings."""
    p, q = candidates.lines(given)[0]
    drawn_circles = candidates.circles(added)
    one = next((circle for circle in drawn_circles if circle.centre.distance(p) <= tolerance), None)
    if one is None:
        return "no circle about one end of the segment"
    other = next(
        (
            circle
            for circle in drawn_circles
            if max(abs(circle.centre.x - one.centre.x), abs(circle.centre.y - one.centre.y)) > tolerance
            and circle.centre.distance(q) <= tolerance
        ),
        None,
    )
    if other is None:
        return "no circle about the other end of the segment"
    if abs(one.radius - other.radius) > tolerance:
        return "the circles are not equally large"
    if one.radius <= p.distance(q) / 2 - tolerance:
        return "the circles are too small to cross"
    common = crossings(one, other)
    if common is None:
        return "the circles do not cross in two points"
    if not drawn([Segment(*common)], candidates.lines(added), tolerance):
        return "no line through both crossings of the circles"
    return None


def angle_bisector(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check the bisector of the angle between the first two given segments, which start at its vertex."""
    first, second = candidates.lines(given)[:2]
    vertex = first.start
    shortest = min(first.length, second.length)
    reasons = ["no circle about the vertex cuts both legs"]
    for circle in _about(vertex, added, tolerance):
        if CLEAR * tolerance <= circle.radius <= shortest + tolerance:
            p, q = (vertex + direction(*leg) * circle.radius for leg in (first, second))
            reasons.append("no two equal circles about the points on the legs that cross")
            for reach in _equal_about(p, q, added, tolerance):
                far = middle(p, q) + direction(vertex, middle(p, q)) * reach
                if drawn([Segment(vertex, far)], candidates.lines(added), tolerance):
                    return None
                reasons.append("no line from the vertex to the farther crossing of the two circles")
    return reasons[-1]


def perpendicular_from_point(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check the perpendicular from the given dot to the given segment, which it does not lie on."""
    line, point = candidates.lines(given)[0], candidates.dots(given)[0]
    base = foot(point, line)
    return _perpendicular(line, point, Segment(point, base), added, tolerance)


def perpendicular_at_point(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check the perpendicular at the given dot, which lies on the given segment."""
    line, point = candidates.lines(given)[0], candidates.dots(given)[0]
    return _perpendicular(line, foot(point, line), None, added, tolerance)


def _perpendicular(line: Segment, point: Point, down: Segment | None, added: Elements, tolerance: float) -> str | None:
    base = down.end if down else point
    drop = point.distance(base)
    up = direction(*down) if down else across(direction(*line))
    reasons = ["no circle about the point cuts the line in two points"]
    for circle in _about(point, added, tolerance):
        if circle.radius <= drop + tolerance:
            continue
        half = math.sqrt(circle.radius**2 - drop**2)
        p, q = (base + direction(*line) * side for side in (-half, half))
        if not all(candidates.within(cut, line, -tolerance) for cut in (p, q)):
            continue
        reasons.append("no two equal circles about the points on the line that cross")
        for reach in _equal_about(p, q, added, tolerance):
            # For a point off the line, one end of the perpendicular is the point; for one on it, both ends are
            # crossings.
            wanted = Segment(point, base + up * reach) if down else Segment(base - up * reach, base + up * reach)
            if drawn([wanted], candidates.lines(added), tolerance):
                return None
            reasons.append("no line through the crossings of the two circles")
    return reasons[-1]


def _about(centre: Point, added: Elements, tolerance: float) -> Iterator[Circle]:
    return (circle for circle in candidates.circles(added) if circle.centre.distance(centre) <= tolerance)


def _equal_about(p: Point, q: Point, added: Elements, tolerance: float) -> Iterator[float]:
    """Yield, for each pair of equal circles about two points that clearly intersect, the distance of the
    intersections from the midpoint.
    """
    half = p.distance(q) / 2
    if half <= tolerance:
        return
    others = list(_about(q, added, tolerance))[: candidates.MAX_TRIED]
    for one in list(_about(p, added, tolerance))[: candidates.MAX_TRIED]:
        for other in others:
            radius = (one.radius + other.radius) / 2
            if abs(one.radius - other.radius) <= tolerance and radius > half:
                reach = math.sqrt(radius**2 - half**2)
                if reach > tolerance:
                    yield reach


def equal_parts(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check the division of the given segment into three parts: three equal steps on any ray from its start, and
    three parallels.
    """
    line = candidates.lines(given)[0]
    a, b = line
    segments = candidates.lines(added)
    for end in candidates.ends(segments):
        if abs(candidates.height(end, line)) < CLEAR * tolerance:
            continue
        parallels = [Segment(between(a, end, share), between(a, b, share)) for share in (1 / 3, 2 / 3, 1.0)]
        if drawn([Segment(a, end), *parallels], segments, tolerance):
            return None
    return "no ray from the first end with three parallels through thirds of it and of the segment"
