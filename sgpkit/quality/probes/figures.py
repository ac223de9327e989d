"""The figure of a probe and its limits: chance, and the same probe on real rows."""

import math
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from sgpkit import statistics
from sgpkit.statistics import Estimate

ABOVE_REAL = 0.05
"""Maximum excess of a probe over its share on real rows, or over chance if that is higher."""

ABOVE_CHANCE = 0.10
"""Maximum excess of a probe over chance if there are no real rows."""


class Hits(NamedTuple):
    """The chances of being right, row by row, with the rows' clusters, strata and chances of a guess."""

    values: Sequence[float]
    clusters: Sequence[Hashable]
    strata: Sequence[str]
    guesses: Sequence[float]

    def only(self, stratum: str) -> "Hits":
        """Return the rows of one stratum."""
        kept = [index for index, name in enumerate(self.strata) if name == stratum]
        return Hits(
            [self.values[index] for index in kept],
            [self.clusters[index] for index in kept],
            [self.strata[index] for index in kept],
            [self.guesses[index] for index in kept],
        )

    def joined(self, other: "Hits") -> "Hits":
        """Return the rows of both."""
        return Hits(
            [*self.values, *other.values],
            [*self.clusters, *other.clusters],
            [*self.strata, *other.strata],
            [*self.guesses, *other.guesses],
        )

    @property
    def estimate(self) -> Estimate:
        """The share that is right, with its interval."""
        return statistics.mean_estimate(self.values, self.clusters)

    @property
    def chance(self) -> float:
        """The share that a random guess gets."""
        return math.fsum(self.guesses) / max(1, len(self.guesses))


NONE = Hits((), (), (), ())
"""No rows."""


class Figure(NamedTuple):
    """The share of rows that a probe gets right. `target` is what it predicts: "answer", "answer: TYPE", a column, or
    "full marks" (and "full marks: TYPE", or "score" if it is a degree) for answers that are programs. `split` says what
    it learned from: other rows at "random", other designs, the train split, another seed, or "nothing". `reason` says
    why a task is inherently solvable by a shortcut; such a figure has no limit.

    `same_size` is the share that is right if the probe learns from as many drawings as there are real ones, which shows
    how much of a difference is due to the number of rows. The limit applies to `estimate`, from all rows, since anyone
    can generate any number of rows to learn from.
    """

    probe: str
    target: str
    split: str
    estimate: Estimate
    chance: float
    real: Estimate | None = None
    same_size: Estimate | None = None
    reason: str = ""

    @property
    def limit(self) -> float:
        """The maximum share for the probe."""
        if self.reason:
            return 1.0
        return self.chance + ABOVE_CHANCE if self.real is None else max(self.real.value, self.chance) + ABOVE_REAL

    @property
    def passes(self) -> bool:
        """True if the lower end of the interval is within the limit, so that chance with few rows does not cause a
        failure.
        """
        return not self.lower > self.limit

    @property
    def lower(self) -> float:
        """The lower end of the interval; the share itself if there is no interval."""
        return self.estimate.value if math.isnan(self.estimate.low) else self.estimate.low

    def as_json(self) -> dict[str, Any]:
        """Return the figure in the form of `--json`; bounds that are NaN are null."""
        return {
            "probe": self.probe,
            "target": self.target,
            "split": self.split,
            "value": self.estimate.value,
            "interval": bounds(self.estimate),
            "rows": self.estimate.n,
            "clusters": self.estimate.clusters,
            "chance": self.chance,
            "real": None if self.real is None else self.real.value,
            "real_interval": None if self.real is None else bounds(self.real),
            "same_size": None if self.same_size is None else self.same_size.value,
            "limit": self.limit,
            "passes": self.passes,
            "reason": self.reason,
        }


def bounds(estimate: Estimate) -> list[float | None]:
    """Return the ends of an interval, None for those that are NaN."""
    return [None if math.isnan(end) else end for end in (estimate.low, estimate.high)]


def standardised(real: Hits, ours: Hits) -> Estimate:
    """Return the share of real rows that are right, reweighted to the strata of our rows."""
    ours_by, real_by = ({name: list(hits.strata).count(name) for name in set(hits.strata)} for hits in (ours, real))
    shared = ours_by.keys() & real_by.keys()
    if not shared:
        return real.estimate
    whole = sum(ours_by[name] for name in shared)
    kept = [index for index, name in enumerate(real.strata) if name in shared]
    weights = [len(kept) * ours_by[real.strata[index]] / whole / real_by[real.strata[index]] for index in kept]
    values = [weight * real.values[index] for weight, index in zip(weights, kept, strict=True)]
    return statistics.mean_estimate(values, [real.clusters[index] for index in kept], share=False)
