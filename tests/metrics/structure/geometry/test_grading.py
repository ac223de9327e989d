"""Geometry as SSVG-Bench grades it: its rules one by one, and drawings that the paper's parser does not read."""

import math
import random
import re

import paper_geometry
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.families.ssvg_bench.content.constructions import every
from sgpkit.families.ssvg_bench.content.constructions.engine import draw
from sgpkit.families.ssvg_bench.content.constructions.writer import program
from sgpkit.graphics.elements import from_svg
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment
from sgpkit.metrics.structure import geometry
from sgpkit.metrics.structure.geometry.published import circles_found, ellipses_found, joined_pairs, segments_found
from sgpkit.status import Status
from sgpkit.values import Completion

GIVEN = """<line class="input_object" x1="100" y1="400" x2="400" y2="400"/>
<line class="input_object" x1="400" y1="400" x2="160" y2="120"/>
<line class="input_object" x1="160" y1="120" x2="100" y2="400"/>
<circle class="input_object" cx="50" cy="60" r="2" style="fill:black"/>"""
ADDED = """<line class="output_object" x1="160" y1="120" x2="250" y2="400"/>
<line class="output_object" x1="100" y1="400" x2="280" y2="260"/>
<circle class="output_object" cx="230" cy="300" r="90"/>
<ellipse class="output_object" cx="220" cy="307" rx="86" ry="60" transform="rotate(20 220 307)"/>
<path class="output_object" d="M100 200 C150 260 300 260 350 200"/>"""


def svg(*parts):
    style = ".input_object{stroke:black;fill:none}.output_object{stroke:red;fill:none}"
    body = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><style>{style}</style>\n{body}\n</svg>'


REFERENCE = svg(GIVEN, ADDED)


def verdict(*parts, reference=REFERENCE, tolerance=10.0):
    (result,) = geometry.score([svg(*parts)], [reference], "svg", tolerance)
    return result


def parts(result, *names):
    """Return parts of a score; those that the printed code and the joining of pieces decide have tests of their own."""
    names = names or ("coverage", "strict", "precision", "recall", "sparing")
    return {name: result.parts[name] for name in names}


def test_the_reference_is_right_in_every_way():
    result = verdict(GIVEN, ADDED)
    assert (result.value, result.status) == (1, Status.OK)
    assert set(result.parts.values()) == {1.0}


def test_the_given_part_alone_is_wrong_in_every_way():
    result = verdict(GIVEN)
    assert (result.value, *parts(result).values()) == (0, 0, 0, 0, 0, 1)
    assert result.reason.startswith("not drawn: segment (160, 120)-(250, 400)")
    assert result.reason.endswith("and 2 more")


@pytest.mark.process
def test_what_is_white_is_not_there():
    unseen = ADDED.replace("<line", '<line style="stroke:#fefefe"', 1)
    result = verdict(GIVEN, unseen)
    assert (result.value, result.parts["strict"]) == (0, 0)
    assert result.reason.startswith("not drawn: segment (160")


@pytest.mark.parametrize(("color", "value"), [("#f2f2f2", 0), ("#eeeeee", 1)])
def test_what_is_pale_counts_if_it_can_be_seen(color, value):
    pale = ADDED.replace("<line", f'<line style="stroke:{color};stroke-width:6"', 1)
    result = verdict(GIVEN, pale)
    assert (result.value, result.parts["strict"]) == (value, value)


@pytest.mark.parametrize("position", range(5))
def test_every_element_is_needed(position):
    lines = ADDED.splitlines()
    kind = ["segment (160", "segment (100", "circle (230", "ellipse (220", "curve (100"][position]
    result = verdict(GIVEN, *lines[:position], *lines[position + 1 :])
    assert result.value == 0
    assert result.reason.startswith(f"not drawn: {kind}")
    assert parts(result) == {"coverage": 0, "strict": 0, "precision": 1, "recall": 0.8, "sparing": 1}


@pytest.mark.parametrize(("shift", "right"), [((3, 4), 1), ((7, 6.9), 1), ((-7, 7.5), 0), ((0, 18), 0)])
def test_the_tolerance_is_ten_units(shift, right):
    lines = ADDED.splitlines()
    for item in (0, 1, 2):  # an ellipse is judged by its overlap
        moved = f'<g transform="translate({shift[0]} {shift[1]})">{lines[item]}</g>'
        assert verdict(GIVEN, *lines[:item], moved, *lines[item + 1 :]).value in (right, 1 if item < 2 else right)
    assert (
        verdict(GIVEN, f'<g transform="translate({shift[0]} {shift[1]})">{lines[2]}</g>', *lines[:2], *lines[3:]).value
        == right
    )


def test_the_tolerance_is_an_option():
    near = ADDED.replace('cx="230"', 'cx="233"')
    assert [verdict(GIVEN, near, tolerance=tolerance).value for tolerance in (10, 3, 2.9)] == [1, 1, 0]


@pytest.mark.process
def test_what_is_drawn_beside_is_not_graded_but_told():
    stray = '<line class="output_object" x1="20" y1="20" x2="480" y2="60"/>'
    result = verdict(GIVEN, ADDED, stray, '<text x="9" y="9">so</text>')
    assert result.value == 1
    assert parts(result) == {"coverage": 1, "strict": 0, "precision": pytest.approx(5 / 6), "recall": 1, "sparing": 1}


@pytest.mark.process
def test_dots_areas_and_texts_are_no_strays():
    beside = '<circle class="output_object" cx="250" cy="400" r="3" style="fill:red"/><text x="9" y="9">D</text>'
    area = '<path style="fill:#fee" d="M100 400 L400 400 L160 120 Z"/>'
    assert set(verdict(area, GIVEN, ADDED, beside).parts.values()) == {1.0}


def test_without_marks_it_is_right_but_not_strictly():
    result = verdict(GIVEN, ADDED.replace("output_object", "input_object"))
    assert result.value == 1
    assert parts(result) == {"coverage": 1, "strict": 0, "precision": 1, "recall": 1, "sparing": 1}


@pytest.mark.parametrize(
    ("given_part", "value", "message"),
    [
        ("", 1, "the given part is missing"),
        (f'<g transform="translate(30 -20)">{GIVEN}</g>', 1, "the given part was moved by (30, -20)"),
        (f'<g transform="scale(0.5)">{GIVEN}</g>', 1, "the given part was scaled by 0.5"),
        (GIVEN.replace('"400"', '"390"', 1), 1, "of the given part 1 of 4 elements are changed or missing"),
    ],
    ids=["missing", "moved", "scaled", "changed"],
)
def test_what_became_of_the_given_part_is_told(given_part, value, message):
    result = verdict(given_part, ADDED)
    assert result.value == value
    assert result.reason.endswith(message)
    assert result.parts["strict"] == 0


def test_all_moved_is_wrong_and_told():
    result = verdict(f'<g transform="translate(30 -20)">{GIVEN}{ADDED}</g>')
    assert result.value == 0
    assert result.reason.endswith("the given part was moved by (30, -20)")
    assert result.parts["coverage"] == 1


def test_nothing_drawn():
    result = verdict("")
    assert (result.value, result.status, result.reason) == (0, Status.OK, "nothing is drawn")


# The rules by themselves, as the appendix prints them.


def s(*numbers):
    return Segment(Point(*numbers[:2]), Point(*numbers[2:]))


def test_a_longer_segment_will_do_and_serves_twice():
    assert segments_found([s(10, 0, 40, 0), s(50, 0, 90, 0)], [s(0, 0, 100, 0)]) == [True, True]
    assert segments_found([s(0, 0, 100, 0)], [s(10, 0, 90, 0), s(0, 30, 100, 30)]) == [True]
    assert segments_found([s(0, 0, 100, 0)], [s(10.1, 0, 90, 0)]) == [False]


def test_pairs_are_joined_in_one_pass():
    pieces = [s(0, 0, 50, 0), s(50, 0, 100, 0), s(100, 0, 150, 0)]
    assert {tuple(sorted(made)) for made in joined_pairs(pieces)} == {
        ((0, 0), (100, 0)),
        ((50, 0), (150, 0)),
    }


@pytest.mark.parametrize(("degrees", "count"), [(0, 1), (4.9, 1), (5.1, 0), (175, 0), (180, 0)])
@pytest.mark.parametrize("base", [0, 45, 90, 178, 180, 270])
def test_pairs_bend_by_five_degrees_at_most(degrees, count, base):
    def at(turn):
        return Point(90 * math.cos(math.radians(turn)), 90 * math.sin(math.radians(turn)))

    pieces = [Segment(at(base), Point(0, 0)), Segment(Point(0, 0), at(base + 180 + degrees))]
    assert len(joined_pairs(pieces)) == count
    assert len(joined_pairs([Segment(*reversed(pieces[1])), pieces[0]])) == count


def test_ends_must_be_shared_to_join_pairs():
    assert joined_pairs([s(0, 0, 50, 0), s(50.2, 0, 100, 0)]) == []


def test_circles_serve_once_and_must_agree_in_both():
    one = Circle(Point(0, 0), 50)
    assert circles_found([one, one], [one]) == [True, False]
    assert circles_found([one], [Circle(Point(6, 8), 60)]) == [True]
    assert circles_found([one], [Circle(Point(6, 8.1), 50)]) == [False]
    assert circles_found([one], [Circle(Point(0, 0), 60.1)]) == [False]
    assert circles_found([one], []) == [False]


def test_the_circle_that_overlaps_most_is_taken():
    wide, narrow = Circle(Point(0, 0), 60), Circle(Point(0, 0), 51)
    assert circles_found([Circle(Point(0, 0), 50), Circle(Point(0, 0), 58)], [wide, narrow]) == [True, True]
    assert circles_found([Circle(Point(0, 0), 4)], [Circle(Point(90, 0), 4), Circle(Point(9, 0), 4)]) == [True]


def test_ellipses_overlap_by_nineteen_twentieths():
    ellipse = Ellipse(Point(0, 0), 100, 50, 30)
    assert ellipses_found([ellipse], [ellipse._replace(radius_x=104)]) == [True]
    assert ellipses_found([ellipse], [ellipse._replace(radius_x=106)]) == [False]
    assert ellipses_found([ellipse], [ellipse._replace(angle=60)]) == [False]
    assert ellipses_found([ellipse, ellipse], [ellipse]) == [True, False]


CURVE = ((100, 150, 300, 350), (200, 260, 260, 200))


def test_curves_are_compared_all_along():
    curve = '<path class="output_object" d="M100 200 C150 260 300 260 350 200"/>'
    reference = svg(GIVEN, curve)

    def plotted(first, last):
        points = []
        for t in (first + (last - first) * number / 24 for number in range(25)):
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            x, y = (sum(map(math.prod, zip(weights, spots, strict=True))) for spots in CURVE)
            points.append(f"{x:.2f},{y:.2f}")
        return f'<polyline class="output_object" points="{" ".join(points)}"/>'

    right = [curve, curve.replace("260", "268"), plotted(0, 1), plotted(-0.1, 1.1), plotted(0, 0.6) + plotted(0.6, 1)]
    wrong = [curve.replace("260", "290"), '<line class="output_object" x1="100" y1="200" x2="350" y2="200"/>']
    wrong.append(plotted(0, 0.6))
    # A comb of arcs that cross it is near all of its points.
    wrong.append("".join(f'<path class="output_object" d="M{x} 150 q4 70 0 140"/>' for x in range(95, 360, 8)))
    assert [verdict(GIVEN, answer, reference=reference).value for answer in right] == [1] * len(right)
    assert [verdict(GIVEN, answer, reference=reference).value for answer in wrong] == [0] * len(wrong)


# Drawings that the paper's parser does not read: the pairs look the same, and only the metric accepts them.

WHOLE = ADDED.rsplit("\n", 1)[0]  # without the curve, which the paper does not read
REWRITTEN = {
    "relative path": ('<line class="output_object" x1="160" y1="120" x2="250" y2="400"/>', '<path class="output_object" d="m160 120 l90 280"/>'),
    "groups with transforms": ('<circle class="output_object" cx="230" cy="300" r="90"/>', '<g transform="translate(30 50)"><g transform="scale(1 -1)"><circle class="output_object" cx="200" cy="-250" r="90"/></g></g>'),
    "scaled": ('<circle class="output_object" cx="230" cy="300" r="90"/>', '<circle class="output_object" cx="23" cy="30" r="9" transform="scale(10)" stroke-width="0.1"/>'),
    "circle of arcs": ('<circle class="output_object" cx="230" cy="300" r="90"/>', '<path class="output_object" d="M140 300a90 90 0 1 1 180 0a90 90 0 1 1-180 0"/>'),
    "ellipse of arcs": (WHOLE.splitlines()[3], '<path class="output_object" transform="rotate(20 220 307)" d="M134 307a86 60 0 1 0 172 0a86 60 0 1 0-172 0"/>'),
    "dashes": ('<line class="output_object" x1="100" y1="400" x2="280" y2="260"/>', "".join(f'<line class="output_object" x1="{100 + 18 * k}" y1="{400 - 14 * k}" x2="{112 + 18 * k}" y2="{390.667 - 14 * k:.3f}"/>' for k in range(10))),
    "class on use": ('<circle class="output_object" cx="230" cy="300" r="90"/>', '<defs><circle id="c" r="90"/></defs><use class="output_object" href="#c" x="230" y="300"/>'),
    "class on a scaled group": ('<circle class="output_object" cx="230" cy="300" r="90"/>', '<g class="output_object" transform="translate(230 300) scale(10)" stroke-width="0.1"><circle r="9"/></g>'),
    "use": ('<circle class="output_object" cx="230" cy="300" r="90"/>', '<defs><circle id="c" class="output_object" r="90"/></defs><use href="#c" x="230" y="300"/>'),
}  # fmt: skip


def papers_verdict(reference, output, folder):
    (folder / "reference.svg").write_text(reference)
    (folder / "output.svg").write_text(output)
    return paper_geometry.verdict(folder / "reference.svg", folder / "output.svg")


@pytest.mark.parametrize(("plain", "other"), REWRITTEN.values(), ids=REWRITTEN)
def test_ours_reads_drawings_that_the_papers_parser_does_not(plain, other, tmp_path):
    reference = svg(GIVEN, WHOLE)
    output = svg(GIVEN, WHOLE.replace(plain, other))
    assert output != reference
    assert papers_verdict(reference, reference, tmp_path) == 1
    assert papers_verdict(reference, output, tmp_path) == 0
    (result,) = geometry.score([output], [reference])
    assert result.value == 1, result.reason
    assert result.parts["strict"] == 1
    assert result.parts["as_published"] == 0


PIECES = {
    "four": "<polyline class='output_object' points='100,400 145,365 190,330 235,295 280,260'/>",
    "four, bent": "<polyline class='output_object' points='100,400 144,367 188,330 234,297 280,260'/>",
    "a hair apart": "<path class='output_object' d='M100 400L145 365M145.3 364.8L190 330M190.2 330L235 295M235 295L280 260'/>",
}


@pytest.mark.parametrize("pieces", PIECES.values(), ids=PIECES)
def test_line_of_more_than_two_pieces_is_right_only_if_pieces_are_joined(pieces, tmp_path):
    line = '<line class="output_object" x1="100" y1="400" x2="280" y2="260"/>'
    reference, output = svg(GIVEN, WHOLE), svg(GIVEN, WHOLE.replace(line, pieces))
    (result,) = geometry.score([output], [reference])
    assert (result.value, result.parts["joined"], result.parts["as_published"]) == (0, 1, 0)
    assert papers_verdict(reference, output, tmp_path) == 0
    two = '<polyline class="output_object" points="100,400 190,330 280,260"/>'
    (result,) = geometry.score([svg(GIVEN, WHOLE.replace(line, two))], [reference])
    assert (result.value, result.parts["joined"], result.parts["as_published"]) == (1, 1, 1)


@pytest.mark.parametrize(
    "pieces",
    ["100,400 160,340 220,300 280,260", "100,400 145,345 190,315 280,260", "100,400 190,330 145,365 280,290"],
    ids=["a corner", "a bow", "back and forth"],
)
def test_pieces_that_are_no_line_are_not_joined(pieces):
    line = '<line class="output_object" x1="100" y1="400" x2="280" y2="260"/>'
    result = verdict(
        GIVEN, WHOLE.replace(line, f'<polyline class="output_object" points="{pieces}"/>'), reference=svg(GIVEN, WHOLE)
    )
    assert (result.value, result.parts["recall"]) == (0, 3 / 4)


def test_a_line_cut_up_covers_no_further_lines():
    pieces = "".join(f'<path class="output_object" d="M{x} 300l10 {x % 3 / 5}"/>' for x in range(100, 400, 10))
    only = svg(GIVEN, *ADDED.splitlines()[:2])
    assert verdict(GIVEN, pieces, reference=only).parts["coverage"] == 0


@pytest.mark.sandbox
def test_two_decimals_do_for_a_bisector_in_every_format():
    given_part, added = draw(MANY, random.Random(4))
    for format in ("tikz", "eps"):
        code = program(given_part, added, format)
        assert not re.search(r"\d\.\d{3}", code.split("tikzpicture")[-2] if format == "tikz" else code)
        (result,) = geometry.score([code], [{"code": code, "rule": MANY.rule}], format)
        assert (result.value, result.parts["strict"]) == (1, 1), result.reason


def test_a_missing_namespace_is_read(tmp_path):
    bare = REFERENCE.replace(' xmlns="http://www.w3.org/2000/svg"', "")
    assert papers_verdict(REFERENCE, bare, tmp_path) == 0
    assert geometry.score([bare], [REFERENCE])[0].value == 1


def drawings(count, choose):
    """Return constructions with one answer and no curves, drawn for a seed."""
    chosen = [item for item in every() if not item.rule]
    random.Random(choose).shuffle(chosen)
    drawn = ((item, draw(item, random.Random(f"{choose}:{item.name}"))) for item in chosen)
    return [pair for pair in drawn if not pair[1].added.curves][:count]


@pytest.mark.process
def test_on_plain_drawings_ours_and_the_papers_agree(tmp_path):
    """Answers are right, slightly off, or far off; all elements are readable by the paper's parser."""
    wanted, answers = [], []
    for position, (_, (given_part, added)) in enumerate(drawings(40, 5)):
        chance = random.Random(position)

        def off(point, size, chance=chance):
            return Point(point.x + chance.uniform(-size, size), point.y + chance.uniform(-size, size))

        size = (0.0, 4.0, 12.0)[position % 3]
        answer = type(added)(
            {},
            tuple(Segment(off(one, size), off(other, size)) for one, other in added.segments),
            tuple(Circle(off(centre, size), radius) for centre, radius in added.circles),
            tuple(ellipse._replace(centre=off(ellipse.centre, size / 8)) for ellipse in added.ellipses),
        )
        wanted.append(program(given_part, added, "svg"))
        answers.append(program(given_part, answer, "svg"))
    verdicts = geometry.score(answers, wanted)
    ours = [item.value for item in verdicts]
    assert ours == [item.parts["as_published"] for item in verdicts]
    assert ours == [papers_verdict(*pair, tmp_path) for pair in zip(wanted, answers, strict=True)]
    assert 10 < sum(ours) < 35


def test_the_order_of_elements_and_their_direction_do_not_matter():
    lines = svg(GIVEN, ADDED).splitlines()
    for seed in range(5):
        body = lines[1:-1]
        random.Random(seed).shuffle(body)
        turned = "\n".join(body).replace('x1="160" y1="120" x2="250" y2="400"', 'x2="160" y2="120" x1="250" y1="400"')
        (result,) = geometry.score(["\n".join([lines[0], turned, lines[-1]])], [REFERENCE])
        assert set(result.parts.values()) == {1.0}


@given(st.integers(0, 10_000))
def test_half_the_elements_give_half_the_recall(seed):
    chance = random.Random(seed)
    lines = ADDED.splitlines()
    kept = chance.sample(lines, chance.randrange(len(lines)))
    result = verdict(GIVEN, *kept)
    assert result.parts["recall"] == len(kept) / len(lines)
    assert result.parts["precision"] == (1.0 if kept else 0.0)


# Cases with many answers read only marked elements.

MANY = next(item for item in every() if item.rule == "perpendicular_bisector")


@pytest.mark.process
def test_a_case_with_many_answers_takes_each_of_them_and_only_what_is_marked():
    given_part, added = draw(MANY, random.Random(1))
    row = {"code": program(given_part, added, "svg"), "rule": MANY.rule}
    right = [program(given_part, answer, "svg") for answer in MANY.answers(given_part)]
    wrong = [program(given_part, answer, "svg") for answer in MANY.near_misses(given_part)]
    unmarked = row["code"].replace('class="output_object"', 'class="input_object"')
    scores = geometry.score([*right, *wrong, unmarked], [row] * (len(right) + len(wrong) + 1))
    assert [item.value for item in scores] == [1] * len(right) + [0] * (len(wrong) + 1)
    assert all(set(item.parts.values()) == {1.0} for item in scores[: len(right)])
    assert all("as_published" not in item.parts for item in scores)
    assert all(item.reason for item in scores)
    assert scores[-1].reason.startswith("nothing has class output_object")


def test_mistakes_of_the_caller_are_told():
    with pytest.raises(ValueError, match="cannot be read"):
        geometry.score([REFERENCE], ["<svg"])
    with pytest.raises(ValueError, match="marks no element to add"):
        geometry.score([REFERENCE], [svg(GIVEN)])
    with pytest.raises(ValueError, match="no rule 'guess'"):
        geometry.score([REFERENCE], [{"code": REFERENCE, "rule": "guess"}])
    with pytest.raises(ValueError, match="reference 0"):
        geometry.score([REFERENCE], [None])
    with pytest.raises(ValueError, match="tolerance"):
        geometry.score([REFERENCE], [REFERENCE], tolerance=0)


def test_bad_predictions_score_nothing_and_say_why():
    bad = [
        None,
        "",
        "I cannot draw.",
        Completion("<svg", "length"),
        "<svg>" + "<g>" * 9_000 + "</g>" * 9_000 + "</svg>",
    ]
    scores = geometry.score([*bad, REFERENCE], [REFERENCE] * 6)
    assert [item.value for item in scores] == [0] * 5 + [1]
    expected = [Status.NO_ANSWER, Status.NO_ANSWER, Status.REFUSED, Status.TRUNCATED, Status.TOO_LARGE, Status.OK]
    assert [item.status for item in scores] == expected
    assert all(item.reason for item in scores)


def test_a_star_of_lines_is_graded():
    star = "".join(f'<path d="M256 256L{256 + 200 * math.cos(k)} {256 + 200 * math.sin(k)}"/>' for k in range(90))
    result = verdict(GIVEN, ADDED, f'<g stroke="red">{star}</g>')
    assert result.value == 1
    assert result.parts["precision"] < 0.1


@pytest.mark.slow
def test_a_star_that_covers_everything_is_no_answer():
    star = "".join(f'<path d="M256 256L{256 + 400 * math.cos(k)} {256 + 400 * math.sin(k)}"/>' for k in range(900))
    assert verdict(GIVEN, ADDED, f'<g stroke="red" stroke-width="4">{star}</g>').value == 0


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_drawing_gets_the_same_verdict_in_every_format():
    """Every other answer is whole, the rest lack an element of each kind."""
    programs = {"svg": [], "tikz": [], "eps": []}
    rows = {"svg": [], "tikz": [], "eps": []}
    chosen = every()[::30]
    for position, item in enumerate(chosen):
        given_part, added = draw(item, random.Random(f"formats:{item.name}"))
        answer = added if position % 2 else type(added)({}, added.segments[:-1], added.circles[1:], added.ellipses[1:])
        for format in programs:
            programs[format].append(program(given_part, answer, format))
            rows[format].append({"code": program(given_part, added, format), "rule": item.rule})
    result = {format: geometry.score(programs[format], rows[format], format) for format in programs}
    for format in ("tikz", "eps"):
        for item, one, other in zip(chosen, result["svg"], result[format], strict=True):
            assert (one.value, parts(one)) == (other.value, pytest.approx(parts(other))), (
                item.name,
                format,
                one,
                other,
            )
    assert 0 < sum(item.value for item in result["svg"]) < len(chosen)


def test_elements_know_what_is_given():
    result = from_svg(REFERENCE)
    assert [len(items) for items in (result.segments, result.circles, result.ellipses, result.curves)] == [5, 2, 1, 1]


HALVED = {"code": svg(GIVEN, '<path class="output_object" d="M340 400L137.5 225"/>'), "rule": "halving_line"}
"""Cut at 4/5 of AB and 5/8 of AC, which is half of the area: 0.8 · 0.625 = 0.5."""


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("M340 400L137.5 225", 1),
        ("M137.5 225L340 400", 1),
        ("M220 400L175 50", 0),  # 0.4 of AB and 1.25 of AC
        ("M475 400L124 288", 0),  # 1.25 of AB and 0.4 of AC
    ],
)
def test_a_line_that_leaves_the_triangle_does_not_halve_it(line, right):
    drawn = f'<path class="output_object" d="{line}"/>'
    assert verdict(GIVEN, drawn, reference=HALVED).value == right
