"""Share sandboxed services between threads, and process each distinct program of a batch once."""

import atexit
import contextvars
import importlib.util
import os
import queue
import secrets
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from sgpkit import content, plugins
from sgpkit.sandbox.workers import python_files, sandbox
from sgpkit.status import Rejected, Status

Outcome = TypeVar("Outcome")
Item = TypeVar("Item", bound=Hashable)

MAX_WORKERS = 1024
INSIDE = Path(__file__).parent / "inside"
SECRET = 16


def workers() -> int:
    """Return the number of programs to process in parallel: SGPKIT_WORKERS, else the number of processors."""
    wanted = os.environ.get("SGPKIT_WORKERS", "").strip()
    if not wanted:
        # macOS has no sched_getaffinity.
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not wanted.isdigit() or not 1 <= int(wanted) <= MAX_WORKERS:
        raise ValueError(f"SGPKIT_WORKERS={wanted[:40]!r}: expected a number from 1 to {MAX_WORKERS}")
    return int(wanted)


def check_settings() -> None:
    """Raise ValueError if an environment variable sets a limit out of bounds."""
    workers()
    sandbox.seconds(1.0)
    sandbox.memory(1)


def map_unique(
    codes: Sequence[Item], work: Callable[[Item], Outcome], most: int | None = None
) -> list[Outcome | Rejected]:
    """Return the result or rejection of `work` for each code, in order. Equal codes are processed once, at most `most`
    (by default `workers()`) in parallel.

    The threads see the caller's context variables, such as the chosen renderer.
    """

    def attempt(code: Item) -> Outcome | Rejected:
        try:
            return work(code)
        except Rejected as rejected:
            return rejected

    distinct = list(dict.fromkeys(codes))
    if not distinct:
        return []
    count = min(most or workers(), len(distinct))
    if count == 1:  # a thread would cost more than some of the calls
        outcomes = {code: contextvars.copy_context().run(attempt, code) for code in distinct}
        return [outcomes[code] for code in codes]
    executor = ThreadPoolExecutor(count, "sgpkit-pool")
    try:
        contexts = [contextvars.copy_context() for _ in distinct]  # a context can be entered by one thread only
        ran = executor.map(lambda context, code: context.run(attempt, code), contexts, distinct)
        outcomes = dict(zip(distinct, ran, strict=True))
    finally:
        executor.shutdown(cancel_futures=True)
    return [outcomes[code] for code in codes]


def ask_twice(service: sandbox.Service, request: bytes, seconds: float) -> bytes:
    """Ask a service, and ask again if a signal ended the process, which may have come from the kernel or an operator
    rather than the program's fault."""
    try:
        return service.ask(request, seconds)
    except sandbox.Died as died:
        if died.ended is not sandbox.Ended.SIGNAL:
            raise
    return service.ask(request, seconds)


def ask_forked(service: sandbox.Service, request: bytes, seconds: float) -> bytes:
    """Return the reply to a request from a service that uses `inside/forked_answers.py`: "" if the forked process ended
    without one. The service is closed if the process left anything behind. Raises Rejected if the program forged the
    service's answer."""
    secret = secrets.token_bytes(SECRET)
    answer = ask_twice(service, secret + request, seconds)
    genuine = answer[:SECRET] == secret
    if not genuine or answer[SECRET : SECRET + 1] != b"c":
        service.close()
    if not genuine:
        raise Rejected(Status.UNSAFE, "the program forged the sandbox's answer")
    return answer[SECRET + 1 :]


def python_service(
    start: str,
    libraries: Sequence[str],
    environment: Mapping[str, str],
    limits: sandbox.Limits,
    *,
    forks: bool = False,
) -> sandbox.Service:
    """Return a service that runs the code `start` in this interpreter, and can import only the named libraries, sgpkit
    and the families' folders. `forks` is for a service that uses `inside/forked_answers.py`."""
    folders = {content.PACKAGE.parent, INSIDE} if forks else {content.PACKAGE.parent}
    shown = {*content.import_paths(), *plugins.folders(), *map(Path, python_files.interpreter_paths())}
    for library in libraries:
        spec = importlib.util.find_spec(library)
        if spec is not None and spec.origin is not None:
            folder = Path(spec.origin).parent.parent
            folders.add(folder)
            shown.add(folder)
    return sandbox.Service(
        [str(python_files.interpreter()), "-I", "-S", "-B", "-c", start, *sorted(map(str, folders))],
        read_only=sorted(map(str, shown)),
        environment={**plugins.environment(), **environment},
        limits=limits,
        forks=forks,
    )


class Pool:
    """A pool of `workers()` services, each started when it is first needed."""

    def __init__(self, service: Callable[[], sandbox.Service]) -> None:
        self._service = service
        self._services: list[sandbox.Service] = []
        self._lock = threading.Lock()
        # Last in, first out, so that few parallel requests start few processes.
        self._waiting: queue.LifoQueue[sandbox.Service] = queue.LifoQueue()
        os.register_at_fork(after_in_child=self._abandon)
        atexit.register(self.close)

    @contextmanager
    def worker(self) -> Iterator[sandbox.Service]:
        """Lend a service for the block."""
        waiting = self._started_services()
        worker = waiting.get()
        try:
            yield worker
        finally:
            waiting.put(worker)

    def processes(self) -> list[int | None]:
        """Return the process id of each worker's sandbox, or None if it is not running."""
        return [service.process for service in self._services]

    def close(self) -> None:
        """End the processes. The next request starts new ones."""
        for service in self._services:
            service.close()

    def _started_services(self) -> "queue.LifoQueue[sandbox.Service]":
        with self._lock:
            if not self._services:
                self._services = [self._service() for _ in range(workers())]
                for service in self._services:
                    self._waiting.put(service)
            return self._waiting

    def _abandon(self) -> None:
        """Forget the parent's processes in a forked process, which starts its own."""
        for service in self._services:
            service.abandon()
        self._services, self._lock, self._waiting = [], threading.Lock(), queue.LifoQueue()
