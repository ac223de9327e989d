"""Families of circles: each solver is checked against the theorem, for many seeds."""

import math
from collections.abc import Iterator
from itertools import combinations

import pytest
import residuals as check

from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.families.ssvg_bench.content.constructions.single_solution import families_of_circles
from sgpkit.graphics.geometry import Circle, Point, Segment

SEEDS = 40
NEARLY = 0.2
CONSTRUCTIONS = {construction.name: construction for construction in families_of_circles.CONSTRUCTIONS}


def both(one: Circle, other: Circle) -> list[Point]:
    """Return the common points of two circles, by Heron's formula for the triangle of a point and the centres."""
    apart = check.apart(one.centre, other.centre)
    half = (apart + one.radius + other.radius) / 2
    area = math.sqrt(half * (half - apart) * (half - one.radius) * (half - other.radius))
    height = 2 * area / apart
    along = math.sqrt(one.radius**2 - height**2)
    if other.radius**2 > one.radius**2 + apart**2:
        along = -along
    (ax, ay), (bx, by) = one.centre, other.centre
    ux, uy = (bx - ax) / apart, (by - ay) / apart
    return [Point(ax + along * ux - sign * height * uy, ay + along * uy + sign * height * ux) for sign in (1, -1)]


def corners(drawing: Drawing) -> list[Point]:
    return [point for label, point in sorted(drawing.given.points.items()) if label in "ABCDEF"]


def around_corners(drawing: Drawing) -> Iterator[float]:
    within, *around = (*drawing.given.circles, *drawing.added.circles)
    given = corners(drawing)
    assert len(around) == len(given)
    for circle, corner in zip(around, given, strict=True):
        yield check.apart(circle.centre, corner)
    for one, other in check.cycle(around):
        yield check.not_touching(one, other)
    for radius, (start, end) in zip(drawing.added.segments, check.cycle(given), strict=True):
        yield check.apart(radius.start, within.centre) + check.off_circle(radius.end, within)
        yield check.not_tangent(Segment(start, end), within) + check.off_segment(radius.end, Segment(start, end))


def arc_middles(drawing: Drawing) -> Iterator[float]:
    (around,) = drawing.given.circles
    bisectors, triangle = drawing.added.segments[:3], drawing.added.segments[3:]
    yield check.not_concurrent(bisectors)
    meeting = check.crossing(*bisectors[:2])
    for at, (line, circle) in enumerate(zip(bisectors, drawing.added.circles, strict=True)):
        corner, left, right = (corners(drawing)[at - step] for step in range(3))
        yield check.apart(line.start, corner) + check.off_circle(line.end, around)
        yield check.angle(left, corner, line.end) - check.angle(right, corner, line.end)
        yield check.apart(circle.centre, line.end) + check.not_concyclic((left, right, meeting), circle)
    yield check.same_sides(triangle, [line.end for line in bisectors])
    yield check.apart(check.orthocentre_of(*(line.end for line in bisectors)), meeting)


def clifford(drawing: Drawing) -> Iterator[float]:
    start = drawing.given.points["P"]
    seconds = {
        pair: max(both(*pair), key=lambda point: check.apart(point, start))
        for pair in combinations(drawing.given.circles, 2)
    }
    assert len(drawing.added.circles) == 4
    for three, circle in zip(combinations(drawing.given.circles, 3), drawing.added.circles, strict=True):
        yield check.not_concyclic([seconds[pair] for pair in combinations(three, 2)], circle)
    first, second, *others = drawing.added.circles
    yield min(sum(check.off_circle(point, other) for other in others) for point in both(first, second))


def steiner(drawing: Drawing) -> Iterator[float]:
    *four, fifth = drawing.added.circles
    for three, circle in zip(combinations(drawing.given.segments, 3), four, strict=True):
        yield check.not_concyclic([check.crossing(*pair) for pair in combinations(three, 2)], circle)
    yield check.not_concyclic([circle.centre for circle in four], fifth)
    points = both(four[0], four[1])
    yield min(sum(check.off_circle(point, other) for other in (four[2], four[3], fifth)) for point in points)


def poncelet(drawing: Drawing) -> Iterator[float]:
    given = corners(drawing)
    for three, circle in zip(combinations(given, 3), drawing.added.circles, strict=True):
        yield check.not_concyclic([check.middle(*pair) for pair in combinations(three, 2)], circle)
    first, second, *others = drawing.added.circles
    yield min(sum(check.off_circle(point, other) for other in others) for point in both(first, second))
    for line, (one, other) in zip(drawing.added.segments, (given[::2], given[1::2]), strict=True):
        yield check.apart(line.start, one) + check.apart(line.end, other)


def rose(drawing: Drawing) -> Iterator[float]:
    (large,) = drawing.given.circles
    middle, *others = drawing.added.circles
    yield check.apart(middle.centre, drawing.given.points["O"])
    yield check.unequal([circle.radius for circle in (middle, *others)])
    yield min(check.off_circle(drawing.given.points["A"], circle) for circle in others)
    for one, other in check.cycle(others):
        yield check.not_inside(one, large) + check.not_touching(one, middle) + check.not_touching(one, other)
    yield check.same_sides(drawing.added.segments, [circle.centre for circle in others])


def lunes(drawing: Drawing) -> Iterator[float]:
    given = corners(drawing)
    *four, around = drawing.added.circles
    yield check.not_concyclic(given, around)
    for (start, end), circle in zip(check.cycle(given), four, strict=True):
        yield check.apart(circle.centre, check.middle(start, end)) + check.off_circle(around.centre, circle)
        yield check.not_concyclic((start, end), circle)
    for line, (one, other) in zip(drawing.added.segments, (given[::2], given[1::2]), strict=True):
        yield check.apart(line.start, one) + check.apart(line.end, other)


def four_tangents(drawing: Drawing) -> Iterator[float]:
    one, other = drawing.given.circles
    (circle,) = drawing.added.circles
    outer, inner = drawing.added.segments[:2], drawing.added.segments[2:]
    yield check.apart(circle.centre, check.middle(one.centre, other.centre))
    for line in (*outer, *inner):
        yield check.not_tangent(line, one) + check.not_tangent(line, other)
    for line in outer:
        assert check.on_same_side(line, one.centre, other.centre)
        yield min(check.off_circle(line.start, one), check.off_circle(line.start, other))
        yield min(check.off_circle(line.end, one), check.off_circle(line.end, other))
    for line in inner:
        assert not check.on_same_side(line, one.centre, other.centre)
        yield check.not_concyclic(line, circle)
        yield sum(min(check.off_segment(end, tangent) for tangent in outer) for end in line)


def quarters(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    d, e, f = check.middle(b, c), check.middle(c, a), check.middle(a, b)
    *small, whole = drawing.added.circles
    yield check.same_sides(drawing.added.segments[:3], (d, e, f))
    yield check.same_sides(drawing.added.segments[3:], [circle.centre for circle in small[:3]])
    for circle, three in zip((*small, whole), ((a, e, f), (b, f, d), (c, d, e), (d, e, f), (a, b, c)), strict=True):
        yield sum(check.not_tangent(Segment(*side), circle) for side in check.cycle(three))
    yield from (2 * circle.radius - whole.radius for circle in small)


def hexagrams(drawing: Drawing) -> Iterator[float]:
    outer, inner = drawing.added.circles
    yield check.not_concyclic(corners(drawing), outer)
    yield outer.radius - 2 * inner.radius
    triangles = [drawing.added.segments[at : at + 3] for at in range(0, 12, 3)]
    for at, sides in enumerate(triangles):
        yield check.unequal([side.length for side in sides])
        yield sum(check.apart(one.end, other.start) for one, other in check.cycle(sides))
        yield sum(check.off_circle(side.start, outer if at < 2 else inner) for side in sides)
        if at < 2:
            yield sum(check.not_tangent(side, inner) for side in sides)
            yield sum(min(check.apart(side.start, corner) for corner in corners(drawing)) for side in sides)
    touching = [check.middle(*side) for side in (*triangles[0], *triangles[1])]
    ends = [side.start for side in (*triangles[2], *triangles[3])]
    yield sum(min(check.apart(end, point) for point in touching) for end in ends)
    assert min(check.apart(*pair) for pair in combinations(ends, 2)) > 20


def reuleaux(drawing: Drawing) -> Iterator[float]:
    given = corners(drawing)
    for corner, circle in zip(given, drawing.added.circles, strict=True):
        yield check.apart(circle.centre, corner)
        yield check.not_concyclic([other for other in given if other != corner], circle)
    tips = []
    for index in range(3):
        points = both(drawing.added.circles[index - 1], drawing.added.circles[index - 2])
        tips.append(max(points, key=lambda point: check.apart(point, given[index])))
    yield check.same_sides(drawing.added.segments, tips)
    yield sum(min(check.off_segment(corner, side) for side in drawing.added.segments) for corner in given)


PROPERTIES: dict[str, check.Property] = {
    "circles-around-the-corners": around_corners,
    "circles-around-four-corners": around_corners,
    "arc-midpoints-and-incentre": arc_middles,
    "clifford-four-circles": clifford,
    "steiner-miquel": steiner,
    "poncelet-point": poncelet,
    "rose-window": rose,
    "lunes-of-a-square": lunes,
    "four-common-tangents": four_tangents,
    "incircles-of-four-quarters": quarters,
    "hexagram-in-a-hexagram": hexagrams,
    "reuleaux-triangle": reuleaux,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_what_is_solved_has_the_property(name: str) -> None:
    check.assert_solved(CONSTRUCTIONS[name], PROPERTIES[name], SEEDS, NEARLY)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_property_holds_every_element(name: str) -> None:
    check.assert_every_element_counts(CONSTRUCTIONS[name], PROPERTIES[name], NEARLY)
