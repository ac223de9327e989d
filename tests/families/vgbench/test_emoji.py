"""Drawings by people as VGBench's questions and captions: facts stated by the set, and colors proven by the picture."""

import itertools
from collections import Counter

import emoji_sets
import pytest

from sgpkit.benchmark import Skipped, families
from sgpkit.families.vgbench.sources import emoji as source
from sgpkit.graphics import svg

NAMES = {name.replace("-", " ") for name in emoji_sets.NAMES}


@pytest.fixture
def folder(tmp_path):
    emoji_sets.write(tmp_path)
    return str(tmp_path)


def right(row):
    return row["options"]["ABCD".index(row["answer"])]


def real(rows):
    return [row for row in rows if not isinstance(row, Skipped)]


def test_questions_ask_for_the_name_the_group_and_the_main_color(folder):
    rows = real(source.real_questions(folder, 0))
    assert {row["license"] for row in rows} == {"MIT"} and len({row["id"] for row in rows}) == len(rows)
    assert max(Counter((row["cluster"], row["type"]) for row in rows).values()) == 1
    by_type = Counter(row["type"] for row in rows)
    assert by_type["category"] == len(NAMES) and by_type["color"] >= 18
    for row in rows:
        assert len(set(row["options"])) == 4
        if row["type"] == "color":
            assert right(row) == "green" and "red" in row["options"]
        elif row["question"] in source.GROUP_TEXTS:
            assert right(row) in emoji_sets.GROUPS and row["kind"] not in row["options"]
        else:
            assert right(row) == row["kind"] and right(row) in NAMES
    letters = Counter(row["answer"] for row in rows if row["type"] == "category")
    assert max(letters.values()) - min(letters.values()) <= 1, "letters are balanced"


@pytest.mark.process
def test_as_many_fresh_questions_are_next_to_them_and_the_column_says_which_is_which(folder, monkeypatch):
    monkeypatch.setattr(source, "DRAWINGS", 3)
    benchmark = families.get("vgqa-svg")
    rows = [item[1] for item in benchmark.rows.read("emoji", folder, 0) if item[0] == "test"]
    asked = {name: Counter(row["type"] for row in rows if row["source"] == name) for name in ("emoji", "builtin")}
    assert asked["emoji"] == asked["builtin"] and asked["emoji"]["category"] == 3
    finished = [benchmark.rows.finish(row) for row in rows]
    assert {row["source"]: row["contamination"] for row in finished} == {"emoji": "public", "builtin": "fresh"}
    assert all(row["image"] for row in finished)


def test_captions_name_the_thing_and_colors_that_are_drawn(folder):
    rows = list(itertools.islice(source.real_captions(folder, 0), 8))
    for row in rows:
        texts = [row["caption"], *row["paraphrases"]]
        assert len(set(texts)) == 6
        assert all(row["kind"] in text.lower() and "green" in text for text in texts)
        assert svg.parse(row["code"]) and row["asserted"] == ""
        assert '["color", "green"]' in row["named"] or any("green" in named for named in row["named"])


@pytest.mark.process
def test_a_captioned_original_has_full_marks_by_its_own_colors(folder):
    benchmark = families.get("vgen-svg")
    row = next(source.real_captions(folder, 0))
    finished = benchmark.rows.finish(row)
    assert finished["recall"] == 1.0 and finished["contamination"] == "public" and finished["design"] == ""


@pytest.mark.parametrize(
    ("name", "bare"), [("grapes", True), ("rice", True), ("cactus", False), ("glass", False), ("school bus", False)]
)
def test_plurals_have_no_article(name, bare):
    assert source.is_bare(name) is bare
