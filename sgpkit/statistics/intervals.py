"""A mean and its interval, for independent rows and for rows in clusters.

docs/coverage.md, written by `python -m tools.bench coverage`, lists the methods and their coverage. No interval has
zero width: if all clusters agree, it allows for unseen clusters that do not.
"""

import math
from collections.abc import Hashable, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from sgpkit.statistics import effective
from sgpkit.statistics.clusters import (
    MIN_CLUSTERS,
    Clusters,
    Numbers,
    by_cluster,
    distinct,
    finite_array,
    same_length,
    spread,
)
from sgpkit.statistics.effective import Z95
from sgpkit.statistics.exact import blaker


class Interval(NamedTuple):
    """The bounds of an interval."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A mean with its 95 % interval, the interval's method, and the numbers of rows and clusters. Without an interval
    both bounds are NaN, and the method says why."""

    value: float
    low: float
    high: float
    method: str
    n: int
    clusters: int


UNKNOWN = Interval(math.nan, math.nan)
RESAMPLES = 10_000
MIN_AMOUNT_CLUSTERS = 10
"""The fewest clusters for an interval of amounts without an upper bound: with fewer, the simulated coverage is 89 %."""

NO_ROWS = "none: no rows"
ALL_ALIKE = "none: all drawings agree, which does not show how much others differ"


def too_few(clusters: int, needed: int = MIN_CLUSTERS, kind: str = "") -> str:
    """Return why a figure over so few clusters, which are drawings, has no interval."""
    return f"none: {clusters} {'drawing' if clusters == 1 else 'drawings'}; at least {needed} are needed{kind}"


def wilson(successes: int, n: int, z: float = Z95) -> Interval:
    """Return Wilson's score interval for a share (Wilson 1927, doi:10.1080/01621459.1927.10502953)."""
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n}: expected 0 ≤ successes ≤ n")
    return Interval(0.0, 1.0) if n == 0 else shares_interval(successes / n, n, z)


def shares_interval(share: float, n: float, z: float = Z95) -> Interval:
    """Return Wilson's score interval for a share of n rows, not necessarily an integer."""
    square = z * z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = z / (1 + square / n) * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    # Exactly 0 and 1 at the ends, where rounding could exceed them.
    return Interval(0.0 if share == 0 else middle - half, 1.0 if share == 1 else middle + half)


def cluster_interval(values: Numbers, clusters: Sequence[Hashable]) -> Interval:
    """Return the interval by the cluster-robust standard error and Student's t, with one degree of freedom fewer than
    effective clusters; if all clusters agree, `agreeing_interval`."""
    sums, sizes = by_cluster(values, clusters)
    if len(sums) < 2:
        return UNKNOWN
    low, high = effective.student_interval(sums, sizes)
    return agreeing_interval(sums, sizes) if np.isnan(low) else Interval(float(low), float(high))


def agreeing_interval(sums: np.ndarray, sizes: np.ndarray) -> Interval:
    """Return the interval of clusters with equal means: for shares by the bound of unseen clusters, otherwise NaN."""
    if len(sums) < MIN_CLUSTERS or not is_share(sums, sizes):
        return UNKNOWN
    low, high = effective.share_interval(sums, sizes, yes_no=False)
    return Interval(float(low), float(high))


def is_share(sums: np.ndarray, sizes: np.ndarray) -> bool:
    """Return whether all cluster means are between 0 and 1."""
    return bool((sums >= 0).all() and (sums <= sizes).all())


def cluster_bootstrap(
    values: Numbers, clusters: Sequence[Hashable], resamples: int = RESAMPLES, seed: int = 0
) -> Interval:
    """Return the 95 % interval of the mean by resampling whole clusters with replacement, bias-corrected and
    accelerated (BCa: Efron 1987, doi:10.1080/01621459.1987.10478410), the acceleration by leaving out each cluster.

    If all clusters agree, it is `agreeing_interval`, since resampling would give zero width.
    """
    if not len(values):
        same_length(values, clusters)
        return UNKNOWN
    sums, sizes = by_cluster(values, clusters)
    if len(sums) < 2:
        return UNKNOWN
    mean, error, _ = spread(sums, sizes)
    if error == 0:
        return agreeing_interval(sums, sizes)
    means = resampled_means(sums, sizes, resamples, seed)
    low, high = np.quantile(means, bca_levels(means, float(mean), means_without_each(sums, sizes)))
    return Interval(float(low), float(high)) if high > low else UNKNOWN


def bca_levels(means: np.ndarray, mean: float, without: np.ndarray) -> list[float]:
    """Return the quantiles of the resampled means that bound the interval. Draws equal to the mean count half."""
    # Equal means may differ in their last digits, since the order of the sum differs.
    near = np.isclose(means, mean, rtol=1e-12, atol=1e-15)
    below = (np.count_nonzero((means < mean) & ~near) + np.count_nonzero(near) / 2) / len(means)
    ends = 1 / (len(means) + 1)
    bias = NormalDist().inv_cdf(min(max(below, ends), 1 - ends))
    apart = without.mean() - without
    cubed = float((apart**2).sum()) ** 1.5
    acceleration = float((apart**3).sum()) / (6 * cubed) if cubed else 0.0
    shifted = (bias - Z95, bias + Z95)
    return [NormalDist().cdf(bias + shift / max(1 - acceleration * shift, 1e-9)) for shift in shifted]


def means_without_each(sums: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return the means with one cluster left out, for each cluster."""
    without: np.ndarray = (sums.sum() - sums) / (sizes.sum() - sizes)
    return without


def resampled_means(sums: np.ndarray, sizes: np.ndarray, resamples: int, seed: int) -> np.ndarray:
    """Return the means of the resamples, computed in blocks to bound the memory.

    Clusters with equal sums and sizes are drawn together, by a multinomial distribution over these kinds. Yes/no rows
    have few kinds, so that their draws cost almost nothing.
    """
    generator = np.random.default_rng(seed)
    kinds, counts = np.unique(np.stack([sums, sizes]), axis=1, return_counts=True)
    if kinds.shape[1] <= 64:
        drawn = generator.multinomial(len(sums), counts / len(sums), size=resamples)
        few: np.ndarray = drawn @ kinds[0] / (drawn @ kinds[1])
        return few
    means = np.empty(resamples)
    step = max(1, 4_000_000 // len(sums))
    for start in range(0, resamples, step):
        picks = generator.integers(len(sums), size=(min(step, resamples - start), len(sums)), dtype=np.int32)
        rows = len(sums) * sizes[0] if not np.ptp(sizes) else sizes.take(picks).sum(axis=1)
        means[start : start + step] = sums.take(picks).sum(axis=1) / rows
    return means


def mean_estimate(
    values: Numbers,
    clusters: Clusters,
    names: Sequence[Hashable] | None = None,
    share: bool = True,
    scale: tuple[float, float] = (0.0, 1.0),
) -> Estimate:
    """Return the mean with its interval. `names` of the rows are used in errors. `scale` has the least and the greatest
    possible value. Pass `share=False` for values without a greatest one, such as seconds, even if all happen to be
    between 0 and 1."""
    same_length(values, clusters)
    array = finite_array(values, names)
    n, groups = len(array), distinct(clusters)
    value = math.fsum(array) / n if n else 0.0
    lowest, width = scale[0], scale[1] - scale[0]
    low, high, method = mean_interval(array if scale == (0, 1) else (array - lowest) / width, clusters, share)
    return Estimate(value, lowest + width * low, lowest + width * high, method, n, groups)


def mean_interval(values: np.ndarray, clusters: Clusters, share: bool = True) -> tuple[float, float, str]:
    """Return the interval of a mean of clustered rows, and its method."""
    if not len(values):
        return *UNKNOWN, NO_ROWS
    sums, sizes = by_cluster(values, clusters)
    if len(sums) < MIN_CLUSTERS:
        return *UNKNOWN, too_few(len(sums))
    lowest, highest = float(values.min()), float(values.max())
    if not share or lowest < 0 or highest > 1:
        amounts = lowest >= 0
        if amounts and len(sums) < MIN_AMOUNT_CLUSTERS:
            return *UNKNOWN, too_few(len(sums), MIN_AMOUNT_CLUSTERS, " for amounts without an upper end")
        low, high = effective.amount_interval(sums, sizes) if amounts else effective.student_interval(sums, sizes)
        method = "gamma of effective rows, approximate" if amounts else "cluster-robust t"
        return float(low), float(high), ALL_ALIKE if np.isnan(low) else method
    yes_no = bool(np.isin(values, (0.0, 1.0)).all())
    if yes_no and len(sums) == len(values):
        return *blaker(round(values.sum()), len(values)), "exact (Blaker)"
    low, high = effective.share_interval(sums, sizes, yes_no)
    return float(low), float(high), share_method(sums, sizes, yes_no)


def share_method(sums: np.ndarray, sizes: np.ndarray, yes_no: bool) -> str:
    """Return the name of the method of `effective.share_interval` for these clusters."""
    if yes_no and effective.is_beta_binomial(sums, sizes):
        return "beta-binomial, correlation integrated out"
    if spread(sums, sizes).error == 0:
        return "bound of the unseen"
    approximate = not yes_no and effective.is_approximate(sums, sizes)
    return f"mid-P of effective rows{', approximate' if approximate else ''}"
