"""Classical theorems: each solver is checked against the theorem or the text, for many seeds."""

import math
from collections.abc import Iterator

import pytest
import residuals as check

from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.families.ssvg_bench.content.constructions.single_solution import theorems
from sgpkit.graphics.geometry import Segment

SEEDS = 200
NEARLY = 0.2
"""In units and degrees: a fiftieth of the tolerance of the grading. Given parts are rounded to 0.01 units."""

CONSTRUCTIONS = {construction.name: construction for construction in theorems.CONSTRUCTIONS}


def ceva(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    d, e, f = drawing.given.points["D"], drawing.given.points["E"], drawing.added.points["F"]
    yield check.same_sides(drawing.added.segments[:1], (a, d)) + check.same_sides(drawing.added.segments[1:2], (b, e))
    yield check.same_sides(drawing.added.segments[2:], (c, f)) + check.off_segment(f, Segment(a, b))
    ratios = [check.apart(x, y) / check.apart(y, z) for x, y, z in ((b, d, c), (c, e, a), (a, f, b))]
    yield 100 * (math.prod(ratios) - 1)


def menelaus(drawing: Drawing) -> Iterator[float]:
    a, b, c = check.triangle(drawing)
    d, e, f = drawing.given.points["D"], drawing.given.points["E"], drawing.added.points["F"]
    line, extension = drawing.added.segments
    ratios = [check.apart(x, y) / check.apart(y, z) for x, y, z in ((b, d, c), (c, e, a), (a, f, b))]
    yield 100 * (math.prod(ratios) - 1)
    yield sum(check.off_segment(point, line) for point in (d, e, f))
    yield check.apart(extension.end, f) + check.off_line(f, Segment(a, b))
    yield check.apart(extension.start, min((a, b), key=f.distance))
    assert abs(check.apart(a, f) - check.apart(b, f)) > check.apart(a, b) - 0.1  # outside the side
    yield min(check.apart(line.start, point) for point in (d, e, f)) + min(
        check.apart(line.end, point) for point in (d, e, f)
    )


def pascal(drawing: Drawing) -> Iterator[float]:
    a, b, c, d, e, f = (drawing.given.points[label] for label in "ABCDEF")
    (line,) = drawing.added.segments
    pairs = (((a, b), (d, e)), ((b, c), (e, f)), ((c, d), (f, a)))
    meeting = [check.crossing(Segment(*one), Segment(*other)) for one, other in pairs]
    for point, label in zip(meeting, "XYZ", strict=True):
        yield check.apart(point, drawing.added.points[label]) + check.off_segment(point, line)
    yield sum(min(check.apart(end, point) for point in meeting) for end in line)


def brianchon(drawing: Drawing) -> Iterator[float]:
    (circle,) = drawing.given.circles
    *sides, one, two, three = drawing.added.segments
    for label, side in zip("ABCDEF", [*sides[-6:]], strict=True):
        contact = drawing.given.points[label]
        yield check.not_tangent(side, circle) + check.off_segment(contact, side)
    corners = [side.start for side in sides]
    yield check.same_sides(sides, corners)
    for index, diagonal in enumerate((one, two, three)):
        yield check.same_sides((diagonal,), (corners[index], corners[index + 3]))
    yield check.not_concurrent((one, two, three))


def pappus(drawing: Drawing) -> Iterator[float]:
    points = drawing.given.points
    *lines, axis = drawing.added.segments
    for name, line in zip(("AE", "BD", "AF", "CD", "BF", "CE"), lines, strict=True):
        yield check.same_sides((line,), [points[label] for label in name])
    meeting = [check.crossing(lines[index], lines[index + 1]) for index in (0, 2, 4)]
    yield sum(check.off_segment(point, axis) for point in meeting)
    yield sum(min(check.apart(end, point) for point in meeting) for end in axis)


def desargues(drawing: Drawing) -> Iterator[float]:
    points = drawing.given.points
    *rays, axis = drawing.added.segments
    for ray, label in zip(rays, "ABC", strict=True):
        yield check.apart(ray.start, points["O"]) + check.apart(ray.end, points[label + "'"])
        yield check.off_segment(points[label], ray)
    meeting = [
        check.crossing(Segment(points[one], points[other]), Segment(points[one + "'"], points[other + "'"]))
        for one, other in ("AB", "BC", "CA")
    ]
    # Given corners are rounded, and the lines meet at small angles: the axis is slightly less exact.
    yield sum(check.off_segment(point, axis) for point in meeting) / 3
    yield sum(min(check.apart(end, point) for point in meeting) for end in axis)


def monge(drawing: Drawing) -> Iterator[float]:
    circles = drawing.given.circles
    *tangents, axis = drawing.added.segments
    for index, label in enumerate("XYZ"):
        pair = [circle for other, circle in enumerate(circles) if other != index]
        larger = max(pair, key=lambda circle: circle.radius)
        meeting = drawing.added.points[label]
        for tangent in tangents[2 * index : 2 * index + 2]:
            yield check.touches(tangent, larger, tangent.start) + check.apart(tangent.end, meeting)
            yield sum(check.not_tangent(tangent, circle) for circle in pair)
            assert check.on_same_side(tangent, *(circle.centre for circle in pair))
        yield check.off_segment(meeting, axis)
    yield sum(min(check.apart(end, drawing.added.points[label]) for label in "XYZ") for end in axis)


def butterfly(drawing: Drawing) -> Iterator[float]:
    (circle,), (chord,) = drawing.given.circles, drawing.given.segments
    a, c, m = (drawing.given.points[label] for label in "ACM")
    first, second, one, other = drawing.added.segments
    yield check.apart(first.start, a) + check.apart(second.start, c)
    for line in (first, second):
        yield check.off_circle(line.end, circle) + check.off_segment(m, line)
    yield check.same_sides((one,), (a, second.end)) + check.same_sides((other,), (c, first.end))
    x, y = check.crossing(one, chord), check.crossing(other, chord)
    yield check.apart(m, x) - check.apart(m, y)


def miquel(drawing: Drawing) -> Iterator[float]:
    points = drawing.given.points
    meeting = drawing.added.points["M"]
    for circle, labels in zip(drawing.added.circles, ("AEF", "BFD", "CDE"), strict=True):
        yield check.not_concyclic([meeting, *(points[label] for label in labels)], circle)


def ptolemy(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = (drawing.given.points[label] for label in "ABCD")
    first, second, third = drawing.added.segments
    k = third.end
    yield check.same_sides((first,), (a, c)) + check.same_sides((second,), (b, d)) + check.apart(third.start, b)
    yield check.off_segment(k, first) + abs(check.angle(a, b, k) - check.angle(c, b, d))
    # The proof derives from it: AK · BD = AB · CD and KC · BD = AD · BC.
    yield check.apart(a, k) - check.apart(a, b) * check.apart(c, d) / check.apart(b, d)
    yield check.apart(k, c) - check.apart(a, d) * check.apart(b, c) / check.apart(b, d)


PROPERTIES: dict[str, check.Property] = {
    "ceva": ceva,
    "menelaus": menelaus,
    "pascal": pascal,
    "brianchon": brianchon,
    "pappus": pappus,
    "desargues": desargues,
    "monge": monge,
    "butterfly": butterfly,
    "miquel": miquel,
    "ptolemy": ptolemy,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_what_is_solved_has_the_property(name: str) -> None:
    check.assert_solved(CONSTRUCTIONS[name], PROPERTIES[name], SEEDS, NEARLY)


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_the_property_holds_every_element(name: str) -> None:
    check.assert_every_element_counts(CONSTRUCTIONS[name], PROPERTIES[name], NEARLY)
