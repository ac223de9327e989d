"""Choice of wrong options such that the looks of options do not reveal the right one."""

import itertools
import random
from collections import Counter

import pytest

from sgpkit.families.vgbench.content.figure import Question
from sgpkit.families.vgbench.sources import questions
from sgpkit.families.vgbench.sources.balance import Balance, looks

WORDS = ("oak", "ash", "elm", "fir", "yew", "box", "bay", "may")


def asked(generator: random.Random) -> Question:
    """Return a question whose answer is one of two words in three of four cases."""
    answer = generator.choice(WORDS[:2]) if generator.random() < 0.75 else generator.choice(WORDS[2:])
    sets = list(itertools.combinations([word for word in WORDS if word != answer], 3))
    choices = generator.sample(sets, 20)
    return Question("relation", "Which?", answer, choices[0], "", tuple(choices))


def share_right(rows: list[Question]) -> float:
    """Return the share of cases in which these two are right when they are offered."""
    offered = sum(word in (row.answer, *row.wrong) for row in rows for word in WORDS[:2])
    return sum(row.answer in WORDS[:2] for row in rows) / offered


def test_what_is_right_often_is_offered_often() -> None:
    generator, balance = random.Random(3), Balance()
    plain = [asked(generator) for _ in range(400)]
    balanced = [balance.chosen([asked(generator)], generator) for _ in range(400)]
    assert share_right(plain) > 0.5
    assert share_right(balanced) < share_right(plain) - 0.08
    assert all(len({row.answer, *row.wrong}) == 4 for row in balanced)


def test_looks_of_options() -> None:
    assert looks("3", ("3", "12", "7", "5")) == {"=3", "word 3", "shortest", "rank 0"}
    assert looks("a b", ("a b", "cc", "d", "ee")) == {"=a b", "word a", "word b", "longest"}
    assert looks("up", ("up", "in", "on", "at")) == {"=up", "word up"}


@pytest.mark.slow
def test_the_options_of_counts_and_relations_do_not_give_the_answer() -> None:
    """Neither the option that is right most often elsewhere nor the one that is right least often."""
    rows = list(questions.question_rows("tikz", "4:vgqa", {"concept": 0, "counting": 239, "relation": 320}))
    for type in ("counting", "relation"):
        mine = [row for row in rows if row["type"] == type]
        right, offered = Counter(), Counter()
        for row in mine:
            offered.update(row["options"])
            right[row["options"]["ABCD".index(row["answer"])]] += 1
        often = [text for text, number in offered.items() if number >= 20]
        assert len(often) >= 4
        assert all(0.05 < right[text] / offered[text] < 0.45 for text in often), type
