"""Lines and triangles of a triangle: each solver is checked against the theorem or the text, for many seeds."""

from collections.abc import Iterator

import pytest
import residuals as check

from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.families.ssvg_bench.content.constructions.single_solution import triangles
from sgpkit.graphics.geometry import Point, Segment

SEEDS = 200
NEARLY = 0.1
"""In units and degrees: a hundredth of the tolerance of the grading. Given parts are rounded to 0.01 units."""

CONSTRUCTIONS = {construction.name: construction for construction in triangles.CONSTRUCTIONS}


def euler(drawing: Drawing) -> Iterator[float]:
    ((centre, crossing),) = drawing.added.segments
    a, b, c = corners = check.triangle(drawing)
    yield check.unequal([centre.distance(corner) for corner in corners])
    yield check.not_square_on(Segment(a, crossing), Segment(b, c))
    yield check.not_square_on(Segment(b, crossing), Segment(c, a))
    middle = Point(sum(corner.x for corner in corners) / 3, sum(corner.y for corner in corners) / 3)
    yield check.apart(crossing, middle) - 2 * check.apart(middle, centre)
    yield check.off_line(middle, Segment(centre, crossing))


def medial(drawing: Drawing) -> Iterator[float]:
    d, e, f = (drawing.added.points[label] for label in "DEF")
    yield check.same_sides(drawing.added.segments, (d, e, f))
    for side, half, middle in zip(check.sides(drawing), ((e, f), (f, d), (d, e)), (d, e, f), strict=True):
        yield check.not_parallel(side, Segment(*half)) + abs(check.apart(*side) - 2 * check.apart(*half))
        yield check.off_segment(middle, side)


def orthic(drawing: Drawing) -> Iterator[float]:
    d, e, f = (drawing.added.points[label] for label in "DEF")
    yield check.same_sides(drawing.added.segments, (d, e, f))
    for side, (left, foot, right) in zip(check.sides(drawing), ((f, d, e), (d, e, f), (e, f, d)), strict=True):
        yield check.off_segment(foot, side)
        # Light would run around this triangle: each side of ABC reflects one side of it into the next.
        yield min(
            abs(check.angle(side.start, foot, left) - check.angle(right, foot, side.end)),
            abs(check.angle(side.start, foot, right) - check.angle(left, foot, side.end)),
        )


def excentral(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    p, q, r = (drawing.added.points[label] for label in "PQR")
    yield check.same_sides(drawing.added.segments, (p, q, r))
    for centre in (p, q, r):
        yield check.unequal([check.off_line(centre, side) for side in check.sides(drawing)])
    yield (
        check.off_segment(a, Segment(q, r)) + check.off_segment(b, Segment(r, p)) + check.off_segment(c, Segment(p, q))
    )


def tangential(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    corners = check.triangle(drawing)
    yield check.not_concyclic(corners, circle)
    yield check.same_sides(drawing.added.segments, [drawing.added.points[label] for label in "PQR"])
    for segment in drawing.added.segments:
        yield check.not_tangent(segment, circle)
        yield min(check.off_segment(corner, segment) for corner in corners)


def pedal(drawing: Drawing) -> Iterator[float]:
    inner = drawing.given.points["P"]
    feet = [drawing.added.points[label] for label in "DEF"]
    yield check.same_sides(drawing.added.segments[:3], feet)
    for segment, side, foot in zip(drawing.added.segments[3:], check.sides(drawing), feet, strict=True):
        yield check.apart(segment.start, inner) + check.apart(segment.end, foot) + check.off_segment(foot, side)
        yield check.not_square_on(segment, side)


def napoleon(drawing: Drawing) -> Iterator[float]:
    *erected, one, two, three = [*drawing.added.segments[3:], *drawing.added.segments[:3]]
    yield check.unequal([segment.length for segment in (one, two, three)])
    centres = [drawing.added.points[label] for label in "XYZ"]
    yield check.same_sides((one, two, three), centres)
    for index, (side, vertex) in enumerate(zip(check.sides(drawing), check.triangle(drawing), strict=True)):
        peak = erected[2 * index].end
        yield check.same_sides((side, *erected[2 * index : 2 * index + 2]), (*side, peak))
        yield check.unequal([check.apart(*side), check.apart(side.start, peak), check.apart(side.end, peak)])
        yield check.unequal([check.apart(centres[index], corner) for corner in (*side, peak)])
        crossed = check.crossing(Segment(vertex, peak), side)
        yield check.off_segment(crossed, Segment(vertex, peak))


def morley(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    p, q, r = (drawing.added.points[label] for label in "PQR")
    yield check.same_sides(drawing.added.segments[:3], (p, q, r))
    yield check.unequal([check.apart(*side) for side in check.cycle((p, q, r))])
    for one, vertex, other, near, far in ((b, a, c, r, q), (c, b, a, p, r), (a, c, b, q, p)):
        third = check.angle(one, vertex, other) / 3
        yield abs(check.angle(one, vertex, near) - third) + abs(check.angle(near, vertex, far) - third)
        yield check.same_sides(drawing.added.segments[3:], (vertex, near)) + check.same_sides(
            drawing.added.segments[3:], (vertex, far)
        )


def de_longchamps(drawing: Drawing) -> Iterator[float]:
    p, q, r, centre = (drawing.added.points[label] for label in "PQRL")
    yield check.same_sides(drawing.added.segments[:3], (p, q, r))
    large = Segment(q, r), Segment(r, p), Segment(p, q)
    for corner, side, line in zip(check.triangle(drawing), large, drawing.added.segments[3:], strict=True):
        yield check.off_segment(corner, side) + abs(check.apart(corner, side.start) - check.apart(corner, side.end))
        yield check.not_square_on(line, side) + check.apart(line.end, centre)


def simson(drawing: Drawing) -> Iterator[float]:
    *perpendiculars, line = drawing.added.segments
    yield check.not_collinear([*line, *(segment.end for segment in perpendiculars)])
    for segment, side in zip(perpendiculars, check.sides(drawing), strict=True):
        yield check.apart(segment.start, drawing.given.points["P"])
        yield check.not_square_on(segment, side) + check.off_line(segment.end, side)
        yield check.off_segment(segment.end, line)


def trilinear_polar(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    inner = drawing.given.points["P"]
    d, e, f = feet = [drawing.added.points[label] for label in "DEF"]
    yield check.same_sides(drawing.added.segments[:3], feet)
    line = drawing.added.segments[3]
    # Each point of the polar and the foot on its side divide the side harmonically.
    for vertex, left, right, foot, label in ((a, b, c, d, "X"), (b, c, a, e, "Y"), (c, a, b, f, "Z")):
        far = drawing.added.points[label]
        yield check.off_segment(far, line) + check.off_line(far, Segment(left, right))
        yield check.off_line(inner, Segment(vertex, foot))
        yield 100 * (
            check.apart(left, foot) / check.apart(foot, right) / (check.apart(left, far) / check.apart(far, right)) - 1
        )


def one_seventh(drawing: Drawing) -> Iterator[float]:
    one, two, three = drawing.added.segments
    inner = check.crossing(one, two), check.crossing(two, three), check.crossing(three, one)
    yield 100 * (7 * check.area(*inner) / check.area(*check.triangle(drawing)) - 1)
    for segment, side, corner in zip((one, two, three), check.sides(drawing), check.triangle(drawing), strict=True):
        yield check.apart(segment.start, corner)
        yield 2 * check.apart(side.start, segment.end) - check.apart(segment.end, side.end)
        yield check.off_segment(segment.end, side)


def outer_bisectors(drawing: Drawing) -> Iterator[float]:
    *lines, axis = drawing.added.segments
    for segment, side, corner in zip(lines, check.sides(drawing), check.triangle(drawing), strict=True):
        yield (
            check.apart(segment.start, corner)
            + check.off_line(segment.end, side)
            + check.off_segment(segment.end, axis)
        )
        # It has the same angle to both sides; outside, these angles and the inner one add up to 180°.
        one, other = (check.angle(segment.end, corner, end) for end in side)
        yield abs(one + other - 180)
        assert min(check.apart(segment.end, end) for end in side) > 10


def lemoine_axis(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    *lines, axis = drawing.added.segments
    yield check.not_concyclic(check.triangle(drawing), circle)
    for segment, side, corner in zip(lines, check.sides(drawing), check.triangle(drawing), strict=True):
        yield check.apart(segment.start, corner) + check.not_tangent(segment, circle)
        yield check.off_line(segment.end, side) + check.off_segment(segment.end, axis)


PROPERTIES: dict[str, check.Property] = {
    "euler-line": euler,
    "medial-triangle": medial,
    "orthic-triangle": orthic,
    "excentral-triangle": excentral,
    "tangential-triangle": tangential,
    "pedal-triangle": pedal,
    "napoleon-triangle": napoleon,
    "morley-triangle": morley,
    "de-longchamps-point": de_longchamps,
    "simson-line": simson,
    "trilinear-polar": trilinear_polar,
    "one-seventh-area": one_seventh,
    "outer-bisectors-axis": outer_bisectors,
    "lemoine-axis": lemoine_axis,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_what_is_solved_has_the_property(name: str) -> None:
    check.assert_solved(CONSTRUCTIONS[name], PROPERTIES[name], SEEDS, NEARLY)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_property_holds_every_element(name: str) -> None:
    check.assert_every_element_counts(CONSTRUCTIONS[name], PROPERTIES[name], NEARLY)
