"""The smallest difference that a comparison detects, and the rows that it needs (Miller 2024, arXiv:2411.00640, §5)."""

import math
from statistics import NormalDist


def detectable(power: float, alpha: float) -> float:
    """Return the difference, in standard errors, that a two-sided test detects with this power."""
    if not (0 < alpha < 1 and 0 < power < 1):
        raise ValueError(f"power {power} and alpha {alpha}: expected each between 0 and 1")
    return NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(power)


def minimum_detectable_effect(standard_error: float, power: float = 0.8, alpha: float = 0.05) -> float:
    """Return the smallest true difference that a comparison with this standard error detects with this power."""
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

    `between_rows` is the variance over rows of the difference of the two expected scores, `within_rows` the variance
    of each model's score on one row, averaged over rows, of which `samples` a row are drawn.
    """
    variance = between_rows + sum(within / count for within, count in zip(within_rows, samples, strict=True))
    return math.ceil(detectable(power, alpha) ** 2 * variance / effect**2)
