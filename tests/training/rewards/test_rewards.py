"""Rewards as trainers call them: aligned, with partial credit, and without exceptions."""

import logging

import pytest

from sgpkit.errors import UserError
from sgpkit.metrics.choices import choice_accuracy
from sgpkit.metrics.code import code_similarity
from sgpkit.sandbox.workers import sandbox
from sgpkit.training import rewards

SQUARE = "import turtle\nt = turtle.Turtle()\nfor _ in range(4):\n    t.forward(100)\n    t.left(90)\n"
TALL = SQUARE.replace("forward(100)", "forward(100 + 60 * (t.heading() > 80 and t.heading() < 100))")


def test_letters_and_class_labels_are_the_same_answer():
    reward = rewards.choice_accuracy()
    result = reward(
        prompts=["?"] * 4,
        completions=["Answer: B", [{"role": "assistant", "content": "Answer: A"}], "", "Answer: green"],
        answer=["B", 0, 1, 1],
        options=[["red", "green"]] * 4,
        trainer_state=object(),
        completion_ids=[[1], [2], [3], [4]],
    )
    assert result == [1.0, 1.0, 0.0, 1.0]
    assert reward.__name__ == "choice_accuracy"


def test_a_row_without_the_column_is_left_out_and_told_once(caplog):
    reward = rewards.choice_accuracy()
    with caplog.at_level(logging.WARNING):
        assert reward(["?"] * 2, ["Answer: A", "Answer: B"], answer=["A", None]) == [1.0, None]
        assert reward(["?"], ["Answer: A"]) == [None]
    assert len(caplog.records) == 1
    assert "needs the column answer" in caplog.text


def test_one_row_that_breaks_the_metric_does_not_take_its_neighbours_along(caplog):
    reward = rewards.choice_accuracy()
    assert reward(["?"] * 3, ["Answer: A"] * 3, answer=["A", "Answer", "B"]) == [1.0, None, 0.0]
    assert "expected a letter" in caplog.text


@pytest.mark.parametrize("completion", [None, 7, b"Answer: A", [], [{}], [{"role": "assistant", "content": None}]])
def test_a_completion_that_is_no_text_is_an_empty_one(completion):
    assert rewards.choice_accuracy()(["?"], [completion], answer=["A"]) == [0.0]


def test_parts_of_a_content_are_joined():
    parts = [
        {"role": "assistant", "content": [{"type": "text", "text": "Well."}, {"type": "text", "text": "Answer: C"}]}
    ]
    assert rewards.choice_accuracy()(["?"], [parts], answer=["C"]) == [1.0]


def test_a_reward_is_its_metric():
    codes = ["<svg><rect width='3'/></svg>", "<svg><circle r='4'/></svg>"]
    answers = [codes[0], "<svg><circle r='5'/></svg>"]
    expected = [verdict.value for verdict in code_similarity.score(answers, codes).scores]
    assert rewards.code_similarity()(["?"] * 2, answers, code=codes) == expected
    parts = [verdict.parts["crystal_bleu"] for verdict in code_similarity.score(answers, codes).scores]
    assert rewards.code_similarity(part="crystal_bleu")(["?"] * 2, answers, code=codes) == parts


@pytest.mark.sandbox
def test_figures_give_partial_credit_and_hostile_code_gives_none():
    hostile = "import os\nos.system('touch here')"
    answers = [SQUARE, TALL, hostile, "no idea"]
    solved = rewards.turtle_match()(["?"] * 4, answers, code=[SQUARE] * 4)
    assert solved == [1.0, 0.0, 0.0, 0.0]
    close = rewards.turtle_match(part="iou")(["?"] * 4, answers, code=[SQUARE] * 4)
    assert close[0] == 1.0 and 0.2 < close[1] < 0.95 and close[2:] == [0.0, 0.0]


@pytest.mark.sandbox
def test_structure_is_rewarded_by_task_and_format():
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        '<circle cx="30" cy="50" r="5" fill="#274A4A"/><circle cx="70" cy="50" r="5" fill="#0000FF"/>'
        '<line x1="30" y1="50" x2="70" y2="50" stroke="black"/></svg>'
    )
    reward = rewards.ssvg_structure(task="molecule", format="svg")
    assert reward(["?"] * 2, [drawing, drawing.replace("#0000FF", "#FF0000")], code=[drawing] * 2) == [1.0, 0.0]


def test_what_is_wrong_from_the_start_is_told_at_the_start(monkeypatch):
    with pytest.raises(UserError, match="unknown format 'svgg'; did you mean 'svg'"):
        rewards.ssvg_structure(format="svgg")

    def none():
        raise sandbox.Unavailable("no bubblewrap")

    monkeypatch.setattr(sandbox, "kind", none)
    with pytest.raises(UserError, match="there is no sandbox: no bubblewrap"):
        rewards.turtle_match()


def test_a_machine_that_fails_in_training_is_no_fault_of_the_model(monkeypatch, caplog):
    def broken(*arguments, **options):
        raise OSError("disk full")

    monkeypatch.setattr(choice_accuracy, "score", broken)
    assert rewards.choice_accuracy()(["?"] * 2, ["Answer: A"] * 2, answer=["A", "A"]) == [None, None]
    assert "disk full" in caplog.text
