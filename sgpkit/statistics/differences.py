"""Differences of two models on the same rows, with intervals and p-values."""

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from sgpkit.statistics.clusters import (
    ALIKE,
    MIN_CLUSTERS,
    Clusters,
    Numbers,
    by_cluster,
    cluster_standard_error,
    distinct,
    finite_array,
    same_length,
    spread,
)
from sgpkit.statistics.effective import mid_p_interval, student_interval
from sgpkit.statistics.intervals import ALL_ALIKE, NO_ROWS, UNKNOWN, mean_interval, too_few

MIN_FOR_T = 20
MAX_EXACT = 13
"""The most differing clusters for which all exchanges are enumerated."""

BOTH_SIDES = 8
"""The fewest clusters with gains, and with losses, for Student's t on a difference of yes/no rows."""

RANDOM_EXCHANGES = 10_000

MAX_EXCHANGED = 100_000
"""The most differing clusters for random exchanges: 10,000 exchanges of a million clusters take two minutes."""


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
    """Return the p-value of McNemar's exact two-sided test (1947, doi:10.1007/BF02295996) that equally many rows became
    right and became wrong. Rows that both models got right, or both wrong, do not count."""
    from scipy import stats

    if gained < 0 or lost < 0:
        raise ValueError(f"{gained} gained and {lost} lost: expected counts")
    return float(stats.binomtest(gained, gained + lost).pvalue) if gained + lost else 1.0


def paired_difference(
    first: Numbers, second: Numbers, clusters: Clusters, names: Sequence[Hashable] | None = None
) -> Difference:
    """Return the mean difference of scores, its interval and its p-value: by McNemar's exact test for independent
    yes/no rows, otherwise by exchanging the two models in whole clusters. `names` of the rows are used in errors."""
    same_length(first, second)
    before, after = finite_array(first, names), finite_array(second, names)
    apart = after - before
    same_length(apart, clusters)
    n, different = len(apart), distinct(clusters)
    gained, lost = int(np.count_nonzero(apart > 0)), int(np.count_nonzero(apart < 0))
    value = math.fsum(apart) / n if n else 0.0
    yes_no = bool(np.isin(before, (0.0, 1.0)).all() and np.isin(after, (0.0, 1.0)).all())
    low, high, how = difference_interval(apart, clusters, yes_no)
    exact = different == n and yes_no
    p = mcnemar(gained, lost) if exact else exchange_test(apart, clusters)
    exchanged = f"exchange of whole clusters{', by its normal limit' if is_normal_limit(apart, clusters) else ''}"
    method = f"{'exact McNemar' if exact else exchanged}; interval: {how}"
    return Difference(value, low, high, p, method, n, different, gained, lost)


def difference_interval(apart: np.ndarray, clusters: Clusters, yes_no: bool = False) -> tuple[float, float, str]:
    """Return the interval of a mean difference of scores between 0 and 1, and its method.

    Student's t needs both gains and losses in several clusters. With fewer, gains and losses are two shares, each with
    an interval that allows for unseen clusters; together they bound the difference (MOVER: Zou & Donner 2008,
    doi:10.1002/sim.3095).
    """
    if not len(apart):
        return *UNKNOWN, NO_ROWS
    sums, sizes = by_cluster(apart, clusters)
    if len(sums) < MIN_CLUSTERS:
        return *UNKNOWN, too_few(len(sums))
    gains, losses = by_cluster(np.maximum(apart, 0), clusters)[0], by_cluster(np.maximum(-apart, 0), clusters)[0]
    if np.abs(apart).max() <= 1 and is_sparse(sums, sizes, yes_no):
        low, high = mover_interval(gains, losses, sizes, yes_no)
        method = "gains and losses apart (MOVER)"
    else:
        low, high = student_interval(sums, sizes)
        method = "cluster-robust t"
    if np.isnan(low):
        return *UNKNOWN, ALL_ALIKE
    if np.abs(apart).max() <= 1:
        low, high = np.maximum(low, -1.0), np.minimum(high, 1.0)
    return float(low), float(high), method


def is_sparse(sums: np.ndarray, sizes: np.ndarray, yes_no: bool) -> np.ndarray:
    """Return whether too few clusters have gains or losses for Student's t: fewer than `BOTH_SIDES`, and for graded
    rows also some clusters without a difference, or all with the same one. Works over the last axis."""
    few = np.minimum((sums > ALIKE).sum(axis=-1), (sums < -ALIKE).sum(axis=-1)) < BOTH_SIDES
    still = (np.abs(sums) <= ALIKE).any(axis=-1) | (spread(sums, sizes).error == 0)
    sparse: np.ndarray = few & (still | yes_no)
    return sparse


def mover_interval(
    gains: np.ndarray, losses: np.ndarray, sizes: np.ndarray, yes_no: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Return the interval of the difference of two shares of the same rows, from the interval of each and their
    correlation over the clusters. Works over the last axis."""
    rows = sizes.sum(axis=-1)
    gain, loss = gains.sum(axis=-1) / rows, losses.sum(axis=-1) / rows
    (gain_low, gain_high), (loss_low, loss_high) = (mid_p_interval(side, sizes, yes_no) for side in (gains, losses))
    left, other = gains - sizes * gain[..., None], losses - sizes * loss[..., None]
    scale = np.sqrt((left**2).sum(axis=-1) * (other**2).sum(axis=-1))
    together = np.where(scale > 0, (left * other).sum(axis=-1) / np.where(scale > 0, scale, 1.0), 0.0)
    below, above = (gain - gain_low, loss_high - loss), (gain_high - gain, loss - loss_low)
    value = gain - loss
    return value - combined_distance(*below, together), value + combined_distance(*above, together)


def combined_distance(one: np.ndarray, other: np.ndarray, together: np.ndarray) -> np.ndarray:
    """Return the half-width of a difference, from the half-widths of both terms and their correlation."""
    distance: np.ndarray = np.sqrt(np.maximum(one**2 + other**2 - 2 * together * one * other, 0.0))
    return distance


def exchange_test(apart: Numbers, clusters: Clusters, seed: int = 0) -> float:
    """Return the p-value of Fisher's randomisation test: the share of exchanges of the two models in whole clusters
    that give a difference at least as large, over all exchanges if these are few, otherwise over random ones.

    If more than `MAX_EXCHANGED` clusters differ, the normal limit of the exchanges is used. By Berry and Esseen its
    error is below 0.56 Σ|s|³ / (Σs²)^1.5 on each side: 0.002 for 100,000 equal sums, the standard error of
    `RANDOM_EXCHANGES` random exchanges at p = 0.05.
    """
    sums = by_cluster(apart, clusters)[0]
    sums = sums[np.abs(sums) > ALIKE]
    if not len(sums):
        return 1.0
    if 2 ** len(sums) <= RANDOM_EXCHANGES:
        turns = (np.arange(2 ** len(sums))[:, None] >> np.arange(len(sums)) & 1) * 2.0 - 1.0
        tossed = np.abs(turns @ sums)
        return float(np.mean(tossed >= abs(sums.sum()) - 1e-9))
    if len(sums) > MAX_EXCHANGED:
        return math.erfc(abs(sums.sum()) / math.sqrt(2 * float(sums @ sums)))
    generator = np.random.default_rng(seed)
    as_large = 0
    step = max(1, 4_000_000 // len(sums))
    for start in range(0, RANDOM_EXCHANGES, step):
        turns = generator.integers(2, size=(min(step, RANDOM_EXCHANGES - start), len(sums)), dtype=np.int8) * 2.0 - 1.0
        as_large += int(np.count_nonzero(np.abs(turns @ sums) >= abs(sums.sum()) - 1e-9))
    return (as_large + 1) / (RANDOM_EXCHANGES + 1)


def is_normal_limit(apart: Numbers, clusters: Clusters) -> bool:
    """Return whether enough clusters differ for `exchange_test` to use the normal limit."""
    return (
        len(apart) > MAX_EXCHANGED
        and int(np.count_nonzero(np.abs(by_cluster(apart, clusters)[0]) > 1e-12)) > MAX_EXCHANGED
    )


def pair_p(apart: Numbers, clusters: Sequence[Hashable]) -> float:
    """Return a quick p-value of no difference, for many pairs of models: by exchange if there are few clusters or few
    of them differ, otherwise by Student's t on the cluster-robust error."""
    sums, _ = by_cluster(apart, clusters)
    differing = int(np.count_nonzero(np.abs(sums) > ALIKE))
    return (
        robust_p(apart, clusters)
        if differing > MAX_EXACT and len(sums) >= MIN_FOR_T
        else exchange_test(apart, clusters)
    )


def robust_p(apart: Numbers, clusters: Sequence[Hashable]) -> float:
    """Return the p-value of no difference by Student's t on the cluster-robust standard error, or by exchanging whole
    clusters if that error is 0."""
    from scipy import special

    sums, sizes = by_cluster(apart, clusters)
    if len(sums) < 2:
        return 1.0
    mean, error, effective = spread(sums, sizes)
    if error == 0:
        return exchange_test(apart, clusters)
    return float(2 * special.stdtr(max(float(effective) - 1, 1.0), -abs(mean) / error))


def independent_difference(
    first: Numbers, first_clusters: Sequence[Hashable], second: Numbers, second_clusters: Sequence[Hashable]
) -> Difference:
    """Return the mean of `second` minus that of `first`, for different rows: Welch's t (1947) on cluster-robust
    standard errors. `gained` and `lost` are 0. For shares, the interval combines those of both sides (Newcombe 1998,
    doi:10.1002/(SICI)1097-0258(19980430)17:8). If both errors are 0, the test is Fisher's over all ways to divide the
    clusters."""
    from scipy import special

    sides = [(finite_array(first), first_clusters), (finite_array(second), second_clusters)]
    if not all(len(values) for values, _ in sides):
        raise ValueError(f"{len(first)} and {len(second)} rows: expected at least one on each side")
    errors = [cluster_standard_error(*side) for side in sides]
    counts = [len(set(clusters)) for _, clusters in sides]
    means = [math.fsum(values) / len(values) for values, _ in sides]
    value, n = means[1] - means[0], len(first) + len(second)
    method = "Welch's t, cluster-robust"
    error = math.hypot(*errors)
    low, high = UNKNOWN
    if math.isnan(error):
        return Difference(value, low, high, 1.0, too_few(min(counts)), n, sum(counts), 0, 0)
    degrees = math.inf
    if error > ALIKE:
        parts = [one**4 / (count - 1) for one, count in zip(errors, counts, strict=True)]
        degrees = error**4 / sum(parts)
        p = float(2 * special.stdtr(degrees, -abs(value) / error))
    else:
        method = "Fisher's exact deal of clusters"
        ways = math.comb(sum(counts), counts[0])
        p = (2 if counts[0] == counts[1] else 1) / ways if abs(value) > ALIKE else 1.0
    if min(counts) >= MIN_CLUSTERS:
        (low_one, high_one, _), (low_two, high_two, _) = (mean_interval(*side) for side in sides)
        shares = all(values.min() >= 0 and values.max() <= 1 for values, _ in sides)
        if shares:
            low = value - math.hypot(means[1] - low_two, high_one - means[0])
            high = value + math.hypot(high_two - means[1], means[0] - low_one)
        elif error > ALIKE:
            half = float(special.stdtrit(degrees, 0.975)) * error
            low, high = value - half, value + half
    else:
        method += f"; interval: {too_few(min(counts))}"
    return Difference(value, low, high, min(p, 1.0), method, n, sum(counts), 0, 0)
