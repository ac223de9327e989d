"""The clean process from which workers are forked, and what a worker does.

The template is started without secrets in its environment, imports what scorers need, and then forks a worker for
each request, in milliseconds. It ends with the process that started it, and the workers end with the template.
"""

import ctypes
import gc
import importlib
import os
import pickle
import resource
import select
import signal
import socket
import sys
from contextlib import suppress
from typing import Any

from sgpkit.sandbox.untrusted import messages
from sgpkit.sandbox.untrusted.messages import Failure, Job, Limits, Outcome
from sgpkit.status import Rejected, Status

FORK, WAIT, JOIN = b"f", b"w", b"j"
"""Requests: a worker, the end of one, and that another process may make requests too."""

MOST = 4_096
"""The most bytes of a request."""

DONE, RETIRED = b"d", b"r"
"""A worker's word at the end of a chunk: it takes another, or has ended since it holds too much memory."""

SETTING = "SGPKIT_SCORING"
DIRECT = "direct"

PRELOADED = (
    "sgpkit.extract.choices",
    "sgpkit.extract.numbers",
    "sgpkit.metrics.isolated",
    "sgpkit.metrics.choices.choice_accuracy",
    "sgpkit.metrics.structure.ssvg_structure",
    "sgpkit.metrics.structure.scene_match",
    "sgpkit.metrics.structure.turtle",
    "sgpkit.metrics.pictures.svg_edit",
    "sgpkit.metrics.pictures.svg_similarity",
    "sgpkit.metrics.pictures.svg_validity",
    "sgpkit.metrics.code.code_similarity",
    "sgpkit.metrics.captions.caption_quality",
)
TOGETHER = 0.25
"""The share of an item's processor time that a whole chunk may take in one call; if it takes more, its items go
singly."""

_KILL_WITH_PARENT = 1  # PR_SET_PDEATHSIG
_FORGOTTEN = 200_000_000
"""Bytes of address space that a worker may keep from one chunk to the next."""
_LARGE = 1 << 16
"""Bytes of a verdict that is not held until others are there."""
_LARGE_TOGETHER = 1 << 20
"""Bytes of the verdicts on a chunk that do not travel as one record."""


def main(descriptor: int, parent: int) -> None:
    """Serve until the process that started us is gone."""
    for name in PRELOADED:
        importlib.import_module(name)
    try:
        alive = os.pidfd_open(parent)
    except ProcessLookupError:
        return
    requests = socket.socket(fileno=descriptor)
    messages.send(requests, b"ready")
    Forking(requests, alive).serve()


class Forking:
    """Forks workers for the process that started the template, and for those that it has let join; ends with it."""

    def __init__(self, owner: socket.socket, alive: int) -> None:
        self.owner, self.alive = owner, alive
        self.library = ctypes.CDLL(None)
        self.children: dict[socket.socket, set[int]] = {owner: set()}
        self.ending: dict[int, tuple[socket.socket | None, int]] = {}

    def serve(self) -> None:
        """Answer requests until the owner is gone."""
        while True:
            watched: list[Any] = [*self.children, *self.ending, self.alive]
            ready, _, _ = select.select(watched, [], [])
            if self.alive in ready:
                return
            for one in ready:
                if isinstance(one, int):
                    self.ended(one)
                elif not self.answered(one):
                    if one is self.owner:
                        return
                    self.left(one)

    def answered(self, requests: socket.socket) -> bool:
        """Answer one request; return whether there was one."""
        try:
            word, descriptors, _, _ = socket.recv_fds(requests, MOST, 2)
        except OSError:
            return False
        if word.startswith(FORK):
            preload(word[len(FORK) :].decode(errors="replace").split())
            gc.freeze()  # what is loaded stays in pages that all workers share
            child = os.fork()
            if child == 0:
                self.library.prctl(_KILL_WITH_PARENT, signal.SIGKILL)
                for inherited in self.children:
                    inherited.close()
                for handle in (self.alive, *self.ending):
                    os.close(handle)
                _live(*descriptors)
            for passed in descriptors:
                os.close(passed)
            self.children[requests].add(child)
            reply(requests, str(child))
        elif word.startswith(WAIT):
            child = int(word[len(WAIT) :])
            self.children[requests].discard(child)
            self.ending[os.pidfd_open(child)] = (requests, child)
        elif word.startswith(JOIN):
            self.children[socket.socket(fileno=descriptors[0])] = set()
            reply(requests, "joined")
        else:
            return False
        return True

    def ended(self, handle: int) -> None:
        """Say how a worker has ended to the process that waits for it."""
        requests, child = self.ending.pop(handle)
        os.close(handle)
        status = os.waitpid(child, 0)[1]
        if requests is not None:
            reply(requests, str(status))

    def left(self, requests: socket.socket) -> None:
        """End the workers of a process that is gone."""
        for handle, (waiting, child) in self.ending.items():
            if waiting is requests:
                self.ending[handle] = (None, child)
        for child in self.children.pop(requests):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            self.ending[os.pidfd_open(child)] = (None, child)
        requests.close()


def reply(requests: socket.socket, word: str) -> None:
    """Answer a process, which may be gone."""
    with suppress(OSError):
        messages.send(requests, word.encode())


def preload(names: list[str]) -> None:
    """Import what a worker will need, so that the next one has it; what cannot be imported here is the worker's."""
    for name in names:
        if name not in sys.modules:
            with suppress(Exception):
                importlib.import_module(name)


def _live(descriptor: int, answers: int) -> None:
    """Work in a new process, and end it with all that it has started."""
    code = 0
    try:
        serve(socket.socket(fileno=descriptor), answers)
    except BaseException as error:
        print(f"a worker ends: {type(error).__name__}: {error}"[:500], file=sys.stderr, flush=True)
        code = 1
    finally:
        import atexit

        signal.alarm(20)
        atexit._run_exitfuncs()  # the sandboxes that scorers have started
        os._exit(code)


def serve(connection: socket.socket, answers: int) -> None:
    """Take chunks until there are no more. The answers go into the file in memory, then a word to the connection."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # A limit of the user's on files would also hold for the file in memory that the answers go into.
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    begun = address_space()
    while True:
        try:
            message = messages.receive(connection)
        except (EOFError, ConnectionError):
            return
        job: Job = pickle.loads(message)  # from the process that decides
        os.ftruncate(answers, 0)
        os.lseek(answers, 0, os.SEEK_SET)
        short = work(job, answers, begun)
        retired = short or address_space() > begun + _FORGOTTEN
        connection.sendall(RETIRED if retired else DONE)
        if retired:
            return


def work(job: Job, answers: int, begun: int) -> bool:
    """Write the outcome of every item of a chunk. Return whether memory was short."""
    resource.setrlimit(resource.RLIMIT_AS, (begun + job.limits.memory, resource.RLIM_INFINITY))
    if sys.path != job.path:
        sys.path[:] = job.path
    if os.getcwd() != job.folder:  # noqa: PTH109
        os.chdir(job.folder)
    wanted = {**job.environment, SETTING: DIRECT, "SGPKIT_WORKERS": "1"}
    for name in [name for name in os.environ if messages.ENVIRONMENT.match(name) and name not in wanted]:
        del os.environ[name]
    for name, value in wanted.items():
        if os.environ.get(name) != value:
            os.environ[name] = value
    try:
        function, items = pickle.loads(job.function), pickle.loads(job.items)
    except Exception as error:  # such as a module that only the other process can import
        _write(answers, pickle.dumps(str(error)[:500]))
        raise
    if job.together and (values := at_once(function, items, job.limits)) is not None:
        if (data := as_one(values, job.limits)) is not None:
            _write(answers, data)
            return False
        held: list[bytes] = []
        for value in values:
            held.append(record(Outcome(value), job.limits))
            if len(held[-1]) > _LARGE:
                _write(answers, *held)
                held = []
        _write(answers, *held)
        return False
    short = False
    for item in items:
        signal.setitimer(signal.ITIMER_PROF, job.limits.cpu_seconds)  # at its end the kernel ends this process
        outcome = of_item(function, item, job.limits)
        written = record(outcome, job.limits)
        signal.setitimer(signal.ITIMER_PROF, 0)
        short |= outcome.failure is not None and isinstance(outcome.failure.error, MemoryError)
        _write(answers, written)
    return short


def at_once(function: Any, items: list[Any], limits: Limits) -> list[Any] | None:
    """Return what a function makes of all items in one call, which shares work between them; None if it fails."""
    signal.setitimer(signal.ITIMER_PROF, limits.cpu_seconds * TOGETHER)
    try:
        values = list(function(items))
    except Exception:
        return None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return values if len(values) == len(items) else None


def as_one(values: list[Any], limits: Limits) -> bytes | None:
    """Return one record of all values; None where they are large, or one of them cannot be passed on."""
    most = min(_LARGE_TOGETHER, limits.output)
    try:
        if len(messages.written(values[0])) * len(values) > most:
            return None
        data = messages.written((values,))
    except Exception:
        return None
    return data if len(data) <= most else None


def of_item(function: Any, item: Any, limits: Limits) -> Outcome:
    """Return what a function makes of an item alone, whatever it raises."""
    try:
        (value,) = function([item])
        return Outcome(value)
    except Rejected as rejected:
        return Outcome(failure=Failure(rejected.status, rejected.reason))
    except RecursionError:
        return Outcome(failure=Failure(Status.TOO_LARGE, "it is nested too deep to be read (RecursionError)"))
    except MemoryError:
        reason = f"reading it takes more than {limits.memory / (1 << 30):.1f} GiB of memory"
        return Outcome(failure=Failure(Status.TOO_LARGE, reason, MemoryError()))
    except Exception as error:
        words = f"{type(error).__name__}: {error}".split("\n", 1)[0]
        return Outcome(failure=Failure(Status.PARSE_ERROR, f"it cannot be scored: {words:.300}", error))


def record(outcome: Outcome, limits: Limits) -> bytes:
    """Return an outcome as the other process reads it."""
    value, failure = outcome
    try:
        data = messages.written((value, failure and tuple(failure)))
        if failure is not None and failure.error is not None:
            messages.verdict(data)  # an exception that cannot be made from its arguments, or of another package
    except Exception:
        plain = (
            Failure(failure.status, failure.reason, RuntimeError(failure.reason))
            if failure is not None
            else Failure(Status.PARSE_ERROR, "its verdict cannot be passed on", TypeError("a verdict that is no value"))
        )
        data = messages.written((None, tuple(plain)))
    if len(data) > limits.output:
        words = f"its verdict takes {len(data):,} bytes; at most {limits.output:,} are passed on"
        data = messages.written((None, (Status.TOO_LARGE, words, None)))
    return data


def _write(answers: int, *records: bytes) -> None:
    rest = memoryview(b"".join([part for data in records for part in (framed(data), data)]))
    while rest:
        rest = rest[os.write(answers, rest) :]


def framed(data: bytes) -> bytes:
    """Return what stands before a record: its length."""
    return len(data).to_bytes(messages.LENGTH, "little")


def address_space() -> int:
    """Return the bytes of address space that this process has."""
    with open("/proc/self/statm", "rb") as file:  # noqa: PTH123
        return int(file.read().split()[0]) * resource.getpagesize()
