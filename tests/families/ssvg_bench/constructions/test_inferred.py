"""Figures on polygons: the required elements satisfy the statement, checked by lengths, angles and areas."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
import residuals as check

from sgpkit.families.ssvg_bench.content.constructions.engine import Drawing
from sgpkit.families.ssvg_bench.content.constructions.single_solution import inferred
from sgpkit.graphics.geometry import Point, Segment

SEEDS = 12
NEARLY = 0.2
CONSTRUCTIONS = {construction.name: construction for construction in inferred.CONSTRUCTIONS}


def corners(drawing: Drawing) -> list[Point]:
    return [drawing.given.points[label] for label in sorted(drawing.given.points)]


def centre(points: Sequence[Point]) -> Point:
    return Point(sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def area(points: Sequence[Point]) -> float:
    return abs(sum(a.x * b.y - b.x * a.y for a, b in check.cycle(points))) / 2


def loop(segments: Sequence[Segment]) -> list[Point]:
    """Return the corners of a closed polygon, whose sides are in sequence."""
    for one, other in zip(segments, (*segments[1:], segments[0]), strict=True):
        assert check.apart(one.end, other.start) < NEARLY
    return [segment.start for segment in segments]


def not_regular(points: Sequence[Point]) -> float:
    middle = centre(points)
    sides = [check.apart(one, other) for one, other in check.cycle(points)]
    return check.unequal(sides) + check.unequal([check.apart(middle, point) for point in points])


def squares(drawing: Drawing) -> Iterator[float]:
    """Yield the residuals of squares on the sides, of three segments each. Further segments join neighbors, or the
    centres."""
    given, middle = corners(drawing), centre(corners(drawing))
    count = len(given)
    outer = []
    for index, (start, end) in enumerate(check.cycle(given)):
        first, top, last = drawing.added.segments[3 * index : 3 * index + 3]
        yield check.apart(first.start, start) + check.apart(last.end, end)
        yield check.apart(first.end, top.start) + check.apart(top.end, last.start)
        yield check.unequal([first.length, top.length, last.length, check.apart(start, end)])
        yield check.not_square_on(first, top)
        assert check.apart(centre(top), middle) > check.apart(centre((start, end)), middle)
        outer.append((first.end, last.start))
    more = drawing.added.segments[3 * count :]
    if "P" in drawing.added.points:
        yield not_regular(loop(more))
        centres = [centre((*ends, given[at], given[(at + 1) % count])) for at, ends in enumerate(outer)]
        yield check.same_sides(more, centres)
    else:
        assert len(more) == count
        for index in range(count):
            yield check.apart(more[index].start, outer[index - 1][1]) + check.apart(more[index].end, outer[index][0])
            gap = check.area(more[index].start, given[index], more[index].end)
            before, after = given[index - 1], given[(index + 1) % count]
            yield (gap - check.area(before, given[index], after)) / 100  # the gap is as large as the corner's triangle


def triangles(drawing: Drawing) -> Iterator[float]:
    given, middle = corners(drawing), centre(corners(drawing))
    count, apexes = len(given), []
    for index, (start, end) in enumerate(check.cycle(given)):
        first, last = drawing.added.segments[2 * index : 2 * index + 2]
        yield check.apart(first.start, start) + check.apart(last.end, end) + check.apart(first.end, last.start)
        yield check.unequal([first.length, last.length, check.apart(start, end)])
        assert check.apart(first.end, middle) > check.apart(start, middle)
        apexes.append(first.end)
    more = drawing.added.segments[2 * count :]
    if count == 3:
        yield check.unequal([line.length for line in more]) + check.not_concurrent(more)
        for index, line in enumerate(more):
            yield check.apart(line.start, apexes[index]) + check.apart(line.end, given[index - 1])
    else:
        yield not_regular(loop(more)) + check.same_sides(more, apexes)


def two_triangles(drawing: Drawing) -> Iterator[float]:
    a, b, c, d = corners(drawing)
    e, f = drawing.added.points["E"], drawing.added.points["F"]
    yield check.unequal([check.apart(a, b), check.apart(a, e), check.apart(b, e)])
    yield check.unequal([check.apart(b, c), check.apart(b, f), check.apart(c, f)])
    yield not_regular((d, e, f)) + check.same_sides(drawing.added.segments[4:], (d, e, f))


def joined(drawing: Drawing) -> Iterator[float]:
    """Yield the residual of segments between corners: the same number at each corner, and none repeated."""
    given = corners(drawing)
    ends = [
        tuple(min(range(len(given)), key=lambda at: check.apart(given[at], end)) for end in line)
        for line in drawing.added.segments
    ]
    assert len({frozenset(pair) for pair in ends}) == len(ends)
    assert len(set(Counter(end for pair in ends for end in pair).values())) == 1
    yield max(
        check.apart(given[at], end)
        for pair, line in zip(ends, drawing.added.segments, strict=True)
        for at, end in zip(pair, line, strict=True)
    )


def parallels(drawing: Drawing) -> Iterator[float]:
    sides = drawing.given.segments
    parts = len(drawing.added.segments) // 3 + 1
    lengths = Counter()
    for line in drawing.added.segments:
        side = min(sides, key=lambda side: check.not_parallel(line, side))
        yield check.not_parallel(line, side)
        yield sum(min(check.off_segment(end, other) for other in sides) for end in line)
        share = line.length / side.length * parts
        yield share - round(share)
        lengths[round(share)] += 1
    assert lengths == dict.fromkeys(range(1, parts), 3)


def net(drawing: Drawing) -> Iterator[float]:
    lines = drawing.added.segments
    half = len(lines) // 2
    for one in lines[:half]:
        cuts = sorted(check.apart(one.start, check.crossing(one, other)) for other in lines[half:])
        yield max(abs(cut - (at + 1) * one.length / (half + 1)) for at, cut in enumerate(cuts))


def nested(share: float, ratio: float):
    def property(drawing: Drawing) -> Iterator[float]:
        before = corners(drawing)
        count = len(before)
        for at in range(0, len(drawing.added.segments), count):
            polygon = loop(drawing.added.segments[at : at + count])
            for point, (start, end) in zip(polygon, check.cycle(before), strict=True):
                yield check.off_segment(point, Segment(start, end))
                yield check.apart(start, point) - share * check.apart(start, end)
            if ratio:
                yield 100 * (area(polygon) / area(before) - ratio)
            before = polygon

    return property


def orthic(drawing: Drawing) -> Iterator[float]:
    altitudes, feet, outer = (drawing.added.segments[at : at + 3] for at in (0, 3, 6))
    (circle,) = drawing.given.circles
    for altitude, side in zip(altitudes, check.sides(drawing), strict=True):
        yield check.not_square_on(altitude, side) + check.off_segment(altitude.end, side)
    yield check.same_sides(feet, [altitude.end for altitude in altitudes])
    for line in outer:
        yield check.not_tangent(line, circle) + min(check.not_parallel(line, other) for other in feet)


def walter(drawing: Drawing) -> Iterator[float]:
    lines = drawing.added.segments
    for at, (corner, side) in enumerate(zip(check.triangle(drawing), check.sides(drawing), strict=True)):
        for line in lines[2 * at : 2 * at + 2]:
            yield check.apart(line.start, corner) + check.off_segment(line.end, side)
        yield check.unequal([check.apart(lines[2 * at].end, lines[2 * at + 1].end), side.length / 3])


def anticomplementary(drawing: Drawing) -> Iterator[float]:
    whole = area(check.triangle(drawing))
    outer, inner = loop(drawing.added.segments[:3]), loop(drawing.added.segments[3:6])
    yield 100 * (area(outer) / whole - 4)
    yield 100 * (area(inner) / whole - 0.25)
    yield check.not_concurrent(drawing.added.segments[6:])
    for line, corner in zip(drawing.added.segments[6:], check.triangle(drawing), strict=True):
        yield check.apart(line.end, corner) + min(check.apart(line.start, point) for point in outer)


def stretched(drawing: Drawing) -> Iterator[float]:
    given = corners(drawing)
    count = len(given)
    yield not_regular(loop(drawing.added.segments[2 * count :]))
    for line in drawing.added.segments[: 2 * count]:
        yield min(check.apart(line.start, point) for point in given)
        sides = [side for side in drawing.given.segments if min(check.apart(line.start, end) for end in side) < NEARLY]
        yield min(check.off_line(line.end, side) for side in sides)


def rounds(drawing: Drawing) -> Iterator[float]:
    """Yield residuals: each circle touches the sides of its polygon at their midpoints, the corners of the next
    polygon."""
    before = corners(drawing)
    for at, circle in enumerate(drawing.added.circles):
        polygon = loop(drawing.added.segments[at * len(before) : (at + 1) * len(before)])
        yield not_regular(polygon)
        for point, (start, end) in zip(polygon, check.cycle(before), strict=True):
            yield check.not_tangent(Segment(start, end), circle) + check.off_circle(point, circle)
            yield check.apart(point, check.middle(start, end))
        before = polygon


def circumscribed(drawing: Drawing) -> Iterator[float]:
    around, outer = drawing.added.circles
    yield check.not_concyclic(corners(drawing), around)
    yield not_regular(loop(drawing.added.segments))
    for point, line in zip(corners(drawing), drawing.added.segments, strict=True):
        yield check.off_segment(point, line) + check.not_tangent(line, around) + check.off_circle(line.start, outer)


SQUARES = (
    *("flank-triangles", "dodecagon-around-a-hexagon", "decagon-around-a-pentagon", "octagon-around-a-square"),
    *("hexagon-around-a-triangle", "sixteen-corners-around-an-octagon"),
)
ROUNDS = ("ad-quadratum", "rounds-in-a-triangle")
STARS = ("a-pentagon", "a-hexagon", "a-heptagon", "an-octagon")
AROUND = ("circles-around-a-square", "circles-around-a-triangle", "circles-around-a-pentagon")
PROPERTIES = {
    **dict.fromkeys((*SQUARES, "squares-on-a-parallelogram", "squares-around-a-quadrilateral"), squares),
    **dict.fromkeys(
        ("triangles-on-a-square", "hexagram-in-a-hexagon", "triangles-on-a-pentagon", "equal-lines-of-fermat"),
        triangles,
    ),
    "equilateral-triangle-of-a-parallelogram": two_triangles,
    **{
        name: joined
        for name in CONSTRUCTIONS
        if name.startswith("diagonals-of") or ("-in-a" in name and "gram" not in name)
    },
    **dict.fromkeys(ROUNDS, rounds),
    **dict.fromkeys(AROUND, circumscribed),
    "great-star-of-an-octagon": joined,
    "star-of-a-heptagon": joined,
    **dict.fromkeys((f"star-around-{polygon}" for polygon in STARS), stretched),
    "sixteen-triangles": parallels,
    "thirty-six-triangles": parallels,
    "twenty-five-triangles": parallels,
    "net-of-a-quadrilateral": net,
    "sixteen-fields": net,
    "varignon-three-times": nested(0.5, 0.5),
    "squares-that-turn": nested(0.25, 0.625),
    "squares-of-midpoints": nested(0.5, 0.5),
    "pentagons-that-turn": nested(0.5, math.cos(math.pi / 5) ** 2),
    "hexagons-of-midpoints": nested(0.5, 0.75),
    "orthic-and-tangential": orthic,
    "hexagon-of-walter": walter,
    "medial-and-anticomplementary": anticomplementary,
}


@pytest.mark.parametrize("name", CONSTRUCTIONS)
def test_what_is_solved_has_the_property(name: str) -> None:
    check.assert_solved(CONSTRUCTIONS[name], PROPERTIES[name], SEEDS, NEARLY)
