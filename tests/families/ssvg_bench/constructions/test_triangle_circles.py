"""Circles of a triangle: each solver is checked against the theorem or the text, for many seeds."""

from collections.abc import Iterator
from itertools import combinations

import pytest
import residuals as check

from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.families.ssvg_bench.content.constructions.single_solution import triangle_circles
from sgpkit.graphics.geometry import Point, Segment

SEEDS = 200
NEARLY = 0.1
"""In units and degrees: a hundredth of the tolerance of the grading. Given parts are rounded to 0.01 units."""

CONSTRUCTIONS = {construction.name: construction for construction in triangle_circles.CONSTRUCTIONS}


def excircle(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    a, b, c = check.triangle(drawing)
    for side in check.sides(drawing):
        yield check.not_tangent(side, circle)
    crossed = check.crossing(Segment(a, circle.centre), Segment(b, c))
    yield check.off_segment(crossed, Segment(a, circle.centre)) + check.off_segment(crossed, Segment(b, c))
    for segment, corner in zip(drawing.added.segments, (c, b), strict=True):
        yield check.apart(segment.start, corner) + check.off_circle(segment.end, circle)
        yield check.off_segment(corner, Segment(a, segment.end))


def nine_points(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    crossing = check.orthocentre_of(*check.triangle(drawing))
    for segment, side, corner in zip(
        drawing.added.segments, check.sides(drawing), check.triangle(drawing), strict=True
    ):
        yield check.not_concyclic(segment, circle) + check.off_line(circle.centre, segment)
        yield check.off_segment(segment.start, side)
        yield check.apart(segment.start, side.start) - check.apart(segment.start, side.end)
        yield check.off_line(segment.end, Segment(corner, crossing))
        yield check.apart(segment.end, corner) - check.apart(segment.end, crossing)
        yield check.off_circle(check.crossing(Segment(corner, crossing), side), circle)


def spieker(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    sides = check.sides(drawing)
    middles = [Point((side.start.x + side.end.x) / 2, (side.start.y + side.end.y) / 2) for side in sides]
    yield check.same_sides(drawing.added.segments, middles)
    for segment in drawing.added.segments:
        yield check.not_tangent(segment, circle)
    # The centre of gravity of the sides, each weighted by its length.
    weight = sum(side.length for side in sides)
    balance = [sum(side.length * middle[axis] for side, middle in zip(sides, middles, strict=True)) for axis in (0, 1)]
    yield check.apart(circle.centre, Point(balance[0] / weight, balance[1] / weight))


def lemoine_circle(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    centre, sides = drawing.added.points["K"], check.sides(drawing)
    # The distances of K from the sides are proportional to the sides.
    yield 100 * check.unequal([check.off_line(centre, side) / side.length for side in sides])
    for index, segment in enumerate(drawing.added.segments):
        yield check.not_parallel(segment, sides[index]) + check.off_segment(centre, segment)
        yield check.not_concyclic(segment, circle)
        for end in segment:
            yield min(check.off_segment(end, side) for side in (sides[index - 1], sides[index - 2]))


def taylor(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    sides, corners = check.sides(drawing), check.triangle(drawing)
    for index, (side, corner) in enumerate(zip(sides, corners, strict=True)):
        one, other = drawing.added.segments[2 * index : 2 * index + 2]
        yield check.apart(one.start, other.start) + check.off_segment(one.start, side)
        yield check.not_square_on(Segment(corner, one.start), side)
        for segment in (one, other):
            yield check.off_circle(segment.end, circle)
            beside = min(
                (sides[index - 1], sides[index - 2]), key=lambda line, at=segment.end: check.off_line(at, line)
            )
            yield check.off_segment(segment.end, beside) + check.not_square_on(segment, beside)
        assert check.angle(one.end, one.start, other.end) > 20


def van_lamoen(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    yield from check.centroid(
        Drawing(drawing.given, drawing.added.__class__({"G": check.mean(drawing)}, drawing.added.segments))
    )
    for segment, side in zip(drawing.added.segments, check.sides(drawing), strict=True):
        for corner in side:
            yield check.off_circle(check.centre_around(check.mean(drawing), segment.end, corner), circle)


def conway(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    corners = check.triangle(drawing)
    for index, (corner, side) in enumerate(zip(corners, check.sides(drawing), strict=True)):
        pair = drawing.added.segments[2 * index : 2 * index + 2]
        for segment, other in zip(pair, side, strict=True):
            yield check.apart(segment.start, corner) + check.off_circle(segment.end, circle)
            yield segment.length - side.length
            yield check.off_segment(corner, Segment(other, segment.end))


def johnson(drawing: Drawing) -> Iterator[float]:
    crossing = check.orthocentre_of(*check.triangle(drawing))
    around = check.centre_around(*check.triangle(drawing)).distance(check.triangle(drawing)[0])
    for circle, side in zip(drawing.added.circles, check.sides(drawing), strict=True):
        yield check.not_concyclic((*side, crossing), circle)
        yield circle.radius - around


def mixtilinear(drawing: Drawing) -> Iterator[float]:
    inner, around = drawing.added.circles
    _, second, third = check.sides(drawing)
    yield check.not_concyclic(check.triangle(drawing), around)
    yield check.not_tangent(second, inner) + check.not_tangent(third, inner)
    yield check.not_inside(inner, around)


def malfatti(drawing: Drawing) -> Iterator[float]:
    circles, sides = drawing.added.circles, check.sides(drawing)
    for one, other in combinations(circles, 2):
        yield check.not_touching(one, other)
    for index, circle in enumerate(circles):
        yield check.not_tangent(sides[index - 1], circle) + check.not_tangent(sides[index - 2], circle)
        assert check.off_line(circle.centre, sides[index]) > circle.radius


def arc_midpoint(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    (around,) = drawing.given.circles
    a, b, c = check.triangle(drawing)
    ((start, middle),) = drawing.added.segments
    yield check.apart(start, a) + check.off_circle(middle, around) + check.apart(middle, circle.centre)
    yield check.angle(b, a, middle) - check.angle(middle, a, c)
    lengths = [side.length for side in check.sides(drawing)]
    incentre_of = Point(
        *(
            sum(length * corner[axis] for length, corner in zip(lengths, (a, b, c), strict=True)) / sum(lengths)
            for axis in (0, 1)
        )
    )
    yield check.not_concyclic((b, c, incentre_of), circle)


def four_touching(drawing: Drawing) -> Iterator[float]:
    within, *excircles = drawing.added.circles
    sides, corners = check.sides(drawing), check.triangle(drawing)
    for circle in drawing.added.circles:
        for side in sides:
            yield check.not_tangent(side, circle)
    for side, corner, circle in zip(sides, corners, excircles, strict=True):
        assert check.on_same_side(side, corner, within.centre)
        assert not check.on_same_side(side, corner, circle.centre)


def feuerbach(drawing: Drawing) -> Iterator[float]:
    within, nine = drawing.added.circles
    for side, corner in zip(check.sides(drawing), check.triangle(drawing), strict=True):
        yield check.not_tangent(side, within) + check.off_circle(check.middle(*side), nine)
        assert check.on_same_side(side, corner, within.centre)
    yield check.not_inside(within, nine)


def brocard_circles(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    point = drawing.added.points["W"]
    for circle, (one, other, far) in zip(drawing.added.circles, ((a, b, c), (b, c, a), (c, a, b)), strict=True):
        yield check.not_concyclic((one, other, point), circle) + check.not_tangent(Segment(other, far), circle)
    yield check.angle(point, a, b) - check.angle(point, b, c)
    yield check.angle(point, b, c) - check.angle(point, c, a)


def fuhrmann(drawing: Drawing) -> Iterator[float]:
    (around,) = drawing.given.circles
    (circle,) = drawing.added.circles
    images = [drawing.added.points[label] for label in "PQR"]
    yield check.same_sides(drawing.added.segments, images) + check.not_concyclic(images, circle)
    for image, side, corner in zip(images, check.sides(drawing), check.triangle(drawing), strict=True):
        foot = check.middle(*side)
        arc = Point(2 * foot.x - image.x, 2 * foot.y - image.y)
        yield check.off_circle(arc, around) + check.apart(arc, side.start) - check.apart(arc, side.end)
        assert not check.on_same_side(side, corner, arc)
    yield check.off_circle(check.orthocentre_of(*check.triangle(drawing)), circle)


def kosnita(drawing: Drawing) -> Iterator[float]:
    corners = check.triangle(drawing)
    middle = check.centre_around(*corners)
    yield check.not_concurrent(drawing.added.segments)
    for index, (circle, segment) in enumerate(zip(drawing.added.circles, drawing.added.segments, strict=True)):
        yield check.not_concyclic((middle, corners[index - 1], corners[index - 2]), circle)
        yield check.apart(segment.start, corners[index]) + check.apart(segment.end, circle.centre)


def three_mixtilinear(drawing: Drawing) -> Iterator[float]:
    (around,) = drawing.given.circles
    sides, corners = check.sides(drawing), check.triangle(drawing)
    yield check.not_concurrent(drawing.added.segments)
    for index, (circle, segment) in enumerate(zip(drawing.added.circles, drawing.added.segments, strict=True)):
        yield check.not_tangent(sides[index - 1], circle) + check.not_tangent(sides[index - 2], circle)
        yield check.not_inside(circle, around) + check.apart(segment.start, corners[index])
        yield check.off_circle(segment.end, circle) + check.off_circle(segment.end, around)


def circles_on_sides(drawing: Drawing) -> Iterator[float]:
    sides, corners = check.sides(drawing), check.triangle(drawing)
    for index, (circle, segment) in enumerate(zip(drawing.added.circles, drawing.added.segments, strict=True)):
        yield check.apart(circle.centre, check.middle(*sides[index])) + 2 * circle.radius - sides[index].length
        yield check.apart(segment.start, corners[index]) + check.off_segment(segment.end, sides[index])
        for other in (drawing.added.circles[index - 1], drawing.added.circles[index - 2]):
            yield check.not_concyclic(segment, other)


PROPERTIES: dict[str, check.Property] = {
    "incircle-and-excircles": four_touching,
    "feuerbach": feuerbach,
    "circles-of-the-brocard-point": brocard_circles,
    "fuhrmann-triangle": fuhrmann,
    "kosnita-point": kosnita,
    "three-mixtilinear-incircles": three_mixtilinear,
    "circles-on-the-sides": circles_on_sides,
    "excircle": excircle,
    "nine-point-circle": nine_points,
    "spieker-circle": spieker,
    "lemoine-circle": lemoine_circle,
    "taylor-circle": taylor,
    "van-lamoen-circle": van_lamoen,
    "conway-circle": conway,
    "johnson-circles": johnson,
    "mixtilinear-incircle": mixtilinear,
    "malfatti-circles": malfatti,
    "arc-midpoint": arc_midpoint,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_what_is_solved_has_the_property(name: str) -> None:
    check.assert_solved(CONSTRUCTIONS[name], PROPERTIES[name], SEEDS, NEARLY)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_property_holds_every_element(name: str) -> None:
    check.assert_every_element_counts(CONSTRUCTIONS[name], PROPERTIES[name], NEARLY)
