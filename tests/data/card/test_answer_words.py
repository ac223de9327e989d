"""The words of right answers on a card: shares that add up, of right answers only."""

import polars as pl
import pytest

from sgpkit.benchmark import families
from sgpkit.data.card import answer_words

ROWS = pl.LazyFrame(
    {
        "type": ["color", "color", "usage"],
        "options": [["red", "blue", "x", "y"], ["red", "dark blue", "x", "y"], ["to see", "to hear the sea", "x", "y"]],
        "answer": [0, 1, 1],
    }
)


def test_words_of_right_answers_by_type():
    color, usage = answer_words.by_type(families.get("vgqa-svg"), ROWS)
    assert color == ("color", [("blue", pytest.approx(1 / 3)), ("dark", 1 / 3), ("red", 1 / 3)], pytest.approx(0))
    assert [word for word, _ in usage[1]] == ["hear", "sea"]


def test_rare_words_are_others():
    rare = [f"rare{number}" for number in range(90)]
    words, others = answer_words.shares(["common"] * 7 + ["known"] * 3 + rare)
    assert words[:3] == [("common", 0.07), ("known", 0.03), ("rare0", 0.01)]
    assert (len(words), others) == (5, pytest.approx(0.87))
    words, others = answer_words.shares([f"word{number % 20}" for number in range(100)])
    assert (len(words), others) == (20, 0.0)
    assert answer_words.shares(["the", ""]) == ([], 0.0)


def test_what_has_no_options_has_no_words():
    assert answer_words.by_type(families.get("vgen-svg"), ROWS) == []
