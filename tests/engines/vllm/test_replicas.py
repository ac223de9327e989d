"""Replicas within one engine are asked like a single one, over an engine that stands in for that of `vllm serve`."""

import asyncio
import threading
import time
from types import SimpleNamespace

import pytest

from sgpkit.engines.vllm import replicas
from sgpkit.engines.vllm.replicas import Replicas, Steps


class Engine:
    """An engine that answers a prompt after its number of steps, refuses "long", never answers "wait", and ends on
    "die"."""

    def __init__(self, logger):
        self.logger = logger
        self.vllm_config = self.engine_core = None
        self.errored, self.dead_error, self.aborted = False, RuntimeError("the engine is dead"), []

    async def add_request(self, number, prompt, params, lora_request=None, priority=0):
        assert threading.current_thread() is not threading.main_thread()
        if prompt == "long":
            raise ValueError("the prompt is longer than max_model_len")
        return SimpleNamespace(get=lambda: self.answer(number, prompt))

    async def answer(self, number, prompt):
        if prompt == "die":
            self.errored = True
            raise self.dead_error
        if prompt == "die silently":
            self.errored = True
        if prompt in ("wait", "die silently"):
            await asyncio.sleep(3600)
        for _ in range(prompt):
            await asyncio.sleep(0.01)
            self.logger.record(None, None, engine_idx=0)
        return SimpleNamespace(request_id=number, finished=True)

    async def abort(self, numbers, internal):
        self.aborted += numbers


@pytest.fixture
def opened(monkeypatch):
    monkeypatch.setattr(Replicas, "opened", lambda self, arguments: Engine(Steps(self)))
    monkeypatch.setattr(replicas, "LOOK", 0.05)
    return Replicas({"data_parallel_size": 2})


def all_answers(opened, count):
    numbers, steps = [], 0
    while len(numbers) < count:
        numbers += [output.request_id for output in opened.step()]
        steps += 1
    return numbers, steps


def test_every_request_is_answered_once_and_steps_end_without_answers_too(opened):
    lengths = [5, 1, 3, 60, 2]
    assert [opened.add_request(str(number), length, None) for number, length in enumerate(lengths)] == list("01234")
    numbers, steps = all_answers(opened, len(lengths))
    assert sorted(numbers) == list("01234") and numbers[-1] == "3"
    assert steps > 5, "a caller learns that the engine works before anything is finished"


def test_a_prompt_that_is_refused_hurts_no_other(opened):
    opened.add_request("0", 2, None)
    with pytest.raises(ValueError, match="max_model_len"):
        opened.add_request("1", "long", None)
    assert all_answers(opened, 1)[0] == ["0"]
    opened.abort_request(["7"], internal=True)
    assert opened.engine.aborted == ["7"]


@pytest.mark.parametrize("prompt", ["die", "die silently"])
def test_an_engine_that_dies_is_noticed(opened, prompt):
    opened.add_request("0", "wait", None)
    opened.add_request("1", prompt, None)
    with pytest.raises(RuntimeError, match="the engine is dead"):
        opened.step()


def test_an_engine_that_hangs_gives_no_sign_of_life(opened):
    opened.add_request("0", "wait", None)
    ended = threading.Event()
    threading.Thread(target=lambda: (opened.step(), ended.set()), daemon=True).start()
    time.sleep(0.3)
    assert not ended.is_set(), "the process that waits for it would take it for working"
