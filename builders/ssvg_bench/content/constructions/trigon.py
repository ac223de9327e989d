"""Centres and circles of a triangle, as solvers and given parts need them. The triangle is its three corners."""

from collections.abc import Iterable

from sgpkit.graphics.geometry import Circle, Point, Segment

from . import plane


def lengths(a: Point, b: Point, c: Point) -> tuple[float, float, float]:
    """Return the lengths of the sides opposite to a, b and c."""
    return b.distance(c), c.distance(a), a.distance(b)


def orthocentre(a: Point, b: Point, c: Point) -> Point:
    return plane.meet(plane.perpendicular(Segment(b, c), a), plane.perpendicular(Segment(c, a), b))


def incentre(a: Point, b: Point, c: Point) -> Point:
    return plane.weighted((a, b, c), lengths(a, b, c))


def incircle(a: Point, b: Point, c: Point) -> Circle:
    return plane.touching(incentre(a, b, c), Segment(b, c))


def excircle(a: Point, b: Point, c: Point) -> Circle:
    """The one that touches the side opposite to a from outside."""
    first, *others = lengths(a, b, c)
    return plane.touching(plane.weighted((a, b, c), (-first, *others)), Segment(b, c))


def nine_point_circle(a: Point, b: Point, c: Point) -> Circle:
    return plane.circle_through(plane.midpoint(a, b), plane.midpoint(b, c), plane.midpoint(c, a))


def symmedian_point(a: Point, b: Point, c: Point) -> Point:
    return plane.weighted((a, b, c), tuple(length**2 for length in lengths(a, b, c)))


def cevian(vertex: Point, through: Point, left: Point, right: Point) -> Segment:
    """Return the segment from a vertex through a point to the line of the opposite side."""
    return Segment(vertex, plane.meet(Segment(vertex, through), Segment(left, right)))


def cevians(corners: Iterable[Point], through: Point) -> tuple[Segment, Segment, Segment]:
    a, b, c = corners
    return cevian(a, through, b, c), cevian(b, through, c, a), cevian(c, through, a, b)


def apex(a: Point, b: Point, away_from: Point) -> Point:
    """Return the third corner of the equilateral triangle on ab, on the other side than a given point."""
    one, other = plane.turned(b, a, 60), plane.turned(b, a, -60)
    return one if one.distance(away_from) > other.distance(away_from) else other


def square(a: Point, b: Point, away_from: Point) -> tuple[Point, Point]:
    """Return the corners of the square on ab, on the other side than a given point: the one next to b comes first."""
    side = plane.normal(b - a)
    if side.dot(away_from - a) > 0:
        side = side * -1
    return b + side, a + side


def squares(a: Point, b: Point, c: Point) -> tuple[tuple[Point, ...], tuple[Segment, ...]]:
    """Return the corners D to K of the squares ABDE, BCFG and CAHK, which stand outward on the sides of ABC, and the
    three sides that each square adds."""
    d, e = square(a, b, c)
    f, g = square(b, c, a)
    h, k = square(c, a, b)
    return (d, e, f, g, h, k), (*plane.chain(b, d, e, a), *plane.chain(c, f, g, b), *plane.chain(a, h, k, c))
