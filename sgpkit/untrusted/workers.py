"""Functions of what strangers wrote, called in worker processes with limits for each item.

    outcomes = workers.run(function, items)

`function` takes a list of items and returns a value for each, which depends on that item alone. Whatever happens to one
item, an exception of any kind, a crash, or a limit, becomes its outcome's `failure`; the others have the values that
they have alone. A worker that dies was at exactly one item, which is repeated once in a worker of its own before it is
blamed; the others that it had not come to go to another. A chunk goes through one call first, which can share work
between items; only if that fails are its items taken one by one.

SGPKIT_SCORING=workers    so (the default)
SGPKIT_SCORING=direct     in this process, without limits: for a debugger, and for tests of single functions
"""

import atexit
import os
import pickle
import pickletools
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sgpkit.status import Status
from sgpkit.untrusted import messages, template
from sgpkit.untrusted.messages import Failure, Job, Limits, Outcome

__all__ = ["CHUNK", "Failure", "Limits", "NotPassable", "Outcome", "close", "in_use", "run"]

USUAL = Limits()

CHUNK = 50
"""The most items that travel together."""

PATIENCE = 30
"""Times its limit of processor time that an item may take by the clock."""

LOOK = 1.0
"""Seconds between two looks at a worker that is silent."""

STARTING = 120.0


class NotPassable(Exception):
    """A function or items that cannot be sent to another process."""


def in_use() -> bool:
    """Return whether workers are to be used. Raises ValueError for a setting that is none."""
    chosen = os.environ.get(template.SETTING, "").strip().lower() or "workers"
    if chosen not in ("workers", template.DIRECT):
        raise ValueError(f"{template.SETTING}={chosen[:40]!r}: expected workers or {template.DIRECT}")
    return chosen == "workers" and sys.platform == "linux"


def run(
    function: Callable[[list[Any]], Sequence[Any]], items: Sequence[Any], limits: Limits = USUAL, most: int = 0
) -> list[Outcome]:
    """Return the outcome of a function for each item, from at most `most` workers at once, one a processor where it is
    0. Raises NotPassable where a worker cannot have the function or an item."""
    if not items:
        return []
    count = most or len(os.sched_getaffinity(0))
    size = max(1, min(CHUNK, -(-len(items) // count)))
    try:
        call = _Call(pickle.dumps(function), limits, items)
    except Exception as error:
        raise NotPassable(f"{type(error).__name__}: {error}") from None
    pending = [list(range(start, min(start + size, len(items)))) for start in range(0, len(items), size)]
    pending.reverse()
    _Batch(call, pending, count).finish()
    return [call.outcomes[index] for index in range(len(items))]


class _Call:
    """A function, its items, and the outcomes so far; `suspects` are items at which a worker has died once,
    `singly` those that are no longer called together with others."""

    def __init__(self, function: bytes, limits: Limits, items: Sequence[Any]) -> None:
        self.function, self.limits, self.items = function, limits, items
        self.modules = modules_of(function)
        self.outcomes: dict[int, Outcome] = {}
        self.suspects: set[int] = set()
        self.singly: set[int] = set()
        self.together = True
        self.environment = messages.changing_environment()
        self.folder, self.path = str(Path.cwd()), list(sys.path)

    def in_one_call(self, indices: list[int]) -> bool:
        """Return whether these items go through one call first."""
        return self.together and len(indices) > 1 and indices[0] not in self.singly

    def job(self, indices: list[int]) -> bytes:
        """Return the message with these items."""
        items = pickle.dumps([self.items[index] for index in indices], pickle.HIGHEST_PROTOCOL)
        job = Job(
            self.environment, self.folder, self.path, self.limits, self.function, items, self.in_one_call(indices)
        )
        return pickle.dumps(job, pickle.HIGHEST_PROTOCOL)


class _Worker:
    """A worker process, the file in memory that it answers into, and the items that it has."""

    def __init__(self, process: int, connection: socket.socket, answers: int) -> None:
        self.process, self.connection, self.answers = process, connection, answers
        self.indices: list[int] = []
        self.together = False
        self.ended_by = ""
        self.seen = 0
        self.since = 0.0
        self.used = 0.0

    def start(self, indices: list[int], message: bytes, together: bool) -> None:
        """Send a chunk."""
        os.ftruncate(self.answers, 0)
        self.together = together
        self.indices, self.ended_by, self.seen = indices, "", 0
        self.since, self.used = time.monotonic(), processor_time(self.process)
        messages.send(self.connection, message)

    def results(self) -> list[memoryview]:
        """Return what it has written of its chunk."""
        size = os.fstat(self.answers).st_size
        data = os.pread(self.answers, size, 0)
        while len(data) < size and (part := os.pread(self.answers, size - len(data), len(data))):
            data += part  # above 2 GB, of which one call reads no more
        return messages.records(data)

    def look(self, limits: Limits) -> None:
        """Kill it if its present item is over a limit, whatever has become of the timer."""
        size, now = os.fstat(self.answers).st_size, time.monotonic()
        if size != self.seen:
            self.seen, self.since, self.used = size, now, processor_time(self.process)
        elif processor_time(self.process) - self.used > 1.5 * limits.cpu_seconds + 1:
            self.kill("cpu")
        elif now - self.since > PATIENCE * limits.cpu_seconds:
            self.kill("wall")

    def kill(self, reason: str = "") -> None:
        """End the process at once."""
        self.ended_by = reason
        with suppress(ProcessLookupError):  # only the template waits for it: the number is its own until then
            os.kill(self.process, signal.SIGKILL)

    def close(self) -> None:
        """Let go of the process, which ends then."""
        self.connection.close()
        os.close(self.answers)


class _Template:
    """The process that forks workers, and the workers that are idle. `joined` is a connection to one that another
    process has started, which then has no `process` here."""

    def __init__(self, joined: socket.socket | None = None) -> None:
        self.lock = threading.RLock()
        self.owner = os.getpid()
        self.idle: list[_Worker] = []
        self.process: subprocess.Popen[bytes] | None = None
        if joined is not None:
            self.requests = joined
            return
        self.requests, theirs = socket.socketpair()
        code = (
            "import sys; descriptor, parent, *path = sys.argv[1:]; sys.path[:] = path\n"
            "from sgpkit.untrusted import template; template.main(int(descriptor), int(parent))"
        )
        quiet = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"}
        quiet["ARROW_DEFAULT_MEMORY_POOL"] = "system"  # others hold on to so much address space that a worker retires
        quiet["MALLOC_ARENA_MAX"] = "1"  # so does one for each thread; a new worker would start new sandboxes
        quiet |= {"MALLOC_MMAP_THRESHOLD_": str(16 << 20), "MALLOC_TRIM_THRESHOLD_": str(32 << 20)}
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code, str(theirs.fileno()), str(os.getpid()), *sys.path],
                pass_fds=[theirs.fileno()],
                env=messages.environment() | quiet | {template.SETTING: template.DIRECT},
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C in a terminal is for us
            )
        self.requests.settimeout(STARTING)
        try:
            messages.receive(self.requests)
        except (EOFError, OSError) as error:
            self.process.kill()
            self.process.wait()
            self.requests.close()
            raise RuntimeError(
                f"no worker processes can be started with {sys.executable}: {type(error).__name__}\n"
                f"To score without them, and without their limits: {template.SETTING}={template.DIRECT}"
            ) from None

    def worker(self, modules: bytes) -> _Worker:
        """Return an idle worker, or a new one."""
        with self.lock:
            return self.idle.pop() if self.idle else self.fork(modules)

    def fork(self, modules: bytes) -> _Worker:
        """Return a new worker that has imported these modules."""
        ours, theirs = socket.socketpair()
        answers = os.memfd_create("verdicts", os.MFD_CLOEXEC)
        with self.lock, theirs:
            socket.send_fds(self.requests, [template.FORK + modules], [theirs.fileno(), answers])
            return _Worker(int(messages.receive(self.requests)), ours, answers)

    def ending(self, worker: _Worker) -> int:
        """Return the exit code of a worker that has ended, or is about to; negative for a signal."""
        try:
            with self.lock:
                self.requests.send(template.WAIT + str(worker.process).encode())
                return os.waitstatus_to_exitcode(int(messages.receive(self.requests)))
        except (OSError, EOFError):  # the template itself was killed, and its workers with it
            return -signal.SIGKILL

    def give_back(self, worker: _Worker) -> None:
        """Keep a worker for the next batch."""
        with self.lock:
            self.idle.append(worker)

    def join(self) -> socket.socket:
        """Return a connection by which another process can request workers."""
        theirs, ours = socket.socketpair()
        with self.lock, ours:
            socket.send_fds(self.requests, [template.JOIN], [ours.fileno()])
            messages.receive(self.requests)
        return theirs

    def is_alive(self) -> bool:
        """Return whether the process can be asked, as far as is known."""
        return self.process is None or self.process.poll() is None

    def kill(self) -> None:
        """End a process that does not answer."""
        if self.process is None:
            self.requests.close()
            _TEMPLATES.clear()
        else:
            self.process.kill()
            self.process.wait()

    def close(self) -> None:
        """End the template and the workers. A forked copy of the owner only lets go of them."""
        for worker in self.idle:
            worker.close()
        self.idle.clear()
        self.requests.close()
        if self.process is None:
            return
        if self.owner == os.getpid():
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        else:
            self.process.returncode = 0


_LOCK = threading.Lock()
_TEMPLATES: list[_Template] = []


def _template() -> _Template:
    with _LOCK:
        if _TEMPLATES and (_TEMPLATES[0].owner != os.getpid() or not _TEMPLATES[0].is_alive()):
            _TEMPLATES.pop().close()
        if not _TEMPLATES:
            try:
                _TEMPLATES.append(_Template())
            except RuntimeError:  # once more, in case it was killed while it started
                _TEMPLATES.append(_Template())
        return _TEMPLATES[0]


def joining() -> socket.socket | None:
    """Return a connection that gives a process which we start a share in our template; None where there is none."""
    if not in_use():
        return None
    try:
        return _template().join()
    except (OSError, EOFError, RuntimeError):
        return None


def join(connection: socket.socket) -> None:
    """Request workers by this connection from now on, rather than from a template of our own."""
    with _LOCK:
        while _TEMPLATES:
            _TEMPLATES.pop().close()
        connection.settimeout(STARTING)
        _TEMPLATES.append(_Template(connection))


def close() -> None:
    """End all workers. The next batch starts new ones."""
    with _LOCK:
        while _TEMPLATES:
            _TEMPLATES.pop().close()


def _forget() -> None:
    """In a forked copy: a lock may be held by a thread that is not here."""
    global _LOCK
    _LOCK = threading.Lock()
    for copied in _TEMPLATES:
        copied.lock = threading.RLock()


atexit.register(close)
os.register_at_fork(after_in_child=_forget)


class _Batch:
    """One call's chunks on their way through workers."""

    def __init__(self, call: _Call, pending: list[list[int]], count: int) -> None:
        self.call, self.pending, self.count = call, pending, count
        self.template = _template()
        self.busy = selectors.DefaultSelector()
        self.running: set[_Worker] = set()

    def finish(self) -> None:
        """Return when every item has its outcome."""
        try:
            while self.pending or self.running:
                while self.pending and len(self.running) < self.count:
                    self.hand_out()
                ready = self.busy.select(LOOK)
                for key, _ in ready:
                    self.take(key.data)
                if not ready:
                    for worker in self.running:
                        worker.look(self.call.limits)
        finally:
            for worker in self.running:  # an interrupt, or an error of ours
                worker.kill()
                self.template.ending(worker)
                worker.close()
            self.busy.close()

    def hand_out(self) -> None:
        indices = self.pending.pop()
        try:
            message = self.call.job(indices)
        except Exception as error:
            raise NotPassable(f"{type(error).__name__}: {error}") from None
        alone = len(indices) == 1 and indices[0] in self.call.suspects
        worker = self.worker(alone)
        self.running.add(worker)
        self.busy.register(worker.connection, selectors.EVENT_READ, worker)
        with suppress(OSError):  # it has died, which the selector reports
            worker.start(indices, message, self.call.in_one_call(indices))

    def worker(self, alone: bool) -> _Worker:
        """Return a worker; of another template where this one was killed."""
        modules = self.call.modules
        try:
            return self.template.fork(modules) if alone else self.template.worker(modules)
        except (OSError, EOFError):
            self.template.kill()
            self.template = _template()
            return self.template.fork(modules)

    def take(self, worker: _Worker) -> None:
        """Take the answers of a worker that has come to the end of its chunk, or of its life."""
        try:
            word = worker.connection.recv(1)
        except OSError:
            word = b""
        self.busy.unregister(worker.connection)
        self.running.discard(worker)
        written = worker.results()
        call, indices = self.call, worker.indices
        if word == template.DONE and len(written) == len(indices):
            self.template.give_back(worker)
            code = 0
        else:
            if word == template.DONE:
                worker.kill()
            code = self.template.ending(worker)
            worker.close()
            if not word and written and code == 1 and self.not_passable(written[-1]):
                raise NotPassable(str(messages.verdict(written[-1])))
        if not written and worker.together and not word:
            # The one call ended the process: its items go singly. If it was long only, so do those to come.
            call.together = code != -signal.SIGPROF
            call.singly.update(indices)
            self.pending.append(indices)
            return
        for index, data in zip(indices, written, strict=False):
            outcome = decoded(data)
            error = outcome.failure.error if outcome.failure is not None else None
            if isinstance(error, MemoryError) and index not in call.suspects:
                # Others may have left too little: it gets a worker of its own.
                call.suspects.add(index)
                self.pending.append([index])
            else:
                call.outcomes[index] = outcome
        rest = indices[len(written) :]
        if not rest:
            return
        blamed, *others = rest
        if others:
            call.singly.update(others)
            self.pending.append(others)
        if blamed in call.suspects:
            call.outcomes[blamed] = Outcome(failure=why(code, worker.ended_by, call.limits))
        else:
            call.suspects.add(blamed)
            self.pending.append([blamed])

    @staticmethod
    def not_passable(data: memoryview) -> bool:
        try:
            return isinstance(messages.verdict(data), str)
        except Exception:
            return False


def modules_of(function: bytes) -> bytes:
    """Return the names of the modules that a pickled function needs, with blanks between them."""
    named = {text for _, text, _ in pickletools.genops(function) if isinstance(text, str) and text in sys.modules}
    return " ".join(sorted(named - {"__main__"})).encode()[: template.MOST - len(template.FORK)]


def decoded(data: memoryview) -> Outcome:
    """Return the outcome in a worker's record."""
    try:
        value, failure = messages.verdict(data)
        return Outcome(value, None if failure is None else Failure(*failure))
    except Exception as error:
        return Outcome(
            failure=Failure(Status.PARSE_ERROR, f"its verdict cannot be read: {error}", TypeError(str(error)))
        )


def why(code: int, ended_by: str, limits: Limits) -> Failure:
    """Return what an item failed of at which two workers ended in turn, by the exit code of the second."""
    if ended_by == "cpu" or code in (-signal.SIGPROF, -signal.SIGXCPU):
        return Failure(Status.TIMEOUT, f"reading it takes more than {limits.cpu_seconds:g} s of processor time")
    if ended_by == "wall":
        wall = PATIENCE * limits.cpu_seconds
        return Failure(Status.INFRA_ERROR, f"twice no verdict within {wall:g} s; this machine is too busy, or stuck")
    if code == -signal.SIGKILL:
        return Failure(Status.INFRA_ERROR, "the process that reads it was killed, twice: is memory short?")
    name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return Failure(Status.TOO_LARGE, f"the process that reads it crashes ({name}), twice")


def processor_time(process: int) -> float:
    """Return the processor time that a process has used, in seconds; 0 where it is gone."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
