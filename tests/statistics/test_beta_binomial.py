"""Intervals of yes/no rows in clusters, compared with SciPy's likelihood, integrated in another way."""

import numpy as np
import pytest
from scipy import stats

from sgpkit import statistics
from sgpkit.statistics import beta_binomial, effective

CASES = [
    ([4, 4, 3, 0, 2, 4, 1, 4, 0, 4, 2, 3], [4] * 12),
    ([1, 0, 0, 2, 0, 0, 0, 0, 1, 0], [3, 5, 2, 8, 1, 4, 4, 2, 6, 3]),
    ([0, 0, 1, *[0] * 27], [4] * 30),
]


def integrated(sums, sizes, level):
    """Return the quantile of the share, from SciPy's beta-binomial on an even grid of shares and correlations."""
    shares = (np.arange(600) + 0.5) / 600
    correlations = (np.arange(40) + 0.5) / 40
    total = 1 / correlations - 1
    first, second = shares[:, None] * total, (1 - shares[:, None]) * total
    likelihood = sum(stats.betabinom.logpmf(hits, size, first, second) for hits, size in zip(sums, sizes, strict=True))
    weights = np.exp(likelihood - likelihood.max()).sum(axis=1) / np.sqrt(shares * (1 - shares))
    reached = np.cumsum(weights) / weights.sum()
    return float(np.interp(level, reached, shares + 0.5 / 600))


@pytest.mark.parametrize(("sums", "sizes"), CASES)
def test_ends_are_quantiles_of_the_likelihood_with_the_correlation_integrated_out(sums, sizes, monkeypatch):
    monkeypatch.setattr(beta_binomial, "ALIKE", 1.0)
    low, high = beta_binomial.share_interval(np.array(sums, float), np.array(sizes, float))
    assert float(low) == pytest.approx(integrated(sums, sizes, beta_binomial.TAIL), abs=0.004)
    assert float(high) == pytest.approx(integrated(sums, sizes, 1 - beta_binomial.TAIL), abs=0.008)


def test_many_samples_at_once_have_the_same_intervals():
    generator = np.random.default_rng(4)
    sizes = generator.integers(1, 6, (7, 12)).astype(float)
    sums = generator.binomial(sizes.astype(int), 0.3).astype(float)
    low, high = effective.share_interval(sums, sizes, yes_no=True)
    alone = [effective.share_interval(*pair, yes_no=True) for pair in zip(sums, sizes, strict=True)]
    assert np.allclose(np.stack([low, high], axis=1), np.array(alone, dtype=float))


def test_turning_right_into_wrong_turns_the_interval():
    sums, sizes = (np.array(case, float) for case in CASES[0])
    low, high = beta_binomial.share_interval(sums, sizes)
    turned_low, turned_high = beta_binomial.share_interval(sizes - sums, sizes)
    assert (turned_low, turned_high) == pytest.approx((1 - high, 1 - low), abs=1e-9)


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_drawings_that_agree_leave_room_for_others(value):
    estimate = statistics.mean_estimate([value] * 48, [row // 4 for row in range(48)])
    assert estimate.value == value
    assert 0.02 < estimate.high - estimate.low < 0.3
    assert value in (estimate.low, estimate.high)


def test_rows_that_are_always_alike_count_as_drawings():
    """Twelve drawings of four rows each, all right or all wrong, count as much as twelve rows."""
    right = [row // 4 < 9 for row in range(48)]
    clustered = statistics.mean_estimate(np.array(right, float), [row // 4 for row in range(48)])
    low, high = statistics.blaker(9, 12)
    assert clustered.low <= low + 0.02
    assert clustered.high >= high - 0.02


def test_large_samples_keep_the_interval_by_their_error():
    generator = np.random.default_rng(1)
    values = (generator.random(8_000) < 0.5).astype(float)
    assert statistics.mean_estimate(values, np.arange(8_000) // 4).method == "mid-P of effective rows"
