"""Kinds of questions, from their words; builtin questions have the kinds of published ones."""

import random
import re
from collections import Counter
from pathlib import Path

import builtin_rows
import pytest

from sgpkit.benchmark import Row
from sgpkit.families import sgp_bench
from sgpkit.families.sgp_bench.content import question_kinds as kinds
from sgpkit.families.sgp_bench.content import question_texts
from sgpkit.families.sgp_bench.sources import svg_questions
from sgpkit.families.shared.drawings import lookalikes
from sgpkit.families.shared.drawings.designs import catalogue
from sgpkit.families.shared.drawings.sketch import Attribute
from sgpkit.quality import probing

pytestmark = builtin_rows.group("sgp-svg")

CARD = Path(sgp_bench.__file__).parent / "card.md"
POINTS = 5.0
"""The tolerance in points between the share of a kind and its share among published questions."""


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What is the object in the image?", kinds.WHAT),
        ("What type of vehicle is depicted in the image?", kinds.WHAT),
        ("What shape is the handle of the object?", kinds.PART_SHAPE),
        ("What is the shape of each wheel?", kinds.PART_SHAPE),
        ("What is the overall shape of the object?", kinds.WHOLE_SHAPE),
        ("What shape is the object most similar to?", kinds.WHOLE_SHAPE),
        ("What is the primary color of the object in the image?", kinds.PRIMARY),
        ("What color is the object?", kinds.PRIMARY),
        ("What color is the animal?", kinds.PRIMARY),
        ("What is the color of the figure in the image?", kinds.PRIMARY),
        ("What is the primary color of the animal?", kinds.PRIMARY),
        ("What shape is the figure in the image most similar to?", kinds.WHOLE_SHAPE),
        ("What is the color of the animal's collar?", kinds.PART_COLOR),
        ("What color are the ears of the animal?", kinds.PART_COLOR),
        ("What is the color of the handle?", kinds.PART_COLOR),
        ("What is the background color of the image?", kinds.BACKGROUND),
        ("What shape is the background of the image?", kinds.BACKGROUND),
        ("How many legs does the object have?", kinds.PARTS),
        ("How many horizontal lines are present in the image?", kinds.MARKS),
        ("What is the person in the image holding?", kinds.POSE),
        ("Where on the object is the handle?", kinds.PLACE),
        ("What is the orientation of the object?", kinds.LOOK),
        ("What is the object primarily used for?", kinds.PURPOSE),
        ("What time does the wall clock show?", kinds.TEXT),
    ],
)
def test_the_kind_of_a_question(question: str, kind: str) -> None:
    assert kinds.kind(question) == kind


def table() -> dict[str, tuple[float, float]]:
    """Return the shares of kinds in the card, in percent: builtin, published."""
    lines = re.findall(r"^ *\| ([a-z ,]+) \| ([\d.]+) % \| ([\d.]+) % \|$", CARD.read_text(), re.MULTILINE)
    return {name: (float(ours), float(real)) for name, ours, real in lines if name in kinds.KINDS}


def shares(rows: list[Row]) -> dict[str, float]:
    asked = Counter(row["asks"] for row in rows)
    return {kind: 100 * asked[kind] / len(rows) for kind in kinds.KINDS}


@builtin_rows.all_rows("sgp-svg")
def test_builtin_questions_ask_what_published_ones_do() -> None:
    rows = [row for split, row in builtin_rows.of("sgp-svg") if split == "test"]
    first, everything = shares(rows[: 4 * 200]), shares(rows)
    assert table().keys() == set(kinds.KINDS)
    for kind, (ours, real) in table().items():
        assert first[kind] == pytest.approx(ours, abs=0.06), kind
        assert abs(everything[kind] - real) <= POINTS, kind


@pytest.mark.realdata
def test_the_card_says_what_published_questions_ask(fixtures_path: Path) -> None:
    benchmark = next(benchmark for benchmark in sgp_bench.BENCHMARKS if benchmark.config == "sgp-svg")
    measured = shares(probing.real_rows(benchmark, str(fixtures_path / "sgp-bench")))
    for kind, (_, real) in table().items():
        assert real == pytest.approx(measured[kind], abs=0.06), kind


@builtin_rows.all_rows("sgp-svg")
def test_few_rows_are_hard_and_they_are_about_what_is_stuck_on_things() -> None:
    rows = [row for split, row in builtin_rows.of("sgp-svg") if split == "test"]
    hard = [row for row in rows if row["tag"] == svg_questions.HARD]
    assert 0.05 * len(rows) < len(hard) <= 0.2 * len(rows)
    assert {row["type"] for row in hard} == {"shape", "count"}
    easy = [row["question"] for row in rows if not row["tag"] and row["type"] == "shape"]
    assert not [text for text in easy if re.search(r"\b(?:sticker|badge|stamp|emblem|logo|print)\b", text)]


@builtin_rows.all_rows("sgp-svg")
def test_no_answer_stands_in_the_words_of_its_question() -> None:
    for split, row in builtin_rows.of("sgp-svg"):
        answer = row["options"]["ABCD".index(row["answer"])]
        assert not re.search(rf"\b{re.escape(answer)}\b", row["question"]), (split, row["question"], answer)


@pytest.mark.parametrize(("subject", "asked"), [("bubble", False), ("space rock", False), ("sticker", True)])
def test_figures_whose_names_have_a_shape_of_their_own_are_not_asked_for_it(subject: str, asked: bool) -> None:
    """A bubble is round, so no one could guess that a crescent has this name."""
    attribute = Attribute("shape", subject, False, "crescent", ("crescent", "star", "heart", "drop"))
    assert svg_questions.is_odd(attribute) is not asked


def test_a_part_that_is_always_of_one_shape_is_asked_for_last() -> None:
    plain, varied = (
        Attribute("shape", name, False, "rectangle", ("rectangle", "circle", "oval", "star"), (), "part shape")
        for name in ("belt", "case")
    )
    chosen = svg_questions.choose([plain, varied], "shape", svg_questions.Ledger(), random.Random(0))
    assert chosen == varied


@pytest.mark.parametrize(
    ("part", "plain", "same", "asked"),
    [("belt", 3, 18, True), ("belt", 4, 18, False), ("case", 4, 18, True), ("case", 3, 19, False)],
)
def test_few_shapes_follow_from_the_name_of_the_part_or_are_the_same(
    part: str, plain: int, same: int, asked: bool
) -> None:
    """A belt is a rectangle, and so is a quarter of all outlines in designs."""
    ledger = svg_questions.Ledger()
    ledger.kinds[kinds.PART_SHAPE] = 100
    ledger.plain[True] = plain
    ledger.right[kinds.PART_SHAPE, "rectangle"] = same
    choices = ("rectangle", "circle", "oval", "star")
    attribute = Attribute("shape", part, False, "rectangle", choices, (), "part shape")
    assert ledger.is_worn_out(kinds.PART_SHAPE, attribute) is not asked


@builtin_rows.all_rows("sgp-svg")
def test_no_shape_of_a_part_is_right_in_more_than_a_fifth_of_the_rows() -> None:
    rows = [row for split, row in builtin_rows.of("sgp-svg") if split == "test" and row["asks"] == kinds.PART_SHAPE]
    right = Counter(row["options"]["ABCD".index(row["answer"])] for row in rows)
    assert max(right.values()) <= 0.22 * len(rows), right.most_common(3)


@builtin_rows.all_rows("sgp-svg")
def test_few_drawings_are_asked_twice_for_the_same_color() -> None:
    """The color of a black T-shirt is not asked again as that of its shirt, unless the drawing has no other part."""
    asked: dict[str, list[str]] = {}
    for split, row in builtin_rows.of("sgp-svg"):
        if split == "test" and row["type"] == "color" and row["asks"] != kinds.BACKGROUND:
            asked.setdefault(row["cluster"], []).append(row["options"]["ABCD".index(row["answer"])])
    twice = [colors for colors in asked.values() if len(colors) == 2]
    assert sum(one == other for one, other in twice) <= 0.05 * len(twice)


@pytest.mark.parametrize("text", [*question_texts.USE, *question_texts.EATEN_USE])
def test_questions_about_a_use_take_an_infinitive(text: str) -> None:
    """A use begins with "to"; a property for which a thing is known would have a gerund."""
    assert re.search(r"\b(?:meant|used) for\?$|\bpurpose of\b", text)
    eaten = [
        kind.use for kind in catalogue.TEST if question_texts.USES[lookalikes.group(kind)] != question_texts.LIVING_USE
    ]
    assert all(use.startswith("to ") for use in eaten)


@pytest.mark.parametrize(("kind", "aspect"), [(kinds.WHOLE_SHAPE, "whole shape"), (kinds.BACKGROUND, "background")])
def test_few_questions_are_answered_by_the_silhouette(kind: str, aspect: str) -> None:
    attribute = Attribute("shape", "object", False, "circle", ("circle", "square", "oval", "star"), (), aspect)
    ledger = svg_questions.Ledger()
    ledger.kinds[kinds.PARTS], ledger.kinds[kind] = 980, 20
    assert not ledger.is_worn_out(kind, attribute)
    ledger.kinds[kind] = 26
    assert ledger.is_worn_out(kind, attribute)
