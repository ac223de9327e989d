"""The smallest difference that a comparison detects, and the number of rows it needs (Miller 2024, arXiv:2411.00640,
§5)."""

import math
from collections.abc import Sequence
from statistics import NormalDist

from sgpkit.statistics.clusters import MIN_CLUSTERS


def detectable(power: float, alpha: float) -> float:
    """Return the difference, in standard errors, that a two-sided test detects with this power."""
    if not (0 < alpha < 1 and 0 < power < 1):
        raise ValueError(f"power {power} and alpha {alpha}: expected each between 0 and 1")
    return NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(power)


DISAGREEING = 0.2
"""The default share of rows on which two models of similar strength differ."""

ALIKE = 0.2
"""The default correlation of the scores of two rows of one drawing."""


def paired_standard_error(sizes: Sequence[int], disagreeing: float = DISAGREEING, alike: float = ALIKE) -> float:
    """Return the expected standard error of a paired difference of yes/no rows in clusters of these sizes: the variance
    of independent rows times the design effect of unequal clusters (Kish 1965, Survey Sampling, §5.4). `disagreeing` is
    the share of rows on which the models differ, `alike` the correlation of the rows of a cluster."""
    if not sizes or min(sizes) < 1 or not 0 <= disagreeing <= 1 or not 0 <= alike <= 1:
        raise ValueError(f"{len(sizes)} clusters, {disagreeing} differing, {alike} alike: expected rows and shares")
    rows = sum(sizes)
    effect = 1 + alike * (sum(size * size for size in sizes) / rows - 1)
    return math.sqrt(disagreeing / rows * effect)


def undetectable(sizes: Sequence[int], disagreeing: float = DISAGREEING, alike: float = ALIKE) -> float | None:
    """Return the smallest difference that a comparison on these clusters detects with 80 % power at the 5 % level, or
    None for fewer than five clusters, which cannot show any."""
    if len(sizes) < MIN_CLUSTERS:
        return None
    effect = minimum_detectable_effect(paired_standard_error(sizes, disagreeing, alike))
    return effect if effect < 1 else None


def minimum_detectable_effect(standard_error: float, power: float = 0.8, alpha: float = 0.05) -> float:
    """Return the smallest true difference that a comparison with this standard error detects with the given power."""
    return detectable(power, alpha) * standard_error


def needed_rows(
    effect: float,
    between_rows: float,
    within_rows: tuple[float, float] = (0.0, 0.0),
    samples: tuple[int, int] = (1, 1),
    power: float = 0.8,
    alpha: float = 0.05,
) -> int:
    """Return the number of independent rows that a paired comparison needs to detect a difference of `effect`.

    `between_rows` is the variance over rows of the difference of the two expected scores, `within_rows` the variance of
    each model's score on one row, averaged over rows, and `samples` the number of samples of each model per row.
    """
    variance = between_rows + sum(within / count for within, count in zip(within_rows, samples, strict=True))
    return math.ceil(detectable(power, alpha) ** 2 * variance / effect**2)
