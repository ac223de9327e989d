"""Numbers with their uncertainty: plain functions on plain sequences."""

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np


class Interval(NamedTuple):
    low: float
    high: float


class Estimate(NamedTuple):
    """A mean with its 95 % interval, the method that gave it, and what it rests on."""

    value: float
    low: float
    high: float
    method: str
    n: int
    clusters: int


Z95 = 1.959963984540054


def wilson(successes: int, n: int, z: float = Z95) -> Interval:
    """Wilson's score interval for a share (Wilson 1927, doi:10.1080/01621459.1927.10502953)."""
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n}: expected 0 ≤ successes ≤ n")
    if n == 0:
        return Interval(0.0, 1.0)
    share, square = successes / n, z * z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = z / (1 + square / n) * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    # The exact bounds at the ends are 0 and 1; rounding would put them a hair outside.
    return Interval(0.0 if successes == 0 else middle - half, 1.0 if successes == n else middle + half)


def cluster_bootstrap(
    values: Sequence[float], clusters: Sequence[Hashable], resamples: int = 10_000, seed: int = 0
) -> Interval:
    """The 95 % percentile interval of the mean when whole clusters are drawn again with replacement.

    Rows of one cluster come from one drawing and succeed or fail together; treating them as independent makes
    intervals too narrow (Cameron & Miller 2015, doi:10.3368/jhr.50.2.317).
    """
    if len(values) != len(clusters):
        raise ValueError(f"{len(values)} values and {len(clusters)} clusters: expected as many of each")
    if not values:
        return Interval(0.0, 1.0)
    _, group = np.unique(np.asarray([str(cluster) for cluster in clusters]), return_inverse=True)
    sums = np.bincount(group, weights=np.asarray(values, dtype=float))
    sizes = np.bincount(group).astype(float)
    generator = np.random.default_rng(seed)
    means = np.empty(resamples)
    step = max(1, 4_000_000 // len(sums))  # bounds the memory of one block of draws
    for start in range(0, resamples, step):
        draws = generator.integers(len(sums), size=(min(step, resamples - start), len(sums)))
        means[start : start + step] = sums[draws].sum(axis=1) / sizes[draws].sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return Interval(float(low), float(high))


def mean_estimate(values: Sequence[float], clusters: Sequence[Hashable]) -> Estimate:
    """The mean with the interval that fits: Wilson for independent yes/no values, else the cluster bootstrap."""
    n, distinct = len(values), len(set(clusters))
    value = math.fsum(values) / n if n else 0.0
    if distinct == n and all(number in (0.0, 1.0) for number in values):
        low, high = wilson(round(sum(values)), n)
        return Estimate(value, low, high, "wilson", n, distinct)
    if len(set(values)) == 1 and values[0] in (0.0, 1.0):
        # All right or all wrong: resampling knows no doubt, so each cluster counts as one yes or no.
        low, high = wilson(distinct if values[0] else 0, distinct)
        return Estimate(value, low, high, "wilson, by cluster", n, distinct)
    low, high = cluster_bootstrap(values, clusters)
    return Estimate(value, low, high, "cluster bootstrap, 10000 resamples", n, distinct)


def pass_at_k(n: int, correct: int, k: int) -> float:
    """The unbiased chance that one of k samples is right, when `correct` of n were (arXiv:2107.03374, section 2.1)."""
    if not (0 <= correct <= n and 1 <= k <= n):
        raise ValueError(f"pass@{k} of {correct} right among {n}: expected 0 ≤ correct ≤ n and 1 ≤ k ≤ n")
    if n - correct < k:
        return 1.0
    return 1.0 - math.prod((n - correct - taken) / (n - taken) for taken in range(k))
