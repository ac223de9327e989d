"""Call functions on untrusted input in worker processes, with limits per item.

    outcomes = workers.run(function, items)

`function` takes a list of items and returns one value per item, which depends on that item alone. An exception, a crash
or an exceeded limit becomes the `failure` in the outcome of its item and does not affect the others.

A chunk is first passed to the function in one call, which can share work between items; if that fails, the function is
called once per item. If a worker dies at an item, the item is retried once in a new worker before the failure is
recorded; the items behind it go to another worker.

SGPKIT_SCORING=workers    as described (the default) SGPKIT_SCORING=direct     in this process, without limits: for
debugging, and for tests of single functions
"""

import os
import pickle
import pickletools
import selectors
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sgpkit.sandbox.untrusted import messages, template
from sgpkit.sandbox.untrusted.messages import Failure, Job, Limits, Outcome
from sgpkit.sandbox.untrusted.worker_processes import Worker, begin, close, crash_failure, current, in_use, join, share
from sgpkit.status import Status

__all__ = ["CHUNK", "Failure", "Limits", "NotPicklable", "Outcome", "begin", "close", "in_use", "join", "run", "share"]

USUAL = Limits()

CHUNK = 50
"""Maximum number of items per chunk at first."""

MAX_CHUNK = 800
"""Maximum number of items per chunk once chunks take less than `QUICK_SECONDS`, so that sending costs more than
work."""

QUICK_SECONDS = 0.02

POLL_SECONDS = 1.0
"""Interval at which a worker that sends nothing is checked against its limits."""


class NotPicklable(Exception):
    """The function or an item cannot be sent to another process."""


def run(
    function: Callable[[list[Any]], Sequence[Any]], items: Sequence[Any], limits: Limits = USUAL, max_workers: int = 0
) -> list[Outcome]:
    """Return the outcome of a function for each item. Raises NotPicklable if the function or an item cannot be sent to
    a worker. At most `max_workers` workers run at once; 0 means one per processor."""
    if not items:
        return []
    count = max_workers or len(os.sched_getaffinity(0))
    try:
        call = _Call(pickle.dumps(function), limits, items)
    except Exception as error:
        raise NotPicklable(f"{type(error).__name__}: {error}") from None
    _Batch(call, count).finish()
    return [call.outcomes[index] for index in range(len(items))]


class _Call:
    """A function, its items, and the outcomes so far. `suspects` are items at which a worker has died once; `single`
    are items that are no longer passed to the function together with others."""

    def __init__(self, function: bytes, limits: Limits, items: Sequence[Any]) -> None:
        self.function, self.limits, self.items = function, limits, items
        self.modules = modules_of(function)
        self.outcomes: dict[int, Outcome] = {}
        self.suspects: set[int] = set()
        self.single: set[int] = set()
        self.batched = True
        self.environment = messages.changing_environment()
        self.folder, self.path = str(Path.cwd()), list(sys.path)

    def is_batched(self, indices: list[int]) -> bool:
        """Return whether these items are first passed to the function in one call."""
        return self.batched and len(indices) > 1 and indices[0] not in self.single

    def job(self, indices: list[int]) -> bytes:
        """Return the message that sends these items to a worker."""
        items = pickle.dumps([self.items[index] for index in indices], pickle.HIGHEST_PROTOCOL)
        job = Job(self.environment, self.folder, self.path, self.limits, self.function, items, self.is_batched(indices))
        return pickle.dumps(job, pickle.HIGHEST_PROTOCOL)


class _Batch:
    """The scheduler that sends the chunks of one call to workers."""

    def __init__(self, call: _Call, count: int) -> None:
        self.call, self.count = call, count
        self.size = CHUNK
        self.next = 0
        self.pending: list[list[int]] = []
        self.template = current()
        self.busy = selectors.DefaultSelector()
        self.running: set[Worker] = set()

    def finish(self) -> None:
        """Run until every item has an outcome."""
        try:
            while self.running or self.pending or self.next < len(self.call.items):
                while len(self.running) < self.count and (indices := self.chunk()):
                    self.dispatch(indices)
                ready = self.busy.select(POLL_SECONDS)
                for key, _ in ready:
                    self.take(key.data)
                if not ready:
                    for worker in self.running:
                        worker.check_limits(self.call.limits)
        finally:
            for worker in self.running:  # only after an interrupt or an internal error
                worker.kill()
                self.template.ending(worker)
                worker.close()
            self.busy.close()

    def chunk(self) -> list[int]:
        """Return the next chunk: items to retry if any, else new items, leaving some for the other workers."""
        if self.pending:
            return self.pending.pop()
        left = len(self.call.items) - self.next
        even = -(-left // self.count)
        size = min(self.size, even if even <= CHUNK else max(CHUNK, even // 2))
        start, self.next = self.next, self.next + size
        return list(range(start, self.next))

    def dispatch(self, indices: list[int]) -> None:
        """Send a chunk to a worker."""
        try:
            message = self.call.job(indices)
        except Exception as error:
            raise NotPicklable(f"{type(error).__name__}: {error}") from None
        alone = len(indices) == 1 and indices[0] in self.call.suspects
        worker = self.worker(alone)
        self.running.add(worker)
        self.busy.register(worker.connection, selectors.EVENT_READ, worker)
        with suppress(OSError):  # the worker has died, which the selector reports
            worker.start(indices, message, self.call.is_batched(indices))

    def worker(self, alone: bool) -> Worker:
        """Return a worker, from a new template if this one was killed."""
        modules = self.call.modules
        try:
            return self.template.fork(modules) if alone else self.template.worker(modules)
        except (OSError, EOFError):
            self.template.kill()
            self.template = current()
            return self.template.fork(modules)

    def take(self, worker: Worker) -> None:
        """Record the results of a worker that has finished its chunk or has died."""
        try:
            word = worker.connection.recv(1)
        except OSError:
            word = b""
        self.busy.unregister(worker.connection)
        self.running.discard(worker)
        written = worker.results()
        call, indices = self.call, worker.indices
        outcomes = decode_outcomes(written, len(indices))
        if word == template.DONE and len(outcomes) == len(indices):
            self.template.give_back(worker)
            code = 0
            if len(indices) == self.size and time.monotonic() - worker.started < QUICK_SECONDS:
                self.size = min(2 * self.size, MAX_CHUNK)
        else:
            if word == template.DONE:
                worker.kill()
            code = self.template.ending(worker)
            worker.close()
            if not word and written and code == 1 and self._is_pickling_error(written[-1]):
                raise NotPicklable(str(messages.load(written[-1])))
        if not written and worker.batched and not word:
            # The batched call ended the process: pass its items one by one. If it only took too long, do the same with
            # the remaining ones.
            call.batched = code != -signal.SIGPROF
            call.single.update(indices)
            self.pending.append(indices)
            return
        for index, outcome in zip(indices, outcomes, strict=False):
            error = outcome.failure.error if outcome.failure is not None else None
            if isinstance(error, MemoryError) and index not in call.suspects:
                # Earlier items may have used the memory: retry this one in a new worker.
                call.suspects.add(index)
                self.pending.append([index])
            else:
                call.outcomes[index] = outcome
        rest = indices[len(outcomes) :]
        if not rest:
            return
        blamed, *others = rest
        if others:
            call.single.update(others)
            self.pending.append(others)
        if blamed in call.suspects:
            call.outcomes[blamed] = Outcome(failure=crash_failure(code, worker.ended_by, call.limits))
        else:
            call.suspects.add(blamed)
            self.pending.append([blamed])

    @staticmethod
    def _is_pickling_error(data: memoryview) -> bool:
        try:
            return isinstance(messages.load(data), str)
        except Exception:
            return False


def modules_of(function: bytes) -> bytes:
    """Return the names of the modules that a pickled function needs, separated by spaces."""
    named = {text for _, text, _ in pickletools.genops(function) if isinstance(text, str) and text in sys.modules}
    return " ".join(sorted(named - {"__main__"})).encode()[: template.MAX_REQUEST - len(template.FORK)]


def decode_outcomes(written: list[memoryview], count: int) -> list[Outcome]:
    """Return the outcomes in a worker's records: one record for all `count` items, or one per finished item."""
    if len(written) == 1 and count > 1:
        with suppress(Exception):
            whole = messages.load(written[0])
            if type(whole) is tuple and len(whole) == 1 and len(whole[0]) == count:
                return [Outcome(value) for value in whole[0]]
    return [decode_outcome(data) for data in written]


def decode_outcome(data: memoryview) -> Outcome:
    """Return the outcome in one record of a worker."""
    try:
        value, failure = messages.load(data)
        return Outcome(value, None if failure is None else Failure(*failure))
    except Exception as error:
        return Outcome(
            failure=Failure(Status.PARSE_ERROR, f"its result cannot be read: {error}", TypeError(str(error)))
        )
