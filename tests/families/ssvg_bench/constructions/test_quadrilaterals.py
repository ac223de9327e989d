"""Quadrilaterals: each solver is checked against the theorem, for many seeds."""

import math
from collections.abc import Iterator

import pytest
import residuals as check
import wanted
from wanted import foot, line, middle, missing, polygon

from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.families.ssvg_bench.content.constructions.single_solution import circled_quadrilaterals, quadrilaterals
from sgpkit.graphics.geometry import Point, Segment

SEEDS = 200
NEARLY = 0.1
"""In units and degrees: a hundredth of the tolerance of the grading. Given parts are rounded to 0.01 units."""

CONSTRUCTIONS = {
    construction.name: construction
    for module in (quadrilaterals, circled_quadrilaterals)
    for construction in module.CONSTRUCTIONS
}


def around(drawing: Drawing) -> list[Segment]:
    """Return the sides AB, BC, CD, DA."""
    return [line(*side) for side in polygon(*drawing.given["ABCD"])]


def drawn_polygon(drawing: Drawing, labels: str = "PQRS") -> tuple[Point, ...]:
    return drawing.added[labels]


def parallelogram(p: Point, q: Point, r: Point, s: Point) -> float:
    return check.apart(middle(p, r), middle(q, s))


def rectangle(p: Point, q: Point, r: Point, s: Point) -> float:
    return parallelogram(p, q, r, s) + check.not_square_on(line(p, q), line(q, r))


def square(p: Point, q: Point, r: Point, s: Point) -> float:
    return rectangle(p, q, r, s) + abs(check.apart(p, q) - check.apart(q, r))


def varignon(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = drawing.given["ABCD"]
    corners = drawn_polygon(drawing, "KLMN")
    yield missing(drawing.added.segments, *polygon(*corners), (a, c), (b, d))
    for corner, side in zip(corners, around(drawing), strict=True):
        yield check.apart(corner, middle(*side))
    yield parallelogram(*corners) + check.not_parallel(line(*corners[:2]), line(a, c))


def van_aubel(drawing: Drawing) -> Iterator[float]:
    *erected, one, other = drawing.added.segments
    centre = middle(middle(*drawing.given["AC"]), middle(*drawing.given["BD"]))
    centres = []
    for index, (a, b) in enumerate(around(drawing)):
        (_, c), (_, d), _ = erected[3 * index : 3 * index + 3]
        yield missing(erected[3 * index : 3 * index + 3], (b, c), (c, d), (d, a)) + square(a, b, c, d)
        assert not wanted.same_side(c, centre, line(a, b))
        centres.append(middle(a, c))
    p, q, r, s = centres
    yield missing((one, other), (p, r), (q, s))
    yield check.not_square_on(one, other) + abs(check.apart(*one) - check.apart(*other))


def thebault(drawing: Drawing) -> Iterator[float]:
    corners = drawn_polygon(drawing)
    yield missing(drawing.added.segments, *polygon(*corners)) + square(*corners)
    centre = middle(*drawing.given["AC"])
    for corner, (a, b) in zip(corners, around(drawing), strict=True):
        # From the centre of a square, a side appears at a right angle, and its ends are equally far.
        yield check.angle(a, corner, b) - 90
        yield check.apart(a, corner) - check.apart(corner, b)
        assert not wanted.same_side(corner, centre, line(a, b))


def bisectors(drawing: Drawing) -> Iterator[float]:
    corners = drawn_polygon(drawing)
    yield missing(drawing.added.segments, *polygon(*corners)) + rectangle(*corners)
    for corner, (before, side, after) in zip(
        corners, ((around(drawing)[n - 1], around(drawing)[n], around(drawing)[n - 3]) for n in range(4)), strict=True
    ):
        # Equally far from a side and from both adjacent sides.
        yield check.unequal([check.off_line(corner, item) for item in (before, side, after)])


def newton_gauss(drawing: Drawing) -> Iterator[float]:
    a, b, c, d, e, f = drawing.given["ABCDEF"]
    middles = middle(a, c), middle(b, d), middle(e, f)
    yield missing(drawing.added.segments, (a, c), (b, d), (e, f), (middles[0], middles[2]))
    yield check.not_collinear(middles) + check.off_line(c, line(b, f)) + check.off_line(c, line(d, e))


def wittenbauer(drawing: Drawing) -> Iterator[float]:
    corners = drawn_polygon(drawing)
    yield missing(drawing.added.segments, *polygon(*corners)) + parallelogram(*corners)
    points = drawing.given["ABCD"]
    for index, corner in enumerate(points):
        before, after = points[index - 1], points[(index + 1) % 4]
        nearest = [Point((2 * corner.x + other.x) / 3, (2 * corner.y + other.y) / 3) for other in (before, after)]
        for end in (corners[index - 1], corners[index]):
            yield check.off_line(end, line(*nearest))


def hadwiger(drawing: Drawing) -> Iterator[float]:
    a, b, c, d, e, f, g = drawing.given["ABCDEFG"]
    corners = middle(a, c), middle(b, g), middle(a, f), middle(d, e)
    yield missing(drawing.added.segments, *polygon(*corners)) + square(*corners)


def eight_points(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    middles = [middle(*side) for side in around(drawing)]
    yield missing(drawing.added.segments, *polygon(*middles)) + rectangle(*middles)
    yield check.not_concyclic(middles, circle)
    # The other four: feet of the perpendiculars from the midpoints to the opposite sides.
    yield check.not_concyclic([foot(middles[n], around(drawing)[n - 2]) for n in range(4)], circle)


def equal_triangle(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = drawing.given["ABCD"]
    e = drawing.added.points["E"]
    yield missing(drawing.added.segments, (a, c), (d, e), (c, e), (a, e))
    yield check.off_line(e, line(b, c)) + check.not_parallel(line(d, e), line(a, c))
    whole = abs((c - a).cross(d - b))
    yield (abs((b - a).cross(e - a)) - whole) / check.apart(a, c)


def means(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = drawing.given["ABCD"]
    long, short = check.apart(a, b), check.apart(c, d)
    for segment, length in zip(
        drawing.added.segments, ((long + short) / 2, 2 * long * short / (long + short)), strict=True
    ):
        yield check.off_segment(segment.start, line(a, d)) + check.off_segment(segment.end, line(b, c))
        yield check.not_parallel(segment, line(a, b)) + abs(check.apart(*segment) - length)
    yield check.off_line(check.crossing(line(a, c), line(b, d)), drawing.added.segments[1])


def steiner_line(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = drawing.given["ABCD"]
    s, end = drawing.added["SM"]
    yield missing(drawing.added.segments, (d, s), (c, s), (a, c), (b, d), (s, end))
    yield check.apart(end, middle(a, b)) + check.off_line(middle(c, d), line(s, end))
    yield check.off_line(s, line(a, d)) + check.off_line(s, line(b, c))
    yield check.off_line(check.crossing(line(a, c), line(b, d)), line(s, end))


def square_in_triangle(drawing: Drawing) -> Iterator[float]:
    a, b, c = drawing.given["ABC"]
    p, q, r, s = drawn_polygon(drawing)
    yield missing(drawing.added.segments, (p, s), (s, r), (r, q)) + square(p, q, r, s)
    yield check.off_segment(p, line(b, c)) + check.off_segment(q, line(b, c))
    yield check.off_segment(r, line(a, c)) + check.off_segment(s, line(a, b))


def triples(drawing: Drawing) -> list[tuple[Point, ...]]:
    a, b, c, d = drawing.given["ABCD"]
    return [(a, b, c), (b, c, d), (c, d, a), (d, a, b)]


def japanese(drawing: Drawing) -> Iterator[float]:
    corners = drawn_polygon(drawing)
    yield missing(drawing.added.segments, *polygon(*corners)) + rectangle(*corners)
    for corner, three in zip(corners, triples(drawing), strict=True):
        yield check.unequal([check.off_line(corner, line(*side)) for side in polygon(*three)])


def orthocentres(drawing: Drawing) -> Iterator[float]:
    corners = drawn_polygon(drawing)
    yield missing(drawing.added.segments, *polygon(*corners))
    for corner, (a, b, c) in zip(corners, triples(drawing), strict=True):
        yield check.off_line(corner, line(a, foot(a, line(b, c)))) + check.off_line(
            corner, line(b, foot(b, line(a, c)))
        )
    lengths, wanted_lengths = (
        sorted(check.apart(*side) for side in sides) for sides in (polygon(*corners), around(drawing))
    )
    yield max(abs(one - other) for one, other in zip(lengths, wanted_lengths, strict=True))


def maltitudes(drawing: Drawing) -> Iterator[float]:
    sides = around(drawing)
    for index, segment in enumerate(drawing.added.segments):
        yield check.apart(segment.start, middle(*sides[index]))
        yield check.apart(segment.end, foot(segment.start, sides[index - 2]))
    yield check.not_concurrent(drawing.added.segments[:3]) + check.not_concurrent(drawing.added.segments[1:])


def brahmagupta(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = drawing.given["ABCD"]
    ((f, m),) = drawing.added.segments
    crossing = check.crossing(line(a, c), line(b, d))
    yield check.apart(m, middle(c, d)) + check.apart(f, foot(crossing, line(a, b)))
    yield check.off_segment(crossing, line(f, m))


def arc_middles(drawing: Drawing) -> Iterator[float]:
    p, q, r, s = drawn_polygon(drawing)
    (circle,) = drawing.given.circles
    yield missing(drawing.added.segments, (p, r), (q, s)) + check.not_square_on(*drawing.added.segments)
    centre = middle(middle(*drawing.given["AC"]), middle(*drawing.given["BD"]))
    for point, (a, b) in zip((p, q, r, s), around(drawing), strict=True):
        yield check.off_circle(point, circle) + abs(check.apart(point, a) - check.apart(point, b))
        assert not wanted.same_side(point, centre, line(a, b))


def contact_chords(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = drawing.given["ABCD"]
    (circle,) = drawing.added.circles
    touches = [foot(circle.centre, side) for side in around(drawing)]
    yield max(check.not_tangent(side, circle) for side in around(drawing))
    yield missing(drawing.added.segments, (touches[0], touches[2]), (touches[1], touches[3]))
    yield check.not_concurrent([*drawing.added.segments, line(a, c), line(b, d)])


def newton(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = drawing.given["ABCD"]
    (circle,) = drawing.added.circles
    ends = middle(a, c), middle(b, d)
    yield max(check.not_tangent(side, circle) for side in around(drawing))
    yield missing(drawing.added.segments, (a, c), (b, d), ends)
    yield check.off_line(circle.centre, line(*ends))


def between_opposite(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = drawing.given["ABCD"]
    e, f = drawing.added["EF"]
    one, other = drawing.added.segments
    yield check.off_line(e, line(a, b)) + check.off_line(e, line(c, d)) + check.apart(one.start, e)
    yield check.off_line(f, line(b, c)) + check.off_line(f, line(d, a)) + check.apart(other.start, f)
    yield check.angle(a, e, one.end) - check.angle(d, e, one.end)
    yield check.angle(b, f, other.end) - check.angle(a, f, other.end)
    yield check.not_square_on(one, other)
    for segment, sides in ((one, (line(a, d), line(b, c))), (other, (line(a, b), line(c, d)))):
        far = max((check.crossing(segment, side) for side in sides), key=lambda p: math.dist(p, segment.start))
        yield check.apart(far, segment.end)


def beside_a_diagonal(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = drawing.given["ABCD"]
    (diagonal,) = drawing.added.segments
    yield check.apart(diagonal.start, b) + check.apart(diagonal.end, d)
    within, one, other = drawing.added.circles
    for circle, corners in ((within, (a, b, c, d)), (one, (a, b, d)), (other, (b, c, d))):
        for side in polygon(*corners):
            yield check.not_tangent(line(*side), circle)
    yield check.not_touching(one, other)


PROPERTIES = {
    "incircles-beside-a-diagonal": beside_a_diagonal,
    "parallelogram-of-varignon": varignon,
    "van-aubel": van_aubel,
    "thebault-square": thebault,
    "rectangle-of-bisectors": bisectors,
    "newton-gauss-line": newton_gauss,
    "parallelogram-of-wittenbauer": wittenbauer,
    "finsler-hadwiger": hadwiger,
    "eight-point-circle": eight_points,
    "quadrilateral-into-triangle": equal_triangle,
    "means-in-a-trapezium": means,
    "steiner-line-of-a-trapezium": steiner_line,
    "square-in-a-triangle": square_in_triangle,
    "japanese-theorem": japanese,
    "four-orthocentres": orthocentres,
    "maltitudes": maltitudes,
    "brahmagupta": brahmagupta,
    "middles-of-the-arcs": arc_middles,
    "contact-chords": contact_chords,
    "newtons-theorem-on-tangential-quadrilaterals": newton,
    "bisectors-between-opposite-sides": between_opposite,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_what_is_solved_has_the_property(name: str) -> None:
    check.assert_solved(CONSTRUCTIONS[name], PROPERTIES[name], SEEDS, NEARLY)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_property_holds_every_element(name: str) -> None:
    check.assert_every_element_counts(CONSTRUCTIONS[name], PROPERTIES[name], NEARLY)
