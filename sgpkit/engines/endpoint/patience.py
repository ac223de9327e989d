"""The time that a reply is waited for: a multiple of what nearly all replies take, between a floor and a ceiling.

A connection that went dead says nothing. Who waits for it as long as for the longest answer (ten minutes) holds up the
end of every run. A request that is given up is asked again with twice the time, and then four times: an answer that is
merely long gets through.
"""

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

MULTIPLE = 4.0
"""Of the 95th percentile."""

FLOOR = 30.0
"""Seconds that any reply is waited for."""

ENOUGH = 20
"""Replies from which a percentile says something; until then only the ceiling holds."""

MOST_STRETCHED = 3.0
"""As many times as long at most for the sake of requests under way: all of them may have stalled."""

REMEMBERED = 256

LOOK_EVERY = 1.0


@dataclass
class Patience:
    """`ceiling` is the user's timeout. Requests under way count by the time that they have taken so far, so that the
    quick ones, which come back first, do not set the measure alone."""

    ceiling: float
    taken: deque[float] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    under_way: dict[object, tuple[float, float, asyncio.Timeout]] = field(default_factory=dict)

    def answered(self, seconds: float) -> None:
        self.taken.append(seconds)

    def limit(self, now: float) -> float:
        """Return the seconds that a reply is waited for at first."""
        if len(self.taken) < ENOUGH:
            return self.ceiling
        base = max(FLOOR, MULTIPLE * percentile(self.taken))
        ages = (now - began for began, _, _ in self.under_way.values())
        return min(self.ceiling, max(base, min(MOST_STRETCHED * base, MULTIPLE * percentile([*self.taken, *ages]))))

    @contextmanager
    def waiting(self, began: float, factor: float, timeout: asyncio.Timeout) -> Iterator[None]:
        """Let `watch` end a wait that began at a moment, once it takes longer than the limit times a factor."""
        ticket = object()
        self.under_way[ticket] = (began, factor, timeout)
        try:
            yield
        finally:
            del self.under_way[ticket]

    async def watch(self) -> None:
        """End the waits that take too long, for as long as this task runs."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(min(LOOK_EVERY, FLOOR / 4))
            now = loop.time()
            limit = self.limit(now)
            for began, factor, timeout in self.under_way.values():
                if now - began > min(self.ceiling, limit * factor) and not timeout.expired():
                    timeout.reschedule(now)


def percentile(times: Iterable[float]) -> float:
    """Return the 95th percentile of some times."""
    ordered = sorted(times)
    return ordered[int(0.95 * (len(ordered) - 1))]
