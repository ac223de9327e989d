"""Worker processes: an item that fails affects no other item."""

import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import hostile_functions
import numpy as np
import pytest

from sgpkit import append_log
from sgpkit.graphics.molecule.graph import Graph
from sgpkit.sandbox.untrusted import messages, worker_processes, workers
from sgpkit.sandbox.untrusted.messages import Failure, Outcome
from sgpkit.sandbox.untrusted.workers import Limits
from sgpkit.status import Rejected, Status
from sgpkit.values import Completion, Score

pytestmark = pytest.mark.process

QUICK = Limits(cpu_seconds=0.6, memory=512 << 20)
ROOMY = Limits(cpu_seconds=20, memory=512 << 20)  # filling the memory may take some time on a slow machine
FAILING = {
    "recursion": (Status.TOO_LARGE, "nested too deep"),
    "memory": (Status.TOO_LARGE, "more than 0.5 GiB of memory"),
    "hoard": (Status.TOO_LARGE, "more than 0.5 GiB of memory"),
    "bug": (Status.PARSE_ERROR, "KeyError: 'brackets'"),
    "own": (Status.PARSE_ERROR, "OwnError: ab"),
    "spin": (Status.TIMEOUT, "more than 0.6 s of processor time"),
    "swallow": (Status.TIMEOUT, "more than 0.6 s of processor time"),
    "regex": (Status.TIMEOUT, "more than 0.6 s of processor time"),
    "crash": (Status.TOO_LARGE, "crashed twice (SIGSEGV)"),
    "abort": (Status.TOO_LARGE, "crashed twice (SIGABRT)"),
    "exit": (Status.TOO_LARGE, "crashed twice (exit code 0)"),
    "system-exit": (Status.TOO_LARGE, "crashed twice (exit code 1)"),
    "interrupt": (Status.TOO_LARGE, "crashed twice (exit code 1)"),
    "killed": (Status.INFRA_ERROR, "was killed twice"),
    "long": (Status.TOO_LARGE, "bytes; at most"),
    "lambda": (Status.PARSE_ERROR, "cannot be sent"),
    "module": (Status.PARSE_ERROR, "cannot be sent"),
}


@pytest.mark.parametrize("kind", FAILING)
def test_one_item_fails_and_its_neighbours_do_not(kind):
    good = [f"item {number}" for number in range(6)]
    status, words = FAILING[kind]
    limits = ROOMY if "memory" in words else QUICK
    outcomes = workers.run(hostile_functions.read, [*good[:3], kind, *good[3:]], limits, max_workers=1)
    failure = outcomes.pop(3).failure
    assert failure.status is status
    assert words in failure.reason
    assert [outcome.value for outcome in outcomes] == [item.upper() for item in good]


def test_many_at_once_each_get_their_own():
    items = [f"item {number}" if number % 40 else "crash" for number in range(300)]
    outcomes = workers.run(hostile_functions.read, items, QUICK, max_workers=2)
    assert [outcome.value for outcome in outcomes] == [item.upper() if item != "crash" else None for item in items]
    assert {outcome.failure.status for outcome in outcomes if outcome.failure} == {Status.TOO_LARGE}


@pytest.mark.parametrize("kind", ["crash", "bug", "spin", "long"])
def test_cheap_items_travel_in_larger_chunks_and_a_bad_one_costs_only_itself(kind, monkeypatch):
    sizes = []
    start = worker_processes.Worker.start
    monkeypatch.setattr(
        worker_processes.Worker,
        "start",
        lambda worker, indices, *rest: sizes.append(len(indices)) or start(worker, indices, *rest),
    )
    items = [f"item {number}" for number in range(9_000)]
    items[8_000] = kind
    outcomes = workers.run(hostile_functions.read, items, QUICK, max_workers=2)
    assert max(sizes) > workers.CHUNK
    assert [outcome.value for outcome in outcomes] == [item.upper() if item != kind else None for item in items]
    assert outcomes[8_000].failure.status is FAILING[kind][0]


def test_large_values_come_one_by_one_and_small_ones_together():
    for length in (1, 10, 100_000):
        outcomes = workers.run(hostile_functions.repeated, [length] * 120, max_workers=1)
        assert [outcome.value for outcome in outcomes] == ["x" * length] * 120
        assert not any(outcome.failure for outcome in outcomes)


@pytest.mark.parametrize("count", [1, 5])
def test_a_worker_that_is_killed_once_costs_no_item_anything(count, tmp_path):
    items = [f"once {tmp_path / str(number)}" if number == count // 2 else f"item {number}" for number in range(count)]
    outcomes = workers.run(hostile_functions.read, items, max_workers=1)
    assert [outcome.value for outcome in outcomes] == [item.upper() for item in items]


def test_a_batch_with_a_value_too_few_counts_for_no_item():
    outcomes = workers.run(hostile_functions.without_last, ["a", "b", "c"], QUICK, max_workers=1)
    assert [outcome.value for outcome in outcomes] == ["A", "B", "C"]


def test_memory_that_items_kept_costs_later_ones_nothing():
    items = ["keep", "use", "a", "keep", "use"]
    outcomes = workers.run(hostile_functions.read, items, QUICK, max_workers=1)
    assert [outcome.value for outcome in outcomes] == [item.upper() for item in items]


def test_templates_end_silently_if_their_parent_was_interrupted():
    ours, theirs = socket.socketpair()
    ours.close()
    code = "import sys; from sgpkit.sandbox.untrusted import template; template.main(*map(int, sys.argv[1:]))"
    arguments = [sys.executable, "-c", code, str(theirs.fileno()), str(os.getpid())]
    ended = subprocess.run(arguments, pass_fds=[theirs.fileno()], capture_output=True, text=True, timeout=120)
    theirs.close()
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_template_that_is_killed_is_replaced(tmp_path):
    workers.run(hostile_functions.read, ["a"], max_workers=1)
    before = worker_processes._TEMPLATES[0].process
    before.kill()
    before.wait()
    assert [outcome.value for outcome in workers.run(hostile_functions.read, ["a", "b"], max_workers=1)] == ["A", "B"]
    items = [f"parent {tmp_path / 'once'}", "b", "c"]
    outcomes = workers.run(hostile_functions.read, items, max_workers=1)
    assert [outcome.value for outcome in outcomes] == [item.upper() for item in items]
    assert worker_processes._TEMPLATES[0].process.pid != before.pid


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_template_that_was_begun_is_used_or_replaced(is_killed, monkeypatch):
    workers.close()
    monkeypatch.setenv("SGPKIT_SCORING", "direct")
    workers.begin()
    assert worker_processes._TEMPLATES == []
    monkeypatch.setenv("SGPKIT_SCORING", "workers")
    workers.begin()
    (begun,) = worker_processes._TEMPLATES
    workers.begin()
    if is_killed:
        begun.process.kill()
    assert [outcome.value for outcome in workers.run(hostile_functions.read, ["a", "b"])] == ["A", "B"]
    assert (worker_processes.current() is begun) != is_killed


def test_an_item_that_waits_for_ever_is_no_verdict(monkeypatch):
    monkeypatch.setattr(worker_processes, "WALL_FACTOR", 2)
    (good, waiting) = workers.run(hostile_functions.read, ["a", "sleep"], QUICK, max_workers=1)
    assert good.value == "A"
    assert waiting.failure.status is Status.INFRA_ERROR
    assert "within 1.2 s" in waiting.failure.reason


def test_workers_have_no_secrets_and_follow_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    workers.close()
    monkeypatch.setenv("SGPKIT_TRIED", "first ")
    values = [
        outcome.value for outcome in workers.run(hostile_functions.read, ["secret", "environment"], max_workers=1)
    ]
    assert values == ["", "first direct"]
    monkeypatch.setenv("SGPKIT_TRIED", "second ")
    monkeypatch.chdir(tmp_path)
    values = [
        outcome.value for outcome in workers.run(hostile_functions.read, ["environment", "folder"], max_workers=1)
    ]
    assert values == ["second direct", str(tmp_path)]


def test_workers_stay_for_the_next_batch_and_threads_share_them():
    (first,) = workers.run(hostile_functions.read, ["process"], max_workers=1)
    (second,) = workers.run(hostile_functions.read, ["process"], max_workers=1)
    assert first.value == second.value != str(os.getpid())
    results = {}

    def ask(name: str) -> None:
        results[name] = [outcome.value for outcome in workers.run(hostile_functions.read, [name, "crash", name], QUICK)]

    threads = [threading.Thread(target=ask, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {name: [name.upper(), None, name.upper()] for name in "abc"}


def test_what_cannot_be_sent_is_refused():
    with pytest.raises(workers.NotPicklable):
        workers.run(lambda items: items, ["a"])
    with pytest.raises(workers.NotPicklable):
        workers.run(hostile_functions.read, [lambda: 1])


class Call:
    """An object that is pickled as a call."""

    def __init__(self, function, *arguments, state=None):
        self.reduced = (function, arguments) if state is None else (function, arguments, state)

    def __reduce__(self):
        return self.reduced


SETTING = b"N}\x8c\x01a\x8c\x01bs\x86b."
"""The end of a pickle that sets an attribute of its object."""

HARMFUL = {
    "a system call": pickle.dumps(Call(os.system, "true")),
    "a program": pickle.dumps(Call(subprocess.Popen, ["true"])),
    "a function": pickle.dumps(eval),
    "another package's function by way of this one": b"\x80\x04\x8c\x29sgpkit.sandbox.untrusted.worker_processes"
    b"\x8c\x10subprocess.Popen\x93]\x8c\x04trueaa\x85R.",
    "a module that was not imported": pickle.dumps(Call(os.system, "true")).replace(b"posix", b"this_"),
    "a class that does something": pickle.dumps(Call(append_log.AppendLog, Path("nowhere"))),
    "a class of values, which could be changed": pickle.dumps(Score),
    "a maker whose attributes are set": pickle.dumps(messages.make_value)[:-1] + SETTING,
    "an exception whose attributes are set": pickle.dumps(ValueError)[:-1] + SETTING,
    "a class that is made by name": pickle.dumps(
        Call(messages.make_value, "sgpkit.append_log", "AppendLog", ("nowhere",))
    ),
    "another package's class by name": pickle.dumps(Call(messages.make_value, "subprocess", "Popen", (["true"],))),
    "another package's class by a name with a dot": pickle.dumps(
        Call(messages.make_value, "sgpkit.sandbox.untrusted.worker_processes", "subprocess.Popen", (["true"],))
    ),
    "another package's exception by name": pickle.dumps(
        Call(messages.make_value, "subprocess", "TimeoutExpired", ("true", 1))
    ),
    "another package's value by name": pickle.dumps(Call(messages.make_value, "fractions", "Fraction", (1, 2))),
    "a function of this package by name": pickle.dumps(
        Call(messages.make_value, "sgpkit.errors", "first_line", ("text",))
    ),
    "an object of numpy's": pickle.dumps(Call(messages.make_number, "|O8", b"12345678")),
}


@pytest.mark.parametrize("data", HARMFUL.values(), ids=HARMFUL)
def test_a_verdict_that_would_do_something_is_none(data, monkeypatch):
    monkeypatch.setattr(subprocess, "Popen", None)
    monkeypatch.setattr(append_log.AppendLog, "__init__", None)
    with pytest.raises((pickle.UnpicklingError, AttributeError, TypeError)):
        messages.load(data)


def test_code_of_a_constructor_is_not_run_for_a_verdict(monkeypatch):
    """A value arrives as it was sent, even where its constructor would change or refuse it, or do something else."""
    as_sent = ("#ff0000", "#00ff00"), ((1, 0), (1, 0))
    graph = messages.load(pickle.dumps(Call(messages.make_value, "sgpkit.graphics.molecule.graph", "Graph", as_sent)))
    assert (type(graph), graph.atoms, graph.bonds) == (Graph, *as_sent)
    called = []
    monkeypatch.setattr(Graph, "__post_init__", lambda graph: called.append(graph))
    assert messages.load(messages.dump(graph)) == graph
    assert called == []


def test_a_verdict_holds_the_values_of_this_package():
    held = (
        Score(0.5, {"part": np.float64(0.25)}, Status.OK, "a reason", {"choice": "A"}),
        Completion("text", turns=("one",)),
        Outcome(failure=Failure(Status.TIMEOUT, "late", ValueError("wrong"))),
        {"numbers": [np.int64(3), np.bool_(True), 2j, {1, 2}, frozenset("a"), range(3)]},
    )
    read = messages.load(messages.dump(held))
    assert repr(read) == repr(held) and read[:2] == held[:2]
    assert type(read[0].parts["part"]) is np.float64 and read[0].status is Status.OK
    rejected = messages.load(messages.dump(Rejected(Status.UNSAFE, "words")))
    assert (type(rejected), rejected.status, rejected.reason) == (Rejected, Status.UNSAFE, "words")


def test_workers_end_with_a_process_that_is_killed(tmp_path):
    program = (
        f"import sys; sys.path.insert(0, {str(Path(hostile_functions.__file__).parent)!r})\n"
        "import hostile_functions\nfrom sgpkit.sandbox.untrusted import worker_processes, workers\n"
        "print(workers.run(hostile_functions.read, ['process'], max_workers=1)[0].value, flush=True)\n"
        "print(worker_processes._TEMPLATES[0].process.pid, flush=True)\n"
        "workers.run(hostile_functions.read, ['sleep'], max_workers=1)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        numbers = [int(process.stdout.readline()) for _ in range(2)]
        process.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 20
    while any(alive(number) for number in numbers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [number for number in numbers if alive(number)]


def alive(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_forked_copy_has_workers_of_its_own():
    (first,) = workers.run(hostile_functions.read, ["process"], max_workers=1)
    child = os.fork()
    if child == 0:
        (own,) = workers.run(hostile_functions.read, ["process"], max_workers=1)
        workers.close()
        os._exit(0 if own.value and own.value != first.value else 1)
    assert os.waitpid(child, 0)[1] == 0
    (later,) = workers.run(hostile_functions.read, ["process"], max_workers=1)
    assert later.value == first.value


def joined(connection, pipe: int, then: str) -> None:
    """In a copy of this process: use a worker from the other's template, and report the existing processes."""
    workers.join(connection)
    (own,) = workers.run(hostile_functions.read, ["process"], max_workers=1)
    parent = Path(f"/proc/{own.value}/stat").read_text().rpartition(")")[2].split()[1]
    os.write(pipe, f"{own.value} {parent}\n".encode())
    if then:
        workers.run(hostile_functions.read, [then], ROOMY, max_workers=1)


def test_a_process_that_joins_has_workers_of_the_same_template_that_end_with_it():
    (first,) = workers.run(hostile_functions.read, ["process"], max_workers=1)
    connection = workers.share()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            joined(connection, writing, "sleep")
        finally:
            os._exit(1)
    connection.close()
    worker, parent = map(int, os.read(reading, 100).split())
    assert parent == worker_processes._TEMPLATES[0].process.pid
    assert worker != int(first.value)
    time.sleep(0.5)  # until it sleeps
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    deadline = time.monotonic() + 20
    while alive(worker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(worker)
    (later,) = workers.run(hostile_functions.read, ["process"], max_workers=1)
    assert later.value == first.value, "the others' workers stay"
    for handle in (reading, writing):
        os.close(handle)


def test_a_process_that_joins_has_a_template_of_its_own_where_the_shared_one_is_gone():
    workers.run(hostile_functions.read, ["process"], max_workers=1)
    connection = workers.share()
    shared = worker_processes._TEMPLATES[0].process
    reading, writing = os.pipe()
    shared.kill()
    shared.wait()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            joined(connection, writing, "")
            workers.close()
            code = 0
        finally:
            os._exit(code)
    connection.close()
    assert os.waitpid(child, 0)[1] == 0
    assert int(os.read(reading, 100).split()[1]) != shared.pid
    for handle in (reading, writing):
        os.close(handle)


def test_a_setting_that_is_none_is_refused(monkeypatch):
    monkeypatch.setenv("SGPKIT_SCORING", "fast")
    with pytest.raises(ValueError, match="expected workers or direct"):
        workers.in_use()
