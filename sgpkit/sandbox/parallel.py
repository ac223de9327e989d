"""Map a function over items in worker processes. Results come in the items' order, whatever the number of workers."""

import itertools
import multiprocessing
import os
import select
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import forkserver, resource_tracker
from pathlib import Path
from typing import TypeVar

from sgpkit import plugins
from sgpkit.sandbox import interrupts

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK = 16
"""Items per chunk: enough to hide the cost of sending it. The first chunks are smaller, so that a few expensive items
are spread over all workers."""


def in_workers(work: Callable[[Item], Result], items: Iterable[Item], workers: int) -> Iterator[Result]:
    """Yield `work(item)` for each item, in order, with a bounded number of chunks in progress. At most `CHUNK` items
    are processed here without workers, because starting those takes 1 to 2 s of processor time."""
    source = iter(items)
    first = list(itertools.islice(source, CHUNK + 1))
    if len(first) <= CHUNK:
        yield from map(work, first)
        return
    context = multiprocessing.get_context("forkserver")
    # Importing takes 1 to 2 s of processor time: do it once in the fork server instead of once per worker.
    context.set_forkserver_preload(["sgpkit.sandbox.first_preloaded", *sorted(modules(work))])
    resource_tracker.ensure_running()  # starting it unblocks signals
    with interrupts.blocked():
        forkserver.ensure_running()
    arguments = (os.getpid(), os.environ.get(plugins.VARIABLE, ""))
    with ProcessPoolExecutor(workers, context, initializer=initialise_worker, initargs=arguments) as pool:
        waiting: deque[Future[list[Result]]] = deque()
        try:
            for chunk in chunks(itertools.chain(first, source), workers):
                # An interrupt in `submit` could leave a worker that the pool does not know about.
                with interrupts.defer_interrupts():
                    waiting.append(pool.submit(run_chunk, work, chunk))
                if len(waiting) > 2 * workers:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        except KeyboardInterrupt:
            # Cancelling would race with the thread of the pool, which notices that its workers have ended. It is not
            # waited for: it blocks if a worker ended in the middle of a message (CPython issue 94777).
            waiting.clear()
            for process in list(pool._processes.values()):
                process.kill()
            pool.shutdown(wait=False)
            raise
        finally:
            for future in waiting:
                future.cancel()


def modules(work: object) -> set[str]:
    """Return the names of the modules that define a function, and the function and arguments of a partial.

    Modules in plugin folders are left out, because they may change or be replaced by others of the same name.
    """
    if isinstance(work, partial):
        return set().union(*map(modules, (work.func, *work.args, *work.keywords.values())))
    name = getattr(work, "__module__", None) if callable(work) else None
    path = getattr(sys.modules.get(name or ""), "__file__", None)
    if name is None or path is None or name == "__main__":
        return set()
    return set() if any(Path(path).is_relative_to(folder) for folder in plugins.folders()) else {name}


def initialise_worker(parent: int, families: str) -> None:
    """Load the parent's plugin families in a worker, and end it with the parent."""
    plugins.restore(families)
    exit_with_parent(parent)


def exit_with_parent(parent: int) -> None:
    """End this process when the parent ends, even if the parent is killed."""

    def watch() -> None:
        with suppress(ProcessLookupError):  # the parent has ended already
            select.select([os.pidfd_open(parent)], [], [])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def chunks(items: Iterable[Item], workers: int) -> Iterator[list[Item]]:
    """Yield the items in chunks: first one of 1 item per worker, then one of 2 items per worker, and so on to
    `CHUNK`."""
    iterator = iter(items)
    for number in itertools.count():
        chunk = list(itertools.islice(iterator, min(CHUNK, 1 + number // workers)))
        if not chunk:
            return
        yield chunk


def run_chunk(work: Callable[[Item], Result], chunk: list[Item]) -> list[Result]:
    """Apply `work` to every item of a chunk."""
    return [work(item) for item in chunk]
