"""Correlations and their intervals, compared with known values, NumPy, SciPy and simulation."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from sgpkit import statistics


def test_correlations_give_known_values():
    # Anscombe's first set (1973): a correlation of 0.81642.
    x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5]
    y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68]
    assert statistics.pearson(x, y) == pytest.approx(0.81642, abs=5e-6)
    assert statistics.spearman(x, y) == pytest.approx(0.818182, abs=5e-7)
    assert statistics.ranks([3, 1, 3, 2]).tolist() == [3.5, 1, 3.5, 2]
    assert statistics.spearman([1, 2, 3, 4], [1, 4, 9, 16]) == pytest.approx(1)
    assert np.isnan(statistics.pearson([1, 1, 1], [1, 2, 3]))


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=3, max_size=30))
def test_correlations_agree_with_numpy_and_do_not_mind_scale(pairs):
    x, y = (np.array(side, dtype=float) for side in zip(*pairs, strict=True))
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert np.isnan(statistics.pearson(x, y))
        return
    assert statistics.pearson(x, y) == pytest.approx(np.corrcoef(x, y)[0, 1])
    assert statistics.spearman(x**3, y * 7 - 2) == pytest.approx(statistics.spearman(x, y))


def test_the_paired_bootstrap_covers_a_known_correlation_and_draws_whole_clusters():
    generator = np.random.default_rng(7)
    covered = 0
    for repeat in range(100):
        x = generator.normal(size=80)
        y = 0.6 * x + 0.8 * generator.normal(size=80)
        low, high = statistics.paired_bootstrap(statistics.pearson, x, y, range(80), resamples=300, seed=repeat)
        covered += low <= 0.6 <= high
    assert 85 <= covered <= 100
    few = statistics.paired_bootstrap(statistics.pearson, x, y, [item // 8 for item in range(80)], resamples=300)
    fewer = statistics.paired_bootstrap(statistics.pearson, x, y, [item // 20 for item in range(80)])
    assert np.isnan(fewer).all(), "four clusters"
    assert few != statistics.paired_bootstrap(statistics.pearson, x, y, range(80), resamples=300)
    assert np.isnan(statistics.paired_bootstrap(statistics.pearson, [1] * 6, range(6), "abcdef")).all()
    with pytest.raises(ValueError, match="expected equal numbers"):
        statistics.paired_bootstrap(statistics.pearson, [1, 1], [1], "ab")


def test_the_interval_of_independent_pairs_is_fishers():
    generator = np.random.default_rng(4)
    x = generator.normal(size=40)
    y = x + generator.normal(size=40)
    result = statistics.correlate(statistics.pearson, x, y, range(40))
    theirs = scipy.stats.pearsonr(x, y).confidence_interval()
    assert (result.low, result.high) == pytest.approx((theirs.low, theirs.high))
    assert (result.method, result.n) == ("Fisher's z", 40)
    assert statistics.correlate(statistics.spearman, x, y, range(40)).method == "paired cluster bootstrap"
    assert statistics.correlate(statistics.pearson, x, y, [0, 0, *range(38)]).method == "paired cluster bootstrap"


def test_few_pairs_and_perfect_ones():
    assert statistics.pearson_interval(0.5, 3) == (-1, 1)
    assert np.isnan(statistics.pearson_interval(1.0, 10)).all(), "no width would claim that no pair can ever differ"
    line = np.arange(12.0)
    assert np.isnan(statistics.paired_bootstrap(statistics.pearson, line, 2 * line, range(12))).all()
    assert np.isnan(statistics.pearson_interval(float("nan"), 10)).all()
