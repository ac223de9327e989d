"""Rewards and environments of training: a number for any drawing, unchanged rewards of the neighbours, and 0 for blank
drawings. No drawing is left out of a batch, since a model could aim at a missing reward.
"""

from functools import cache
from typing import NamedTuple

import grammar_drawings
import promises
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.benchmark import families
from sgpkit.integrations import tasks
from sgpkit.training import environments, rewards
from tests.hostile.properties.test_integrations import WRITING, row
from tests.hostile.properties.test_metrics import ASSERTED, CAPTION, FIGURES, is_white

pytestmark = pytest.mark.process


class Rewarded(NamedTuple):
    """A reward with the columns of its rows, and a right answer; `looks` states whether only visible things count."""

    reward: object
    columns: dict
    good: str
    looks: bool = True


def environment():
    benchmark = families.get(WRITING)
    return Rewarded(
        environments.reward(WRITING),
        {"row": environments.packed(benchmark, row())},
        benchmark.evidence.reference(row()),
    )


REWARDS = {
    "program": lambda: Rewarded(rewards.program(), {}, FIGURES, False),
    "validity": lambda: Rewarded(rewards.svg_validity(), {}, FIGURES),
    "likeness": lambda: Rewarded(rewards.svg_similarity(), {"code": FIGURES}, FIGURES),
    "recall": lambda: Rewarded(rewards.structural_recall(), {"caption": CAPTION}, FIGURES),
    "match": lambda: Rewarded(rewards.scene_match(), {"asserted": ASSERTED}, FIGURES),
    "quality": lambda: Rewarded(rewards.code_quality(), {"code": FIGURES}, FIGURES, False),
    "drawing": lambda: Rewarded(
        rewards.drawing(weights={"program": 0.0, "validity": 0.0}), {"asserted": ASSERTED, "code": FIGURES}, FIGURES
    ),
    "config": environment,
}


@cache
def rewarded(name):
    return REWARDS[name]()


def reward(name, texts):
    columns = {column: [value] * len(texts) for column, value in rewarded(name).columns.items()}
    return list(rewarded(name).reward([""] * len(texts), list(texts), **columns))


@cache
def rewards_alone(name):
    return reward(name, [rewarded(name).good] * 2)


@promises.kept()
def check(name, text, shows_nothing):
    good = rewarded(name).good
    first, value, last = reward(name, [good, text, good])
    assert [first, last] == rewards_alone(name), "a neighbour's reward changed"
    assert isinstance(value, float) and 0.0 <= value <= 1.0
    assert not (shows_nothing and rewarded(name).looks and value), f"{value} for an invisible drawing"


@promises.kept()
def attempt(text):
    """Submit a drawing to an environment of a config: a verdict comes back, and a picture or none."""
    ours = environments.factory(WRITING)()
    ours.reset(**rewarded("config").columns)
    verdict = ours.submit(text)
    assert isinstance(verdict, str) and verdict
    (picture,) = tasks.drawings(families.get(WRITING), [text])
    assert picture is None or picture.startswith(b"\x89PNG")


@pytest.mark.parametrize("name", REWARDS)
@given(data=st.data())
def test_reward_is_a_number_for_any_drawing(name, data):
    code = data.draw(grammar_drawings.drawings())
    check(name, code, is_white(code))


@given(grammar_drawings.drawings())
def test_environment_answers_any_drawing(code):
    attempt(code)
