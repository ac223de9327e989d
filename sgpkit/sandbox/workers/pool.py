"""Services that all threads share, and batches in which equal programs are processed once."""

import atexit
import contextvars
import importlib.util
import os
import queue
import secrets
import sys
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from sgpkit import content, plugins
from sgpkit.sandbox.workers import container, sandbox
from sgpkit.status import Rejected, Status

Outcome = TypeVar("Outcome")
Item = TypeVar("Item", bound=Hashable)

MOST_WORKERS = 1024
INSIDE = Path(__file__).parent / "inside"
SECRET = 16


def workers() -> int:
    """Return the number of programs to process at once: SGPKIT_WORKERS, else the number of processors."""
    wanted = os.environ.get("SGPKIT_WORKERS", "").strip()
    if not wanted:
        # macOS has no such call.
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not wanted.isdigit() or not 1 <= int(wanted) <= MOST_WORKERS:
        raise ValueError(f"SGPKIT_WORKERS={wanted[:40]!r}: expected a number from 1 to {MOST_WORKERS}")
    return int(wanted)


def check_settings() -> None:
    """Raise ValueError for a limit that the user has set out of its bounds."""
    workers()
    sandbox.seconds(1.0)
    sandbox.memory(1)


def map_unique(
    codes: Sequence[Item], work: Callable[[Item], Outcome], most: int | None = None
) -> list[Outcome | Rejected]:
    """Return, aligned with `codes`, the result or rejection of `work`, at most `most` at once. Equal codes share it.

    The threads see the caller's context variables, such as the renderer that it chose.
    """

    def one(code: Item) -> Outcome | Rejected:
        try:
            return work(code)
        except Rejected as rejected:
            return rejected

    different = list(dict.fromkeys(codes))
    if not different:
        return []
    count = min(most or workers(), len(different))
    if count == 1:  # handing each to a thread would take longer than some of them
        outcomes = {code: contextvars.copy_context().run(one, code) for code in different}
        return [outcomes[code] for code in codes]
    executor = ThreadPoolExecutor(count, "sgpkit-pool")
    try:
        contexts = [contextvars.copy_context() for _ in different]  # one is entered by one thread at a time
        ran = executor.map(lambda context, code: context.run(one, code), contexts, different)
        outcomes = dict(zip(different, ran, strict=True))
    finally:
        executor.shutdown(cancel_futures=True)
    return [outcomes[code] for code in codes]


def ask_patiently(service: sandbox.Service, request: bytes, seconds: float) -> bytes:
    """Ask a service, twice if the process crashed, so that no program is blamed for a kill by the kernel or an
    operator."""
    try:
        return service.ask(request, seconds)
    except sandbox.Died as died:
        if died.ended is not sandbox.Ended.SIGNAL:
            raise
    return service.ask(request, seconds)


def ask_forked(service: sandbox.Service, request: bytes, seconds: float) -> bytes:
    """Return what a forked process of a service that answers by `inside/forked_answers.py` says to a request; nothing
    where it ended itself. A service in which something of it is left is ended. Raises Rejected for a reply in the
    service's name."""
    secret = secrets.token_bytes(SECRET)
    answer = ask_patiently(service, secret + request, seconds)
    genuine = answer[:SECRET] == secret
    if not genuine or answer[SECRET : SECRET + 1] != b"c":
        service.close()
    if not genuine:
        raise Rejected(Status.UNSAFE, "the program spoke for the sandbox")
    return answer[SECRET + 1 :]


def python_service(
    start: str, libraries: Sequence[str], environment: Mapping[str, str], limits: sandbox.Limits
) -> sandbox.Service:
    """Return a service that runs the program `start` in our interpreter, with the named libraries, our package and the
    families' folders only."""
    folders = {content.PACKAGE.parent}
    shown = {*content.shipped(), *plugins.folders(), Path(sys.base_prefix), Path(sys.base_exec_prefix)}
    for library in libraries:
        spec = importlib.util.find_spec(library)
        if spec is not None and spec.origin is not None:
            folder = Path(spec.origin).parent.parent
            folders.add(folder)
            shown.add(folder)
    interpreter = container.interpreter()
    return sandbox.Service(
        [str(interpreter), "-I", "-S", "-B", "-c", start, *sorted(map(str, folders))],
        read_only=sorted(map(str, shown | {interpreter.parent.parent})),
        environment={**plugins.environment(), **environment},
        limits=limits,
    )


class Pool:
    """A pool of as many services as there are workers, each started when it is first needed."""

    def __init__(self, service: Callable[[], sandbox.Service]) -> None:
        self._service = service
        self._services: list[sandbox.Service] = []
        self._lock = threading.Lock()
        # Last in, first out: with few requests at a time, few of the processes are ever started.
        self._waiting: queue.LifoQueue[sandbox.Service] = queue.LifoQueue()
        os.register_at_fork(after_in_child=self._abandon)
        atexit.register(self.close)

    @contextmanager
    def worker(self) -> Iterator[sandbox.Service]:
        """Lend a service for the block."""
        waiting = self._filled()
        worker = waiting.get()
        try:
            yield worker
        finally:
            waiting.put(worker)

    def processes(self) -> list[int | None]:
        """Return for each worker the process id of its sandbox, None while it is not started."""
        return [service.process for service in self._services]

    def close(self) -> None:
        """End the processes. The next program starts new ones."""
        for service in self._services:
            service.close()

    def _filled(self) -> "queue.LifoQueue[sandbox.Service]":
        with self._lock:
            if not self._services:
                self._services = [self._service() for _ in range(workers())]
                for service in self._services:
                    self._waiting.put(service)
            return self._waiting

    def _abandon(self) -> None:
        """Let go of the parent's processes in a forked copy, which starts its own."""
        for service in self._services:
            service.abandon()
        self._services, self._lock, self._waiting = [], threading.Lock(), queue.LifoQueue()
