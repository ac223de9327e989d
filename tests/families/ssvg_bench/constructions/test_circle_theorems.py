"""Theorems on several circles: each solver is checked against the theorem, for many seeds."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
import residuals as check

from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.families.ssvg_bench.content.constructions.single_solution import circle_theorems
from sgpkit.graphics.geometry import Circle, Point, Segment

SEEDS = 60
NEARLY = 0.2
CONSTRUCTIONS = {construction.name: construction for construction in circle_theorems.CONSTRUCTIONS}


def ring(circles: Sequence[Circle]) -> Iterator[float]:
    """Yield the residuals of a closed chain: each circle touches the next, and the last the first."""
    for one, other in zip(circles, (*circles[1:], circles[0]), strict=True):
        yield check.not_touching(one, other)


def six_circles(drawing: Drawing) -> Iterator[float]:
    chain = (*drawing.given.circles, *drawing.added.circles)
    sides = check.sides(drawing)
    assert len(chain) == 6
    yield from ring(chain)
    for index, circle in enumerate(chain):
        yield check.not_tangent(sides[index % 3 - 1], circle) + check.not_tangent(sides[index % 3 - 2], circle)
        assert check.off_line(circle.centre, sides[index % 3]) > circle.radius


def seven_circles(drawing: Drawing) -> Iterator[float]:
    outer, *chain = drawing.given.circles
    yield from ring(chain)
    yield check.not_concurrent(drawing.added.segments)
    for index, segment in enumerate(drawing.added.segments):
        for end, circle in zip(segment, (chain[index], chain[index + 3]), strict=True):
            yield check.not_inside(circle, outer) + check.off_circle(end, outer) + check.off_circle(end, circle)


def steiner(drawing: Drawing) -> Iterator[float]:
    outer, inner, first = drawing.given.circles
    chain = (first, *drawing.added.circles)
    assert len(chain) == 6
    yield from ring(chain)
    for circle in chain:
        yield check.not_inside(circle, outer) + check.not_touching(circle, inner)


def shared(one: Circle, other: Circle) -> list[Point]:
    """Return the common points of two circles: along the line of the centres, then perpendicular to it by
    Pythagoras."""
    apart = check.apart(one.centre, other.centre)
    along = (apart**2 + one.radius**2 - other.radius**2) / (2 * apart)
    aside = max(one.radius**2 - along**2, 0) ** 0.5
    dx, dy = (other.centre.x - one.centre.x) / apart, (other.centre.y - one.centre.y) / apart
    x, y = one.centre.x + dx * along, one.centre.y + dy * along
    return [Point(x - dy * aside, y + dx * aside), Point(x + dy * aside, y - dx * aside)]


def pentagram(drawing: Drawing) -> Iterator[float]:
    tips = [drawing.given.points[label] for label in "ABCDE"]
    *small, last = drawing.added.circles
    lines = drawing.given.segments
    inner = [check.crossing(one, other) for one, other in combinations(lines, 2)]
    middle = Point(sum(x for x, _ in tips) / 5, sum(y for _, y in tips) / 5)
    pentagon = [point for point in inner if min(check.apart(point, tip) for tip in tips) > 1]
    corners = sorted(pentagon, key=lambda point: check.apart(point, middle))[:5]
    for tip, circle in zip(tips, small, strict=True):
        yield check.off_circle(tip, circle)
        near = sorted(corners, key=lambda point: check.off_circle(point, circle))[:2]
        yield check.not_concyclic(near, circle)
    for one, other in zip(small, (*small[1:], small[0]), strict=True):
        yield min(check.off_circle(point, last) for point in shared(one, other))
        # The other common point is a corner of the pentagon.
        yield min(check.apart(point, corner) for point in shared(one, other) for corner in corners)


def six_of_miquel(drawing: Drawing) -> Iterator[float]:
    first, *others = drawing.given.circles
    (last,) = drawing.added.circles
    for index, label in enumerate("ABCD"):
        corner = drawing.given.points[label]
        yield check.off_circle(corner, first)
        crossing = max(shared(others[index - 1], others[index]), key=lambda point: check.apart(point, corner))
        yield check.off_circle(crossing, last)


def apollonius(drawing: Drawing) -> Iterator[float]:
    *excircles, around = drawing.added.circles
    sides = check.sides(drawing)
    yield check.not_concurrent(drawing.added.segments)
    for index, (corner, circle) in enumerate(zip(check.triangle(drawing), excircles, strict=True)):
        for side in sides:
            yield check.not_tangent(side, circle)
        assert not check.on_same_side(sides[index], corner, circle.centre)
        yield check.not_inside(circle, around)
        start, end = drawing.added.segments[index]
        yield check.apart(start, corner) + check.off_circle(end, circle) + check.off_circle(end, around)


def radical(drawing: Drawing) -> Iterator[float]:
    one, other = drawing.given.circles
    *tangents, axis = drawing.added.segments
    for tangent, end in zip(tangents, axis, strict=True):
        yield check.touches(tangent, one, tangent.start) + check.touches(tangent, other, tangent.end)
        assert check.on_same_side(tangent, one.centre, other.centre)
        yield check.apart(end, check.middle(*tangent))
    for point in shared(one, other):
        yield check.off_line(point, axis)


def polygons(drawing: Drawing) -> Iterator[float]:
    a, b, c, d, e = (drawing.given.points[label] for label in "ABCDE")
    for segment, end in zip(drawing.added.segments, (c, d), strict=True):
        yield check.apart(segment.start, a) + check.apart(segment.end, end)
    # The sum of the radii is the same for the fan from another corner, computed as areas over half the perimeters.
    yield sum(circle.radius for circle in drawing.added.circles) - sum(
        2 * check.area(*three) / sum(check.apart(*pair) for pair in check.cycle(three))
        for three in ((b, c, d), (b, d, e), (b, e, a))
    )
    for circle, three in zip(drawing.added.circles, ((a, b, c), (a, c, d), (a, d, e)), strict=True):
        for side in check.cycle(three):
            yield check.not_tangent(Segment(*side), circle)


def thebault(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    d = drawing.given.points["D"]
    (around,) = drawing.given.circles
    for circle, end in zip(drawing.added.circles, drawing.added.segments[0], strict=True):
        yield check.not_tangent(Segment(a, d), circle) + check.not_tangent(Segment(b, c), circle)
        yield check.not_inside(circle, around) + check.apart(circle.centre, end)
    sides = check.sides(drawing)
    total = sum(side.length for side in sides)
    middle = Point(
        sum(side.length * corner.x for side, corner in zip(sides, (a, b, c), strict=True)) / total,
        sum(side.length * corner.y for side, corner in zip(sides, (a, b, c), strict=True)) / total,
    )
    yield check.off_line(middle, drawing.added.segments[0])


PROPERTIES: dict[str, check.Property] = {
    "six-circles-theorem": six_circles,
    "seven-circles-theorem": seven_circles,
    "steiners-porism": steiner,
    "pentagram-of-miquel": pentagram,
    "six-circles-of-miquel": six_of_miquel,
    "apollonius-point": apollonius,
    "radical-axis-and-tangents": radical,
    "japanese-theorem-for-polygons": polygons,
    "theorem-of-sawayama-and-thebault": thebault,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_what_is_solved_has_the_property(name: str) -> None:
    check.assert_solved(CONSTRUCTIONS[name], PROPERTIES[name], SEEDS, NEARLY)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_property_holds_every_element(name: str) -> None:
    check.assert_every_element_counts(CONSTRUCTIONS[name], PROPERTIES[name], NEARLY)
