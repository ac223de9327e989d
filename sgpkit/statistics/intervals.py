"""A mean and its interval, for rows that are independent and for rows that come in clusters.

Rows of one cluster come from one drawing and succeed or fail together; treating them as independent makes intervals
too narrow (Cameron & Miller 2015, doi:10.3368/jhr.50.2.317).
"""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

Numbers = Sequence[float] | np.ndarray


class Interval(NamedTuple):
    """The bounds of an interval."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A mean with its 95 % interval, the interval's method, and the numbers of rows and clusters."""

    value: float
    low: float
    high: float
    method: str
    n: int
    clusters: int


Z95 = 1.959963984540054
RESAMPLES = 10_000
FEW = 20


def wilson(successes: int, n: int, z: float = Z95) -> Interval:
    """Return Wilson's score interval for a share (Wilson 1927, doi:10.1080/01621459.1927.10502953)."""
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n}: expected 0 ≤ successes ≤ n")
    return Interval(0.0, 1.0) if n == 0 else shares_interval(successes / n, n, z)


def shares_interval(share: float, n: float, z: float = Z95) -> Interval:
    """Return Wilson's score interval for a share of n rows, where n need not be whole."""
    square = z * z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = z / (1 + square / n) * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    # The exact bounds at the ends are 0 and 1; rounding would put them a hair outside.
    return Interval(0.0 if share == 0 else middle - half, 1.0 if share == 1 else middle + half)


def cluster_standard_error(values: Numbers, clusters: Sequence[Hashable]) -> float:
    """Return the standard error of the mean that holds when the rows of a cluster resemble one another.

    The sandwich of Liang & Zeger (1986, doi:10.1093/biomet/73.1.13) for a mean, with the usual G/(G-1) for few
    clusters; with clusters of one row it is the common standard error. Not a number for fewer than two clusters.
    """
    sums, sizes = by_cluster(values, clusters)
    if len(sums) < 2:
        return math.nan
    left = sums - sizes * (sums.sum() / sizes.sum())
    return float(np.sqrt(left @ left * len(sums) / (len(sums) - 1)) / sizes.sum())


def cluster_interval(values: Numbers, clusters: Sequence[Hashable]) -> Interval:
    """Return the interval by the cluster-robust standard error and Student's t with clusters - 1 degrees of freedom."""
    from scipy import stats

    error = cluster_standard_error(values, clusters)
    if math.isnan(error):
        return Interval(math.nan, math.nan)
    mean = math.fsum(values) / len(values)
    half = float(stats.t.ppf(0.975, len(set(clusters)) - 1)) * error
    return Interval(mean - half, mean + half)


def cluster_bootstrap(
    values: Numbers, clusters: Sequence[Hashable], resamples: int = RESAMPLES, seed: int = 0
) -> Interval:
    """Return the 95 % interval of the mean by resampling whole clusters with replacement, bias-corrected and
    accelerated (BCa: Efron 1987, doi:10.1080/01621459.1987.10478410), the acceleration by leaving out each cluster."""
    if not len(values):
        same_length(values, clusters)
        return Interval(0.0, 1.0)
    sums, sizes = by_cluster(values, clusters)
    mean = sums.sum() / sizes.sum()
    if len(sums) == 1 or not np.ptp(sums / sizes):
        return Interval(float(mean), float(mean))
    means = resampled_means(sums, sizes, resamples, seed)
    low, high = np.quantile(means, bca_levels(means, mean, left_out(sums, sizes)))
    return Interval(float(low), float(high))


def bca_levels(means: np.ndarray, mean: float, without: np.ndarray) -> list[float]:
    """Return the quantiles of the resampled means that bound the interval. Draws equal to the mean count half."""
    # Sums of the same numbers in another order differ in their last digits: such draws are equal.
    near = np.isclose(means, mean, rtol=1e-12, atol=1e-15)
    below = (np.count_nonzero((means < mean) & ~near) + np.count_nonzero(near) / 2) / len(means)
    ends = 1 / (len(means) + 1)
    bias = NormalDist().inv_cdf(min(max(below, ends), 1 - ends))
    spread = without.mean() - without
    cubed = float((spread**2).sum()) ** 1.5
    acceleration = float((spread**3).sum()) / (6 * cubed) if cubed else 0.0
    shifted = (bias - Z95, bias + Z95)
    return [NormalDist().cdf(bias + shift / max(1 - acceleration * shift, 1e-9)) for shift in shifted]


def left_out(sums: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return the means without each of the clusters."""
    without: np.ndarray = (sums.sum() - sums) / (sizes.sum() - sizes)
    return without


def resampled_means(sums: np.ndarray, sizes: np.ndarray, resamples: int, seed: int) -> np.ndarray:
    """Return the means of the resamples, computed in blocks to bound the memory.

    Equal clusters are interchangeable, so that the number of draws of any of them is one multinomial number; yes/no
    rows have few kinds of cluster, and their draws cost next to nothing."""
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


def by_cluster(values: Numbers, clusters: Sequence[Hashable]) -> tuple[np.ndarray, np.ndarray]:
    """Return the sum and the number of the values of each cluster."""
    same_length(values, clusters)
    group = numbered(clusters)
    return np.bincount(group, weights=np.asarray(values, dtype=float)), np.bincount(group).astype(float)


def numbered(clusters: Sequence[Hashable]) -> np.ndarray:
    """Return for each item the number of its cluster, 0 upwards."""
    group: np.ndarray = np.unique(np.asarray([str(cluster) for cluster in clusters]), return_inverse=True)[1]
    return group


def same_length(values: Numbers, clusters: Sequence[Hashable] | np.ndarray) -> None:
    """Raise ValueError unless there are as many values as clusters."""
    if len(values) != len(clusters):
        raise ValueError(f"{len(values)} values and {len(clusters)} clusters: expected as many of each")


def mean_estimate(values: Sequence[float], clusters: Sequence[Hashable]) -> Estimate:
    """Return the mean with its interval: Wilson's for independent yes/no values, else the cluster bootstrap."""
    n, distinct = len(values), len(set(clusters))
    value = math.fsum(values) / n if n else 0.0
    if distinct == n and all(number in (0.0, 1.0) for number in values):
        low, high = wilson(round(sum(values)), n)
        return Estimate(value, low, high, "wilson", n, distinct)
    if len(set(values)) == 1 and values[0] in (0.0, 1.0):
        # All right or all wrong: resampling shows no variance, so each cluster counts as one yes or no.
        low, high = wilson(distinct if values[0] else 0, distinct)
        return Estimate(value, low, high, "wilson, by cluster", n, distinct)
    if not n:
        return Estimate(value, 0.0, 1.0, "wilson", 0, 0)
    low, high, method = mean_interval(values, clusters)
    return Estimate(value, low, high, method, n, distinct)


def mean_interval(values: Numbers, clusters: Sequence[Hashable]) -> tuple[float, float, str]:
    """Return the interval of a mean of clustered rows, and its method: fewer than 20 clusters are too few for the
    bootstrap, which would give two that happen to agree no width."""
    distinct = len(set(clusters))
    if distinct >= FEW:
        return *cluster_bootstrap(values, clusters), f"cluster bootstrap (BCa), {RESAMPLES} resamples"
    if all(number in (0.0, 1.0) for number in values):
        return *effective_wilson(values, clusters), "wilson, of effective rows"
    if distinct < 2 or not cluster_standard_error(values, clusters):
        return math.nan, math.nan, "too few clusters to tell"
    low, high = cluster_interval(values, clusters)
    if min(values) >= 0 and max(values) <= 1:
        low, high = max(low, 0.0), min(high, 1.0)
    return low, high, "cluster-robust t"


def effective_wilson(values: Numbers, clusters: Sequence[Hashable]) -> Interval:
    """Return Wilson's interval for the effective number of independent rows (Korn & Graubard 1998, Survey Methodology
    24:193): smaller, the more alike the rows of a cluster are, and the fewer clusters there are."""
    from scipy import stats

    n, distinct, share = len(values), len(set(clusters)), math.fsum(values) / len(values)
    error = cluster_standard_error(values, clusters) if distinct > 1 else math.inf
    worth = min(n, share * (1 - share) / error**2) if error else n
    if distinct > 1 and n > 1:
        worth *= float(stats.t.ppf(0.975, n - 1) / stats.t.ppf(0.975, distinct - 1)) ** 2
    return shares_interval(share, max(worth, 0.1))


def jackknife(
    statistic: Callable[[Sequence[int]], Mapping[str, float]],
    clusters: Sequence[Hashable],
    values: Mapping[str, float] | None = None,
    groups: int = 20,
) -> dict[str, Estimate]:
    """Return estimates of figures that are no means, such as the consistency of a corpus: whole clusters, dealt into
    groups, are left out a group at a time (the delete-a-group jackknife: Kott 2001, Journal of Official Statistics
    17:521).

    `statistic` returns the figures of the rows at given indices. A figure that is missing when some group is left out
    has no interval: its bounds are not numbers. `values` are the figures of all rows, where known."""
    everything = range(len(clusters))
    whole = dict(statistic(everything) if values is None else values)
    number = numbered(clusters)
    distinct = int(number.max()) + 1 if len(number) else 0
    dealt = np.random.default_rng(0).permutation(distinct) % groups if distinct else number
    used = min(groups, distinct)
    without = [statistic([index for index in everything if dealt[number[index]] != group]) for group in range(used)]
    method = f"delete-a-group jackknife, {used} groups"
    return {
        name: jackknifed(value, [part.get(name) for part in without], method, len(clusters), distinct)
        for name, value in whole.items()
    }


def jackknifed(value: float, without: Sequence[float | None], method: str, n: int, clusters: int) -> Estimate:
    """Return the estimate of one figure from its values without each of the groups."""
    from scipy import stats

    known = np.array([value_without for value_without in without if value_without is not None])
    if len(known) < len(without) or len(known) < 2:
        return Estimate(value, math.nan, math.nan, method, n, clusters)
    error = math.sqrt((len(known) - 1) / len(known) * float(((known - known.mean()) ** 2).sum()))
    half = float(stats.t.ppf(0.975, len(known) - 1)) * error
    return Estimate(value, value - half, value + half, method, n, clusters)
