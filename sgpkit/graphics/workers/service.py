"""A sandboxed program that stays, and answers one request after another.

Requests and answers are frames: a length of eight bytes, big-endian, then as many bytes. The program sends one empty
frame when it is ready, so that a program that cannot start is told from one that a request has killed.
"""

import os
import selectors
import struct
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import TracebackType

from sgpkit.graphics.workers import box, bubblewrap, door, settings
from sgpkit.graphics.workers.container_box import Container

FRAME = struct.Struct(">Q")
STARTING = 60.0  # seconds until a program must be ready; loading a large library from a cold disk takes its time


_keepers: dict[int, ThreadPoolExecutor] = {}


def _keeper() -> ThreadPoolExecutor:
    """The thread that starts all services of this process.

    The kernel ends a sandbox with the thread that started it. This one lives as long as the interpreter, so that a
    service outlives the thread of its first request, and none outlives us, however we end.
    """
    return _keepers.setdefault(os.getpid(), ThreadPoolExecutor(1, "sgpkit-sandbox"))


class Died(Exception):
    """A request ended the program. The next request gets a fresh one."""

    def __init__(self, ended: box.Ended, reason: str) -> None:
        super().__init__(reason)
        self.ended = ended
        self.reason = reason


class TimedOut(Died):
    """A request was not answered by its deadline."""


class Service:
    """A program in a sandbox of its own, started at the first request and again after it died.

    One request at a time; threads take turns. `limits.seconds` and `limits.cpu_seconds` play no part: each request
    brings its own deadline.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        read_only: Sequence[str | os.PathLike[str]] = (),
        environment: Mapping[str, str] | None = None,
        limits: box.Limits | None = None,
    ) -> None:
        given = limits or box.Limits()
        self._command = tuple(command)
        self._limits = replace(box.unhurried(given), memory=settings.memory(given.memory))
        self._contents = bubblewrap.contents({}, read_only, environment or {}, given.scratch)
        self._box: box.Box | Container | None = None
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
        """The process id, outside, of the sandbox's first process; None while there is none."""
        return self._box.init if self._box else None

    def ask(self, payload: bytes, seconds: float) -> bytes:
        """Raises Died or TimedOut, after killing the program; Unavailable if it does not start."""
        with self._lock:
            if self._box is None or self._box.owner != os.getpid() or self._box.process.poll() is not None:
                self._restart_patiently()
            try:
                return self._exchange(FRAME.pack(len(payload)) + payload, time.monotonic() + seconds)
            except BaseException:
                self._stop()
                raise

    def close(self) -> None:
        with self._lock:
            self._stop()

    def abandon(self) -> None:
        """For a forked copy of the process that owns this service: let go of it without a word to the program."""
        self._lock = threading.Lock()  # whoever held the old one was not copied
        self._stop()

    def _stop(self) -> None:
        if self._box is not None:
            running, self._box = self._box, None
            running.close()

    def _restart_patiently(self) -> None:
        """Twice, since whoever may kill it may do so before it is ready."""
        try:
            self._restart()
        except bubblewrap.Unavailable:
            door.way()  # raises where there is no sandbox at all
            self._restart()

    def _restart(self) -> None:
        self._stop()
        self._complaints.clear()
        self._box = _keeper().submit(door.start, self._command, self._contents, self._limits).result()
        try:
            self._exchange(b"", time.monotonic() + STARTING)
        except BaseException as error:
            self._stop()
            if isinstance(error, Died):
                said = b"".join(self._complaints).decode(errors="replace").strip()
                raise bubblewrap.Unavailable(
                    f"{self._command[0]} does not start in the sandbox: {said or error}"
                ) from None
            raise

    def _exchange(self, request: bytes, deadline: float) -> bytes:
        assert self._box is not None
        process = self._box.process
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        answer, unsent = bytearray(), memoryview(request)
        sample = time.monotonic() + box.SAMPLING
        begun, starved = time.monotonic(), self._box.starved()
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            selector.register(process.stderr, selectors.EVENT_READ)
            if unsent:
                selector.register(process.stdin, selectors.EVENT_WRITE)
            for stream in (process.stdin, process.stdout, process.stderr):
                os.set_blocking(stream.fileno(), False)
            while True:
                now = time.monotonic()
                due = box.due(begun, deadline, self._box.starved() - starved)
                if now >= due:
                    raise TimedOut(box.Ended.TIMEOUT, "no answer by the deadline")
                if now >= sample:
                    if over := self._box.exceeded():
                        raise Died(over, f"over the limit: {over}")
                    sample = time.monotonic() + box.SAMPLING
                for key, _events in selector.select(max(0.0, min(due, sample) - now)):
                    if key.fileobj is process.stdin:
                        unsent = box.write(process.stdin, unsent)
                        if not unsent:
                            selector.unregister(process.stdin)
                    elif data := box.read(key.fd):
                        if key.fileobj is process.stderr:
                            self._complaints.append(data[-1000:])
                        else:
                            answer += data
                    elif key.fileobj is process.stdout:
                        ended = self._box.ending(b"".join(self._complaints))
                        plain = ended is box.Ended.SIGNAL
                        raise Died(ended, "the program ended" if plain else f"over the limit: {ended}")
                    else:
                        selector.unregister(key.fileobj)
                if len(answer) >= FRAME.size:
                    (length,) = FRAME.unpack_from(answer)
                    if length > self._limits.output:
                        raise Died(box.Ended.OUTPUT, f"an answer of {length} bytes; at most {self._limits.output}")
                    if len(answer) >= FRAME.size + length:
                        return bytes(answer[FRAME.size : FRAME.size + length])
