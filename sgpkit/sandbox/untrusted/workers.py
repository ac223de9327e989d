"""Functions of what strangers wrote, called in worker processes with limits for each item.

    outcomes = workers.run(function, items)

`function` takes a list of items and returns a value for each, which depends on that item alone. Whatever happens to one
item, an exception of any kind, a crash, or a limit, becomes its outcome's `failure`; the others have the values that
they have alone. A worker that dies was at exactly one item, which is repeated once in a worker of its own before it is
blamed; the others that it had not come to go to another. A chunk goes through one call first, which can share work
between items; only if that fails are its items taken one by one.

SGPKIT_SCORING=workers    so (the default)
SGPKIT_SCORING=direct     in this process, without limits: for a debugger, and for tests of single functions
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
from sgpkit.sandbox.untrusted.worker_processes import Worker, begin, close, current, in_use, join, joining, why
from sgpkit.status import Status

__all__ = ["CHUNK", "Failure", "Limits", "NotPassable", "Outcome", "begin", "close", "in_use", "join", "joining", "run"]

USUAL = Limits()

CHUNK = 50
"""The most items that travel together at first."""

MAX_CHUNK = 800
"""The most that do when chunks take less than `QUICK` seconds: then the way costs more than the work."""

QUICK = 0.02

LOOK = 1.0
"""Seconds between two looks at a worker that is silent."""


class NotPassable(Exception):
    """A function or items that cannot be sent to another process."""


def run(
    function: Callable[[list[Any]], Sequence[Any]], items: Sequence[Any], limits: Limits = USUAL, most: int = 0
) -> list[Outcome]:
    """Return the outcome of a function for each item, from at most `most` workers at once, one a processor where it is
    0. Raises NotPassable where a worker cannot have the function or an item."""
    if not items:
        return []
    count = most or len(os.sched_getaffinity(0))
    try:
        call = _Call(pickle.dumps(function), limits, items)
    except Exception as error:
        raise NotPassable(f"{type(error).__name__}: {error}") from None
    _Batch(call, count).finish()
    return [call.outcomes[index] for index in range(len(items))]


class _Call:
    """A function, its items, and the outcomes so far; `suspects` are items at which a worker has died once,
    `singly` those that are no longer called together with others."""

    def __init__(self, function: bytes, limits: Limits, items: Sequence[Any]) -> None:
        self.function, self.limits, self.items = function, limits, items
        self.modules = modules_of(function)
        self.outcomes: dict[int, Outcome] = {}
        self.suspects: set[int] = set()
        self.singly: set[int] = set()
        self.together = True
        self.environment = messages.changing_environment()
        self.folder, self.path = str(Path.cwd()), list(sys.path)

    def in_one_call(self, indices: list[int]) -> bool:
        """Return whether these items go through one call first."""
        return self.together and len(indices) > 1 and indices[0] not in self.singly

    def job(self, indices: list[int]) -> bytes:
        """Return the message with these items."""
        items = pickle.dumps([self.items[index] for index in indices], pickle.HIGHEST_PROTOCOL)
        job = Job(
            self.environment, self.folder, self.path, self.limits, self.function, items, self.in_one_call(indices)
        )
        return pickle.dumps(job, pickle.HIGHEST_PROTOCOL)


class _Batch:
    """One call's chunks on their way through workers."""

    def __init__(self, call: _Call, count: int) -> None:
        self.call, self.count = call, count
        self.size = CHUNK
        self.next = 0
        self.pending: list[list[int]] = []
        self.template = current()
        self.busy = selectors.DefaultSelector()
        self.running: set[Worker] = set()

    def finish(self) -> None:
        """Return when every item has its outcome."""
        try:
            while self.running or self.pending or self.next < len(self.call.items):
                while len(self.running) < self.count and (indices := self.chunk()):
                    self.hand_out(indices)
                ready = self.busy.select(LOOK)
                for key, _ in ready:
                    self.take(key.data)
                if not ready:
                    for worker in self.running:
                        worker.look(self.call.limits)
        finally:
            for worker in self.running:  # an interrupt, or an error of ours
                worker.kill()
                self.template.ending(worker)
                worker.close()
            self.busy.close()

    def chunk(self) -> list[int]:
        """Return the items that travel next: those that are repeated, or else the first that nobody had, of which
        some are left for the other workers."""
        if self.pending:
            return self.pending.pop()
        left = len(self.call.items) - self.next
        share = -(-left // self.count)
        size = min(self.size, share if share <= CHUNK else max(CHUNK, share // 2))
        start, self.next = self.next, self.next + size
        return list(range(start, self.next))

    def hand_out(self, indices: list[int]) -> None:
        """Send a chunk to a worker."""
        try:
            message = self.call.job(indices)
        except Exception as error:
            raise NotPassable(f"{type(error).__name__}: {error}") from None
        alone = len(indices) == 1 and indices[0] in self.call.suspects
        worker = self.worker(alone)
        self.running.add(worker)
        self.busy.register(worker.connection, selectors.EVENT_READ, worker)
        with suppress(OSError):  # it has died, which the selector reports
            worker.start(indices, message, self.call.in_one_call(indices))

    def worker(self, alone: bool) -> Worker:
        """Return a worker; of another template where this one was killed."""
        modules = self.call.modules
        try:
            return self.template.fork(modules) if alone else self.template.worker(modules)
        except (OSError, EOFError):
            self.template.kill()
            self.template = current()
            return self.template.fork(modules)

    def take(self, worker: Worker) -> None:
        """Take the answers of a worker that has come to the end of its chunk, or of its life."""
        try:
            word = worker.connection.recv(1)
        except OSError:
            word = b""
        self.busy.unregister(worker.connection)
        self.running.discard(worker)
        written = worker.results()
        call, indices = self.call, worker.indices
        outcomes = decoded_all(written, len(indices))
        if word == template.DONE and len(outcomes) == len(indices):
            self.template.give_back(worker)
            code = 0
            if len(indices) == self.size and time.monotonic() - worker.begun < QUICK:
                self.size = min(2 * self.size, MAX_CHUNK)
        else:
            if word == template.DONE:
                worker.kill()
            code = self.template.ending(worker)
            worker.close()
            if not word and written and code == 1 and self.not_passable(written[-1]):
                raise NotPassable(str(messages.verdict(written[-1])))
        if not written and worker.together and not word:
            # The one call ended the process: its items go singly. If it was long only, so do those to come.
            call.together = code != -signal.SIGPROF
            call.singly.update(indices)
            self.pending.append(indices)
            return
        for index, outcome in zip(indices, outcomes, strict=False):
            error = outcome.failure.error if outcome.failure is not None else None
            if isinstance(error, MemoryError) and index not in call.suspects:
                # Others may have left too little: it gets a worker of its own.
                call.suspects.add(index)
                self.pending.append([index])
            else:
                call.outcomes[index] = outcome
        rest = indices[len(outcomes) :]
        if not rest:
            return
        blamed, *others = rest
        if others:
            call.singly.update(others)
            self.pending.append(others)
        if blamed in call.suspects:
            call.outcomes[blamed] = Outcome(failure=why(code, worker.ended_by, call.limits))
        else:
            call.suspects.add(blamed)
            self.pending.append([blamed])

    @staticmethod
    def not_passable(data: memoryview) -> bool:
        try:
            return isinstance(messages.verdict(data), str)
        except Exception:
            return False


def modules_of(function: bytes) -> bytes:
    """Return the names of the modules that a pickled function needs, with blanks between them."""
    named = {text for _, text, _ in pickletools.genops(function) if isinstance(text, str) and text in sys.modules}
    return " ".join(sorted(named - {"__main__"})).encode()[: template.MOST - len(template.FORK)]


def decoded_all(written: list[memoryview], count: int) -> list[Outcome]:
    """Return the outcomes of so many items in a worker's records: one record of all, or one each as far as it came."""
    if len(written) == 1 and count > 1:
        with suppress(Exception):
            whole = messages.verdict(written[0])
            if type(whole) is tuple and len(whole) == 1 and len(whole[0]) == count:
                return [Outcome(value) for value in whole[0]]
    return [decoded(data) for data in written]


def decoded(data: memoryview) -> Outcome:
    """Return the outcome in a worker's record."""
    try:
        value, failure = messages.verdict(data)
        return Outcome(value, None if failure is None else Failure(*failure))
    except Exception as error:
        return Outcome(
            failure=Failure(Status.PARSE_ERROR, f"its verdict cannot be read: {error}", TypeError(str(error)))
        )
