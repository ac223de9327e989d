"""A sandboxed program that serves requests one after another.

Requests and answers are frames: a length as eight bytes, big-endian, then the content. The program sends one empty
frame when it is ready, which distinguishes a program that cannot start from one that a request has killed.
"""

import os
import selectors
import struct
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from types import TracebackType

from sgpkit.sandbox.workers import backend, bubblewrap, settings, streams
from sgpkit.sandbox.workers.limits import SAMPLING, Ended, Limits, without_time_limits
from sgpkit.sandbox.workers.timing import GATE, Watch

FRAME = struct.Struct(">Q")
MAX_UNREAD = 64  # maximum reads of standard error before a request, since a program may write without end
START_SECONDS = 60.0  # of processor time, or of waiting (for a slow disk, say), until a program must be ready


_keepers: dict[int, ThreadPoolExecutor] = {}


def _keeper() -> ThreadPoolExecutor:
    """Return the executor whose one thread starts all services of this process.

    The kernel ends a sandbox together with the thread that started it. This thread lives as long as the interpreter, so
    a service survives the thread of its first request, and ends with this process however that ends.
    """
    return _keepers.setdefault(os.getpid(), ThreadPoolExecutor(1, "sgpkit-sandbox"))


class Died(Exception):
    """A request ended the program. The next request starts it again."""

    def __init__(self, ended: Ended, reason: str) -> None:
        super().__init__(reason)
        self.ended = ended
        self.reason = reason


class TimedOut(Died):
    """A request exceeded its time limit."""


class Service:
    """A program in its own sandbox, started at the first request and restarted after it died.

    It serves one request at a time; threads take turns. `limits.seconds` and `limits.cpu_seconds` are ignored: each
    request has its own limit. `forks` is for a program of our own that forks others (`inside/forked_answers.py`).
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        read_only: Sequence[str | os.PathLike[str]] = (),
        environment: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        forks: bool = False,
    ) -> None:
        given = limits or Limits()
        self._command = tuple(command)
        self._limits = replace(without_time_limits(given), memory=settings.memory(given.memory))
        self._contents = bubblewrap.contents({}, read_only, environment or {}, given.scratch)._replace(forks=forks)
        self._running: backend.Process | None = None
        self._lock = threading.Lock()
        self._stderr_tail: deque[bytes] = deque(maxlen=4)

    def __enter__(self) -> "Service":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def process(self) -> int | None:
        """Return the process id, outside the sandbox, of its first process, or None if it is not running."""
        return self._running.init if self._running else None

    def ask(self, payload: bytes, seconds: float) -> bytes:
        """Return the answer to a request. Raises TimedOut after `seconds` of processor time or of waiting, and Died for
        any other end of the program, which is killed in both cases. Raises Unavailable if the program does not start.

        A request that ends close to its time limit, on either side, or for which the machine was too busy is repeated
        with no other program running, and the second answer counts.
        """
        limits = replace(self._limits, seconds=seconds, cpu_seconds=seconds)
        request = FRAME.pack(len(payload)) + payload
        with GATE.shared():
            answer, doubtful = self._attempt(request, limits, again=False)
        if doubtful:
            with GATE.exclusive():
                answer, _ = self._attempt(request, limits, again=True)
        if isinstance(answer, Ended):
            kind = TimedOut if answer in (Ended.TIMEOUT, Ended.CPU) else Died
            raise kind(answer, answer.reason(limits))
        return answer

    def _attempt(self, request: bytes, limits: Limits, *, again: bool) -> tuple[bytes | Ended, bool]:
        """Return the answer, or why the program ended, and whether to try again."""
        with self._lock:
            if self._running is None or self._running.owner != os.getpid() or self._running.process.poll() is not None:
                self._restart_patiently()
            assert self._running is not None
            self._drain_stderr()
            watch = Watch(limits, self._running.gauge, again=again, fresh=False)
            try:
                answer = self._exchange(request, watch)
                if isinstance(answer, bytes) and watch.is_long:
                    self._running.exceeded()
                    answer = watch.check() or answer
            except BaseException:
                self._stop()
                raise
            if isinstance(answer, Ended):
                self._stop()
            return answer, watch.is_doubtful(answer if isinstance(answer, Ended) else None)

    def close(self) -> None:
        """End the program. The next request starts it again."""
        with self._lock:
            self._stop()

    def abandon(self) -> None:
        """Forget the program without ending it, in a forked child of the process that owns this service."""
        self._lock = threading.Lock()  # the holder of the old lock does not exist in the child
        self._stop()

    def _stop(self) -> None:
        if self._running is not None:
            running, self._running = self._running, None
            running.close()

    def _restart_patiently(self) -> None:
        """Start the program, and retry once, since it may be killed before it is ready."""
        try:
            self._restart()
        except bubblewrap.Unavailable:
            backend.way()  # raises if there is no sandbox at all
            self._restart()

    def _restart(self) -> None:
        self._stop()
        self._stderr_tail.clear()
        self._running = _keeper().submit(backend.start, self._command, self._contents, self._limits).result()
        assert self._running.process.stdout is not None
        streams.widen(self._running.process.stdout)
        try:
            limits = replace(self._limits, seconds=START_SECONDS, cpu_seconds=START_SECONDS)
            answer = self._exchange(b"", Watch(limits, self._running.gauge))
        except BaseException:
            self._stop()
            raise
        if isinstance(answer, Ended):
            self._stop()
            message = b"".join(self._stderr_tail).decode(errors="replace").strip()
            raise bubblewrap.Unavailable(
                f"{self._command[0]} does not start in the sandbox: {message or answer.reason(limits)}"
            )

    def _keep_stderr(self, data: bytes) -> None:
        assert self._running is not None
        if data := self._running.errors(data):
            self._stderr_tail.append(data[-1000:])

    def _drain_stderr(self) -> None:
        """Read the standard error written since the last request."""
        assert self._running is not None and self._running.process.stderr is not None
        stream = self._running.process.stderr.fileno()
        os.set_blocking(stream, False)
        with suppress(BlockingIOError):
            for _ in range(MAX_UNREAD):
                if not (data := streams.read(stream)):
                    return
                self._keep_stderr(data)

    def _exchange(self, request: bytes, watch: Watch) -> bytes | Ended:
        """Return the answer to a request, or why the program ended."""
        assert self._running is not None
        process = self._running.process
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        answer, unsent = bytearray(), memoryview(request)
        sample = time.monotonic() + SAMPLING
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            selector.register(process.stderr, selectors.EVENT_READ)
            if unsent:
                selector.register(process.stdin, selectors.EVENT_WRITE)
            for stream in (process.stdin, process.stdout, process.stderr):
                os.set_blocking(stream.fileno(), False)
            while True:
                now = time.monotonic()
                if now >= min(sample, watch.due):
                    if over := self._running.exceeded() or watch.check():
                        return over
                    sample = time.monotonic() + SAMPLING
                for key, _events in selector.select(max(0.0, min(watch.due, sample) - now)):
                    if key.fileobj is process.stdin:
                        unsent = streams.write(process.stdin, unsent)
                        if not unsent:
                            selector.unregister(process.stdin)
                    elif data := streams.read(key.fd):
                        if key.fileobj is process.stderr:
                            self._keep_stderr(data)
                        else:
                            answer += data
                    elif key.fileobj is process.stdout:
                        return self._running.ending(b"".join(self._stderr_tail))
                    else:
                        selector.unregister(key.fileobj)
                if len(answer) >= FRAME.size:
                    (length,) = FRAME.unpack_from(answer)
                    if length > self._limits.output:
                        return Ended.OUTPUT
                    if len(answer) >= FRAME.size + length:
                        return bytes(memoryview(answer)[FRAME.size : FRAME.size + length])
