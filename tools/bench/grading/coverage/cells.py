"""Coverage by simulation, cell by cell, of the package's own code over many samples at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from sgpkit import statistics
from sgpkit.statistics import differences, effective
from sgpkit.statistics.intervals import MIN_AMOUNT_CLUSTERS
from tools.bench.grading.coverage import samples

SEED = 27
CLUSTERS = (5, 10, 20, 50, 200)
MEANS = (0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99)
SIZES = ("1", "4", "1-8", "4, 30 % missing", "1-40, skewed")
SKEWED = SIZES[-1]
SHAPES = {"yes/no": (0.1, 0.6), "graded": (0.5, 6.0), "amounts": (0.5, 1.0)}
"""The parameters to try, by kind: correlation within a cluster; concentration of scores; log-normal spread."""

CHANGES = ((0.02, 0.02), (0.1, 0.1), (0.3, 0.3), (0.1, 0.01), (0.3, 0.05), (0.05, 0.0), (0.6, 0.1))
"""Shares of rows that are gained and lost."""

REPEATS, MORE = 400, 6_000
LOOKED_AT_AGAIN = 0.935
"""A cell whose first coverage is below this is simulated again, `MORE` times, since the minimum of many cells is
low by chance.
"""


@dataclass(frozen=True)
class Cell:
    """One setting, and the share of its intervals that cover the truth."""

    kind: str
    sizes: str
    clusters: int
    mean: float
    shape: float
    coverage: float
    repeats: int

    @property
    def approximate(self) -> bool:
        """Return whether the method's name says that it is approximate."""
        return self.kind == "amounts" or (self.kind == "graded" and self.sizes == SKEWED)


def independent() -> Iterator[Cell]:
    """Yield the coverage of independent yes/no rows, which is a sum over the counts and needs no simulation."""
    from scipy import stats

    for clusters in CLUSTERS:
        bounds = np.array([statistics.blaker(count, clusters) for count in range(clusters + 1)])
        for mean in MEANS:
            chances = stats.binom.pmf(np.arange(clusters + 1), clusters, mean)
            covering = (bounds[:, 0] <= mean) & (mean <= bounds[:, 1])
            yield Cell("yes/no", "1", clusters, mean, 0.0, float(chances[covering].sum()), 0)


def covered(kind: str, size: str, clusters: int, mean: float, shape: float, repeats: int, seed: int) -> float:
    """Return the share of samples whose interval covers the mean."""
    generator = np.random.default_rng([SEED, seed])
    total = 0
    for start in range(0, repeats, 2_000):
        count = min(2_000, repeats - start)
        sizes = samples.sizes(generator, count, clusters, size)
        sample = samples.KINDS[kind](generator, sizes, mean, shape)
        if kind == "amounts":
            low, high = effective.amount_interval(sample.sums, sample.sizes)
        else:
            low, high = effective.share_interval(sample.sums, sample.sizes, kind == "yes/no")
        total += int(np.count_nonzero((low <= mean) & (mean <= high)))
    return total / repeats


def clustered(repeats: int = REPEATS, more: int = MORE) -> Iterator[Cell]:
    """Yield the coverage of clustered rows, and of scores and amounts of any rows."""
    for seed, (kind, size, clusters) in enumerate(product(SHAPES, SIZES, CLUSTERS)):
        if kind == "yes/no" and size == "1":
            continue
        if kind == "amounts" and clusters < MIN_AMOUNT_CLUSTERS:
            continue
        means = (1.0,) if kind == "amounts" else MEANS
        for number, (mean, shape) in enumerate(product(means, SHAPES[kind])):
            setting = (kind, size, clusters, mean, shape)
            coverage, used = covered(*setting, repeats, 1_000 * seed + number), repeats
            if coverage < LOOKED_AT_AGAIN:
                coverage, used = covered(*setting, more, 1_000 * seed + number + 500), more
            yield Cell(*setting, coverage, used)


@dataclass(frozen=True)
class Change:
    """The coverage of a paired difference of yes/no rows."""

    clusters: int
    sizes: str
    gained: float
    lost: float
    alike: float
    coverage: float


def paired(repeats: int = 1_000) -> Iterator[Change]:
    """Yield the coverage of differences, by the rule that chooses between Student's t and the combination of
    separate intervals for gains and losses.
    """
    settings = product(CLUSTERS, ("1", "4"), CHANGES, (0.0, 0.2))
    for seed, (clusters, size, (gained, lost), alike) in enumerate(settings):
        if size == "1" and alike:
            continue
        generator = np.random.default_rng([SEED, 1, seed])
        sample = samples.changes(generator, samples.sizes(generator, repeats, clusters, size), gained, lost, alike)
        low, high = change_intervals(sample)
        covering = float(np.mean((low <= sample.truth + 1e-12) & (sample.truth - 1e-12 <= high)))
        yield Change(clusters, size, gained, lost, alike, covering)


def change_intervals(sample: samples.Changes) -> tuple[np.ndarray, np.ndarray]:
    """Return the intervals of many paired differences, each by the method of `difference_interval`."""
    sums = sample.gains - sample.losses
    low, high = effective.student_interval(sums, sample.sizes)
    sparse = differences.is_sparse(sums, sample.sizes, yes_no=True)
    if sparse.any():
        apart = differences.mover_interval(sample.gains[sparse], sample.losses[sparse], sample.sizes[sparse], True)
        low[sparse], high[sparse] = apart
    return low, high


@dataclass(frozen=True)
class Errors:
    """The shares of pages with a false finding: without adjustment, with adjustment, and in ranks."""

    clusters: int
    plain: float
    adjusted: float
    ranked: float


def family_wise(repeats: int = 150, models: int = 5, lines: int = 10) -> Iterator[Errors]:
    """Yield family-wise errors of a page with `lines` comparisons of equal models, and of the ranks of `models`
    equal models. There are four rows per drawing, with the same difficulty.
    """
    for clusters in (5, 10, 20, 50):
        generator = np.random.default_rng([SEED, 2, clusters])
        names = np.repeat(range(clusters), 4).tolist()
        plain = adjusted = ranked = 0
        for _ in range(repeats):
            ease = generator.beta(1, 1, (lines, clusters))
            rows = generator.random((2, lines, 4 * clusters)) < np.repeat(ease, 4, axis=1)
            apart = rows[1].astype(float) - rows[0]
            p_values = [differences.exchange_test(line, names) for line in apart]
            plain += min(p_values) < 0.05
            adjusted += min(statistics.holm(p_values)) < 0.05
            drawn = generator.random((models, 4 * clusters)) < np.repeat(ease[0], 4)
            ranks = statistics.rank_intervals({str(index): line * 1.0 for index, line in enumerate(drawn)}, names)
            ranked += any((rank.rank, rank.worst) != (1, models) for rank in ranks)
        yield Errors(clusters, plain / repeats, adjusted / repeats, ranked / repeats)
