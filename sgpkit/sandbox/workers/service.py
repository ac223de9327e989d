"""A sandboxed program that serves one request after another.

Requests and answers are frames: a length of eight bytes, big-endian, then as many bytes. The program sends one empty
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
from sgpkit.sandbox.workers.limits import SAMPLING, Ended, Limits, unhurried
from sgpkit.sandbox.workers.timing import GATE, Watch

FRAME = struct.Struct(">Q")
MOST_UNREAD = 64  # reads of standard error before a request: a program may write without end
STARTING = 60.0  # seconds, of processor time or of waiting, until a program must be ready: disks may be cold


_keepers: dict[int, ThreadPoolExecutor] = {}


def _keeper() -> ThreadPoolExecutor:
    """Return the thread that starts all services of this process.

    The kernel ends a sandbox with the thread that started it. This one lives as long as the interpreter, so that a
    service outlives the thread of its first request, and none outlives us, however we end.
    """
    return _keepers.setdefault(os.getpid(), ThreadPoolExecutor(1, "sgpkit-sandbox"))


class Died(Exception):
    """A request ended the program. The next request gets a fresh one."""

    def __init__(self, ended: Ended, reason: str) -> None:
        super().__init__(reason)
        self.ended = ended
        self.reason = reason


class TimedOut(Died):
    """A request used up its processor time, or waited for as long without asking for any."""


class Service:
    """A program in a sandbox of its own, started at the first request and again after it died.

    One request at a time; threads take turns. `limits.seconds` and `limits.cpu_seconds` play no part: each request
    brings its own limit, which only what is used for this request counts against.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        read_only: Sequence[str | os.PathLike[str]] = (),
        environment: Mapping[str, str] | None = None,
        limits: Limits | None = None,
    ) -> None:
        given = limits or Limits()
        self._command = tuple(command)
        self._limits = replace(unhurried(given), memory=settings.memory(given.memory))
        self._contents = bubblewrap.contents({}, read_only, environment or {}, given.scratch)
        self._running: backend.Process | None = None
        self._lock = threading.Lock()
        self._complaints: deque[bytes] = deque(maxlen=4)

    def __enter__(self) -> "Service":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def process(self) -> int | None:
        """Return the process id, outside, of the sandbox's first process; None while there is none."""
        return self._running.init if self._running else None

    def ask(self, payload: bytes, seconds: float) -> bytes:
        """Return the answer to a request, of at most so many seconds of processor time. Raises Died or TimedOut, after
        killing the program; Unavailable without a start.

        A request that ends close to its limit on time, on either side, is asked a second time, with no other program
        beside it, and that answer stands; likewise one for which the machine was too busy.
        """
        limits = replace(self._limits, seconds=seconds, cpu_seconds=seconds)
        request = FRAME.pack(len(payload)) + payload
        with GATE.beside():
            answer, doubtful = self._attempt(request, limits, again=False)
        if doubtful:
            with GATE.alone():
                answer, _ = self._attempt(request, limits, again=True)
        if isinstance(answer, Ended):
            kind = TimedOut if answer in (Ended.TIMEOUT, Ended.CPU) else Died
            raise kind(answer, answer.reason(limits))
        return answer

    def _attempt(self, request: bytes, limits: Limits, *, again: bool) -> tuple[bytes | Ended, bool]:
        """Return the answer, or why the program ended, and whether that is in doubt."""
        with self._lock:
            if self._running is None or self._running.owner != os.getpid() or self._running.process.poll() is not None:
                self._restart_patiently()
            assert self._running is not None
            self._listen()
            watch = Watch(limits, self._running.gauge, again=again, fresh=False)
            try:
                answer = self._exchange(request, watch)
                if isinstance(answer, bytes) and watch.lasts:
                    self._running.exceeded()
                    answer = watch.look() or answer
            except BaseException:
                self._stop()
                raise
            if isinstance(answer, Ended):
                self._stop()
            return answer, watch.doubtful(answer if isinstance(answer, Ended) else None)

    def close(self) -> None:
        """End the program. The next request starts it again."""
        with self._lock:
            self._stop()

    def abandon(self) -> None:
        """Let go of the program without ending it: for a forked copy of the process that owns this service."""
        self._lock = threading.Lock()  # whoever held the old one was not copied
        self._stop()

    def _stop(self) -> None:
        if self._running is not None:
            running, self._running = self._running, None
            running.close()

    def _restart_patiently(self) -> None:
        """Start the program, twice if necessary, since it may be killed before it is ready."""
        try:
            self._restart()
        except bubblewrap.Unavailable:
            backend.way()  # raises where there is no sandbox at all
            self._restart()

    def _restart(self) -> None:
        self._stop()
        self._complaints.clear()
        self._running = _keeper().submit(backend.start, self._command, self._contents, self._limits).result()
        assert self._running.process.stdout is not None
        streams.widen(self._running.process.stdout)
        try:
            limits = replace(self._limits, seconds=STARTING, cpu_seconds=STARTING)
            answer = self._exchange(b"", Watch(limits, self._running.gauge))
        except BaseException:
            self._stop()
            raise
        if isinstance(answer, Ended):
            self._stop()
            message = b"".join(self._complaints).decode(errors="replace").strip()
            raise bubblewrap.Unavailable(
                f"{self._command[0]} does not start in the sandbox: {message or answer.reason(limits)}"
            )

    def _complain(self, data: bytes) -> None:
        assert self._running is not None
        if data := self._running.errors(data):
            self._complaints.append(data[-1000:])

    def _listen(self) -> None:
        """Read what was written to standard error since the last request."""
        assert self._running is not None and self._running.process.stderr is not None
        stream = self._running.process.stderr.fileno()
        os.set_blocking(stream, False)
        with suppress(BlockingIOError):
            for _ in range(MOST_UNREAD):
                if not (data := streams.read(stream)):
                    return
                self._complain(data)

    def _exchange(self, request: bytes, watch: Watch) -> bytes | Ended:
        """Return the answer to a request, or why there is none."""
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
                    if over := self._running.exceeded() or watch.look():
                        return over
                    sample = time.monotonic() + SAMPLING
                for key, _events in selector.select(max(0.0, min(watch.due, sample) - now)):
                    if key.fileobj is process.stdin:
                        unsent = streams.write(process.stdin, unsent)
                        if not unsent:
                            selector.unregister(process.stdin)
                    elif data := streams.read(key.fd):
                        if key.fileobj is process.stderr:
                            self._complain(data)
                        else:
                            answer += data
                    elif key.fileobj is process.stdout:
                        return self._running.ending(b"".join(self._complaints))
                    else:
                        selector.unregister(key.fileobj)
                if len(answer) >= FRAME.size:
                    (length,) = FRAME.unpack_from(answer)
                    if length > self._limits.output:
                        return Ended.OUTPUT
                    if len(answer) >= FRAME.size + length:
                        return bytes(memoryview(answer)[FRAME.size : FRAME.size + length])
