"""The elements that a property requires of a drawing, and the geometry to check them.

Independent of the solvers' geometry; residuals are in `residuals.py`.
"""

import math
from collections.abc import Sequence

import residuals as check

from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment

Pair = tuple[Point, Point]


def missing(segments: Sequence[Segment], *pairs: Pair) -> float:
    """Return how far drawn segments are from the required ones, in either direction; infinite if their numbers
    differ."""
    if len(segments) != len(pairs):
        return math.inf
    return max(min(_mismatch(pair, segment) for segment in segments) for pair in pairs)


def _mismatch(pair: Pair, segment: Segment) -> float:
    (a, b), (c, d) = pair, segment
    return min(max(math.dist(a, c), math.dist(b, d)), max(math.dist(a, d), math.dist(b, c)))


def polygon(*points: Point) -> list[Pair]:
    return list(check.cycle(points))


def spokes(centre: Point, *points: Point) -> list[Pair]:
    return [(centre, point) for point in points]


def middle(a: Point, b: Point) -> Point:
    return Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def line(*points: Point) -> Segment:
    return Segment(*points)


def not_mirrored(one: Point, other: Point, mirror: Segment) -> float:
    """Return how far two points are from being mirror images in a line: the line is perpendicular to their connection
    and halves it."""
    return check.off_line(middle(one, other), mirror) + check.not_square_on(Segment(one, other), mirror)


def inverse(point: Point, circle: Circle) -> Point:
    """Return the inverse point by complex numbers: centre + r² / conjugate."""
    way = complex(*(point - circle.centre))
    image = circle.radius**2 / way.conjugate()
    return circle.centre + Point(image.real, image.imag)


def rim(circle: Circle, count: int = 5) -> list[Point]:
    return [
        circle.centre + Point(math.cos(angle), math.sin(angle)) * circle.radius
        for angle in (0.3 + math.tau * index / count for index in range(count))
    ]


def foot(point: Point, onto: Segment) -> Point:
    return check.crossing(onto, Segment(point, point + Point(onto.start.y - onto.end.y, onto.end.x - onto.start.x)))


def same_side(one: Point, other: Point, dividing: Segment) -> bool:
    start, end = dividing
    return ((end - start).cross(one - start) > 0) == ((end - start).cross(other - start) > 0)


def foci(ellipse: Ellipse) -> Pair:
    assert ellipse.radius_x > ellipse.radius_y
    reach, turn = math.sqrt(ellipse.radius_x**2 - ellipse.radius_y**2), math.radians(ellipse.angle)
    away = Point(reach * math.cos(turn), reach * math.sin(turn))
    return ellipse.centre - away, ellipse.centre + away


def off_ellipse(point: Point, ellipse: Ellipse) -> float:
    """Return the distance from an ellipse, as half of the error of the sum of distances from the foci."""
    one, other = foci(ellipse)
    return abs(math.dist(one, point) + math.dist(point, other) - 2 * ellipse.radius_x) / 2


def not_tangent_to(side: Segment, ellipse: Ellipse) -> float:
    """Return how far a line is from being a tangent: the feet of perpendiculars from the foci must be on the circle
    over the long axis."""
    return max(abs(math.dist(foot(focus, side), ellipse.centre) - ellipse.radius_x) for focus in foci(ellipse))
