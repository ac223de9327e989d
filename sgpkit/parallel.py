"""Items through worker processes, in chunks and in order, so that results do not depend on the number of workers."""

import itertools
import multiprocessing
import os
import select
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

from sgpkit import cluster, plugins

Item = TypeVar("Item")
Result = TypeVar("Result")

CHUNK = 16
"""Items that travel to a worker together: enough to hide the cost of the journey."""


def in_workers(work: Callable[[Item], Result], items: Iterable[Item], workers: int) -> Iterator[Result]:
    """Yield `work` of each item in the items' order, with a bounded number of them under way."""
    context = multiprocessing.get_context("forkserver")
    arguments = (os.getpid(), os.environ.get(plugins.VARIABLE, ""))
    with ProcessPoolExecutor(workers, context, initializer=begin, initargs=arguments) as pool:
        waiting: deque[Future[list[Result]]] = deque()
        try:
            for chunk in chunks(items):
                waiting.append(pool.submit(of_chunk, work, chunk))
                if len(waiting) > 2 * workers:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def on_cluster(work: Callable[[Item], Result], items: Iterable[Item], address: str) -> Iterator[Result]:
    """Map a function over items on the nodes of a Ray cluster."""
    with cluster.connected(address):
        for results in cluster.in_order(partial(of_chunk, work), chunks(items)):
            yield from results


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


def chunks(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Yield the items in lists of `CHUNK`."""
    iterator = iter(items)
    while chunk := list(itertools.islice(iterator, CHUNK)):
        yield chunk


def of_chunk(work: Callable[[Item], Result], chunk: list[Item]) -> list[Result]:
    """Return `work` of every item of a chunk."""
    return [work(item) for item in chunk]
