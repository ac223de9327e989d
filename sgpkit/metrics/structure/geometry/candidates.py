"""Building blocks of the predicates in `rules`.

All predicates follow one scheme: take a free choice from the drawing (the end of a line, a circle), compute the unique
figure that follows from it, and check whether that is drawn. So a figure is right or wrong as a whole, other elements
do not count, and nothing is judged twice. "Drawn" is the measure of the published rules: both ends of a line within the
tolerance of one drawn line; centre and radius of a circle within it.
"""

import math
from collections.abc import Iterable, Iterator, Sequence

from sgpkit.graphics.elements import Elements
from sgpkit.graphics.geometry import Circle, Point, Segment
from sgpkit.metrics.structure.geometry import distances
from sgpkit.metrics.structure.geometry.alignment import is_dot

MAX_TRIED = 400
"""Maximum number of choices to try, in paint order; honest drawings have fewer."""

CLEAR = 3.0
"""Minimum difference, in tolerances, between things that the task requires to be different."""


def lines(elements: Elements) -> list[Segment]:
    """Return the line segments, in the order of painting."""
    return [item.geometry for item in elements.segments]


def circles(elements: Elements) -> list[Circle]:
    """Return the circles, without the dots that show points."""
    return [item.geometry for item in elements.circles if not is_dot(item.geometry)]


def dots(elements: Elements) -> list[Point]:
    """Return the points that a given part shows by dots, in the order of painting."""
    return [item.geometry.centre for item in elements.circles if is_dot(item.geometry)]


def ends(segments: Sequence[Segment]) -> Iterator[Point]:
    """Return the distinct ends of segments, at most `MAX_TRIED`."""
    points = dict.fromkeys(end for segment in segments for end in segment)
    return (point for point, _ in zip(points, range(MAX_TRIED), strict=False))


def corners(given: Elements) -> list[Point]:
    """Return the corners of the polygon with the given segments as sides, each the start of its side."""
    return [item.geometry.start for item in given.segments]


def drawn(wanted: Iterable[Segment], segments: Sequence[Segment], tolerance: float) -> bool:
    """Return whether every wanted segment lies along a drawn one."""
    return bool(distances.covered(list(wanted), segments, tolerance).all())


def has(wanted: Circle, drawn_circles: Iterable[Circle], tolerance: float) -> bool:
    """Return whether one of the circles is the wanted one."""
    return any(near(wanted, circle, tolerance) for circle in drawn_circles)


def near(one: Circle, other: Circle, tolerance: float) -> bool:
    """Return whether two circles agree in centre and radius within the tolerance."""
    return one.centre.distance(other.centre) <= tolerance and abs(one.radius - other.radius) <= tolerance


def sides(*points: Point) -> list[Segment]:
    """Return the sides of the closed polygon."""
    return [Segment(start, end) for start, end in zip(points, (*points[1:], points[0]), strict=True)]


def between(a: Point, b: Point, share: float) -> Point:
    """Return the point at a share of the way from `a` (0) to `b` (1)."""
    return a + (b - a) * share


def middle(a: Point, b: Point) -> Point:
    """Return the midpoint of two points."""
    return between(a, b, 0.5)


def share_along(point: Point, segment: Segment) -> float:
    """Return the position of the foot of the perpendicular from a point: 0 at the start of the segment, 1 at its
    end.
    """
    along = segment.end - segment.start
    return (point - segment.start).dot(along) / (along.dot(along) or 1.0)


def foot(point: Point, line: Segment) -> Point:
    """Return the foot of the perpendicular from a point to the line through a segment, possibly beyond its ends."""
    return between(line.start, line.end, share_along(point, line))


def direction(a: Point, b: Point) -> Point:
    """Return the direction from one point to another, of length one, or of length 0 for equal points."""
    length = a.distance(b)
    return (b - a) * (1 / length) if length else Point(0.0, 0.0)


def across(vector: Point) -> Point:
    """Return a vector turned by a right angle."""
    return Point(-vector.y, vector.x)


def height(point: Point, line: Segment) -> float:
    """Return the signed distance from a line."""
    return direction(*line).cross(point - line.start)


def meet(one: Segment, other: Segment) -> Point | None:
    """Return the intersection of two lines, extended if necessary, or None if they are within a degree of parallel."""
    first, second = one.end - one.start, other.end - other.start
    cross = first.cross(second)
    if abs(cross) <= 0.017 * math.hypot(*first) * math.hypot(*second):
        return None
    return one.start + first * ((other.start - one.start).cross(second) / cross)


def within(point: Point, segment: Segment, margin: float) -> bool:
    """Return whether a point of a line is on the segment, at least `margin` from both ends."""
    length = segment.length
    return margin <= share_along(point, segment) * length <= length - margin


def onto(point: Point, circle: Circle) -> Point:
    """Return the point of the circle in the same direction."""
    return circle.centre + direction(circle.centre, point) * circle.radius


def on(point: Point, circle: Circle, tolerance: float) -> bool:
    """Return whether a point lies on a circle within the tolerance."""
    return abs(point.distance(circle.centre) - circle.radius) <= tolerance


def crossings(one: Circle, other: Circle) -> tuple[Point, Point] | None:
    """Return the two intersections of two circles, or None unless there are two."""
    apart = one.centre.distance(other.centre)
    if not abs(one.radius - other.radius) < apart < one.radius + other.radius:
        return None
    along = (apart**2 + one.radius**2 - other.radius**2) / (2 * apart)
    towards = direction(one.centre, other.centre)
    root = math.sqrt(max(one.radius**2 - along**2, 0.0))
    return (
        one.centre + towards * along + across(towards) * root,
        one.centre + towards * along - across(towards) * root,
    )


def turned(point: Point, about: Point, angle: float) -> Point:
    """Turn a vector by an angle in radians."""
    x, y = point - about
    cosine, sine = math.cos(angle), math.sin(angle)
    return Point(about.x + x * cosine - y * sine, about.y + x * sine + y * cosine)
