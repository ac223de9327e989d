"""The interval of a share of yes/no rows in clusters, if the chances of the clusters have a beta distribution.

The likelihood of the share and of the correlation within clusters is known on a grid of both; the correlation, which
few clusters hardly determine, is integrated out with a uniform prior instead of being estimated, and the ends are
quantiles of the share under Jeffreys' prior. Such intervals have the nominal coverage even for few clusters and near 0
and 1, where intervals from an estimated error must be much wider (docs/coverage.md). The last axis of all arrays holds
the clusters.
"""

from functools import lru_cache

import numpy as np

from sgpkit.statistics.clusters import spread

SHARES, CORRELATIONS = 241, 10
"""The numbers of points of the grid."""

TAIL, END = 0.0235, 0.047
"""The probability beyond each end; and beyond the single end for a sample without any success, or without any failure.
Somewhat below 0.025 and 0.05, so that the coverage is at least 93.5 % wherever it was simulated."""

MIN_CLUSTERS = 10
"""The fewest clusters: with five, the simulated coverage is 91 %."""

ALIKE = 0.65
"""The mean correlation from which a cluster has hardly more information than one row. The number of possible counts is
then small, so that coverage jumps with the share; the interval therefore also contains the exact interval of as many
rows as there are clusters.
"""

MAX_WORTH = 1_000
"""The greatest effective number of rows for the grid, whose points are then less than half a standard error apart."""

EDGES = np.linspace(0, np.pi / 2, SHARES + 1)
"""Ends of the cells of shares, as angles, on which Jeffreys' prior is uniform."""

ANGLES = (EDGES[1:] + EDGES[:-1]) / 2
ROOTS = (np.arange(CORRELATIONS) + 0.5) / CORRELATIONS
"""Square roots of the correlations, which are then denser near 0, where large clusters can distinguish them."""


@lru_cache(maxsize=1)
def parameters() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the parameters of the beta distributions on the grid, and the logarithm of their beta function."""
    from scipy import special

    total = (1 / ROOTS**2 - 1)[None, :]
    share = (np.sin(ANGLES) ** 2)[:, None]
    first, second = (share * total).ravel(), ((1 - share) * total).ravel()
    return first, second, special.betaln(first, second)


@lru_cache(maxsize=1024)
def terms(successes: int, size: int) -> np.ndarray:
    """Return the log-likelihood of a cluster on the grid."""
    from scipy import special

    first, second, whole = parameters()
    likelihood: np.ndarray = special.betaln(successes + first, size - successes + second) - whole
    return likelihood


def share_interval(sums: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the 95 % interval of shares over the last axis, given the successes and the sizes of clusters."""
    leading, clusters = sums.shape[:-1], sums.shape[-1]
    successes, rows = (np.rint(np.broadcast_to(part, sums.shape)).astype(int) for part in (sums, sizes))
    base = int(rows.max()) + 1
    kinds, index = np.unique((rows * base + successes).reshape(-1, clusters), return_inverse=True)
    counts = np.zeros((index.size // clusters, len(kinds)))
    np.add.at(counts, (np.repeat(np.arange(len(counts)), clusters), index.ravel()), 1.0)
    likelihood = counts @ np.stack([terms(int(kind % base), int(kind // base)) for kind in kinds])
    weights = posterior(likelihood)
    shares = distribution(weights)
    mean = (successes.sum(axis=-1) / rows.sum(axis=-1)).reshape(-1)
    low, high = (quantile(shares, level) for level in (TAIL, 1 - TAIL))
    low = np.where(mean >= 1, quantile(shares, END), np.minimum(low, mean))
    high = np.where(mean <= 0, quantile(shares, 1 - END), np.maximum(high, mean))
    alike = correlation(weights) > ALIKE
    if alike.any():
        exact = clopper_pearson(mean, np.reshape(spread(sums, sizes).effective, -1))
        low, high = np.where(alike, np.minimum(low, exact[0]), low), np.where(alike, np.maximum(high, exact[1]), high)
    return np.where(mean <= 0, 0.0, low).reshape(leading), np.where(mean >= 1, 1.0, high).reshape(leading)


def posterior(likelihood: np.ndarray) -> np.ndarray:
    """Return the weights of the cells of the grid: samples, shares, correlations."""
    likelihood = likelihood - likelihood.max(axis=1, keepdims=True)
    weights: np.ndarray = np.exp(likelihood).reshape(-1, SHARES, CORRELATIONS) * ROOTS  # uniform in the correlation
    return weights


def correlation(weights: np.ndarray) -> np.ndarray:
    """Return the mean correlation of each sample."""
    of_correlations = weights.sum(axis=1)
    mean: np.ndarray = of_correlations @ ROOTS**2 / of_correlations.sum(axis=1)
    return mean


def distribution(weights: np.ndarray) -> np.ndarray:
    """Return the distribution function of the share at the edges of its cells, one line per sample."""
    cells = weights.sum(axis=2)
    whole = np.concatenate([np.zeros((len(cells), 1)), np.cumsum(cells, axis=1)], axis=1)
    reached: np.ndarray = whole / whole[:, -1:]
    return reached


def clopper_pearson(mean: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the exact interval of a share of independent rows, whose number need not be whole."""
    from scipy import special

    hits, misses = mean * rows, (1 - mean) * rows
    low = special.betaincinv(np.maximum(hits, 1e-9), misses + 1, 0.025)
    high = special.betaincinv(hits + 1, np.maximum(misses, 1e-9), 0.975)
    return np.where(hits > 0, low, 0.0), np.where(misses > 0, high, 1.0)


def quantile(distribution: np.ndarray, level: float) -> np.ndarray:
    """Return the share at which each line reaches a level."""
    after = np.clip(np.argmax(distribution >= level, axis=1), 1, SHARES)
    lines = np.arange(len(distribution))
    below, above = distribution[lines, after - 1], distribution[lines, after]
    part = (level - below) / np.maximum(above - below, 1e-300)
    share: np.ndarray = np.sin(EDGES[after - 1] + part * (EDGES[after] - EDGES[after - 1])) ** 2
    return share
