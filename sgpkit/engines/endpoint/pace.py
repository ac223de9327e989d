"""The number of requests in flight: raised by probing, reduced when the server refuses requests.

Additive increase and multiplicative decrease: double it every round while each doubling increases the number of answers
per second, then keep it. If requests are refused, cut it by the share of refused requests, once for all requests in
flight together, as DCTCP does (RFC 8257), and grow slowly again. Isolated refusals are ignored, since servers have many
reasons for them; only the first of several delays all requests by the time that the server asks for. The module is pure
arithmetic over times given by the caller, so that it can be tested without a clock.
"""

import resource
from collections import deque
from dataclasses import dataclass, field

FIRST = 16
"""The number of requests in flight when probing begins."""

MOST = 1024
"""The maximum number of requests in flight, unless the user gives another."""

OTHER_FILES = 128
"""File descriptors reserved for everything other than connections."""

GAIN = 1.1
"""The factor by which a doubling must increase the throughput for probing to continue."""

GROWTH = 0.02
"""The growth per round as a share of the limit, if there was no cut; at least one."""

RECOVERY = 0.05
"""The growth per round after a cut, up to `KEPT` of the limit before it."""

KEPT = 0.95
HELD = 20
"""Rounds for which the limit stays there before it grows further, to test the server's limit again."""

ISOLATED = 0.05
"""The share of refused requests up to which refusals count as isolated and do not cut the limit."""

CHANCE = 3.0
"""Standard deviations above that share that count as chance: the limit is cut from 5 of 20, 9 of 64 or 15 of 128
refusals on.
"""

MOST_CUT = 0.5
"""The largest cut as a share of the limit, if half of the requests or more are refused."""

FEWEST = 20
"""The minimum number of outcomes for a share of refusals."""

REST = 20
"""A multiple of the wait after an isolated refusal, during which further refusals only delay their own requests."""

LONGEST_WAIT = 300.0
"""The longest wait, in seconds, that a server may request at once."""


@dataclass
class Pace:
    """The number of requests that may be in flight: `limit`, never above `ceiling`. `probing` is True until more
    requests no longer increase the throughput.
    """

    limit: float
    ceiling: int
    probing: bool = True
    in_flight: int = 0
    resume: float = 0.0
    last_cut: float = -1.0
    round_began: float = 0.0
    round_done: int = 0
    rates: list[tuple[float, float]] = field(default_factory=list)
    outcomes: deque[bool] = field(default_factory=deque)
    refusals: int = 0
    rounds: int = 0
    peak: int = 0
    before_cut: float = 0.0
    rested: float = 0.0

    def free(self, now: float) -> bool:
        return self.in_flight < int(self.limit) and now >= self.resume

    def sent(self, now: float) -> None:
        if self.in_flight == 0 and self.round_done == 0:
            self.round_began = now
        self.in_flight += 1
        self.peak = max(self.peak, self.in_flight)

    def answered(self, now: float) -> None:
        """Count an answer, and raise the limit after a full round of them. Called before `ended`, since only answers at
        the limit count."""
        self.outcome(refused=False)
        if self.in_flight < int(self.limit) - 1 and not self.round_done:
            return
        self.round_done += 1
        if self.round_done < int(self.limit):
            return
        rate = self.round_done / max(now - self.round_began, 1e-9)
        self.round_began, self.round_done = now, 0
        if not self.probing:
            self.rounds += 1
            kept = KEPT * self.before_cut
            if self.limit < kept:
                self.limit = min(self.limit + max(1.0, RECOVERY * self.limit), kept, self.ceiling)
            elif self.rounds > HELD or not self.before_cut:
                self.limit = min(self.limit + max(1.0, GROWTH * self.limit), self.ceiling)
            return
        self.rates.append((rate, self.limit))
        if len(self.rates) >= 3 and self.rates[-1][0] < GAIN * self.rates[-3][0]:
            # Two doublings did not increase the throughput: the server queues requests instead of refusing them.
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
        """Cut the limit by the share of requests that are refused, once for those in flight together, after the server
        refused or dropped a request sent at `sent_at`."""
        self.outcome(refused=True)
        outcomes = max(len(self.outcomes), FEWEST)
        excess = self.refusals - ISOLATED * outcomes
        too_many = excess > CHANCE * (ISOLATED * outcomes) ** 0.5
        if wait:
            self.hold(min(wait, LONGEST_WAIT), now, too_many)
        if not too_many:
            return
        begins = sent_at > self.last_cut
        if begins:
            self.before_cut = min(self.limit, float(max(self.in_flight, self.peak)))
            self.last_cut, self.peak, self.round_done, self.rounds = now, self.in_flight, 0, 0
        self.probing = False
        # The share becomes clearer while the other requests of the round come back.
        self.limit = max(1.0, min(self.limit, self.before_cut * (1 - min(MOST_CUT, excess / outcomes))))
        if begins:
            self.outcomes.clear()
            self.refusals = 0

    def hold(self, wait: float, now: float, strict: bool = True) -> None:
        """Send nothing for some seconds. Without `strict`, do so only if there was no such pause recently."""
        if strict or now >= self.rested:
            self.resume = max(self.resume, now + wait)
            self.rested = max(self.rested, now + (REST + 1) * wait)

    def outcome(self, refused: bool) -> None:
        """Record whether a request was refused. The last outcomes are kept, twice the number of requests that may be in
        flight.
        """
        self.outcomes.append(refused)
        self.refusals += refused
        while len(self.outcomes) > max(FEWEST, 2 * int(self.limit)):
            self.refusals -= self.outcomes.popleft()

    def ended(self) -> None:
        self.in_flight -= 1


def pace(concurrency: int | None) -> Pace:
    """Return the pace of requests: the user's number, or for None one that is determined by probing."""
    if concurrency is not None:
        return Pace(float(concurrency), concurrency, probing=False)
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST if files == resource.RLIM_INFINITY else max(FIRST, min(MOST, files - OTHER_FILES))
    return Pace(float(FIRST), most)
