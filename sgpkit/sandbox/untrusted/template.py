"""The template process, from which workers are forked, and the main loop of a worker.

The template starts without secrets in its environment, imports the modules that scorers need, and then forks a worker
per request, in milliseconds. It ends with the process that started it, and the workers end with the template.
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
"""Requests: fork a worker, wait for the end of one, and let another process make requests."""

MAX_REQUEST = 4_096
"""Maximum bytes of a request."""

DONE, RETIRED = b"d", b"r"
"""Messages of a worker at the end of a chunk: it is ready for another, or it exits because it uses too much memory."""

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
BATCH_SHARE = 0.25
"""Processor time of a batched call, as a fraction of the limit for one item; if it takes more, the function is called
once per item."""

_KILL_WITH_PARENT = 1  # PR_SET_PDEATHSIG
_MAX_GROWTH = 200_000_000
"""Bytes of address space that a worker may gain before it retires."""
_LARGE = 1 << 16
"""Bytes of a result above which it is written at once, without waiting for others."""
_LARGE_BATCH = 1 << 20
"""Bytes of the results of a chunk above which they are not sent as one record."""


def main(descriptor: int, parent: int) -> None:
    """Serve until the process that started the template ends."""
    for name in PRELOADED:
        importlib.import_module(name)
    try:
        alive = os.pidfd_open(parent)
    except ProcessLookupError:
        return
    requests = socket.socket(fileno=descriptor)
    try:
        messages.send(requests, b"ready")
    except BrokenPipeError:
        return  # the parent was interrupted; it still has a process id until its own parent waits for it
    ForkServer(requests, alive).serve()


class ForkServer:
    """Forks workers for the owner, the process that started the template, and for processes that joined."""

    def __init__(self, owner: socket.socket, alive: int) -> None:
        self.owner, self.alive = owner, alive
        self.library = ctypes.CDLL(None)
        self.children: dict[socket.socket, set[int]] = {owner: set()}
        self.ending: dict[int, tuple[socket.socket | None, int]] = {}

    def serve(self) -> None:
        """Answer requests until the owner ends."""
        while True:
            watched: list[Any] = [*self.children, *self.ending, self.alive]
            ready, _, _ = select.select(watched, [], [])
            if self.alive in ready:
                return
            for source in ready:
                if isinstance(source, int):
                    self.report_exit(source)
                elif not self.answer_request(source):
                    if source is self.owner:
                        return
                    self.end_workers_of(source)

    def answer_request(self, requests: socket.socket) -> bool:
        """Answer one request. Return False if the connection is closed."""
        try:
            word, descriptors, _, _ = socket.recv_fds(requests, MAX_REQUEST, 2)
        except OSError:
            return False
        if word.startswith(FORK):
            preload(word[len(FORK) :].decode(errors="replace").split())
            gc.freeze()  # garbage collection would copy the pages that all workers share
            child = os.fork()
            if child == 0:
                self.library.prctl(_KILL_WITH_PARENT, signal.SIGKILL)
                for inherited in self.children:
                    inherited.close()
                for handle in (self.alive, *self.ending):
                    os.close(handle)
                _run_worker(*descriptors)
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

    def report_exit(self, handle: int) -> None:
        """Send the exit status of a worker to the process that waits for it."""
        requests, child = self.ending.pop(handle)
        os.close(handle)
        status = os.waitpid(child, 0)[1]
        if requests is not None:
            reply(requests, str(status))

    def end_workers_of(self, requests: socket.socket) -> None:
        """End the workers of a process that has ended."""
        for handle, (waiting, child) in self.ending.items():
            if waiting is requests:
                self.ending[handle] = (None, child)
        for child in self.children.pop(requests):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            self.ending[os.pidfd_open(child)] = (None, child)
        requests.close()


def reply(requests: socket.socket, word: str) -> None:
    """Answer a process, which may have ended."""
    with suppress(OSError):
        messages.send(requests, word.encode())


def preload(names: list[str]) -> None:
    """Import modules that workers will need. Errors are ignored here, because they will be raised in the worker."""
    for name in names:
        if name not in sys.modules:
            with suppress(Exception):
                importlib.import_module(name)


def _run_worker(descriptor: int, answers: int) -> None:
    """Run as a worker in a new process, then end it and the sandboxes that it has started."""
    code = 0
    try:
        serve(socket.socket(fileno=descriptor), answers)
    except BaseException as error:
        print(f"a worker fails: {type(error).__name__}: {error}"[:500], file=sys.stderr, flush=True)
        code = 1
    finally:
        import atexit

        signal.alarm(20)
        atexit._run_exitfuncs()  # ends the sandboxes that scorers have started
        os._exit(code)


def serve(connection: socket.socket, answers: int) -> None:
    """Process chunks until the connection is closed. Results are written to the file in memory, then `DONE` or
    `RETIRED` to the connection."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # A limit on file sizes would also apply to the file in memory for the results.
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    begun = address_space()
    while True:
        try:
            message = messages.receive(connection)
        except (EOFError, ConnectionError):
            return
        job: Job = pickle.loads(message)  # from the main process, which is trusted
        os.ftruncate(answers, 0)
        os.lseek(answers, 0, os.SEEK_SET)
        short = work(job, answers, begun)
        retired = short or address_space() > begun + _MAX_GROWTH
        connection.sendall(RETIRED if retired else DONE)
        if retired:
            return


def work(job: Job, answers: int, begun: int) -> bool:
    """Write the outcome of every item of a chunk. Return whether an item ran out of memory."""
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
    except Exception as error:  # for example a module that only the main process can import
        _write(answers, pickle.dumps(str(error)[:500]))
        raise
    if job.batched and (values := call_batch(function, items, job.limits)) is not None:
        if (data := batch_record(values, job.limits)) is not None:
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
        signal.setitimer(signal.ITIMER_PROF, job.limits.cpu_seconds)  # when it expires, SIGPROF ends this process
        outcome = call_item(function, item, job.limits)
        written = record(outcome, job.limits)
        signal.setitimer(signal.ITIMER_PROF, 0)
        short |= outcome.failure is not None and isinstance(outcome.failure.error, MemoryError)
        _write(answers, written)
    return short


def call_batch(function: Any, items: list[Any], limits: Limits) -> list[Any] | None:
    """Call a function once with all items, so that it can share work between them. Return None if it fails."""
    signal.setitimer(signal.ITIMER_PROF, limits.cpu_seconds * BATCH_SHARE)
    try:
        values = list(function(items))
    except Exception:
        return None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return values if len(values) == len(items) else None


def batch_record(values: list[Any], limits: Limits) -> bytes | None:
    """Return one record with all values, or None if they are large or one of them cannot be pickled."""
    most = min(_LARGE_BATCH, limits.output)
    try:
        if len(messages.dump(values[0])) * len(values) > most:
            return None
        data = messages.dump((values,))
    except Exception:
        return None
    return data if len(data) <= most else None


def call_item(function: Any, item: Any, limits: Limits) -> Outcome:
    """Call a function with one item, and return its value or any exception as an outcome."""
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
    """Return an outcome as a record for the main process."""
    value, failure = outcome
    try:
        data = messages.dump((value, failure and tuple(failure)))
        if failure is not None and failure.error is not None:
            messages.load(data)  # fails for exceptions of other packages, or with other constructor arguments
    except Exception:
        plain = (
            Failure(failure.status, failure.reason, RuntimeError(failure.reason))
            if failure is not None
            else Failure(Status.PARSE_ERROR, "its result cannot be sent", TypeError("the result is not a plain value"))
        )
        data = messages.dump((None, tuple(plain)))
    if len(data) > limits.output:
        words = f"its result takes {len(data):,} bytes; at most {limits.output:,} are allowed"
        data = messages.dump((None, (Status.TOO_LARGE, words, None)))
    return data


def _write(answers: int, *records: bytes) -> None:
    rest = memoryview(b"".join([part for data in records for part in (frame_header(data), data)]))
    while rest:
        rest = rest[os.write(answers, rest) :]


def frame_header(data: bytes) -> bytes:
    """Return the length prefix of a record."""
    return len(data).to_bytes(messages.LENGTH, "little")


def address_space() -> int:
    """Return the size of this process's address space in bytes."""
    with open("/proc/self/statm", "rb") as file:  # noqa: PTH123
        return int(file.read().split()[0]) * resource.getpagesize()
