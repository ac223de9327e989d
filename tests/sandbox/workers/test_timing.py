"""Timeouts depend on processor time used or time slept, never on the load of the machine."""

import contextlib
import os
import random
import signal
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from sgpkit.graphics import compiled, eps, tex
from sgpkit.sandbox.workers import backend, sandbox, service, timing
from sgpkit.sandbox.workers.process_tree import Usage
from sgpkit.sandbox.workers.sandbox import Ended, Limits
from sgpkit.sandbox.workers.timing import Gate, Gauge, Watch
from sgpkit.status import Rejected, Status

INTERPRETER = Path(getattr(sys, "_base_executable", sys.executable)).resolve()


class Clock:
    """A clock that a test moves, and a machine on which a program runs."""

    def __init__(self, monkeypatch):
        self.now = 1000.0
        self.used = self.waited = 0.0
        monkeypatch.setattr(timing.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(timing, "_own_delay", lambda: 0.0)

    def run(self, trace, load, limits, **options):
        """Return the end of a program that alternately works and sleeps, with each period of work `load` times as
        long."""
        gauge = Gauge()
        watch = Watch(limits, gauge, **options)
        for kind, seconds in trace:
            while seconds > 0:
                step = seconds if kind == "pause" else min(0.02, seconds)
                seconds -= step
                self.now += step * (load if kind == "work" else 1)
                if kind == "work":
                    self.used += step
                    self.waited += step * (load - 1)
                gauge.add(Usage(0, self.used, 1, {1: self.used}, {1: self.waited}, kind == "work"))
                if ended := watch.check():
                    return ended, watch
        return None, watch


@pytest.mark.parametrize("load", [1, 2, 14])
def test_how_a_program_ends_is_what_it_did_whatever_the_load(load, monkeypatch):
    chosen = random.Random(7)
    limits = Limits(seconds=10, cpu_seconds=10)
    seen = set()
    for _ in range(60):
        trace = [(chosen.choice(["work", "sleep"]), chosen.uniform(0.1, 6)) for _ in range(chosen.randint(1, 12))]
        work = slept = 0.0
        expected = None
        for kind, seconds in trace:
            work, slept = (work + seconds, slept) if kind == "work" else (work, slept + seconds)
            if max(work, slept) > 10:
                expected = Ended.CPU if work > 10 else Ended.TIMEOUT
                break
        if any(abs(time - 10) < 0.1 for time in (work, slept)):
            continue
        assert Clock(monkeypatch).run(trace, load, limits, again=True)[0] is expected
        seen.add(expected)
    assert seen == {None, Ended.CPU, Ended.TIMEOUT}


def test_a_machine_that_stands_still_makes_nobody_late(monkeypatch):
    """A host may suspend the whole machine for seconds, in which nothing runs or is measured."""
    limits = Limits(seconds=1.5, cpu_seconds=1.5)
    held = [("work", 0.1), ("pause", 4), ("work", 0.1), ("pause", 2.5), ("sleep", 0.2), ("work", 0.2)]
    ended, watch = Clock(monkeypatch).run(held, 1, limits)
    assert ended is None and not watch.is_doubtful(None)
    assert Clock(monkeypatch).run([("pause", 4), ("sleep", 1.6)], 1, limits, again=True)[0] is Ended.TIMEOUT


@pytest.mark.parametrize(("seconds", "doubtful"), [(1.5, True), (10, False)])
def test_who_slept_through_a_short_time_may_have_waited_for_a_disk(seconds, doubtful, monkeypatch):
    ended, watch = Clock(monkeypatch).run([("sleep", 2 * seconds)], 1, Limits(seconds=seconds, cpu_seconds=seconds))
    assert ended is Ended.TIMEOUT and watch.is_doubtful(ended) is doubtful


@pytest.mark.parametrize(
    ("kind", "seconds", "doubtful"),
    [("work", 8.3, False), ("work", 8.7, True), ("work", 11.3, True), ("work", 12, False), ("sleep", 9.5, True)],
)
def test_what_ends_close_to_its_limit_is_in_doubt(kind, seconds, doubtful, monkeypatch):
    ended, watch = Clock(monkeypatch).run([(kind, seconds)], 3, Limits(seconds=10, cpu_seconds=10))
    assert watch.is_doubtful(ended) is doubtful
    assert (ended is Ended.CPU) is (seconds > 11.5)


def test_a_program_that_gets_no_processor_is_without_a_verdict(monkeypatch):
    ended, watch = Clock(monkeypatch).run([("work", 9)], 40, Limits(seconds=10, cpu_seconds=10))
    assert (ended, ended.status) == (Ended.STARVED, Status.INFRA_ERROR)
    assert watch.is_doubtful(ended)


def test_a_request_counts_from_its_own_start(monkeypatch):
    clock = Clock(monkeypatch)
    clock.used, clock.waited = 500.0, 900.0
    ended, watch = clock.run([("work", 7)], 2, Limits(seconds=10, cpu_seconds=10), fresh=False)
    assert ended is None
    assert watch.cpu == pytest.approx(7, abs=0.03)


def test_who_is_alone_is_alone():
    gate, inside, most, alone = Gate(), [0], [0], []

    def beside():
        with gate.shared():
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            time.sleep(0.002)
            inside[0] -= 1

    def by_itself():
        with gate.exclusive():
            alone.append(inside[0])
            time.sleep(0.01)
            alone.append(inside[0])

    threads = [threading.Thread(target=by_itself if n % 10 == 5 else beside) for n in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert alone == [0] * 12
    assert most[0] > 1


# --- real programs ------------------------------------------------------------------------------------------------


def python(script, limits):
    command = [str(INTERPRETER), "-I", "-S", "-c", textwrap.dedent(script)]
    return sandbox.run(command, {}, limits, read_only=[INTERPRETER.parent.parent])


@pytest.fixture
def starts(monkeypatch):
    """The commands of the started sandboxes."""
    commands = []
    start = backend.start

    def counted(command, *rest):
        commands.append(command)
        return start(command, *rest)

    monkeypatch.setattr(backend, "start", counted)
    return commands


ENDED_CHILDREN = """
import os, time
while True:
    if os.fork() == 0:
        while time.process_time() < 0.1: pass
        os._exit(0)
    os.wait()
"""
UNCOUNTED_CHILDREN = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if (child := os.fork()) == 0:
        while time.process_time() < {}: pass
        os._exit(0)
    try:
        while os.kill(child, 0) is None: time.sleep(0.001)
    except OSError:
        pass
"""


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("script", "ended"),
    [
        ("import time\nwhile True: time.sleep(0.01)", Ended.TIMEOUT),
        ("import signal\nsignal.pause()", Ended.TIMEOUT),
        ("import os\nr, w = os.pipe()\nos.read(r, 1)", Ended.TIMEOUT),
        (ENDED_CHILDREN, Ended.CPU),
        (UNCOUNTED_CHILDREN.format(0.1), Ended.CPU),
        (UNCOUNTED_CHILDREN.format(0.003), None),
        (
            "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\nwhile True: pass",
            Ended.CPU,
        ),
    ],
    ids=[
        "naps",
        "pause",
        "pipe",
        "ended children",
        "children that nobody counts",
        "and are too quick to see",
        "one thread sleeps",
    ],
)
def test_a_program_ends_by_what_it_does(script, ended):
    limits = Limits(seconds=1, cpu_seconds=1, processes=8)
    result = python(script, limits)
    assert result.ended.status is Status.TIMEOUT
    assert ended is None or result.ended is ended


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("used", "runs", "ended"), [(0.5, 1, Ended.EXITED), (1.8, 2, Ended.EXITED), (2.15, 2, Ended.CPU)]
)
def test_what_ends_close_to_its_limit_is_run_again(used, runs, ended, starts):
    result = python(f"import time\nwhile time.process_time() < {used}: pass", Limits(cpu_seconds=2))
    assert (result.ended, len(starts)) == (ended, runs)
    assert ended is Ended.CPU or result.cpu_seconds == pytest.approx(used, abs=0.1)


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_machine_too_busy_gives_no_verdict_and_none_is_kept(monkeypatch, starts):
    compiled.MEMORY.forget()
    monkeypatch.setattr(timing, "WALL", 0.1)
    for attempt in (1, 2):
        with pytest.raises(Rejected, match="no verdict: the machine was too busy") as caught:
            eps.convert("%!PS\n{} loop", seconds=4)
        assert caught.value.status is Status.INFRA_ERROR
        assert len(starts) == 2 * attempt
    monkeypatch.undo()
    with pytest.raises(Rejected, match="processor time") as caught:
        eps.convert("%!PS\n{} loop", seconds=1)
    assert caught.value.status is Status.TIMEOUT


SPIN = """
import struct, sys, time
def send(content):
    sys.stdout.buffer.write(struct.pack(">Q", len(content)) + content)
    sys.stdout.buffer.flush()
send(b"")
while header := sys.stdin.buffer.read(8):
    wanted = float(sys.stdin.buffer.read(*struct.unpack(">Q", header)))
    end = time.process_time() + wanted
    while time.process_time() < end: pass
    send(b"done")
"""


@pytest.mark.slow
@pytest.mark.sandbox
def test_a_request_pays_for_itself_alone(starts):
    command = [str(INTERPRETER), "-I", "-S", "-c", SPIN]
    with sandbox.Service(command, read_only=[INTERPRETER.parent.parent]) as service:
        for _ in range(4):
            assert service.ask(b"0.6", 1) == b"done"
        with pytest.raises(sandbox.TimedOut, match="not done after 1 s of processor time"):
            service.ask(b"5", 1)
        assert len(starts) == 1
        assert service.ask(b"1.85", 2) == b"done"  # two requests to one process


NAP = SPIN.replace("while time.process_time() < end: pass", "time.sleep(wanted)")


class Attempts:
    """The attempts to run programs, each as the events "begin" and "end" with its name and whether it is the second."""

    def __init__(self, monkeypatch):
        self.events = []
        self.first_begins, self.second_begins = threading.Event(), threading.Event()
        monkeypatch.setattr(sandbox, "_attempt", self.recorded(sandbox._attempt, 0))
        monkeypatch.setattr(service.Service, "_attempt", self.recorded(service.Service._attempt, 1))

    def recorded(self, attempt, position):
        def run(*given, again):
            name = threading.current_thread().name
            self.events.append(("begin", name, again))
            (self.second_begins if again else self.first_begins).set()
            try:
                if again:
                    time.sleep(0.3)  # enough for a third program to begin, if it may
                return attempt(*given, again=again)
            finally:
                self.events.append(("end", name, again))

        return run


def nap_in_sandbox(wanted, seconds):
    sandbox.run(["sleep", str(wanted)], {}, Limits(seconds=seconds))


def nap_in_service(wanted, seconds):
    command = [str(INTERPRETER), "-I", "-S", "-c", NAP]
    shown = [INTERPRETER.parent.parent]
    with sandbox.Service(command, read_only=shown) as napping, contextlib.suppress(sandbox.TimedOut):
        napping.ask(str(wanted).encode(), seconds)


@pytest.mark.sandbox
@pytest.mark.parametrize("nap", [nap_in_sandbox, nap_in_service])
@pytest.mark.parametrize("other_nap", [nap_in_sandbox, nap_in_service])
def test_second_attempt_runs_while_no_other_program_runs(nap, other_nap, monkeypatch):
    attempts = Attempts(monkeypatch)
    earlier = threading.Thread(target=other_nap, args=(1.5, 60), name="earlier")
    repeated = threading.Thread(target=nap, args=(60, 0.2), name="repeated")
    later = threading.Thread(target=other_nap, args=(0, 60), name="later")
    earlier.start()
    assert attempts.first_begins.wait(30)
    repeated.start()
    assert attempts.second_begins.wait(30)
    later.start()
    for thread in (earlier, repeated, later):
        thread.join(60)
    assert attempts.events == [
        ("begin", "earlier", False),
        ("begin", "repeated", False),
        ("end", "repeated", False),
        ("end", "earlier", False),
        ("begin", "repeated", True),
        ("end", "repeated", True),
        ("begin", "later", False),
        ("end", "later", False),
    ]


# --- one budget for a TeX program -----------------------------------------------------------------------------------


def failed(cpu, message):
    return sandbox.Result(Ended.EXITED, 1, f"failed\n! {message}.\nl.3 x\n".encode(), b"", {}, cpu, cpu)


@pytest.mark.parametrize(
    ("first", "second", "runs", "reason"),
    [
        (failed(1, "First"), failed(2, "Second"), [20, 19], "Second"),
        (failed(9, "First"), failed(9, "Second"), [20], "First"),
        (failed(4, "First"), sandbox.Result(Ended.CPU, None, b"", b"", {}, 16, 16), [20, 16], "First"),
    ],
    ids=["in time", "no time left", "late"],
)
def test_a_program_has_one_budget_with_and_without_its_format(first, second, runs, reason, monkeypatch):
    budgets, results = [], iter([first, second])

    def run(code, preloaded, limits):
        budgets.append(limits.cpu_seconds)
        return next(results)

    monkeypatch.setattr(tex.formats, "require", lambda: None)
    monkeypatch.setattr(tex.formats, "best", lambda code: (Path("a.fmt"), 0))
    monkeypatch.setattr(tex, "_run", run)
    compiled.MEMORY.forget()
    with pytest.raises(Rejected, match=reason):
        tex.convert(r"\draw (0,0) -- (1,1);", seconds=20)
    compiled.MEMORY.forget()
    assert budgets == runs


class Killer(threading.Thread):
    """A thread that kills the first processes with a word in their command, as the kernel does when memory is short."""

    def __init__(self, word: str, times: int) -> None:
        super().__init__(daemon=True)
        self.word, self.times = word.encode(), times
        self.killed: set[int] = set()
        self.ended = threading.Event()

    def run(self) -> None:
        while len(self.killed) < self.times and not self.ended.wait(0.01):
            for path in Path("/proc").glob("[0-9]*/cmdline"):
                with contextlib.suppress(OSError):
                    words = path.read_bytes().split(b"\0")[:-1]
                    if words == [b"sleep", self.word] and int(path.parent.name) not in self.killed:
                        os.kill(int(path.parent.name), signal.SIGKILL)
                        self.killed.add(int(path.parent.name))
                        break


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("times", "can_kill", "ended"), [(1, False, Ended.EXITED), (2, False, Ended.KILLED), (2, True, Ended.SIGNAL)]
)
def test_what_is_killed_from_outside_is_run_again_and_then_no_verdict(times, can_kill, ended):
    word = f"1.{os.getpid()}{times}{int(can_kill)}"
    killer = Killer(word, times)
    killer.start()
    result = sandbox.run(["bash", "-c", f"sleep {word}; code=$?; echo $code; exit $code"], {}, can_kill=can_kill)
    killer.ended.set()
    killer.join()
    assert len(killer.killed) == times
    assert result.ended is ended
    if ended is Ended.KILLED:
        assert ended.status is Status.INFRA_ERROR
