"""Integrations with other frameworks: the tasks of inspect_ai score any reply, and its logs are replayed or refused.
Drawings are painted for learned metrics and shown to judges between two good ones.
"""

import json
from functools import cache
from types import SimpleNamespace

import examples
import grammar_drawings
import mutations
import promises
import pytest
from hypothesis import given

from sgpkit.benchmark import Skipped, families
from sgpkit.engines.replay import inspect_log
from sgpkit.integrations import inspect_ai, tasks
from sgpkit.metrics.judges import shown_code
from sgpkit.metrics.pictures import in_workers
from sgpkit.status import Rejected
from tests.hostile.properties import verdicts
from tests.hostile.properties.test_metrics import FIGURES, is_white

pytestmark = pytest.mark.process

WRITING = "gen-composition"
"""A config of drawings from texts."""

SIZE = 48
STORES = (
    '{"sgpkit:turns": [{"text": "a"}, {"text": "b", "finish_reason": "stop"}]}',
    '{"sgpkit:turns": [1, {"text": 2}, {"text": null, "id": "x", "sample": 9}]}',
    '{"sgpkit:turns": {"text": "b"}}',
    '{"sgpkit:turns": "text"}',
    "[]",
)
STORE_WORDS = 'sgpkit:turns "text" [ ] { } null 1e999 : , "id" "sample"'


@cache
def row():
    """Return a builtin row of `WRITING`."""
    source = next(iter(families.get(WRITING).rows.sources.values()))
    return next(item[1] for item in source.read("", 0) if not isinstance(item, Skipped) and item[0] == "test")


def reply(content):
    """Return a model's output in the form of inspect_ai's."""
    message = SimpleNamespace(content=[SimpleNamespace(type="reasoning", reasoning=content)])
    choice = SimpleNamespace(message=message)
    usage = SimpleNamespace(input_tokens=1, output_tokens=10**40)
    return SimpleNamespace(choices=[choice], completion=content, stop_reason="stop", usage=usage, time=1.0, error=None)


def scores(texts):
    """Return the scores of replies in one batch of a task."""
    completions = [inspect_ai.completion_of(reply(content), [content]) for content in texts]
    return tasks.scores(families.get(WRITING), [row()] * len(texts), completions)


@cache
def right():
    return str(families.get(WRITING).evidence.reference(row()))


@cache
def scores_alone():
    return scores([right()] * 2)


@cache
def picture_alone():
    (shown,) = in_workers.drawings([FIGURES], SIZE)
    return shown.tobytes()


@promises.kept()
def score(code, shows_nothing):
    item = scores([right(), code, right()])
    verdicts.check(item, scores_alone())
    assert not (shows_nothing and item[1].value), f"{item[1]} for an invisible drawing"


@promises.kept(ValueError)
def replay(text):
    """Take the completion of a sample of a log, whose store may hold any JSON."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    store = value if isinstance(value, dict) else {inspect_log.TURNS: value}
    item = inspect_log.item_of(SimpleNamespace(id="a", epoch=1, error=None, output=reply("a"), store=store))
    assert isinstance(item["completion"], str)
    assert (item["id"], item["sample"]) == ("a", 0)


@promises.kept()
def paint(code):
    first, shown, last = in_workers.drawings([FIGURES, code, FIGURES], SIZE)
    assert first.tobytes() == last.tobytes() == picture_alone(), "a neighbour's picture changed"
    assert isinstance(shown, Rejected) or not is_white(code) or (shown == 255).all()


@promises.kept()
def show(code):
    first, shown, last = shown_code.programs([FIGURES, code, FIGURES])
    assert first == last == shown_code.programs([FIGURES])[0], "a neighbour's program changed"
    assert not shown.value or "```" not in shown.text, "a program leaves its block"


@given(grammar_drawings.drawings())
def test_task_scores_any_drawing(code):
    score(code, is_white(code))


@given(grammar_drawings.SEEDS)
def test_task_gives_nothing_for_hidden_drawings(seed):
    score(grammar_drawings.hidden_by_seed(seed, right(), media=False), True)


@examples.always(STORES)
@given(mutations.texts(STORES, STORE_WORDS))
def test_log_of_another_framework_is_replayed_or_refused(text):
    replay(text)


@given(grammar_drawings.drawings())
def test_picture_for_a_learned_metric_leaves_neighbours_alone(code):
    paint(code)


@given(grammar_drawings.drawings())
def test_program_shown_to_a_judge_leaves_neighbours_alone(code):
    show(code)
