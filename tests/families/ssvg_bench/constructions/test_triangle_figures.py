"""Figures about triangles and in other figures: each solver is checked against the theorem, for many seeds."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import pytest
import residuals as check

from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.families.ssvg_bench.content.constructions.single_solution import figures_in_figures, triangle_figures
from sgpkit.graphics.geometry import Point, Segment

SEEDS = 40
NEARLY = 0.2
CONSTRUCTIONS = {
    construction.name: construction
    for construction in (*triangle_figures.CONSTRUCTIONS, *figures_in_figures.CONSTRUCTIONS)
}


def centre(points: Sequence[Point]) -> Point:
    return Point(sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def area(points: Sequence[Point]) -> float:
    return abs(sum(a.x * b.y - b.x * a.y for a, b in check.cycle(points))) / 2


def open_squares(segments: Sequence[Segment], sides: Sequence[tuple[Point, Point]], within: Point) -> Iterator[float]:
    """Yield the residuals of squares of three segments each, on sides, away from a point."""
    for at, (start, end) in enumerate(sides):
        first, top, last = segments[3 * at : 3 * at + 3]
        yield check.apart(first.start, start) + check.apart(last.end, end)
        yield check.apart(first.end, top.start) + check.apart(top.end, last.start)
        yield check.unequal([first.length, top.length, last.length, check.apart(start, end)])
        yield check.not_square_on(first, top)
        assert not check.on_same_side(Segment(start, end), within, top.start)


def ends_of(segment: Segment, start: Point, end: Point) -> float:
    return check.apart(segment.start, start) + check.apart(segment.end, end)


def equilateral(segments: Sequence[Segment]) -> float:
    joined = sum(check.apart(one.end, other.start) for one, other in check.cycle(segments))
    return joined + check.unequal([segment.length for segment in segments])


def pythagoras(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    d, e, f, g, h, k = (drawing.added.points[label] for label in "DEFGHK")
    lines = drawing.added.segments
    yield check.angle(a, c, b) - 90
    yield from open_squares(lines[:9], ((b, a), (c, b), (a, c)), centre((a, b, c)))
    for square in ((a, b, d, e), (b, c, f, g), (c, a, h, k)):
        yield check.same_sides((*lines[:9], *drawing.given.segments), square)
    yield check.apart(lines[9].start, c) + check.off_segment(lines[9].end, Segment(d, e))
    yield check.not_square_on(lines[9], Segment(a, b))
    for segment, ends in zip(lines[10:], ((c, d), (c, e), (a, g), (b, h)), strict=True):
        yield ends_of(segment, *ends)
    yield lines[10].length - lines[12].length
    yield lines[11].length - lines[13].length
    # The rectangle at B has the area of the square on BC.
    yield (check.apart(b, d) * check.apart(d, lines[9].end) - check.apart(b, c) ** 2) / 100


def lucas(drawing: Drawing) -> Iterator[float]:
    corners = check.triangle(drawing)
    around, *circles = drawing.added.circles
    yield check.not_concyclic(corners, around)
    yield from (check.not_touching(*pair) for pair in combinations(circles, 2))
    for at, circle in enumerate(circles):
        first, top, last = drawing.added.segments[3 * at : 3 * at + 3]
        corner, left, right = corners[at], corners[at - 2], corners[at - 1]
        yield check.apart(first.end, top.start) + check.apart(top.end, last.start)
        yield check.unequal([first.length, top.length, last.length, check.apart(first.start, last.end)])
        yield check.not_parallel(top, Segment(left, right)) + check.not_square_on(first, top)
        yield check.off_segment(first.start, Segment(left, right)) + check.off_segment(last.end, Segment(left, right))
        yield check.off_segment(top.start, Segment(corner, left)) + check.off_segment(top.end, Segment(corner, right))
        yield check.not_concyclic((corner, *top), circle) + check.not_inside(circle, around)


def torricelli(drawing: Drawing) -> Iterator[float]:
    lines, circles = drawing.added.segments, drawing.added.circles
    yield check.not_concurrent(lines[6:9]) + check.unequal([line.length for line in lines[6:9]])
    meeting = check.crossing(lines[6], lines[7])
    for at, (side, circle) in enumerate(zip(check.sides(drawing), circles, strict=True)):
        first, last, spoke = *lines[2 * at : 2 * at + 2], lines[6 + at]
        yield ends_of(Segment(first.start, last.end), *side) + check.apart(first.end, last.start)
        yield check.unequal([first.length, last.length, side.length])
        yield ends_of(spoke, check.triangle(drawing)[at], first.end)
        yield check.apart(drawing.added.points["DEF"[at]], first.end)
        assert not check.on_same_side(side, *spoke)
        yield check.not_concyclic((*side, first.end, meeting), circle)
    yield equilateral(lines[9:]) + check.same_sides(lines[9:], [circle.centre for circle in circles])


def bevan(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    triangle, radii = drawing.added.segments[:3], drawing.added.segments[3:]
    yield check.same_sides(triangle, [radius.start for radius in radii])
    for corner, side, radius in zip(check.triangle(drawing), check.sides(drawing), radii, strict=True):
        yield check.apart(radius.end, circle.centre) + check.off_circle(radius.start, circle)
        yield check.not_square_on(radius, side)
        # An excentre is equally far from the lines of all sides, and beyond one of them.
        yield check.unequal([check.off_line(radius.start, other) for other in check.sides(drawing)])
        assert not check.on_same_side(side, corner, radius.start)


def long_altitudes(drawing: Drawing) -> Iterator[float]:
    (around,) = drawing.given.circles
    orthic, outer, altitudes = (drawing.added.segments[at : at + 3] for at in (0, 3, 6))
    feet = []
    for corner, side, line in zip(check.triangle(drawing), check.sides(drawing), altitudes, strict=True):
        yield check.apart(line.start, corner) + check.not_square_on(line, side) + check.off_circle(line.end, around)
        feet.append(check.crossing(line, side))
    yield check.same_sides(orthic, feet) + check.same_sides(outer, [line.end for line in altitudes])
    yield sum(
        check.not_parallel(one, other) + abs(other.length - 2 * one.length)
        for one, other in zip(orthic, outer, strict=True)
    )


def quadrangle(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = (drawing.given.points[label] for label in "ABCD")
    p, q, r = (drawing.added.points[label] for label in "PQR")
    triangle, sides, diagonals = (drawing.added.segments[start:end] for start, end in ((0, 3), (3, 7), (7, 9)))
    yield check.same_sides(triangle, (p, q, r))
    for line, ends, passed in zip(sides, ((a, p), (d, p), (a, q), (b, q)), (b, c, d, c), strict=True):
        yield ends_of(line, *ends) + check.off_segment(passed, line)
    yield ends_of(diagonals[0], a, c) + ends_of(diagonals[1], b, d)
    yield sum(check.off_segment(r, line) for line in diagonals)


def viviani(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    point = drawing.given.points["P"]
    for line, side in zip(drawing.added.segments, drawing.given.segments, strict=True):
        yield check.apart(line.start, point) + check.not_square_on(line, side) + check.off_segment(line.end, side)
        yield check.not_tangent(side, circle)
    yield sum(line.length for line in drawing.added.segments) - 6 * circle.radius


def pappus(drawing: Drawing) -> Iterator[float]:
    a, b, c, d, e, f, g = (drawing.given.points[label] for label in "ABCDEFG")
    one, other, line, *chain = drawing.added.segments
    h = line.start
    yield ends_of(one, d, h) + ends_of(other, f, h)
    yield check.not_collinear((e, d, h)) + check.not_collinear((g, f, h)) + check.off_segment(c, line)
    yield check.apart(chain[0].start, a) + check.apart(chain[2].end, b) + check.off_segment(line.end, chain[1])
    yield sum(check.apart(before.end, after.start) for before, after in pairwise(chain))
    yield chain[0].length - check.apart(h, c)
    yield check.not_parallel(chain[0], line) + check.not_parallel(chain[2], line)
    foot = check.crossing(line, Segment(a, b))
    assert not check.on_same_side(Segment(a, b), c, line.end)
    for corner, edge, shape in ((a, chain[0].end, (a, c, d, e)), (b, chain[2].start, (b, c, f, g))):
        yield (area((corner, foot, line.end, edge)) - area(shape)) / 100


def perigal(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    d, e, f, g, h, k = (drawing.added.points[label] for label in "DEFGHK")
    lines, cuts = drawing.added.segments[:9], drawing.added.segments[9:]
    assert check.apart(b, c) > check.apart(a, c)
    yield check.angle(a, c, b) - 90
    yield from open_squares(lines, ((b, a), (c, b), (a, c)), centre((a, b, c)))
    for square in ((a, b, d, e), (b, c, f, g), (c, a, h, k)):
        yield check.same_sides((*lines, *drawing.given.segments), square)
    yield check.not_parallel(cuts[0], Segment(a, b)) + check.not_square_on(cuts[0], cuts[1])
    sides = [Segment(*side) for side in check.cycle((b, c, f, g))]
    for cut in cuts:
        yield check.apart(check.middle(*cut), centre((b, c, f, g)))
        yield sum(min(check.off_segment(end, side) for side in sides) for end in cut)
        yield cut.length - check.apart(a, b)  # so that the parts fit into the corners of the square on AB


def orthic_and_medial(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    orthic, medial, altitudes = (drawing.added.segments[at : at + 3] for at in (0, 3, 6))
    for corner, side, line in zip(check.triangle(drawing), check.sides(drawing), altitudes, strict=True):
        yield check.apart(line.start, corner) + check.off_segment(line.end, side) + check.not_square_on(line, side)
    middles = [check.middle(*side) for side in check.sides(drawing)]
    yield check.same_sides(orthic, [line.end for line in altitudes]) + check.same_sides(medial, middles)
    yield check.not_concyclic((*middles, *(line.end for line in altitudes)), circle)


def contact_and_excentral(drawing: Drawing) -> Iterator[float]:
    (within,) = drawing.given.circles
    contact, excentral, bisectors = (drawing.added.segments[at : at + 3] for at in (0, 3, 6))
    touched = []
    for corner, side, line in zip(check.triangle(drawing), check.sides(drawing), bisectors, strict=True):
        yield check.apart(line.start, corner) + check.off_segment(within.centre, line)
        yield check.unequal([check.off_line(line.end, other) for other in check.sides(drawing)])
        assert not check.on_same_side(side, *line)
        touched.append(min(contact, key=lambda one: check.off_line(one.start, side)).start)
        yield check.off_line(touched[-1], side) + check.off_circle(touched[-1], within)
    yield check.same_sides(contact, touched) + check.same_sides(excentral, [line.end for line in bisectors])
    yield sum(check.not_parallel(one, other) for one, other in zip(contact, excentral, strict=True))
    for corner in check.triangle(drawing):
        yield min(check.off_segment(corner, side) for side in excentral)


def pedal_circle(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    point, conjugate = drawing.given.points["P"], drawing.added.points["Q"]
    lines = drawing.added.segments
    corners = check.triangle(drawing)
    for at, (line, side) in enumerate(zip(lines, (*check.sides(drawing), *check.sides(drawing)), strict=True)):
        yield check.apart(line.start, point if at < 3 else conjugate)
        yield check.off_segment(line.end, side) + check.not_square_on(line, side) + check.off_circle(line.end, circle)
    yield check.apart(circle.centre, check.middle(point, conjugate))
    for at, corner in enumerate(corners):
        yield check.angle(point, corner, corners[at - 1]) - check.angle(conjugate, corner, corners[at - 2])


def four_centroids(drawing: Drawing) -> Iterator[float]:
    corners = [drawing.given.points[label] for label in "ABCD"]
    inner, middles, lines = (drawing.added.segments[at : at + 4] for at in (0, 4, 8))
    yield check.same_sides(inner, [line.end for line in lines])
    yield check.same_sides(middles, [check.middle(*side) for side in check.cycle(corners)])
    for at, line in enumerate(lines):
        others = [corner for index, corner in enumerate(corners) if index != at]
        yield check.apart(line.start, corners[at]) + check.apart(line.end, centre(others))
        yield check.off_segment(centre([side.start for side in middles]), line)
    for side, (start, end) in zip(inner, check.cycle(corners), strict=True):
        yield 3 * side.length - check.apart(start, end)


def gauss(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.added.circles
    outer, altitudes = drawing.added.segments[:3], drawing.added.segments[3:]
    for corner, side, line in zip(check.triangle(drawing), check.sides(drawing), altitudes, strict=True):
        yield check.apart(line.start, corner) + check.off_segment(line.end, side) + check.not_square_on(line, side)
        through = min(outer, key=lambda other: check.apart(check.middle(*other), corner))
        yield check.apart(check.middle(*through), corner) + check.not_parallel(through, side)
        yield check.off_circle(through.start, circle) + check.off_circle(through.end, circle)
    yield check.apart(circle.centre, check.orthocentre_of(*check.triangle(drawing)))
    yield sum(check.apart(one.end, other.start) for one, other in check.cycle(outer))


def inner_square(drawing: Drawing) -> Iterator[float]:
    corners = [drawing.given.points[label] for label in "ABCD"]
    sides, inner = drawing.added.segments[:8], drawing.added.segments[8:]
    for at, (start, end) in enumerate(check.cycle(corners)):
        one, other = sides[2 * at : 2 * at + 2]
        yield check.apart(one.start, start) + check.apart(other.start, end) + check.apart(one.end, other.end)
        yield check.unequal([one.length, other.length, check.apart(start, end)])
        assert check.on_same_side(Segment(start, end), centre(corners), one.end)
    apexes = [side.end for side in sides[::2]]
    yield check.same_sides(inner, apexes) + check.unequal([side.length for side in inner])
    yield (area(apexes) - (2 - 3**0.5) * area(corners)) / 100


PROPERTIES: dict[str, check.Property] = {
    "theorem-of-pythagoras": pythagoras,
    "lucas-circles": lucas,
    "torricelli-circles": torricelli,
    "bevan-circle": bevan,
    "altitudes-to-the-circumcircle": long_altitudes,
    "complete-quadrangle": quadrangle,
    "viviani-in-a-hexagon": viviani,
    "area-theorem-of-pappus": pappus,
    "dissection-of-perigal": perigal,
    "orthic-and-medial": orthic_and_medial,
    "contact-and-excentral": contact_and_excentral,
    "pedal-circle": pedal_circle,
    "four-centroids": four_centroids,
    "altitudes-as-bisectors": gauss,
    "triangles-in-a-square": inner_square,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_what_is_solved_has_the_property(name: str) -> None:
    check.assert_solved(CONSTRUCTIONS[name], PROPERTIES[name], SEEDS, NEARLY)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_property_holds_every_element(name: str) -> None:
    check.assert_every_element_counts(CONSTRUCTIONS[name], PROPERTIES[name], NEARLY)
