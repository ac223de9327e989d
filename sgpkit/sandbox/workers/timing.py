"""The time of one program, or of one request to a service: when it is over, and when it has to be taken again.

What a program is granted is processor time, which hardly depends on how busy the machine is, and time in which it
asks for none (sleeping, waiting for itself), so that it ends. The time that it waits for a processor counts as
neither. On the clock it may take so many times its limit that only a machine that is far too busy gets there: then
nothing can be said about the program.
"""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from sgpkit.sandbox.workers import process_tree
from sgpkit.sandbox.workers.limits import MARGIN, WALL, Ended, Limits
from sgpkit.sandbox.workers.process_tree import Usage

PAUSE = 0.5  # seconds between two looks: where they are further apart, nothing on the machine ran, as on a held host
SHORT = 3.0  # seconds that a slow disk may take: who seems to have slept through so short a time is taken again
_MOST = 2000  # processes, or threads, that a gauge keeps separate figures of


class Gauge:
    """The processor time, and the time of waiting for a processor, of a tree, as far as sampled.

    `clock` is the instant of the last sample where samples come late and bring their own time; None where they are
    taken when they are asked for.
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
        """Return the instant up to which the figures hold."""
        return time.monotonic() if self.clock is None else self.clock

    @property
    def waited(self) -> float:
        """Return the seconds that all threads, ended ones included, were ready to run and had no processor."""
        return self._waited_before + sum(self._waited.values())

    def add(self, used: Usage) -> None:
        """Take a sample in. The figures never sink, whatever becomes of a process.

        The kernel adds an ended child's time to its parent's, unless the parent does not want to know of it; then what
        was seen of the child counts.
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
    """The time of one program or request against its limit.

    At the first attempt it may run on into the margin above its limit, so that it is seen to end there; at the second
    one it may not.
    """

    def __init__(self, limits: Limits, gauge: Gauge, *, again: bool = False, fresh: bool = True) -> None:
        self.cpu = 0.0
        self.slept = 0.0
        self._limits = limits
        self._times = 1.0 if again else 1.0 + MARGIN
        self._gauge = gauge
        self._begun = time.monotonic()
        self._last = gauge.now
        # A service has used time before: its request counts from the first sample.
        self._start = (self._last, 0.0, 0.0, _own_delay()) if fresh else None
        self._idle = self._paused = 0.0
        self._delay = _own_delay()

    @property
    def due(self) -> float:
        """Return the instant on the clock at which the program has to end, whatever it has used."""
        return self._begun + self._limits.seconds * WALL

    @property
    def lasts(self) -> bool:
        """Return whether the time is no longer negligible: before that, a last sample is not worth its cost."""
        return time.monotonic() - self._begun > self._limits.seconds / 4

    def look(self) -> Ended | None:
        """Return the limit on time that is exceeded now, by the last sample of the gauge."""
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
        # While we wait for a processor, so may a program whose pipe is full.
        waits = self._gauge.waited - waited + own_delay - own + self._paused
        self.slept = max(0.0, now - begun - used - waits) if self._gauge.knows_waiting else self._idle
        if self.cpu > self._limits.cpu_seconds * self._times:
            return Ended.CPU
        # A thread that is ready to run has its waiting counted when it has run. One after the other could seem to be.
        if self.slept > self._limits.seconds * self._times * (2 if self._gauge.runnable else 1):
            return Ended.TIMEOUT
        return None

    def doubtful(self, ended: Ended | None, cpu: float | None = None) -> bool:
        """Return whether the verdict could have been another on another day; `ended` is None for an answer."""
        if ended is Ended.STARVED or (ended is Ended.TIMEOUT and self._limits.seconds < SHORT):
            return True
        spent = ((cpu or self.cpu, self._limits.cpu_seconds), (self.slept, self._limits.seconds))
        return any((1 - MARGIN) * limit <= used <= (1 + MARGIN) * limit for used, limit in spent)

    def over(self, cpu: float | None = None) -> Ended | None:
        """Return the limit that a program which has ended by itself turns out to have exceeded."""
        return Ended.CPU if (cpu or self.cpu) > self._limits.cpu_seconds * self._times else None


def _own_delay() -> float:
    with suppress(OSError, ValueError, IndexError):
        return process_tree.delay()
    return 0.0


class Gate:
    """A gate through which programs go side by side, and one that is taken again goes alone.

    Alone means: without other programs of this process. What else the machine does is not ours.
    """

    def __init__(self) -> None:
        self.forget()
        os.register_at_fork(after_in_child=self.forget)  # those under way in other threads never end in a copy

    def forget(self) -> None:
        """Open the gate, with nobody in it."""
        self._changed = threading.Condition()
        self._inside = self._alone = 0

    @contextmanager
    def beside(self) -> Iterator[None]:
        """Run the block beside others, and never beside one that runs alone."""
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
    def alone(self) -> Iterator[None]:
        """Run the block when nobody is in the gate any more; who comes later waits, unless it is to be alone too."""
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
