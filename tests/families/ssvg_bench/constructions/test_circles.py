"""Circles, tangents and loci: each solver is checked against the theorem or the text, for many seeds."""

import math
from collections.abc import Iterator
from itertools import combinations

import pytest
import residuals as check

from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.families.ssvg_bench.content.constructions.single_solution import circles as circle_constructions
from sgpkit.families.ssvg_bench.content.constructions.single_solution import loci
from sgpkit.families.ssvg_bench.content.constructions.single_solution import tangents as tangent_constructions
from sgpkit.graphics.geometry import Circle, Point, Segment

SEEDS = 200
NEARLY = 0.2
"""In units and degrees: a fiftieth of the tolerance of the grading. Given parts are rounded to 0.01 units."""

CONSTRUCTIONS = {
    construction.name: construction
    for module in (circle_constructions, tangent_constructions, loci)
    for construction in module.CONSTRUCTIONS
}


def soddy(drawing: Drawing) -> Iterator[float]:
    (around,) = drawing.added.circles
    for circle in drawing.given.circles:
        yield check.not_inside(circle, around)
    for one, other in combinations(drawing.given.circles, 2):
        yield check.not_touching(one, other)
    yield check.same_sides(drawing.added.segments, [circle.centre for circle in drawing.given.circles])


def inner_tangents(drawing: Drawing) -> Iterator[float]:
    one, other = drawing.given.circles
    for tangent in drawing.added.segments:
        yield check.touches(tangent, one, tangent.start) + check.touches(tangent, other, tangent.end)
        assert not check.on_same_side(tangent, one.centre, other.centre)
    yield check.off_line(check.crossing(*drawing.added.segments), Segment(one.centre, other.centre))


def radical_centre(drawing: Drawing) -> Iterator[float]:
    circles = drawing.given.circles
    yield check.not_concurrent(drawing.added.segments)
    for chord, pair in zip(drawing.added.segments, ((1, 2), (2, 0), (0, 1)), strict=True):
        for index in pair:
            yield check.not_concyclic(chord, circles[index])
        assert chord.length > 10


def twins(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    large, left, right = (Circle(check.middle(*ends), check.apart(*ends) / 2) for ends in ((a, b), (a, c), (c, b)))
    ((start, top),) = drawing.added.segments
    line = Segment(start, top)
    yield check.apart(start, c) + check.off_circle(top, large) + check.not_square_on(line, Segment(a, b))
    first, second = drawing.added.circles
    yield first.radius - second.radius
    for twin, beside in ((first, left), (second, right)):
        yield check.not_touching(twin, beside) + check.not_inside(twin, large) + check.not_tangent(line, twin)
        assert check.on_same_side(line, twin.centre, beside.centre)
        assert check.on_same_side(Segment(a, b), twin.centre, top, drawing.given.curves[0].points[3])


def gap(drawing: Drawing) -> Iterator[float]:
    (line,) = drawing.given.segments
    (circle,) = drawing.added.circles
    one, other = drawing.given.circles
    yield check.not_touching(circle, one) + check.not_touching(circle, other) + check.not_tangent(line, circle)
    # Of the two circles that do so, the one between them.
    assert circle.radius < min(one.radius, other.radius)


def polar(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.given.circles
    *tangents, axis = drawing.added.segments
    contacts = [drawing.given.points[label] for label in "ABCD"]
    for tangent, contact, pole in zip(tangents, contacts, (axis.start, axis.start, axis.end, axis.end), strict=True):
        yield check.apart(tangent.start, contact) + check.apart(tangent.end, pole) + check.not_tangent(tangent, circle)
    # The polar is perpendicular to the line from the centre through P, at the inverse of P.
    inner = drawing.given.points["P"]
    yield check.not_square_on(axis, Segment(circle.centre, inner))
    yield check.off_line(circle.centre, axis) - circle.radius**2 / check.apart(circle.centre, inner)


def touching_line(drawing: Drawing) -> Iterator[float]:
    (line,) = drawing.given.segments
    (circle,) = drawing.added.circles
    yield check.not_tangent(line, circle)
    yield check.not_concyclic((drawing.given.points["A"], drawing.given.points["B"]), circle)


def in_angle(drawing: Drawing) -> Iterator[float]:
    one, other = drawing.given.segments
    (circle,) = drawing.added.circles
    yield check.not_tangent(one, circle) + check.not_tangent(other, circle)
    yield check.off_circle(drawing.given.points["T"], circle)
    # Between the arms, and not beyond the vertex.
    angles = [check.angle(arm.end, arm.start, circle.centre) for arm in (one, other)]
    yield sum(angles) - check.angle(one.end, one.start, other.end)


def eyeball(drawing: Drawing) -> Iterator[float]:
    circles = drawing.given.circles
    *tangents, first, second = drawing.added.segments
    yield first.length - second.length
    for index, chord in enumerate((first, second)):
        eye, seen = circles[index], circles[1 - index]
        for tangent, end in zip(tangents[2 * index : 2 * index + 2], chord, strict=True):
            yield check.apart(tangent.start, eye.centre) + check.touches(tangent, seen, tangent.end)
            yield check.off_circle(end, eye) + check.off_segment(end, tangent)


def poncelet(drawing: Drawing) -> Iterator[float]:
    around, within = drawing.given.circles
    corners = drawing.given.points["A"], drawing.added.points["B"], drawing.added.points["C"]
    yield check.same_sides(drawing.added.segments, corners)
    for side in drawing.added.segments:
        yield check.not_concyclic(side, around) + check.not_tangent(side, within)


def in_sector(drawing: Drawing) -> Iterator[float]:
    one, other = drawing.given.segments
    (circle,) = drawing.added.circles
    yield check.not_tangent(one, circle) + check.not_tangent(other, circle)
    yield check.not_inside(circle, Circle(one.start, one.length))
    angles = [check.angle(arm.end, arm.start, circle.centre) for arm in (one, other)]
    yield sum(angles) - check.angle(one.end, one.start, other.end)


def seen_under_sixty(drawing: Drawing) -> Iterator[float]:
    ((a, b),) = drawing.given.segments
    for circle in drawing.added.circles:
        yield check.not_concyclic((a, b), circle)
        away = check.middle(a, b)
        share = circle.radius / check.apart(circle.centre, away)
        seen_from = Point(
            circle.centre.x + (circle.centre.x - away.x) * share, circle.centre.y + (circle.centre.y - away.y) * share
        )
        yield check.angle(a, seen_from, b) - 60
    assert not check.on_same_side(Segment(a, b), *(circle.centre for circle in drawing.added.circles))


def ratio(drawing: Drawing) -> Iterator[float]:
    a, b = (drawing.given.points[label] for label in "AB")
    for point in check.around(*drawing.added.circles):
        yield check.apart(point, a) - 2 * check.apart(point, b)


def nearest(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    frame = drawing.given.segments
    for segment, (one, other, third) in zip(drawing.added.segments, ((a, b, c), (b, c, a), (c, a, b)), strict=True):
        yield check.unequal([check.apart(segment.start, point) for point in (a, b, c)])
        yield check.apart(segment.end, one) - check.apart(segment.end, other)
        yield min(check.off_segment(segment.end, side) for side in frame)
        assert check.apart(segment.end, third) > check.apart(segment.end, one)


def both_bisectors(drawing: Drawing) -> Iterator[float]:
    one, other = drawing.given.segments
    (circle,) = drawing.given.circles
    for segment in drawing.added.segments:
        yield check.not_concyclic(segment, circle) + check.off_line(circle.centre, segment)
        for end in segment:
            yield check.off_line(end, one) - check.off_line(end, other)
    yield check.not_square_on(*drawing.added.segments)


def track(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = (drawing.given.points[label] for label in "ABCD")
    distance, ((one_start, one_end), (other_start, other_end)) = check.apart(c, d), drawing.added.segments
    for start, end in ((one_start, one_end), (other_start, other_end)):
        yield abs(check.off_line(start, Segment(a, b)) - distance) + abs(check.apart(start, a) - distance)
        yield abs(check.off_line(end, Segment(a, b)) - distance) + abs(check.apart(end, b) - distance)
        assert check.on_same_side(Segment(a, b), start, end)
    assert not check.on_same_side(Segment(a, b), one_start, other_start)
    for circle, centre in zip(drawing.added.circles, (a, b), strict=True):
        yield check.apart(circle.centre, centre) + abs(circle.radius - distance)


def chord_midpoints(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.given.circles
    (locus,) = drawing.added.circles
    point = drawing.given.points["P"]
    for step in range(5):
        slope = Point(math.cos(step + 0.2), math.sin(step + 0.2))
        # The ends of a chord through P are the roots of a quadratic equation; their mean is its midpoint.
        mean = (circle.centre.x - point.x) * slope.x + (circle.centre.y - point.y) * slope.y
        yield check.off_circle(Point(point.x + mean * slope.x, point.y + mean * slope.y), locus)


def orthocentres(drawing: Drawing) -> Iterator[float]:
    a, b = (drawing.given.points[label] for label in "AB")
    (locus,) = drawing.added.circles
    for c in check.around(*drawing.given.circles):
        weights = [math.tan(math.radians(check.angle(*three))) for three in ((b, a, c), (c, b, a), (a, c, b))]
        total = sum(weights)
        if min(check.apart(a, c), check.apart(b, c)) > 20 and max(map(abs, weights)) < 8:
            pairs = list(zip(weights, (a, b, c), strict=True))
            result = Point(sum(w * p.x for w, p in pairs) / total, sum(w * p.y for w, p in pairs) / total)
            yield check.off_circle(result, locus)


def halfway(drawing: Drawing) -> Iterator[float]:
    (locus,) = drawing.added.circles
    for point in check.around(*drawing.given.circles):
        yield check.off_circle(check.middle(point, drawing.given.points["A"]), locus)


def sum_of_squares(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    wanted = check.apart(a, c) ** 2 + check.apart(b, c) ** 2
    for segment, corner in zip(drawing.added.segments, (a, b), strict=True):
        yield check.apart(segment.start, corner) + check.apart(segment.end, c)
    for point in check.around(*drawing.added.circles):
        yield math.sqrt(check.apart(a, point) ** 2 + check.apart(b, point) ** 2) - math.sqrt(wanted)


def difference_of_squares(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    (circle,) = drawing.given.circles
    ((start, end),) = drawing.added.segments
    yield check.not_concyclic((start, end), circle)
    for point in (start, end):
        difference = check.apart(a, point) ** 2 - check.apart(b, point) ** 2
        yield (difference - check.apart(a, c) ** 2 + check.apart(b, c) ** 2) / (2 * check.apart(a, b))
    assert check.apart(start, end) > 10


PROPERTIES: dict[str, check.Property] = {
    "soddy-circle": soddy,
    "radical-centre": radical_centre,
    "twin-circles": twins,
    "circle-in-the-gap": gap,
    "inner-common-tangents": inner_tangents,
    "polar-line": polar,
    "circle-touching-a-line": touching_line,
    "circle-in-an-angle": in_angle,
    "eyeball-theorem": eyeball,
    "poncelet-triangle": poncelet,
    "circle-in-a-sector": in_sector,
    "seen-under-sixty-degrees": seen_under_sixty,
    "twice-as-far": ratio,
    "nearest-of-three": nearest,
    "equally-far-from-two-lines": both_bisectors,
    "parallels-and-circles": track,
    "midpoints-of-chords": chord_midpoints,
    "locus-of-the-orthocentre": orthocentres,
    "halfway-to-a-circle": halfway,
    "steady-sum-of-squares": sum_of_squares,
    "steady-difference-of-squares": difference_of_squares,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_what_is_solved_has_the_property(name: str) -> None:
    check.assert_solved(CONSTRUCTIONS[name], PROPERTIES[name], SEEDS, NEARLY)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_property_holds_every_element(name: str) -> None:
    check.assert_every_element_counts(CONSTRUCTIONS[name], PROPERTIES[name], NEARLY)
