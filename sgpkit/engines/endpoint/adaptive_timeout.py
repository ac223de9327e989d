"""A timeout that follows the observed reply times: a multiple of their 95th percentile, between a floor and a ceiling.

A dead connection gives no sign. Waiting the full ten minutes for it would delay the end of every run. A request that
times out is sent again with twice the limit, then with four times the limit, so that a long answer eventually succeeds.
For a streamed answer, the limit applies to the time since its last piece, so that a slow server is not cut off while it
sends.
"""

import asyncio
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

MULTIPLE = 4.0
"""The limit as a multiple of the 95th percentile."""

FLOOR = 30.0
"""The minimum of the limit, in seconds."""

MIN_SAMPLES = 20
"""Replies needed before the percentile is used; until then the limit is the ceiling."""

MAX_STRETCH = 3.0
"""The largest factor by which pending requests may raise the limit: all of them may have stalled."""

HISTORY = 256
"""Reply times that are kept."""

POLL_INTERVAL = 1.0

TEXT = re.compile(rb'"(?:content|reasoning_content|reasoning|text)": ?"[^"]')
"""The bytes that mark a streamed piece with text. Other pieces report that the prompt is being read, or that the answer
ends.
"""


@dataclass(slots=True)
class Pending:
    """A request that waits for its reply: when it was sent, when its last piece came, and how many pieces had text."""

    began: float
    factor: float
    timeout: asyncio.Timeout
    heard: float
    pieces: int = 0

    def add_piece(self, piece: bytes) -> None:
        """Note a piece of a streamed answer, which restarts the time limit."""
        self.heard = asyncio.get_running_loop().time()
        self.pieces += TEXT.search(piece) is not None


@dataclass
class AdaptiveTimeout:
    """`ceiling` is the user's timeout. Pending requests count with the time that they have taken so far, so that quick
    replies, which arrive first, do not determine the limit alone."""

    ceiling: float
    reply_times: deque[float] = field(default_factory=lambda: deque(maxlen=HISTORY))
    pending: dict[object, Pending] = field(default_factory=dict)

    def add_reply_time(self, seconds: float) -> None:
        self.reply_times.append(seconds)

    def limit(self, now: float) -> float:
        """Return the limit of a request's first attempt, in seconds."""
        if len(self.reply_times) < MIN_SAMPLES:
            return self.ceiling
        base = max(FLOOR, MULTIPLE * percentile(self.reply_times))
        ages = (now - request.heard for request in self.pending.values())
        return min(self.ceiling, max(base, min(MAX_STRETCH * base, MULTIPLE * percentile([*self.reply_times, *ages]))))

    @contextmanager
    def waiting(self, began: float, factor: float, timeout: asyncio.Timeout) -> Iterator[Callable[[bytes], None]]:
        """Register a request with `watch`, which ends it once it takes longer than the limit times a factor. Yields the
        function to call with each piece of a streamed answer, from which the time counts again."""
        ticket = object()
        self.pending[ticket] = request = Pending(began, factor, timeout, began)
        try:
            yield request.add_piece
        finally:
            del self.pending[ticket]

    async def watch(self) -> None:
        """End requests that exceed the limit, until this task is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(min(POLL_INTERVAL, FLOOR / 4))
            now = loop.time()
            limit = self.limit(now)
            for request in self.pending.values():
                late = now - request.heard > min(self.ceiling, limit * request.factor)
                if late and not request.timeout.expired():
                    request.timeout.reschedule(now)


def percentile(times: Iterable[float]) -> float:
    """Return the 95th percentile of some times."""
    ordered = sorted(times)
    return ordered[int(0.95 * (len(ordered) - 1))]
