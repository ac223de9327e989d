"""Given parts that many constructions begin with, drawn at random: triangles, quadrilaterals, circles.

Sizes are of no account, as drawings are scaled to the canvas; shapes are kept clear of special cases, since in an
isosceles triangle a median is an altitude, and a wrong answer would be right.
"""

import math
from collections.abc import Callable, Sequence
from random import Random

from sgpkit.graphics.geometry import Circle, Point, Segment

from . import plane, trigon
from .engine import Degenerate, Figure

SIZE = 200.0
"""The radius of the circle around a drawn triangle, before it is scaled."""


def corners(random: Random, least: float = 38.0, most: float = 88.0, unlike: float = 12.0) -> tuple[Point, ...]:
    """Three points whose angles lie between `least` and `most` degrees and differ from each other by `unlike`."""
    for _ in range(10_000):
        first, second = random.uniform(least, most), random.uniform(least, most)
        third = 180 - first - second
        one, two, three = sorted((first, second, third))
        if one >= least and three <= most and min(two - one, three - two) >= unlike:
            break
    else:
        raise ValueError(f"no triangle has angles of {least} to {most} degrees that differ by {unlike}")
    turn = random.uniform(0, 360)
    # Angles at the circumference are half of those at the centre.
    ways = (turn, turn + 2 * third, turn + 2 * third + 2 * first)
    hand = random.choice((1, -1))
    return tuple(plane.at(Point(0.0, 0.0), SIZE, hand * way) for way in ways)


def triangle(least: float = 38.0, most: float = 88.0, unlike: float = 12.0) -> Callable[[Random], Figure]:
    """A given part that is a triangle ABC."""

    def given(random: Random) -> Figure:
        return polygon("ABC", corners(random, least, most, unlike))

    return given


def polygon(labels: str, points: Sequence[Point], **more: Point) -> Figure:
    """The sides of a polygon with labelled corners, and further labelled points."""
    return Figure(dict(zip(labels, points, strict=True)) | more, plane.closed(*points))


def quadrilateral(random: Random) -> tuple[Point, ...]:
    """Four corners in order, convex, with sides and diagonals of clearly different lengths and directions."""
    for _ in range(10_000):
        turn = random.uniform(0, 360)
        points = [
            plane.at(Point(0.0, 0.0), random.uniform(0.7, 1.15) * SIZE, turn + 90 * index + random.uniform(-22, 22))
            for index in range(4)
        ]
        a, b, c, d = points
        angles = [plane.angle(*three) for three in ((d, a, b), (a, b, c), (b, c, d), (c, d, a))]
        if math.isclose(sum(angles), 360, abs_tol=1e-6) and min(angles) > 55 and max(angles) < 135:
            opposite = (plane.unit(a, b).cross(plane.unit(d, c)), plane.unit(b, c).cross(plane.unit(a, d)))
            lengths = sorted(point.distance(other) for point, other in ((a, b), (b, c), (c, d), (d, a)))
            if min(map(abs, opposite)) > 0.12 and lengths[3] > 1.25 * lengths[0]:
                return tuple(points)
    raise Degenerate("no quadrilateral was found")


def cyclic(random: Random, count: int, least: float = 35.0) -> tuple[Circle, tuple[Point, ...]]:
    """A circle and points on it, in order, at least this number of degrees apart as seen from its centre."""
    spare = 360 - count * least
    if spare < 0:
        raise ValueError(f"{count} points cannot be {least} degrees apart")
    cuts = sorted(random.uniform(0, spare) for _ in range(count - 1))
    turn = random.uniform(0, 360)
    circle = Circle(Point(0.0, 0.0), SIZE)
    return circle, tuple(
        plane.at(circle.centre, SIZE, turn + index * least + offset) for index, offset in enumerate((0.0, *cuts))
    )


def labelled(*circles: Circle) -> Figure:
    """Circles whose centres are A, B and so on."""
    return Figure({label: circle.centre for label, circle in zip("ABC", circles, strict=False)}, (), circles)


def two_circles(random: Random) -> Figure:
    """Circles around A and B with clearly different radii, which do not touch."""
    one, other = random.uniform(60, 75), random.uniform(95, 125)
    centre = plane.at(Point(0.0, 0.0), one + other + random.uniform(45, 140), random.uniform(0, 360))
    return labelled(Circle(Point(0.0, 0.0), one), Circle(centre, other))


def inside(random: Random, corners: Sequence[Point], least: float = 0.18) -> Point:
    """Return a point within a triangle, each of whose barycentric coordinates is at least so much."""
    while True:
        first, second = random.random(), random.random()
        weights = (first, second, 1 - first - second)
        if min(weights) >= least and max(weights) - min(weights) >= 0.12:
            return plane.weighted(corners, weights)


def cevians(figure: Figure) -> tuple[Figure, ...]:
    """Return likely mistakes in a triangle ABC: the medians; the altitudes; the bisectors with the inscribed circle."""
    corners = figure["ABC"]
    medians: list[Segment] = []
    altitudes: list[Segment] = []
    bisectors: list[Segment] = []
    for index, vertex in enumerate(corners):
        left, right = corners[index - 1], corners[index - 2]
        side = Segment(left, right)
        medians.append(Segment(vertex, plane.midpoint(left, right)))
        altitudes.append(Segment(vertex, plane.foot(vertex, side)))
        bisectors.append(Segment(vertex, plane.meet(plane.angle_bisector(left, vertex, right), side)))
    within = trigon.incircle(*corners)
    return (
        Figure(segments=(*medians,)),
        Figure(segments=(*altitudes,)),
        Figure(segments=(*bisectors,), circles=(within,)),
    )


def spokes(figure: Figure) -> tuple[Figure, ...]:
    """Lines from the vertices of a triangle ABC to each of its best known centres."""
    corners = figure["ABC"]
    centres = (
        plane.mean(corners),
        trigon.incentre(*corners),
        plane.circle_through(*corners).centre,
        trigon.orthocentre(*corners),
        trigon.symmedian_point(*corners),
    )
    return tuple(Figure(segments=tuple(Segment(corner, centre) for corner in corners)) for centre in centres)


def circles(figure: Figure) -> tuple[Figure, ...]:
    """The best known circles of a triangle ABC, one each: around it, within it, and through the midpoints."""
    corners = figure["ABC"]
    known = plane.circle_through(*corners), trigon.incircle(*corners), trigon.nine_point_circle(*corners)
    return tuple(Figure(circles=(circle,)) for circle in known)
