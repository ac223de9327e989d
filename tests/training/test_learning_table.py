"""The page about learning in miniature comes from its record, and its figures from the likelihoods of the options."""

import math

import pytest

from tools.learning import table
from tools.learning.material import Question

DIGITS = tuple(f"Answer: {digit}" for digit in range(10))


def mark(key, chosen, drawing=0):
    """A question whose key is a digit; each model gives its digit a probability of 0.55 and each other one of 0.05."""
    row = {
        "id": f"row-{key}",
        "cluster": f"drawing-{key}-{drawing}",
        "question": "Which digit?",
        "code": "<svg/>",
        "answer": str(key),
    }
    question = Question(row, [], DIGITS, key)
    likelihoods = {arm: [math.log(0.55 if digit == chosen[arm] else 0.05) for digit in range(10)] for arm in table.ARMS}
    return table.Mark(question, likelihoods)


def test_page_is_that_of_the_record():
    page = table.PAGE.read_text(encoding="utf-8")
    assert page == table.page(page, table.read())


def test_record_has_every_group_of_questions():
    record = table.read()
    assert list(record["configs"]) == [*table.material.CONFIGS, "published"]
    for held in record["configs"].values():
        assert all(sum(answers.values()) == held["rows"] for answers in held["answers"].values())


def test_figures_are_those_of_the_most_likely_answers():
    chosen = {
        3: {"before": 1, "after": 3, "control": 1},
        4: {"before": 1, "after": 4, "control": 4},
        5: {"before": 1, "after": 1, "control": 1},
        1: {"before": 1, "after": 1, "control": 2},
    }
    marks = [mark(key, one, drawing) for drawing in range(8) for key, one in chosen.items()]
    figures = table.summary("sgp-mnist", marks)
    assert (figures["rows"], figures["programs"], figures["guessing"]) == (32, 32, pytest.approx(0.1))
    score, key = figures["score"], figures["probability of the key"]
    assert [score[arm]["value"] for arm in table.ARMS] == [0.25, 0.75, 0.25]
    assert score["after - before"]["value"] == score["after - control"]["value"] == 0.5
    assert key["after"]["value"] == pytest.approx((3 * 0.55 + 0.05) / 4, abs=1e-4)
    assert key["after - before"]["value"] == pytest.approx(0.25, abs=1e-4)
    assert figures["answers"]["before"] == {"1": 32}
    assert all(0 < score[arm]["low"] < score[arm]["value"] < score[arm]["high"] < 1 for arm in table.ARMS)
