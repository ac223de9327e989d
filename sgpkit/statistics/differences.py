"""Differences of two models on the same rows, with intervals and p-values."""

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from sgpkit.statistics.intervals import (
    FEW,
    Numbers,
    by_cluster,
    cluster_bootstrap,
    cluster_interval,
    cluster_standard_error,
    same_length,
    wilson,
)

FLIPS = 10_000


class Difference(NamedTuple):
    """The mean of second minus first over the same rows. `gained` rows scored higher with the second, `lost` lower."""

    value: float
    low: float
    high: float
    p: float
    method: str
    n: int
    clusters: int
    gained: int
    lost: int


def mcnemar(gained: int, lost: int) -> float:
    """Return the p-value of McNemar's exact two-sided test (1947, doi:10.1007/BF02295996) of whether as many rows
    turned right as turned wrong; rows that both models got right or wrong do not count."""
    from scipy import stats

    if gained < 0 or lost < 0:
        raise ValueError(f"{gained} gained and {lost} lost: expected counts")
    return float(stats.binomtest(gained, gained + lost).pvalue) if gained + lost else 1.0


def paired_difference(first: Numbers, second: Numbers, clusters: Sequence[Hashable]) -> Difference:
    """Return the mean difference, its interval by the cluster bootstrap, and its p-value: by the exact McNemar test for
    independent yes/no rows, else by exchanging the two models in whole clusters."""
    same_length(first, second)
    apart = np.asarray(second, dtype=float) - np.asarray(first, dtype=float)
    same_length(apart, clusters)
    n, distinct = len(apart), len(set(clusters))
    gained, lost = int(np.count_nonzero(apart > 0)), int(np.count_nonzero(apart < 0))
    value = math.fsum(apart) / n if n else 0.0
    low, high = difference_interval(apart, clusters) if n else (-1.0, 1.0)
    if distinct == n and set(np.unique(first)) | set(np.unique(second)) <= {0.0, 1.0}:
        return Difference(value, low, high, mcnemar(gained, lost), "exact McNemar", n, distinct, gained, lost)
    p = exchange_test(apart, clusters)
    return Difference(value, low, high, p, "exchange of whole clusters", n, distinct, gained, lost)


def difference_interval(apart: np.ndarray, clusters: Sequence[Hashable]) -> tuple[float, float]:
    """Return the interval of a mean difference of scores between 0 and 1. Where all rows differ alike (mostly: not at
    all), resampling shows no variance; then the interval allows for the share of clusters that may differ unseen."""
    if not np.ptp(apart):
        unseen = wilson(0, len(set(clusters))).high
        low, high = float(apart[0]) - unseen, float(apart[0]) + unseen
    elif len(set(clusters)) >= FEW:
        low, high = cluster_bootstrap(apart, clusters)
    else:
        low, high = cluster_interval(apart, clusters)
    return (-1.0 if low < -1 else low), (1.0 if high > 1 else high)


def exchange_test(apart: Numbers, clusters: Sequence[Hashable], seed: int = 0) -> float:
    """Return the p-value of Fisher's randomisation test: the share of random exchanges of the two models in whole
    clusters that give as large a difference, over all exchanges where they are few, else many of them."""
    sums = by_cluster(apart, clusters)[0]
    sums = sums[np.abs(sums) > 1e-12]
    if not len(sums):
        return 1.0
    if 2 ** len(sums) <= FLIPS:
        turns = (np.arange(2 ** len(sums))[:, None] >> np.arange(len(sums)) & 1) * 2.0 - 1.0
        tossed = np.abs(turns @ sums)
        return float(np.mean(tossed >= abs(sums.sum()) - 1e-9))
    generator = np.random.default_rng(seed)
    as_large = 0
    step = max(1, 4_000_000 // len(sums))
    for start in range(0, FLIPS, step):
        turns = generator.integers(2, size=(min(step, FLIPS - start), len(sums)), dtype=np.int8) * 2.0 - 1.0
        as_large += int(np.count_nonzero(np.abs(turns @ sums) >= abs(sums.sum()) - 1e-9))
    return (as_large + 1) / (FLIPS + 1)


def robust_p(apart: Numbers, clusters: Sequence[Hashable]) -> float:
    """Return the p-value of no difference by Student's t on the cluster-robust standard error: quick, for many
    pairs."""
    from scipy import stats

    error = cluster_standard_error(apart, clusters)
    mean = math.fsum(apart) / len(apart)
    if math.isnan(error) or mean == 0:
        return 1.0
    if error == 0:
        return 0.0
    return float(2 * stats.t.sf(abs(mean) / error, len(set(clusters)) - 1))


def independent_difference(
    first: Numbers, first_clusters: Sequence[Hashable], second: Numbers, second_clusters: Sequence[Hashable]
) -> Difference:
    """Return the mean of second minus that of first, over rows that are not the same: Welch's t (1947) on
    cluster-robust standard errors. No row is gained or lost."""
    from scipy import stats

    sides = [(first, first_clusters), (second, second_clusters)]
    errors = [cluster_standard_error(*side) for side in sides]
    freedom = [len(set(clusters)) - 1 for _, clusters in sides]
    value = math.fsum(second) / len(second) - math.fsum(first) / len(first)
    n, distinct = len(first) + len(second), sum(freedom) + 2
    method = "Welch's t, cluster-robust"
    error = math.hypot(*errors)
    if not error > 0:
        p = 0.0 if error == 0 and value else 1.0
        return Difference(value, math.nan, math.nan, p, method, n, distinct, 0, 0)
    degrees = error**4 / sum(error_of_one**4 / free for error_of_one, free in zip(errors, freedom, strict=True))
    half = float(stats.t.ppf(0.975, degrees)) * error
    p = float(2 * stats.t.sf(abs(value) / error, degrees))
    return Difference(value, value - half, value + half, p, method, n, distinct, 0, 0)
