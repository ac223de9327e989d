"""Composite rewards: weights, rows without a column, and no value if a part could not be scored."""

import itertools

import pytest

from sgpkit.benchmark import families
from sgpkit.training import rewards
from sgpkit.training.rewards import Composite, Reward
from sgpkit.values import Score

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect x="8" y="8" width="24" height="24" fill="red"/></svg>'


def fixed(name, values, needs=()):
    def grade(texts, rows):
        if None in [values[text] for text in texts]:
            raise RuntimeError("down")
        return [Score(values[text]) for text in texts]

    return Reward(name, grade, needs)


def test_the_mean_is_weighted_and_over_what_applies():
    one, other = fixed("one", {"a": 1.0, "b": 0.5}), fixed("other", {"a": 0.0, "b": 1.0}, ("code",))
    both = Composite("both", ((one, 3.0), (other, 1.0)))
    assert both(["", ""], ["a", "b"], code=["x", "y"]) == [0.75, 0.625]
    assert both(["", ""], ["a", "b"], code=["x", None]) == [0.75, 0.5]
    assert both(["", ""], ["a", "b"], code=["", ""]) == [1.0, 0.5]
    assert both(["", ""], ["a", "b"]) == [1.0, 0.5]
    assert both.__name__ == "both"


def test_what_could_not_be_scored_has_no_reward():
    broken = Composite("both", ((fixed("one", {"a": 1.0, "b": 1.0}), 1.0), (fixed("two", {"a": None, "b": 0.0}), 1.0)))
    assert broken(["", ""], ["a", "b"]) == [None, 0.5]


def test_rewards_of_one_name_all_count():
    one, other = fixed("similar", {"a": 1.0}, ("code",)), fixed("similar", {"a": 0.0}, ("target",))
    both = Composite("both", ((one, 0.9), (fixed("valid", {"a": 1.0}), 1.0), (other, 0.1)))
    assert both([""], ["a"], code=["x"], target=["y"]) == pytest.approx([0.95])
    assert both([""], ["a"], code=["x"]) == [1.0]
    (parts,) = both.parts([""], ["a"], code=["x"], target=["y"])
    assert parts == {"similar (1)": (1.0, 0.9), "valid": (1.0, 1.0), "similar (3)": (0.0, 0.1)}


def test_weights_are_positive():
    for weighted in ((), ((fixed("one", {}), 0.0),)):
        with pytest.raises(ValueError, match="weight above 0"):
            Composite("none", weighted)


@pytest.mark.sandbox
def test_a_drawing_is_rewarded_by_form_validity_and_likeness():
    reward = rewards.drawing()
    right, wrong, prose = reward(
        [""] * 3, [SQUARE, SQUARE.replace("24", "4"), "A red square."], code=[SQUARE] * 3, asserted=[""] * 3
    )
    assert right == 1.0 and 0 < wrong < 0.9 and prose == 0.0


@pytest.mark.sandbox
def test_scenes_are_rewarded_by_their_assertions():
    benchmark = families.get("vgen-svg")
    one, other = (
        benchmark.rows.finish(row) for _, row in itertools.islice(benchmark.rows.sources["builtin"].read("", 7), 2)
    )
    asserted = [one["asserted"], other["asserted"]]
    result = rewards.scene_match()(["", ""], [one["code"], one["code"]], asserted=asserted)
    assert result[0] > 0.9 > result[1]
    assert rewards.scene_match()([""], [SQUARE], caption=["A red square."]) == [None]  # needs assertions
