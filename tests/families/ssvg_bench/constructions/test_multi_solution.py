"""Cases with many answers: every known answer, the reference included, is checked against the text."""

import math
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
import residuals as check
import wanted
from wanted import foot, line, middle, missing, polygon

from sgpkit.families.ssvg_bench.content import constructions
from sgpkit.families.ssvg_bench.content.constructions import engine
from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.graphics.geometry import Circle, Point

SEEDS = 200
NEARLY = 0.1
"""In units and degrees: a hundredth of the tolerance of the grading. Given parts are rounded to 0.01 units."""

CASES = {construction.name: construction for construction in constructions.every() if construction.rule}


def area(*corners: Point) -> float:
    return abs(sum(a.x * b.y - a.y * b.x for a, b in polygon(*corners))) / 2


def on_both(point: Point, one: Circle, other: Circle) -> float:
    return check.off_circle(point, one) + check.off_circle(point, other)


def equal_circles(one: Circle, other: Circle, p: Point, q: Point) -> float:
    assert one.radius > check.apart(p, q) / 2
    return check.apart(one.centre, p) + check.apart(other.centre, q) + abs(one.radius - other.radius)


def bisector(drawing: Drawing) -> Iterator[float]:
    a, b = drawing.given["AB"]
    one, other = drawing.added.circles
    (segment,) = drawing.added.segments
    yield equal_circles(one, other, a, b) + check.off_line(middle(a, b), segment)
    yield check.not_square_on(segment, line(a, b))
    assert check.apart(segment.start, a) >= one.radius - NEARLY and check.apart(segment.end, a) >= one.radius - NEARLY


def angle_bisector(drawing: Drawing) -> Iterator[float]:
    a, b, c = drawing.given["ABC"]
    around, one, other = drawing.added.circles
    (segment,) = drawing.added.segments
    yield equal_circles(one, other, one.centre, other.centre) + check.apart(around.centre, a)
    yield check.off_segment(one.centre, line(a, b)) + check.off_circle(one.centre, around)
    yield check.off_segment(other.centre, line(a, c)) + check.off_circle(other.centre, around)
    yield check.apart(segment.start, a) + on_both(segment.end, one, other)
    yield check.angle(b, a, segment.end) - check.angle(c, a, segment.end)


def from_point(drawing: Drawing) -> Iterator[float]:
    a, b, p = drawing.given["ABP"]
    around, one, other = drawing.added.circles
    (segment,) = drawing.added.segments
    yield equal_circles(one, other, one.centre, other.centre) + check.apart(around.centre, p)
    for circle in (one, other):
        yield check.off_segment(circle.centre, line(a, b)) + check.off_circle(circle.centre, around)
    yield check.apart(segment.start, p) + on_both(segment.end, one, other) + check.not_square_on(segment, line(a, b))
    assert not wanted.same_side(segment.end, p, line(a, b))


def at_point(drawing: Drawing) -> Iterator[float]:
    a, b, p = drawing.given["ABP"]
    around, one, other = drawing.added.circles
    (segment,) = drawing.added.segments
    yield equal_circles(one, other, one.centre, other.centre) + check.apart(around.centre, p)
    for circle in (one, other):
        yield check.off_segment(circle.centre, line(a, b)) + check.off_circle(circle.centre, around)
    yield (
        on_both(segment.start, one, other) + on_both(segment.end, one, other) + check.not_square_on(segment, line(a, b))
    )


def thirds(drawing: Drawing) -> Iterator[float]:
    a, b = drawing.given["AB"]
    ray, first, second, third = drawing.added.segments
    yield check.apart(ray.start, a) + check.apart(third.start, ray.end) + check.apart(third.end, b)
    yield check.not_parallel(first, third) + check.not_parallel(second, third)
    for whole, marks in ((ray, (first.start, second.start)), (line(a, b), (first.end, second.end))):
        steps = [check.apart(p, q) for p, q in zip((whole.start, *marks), (*marks, whole.end), strict=True)]
        yield check.unequal(steps) + check.not_collinear((*whole, *marks))


def casey(drawing: Drawing) -> Iterator[float]:
    large, *small = drawing.given.circles
    for circle in small:
        yield check.not_inside(circle, large)
    for one, other in combinations(small, 2):
        fitting = [
            segment
            for segment in drawing.added.segments
            for start, end in (segment, segment[::-1])
            if check.off_circle(start, one) + check.off_circle(end, other) < NEARLY
            and check.not_tangent(segment, one) + check.not_tangent(segment, other) < NEARLY
            and wanted.same_side(one.centre, other.centre, segment)
        ]
        assert fitting
        yield 0.0


def porism(drawing: Drawing) -> Iterator[float]:
    outer, inner = drawing.given.circles
    corners = [side.start for side in drawing.added.segments]
    assert len(corners) == 3
    yield missing(drawing.added.segments, *polygon(*corners)) + check.not_concyclic(corners, outer)
    for side in drawing.added.segments:
        yield check.not_tangent(side, inner)


def steiner(drawing: Drawing) -> Iterator[float]:
    outer, inner = drawing.given.circles
    chain = drawing.added.circles
    assert len(chain) == 6
    for index, circle in enumerate(chain):
        yield check.not_inside(circle, outer) + check.not_touching(circle, inner)
        # Where the chain closes, the rounding errors of all six given circles add up.
        yield check.not_touching(circle, chain[index - 1]) / (1 if index else len(chain))


def third_tangent(drawing: Drawing) -> Iterator[float]:
    p, a, b = drawing.given["PAB"]
    (circle,) = drawing.given.circles
    (segment,) = drawing.added.segments
    yield check.off_segment(segment.start, line(p, a)) + check.off_segment(segment.end, line(p, b))
    yield check.not_tangent(segment, circle)
    yield sum(check.apart(*side) for side in polygon(p, *segment)) - 2 * check.apart(p, a)


def in_angle(drawing: Drawing) -> Iterator[float]:
    a, b, c = drawing.given["ABC"]
    one, other = drawing.added.circles
    yield check.not_touching(one, other)
    for circle in (one, other):
        for leg in (line(a, b), line(a, c)):
            yield check.not_tangent(leg, circle) + check.off_segment(foot(circle.centre, leg), leg)


def at_right_angles(drawing: Drawing) -> Iterator[float]:
    (p,), (mirror,) = drawing.given["P"], drawing.given.circles
    for circle in drawing.added.circles:
        yield check.off_circle(p, circle)
        yield math.hypot(circle.radius, mirror.radius) - check.apart(circle.centre, mirror.centre)
    assert check.apart(*(circle.centre for circle in drawing.added.circles)) > 30


def apollonius(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    for other in drawing.given.circles:
        yield min(check.not_touching(circle, other), check.not_inside(other, circle), check.not_inside(circle, other))


def pencil(drawing: Drawing) -> Iterator[float]:
    for circle in drawing.added.circles:
        yield check.not_concyclic(drawing.given["AB"], circle)
    assert len(drawing.added.circles) == 3
    assert all(check.apart(one.centre, other.centre) > 30 for one, other in combinations(drawing.added.circles, 2))


def regular(drawing: Drawing, count: int) -> Iterator[float]:
    corners = [side.start for side in drawing.added.segments]
    assert len(corners) == count
    yield missing(drawing.added.segments, *polygon(*corners)) + check.not_concyclic(corners, drawing.given.circles[0])
    yield check.unequal([check.apart(*side) for side in drawing.added.segments])


def inscribed_angles(drawing: Drawing) -> Iterator[float]:
    a, b = drawing.given["AB"]
    one, other = (segment.end for segment in drawing.added.segments[::2])
    yield missing(drawing.added.segments, (a, one), (b, one), (a, other), (b, other))
    yield check.not_concyclic((one, other), drawing.given.circles[0])
    yield check.angle(a, one, b) - check.angle(a, other, b)


def cevians(drawing: Drawing) -> Iterator[float]:
    for segment, corner, side in zip(
        drawing.added.segments, check.triangle(drawing), check.sides(drawing), strict=True
    ):
        yield check.apart(segment.start, corner) + check.off_segment(segment.end, side)
    yield check.not_concurrent(drawing.added.segments)


def transversal(drawing: Drawing) -> Iterator[float]:
    a, b, c = drawing.given["ABC"]
    cut, extension = drawing.added.segments
    d, f = cut
    e = check.crossing(cut, line(a, c))
    yield check.off_segment(d, line(a, b)) + check.off_segment(e, line(a, c)) + check.off_segment(c, line(b, f))
    yield check.apart(extension.start, c) + check.apart(extension.end, f)
    shares = [(a, d, b), (b, f, c), (c, e, a)]
    yield math.prod(check.apart(p, q) / check.apart(q, r) for p, q, r in shares) - 1


def fourth_corner(drawing: Drawing) -> Iterator[float]:
    corners = [side.start for side in drawing.added.segments]
    yield missing(drawing.added.segments, *polygon(*corners)) + check.apart(
        middle(corners[0], corners[2]), middle(corners[1], corners[3])
    )
    for point in drawing.given["ABC"]:
        yield min(check.apart(point, corner) for corner in corners)


def midpoints(drawing: Drawing) -> Iterator[float]:
    corners = [side.start for side in drawing.added.segments]
    yield missing(drawing.added.segments, *polygon(*corners))
    for point, side in zip(drawing.given["KLMN"], drawing.added.segments, strict=True):
        yield check.apart(point, middle(*side))


def conjugate(drawing: Drawing) -> Iterator[float]:
    (ellipse,) = drawing.given.ellipses
    one, other = drawing.added.segments
    for diameter, across in ((one, other), (other, one)):
        yield check.apart(middle(*diameter), ellipse.centre)
        for end in diameter:
            tangent = line(end, end + across.end - across.start)
            yield wanted.off_ellipse(end, ellipse) + wanted.not_tangent_to(tangent, ellipse)


def halving(drawing: Drawing) -> Iterator[float]:
    a, b, c = drawing.given["ABC"]
    ((d, e),) = drawing.added.segments
    yield check.off_segment(d, line(a, b)) + check.off_segment(e, line(a, c))
    yield (2 * area(a, d, e) - area(a, b, c)) / check.apart(d, e)


def rectangle(drawing: Drawing) -> Iterator[float]:
    a, b, c = drawing.given["ABC"]
    p, s, r, q = (*(segment.start for segment in drawing.added.segments), drawing.added.segments[-1].end)
    yield missing(drawing.added.segments, (p, s), (s, r), (r, q)) + check.not_square_on(line(p, s), line(s, r))
    yield check.off_segment(p, line(b, c)) + check.off_segment(q, line(b, c))
    yield check.off_segment(r, line(a, c)) + check.off_segment(s, line(a, b)) + check.apart(middle(p, r), middle(q, s))


def equal_area(drawing: Drawing) -> Iterator[float]:
    a, b, c = drawing.given["ABC"]
    apex = drawing.added.segments[0].end
    yield missing(drawing.added.segments, (a, apex), (b, apex))
    yield (area(a, b, c) - area(a, b, apex)) / check.apart(a, b)
    assert check.apart(c, apex) > 30


def rhombus(drawing: Drawing) -> Iterator[float]:
    a, c = drawing.given["AC"]
    b, d = (side.end for side in drawing.added.segments[::2])
    yield missing(drawing.added.segments, *polygon(a, b, c, d))
    yield check.unequal([check.apart(*side) for side in polygon(a, b, c, d)])


PROPERTIES = {
    "perpendicular-bisector-by-compass": bisector,
    "angle-bisector-by-compass": angle_bisector,
    "perpendicular-from-a-point-by-compass": from_point,
    "perpendicular-at-a-point-by-compass": at_point,
    "three-equal-parts": thirds,
    "tangents-of-casey": casey,
    "porism-of-poncelet": porism,
    "chain-of-steiner": steiner,
    "third-tangent": third_tangent,
    "two-circles-in-an-angle": in_angle,
    "circles-at-right-angles": at_right_angles,
    "problem-of-apollonius": apollonius,
    "pencil-of-circles": pencil,
    "square-in-a-circle": lambda drawing: regular(drawing, 4),
    "hexagon-in-a-circle": lambda drawing: regular(drawing, 6),
    "inscribed-angles": inscribed_angles,
    "any-three-cevians": cevians,
    "any-transversal": transversal,
    "fourth-corner-of-a-parallelogram": fourth_corner,
    "quadrilateral-of-given-midpoints": midpoints,
    "conjugate-diameters": conjugate,
    "halving-a-triangle": halving,
    "rectangle-in-a-triangle": rectangle,
    "triangles-of-equal-area": equal_area,
    "rhombus-on-a-diagonal": rhombus,
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_solved_has_the_property(name: str) -> None:
    for seed in range(SEEDS):
        drawing = engine.draw(CASES[name], Random(f"{seed}:{name}"))
        worst = check.worst(PROPERTIES[name], drawing)
        assert worst < NEARLY, f"seed {seed}: off by {worst}"


@pytest.mark.parametrize("name", CASES)
def test_all_answers_have_the_property_and_near_misses_have_not(name: str) -> None:
    case = CASES[name]
    assert case.answers is not None and case.near_misses is not None
    for seed in range(10):
        given, _ = engine.draw(case, Random(f"{seed}:{name}"))
        for answer in case.answers(given):
            assert check.worst(PROPERTIES[name], Drawing(given, answer)) < NEARLY
        for miss in case.near_misses(given):
            with_miss = Drawing(given, miss)
            assert not fulfilled(name, with_miss)


def fulfilled(name: str, drawing: Drawing) -> bool:
    """Return whether a property holds. Near misses may lack elements that it expects."""
    try:
        return check.worst(PROPERTIES[name], drawing) < NEARLY
    except (IndexError, TypeError):
        return False
