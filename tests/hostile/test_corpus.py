"""No completion causes damage: every hostile input is given to every metric that reads its format.

All inputs of a format go through a metric in one batch, each between two good ones.
"""

import contextlib
import functools
import os
import tempfile
import threading
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import pytest

from sgpkit.sandbox.workers import pool, process_tree
from sgpkit.status import Status
from sgpkit.values import Score
from tests.helpers import outside
from tests.hostile import targets

SECONDS = {**dict.fromkeys(("svg", "eps", "dot", "turtle"), 1.5), "pillow": 2.5, "matplotlib": 2.5}
OTHERWISE = 5
"""Time limits of one program by format, instead of the usual 10 or 20 seconds. A good one takes a tenth of a second,
one that loads TeX two or three seconds. A program without an end uses the whole limit."""

GIBIBYTE = 1 << 30
TOKEN = "hf_secret_of_the_user"
TARGETS = {target.name: target for target in targets.targets()}

QUICK = (
    *("choice_accuracy", "answer_consistency", "answer_entropy", "code_quality", "caption_quality", "caption_judge"),
    *(
        "code_similarity svg",
        "turtle_match svg",
        "svg_similarity svg",
        "code_similarity dot",
    ),
)
"""Targets that take less than two seconds each."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of one batch. `damage` lists the damage found afterwards."""

    hostile: dict[str, Score]
    good: list[Score]
    alone: list[Score]
    damage: str
    seconds: float
    memory: int


@functools.cache
def outcome(name: str) -> Outcome:
    target = TARGETS[name]
    changed = {"SGPKIT_SECONDS": str(SECONDS.get(target.format, OTHERWISE)), "HF_TOKEN": TOKEN, "OPENAI_API_KEY": TOKEN}
    with tempfile.TemporaryDirectory() as position, mock.patch.dict(os.environ, changed):
        targets.close()
        neighbours = [target.neighbour(number, len(target.cases) + 1) for number in range(len(target.cases) + 1)]
        alone = target.score(neighbours)
        targets.forget(neighbours)
        targets.close()
        output, verdicts, begun, used = "", [], time.monotonic(), Peak()
        try:
            with outside.watched(Path(position)) as around, used:
                texts = [
                    text
                    for case, good in zip(target.cases, neighbours, strict=False)
                    for text in (good, case.text(around))
                ]
                verdicts = list(target.score([*texts, neighbours[-1]]))
                targets.close()
        except AssertionError as wrong:
            output = str(wrong)
    hostile = dict(zip([case.name for case in target.cases], verdicts[1::2], strict=True))
    return Outcome(hostile, verdicts[::2], list(alone), output, time.monotonic() - begun, used.most)


class Peak(contextlib.AbstractContextManager):
    """The peak memory of this process and all its descendants together, beyond the initial memory."""

    def __init__(self) -> None:
        self.most = 0
        self.ended = threading.Event()

    def __enter__(self) -> "Peak":
        self.before = process_tree.usage(os.getpid()).memory
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self.ended.set()
        self.thread.join()

    def watch(self) -> None:
        while not self.ended.wait(0.1):
            self.most = max(self.most, process_tree.usage(os.getpid()).memory - self.before)


def marked(name: str) -> object:
    """Return the parameter of a target. All tests of a format run in one process, where they share compiled
    programs."""
    marks = [pytest.mark.sandbox, pytest.mark.xdist_group(f"hostile-{TARGETS[name].format}")]
    return pytest.param(name, marks=marks if name in QUICK else [*marks, pytest.mark.slow], id=name)


ALL = [marked(name) for name in TARGETS]


def broken(target: targets.Target, verdict: Score, expected: Collection[Status]) -> Iterator[str]:
    """Yield the errors in the verdict on a hostile input that may get one of the expected statuses."""
    if not verdict.reason:
        yield "no reason"
    if len(verdict.reason) > 600:
        yield f"a reason of {len(verdict.reason)} characters"
    for secret in (outside.SECRET, TOKEN):
        if secret in verdict.reason:
            yield f"{secret} in the reason"
    if target.reads in ("text", "writing"):
        value_is_right = verdict.value < 1 or target.reads == "writing"
        status_is_right = verdict.status in {*expected, Status.OK, Status.TOO_LARGE}
    elif verdict.status is Status.OK and target.reads != "drawing":
        value_is_right = verdict.value < 1 or target.reads == "showing"
        status_is_right = Status.OK in expected
    else:
        value_is_right, status_is_right = verdict.value == 0, verdict.status in expected
    if not value_is_right:
        yield f"value {verdict.value}"
    if not status_is_right:
        yield f"status {verdict.status}, not one of {', '.join(sorted(expected))}"


@pytest.mark.process
@pytest.mark.parametrize("name", ALL)
def test_hostile_inputs_score_nothing_and_say_why(name):
    target, verdicts = TARGETS[name], outcome(name).hostile
    wrong = [
        f"{case.name}: {complaint}: {verdicts[case.name]}"
        for case in target.cases
        for complaint in broken(target, verdicts[case.name], case.statuses)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", ALL)
def test_its_neighbours_score_as_they_do_alone(name):
    result = outcome(name)
    assert list(map(repr, result.good)) == list(map(repr, result.alone))
    assert {verdict.value for verdict in result.alone} == {1.0}


@pytest.mark.parametrize("name", ALL)
def test_nothing_outside_is_read_changed_called_or_left(name):
    assert outcome(name).damage == ""


@pytest.mark.parametrize("name", ALL)
def test_time_and_memory_stay_within_their_limits(name):
    result = outcome(name)
    assert result.seconds < 60 + OTHERWISE * len(result.hostile)
    assert result.memory < GIBIBYTE + pool.workers() * 2 * GIBIBYTE
