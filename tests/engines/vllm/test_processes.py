"""The vLLM engine with a fake worker: distribution of prompts, dying workers, devices, refusals."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
import toy
from paths import HELPERS

from sgpkit import engines
from sgpkit.benchmark import messages
from sgpkit.engines import Request, Setup
from sgpkit.engines.vllm.engine import FIRST_SILENCE, LEAST_SILENCE, MAX_RESTARTS, Engine
from sgpkit.engines.vllm.process import Process
from sgpkit.engines.vllm.settings import settings_of
from sgpkit.engines.vllm.work import Shares
from sgpkit.errors import UserError

pytestmark = pytest.mark.process

ROOT = HELPERS.parent.parent


@pytest.fixture
def opened(monkeypatch, tmp_path):
    """Open engines over the fake worker, and close them afterwards."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(HELPERS)]))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    opened_engines = []

    def open_it(**options) -> Engine:
        setup = Setup("some/model", toy.PLAIN, options=options)
        settings = settings_of(setup)

        def start(settings):
            return Process(settings, worker="fake_vllm_worker")

        process = start(settings)
        try:
            opened_engines.append(Engine(setup, settings, process, process.open(), start))
        except Exception:
            process.close()
            raise
        return opened_engines[-1]

    yield open_it
    for engine in opened_engines:
        engine.close()


@pytest.fixture
def module(monkeypatch, tmp_path):
    """The engine's module over the fake worker, without processes before and after."""
    from sgpkit.engines import vllm

    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(HELPERS)]))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(vllm, "Process", partial(Process, worker="fake_vllm_worker"))
    monkeypatch.setattr(vllm, "_open", [])
    yield vllm
    for process in vllm._open:
        process.close()


def asked_once(module, text, model="some/model", **given):
    """Return the answer of an engine that is opened and closed for it, with the ids of its processes."""
    sampling = {"max_tokens": given.pop("max_tokens", 16)}
    engine = module.open_engine(Setup(model, toy.PLAIN, sampling=sampling, options=given))
    ((_, completion),) = engine.generate(requests(text))
    processes = [slot.process.child.pid for slot in engine.slots]
    engine.close()
    return completion.text, processes


def test_runs_that_follow_one_another_load_a_model_once(module, capsys):
    setups = [Setup("some/model", toy.PLAIN, sampling={"max_tokens": tokens}) for tokens in (16, 32)]
    assert [module.measure(setup).count(messages("abc")) for setup in setups] == [3, 3]
    assert len(module._open) == 1, "one process reads the model for all ways of asking it"
    with engines.keep_models():
        first = asked_once(module, "one")
        again = asked_once(module, "two", max_tokens=32)
        assert (first[0], again[0]) == ("ONE", "TWO")
        assert first[1] == again[1]
        assert capsys.readouterr().err.count("loading") == 1
        (kept,) = module._open
        assert kept.settings.sampling["max_tokens"] == 32 and not kept.taken
        _, other = asked_once(module, "three", model="another/model")
        assert other != first[1] and kept.ended, "no room for two models"
        _, longer = asked_once(module, "four", model="another/model", context=500)
        assert longer != other, "what is loaded depends on it"
    assert all(process.ended for process in module._open)
    assert asked_once(module, "five")[1] != asked_once(module, "six")[1], "a run alone leaves nothing behind"


def test_adapters_of_a_sweep_load_a_model_once(module, capsys):
    adapters = ("one/adapter", "two/adapter")
    with engines.keep_models():
        first = asked_once(module, "one", lora=adapters[0], adapters=adapters)
        second = asked_once(module, "two", lora=adapters[1], adapters=adapters)
        assert first[1] == second[1]
        assert capsys.readouterr().err.count("loading") == 1
        assert asked_once(module, "three", lora=adapters[0])[1] != first[1], "alone it is loaded in another form"


def test_processes_are_kept_on_their_own_gpus(module, monkeypatch):
    monkeypatch.setenv("FAKE_DEVICES", "2")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    with engines.keep_models():
        _, both = asked_once(module, "one", gpus=2)
        assert asked_once(module, "two", gpus=2, max_tokens=32)[1] == both
        os.kill(both[0], signal.SIGKILL)
        wait_until_ended(module._open, both[0])
        _, later = asked_once(module, "three", gpus=2)
        assert later[1] == both[1] and later[0] != both[0]


def wait_until_ended(processes, pid):
    (process,) = [process for process in processes if process.child.pid == pid]
    process.child.wait(10)


def test_a_process_that_is_still_at_work_is_not_kept(module):
    with engines.keep_models():
        engine = module.open_engine(Setup("some/model", toy.PLAIN))
        first = engine.generate(requests("wait", "text", "text"))
        next(first)
        process = engine.slots[0].process
        engine.close()
        assert process.ended
        assert asked_once(module, "next")[0] == "NEXT"


def requests(*texts: str, samples: int = 1) -> list[Request]:
    rows = [{"id": f"row-{number}"} for number in range(len(texts))]
    return [
        Request(row, sample, 0, messages(text))
        for row, text in zip(rows, texts, strict=True)
        for sample in range(samples)
    ]


def test_every_request_is_answered_once_and_by_its_own_answer(opened):
    asked = requests(*(f"text {number}" for number in range(50)), samples=2)
    engine = opened(gpus=2)
    answers = list(engine.generate(asked))
    assert sorted(index for index, _ in answers) == list(range(100))
    assert all(completion.text == asked[index].messages[0]["content"].upper() for index, completion in answers)
    assert engine.statistics()["cached_share"] == pytest.approx(0.4)
    assert dict(engine.generate(requests("again")))[0].text == "AGAIN"


def test_a_batch_that_was_left_early_does_not_leak_into_the_next(opened):
    engine = opened()
    first = engine.generate(requests(*(f"old {number}" for number in range(30))))
    next(first)
    first.close()
    assert [text.text for _, text in sorted(engine.generate(requests("new 0", "new 1")))] == ["NEW 0", "NEW 1"]


def test_a_death_costs_a_new_process_and_no_answer(opened, tmp_path):
    asked = requests(*(f"text {number}" for number in range(20)), f"die once {tmp_path / 'died'}", *("end",) * 20)
    engine = opened()
    answers = dict(engine.generate(asked))
    assert sorted(answers) == list(range(41))
    assert all(completion.finish_reason == "stop" for completion in answers.values())
    assert engine.statistics()["restarts"] == 1


def test_a_prompt_that_kills_vllm_is_given_up_and_the_rest_is_answered(opened, capsys):
    asked = requests(*(f"text {number}" for number in range(20)), "die", *(f"more {number}" for number in range(20)))
    engine = opened()
    answers = dict(engine.generate(asked))
    assert sorted(answers) == list(range(41))
    failed = {index for index, completion in answers.items() if completion.finish_reason == "error"}
    assert failed == {20}, "those that were in hand with it are asked apart from it"
    assert "the fake fell over" in answers[20].error
    assert "1 given up" in capsys.readouterr().err


def test_a_machine_that_only_dies_stops_the_run_and_says_so(opened):
    engine = opened()
    answers = dict(engine.generate(requests(*("die",) * 30)))
    assert all(completion.finish_reason == "error" for completion in answers.values())
    assert 0 < len(answers) < 30, "what was never in hand stays unasked"
    assert engine.statistics()["restarts"] == MAX_RESTARTS + 1
    assert "the fake fell over" in engine.statistics()["stopped"]
    assert list(engine.generate(requests("anything"))) == []


def test_one_that_hangs_is_given_a_time(opened):
    engine = opened(timeout=1.0)
    answers = dict(engine.generate(requests("wait", "text")))
    assert answers[1].text == "TEXT"
    assert answers[0].finish_reason == "error" and "no answer for 1 s" in answers[0].error


@pytest.mark.parametrize("trouble", ["die", "hang"])
def test_the_others_continue_while_a_process_restarts(opened, tmp_path, monkeypatch, trouble):
    """Loading takes 3 s; the healthy process is never silent for that long."""
    engine = opened(gpus=2, timeout=1.5)
    engine.load()
    monkeypatch.setenv("FAKE_LOADING", "3")
    texts = [f"{trouble} once {tmp_path / 'once'}", *(f"text {number}" for number in range(2000))]
    silent, latest = 0.0, time.monotonic()
    answers = {}
    for index, completion in engine.generate(requests(*texts)):
        now = time.monotonic()
        silent, latest = max(silent, now - latest), now
        answers[index] = completion.finish_reason
    assert set(answers.values()) == {"stop"} and len(answers) == 2001
    assert engine.statistics()["restarts"] == 1
    assert silent < 2.5, "a restart used to stop all processes for its 3 s"


def test_the_end_of_a_run_does_not_wait_for_a_process_that_loads(opened, tmp_path, monkeypatch):
    """The rows of a lost process go to the idle one."""
    engine = opened(gpus=2)
    engine.load()
    monkeypatch.setenv("FAKE_LOADING", "60")
    began = time.monotonic()
    answers = dict(engine.generate(requests(f"die once {tmp_path / 'once'}", *("text",) * 30)))
    assert len(answers) == 31 and all(completion.finish_reason == "stop" for completion in answers.values())
    engine.close()
    assert time.monotonic() - began < 20


def test_a_long_answer_is_no_hang(opened):
    answers = dict(opened(timeout=1.0).generate(requests("think 2.5", "text")))
    assert answers[0].text == "THINK 2.5"


def test_the_limit_follows_the_longest_silence(opened):
    engine = opened()
    assert engine.silence_limit() == FIRST_SILENCE
    list(engine.generate(requests("text")))
    assert engine.silence_limit() == LEAST_SILENCE
    engine.longest_silence = 30.0
    assert engine.silence_limit() == 600.0


def test_the_weights_do_not_load(opened, monkeypatch):
    monkeypatch.setenv("FAKE_REFUSAL", "the context does not fit")
    engine = opened()
    with pytest.raises(UserError, match="the context does not fit"):
        list(engine.generate(requests("text")))


def test_each_process_has_its_own_gpus(opened, monkeypatch, tmp_path):
    monkeypatch.setenv("FAKE_DEVICES", "4")
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    engine = opened(gpus=2, engine_args={"tensor_parallel_size": 2})
    assert [slot.devices for slot in engine.slots] == ["0,1", "2,3"]
    list(engine.generate(requests(*(f"text {number}" for number in range(60)))))
    lines = [line.split("\t") for line in (tmp_path / "log").read_text().splitlines()]
    assert set(Counter(devices for devices, _ in lines)) == {"0,1", "2,3"}
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "1,3")
    monkeypatch.setenv("FAKE_DEVICES", "2")
    assert [slot.devices for slot in opened(gpus=2).slots] == ["1", "3"]
    with pytest.raises(UserError, match="--gpus 3: 3 processes, but this machine has 2 visible GPUs"):
        opened(gpus=3)


def test_replicas_take_gpus_of_one_process(opened, module, monkeypatch):
    monkeypatch.setenv("FAKE_DEVICES", "8")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    replicated = {"data_parallel_size": 2, "tensor_parallel_size": 2}
    assert [slot.devices for slot in opened(gpus=2, engine_args=replicated).slots] == ["0,1,2,3", "4,5,6,7"]
    engine = opened(engine_args={"data_parallel_size": 8, "enable_expert_parallel": True})
    assert [slot.devices for slot in engine.slots] == [None]
    assert [completion.text for _, completion in engine.generate(requests("text"))] == ["TEXT"]
    assert (engine.statistics()["processes"], engine.statistics()["gpus"]) == (1, 8)


@pytest.mark.parametrize(
    ("engine_args", "reason"),
    [
        (
            {"data_parallel_size": 8, "tensor_parallel_size": 2},
            "data_parallel_size=8 × tensor_parallel_size=2: 16 GPUs",
        ),
        ({"data_parallel_size": 9}, "data_parallel_size=9: 9 GPUs, but this machine has 8 visible GPUs"),
        ({"pipeline_parallel_size": 9, "distributed_executor_backend": "ray"}, None),
    ],
)
def test_more_gpus_than_there_are_is_noticed_before_anything_is_loaded(
    module, monkeypatch, capsys, engine_args, reason
):
    monkeypatch.setenv("FAKE_DEVICES", "8")
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    setup = Setup("some/model", toy.PLAIN, options={"engine_args": engine_args})
    if reason is None:
        module.check(setup)
    else:
        with pytest.raises(UserError, match=reason):
            module.check(setup)
    assert "loading" not in capsys.readouterr().err


def test_nothing_is_left_running_when_the_parent_is_killed(tmp_path):
    program = """
import toy
from sgpkit.engines import Setup
from sgpkit.engines.vllm.process import Process
from sgpkit.engines.vllm.settings import settings_of
process = Process(settings_of(Setup("m", toy.PLAIN)), worker="fake_vllm_worker")
process.open()
print(process.child.pid, flush=True)
input()
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(HELPERS)]), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        os.kill(worker, 0)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        deadline = time.monotonic() + 10
        while running(worker):
            assert time.monotonic() < deadline, "the worker outlived its parent"
            time.sleep(0.05)
    assert not list(tmp_path.glob("sgpkit-vllm-*.log"))


def running(process: int) -> bool:
    """Return whether a process exists and is not a zombie (an orphan waits for init to collect it)."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_shares_keep_rows_whole_and_lose_none():
    asked = requests(*"abcdefghij", samples=3)
    shares = Shares(asked, 3)
    taken: dict[int, list[int]] = {0: [], 1: [], 2: []}
    turns = [0, 1, 0, 2, 0, 0, 0] * 10
    for process in turns:
        index = shares.next(process)
        if index is not None:
            taken[process].append(index)
    assert sorted(index for indexes in taken.values() for index in indexes) == list(range(30)) and shares.left() == 0
    owner = {index: process for process, indexes in taken.items() for index in indexes}
    assert all(len({owner[3 * row + sample] for sample in range(3)}) == 1 for row in range(10))
    assert len(taken[0]) > len(taken[2]), "who is quicker takes more"


def test_what_is_refused_before_any_process_starts(tmp_path):
    def refuses(match: str, **options) -> None:
        with pytest.raises(UserError, match=match):
            settings_of(Setup("m", toy.PLAIN, options=options))

    refuses("no such file; expected a Jinja template", chat_template=tmp_path / "none.jinja")
    refuses("--complete does not use a chat template", complete=True, chat_template_args={"enable_thinking": False})
    with pytest.raises(UserError, match="--unseeded and --seed are mutually exclusive"):
        settings_of(Setup("m", toy.PLAIN, sampling={"seed": 3}, options={"unseeded": True}))
    assert settings_of(Setup("m", toy.PLAIN, options={"unseeded": True})).unseeded
    refuses("contradict each other", context=512, engine_args={"max_model_len": 1024})


def test_without_vllm_the_install_line_is_told(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"pip install 'sgpkit\[vllm\]'"):
        Process(settings_of(Setup("m", toy.PLAIN)))


def test_gpu_hours_are_a_rule_of_thumb_that_can_be_followed():
    from sgpkit.engines.vllm.effort import gpu_hours

    # 8 billion parameters, a thousand rows with 1,000 input and 500 output tokens.
    assert gpu_hours(8 * 10**9)(1_000_000, 500_000) == pytest.approx(16e9 * (1e6 / 0.4 + 5e5 / 0.08) / 989e12 / 3600)
