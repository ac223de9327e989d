"""Time limits of one run or of one request to a service, and the decision whether it must be repeated.

Two times are limited: processor time, which hardly depends on the load of the machine, and idle time (sleeping or
waiting for something other than a processor). The time that a program waits for a processor counts as neither. The
limit on wall-clock time is so large that only an overloaded machine reaches it; then there is no verdict on the
program.
"""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sgpkit.sandbox.workers import process_tree
from sgpkit.sandbox.workers.limits import MARGIN, WALL, Ended, Limits
from sgpkit.sandbox.workers.process_tree import Usage

PAUSE = 0.5  # seconds between two checks; if they are further apart, the whole machine was suspended
SHORT = 3.0  # seconds that a slow disk may take; a program that was idle for a shorter limit is run again
_MOST = 2000  # maximum number of processes, or threads, that a gauge records separately


class Gauge:
    """Processor time of a process tree, and its time waiting for a processor, accumulated from samples.

    `clock` is the time of the last sample if samples arrive late with their own time; None if they are taken on demand.
    """

    def __init__(self) -> None:
        self.cpu = 0.0
        self.clock: float | None = None
        self.runnable = False
        self._own: dict[int, float] = {}
        self._gone = 0.0
        self.knows_waiting = False
        self._waited: dict[int, float] = {}
        self._waited_before = 0.0

    @property
    def now(self) -> float:
        """Return the time up to which the gauge is valid."""
        return time.monotonic() if self.clock is None else self.clock

    @property
    def waited(self) -> float:
        """Return the seconds that all threads, including ended ones, were ready to run without a processor."""
        return self._waited_before + sum(self._waited.values())

    def add(self, used: Usage) -> None:
        """Add a sample. The totals never decrease when processes end.

        The kernel adds an ended child's time to its parent's, unless the parent ignores SIGCHLD; then the last sample
        of the child counts.
        """
        for process, seconds in used.own.items():
            self._own[process] = max(seconds, self._own.get(process, 0.0))
        if len(self._own) > _MOST:
            self._gone += sum(self._own.values()) - sum(used.own.values())
            self._own = dict(used.own)
        self.cpu = max(self.cpu, used.cpu_seconds, self._gone + sum(self._own.values()))
        self.runnable = used.runnable
        self.knows_waiting |= bool(used.waited)
        for thread, seconds in used.waited.items():
            self._waited[thread] = max(seconds, self._waited.get(thread, 0.0))
        if len(self._waited) > _MOST:
            self._waited_before += sum(self._waited.values()) - sum(used.waited.values())
            self._waited = dict(used.waited)


class Watch:
    """Measures the time of one program or request against its limits.

    At the first attempt a program may exceed its limit by the margin, to see whether it ends there; at the second
    attempt (`again`) it may not.
    """

    def __init__(self, limits: Limits, gauge: Gauge, *, again: bool = False, fresh: bool = True) -> None:
        self.cpu = 0.0
        self.slept = 0.0
        self._limits = limits
        self._times = 1.0 if again else 1.0 + MARGIN
        self._gauge = gauge
        self._begun = time.monotonic()
        self._last = gauge.now
        # A service has used time for earlier requests: its request counts from the first sample.
        self._start = (self._last, 0.0, 0.0, _own_delay()) if fresh else None
        self._idle = self._paused = 0.0
        self._delay = _own_delay()

    @property
    def due(self) -> float:
        """Return the time at which the program must end, whatever it has used."""
        return self._begun + self._limits.seconds * WALL

    @property
    def is_long(self) -> bool:
        """Return whether the time is long enough to be worth the cost of a last sample."""
        return time.monotonic() - self._begun > self._limits.seconds / 4

    def check(self) -> Ended | None:
        """Return the time limit that is exceeded according to the last sample of the gauge, or None."""
        if time.monotonic() >= self.due:
            return Ended.STARVED
        now, own_delay = self._gauge.now, _own_delay()
        if self._start is None:
            self._start, self._last = (now, self._gauge.cpu, self._gauge.waited, own_delay), now
        begun, cpu, waited, own = self._start
        used = self._gauge.cpu - cpu
        paused = max(0.0, now - self._last - (used - self.cpu) - (own_delay - self._delay) - PAUSE)
        if used == self.cpu and not self._gauge.runnable:
            self._idle += now - self._last - paused
        self.cpu, self._last, self._delay = used, now, own_delay
        self._paused += paused
        # While this process waits for a processor, a program may wait for it because its pipe is full.
        waits = self._gauge.waited - waited + own_delay - own + self._paused
        self.slept = max(0.0, now - begun - used - waits) if self._gauge.knows_waiting else self._idle
        if self.cpu > self._limits.cpu_seconds * self._times:
            return Ended.CPU
        # The waiting time of a thread is counted only once it has run, so a runnable program may seem idle: allow twice
        # the time.
        if self.slept > self._limits.seconds * self._times * (2 if self._gauge.runnable else 1):
            return Ended.TIMEOUT
        return None

    def is_doubtful(self, ended: Ended | None, cpu: float | None = None) -> bool:
        """Return whether the result could differ in another run; `ended` is None for an answer."""
        if ended is Ended.STARVED or (ended is Ended.TIMEOUT and self._limits.seconds < SHORT):
            return True
        spent = ((cpu or self.cpu, self._limits.cpu_seconds), (self.slept, self._limits.seconds))
        return any((1 - MARGIN) * limit <= used <= (1 + MARGIN) * limit for used, limit in spent)

    def exceeded_at_exit(self, cpu: float | None = None) -> Ended | None:
        """Return the limit that a program exceeded before it exited, or None."""
        return Ended.CPU if (cpu or self.cpu) > self._limits.cpu_seconds * self._times else None


def _own_delay() -> float:
    with suppress(OSError, ValueError, IndexError):
        return process_tree.delay()
    return 0.0


class Gate:
    """A lock that many programs share, and that a repeated program holds exclusively.

    It covers the programs of this process only.
    """

    def __init__(self) -> None:
        self.forget()
        os.register_at_fork(after_in_child=self.forget)  # the programs of other threads never end in a forked process

    def forget(self) -> None:
        """Reset the lock: no program holds it."""
        self._changed = threading.Condition()
        self._inside = self._alone = 0

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Run the block in parallel with other shared blocks, but not with an exclusive one."""
        changed = self._changed
        with changed:
            changed.wait_for(lambda: not self._alone)
            self._inside += 1
        try:
            yield
        finally:
            with changed:
                self._inside -= 1
                changed.notify_all()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Run the block while no other block runs. Later shared blocks wait; exclusive ones take turns before them."""
        changed = self._changed
        with changed:
            self._alone += 1
            changed.wait_for(lambda: not self._inside)
            self._inside += 1
        try:
            yield
        finally:
            with changed:
                self._inside -= 1
                self._alone -= 1
                changed.notify_all()


GATE = Gate()
