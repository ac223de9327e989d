"""The rows of the three CAD configs before they are built: the paper's sizes, fair options, no gain by guessing."""

import itertools
import random
import re
from collections import Counter
from dataclasses import replace

import builtin_rows
import pytest

from sgpkit.families.sgp_cad import guessing as cad_guessing
from sgpkit.families.sgp_cad.sources import builtin, solid_questions
from sgpkit.families.shared.choices import guessing
from sgpkit.graphics import cad, near_copies
from sgpkit.graphics.cad.sketch import drawing

SOURCES = {"3d": builtin.solid_rows, "3d-complex": builtin.curved_rows, "2d": builtin.flat_rows}
SIZES = {"3d": 1000, "3d-complex": 700, "2d": 700}
each_config = pytest.mark.parametrize(
    "config",
    [
        pytest.param(
            config, marks=[builtin_rows.group(f"sgp-cad-{config}"), builtin_rows.all_rows(f"sgp-cad-{config}")]
        )
        for config in SOURCES
    ],
)


def built(config):
    return builtin_rows.of(f"sgp-cad-{config}")


def asked_of(config):
    return [row for split, row in built(config) if split == "test"]


@each_config
def test_the_papers_sizes_and_no_program_twice(config):
    rows = [row for _, row in built(config)]
    assert len(asked_of(config)) == SIZES[config]
    assert len({row["id"] for row in rows}) == len({row["code"] for row in rows}) == len(rows) == SIZES[config] + 20


@each_config
def test_another_seed_makes_others(config):
    other = [row for _, row in itertools.islice(SOURCES[config]("", 7), 60)]
    known = [row for _, row in built(config)]
    for column in ("id", "code"):
        assert not {row[column] for row in other} & {row[column] for row in known}


@each_config
def test_at_least_fifteen_kinds_of_question_in_several_words(config):
    counts = Counter((row["type"], row["aspect"]) for row in asked_of(config))
    assert len(counts) >= 15
    grouped = Counter((row["tag"] or row["type"], row["aspect"]) for row in asked_of(config))
    for group in {group for group, _ in grouped}:
        of_group = [count for (other, _), count in grouped.items() if other == group]
        assert max(of_group) - min(of_group) <= 1, group
    wordings = {(row["aspect"], row["question"]) for row in asked_of(config)}
    assert min(Counter(aspect for aspect, _ in wordings).values()) >= 2


@each_config
def test_types_are_mixed_as_in_the_published_questions(config):
    """52 % of the published questions ask for a shape, a kind or a name."""
    types = Counter(row["type"] for row in asked_of(config))
    assert (types["semantics"] + types["shape"]) / SIZES[config] == pytest.approx(0.52, abs=0.05)
    assert types["count"] / SIZES[config] == pytest.approx(0.34, abs=0.05)


@each_config
def test_at_most_a_fifth_is_hard_and_what_people_ask_is_not(config):
    tags = Counter(row["tag"] for row in asked_of(config))
    assert set(tags) == {"", "hard"} and 0.1 < tags["hard"] / SIZES[config] <= 0.2
    easy = {row["aspect"] for row in asked_of(config) if not row["tag"]}
    assert easy >= {"part", "use", "symmetric"}
    assert easy & {"through-holes", "holes"}
    assert not easy & {"cells", "cells-x", "cells-y", "cells-z", "fullness", "extent-ratio", "heavy-side"}


@pytest.mark.parametrize("name", sorted(solid_questions.USES))
def test_a_use_does_not_say_the_name(name):
    words = {word for word in re.findall(r"[a-z]{4,}", name.lower()) if word not in ("with", "open", "half", "round")}
    assert not words & set(re.findall(r"[a-z]+", solid_questions.USES[name]))


@pytest.mark.parametrize("collection", [builtin.SOLID, builtin.CURVED], ids=lambda collection: collection.stem)
def test_nothing_is_asked_that_depends_on_a_hollow_that_no_picture_shows(collection):
    closed = {maker(random.Random(0)).name for maker in collection.kinds if maker(random.Random(0)).cavities}
    assert closed
    for aspect in ("part", "use", "faces", "openness"):
        assert not {
            thing.name
            for seed in range(3)
            for maker in collection.kinds
            if (thing := maker(random.Random(seed))).cavities and collection.expected(thing, aspect) is not None
        }


@builtin_rows.group("sgp-cad-2d")
@builtin_rows.all_rows("sgp-cad-2d")
def test_no_question_asks_for_construction_and_numbers_of_tokens_do_not_answer_any():
    """The construction lines of a sketch are not edges, and their number is arbitrary."""
    assert not any("construction geometry" in row["question"] for row in asked_of("2d"))
    assert "construction" not in {row["aspect"] for row in asked_of("2d")}
    with_guides = [row for row in asked_of("2d") if ",construction" in row["code"]]
    assert 0.8 < len(with_guides) / SIZES["2d"] < 0.99
    right = []
    for row in asked_of("2d"):
        if row["aspect"] in ("lines", "arcs", "circles"):
            drawn = len(re.findall(row["aspect"].removesuffix("s").capitalize() + r"\d+:", row["code"]))
            right.append(str(drawn) == row["options"]["ABCD".index(row["answer"])])
    assert len(right) >= 60 and sum(right) / len(right) < 0.6


@each_config
def test_the_right_number_is_not_the_one_that_most_lines_or_commands_are_repeated(config):
    """Repetitions are counted among lines that differ only in their numbers, and among commands."""
    shares = []
    for row in asked_of(config):
        if not all(re.fullmatch(r"\d+", option) for option in row["options"]):
            continue
        lines = Counter(re.sub(r"[\d.+-]+", "0", line).strip() for line in row["code"].splitlines())
        commands = Counter(re.findall(r"[A-Z][a-z]+(?=\d*:)", row["code"]))
        groups = Counter([*lines.values(), *commands.values()])
        most = max(groups[int(option)] for option in row["options"])
        best = [key for key, option in zip("ABCD", row["options"], strict=True) if groups[int(option)] == most]
        shares.append((row["answer"] in best) / len(best))
    assert len(shares) >= 100 and sum(shares) / len(shares) < 0.31


def outlines_of(row):
    """Return the drawing of a sketch without its construction."""
    sketch = cad.parse(row["code"], row["dialect"]).sketch()
    drawn = tuple(entity for entity in sketch.entities if not entity.construction)
    return near_copies.Drawing(row["id"], drawing.svg(replace(sketch, entities=drawn)), "svg", trusted=True)


@pytest.mark.slow
@pytest.mark.xdist_group("contract-sgp-cad-2d")
def test_no_sketch_that_is_asked_about_lies_near_one_shown():
    shown = [row for split, row in built("2d") if split == "train"]
    kinds = {row["category"] for row in shown}
    asked = [row for row in asked_of("2d") if row["category"] in kinds]
    assert len(asked) > 100
    assert not near_copies.find(map(outlines_of, shown), map(outlines_of, asked))


@each_config
def test_there_are_many_kinds_of_part(config):
    assert len({row["category"] for row in asked_of(config)}) >= {"3d": 30, "3d-complex": 15, "2d": 40}[config]


@each_config
def test_four_different_options_and_a_balanced_key(config):
    keys = {}
    for row in asked_of(config):
        assert len(row["options"]) == len(set(row["options"])) == 4
        keys.setdefault(row["type"], Counter())[row["answer"]] += 1
    for type_, counts in keys.items():
        assert max(counts.values()) - min(counts[letter] for letter in "ABCD") <= 1, type_


@each_config
@pytest.mark.parametrize("floor", cad_guessing.BASELINES)
def test_nothing_can_be_answered_without_the_part(config, floor):
    rows = asked_of(config)
    assert guessing.share_right(rows, cad_guessing.BASELINES[floor].answer(rows)) < 0.35


@each_config
def test_the_right_number_is_as_often_the_smallest_as_the_largest(config):
    ranks = Counter()
    for row in asked_of(config):
        numbers = [number_of(option) for option in row["options"]]
        if None not in numbers:
            ranks[sorted(numbers).index(numbers["ABCD".index(row["answer"])])] += 1
    assert ranks.total() >= 100 and set(ranks) == {0, 1, 2, 3}
    assert max(ranks.values()) < 0.32 * ranks.total()


def number_of(option):
    """Return the number in an option, with or without a unit; None if it is not a number."""
    match = re.fullmatch(r"(?:about )?(\d+(?:\.\d+)?)(?: %)?", option)
    return float(match[1]) if match else None


@each_config
def test_programs_are_in_their_dialect_and_read_back_to_themselves(config):
    for row in asked_of(config)[::5]:
        assert cad.parse(row["code"], row["dialect"]).text() == row["code"]


@builtin_rows.group("sgp-cad-3d")
@builtin_rows.all_rows("sgp-cad-3d")
def test_the_simpler_parts_have_at_most_four_extrusions():
    assert max(row["code"].count("Ext:") for row in asked_of("3d")) == 4


@builtin_rows.group("sgp-cad-3d-complex")
@builtin_rows.all_rows("sgp-cad-3d-complex")
def test_the_others_have_what_the_simpler_parts_have_not():
    complex_ = [row["code"] for row in asked_of("3d-complex")]
    assert all(any(word in code for code in complex_) for word in ("Spline:", "Ellipse:", "Cut,", "Intersect,"))


class TestTextLength:
    """The guesser must find answers that lengths reveal, or its low score would prove nothing."""

    def rows(self, length):
        return [
            {
                "aspect": "faces",
                "question": "How many?",
                "options": ["6", "8", "10", "12"],
                "answer": "ABCD"[number % 4],
                "code": "x" * length(number),
            }
            for number in range(80)
        ]

    def share(self, rows):
        return guessing.share_right(rows, cad_guessing.text_length(rows))

    def test_finds_an_answer_that_grows_with_the_program(self):
        assert self.share(self.rows(lambda number: 100 + 50 * (number % 4))) == 1.0

    def test_finds_the_longest_option(self):
        rows = self.rows(lambda number: number)
        for row in rows:
            row["options"] = [
                option * (3 if letter == row["answer"] else 1)
                for letter, option in zip("ABCD", row["options"], strict=True)
            ]
        assert self.share(rows) == 1.0

    def test_finds_nothing_where_there_is_nothing(self):
        assert self.share(self.rows(lambda number: 100 + 37 * number % 101)) < 0.5
