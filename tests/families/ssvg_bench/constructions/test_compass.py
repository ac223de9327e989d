"""Constructions with compass and straightedge: each result is checked against its task, for many seeds."""

import math
from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest
import residuals as check
import wanted
from wanted import foot, line, middle, missing, polygon, spokes

from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.families.ssvg_bench.content.constructions.single_solution import compass
from sgpkit.graphics.geometry import Circle, Point

SEEDS = 200
NEARLY = 0.1
"""In units and degrees: a hundredth of the tolerance of the grading. Given parts are rounded to 0.01 units."""

CONSTRUCTIONS = {construction.name: construction for construction in compass.CONSTRUCTIONS}


def about(circle: Circle, centre: Point, through: Point) -> float:
    """Return how far a circle is from having a centre and passing through a point."""
    return check.apart(circle.centre, centre) + check.off_circle(through, circle)


def on_diameter(circle: Circle, a: Point, b: Point) -> float:
    return about(circle, middle(a, b), a)


def regular(*corners: Point) -> float:
    """Return whether a convex polygon has equal sides and equal angles."""
    count = len(corners)
    lengths = [check.apart(*side) for side in polygon(*corners)]
    angles = [check.angle(corners[n - 2], corners[n - 1], corners[n]) for n in range(count)]
    return check.unequal(lengths) + max(abs(angle - 180 + 360 / count) for angle in angles)


def on_side_of_s(drawing: Drawing, *points: Point) -> bool:
    a, b, s = drawing.given["ABS"]
    return all(wanted.same_side(point, s, line(a, b)) for point in points)


def euclid(drawing: Drawing) -> Iterator[float]:
    a, b = drawing.given["AB"]
    (c,) = drawing.added["C"]
    one, other = drawing.added.circles
    yield about(one, a, b) + about(other, b, a) + check.not_concyclic((c,), one) + check.not_concyclic((c,), other)
    yield missing(drawing.added.segments, (a, c), (b, c))
    assert on_side_of_s(drawing, c)


def square(drawing: Drawing) -> Iterator[float]:
    a, b = drawing.given["AB"]
    c, d = drawing.added["CD"]
    yield missing(drawing.added.segments, (b, c), (c, d), (d, a), (a, c), (b, d)) + regular(a, b, c, d)
    assert on_side_of_s(drawing, c, d)


def golden(drawing: Drawing) -> Iterator[float]:
    a, b = drawing.given["AB"]
    c, d, e = drawing.added["CDE"]
    one, other = drawing.added.circles
    yield missing(drawing.added.segments, (b, c), (a, c)) + check.angle(a, b, c) - 90
    yield 2 * check.apart(b, c) - check.apart(a, b)
    yield about(one, c, b) + about(other, a, d) + check.off_circle(d, one) + check.off_circle(e, other)
    yield check.off_segment(d, line(a, c)) + check.off_segment(e, line(a, b))
    # The whole is to the larger part as this is to the smaller one.
    yield check.apart(a, e) ** 2 / check.apart(a, b) - check.apart(e, b)
    assert on_side_of_s(drawing, c)


def arch(drawing: Drawing) -> Iterator[float]:
    a, b = drawing.given["AB"]
    one, other, within = drawing.added.circles
    yield about(one, a, b) + about(other, b, a)
    yield check.not_inside(within, one) + check.not_inside(within, other) + check.not_tangent(line(a, b), within)
    assert on_side_of_s(drawing, within.centre)


def pentagon_on_side(drawing: Drawing) -> Iterator[float]:
    a, b = drawing.given["AB"]
    c, d, e = drawing.added["CDE"]
    yield missing(drawing.added.segments, (b, c), (c, d), (d, e), (e, a)) + regular(a, b, c, d, e)
    assert on_side_of_s(drawing, c, d, e)


def mascheroni(drawing: Drawing) -> Iterator[float]:
    a, b = drawing.given["AB"]
    c, p, q = drawing.added["CPQ"]
    first, second, third, fourth, fifth = drawing.added.circles
    yield check.apart(middle(a, c), b)
    yield about(first, a, b) + about(second, b, a) + about(third, c, a) + about(fourth, p, a) + about(fifth, q, a)
    for point in (p, q):
        yield check.off_circle(point, first) + check.off_circle(point, third)
    assert check.apart(p, q) > 1
    yield check.off_circle(middle(a, b), fourth) + check.off_circle(middle(a, b), fifth)


def hexagon(drawing: Drawing) -> Iterator[float]:
    o, a = drawing.given["OA"]
    corners = [side.start for side in drawing.added.segments]
    yield missing(drawing.added.segments, *polygon(*corners)) + regular(*corners)
    yield check.not_concyclic(corners, drawing.given.circles[0]) + min(check.apart(a, corner) for corner in corners)
    for corner, circle in zip(corners, drawing.added.circles, strict=True):
        yield about(circle, corner, o)


def pentagram(drawing: Drawing) -> Iterator[float]:
    (a,) = drawing.given["A"]
    corners = [side.start for side in drawing.added.segments[:5]]
    yield missing(drawing.added.segments, *combinations(corners, 2)) + regular(*corners)
    yield check.not_concyclic(corners, drawing.given.circles[0]) + min(check.apart(a, corner) for corner in corners)


def twelve(drawing: Drawing) -> Iterator[float]:
    o, a = drawing.given["OA"]
    corners = []
    for index in range(0, 12, 3):
        sides = drawing.added.segments[index : index + 3]
        triangle = [side.start for side in sides]
        yield missing(sides, *polygon(*triangle)) + regular(*triangle)
        corners += triangle
    yield check.not_concyclic(corners, drawing.given.circles[0]) + min(check.apart(a, corner) for corner in corners)
    ways = sorted(math.degrees(math.atan2(corner.y - o.y, corner.x - o.x)) for corner in corners)
    yield max(abs(later - earlier - 30) for earlier, later in pairwise(ways))


def octagon(drawing: Drawing) -> Iterator[float]:
    corners = drawing.given["ABCD"]
    centre = middle(corners[0], corners[2])
    matches = []
    for index, (start, end) in enumerate(drawing.added.segments):
        before, corner, after = corners[index - 1], corners[index], corners[(index + 1) % 4]
        yield check.off_segment(start, line(before, corner)) + check.off_segment(end, line(corner, after))
        yield about(drawing.added.circles[index], corner, centre)
        matches += [start, end]
    yield regular(*matches)


def geometric_mean(drawing: Drawing) -> Iterator[float]:
    a, b, h = drawing.given["ABH"]
    (c,) = drawing.added["C"]
    yield missing(drawing.added.segments, (h, c), (a, c), (b, c)) + check.angle(a, c, b) - 90
    yield check.apart(foot(c, line(a, b)), h) + abs(check.apart(h, c) ** 2 / check.apart(a, h) - check.apart(h, b))
    yield on_diameter(drawing.added.circles[0], a, b)
    assert on_side_of_s(drawing, c)


def rectangle(drawing: Drawing) -> Iterator[float]:
    a, b, c, _ = drawing.given["ABCD"]
    e, f, g, h = drawing.added["EFGH"]
    yield missing(drawing.added.segments, *polygon(b, f, g, h)) + regular(b, f, g, h)
    yield check.apart(b, f) ** 2 / check.apart(a, b) - check.apart(b, c)
    yield check.off_segment(b, line(c, f)) + check.off_segment(b, line(a, h)) + check.off_segment(b, line(a, e))
    yield check.apart(b, e) - check.apart(b, c)
    yield on_diameter(drawing.added.circles[0], a, e) + check.off_circle(f, drawing.added.circles[0])


def five_parts(drawing: Drawing) -> Iterator[float]:
    a, b = drawing.given["AB"]
    *others, last = drawing.added.segments
    yield missing((last,), (drawing.given.points["5"], b))
    previous = a
    for label, segment in zip("1234", others, strict=True):
        yield check.apart(segment.start, drawing.given.points[label]) + check.off_segment(segment.end, line(a, b))
        yield check.not_parallel(segment, last) + abs(5 * check.apart(previous, segment.end) - check.apart(a, b))
        previous = segment.end


def lunes(drawing: Drawing) -> Iterator[float]:
    a, b, c = drawing.given["ABC"]
    yield check.angle(a, c, b) - 90
    for circle, side in zip(drawing.added.circles, polygon(a, b, c), strict=True):
        yield on_diameter(circle, *side)
    large, *small = sorted((circle.radius for circle in drawing.added.circles), reverse=True)
    yield large - math.hypot(*small)


def thales(drawing: Drawing) -> Iterator[float]:
    o, p = drawing.given["OP"]
    s, t = drawing.added["ST"]
    (circle,) = drawing.given.circles
    yield missing(drawing.added.segments, *spokes(p, s, t, o), *spokes(o, s, t))
    yield on_diameter(drawing.added.circles[0], o, p)
    for touch in (s, t):
        yield check.off_circle(touch, circle) + check.not_tangent(line(p, touch), circle)
    assert check.apart(s, t) > 1


PROPERTIES = {
    "equilateral-triangle-of-euclid": euclid,
    "square-on-a-segment": square,
    "golden-section": golden,
    "gothic-arch": arch,
    "pentagon-on-a-side": pentagon_on_side,
    "midpoint-with-compass-alone": mascheroni,
    "hexagon-and-its-circles": hexagon,
    "pentagon-and-pentagram": pentagram,
    "twelve-points": twelve,
    "octagon-in-a-square": octagon,
    "geometric-mean": geometric_mean,
    "squaring-a-rectangle": rectangle,
    "five-equal-parts": five_parts,
    "lunes-of-hippocrates": lunes,
    "tangents-by-the-circle-of-thales": thales,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_what_is_solved_has_the_property(name: str) -> None:
    check.assert_solved(CONSTRUCTIONS[name], PROPERTIES[name], SEEDS, NEARLY)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_property_holds_every_element(name: str) -> None:
    check.assert_every_element_counts(CONSTRUCTIONS[name], PROPERTIES[name], NEARLY)
