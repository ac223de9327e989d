"""Items through worker processes, in chunks and in order, so that results do not depend on the number of workers."""

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
from pathlib import Path
from typing import TypeVar

from sgpkit import plugins
from sgpkit.sandbox import interrupts

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK = 16
"""Items that travel to a worker together: enough to hide the cost of the journey. The first chunks are smaller, so that
a few costly items are shared among the workers too."""


def in_workers(work: Callable[[Item], Result], items: Iterable[Item], workers: int) -> Iterator[Result]:
    """Yield `work` of each item in the items' order, with a bounded number of them under way. No more items than a
    chunk are worked here: starting the workers takes 1 to 2 s of processor time."""
    source = iter(items)
    first = list(itertools.islice(source, CHUNK + 1))
    if len(first) <= CHUNK:
        yield from map(work, first)
        return
    context = multiprocessing.get_context("forkserver")
    # Once in the server from which workers are forked, not once in each: 1 to 2 s of processor time.
    context.set_forkserver_preload(sorted(modules(work)))
    arguments = (os.getpid(), os.environ.get(plugins.VARIABLE, ""))
    with ProcessPoolExecutor(workers, context, initializer=begin, initargs=arguments) as pool:
        waiting: deque[Future[list[Result]]] = deque()
        try:
            for chunk in chunks(itertools.chain(first, source), workers):
                with interrupts.held_back():  # a worker that the pool does not know of would lose what it starts from
                    waiting.append(pool.submit(of_chunk, work, chunk))
                if len(waiting) > 2 * workers:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def modules(work: object) -> set[str]:
    """Return the names of the modules that a function comes from, with those of what a partial one is made of.

    Modules in folders that the user named are left out: those may change, or give way to others of the same name.
    """
    if isinstance(work, partial):
        return set().union(*map(modules, (work.func, *work.args, *work.keywords.values())))
    name = getattr(work, "__module__", None) if callable(work) else None
    path = getattr(sys.modules.get(name or ""), "__file__", None)
    if name is None or path is None or name == "__main__":
        return set()
    return set() if any(Path(path).is_relative_to(folder) for folder in plugins.folders()) else {name}


def begin(parent: int, families: str) -> None:
    """Prepare a worker: it sees the parent's families, and ends with the parent."""
    plugins.restore(families)
    end_with(parent)


def end_with(parent: int) -> None:
    """End this process when the parent is gone, which a kill gives it no chance to say."""

    def watch() -> None:
        with suppress(ProcessLookupError):  # it was killed before this process had started
            select.select([os.pidfd_open(parent)], [], [])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def chunks(items: Iterable[Item], workers: int) -> Iterator[list[Item]]:
    """Yield the items in lists: one for each worker of one item, then of two, and so on up to `CHUNK`."""
    iterator = iter(items)
    for number in itertools.count():
        chunk = list(itertools.islice(iterator, min(CHUNK, 1 + number // workers)))
        if not chunk:
            return
        yield chunk


def of_chunk(work: Callable[[Item], Result], chunk: list[Item]) -> list[Result]:
    """Return `work` of every item of a chunk."""
    return [work(item) for item in chunk]
