"""Centres of triangles: each solver is checked against the theorem or the text, for many seeds."""

from collections.abc import Iterator

import pytest
import residuals as check

from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.families.ssvg_bench.content.constructions.single_solution import centres
from sgpkit.graphics.geometry import Segment

SEEDS = 200
NEARLY = 0.1
"""In units and degrees: a hundredth of the tolerance of the grading. Given parts are rounded to 0.01 units."""

CONSTRUCTIONS = {construction.name: construction for construction in centres.CONSTRUCTIONS}


def orthocentre(drawing: Drawing) -> Iterator[float]:
    yield from check.ends_on_sides(drawing)
    for segment, side in zip(drawing.added.segments, check.sides(drawing), strict=True):
        yield check.not_square_on(segment, side)


def circumcentre(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    yield check.not_concyclic(check.triangle(drawing), circle)
    for segment, side in zip(drawing.added.segments, check.sides(drawing), strict=True):
        yield check.apart(segment.start, circle.centre)
        yield check.off_segment(segment.end, side)
        yield check.not_square_on(segment, side)


def incentre(drawing: Drawing) -> Iterator[float]:
    yield from check.ends_on_sides(drawing)
    (circle,) = drawing.added.circles
    for segment, side in zip(drawing.added.segments, check.sides(drawing), strict=True):
        yield check.not_tangent(side, circle)
        yield check.angle(side.start, segment.start, segment.end) - check.angle(segment.end, segment.start, side.end)
        yield check.off_line(circle.centre, segment)


def gergonne(drawing: Drawing) -> Iterator[float]:
    yield from check.ends_on_sides(drawing)
    (circle,) = drawing.added.circles
    for segment, side in zip(drawing.added.segments, check.sides(drawing), strict=True):
        yield check.not_tangent(side, circle)
        yield check.off_circle(segment.end, circle)


def nagel(drawing: Drawing) -> Iterator[float]:
    yield from check.ends_on_sides(drawing)
    for segment, side in zip(drawing.added.segments, check.sides(drawing), strict=True):
        # Both ways around from the vertex to the contact point are half of the perimeter.
        ways = [check.apart(segment.start, end) + check.apart(end, segment.end) for end in side]
        yield check.unequal(ways)


def symmedian(drawing: Drawing) -> Iterator[float]:
    yield from check.ends_on_sides(drawing)
    for segment, side in zip(drawing.added.segments, check.sides(drawing), strict=True):
        # A symmedian divides a side in the ratio of the squares of the adjacent sides.
        shares = [check.apart(end, segment.end) / check.apart(end, segment.start) ** 2 for end in side]
        yield check.unequal(shares) * 1_000


def fermat(drawing: Drawing) -> Iterator[float]:
    centre = drawing.added.points["F"]
    for segment, corner in zip(drawing.added.segments, check.triangle(drawing), strict=True):
        yield check.apart(segment.start, centre) + check.apart(segment.end, corner)
    for side in check.sides(drawing):
        yield check.angle(side.start, centre, side.end) - 120


def brocard(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    centre = drawing.added.points["W"]
    yield check.same_sides(drawing.added.segments, (a, centre)) + check.same_sides(drawing.added.segments, (b, centre))
    yield check.same_sides(drawing.added.segments, (c, centre))
    yield check.unequal([check.angle(centre, a, b), check.angle(centre, b, c), check.angle(centre, c, a)])


def vecten(drawing: Drawing) -> Iterator[float]:
    *around, x, y, z = drawing.added.segments
    yield check.not_concurrent((x, y, z))
    for index, (line, side) in enumerate(zip((x, y, z), check.sides(drawing), strict=True)):
        first, far, last = around[3 * index : 3 * index + 3]
        yield check.unequal([piece[0].distance(piece[1]) for piece in (first, far, last, side)])
        yield check.not_square_on(first, side) + check.not_square_on(last, side) + check.not_parallel(far, side)
        yield check.not_collinear((line.end, first.start, far.end)) + check.not_collinear(
            (line.end, *last[1:], far.start)
        )
        assert (far.start.distance(line.start)) > side.start.distance(line.start) - 1e-6  # it points outwards
        yield check.apart(line.start, check.triangle(drawing)[index])


def cleavers(drawing: Drawing) -> Iterator[float]:
    corners = check.triangle(drawing)
    perimeter = sum(check.apart(*side) for side in check.sides(drawing))
    for segment, side, vertex in zip(drawing.added.segments, check.sides(drawing), corners, strict=True):
        yield check.apart(segment.start, side.start) - check.apart(segment.start, side.end)
        yield check.off_segment(segment.start, side)
        longer = max(side, key=vertex.distance)
        yield check.off_segment(segment.end, Segment(vertex, longer))
        yield check.apart(segment.start, longer) + check.apart(longer, segment.end) - perimeter / 2
    yield check.not_concurrent(drawing.added.segments)


def isogonal(drawing: Drawing) -> Iterator[float]:
    corners, inner, result = check.triangle(drawing), drawing.given.points["P"], drawing.added.points["Q"]
    for index, corner in enumerate(corners):
        left, right = corners[index - 1], corners[index - 2]
        yield check.angle(left, corner, inner) - check.angle(result, corner, right)
        yield check.angle(left, corner, result) - check.angle(inner, corner, right)
        yield check.apart(drawing.added.segments[index].start, corner)
        yield check.apart(drawing.added.segments[index].end, result)


def isotomic(drawing: Drawing) -> Iterator[float]:
    yield from check.ends_on_sides(drawing)
    inner = drawing.given.points["P"]
    for segment, side in zip(drawing.added.segments, check.sides(drawing), strict=True):
        foot = check.crossing(Segment(segment.start, inner), side)
        yield check.apart(side.start, foot) - check.apart(segment.end, side.end)


PROPERTIES: dict[str, check.Property] = {
    "centroid": check.centroid,
    "orthocentre": orthocentre,
    "circumcentre": circumcentre,
    "incentre": incentre,
    "gergonne-point": gergonne,
    "nagel-point": nagel,
    "symmedian-point": symmedian,
    "fermat-point": fermat,
    "brocard-point": brocard,
    "vecten-point": vecten,
    "cleavers": cleavers,
    "isogonal-conjugate": isogonal,
    "isotomic-conjugate": isotomic,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_what_is_solved_has_the_property(name: str) -> None:
    check.assert_solved(CONSTRUCTIONS[name], PROPERTIES[name], SEEDS, NEARLY)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_property_holds_every_element(name: str) -> None:
    check.assert_every_element_counts(CONSTRUCTIONS[name], PROPERTIES[name], NEARLY)
