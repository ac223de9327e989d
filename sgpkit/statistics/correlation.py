"""Correlation of two series of numbers: Pearson's and Spearman's coefficients with their intervals."""

import math
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import numpy as np

from sgpkit.statistics.clusters import ALIKE, MIN_CLUSTERS, Numbers, cluster_indices, finite_array
from sgpkit.statistics.effective import Z95
from sgpkit.statistics.intervals import UNKNOWN, Interval


class Correlation(NamedTuple):
    """A coefficient with its 95 % interval, the interval's method, and the number of pairs."""

    value: float
    low: float
    high: float
    method: str
    n: int


def pearson(first: Numbers, second: Numbers) -> float:
    """Return the linear correlation of two series, or NaN if one of them is constant."""
    a, b = (np.asarray(values, dtype=float) - np.mean(values) for values in (first, second))
    scale = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / scale if scale > 0 else math.nan


def spearman(first: Numbers, second: Numbers) -> float:
    """Return the correlation of the ranks of two series (Spearman 1904)."""
    return pearson(ranks(first), ranks(second))


def ranks(values: Numbers) -> np.ndarray:
    """Return the ranks of values; equal values get their mean rank."""
    from scipy import stats

    shared: np.ndarray = stats.rankdata(np.asarray(values, dtype=float))
    return shared


def pearson_interval(value: float, n: int) -> Interval:
    """Return the 95 % interval of a coefficient of n independent pairs, by Fisher's z (1921); -1 to 1 for n < 4.

    NaN for a perfect correlation, which does not show how far another sample would be from it.
    """
    if math.isnan(value) or (abs(value) >= 1 - ALIKE and n >= 4):
        return UNKNOWN
    if n < 4:
        return Interval(-1.0, 1.0)
    half = Z95 / math.sqrt(n - 3)
    middle = math.atanh(value)
    return Interval(math.tanh(middle - half), math.tanh(middle + half))


def correlate(
    statistic: Callable[[Numbers, Numbers], float], first: Numbers, second: Numbers, clusters: Sequence[Hashable]
) -> Correlation:
    """Return a coefficient with its interval: by Fisher's z for Pearson's of independent pairs, otherwise by the paired
    bootstrap."""
    value, n = statistic(first, second), len(first)
    if statistic is pearson and len(set(clusters)) == n >= MIN_CLUSTERS:
        return Correlation(value, *pearson_interval(value, n), "Fisher's z", n)
    return Correlation(value, *paired_bootstrap(statistic, first, second, clusters), "paired cluster bootstrap", n)


def paired_bootstrap(
    statistic: Callable[[np.ndarray, np.ndarray], float],
    first: Numbers,
    second: Numbers,
    clusters: Sequence[Hashable],
    resamples: int = 2_000,
    seed: int = 0,
) -> Interval:
    """Return the 95 % percentile interval of a statistic of pairs by resampling whole clusters with replacement.

    Draws in which it is undefined (a constant series) are left out. NaN if none remains, if all draws agree, or for
    fewer than five clusters.
    """
    a, b = finite_array(first), finite_array(second)
    if not len(a) == len(b) == len(clusters):
        raise ValueError(f"{len(a)} and {len(b)} values in {len(clusters)} clusters: expected equal numbers")
    if len(set(clusters)) < MIN_CLUSTERS:
        return UNKNOWN
    group = cluster_indices(clusters)
    members = np.split(np.argsort(group, kind="stable"), np.cumsum(np.bincount(group))[:-1])
    generator = np.random.default_rng(seed)
    coefficients = []
    for _ in range(resamples):
        drawn = np.concatenate([members[index] for index in generator.integers(len(members), size=len(members))])
        coefficients.append(statistic(a[drawn], b[drawn]))
    known = [value for value in coefficients if not math.isnan(value)]
    low, high = np.quantile(known, (0.025, 0.975)) if known else UNKNOWN
    return Interval(float(low), float(high)) if high - low > ALIKE else UNKNOWN
