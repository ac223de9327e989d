"""The figures of a training by GRPO come from its completions, and are shown on the page."""

import itertools
import json

import pytest

from sgpkit.benchmark import families
from tools.learning import grpo_table, requests
from tools.learning.requests import Drawn

RED = f'{requests.OPEN}<circle cx="4" cy="4" r="2" fill="red"/></svg>'
BLUE = RED.replace("red", "blue")
BLANK = f"{requests.OPEN}</svg>"
EXAMPLE = next(iter(requests.EXAMPLES.values()))


class Contains:
    """Rewards completions with a word by 1."""

    def __init__(self, word, name, part=None):
        self.word, self.name, self.part = word, name, part

    def __call__(self, prompts, completions, row):
        return [float(self.word in text) for text in completions]


WEIGHTED = [(Contains("red", "gen_composition"), 0.5), (Contains("circle", "gen_composition", "items"), 0.5)]


@pytest.fixture(scope="module")
def record():
    texts = [BLANK, "no idea", RED, EXAMPLE] + [RED, BLUE, RED, RED] * 9
    drawn = [Drawn(1 + index // 4, f"row-{index // 4}", text) for index, text in enumerate(texts)]
    before = [Drawn(0, f"unseen-{number}", BLANK) for number in range(8)]
    after = [Drawn(0, f"unseen-{number}", (RED, BLUE)[number % 2]) for number in range(8)]
    sizes = {"minutes": 2.0, "load": 1.0, "tokens": 100, "seconds": 10.0, "processor_seconds": 5.0}
    return sizes | grpo_table.summary(before, drawn, after, WEIGHTED, len)


@pytest.mark.sandbox
def test_figures_are_means_of_a_step_and_of_a_tenth_of_the_steps(record):
    assert len(record["steps"]) == 10 and record["tenth"] == 1
    assert record["steps"][0] == {
        "score": 0.25,  # red
        "reward": 0.375,  # red, and the circles of two completions
        "visible": 0.5,
        "example": 0.25,
        "tokens": (len(BLANK) + len("no idea") + len(RED) + len(EXAMPLE)) / 4,
    }
    first, last = record["ends"]["first"], record["ends"]["last"]
    assert (first["distinct"], first["completions"], first["requests"]) == (2, 4, 1)
    assert (last["distinct"], last["score"]["value"], last["visible"]["value"]) == (2, 0.75, 1.0)


@pytest.mark.sandbox
def test_unseen_requests_are_compared_in_pairs(record):
    unseen = record["unseen"]
    assert (unseen["before"]["distinct"], unseen["after"]["distinct"]) == (0, 2)
    assert unseen["after - before"]["visible"]["value"] == 1.0
    difference = unseen["after - before"]["score"]
    assert difference["value"] == 0.5 and difference["low"] < 0.5 < difference["high"]


@pytest.mark.sandbox
def test_page_shows_the_figures_between_its_markers(record):
    page = grpo_table.page(f"a\n{grpo_table.BEGIN}\nold\n{grpo_table.END}\nb\n", json.loads(json.dumps(record)))
    assert page.startswith("a\n") and page.endswith("\nb\n") and "old" not in page
    assert "| 1 | 0.25 | 0.38 | 0.50 | 0.25 |" in page
    assert "| distinct visible drawings | 2 | 2 | 0 | 2 |" in page
    assert "10 (20) tokens per second" in page


def test_requests_are_for_two_figures_of_the_simplest_shapes():
    rows = list(itertools.islice(requests.rows(0), 5))
    others = list(itertools.islice(requests.rows(1), 5))
    assert not {row["code"] for row in rows} & {row["code"] for row in others}
    for row in rows:
        assert row["figures"] == 2 and not set(row["prompt"].lower().split()) & {"triangle", "star", "hexagon"}
        assert not {"left", "right", "above", "front", "holds"} & set(row["prompt"].split())
        messages = requests.item(families.get(requests.CONFIG), row)["prompt"]
        assert [one["role"] for one in messages] == ["user", "assistant"] * 2 + ["user"]
        assert row["prompt"] in messages[-1]["content"] and row["code"] not in str(messages)
