"""The number of requests in flight: raised by probing, halved when the server says that it is too many.

Additive increase and multiplicative decrease, as TCP does it (RFC 5681): double every round while each doubling still
brings more answers a second, then stay; after a 429 halve, wait as long as the server asks, and grow slowly
again. Pure arithmetic over times that the caller gives, so that it can be tested without a clock.
"""

import resource
from dataclasses import dataclass, field

FIRST = 16
"""In flight when probing begins."""

MOST = 1024
"""In flight at most, where the user names no number."""

OTHER_FILES = 128
"""Of those a process may have open, left to all that are no connections."""

GAIN = 1.1
"""A doubling that brings less than this much more throughput is not worth it."""

GROWTH = 0.02
"""Of the limit, a round: how it grows again after a cut; by one at least."""

LONGEST_WAIT = 300.0
"""Seconds, of what a server may ask us to wait at once."""


@dataclass
class Pace:
    """`limit` may be in flight now, never above `ceiling`; `probing` until the first sign that more does not help."""

    limit: float
    ceiling: int
    probing: bool = True
    in_flight: int = 0
    resume: float = 0.0
    last_cut: float = -1.0
    round_began: float = 0.0
    round_done: int = 0
    rates: list[tuple[float, float]] = field(default_factory=list)

    def free(self, now: float) -> bool:
        return self.in_flight < int(self.limit) and now >= self.resume

    def sent(self, now: float) -> None:
        if self.in_flight == 0 and self.round_done == 0:
            self.round_began = now
        self.in_flight += 1

    def answered(self, now: float) -> None:
        """Count an answer, and raise the limit after a full round of them. Called before `ended`, since only answers at
        the limit count."""
        if self.in_flight < int(self.limit) - 1 and not self.round_done:
            return
        self.round_done += 1
        if self.round_done < int(self.limit):
            return
        rate = self.round_done / max(now - self.round_began, 1e-9)
        self.round_began, self.round_done = now, 0
        if not self.probing:
            self.limit = min(self.limit + max(1.0, GROWTH * self.limit), self.ceiling)
            return
        self.rates.append((rate, self.limit))
        if len(self.rates) >= 3 and self.rates[-1][0] < GAIN * self.rates[-3][0]:
            # Two doublings brought nothing: the server queues rather than refuses, and waiting there helps nobody.
            self.settle(self.rates[-3][1] * 2)
        elif self.limit >= self.ceiling:
            self.settle(self.ceiling)
        else:
            self.limit = min(self.limit * 2, self.ceiling)

    def settle(self, limit: float) -> None:
        self.probing = False
        self.limit = min(limit, self.ceiling)
        self.ceiling = int(self.limit)

    def limited(self, sent_at: float, wait: float | None, now: float) -> None:
        """Halve the limit, once a round, after the server refused or dropped a request sent at `sent_at`."""
        if wait:
            self.resume = max(self.resume, now + min(wait, LONGEST_WAIT))
        if sent_at > self.last_cut:
            self.probing = False
            self.limit = max(1.0, min(self.limit, float(self.in_flight)) / 2)
            self.last_cut, self.round_done = now, 0

    def ended(self) -> None:
        self.in_flight -= 1


def pace(concurrency: int | None) -> Pace:
    """Return the pace of requests: the user's number from the start, or for None one that is found by probing."""
    if concurrency is not None:
        return Pace(float(concurrency), concurrency, probing=False)
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if files == resource.RLIM_INFINITY else max(FIRST, min(MOST, files - OTHER_FILES))
    return Pace(float(FIRST), most)
