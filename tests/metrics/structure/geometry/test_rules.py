"""Predicates of cases with many answers: right drawings of every kind are accepted, near misses are not."""

import re
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from sgpkit.families.ssvg_bench.content import constructions
from sgpkit.families.ssvg_bench.content.constructions import engine, writer
from sgpkit.families.ssvg_bench.content.constructions.engine import Construction, Figure
from sgpkit.graphics import elements
from sgpkit.graphics.elements import Elements, Item
from sgpkit.graphics.geometry import Circle, Point, Segment
from sgpkit.metrics.structure.geometry import circle_rules, compass_rules, published, score
from sgpkit.metrics.structure.geometry.rules import RULES

pytestmark = pytest.mark.process

TOLERANCE = 10.0
SEEDS = 25

CASES = {construction.name: construction for construction in constructions.every() if construction.rule}


def shown(figure: Figure) -> Elements:
    return Elements(
        tuple(map(Item, figure.segments)), tuple(map(Item, figure.circles)), tuple(map(Item, figure.ellipses))
    )


def given_part(figure: Figure) -> Elements:
    """Return the given part as its program is read, with a dot for each point that no segment shows."""
    return elements.from_svg(writer.program(figure, None, "svg"))


def answers(construction: Construction, given: Figure) -> list[Figure]:
    assert construction.answers is not None
    return list(construction.answers(given))


def near_misses(construction: Construction, given: Figure) -> list[Figure]:
    assert construction.near_misses is not None
    return list(construction.near_misses(given))


def test_every_rule_has_a_case_and_every_case_a_rule() -> None:
    assert {construction.rule for construction in CASES.values()} == set(RULES)
    assert len(CASES) >= 16


def wider(code: str) -> str:
    """Return a drawing on a larger page that also shows answers outside the given one."""
    return re.sub(r'viewBox="[^"]*"', 'viewBox="-512 -512 1536 1536"', code)


@pytest.mark.parametrize("name", CASES)
def test_right_drawings_are_accepted_and_near_misses_are_not(name: str) -> None:
    case, judge = CASES[name], RULES[CASES[name].rule]
    for seed in range(SEEDS):
        given, added = engine.draw(case, Random(f"{seed}:{name}"))
        read = given_part(given)
        right, wrong = answers(case, given), near_misses(case, given)
        assert len(right) >= 2 and len(wrong) >= 3
        for answer in (added, *right):
            assert judge(read, shown(answer), TOLERANCE) is None, seed
        for index, miss in enumerate(wrong):
            assert judge(read, shown(miss), TOLERANCE), f"seed {seed}, near miss {index}"


@pytest.mark.parametrize("name", CASES)
def test_the_answers_are_different_ones(name: str) -> None:
    """Some lack elements of others, so that the rule for single answers would not suffice."""
    case = CASES[name]
    given, _ = engine.draw(case, Random(f"0:{name}"))
    pairs = combinations(map(shown, answers(case, given)), 2)
    assert not all(all(published.matches(first, second, TOLERANCE).every) for first, second in pairs)


@pytest.mark.parametrize("name", CASES)
def test_order_and_direction_and_more_elements_do_not_matter(name: str) -> None:
    case, random = CASES[name], Random(name)
    given, added = engine.draw(case, random)
    more = [Segment(Point(3.0, 5.0), Point(70.0, 20.0)), Segment(Point(500.0, 480.0), Point(420.0, 400.0))]
    segments = [*(Segment(end, start) for start, end in added.segments), *more]
    circles = [*added.circles, Circle(Point(400.0, 90.0), 66.0)]
    random.shuffle(segments)
    random.shuffle(circles)
    mixed = replace(added, segments=tuple(segments), circles=tuple(circles))
    assert RULES[case.rule](given_part(given), shown(mixed), TOLERANCE) is None


@pytest.mark.parametrize("name", CASES)
def test_a_small_inaccuracy_is_allowed(name: str) -> None:
    """Models prefer whole numbers; the published bisector is stricter."""
    case = CASES[name]
    given, added = engine.draw(case, Random(f"7:{name}"))

    def whole(point: Point) -> Point:
        return Point(round(point.x), round(point.y))

    rounded = Figure(
        {},
        tuple(Segment(whole(start), whole(end)) for start, end in added.segments),
        tuple(Circle(whole(centre), round(radius)) for centre, radius in added.circles),
    )
    accepted = RULES[case.rule](given_part(given), shown(rounded), TOLERANCE) is None
    assert accepted == (case.rule != "perpendicular_bisector")


@pytest.mark.parametrize("name", CASES)
def test_nothing_and_anything_is_judged_without_a_fault(name: str) -> None:
    case, random = CASES[name], Random(name)
    given, added = engine.draw(case, random)
    read = given_part(given)

    def random_point() -> Point:
        return Point(random.uniform(0, 512), random.uniform(0, 512))

    scribble = Figure(
        {},
        (*(Segment(random_point(), random_point()) for _ in range(40)), Segment(Point(9.0, 9.0), Point(9.0, 9.0))),
        (*(Circle(random_point(), random.uniform(7, 90)) for _ in range(40)), Circle(Point(9.0, 9.0), 0.0)),
    )
    doubled = Figure({}, added.segments * 2, added.circles * 2)
    judge = RULES[case.rule]
    assert judge(read, Elements(), TOLERANCE)
    assert judge(read, read, TOLERANCE), "the given part again"
    judge(read, shown(scribble), TOLERANCE)
    assert judge(read, shown(doubled), TOLERANCE) is None


@pytest.mark.parametrize("name", CASES)
def test_programs_get_the_verdict_of_the_rule(name: str) -> None:
    case = CASES[name]
    given, added = engine.draw(case, Random(f"1:{name}"))
    row = {"code": writer.program(given, added, "svg"), "rule": case.rule}
    right, wrong = answers(case, given), near_misses(case, given)
    programs = [wider(writer.program(given, answer, "svg")) for answer in (*right, *wrong)]
    scores = score(programs, [row] * len(programs))
    assert [verdict.value for verdict in scores] == [1.0] * len(right) + [0.0] * len(wrong)
    fewest = [
        len(answer.segments) + len(answer.circles) <= len(added.segments) + len(added.circles) for answer in right
    ]
    assert [verdict.parts["strict"] for verdict in scores] == [*map(float, fewest), *[0.0] * len(wrong)]


STRAYS = {
    "line": Figure(segments=(Segment(Point(20.0, 20.0), Point(480.0, 60.0)),)),
    "circle": Figure(circles=(Circle(Point(250.0, 250.0), 21.0),)),
}


@pytest.mark.parametrize("name", list(CASES)[::4])
def test_strays_are_right_but_not_strictly(name: str) -> None:
    """Strays are a line, a circle, a second right answer, and lines across the page."""
    case = CASES[name]
    given, added = engine.draw(case, Random(f"1:{name}"))
    row = {"code": writer.program(given, added, "svg"), "rule": case.rule}
    spray = [Segment(Point(x, 3.0), Point(509.0 - x, 509.0)) for x in range(3, 509, 12)]
    more = [*STRAYS.values(), answers(case, given)[1], Figure(segments=tuple(spray))]
    both = [
        Figure({}, added.segments + item.segments, added.circles + item.circles, added.ellipses + item.ellipses)
        for item in more
    ]
    scores = score([wider(writer.program(given, item, "svg")) for item in both], [row] * len(both))
    assert {verdict.parts["strict"] for verdict in scores} == {0.0}
    assert all(verdict.parts["precision"] < 1 for verdict in scores)
    assert [verdict.value for verdict in scores[:3]] == [1.0] * 3
    assert all("also added" in verdict.reason for verdict in scores[:2])
    assert [verdict.parts["sparing"] for verdict in scores] == [1.0, 1.0, 1.0, 0.0]
    assert "crowded" in scores[3].reason


A, B = Point(100.0, 200.0), Point(300.0, 200.0)
BASE = Elements((Item(Segment(A, B)),))


def crossing_at(radius: float, other: float, aside: float = 0.0, centre: Point = A) -> Elements:
    """Return circles about A and B, and the vertical line between them."""
    line = Segment(Point(200.0 + aside, 0.0), Point(200.0 + aside, 400.0))
    return Elements((Item(line),), (Item(Circle(centre, radius)), Item(Circle(B, other))))


@pytest.mark.parametrize(
    ("drawn", "right"),
    [
        (crossing_at(150.0, 150.0), True),
        (crossing_at(150.0, 150.09), True),
        (crossing_at(150.0, 150.11), False),
        (crossing_at(150.0, 150.0, aside=0.09), True),
        (crossing_at(150.0, 150.0, aside=0.11), False),
        (crossing_at(150.0, 150.0, centre=A + Point(0.0, 0.09)), True),
        (crossing_at(150.0, 150.0, centre=A + Point(0.0, 0.11)), False),
        (crossing_at(99.0, 99.0), False),
        (crossing_at(100.0, 100.0), False),
        (crossing_at(101.0, 101.0), True),
        (crossing_at(600.0, 600.0), False),  # the line ends before the crossings
    ],
)
def test_the_published_bisector_has_a_tolerance_of_a_tenth(drawn: Elements, right: bool) -> None:
    assert (compass_rules.perpendicular_bisector(BASE, drawn, 0.1) is None) == right
    assert (RULES["perpendicular_bisector"](BASE, drawn, TOLERANCE) is None) == right


RADII = (200.0, 20.0, 30.0, 40.0, 50.0)
CENTRES = (Point(250.0, 250.0), Point(250.0, 80.0), Point(410.0, 250.0), Point(250.0, 400.0), Point(100.0, 250.0))
RINGS = Elements(circles=tuple(Item(Circle(*pair)) for pair in zip(CENTRES, RADII, strict=True)))


def test_the_published_tangents_are_those_of_the_four_smallest_circles() -> None:
    pairs = [(one, other) for one in range(1, 5) for other in range(one + 1, 5)]
    tangents = []
    for one, other in pairs:
        # The line of the centres, moved outwards by both radii and rotated by the angle whose sine is their
        # difference.
        p, q = complex(*CENTRES[one]), complex(*CENTRES[other])
        way = (q - p) / abs(q - p)
        sine = (RADII[one] - RADII[other]) / abs(q - p)
        out = way * complex(sine, (1 - sine * sine) ** 0.5)
        start, end = p + out * RADII[one], q + out * RADII[other]
        tangents.append(Item(Segment(Point(start.real, start.imag), Point(end.real, end.imag))))
    judge = circle_rules.outer_tangents
    assert judge(RINGS, Elements(tuple(tangents)), TOLERANCE) is None
    for index in range(6):
        assert judge(RINGS, Elements(tuple(tangents[:index] + tangents[index + 1 :])), TOLERANCE)
    shifted = [Item(Segment(*(end + Point(0.0, 9.0) for end in item.geometry))) for item in tangents]
    assert judge(RINGS, Elements(tuple(shifted)), TOLERANCE) is None
    shifted = [Item(Segment(*(end + Point(8.0, 8.0) for end in item.geometry))) for item in tangents]
    assert judge(RINGS, Elements(tuple(shifted)), TOLERANCE)
    four = replace(RINGS, circles=RINGS.circles[1:])
    assert judge(four, Elements(tuple(tangents)), TOLERANCE) == "the given part has fewer than five circles"
