"""Intervals of clustered shares from their effective number of rows.

A share's interval must be asymmetric near 0 and 1, be wider for few and unequal clusters, and allow for rare clusters
that are missing from the sample. All three follow from the effective number of rows (Korn & Graubard 1998, Survey
Methodology 24:193): the size of an independent yes/no sample whose mean has the same standard error. The last axis of
all arrays holds the clusters, so that `tools/bench/grading/coverage` can simulate many samples with this code."""

import numpy as np

from sgpkit.statistics import beta_binomial
from sgpkit.statistics.clusters import spread, student
from sgpkit.statistics.exact import mid_p, unseen

Z95 = 1.959963984540054

YES_NO = (6.0, 12.0, 0.0, 0.5, 1.5)
GRADED = (8.0, 20.0, 4.0, 0.2, 0.8)
"""Parameters of `distrust`: the numbers of carrying clusters, and their variation, between which the weight of the
spread decreases. Chosen by simulation (docs/coverage.md).
"""

UNEQUAL = 0.75
"""The ratio of effective clusters to clusters below which the interval of graded shares is called approximate."""


def carrying_clusters(sums: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return the effective number of clusters that contribute to a share's distance from its nearer end, 0 or 1: the
    number of equal contributions with the same concentration."""
    both = []
    for weight in (sums, sizes - sums):
        square = (weight**2).sum(axis=-1)
        both.append(weight.sum(axis=-1) ** 2 / np.where(square > 0, square, 1.0))
    from_zero, from_one = both
    rows = sizes.sum(axis=-1)
    lean = 2 * sums.sum(axis=-1) - rows
    # Equally far from both ends: take the fewer, so that inverting all scores changes nothing.
    middle = np.abs(lean) <= 1e-9 * rows
    carried: np.ndarray = np.where(middle, np.minimum(from_zero, from_one), np.where(lean < 0, from_zero, from_one))
    return carried


def distrust(sums: np.ndarray, sizes: np.ndarray, effective: np.ndarray, yes_no: bool) -> np.ndarray:
    """Return the weight, 0 to 1, of the bound that does not use the spread: if few clusters determine the figure, other
    such clusters may be missing from the sample, so that its spread is too small.
    """
    few, many, more, even, uneven = YES_NO if yes_no else GRADED
    carried = carrying_clusters(sums, sizes)
    variation = effective / np.maximum(carried, 1e-9) - 1
    lopsided = np.clip((variation - even) / (uneven - even), 0, 1)
    weight: np.ndarray = lopsided * np.clip((many + more * variation - carried) / (many - few), 0, 1)
    return weight


def share_interval(sums: np.ndarray, sizes: np.ndarray, yes_no: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the 95 % interval of shares over the last axis: of yes/no rows by `beta_binomial`, where it applies, else
    by `mid_p_interval`."""
    low, high = mid_p_interval(sums, sizes, yes_no)
    if yes_no and (few := is_beta_binomial(sums, sizes)).any():
        low, high = np.array(low), np.array(high)
        low[few], high[few] = beta_binomial.share_interval(sums[few], np.broadcast_to(sizes, sums.shape)[few])
    return low, high


def is_beta_binomial(sums: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return whether `beta_binomial` gives the interval of yes/no rows: enough clusters, and not too many rows."""
    mean, error, _ = spread(sums, sizes)
    rows = np.broadcast_to(sizes.sum(axis=-1), mean.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        worth = np.where(error > 0, mean * (1 - mean) / error**2, rows)
    enough = sums.shape[-1] >= beta_binomial.MIN_CLUSTERS
    applies: np.ndarray = (np.minimum(worth, rows) <= beta_binomial.MAX_WORTH) & enough
    return applies


def mid_p_interval(sums: np.ndarray, sizes: np.ndarray, yes_no: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return the 95 % interval of shares over the last axis: mid-P on the effective number of rows.

    If all clusters agree, their spread is 0, and `unseen` bounds the share of clusters that would not.
    """
    mean, error, effective = spread(sums, sizes)
    rows = sizes.sum(axis=-1)
    agreeing = error == 0
    with np.errstate(divide="ignore", invalid="ignore"):
        worth = np.where(agreeing, rows, mean * (1 - mean) / np.where(agreeing, 1.0, error) ** 2)
    worth = np.minimum(worth, rows) if yes_no else worth
    worth = np.maximum(worth, 1e-3)
    weight = distrust(sums, sizes, effective, yes_no)
    worth = 1 / ((1 - weight) / worth + weight / np.minimum(worth, effective))
    low, high = mid_p(mean, worth * (Z95 / student(effective)) ** 2)
    bound = unseen(effective)
    low = (
        np.where(agreeing, np.minimum(low, mean * (1 - bound)), low)
        if yes_no
        else np.where(agreeing, mean * (1 - bound), low)
    )
    high = (
        np.where(agreeing, np.maximum(high, mean + bound * (1 - mean)), high)
        if yes_no
        else np.where(agreeing, mean + bound * (1 - mean), high)
    )
    end = agreeing & ((mean <= 0) | (mean >= 1))
    low = np.where(end, np.where(mean <= 0, 0.0, 1 - bound), low)
    high = np.where(end, np.where(mean >= 1, 1.0, bound), high)
    return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)


def amount_interval(sums: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the approximate 95 % interval of amounts without an upper bound, such as seconds: that of a gamma
    distribution of the same mean and standard error (as Fay & Feuer 1997, Statistics in Medicine 16:791), which is
    longer upwards, since rare amounts are large. NaN if all clusters agree."""
    from scipy import special

    mean, error, effective = spread(sums, sizes)
    with np.errstate(divide="ignore", invalid="ignore"):
        shape = (mean / error) ** 2 * (Z95 / student(effective)) ** 2
        low = special.gammaincinv(shape, 0.025) / shape * mean
        high = special.gammaincinv(shape + 1, 0.975) / shape * mean
    known = (error > 0) & (mean > 0)
    return np.where(known, low, np.nan), np.where(known, high, np.nan)


def student_interval(sums: np.ndarray, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the 95 % interval by the cluster-robust error and Student's t, or NaN if all clusters agree."""
    mean, error, effective = spread(sums, sizes)
    half = np.where(error > 0, student(effective) * error, np.nan)
    return mean - half, mean + half


def is_approximate(sums: np.ndarray, sizes: np.ndarray) -> bool:
    """Return whether the clusters of graded shares are so unequal that the simulated coverage is below 93.5 %."""
    return bool(spread(sums, sizes).effective < UNEQUAL * len(sums))
