"""Reported faults of judges with known faults."""

from types import SimpleNamespace

import pytest

from sgpkit.quality.court import faults, metrics, pairs


@pytest.fixture(scope="module")
def made():
    return pairs.pairs(pairs.sources(["gen-composition"]), 2, axes=("color", "style"))


def image(message):
    """Return the picture for a judge."""
    return next(part["image"] for part in message[0]["content"] if part["type"] == "image")


def drawn(codes):
    """Return the pictures of right drawings in the form for a judge."""
    shown = []
    metrics.judged(
        lambda messages: shown.extend(map(image, messages)) or ["score: 1"] * len(messages),
        [SimpleNamespace(prompt="a drawing", format="svg")] * len(codes),
        codes,
    )
    return shown


def by_length(messages):
    """Judge by the length of the request."""
    return [f"score: {min(10, 1 + len(one[0]['content'][0]['text']) // 600)}" for one in messages]


def test_a_constant_judge_has_one_mark_and_no_other_fault(made):
    held = faults.measure(lambda messages: ["score: 7"] * len(messages), made)
    assert held["commonest mark"].value == 1.0
    assert {held[name].value for name in ("repeat", "order", "length", "words", "style")} == {0.0}


def test_a_judge_of_length_is_moved_by_it(made):
    assert faults.measure(by_length, made)["length"].value > 0.05


def test_a_judge_whose_marks_depend_on_the_order_is_seen(made):
    held = faults.measure(lambda messages: [f"score: {1 + index % 10}" for index in range(len(messages))], made)
    assert held["order"].value > 0.2
    assert held["repeat"].value == 0.0


def test_a_judge_that_prefers_the_shades_of_its_own_hand_is_moved_by_style(made):
    own = {pair.right for pair in made if pair.axis == "style"}
    shown = [picture for code in own for picture in drawn([code])]

    def ask(messages):
        return [f"score: {9 if image(one) in shown else 4}" for one in messages]

    held = faults.measure(ask, made)
    assert held["style"].value == pytest.approx(5 / 9)
    assert {held[name].value for name in ("repeat", "order", "length")} == {0.0}
    assert "| style | the same drawing is in other shades | +0.556 |" in faults.page("judge", "", held)


def test_a_judge_who_counts_ink_is_moved_by_words_in_the_picture(made):
    def ink(messages):
        from io import BytesIO

        import numpy as np
        from PIL import Image

        shown = [next(part["image"] for part in one[0]["content"] if part["type"] == "image") for one in messages]
        dark = [(np.asarray(Image.open(BytesIO(png)).convert("L"))[480:] < 128).sum() for png in shown]
        return [f"score: {10 if count > 100 else 2}" for count in dark]

    held = faults.measure(ink, made)
    assert held["words"].value > 0.3
    assert "words" in faults.as_text(held)
