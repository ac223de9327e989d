"""Worker processes, which call functions on untrusted input, and the template process that forks them.

A process has one template, started when the first worker is needed; its child processes may share it.
"""

import atexit
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from sgpkit.sandbox.untrusted import messages, template
from sgpkit.sandbox.untrusted.messages import Failure, Limits
from sgpkit.status import Status

WALL_FACTOR = 30
"""Maximum wall-clock time of an item, as a multiple of its limit on processor time."""

START_SECONDS = 120.0
"""Time within which a template must start."""


def in_use() -> bool:
    """Return whether workers are used. Raises ValueError for an invalid setting."""
    chosen = os.environ.get(template.SETTING, "").strip().lower() or "workers"
    if chosen not in ("workers", template.DIRECT):
        raise ValueError(f"{template.SETTING}={chosen[:40]!r}: expected workers or {template.DIRECT}")
    return chosen == "workers" and sys.platform == "linux"


class Worker:
    """A worker process, the file in memory for its results, and the indices of its items."""

    def __init__(self, process: int, connection: socket.socket, answers: int) -> None:
        self.process, self.connection, self.answers = process, connection, answers
        self.indices: list[int] = []
        self.batched = False
        self.ended_by = ""
        self.seen = 0
        self.started = self.since = 0.0
        self.used = 0.0

    def start(self, indices: list[int], message: bytes, batched: bool) -> None:
        """Send a chunk."""
        os.ftruncate(self.answers, 0)
        self.batched = batched
        self.indices, self.ended_by, self.seen = indices, "", 0
        self.started = self.since = time.monotonic()
        self.used = processor_time(self.process)
        messages.send(self.connection, message)

    def results(self) -> list[memoryview]:
        """Return the records that it has written for its chunk."""
        size = os.fstat(self.answers).st_size
        data = os.pread(self.answers, size, 0)
        while len(data) < size and (part := os.pread(self.answers, size - len(data), len(data))):
            data += part  # one call reads at most 2 GB
        return messages.complete_records(data)

    def check_limits(self, limits: Limits) -> None:
        """Kill it if its current item exceeds a limit, in case its own timer was disabled."""
        size, now = os.fstat(self.answers).st_size, time.monotonic()
        if size != self.seen:
            self.seen, self.since, self.used = size, now, processor_time(self.process)
        elif processor_time(self.process) - self.used > 1.5 * limits.cpu_seconds + 1:
            self.kill("cpu")
        elif now - self.since > WALL_FACTOR * limits.cpu_seconds:
            self.kill("wall")

    def kill(self, reason: str = "") -> None:
        """End the process at once."""
        self.ended_by = reason
        with suppress(ProcessLookupError):  # the id is not reused until the template waits for it
            os.kill(self.process, signal.SIGKILL)

    def close(self) -> None:
        """Close the connection, upon which the process ends."""
        self.connection.close()
        os.close(self.answers)


class Template:
    """The process that forks workers, and the idle workers. `joined` is a connection to the template of another
    process; `process` is then None."""

    def __init__(self, joined: socket.socket | None = None) -> None:
        self.lock = threading.RLock()
        self.owner = os.getpid()
        self.idle: list[Worker] = []
        self.process: subprocess.Popen[bytes] | None = None
        self.is_ready = joined is not None
        if joined is not None:
            self.requests = joined
            return
        self.requests, theirs = socket.socketpair()
        code = (
            "import sys; descriptor, parent, *path = sys.argv[1:]; sys.path[:] = path\n"
            "from sgpkit.sandbox.untrusted import template; template.main(int(descriptor), int(parent))"
        )
        quiet = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1"}
        # Other memory pools, and one malloc arena per thread, keep so much address space that workers would retire.
        quiet |= {"ARROW_DEFAULT_MEMORY_POOL": "system", "MALLOC_ARENA_MAX": "1"}
        quiet |= {"MALLOC_MMAP_THRESHOLD_": str(16 << 20), "MALLOC_TRIM_THRESHOLD_": str(32 << 20)}
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code, str(theirs.fileno()), str(os.getpid()), *sys.path],
                pass_fds=[theirs.fileno()],
                env=messages.environment() | quiet | {template.SETTING: template.DIRECT},
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is handled by the main process
            )
        self.requests.settimeout(START_SECONDS)

    def wait(self) -> None:
        """Wait until the process has loaded its modules. Raises RuntimeError if it does not start."""
        if self.is_ready:
            return
        try:
            messages.receive(self.requests)
            self.is_ready = True
        except (EOFError, OSError) as error:
            self.kill()
            self.requests.close()
            raise RuntimeError(
                f"worker processes cannot be started with {sys.executable}: {type(error).__name__}\n"
                f"To score without them and their limits, set {template.SETTING}={template.DIRECT}"
            ) from None

    def worker(self, modules: bytes) -> Worker:
        """Return an idle worker or a new one."""
        with self.lock:
            return self.idle.pop() if self.idle else self.fork(modules)

    def fork(self, modules: bytes) -> Worker:
        """Return a new worker that has imported these modules."""
        ours, theirs = socket.socketpair()
        answers = os.memfd_create("verdicts", os.MFD_CLOEXEC)
        with self.lock, theirs:
            socket.send_fds(self.requests, [template.FORK + modules], [theirs.fileno(), answers])
            return Worker(int(messages.receive(self.requests)), ours, answers)

    def ending(self, worker: Worker) -> int:
        """Return the exit code of a worker that has ended, or is about to; negative for a signal."""
        try:
            with self.lock:
                self.requests.send(template.WAIT + str(worker.process).encode())
                return os.waitstatus_to_exitcode(int(messages.receive(self.requests)))
        except (OSError, EOFError):  # the template was killed, and its workers with it
            return -signal.SIGKILL

    def give_back(self, worker: Worker) -> None:
        """Keep a worker for the next batch."""
        with self.lock:
            self.idle.append(worker)

    def join(self) -> socket.socket:
        """Return a connection over which another process can request workers."""
        theirs, ours = socket.socketpair()
        with self.lock, ours:
            socket.send_fds(self.requests, [template.JOIN], [ours.fileno()])
            messages.receive(self.requests)
        return theirs

    def is_alive(self) -> bool:
        """Return whether the process is running, as far as is known."""
        return self.process is None or self.process.poll() is None

    def kill(self) -> None:
        """Kill a template that does not answer."""
        if self.process is None:
            self.requests.close()
            _TEMPLATES.clear()
        else:
            self.process.kill()
            self.process.wait()

    def close(self) -> None:
        """End the template and its workers. A forked child of the owner only closes its copies of the connections."""
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
_TEMPLATES: list[Template] = []


def current() -> Template:
    """Return the template of this process, and start one if none is running."""
    with _LOCK:
        if _TEMPLATES and (_TEMPLATES[0].owner != os.getpid() or not _TEMPLATES[0].is_alive()):
            _TEMPLATES.pop().close()
        try:
            return _ready()
        except RuntimeError:  # retry once, in case it was killed while it started
            return _ready()


def _ready() -> Template:
    """Return the template once it is ready, and start one if there is none."""
    if not _TEMPLATES:
        _TEMPLATES.append(Template())
    try:
        _TEMPLATES[0].wait()
    except RuntimeError:
        _TEMPLATES.clear()
        raise
    return _TEMPLATES[0]


def begin() -> None:
    """Start the template in the background if workers are used, so that it loads its modules while this process loads
    its own."""
    with suppress(ValueError):  # `run` will report an invalid setting
        if in_use():
            with _LOCK:
                if not _TEMPLATES:
                    _TEMPLATES.append(Template())


def share() -> socket.socket | None:
    """Return a connection to this process's template that a child process can pass to `join`, or None without
    workers."""
    if not in_use():
        return None
    try:
        return current().join()
    except (OSError, EOFError, RuntimeError):
        return None


def join(connection: socket.socket) -> None:
    """Request workers over a connection from `share` instead of starting a template."""
    with _LOCK:
        while _TEMPLATES:
            _TEMPLATES.pop().close()
        connection.settimeout(START_SECONDS)
        _TEMPLATES.append(Template(connection))


def close() -> None:
    """End all workers. The next batch starts new ones."""
    with _LOCK:
        while _TEMPLATES:
            _TEMPLATES.pop().close()


def _replace_locks() -> None:
    """Replace the locks in a forked process, where no thread would ever release them."""
    global _LOCK
    _LOCK = threading.Lock()
    for copied in _TEMPLATES:
        copied.lock = threading.RLock()


atexit.register(close)
os.register_at_fork(after_in_child=_replace_locks)


def crash_failure(code: int, ended_by: str, limits: Limits) -> Failure:
    """Return the failure of an item at which two workers ended, from the exit code of the second."""
    if ended_by == "cpu" or code in (-signal.SIGPROF, -signal.SIGXCPU):
        return Failure(Status.TIMEOUT, f"reading it takes more than {limits.cpu_seconds:g} s of processor time")
    if ended_by == "wall":
        wall = WALL_FACTOR * limits.cpu_seconds
        return Failure(Status.INFRA_ERROR, f"twice no result within {wall:g} s; the machine is too busy or stuck")
    if code == -signal.SIGKILL:
        return Failure(
            Status.INFRA_ERROR, "the process that reads it was killed twice; the machine may be short of memory"
        )
    name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return Failure(Status.TOO_LARGE, f"the process that reads it crashed twice ({name})")


def processor_time(process: int) -> float:
    """Return the processor time of a process in seconds, or 0 if it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
