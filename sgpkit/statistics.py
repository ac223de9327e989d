"""Numbers with their uncertainty: plain functions on plain sequences."""

import math
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
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
    group = numbered(clusters)
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


def numbered(clusters: Sequence[Hashable]) -> np.ndarray:
    """For each item the number of its cluster, 0 upwards."""
    group: np.ndarray = np.unique(np.asarray([str(cluster) for cluster in clusters]), return_inverse=True)[1]
    return group


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


Numbers = Sequence[float] | np.ndarray


def cohen_kappa(first: Numbers, second: Numbers) -> float:
    """Agreement beyond chance of two judges who sort the same items (Cohen 1960, doi:10.1177/001316446002000104).

    1 where both put every item into one and the same class: they agree, though chance would have them agree too.
    """
    a, b = np.asarray(first), np.asarray(second)
    agreed = float(np.mean(a == b))
    chance = sum(float(np.mean(a == label) * np.mean(b == label)) for label in np.union1d(a, b))
    return 1.0 if chance == 1.0 else (agreed - chance) / (1.0 - chance)


def pearson(first: Numbers, second: Numbers) -> float:
    """The linear correlation of two series; not a number where one of them is constant."""
    a, b = (np.asarray(values, dtype=float) - np.mean(values) for values in (first, second))
    scale = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / scale if scale > 0 else math.nan


def spearman(first: Numbers, second: Numbers) -> float:
    """The correlation of two series' ranks, equal values sharing the mean of theirs (Spearman 1904)."""
    return pearson(ranks(first), ranks(second))


def ranks(values: Numbers) -> np.ndarray:
    _, place, counts = np.unique(np.asarray(values, dtype=float), return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    shared: np.ndarray = (last - (counts - 1) / 2)[place]
    return shared


def paired_bootstrap(
    statistic: Callable[[np.ndarray, np.ndarray], float],
    first: Numbers,
    second: Numbers,
    clusters: Sequence[Hashable],
    resamples: int = 2_000,
    seed: int = 0,
) -> Interval:
    """The 95 % percentile interval of a statistic of pairs when whole clusters are drawn again with replacement.

    Draws in which it cannot be told (a constant series) are left out; not a number where that is all of them.
    """
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if not len(a) == len(b) == len(clusters):
        raise ValueError(f"{len(a)} and {len(b)} values in {len(clusters)} clusters: expected as many of each")
    group = numbered(clusters)
    members = np.split(np.argsort(group, kind="stable"), np.cumsum(np.bincount(group))[:-1])
    generator = np.random.default_rng(seed)
    told = []
    for _ in range(resamples):
        drawn = np.concatenate([members[place] for place in generator.integers(len(members), size=len(members))])
        told.append(statistic(a[drawn], b[drawn]))
    known = [value for value in told if not math.isnan(value)]
    if not known:
        return Interval(math.nan, math.nan)
    low, high = np.quantile(known, (0.025, 0.975))
    return Interval(float(low), float(high))


def minmax_average(rows: Sequence[Mapping[str, float]], lower_is_better: Collection[str] = ()) -> list[float]:
    """One number a row, in 0-100: the mean of its figures after each is scaled over all the rows given.

    The least becomes 0 and the greatest 100, the other way round where lower is better. SSVG-Bench (appendix E.1)
    scales over everything that it compares: all models, both tasks and all three formats at once. A figure in which no
    two rows differ tells nothing between them and is left out; with none that tells, all get 0.
    """
    names = list(rows[0]) if rows else []
    if unknown := sorted(set(lower_is_better) - set(names)):
        raise ValueError(f"lower_is_better names {', '.join(unknown)}; the rows have {', '.join(names) or 'nothing'}")
    for place, row in enumerate(rows):
        if set(row) != set(names) or not all(math.isfinite(value) for value in row.values()):
            raise ValueError(f"row {place}: expected finite figures for {', '.join(names)}, got {dict(row)!r:.200}")
    table = np.array([[row[name] for name in names] for row in rows], dtype=float).reshape(len(rows), len(names))
    if not table.size:
        return [0.0] * len(rows)
    low, high = table.min(axis=0), table.max(axis=0)
    telling = high > low
    if not telling.any():
        return [0.0] * len(rows)
    scaled = (table - low)[:, telling] / (high - low)[telling]
    turned = np.array([name in lower_is_better for name in names])[telling]
    means: list[float] = (100 * np.where(turned, 1 - scaled, scaled).mean(axis=1)).tolist()
    return means
