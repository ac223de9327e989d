"""Figures compared with SciPy, with published examples, and with results of statsmodels 0.15.0 for the same numbers."""

import numpy as np
import pytest
import scipy.stats

from sgpkit import statistics
from sgpkit.statistics import differences

VALUES = [((7 * index) % 11) / 10 for index in range(24)]


@pytest.mark.parametrize(
    ("clusters", "error"),
    [
        # OLS(values, ones).fit(cov_type="cluster", cov_kwds={"groups": clusters}).bse
        ([index // 3 for index in range(24)], 0.04175585692213237),
        ([0] * 9 + [1] * 5 + [2] * 4 + [3] * 3 + [4] * 2 + [5], 0.04578596036632483),
    ],
)
def test_the_cluster_robust_error_is_that_of_statsmodels(clusters, error):
    assert statistics.cluster_standard_error(VALUES, clusters) == pytest.approx(error, rel=1e-12)


def test_intervals_and_adjustments_are_those_of_statsmodels():
    # proportion_confint(…, method="wilson"), multipletests, mcnemar(…, exact=True), fleiss_kappa, cohens_kappa
    assert statistics.wilson(3, 20) == pytest.approx((0.052368745896216595, 0.36041886474075696))
    assert statistics.wilson(81, 263) == pytest.approx((0.2552885198782742, 0.36620957698280004))
    p_values = [0.001, 0.02, 0.03, 0.04, 0.6]
    assert statistics.holm(p_values) == pytest.approx([0.005, 0.08, 0.09, 0.09, 0.6])
    assert statistics.benjamini_hochberg(p_values) == pytest.approx([0.005, 0.05, 0.05, 0.05, 0.6])
    assert statistics.mcnemar(9, 2) == pytest.approx(0.0654296875)
    first, second = [0] * 25 + [1] * 25, [0] * 20 + [1] * 5 + [0] * 10 + [1] * 15
    assert statistics.cohen_kappa(first, second) == pytest.approx(0.4)


def test_fleiss_kappa_of_the_textbook_table():
    """Fleiss' kappa of 10 subjects, 14 raters and 5 classes is 0.20993."""
    counts = [
        [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
    ]  # fmt: skip
    rows = [[label for label, count in enumerate(row) for _ in range(count)] for row in counts]
    assert statistics.fleiss_kappa(rows) == pytest.approx(0.20993070442195522)
    assert statistics.fleiss_kappa(rows, strict=True) == pytest.approx(0.20993070442195522), "nobody was silent"


@pytest.mark.parametrize("n", [5, 10, 17, 40])
def test_blakers_interval_lies_within_clopper_and_pearsons_and_accepts_what_its_test_accepts(n):
    shares = np.linspace(0.0005, 0.9995, 4_000)
    for successes in range(n + 1):
        low, high = statistics.blaker(successes, n)
        theirs = scipy.stats.binomtest(successes, n).proportion_ci(method="exact")
        assert theirs.low - 1e-9 <= low < high <= theirs.high + 1e-9
        # By the definition: counts whose smaller tail is no likelier than the observed count's.
        counts = np.arange(n + 1)[:, None]
        chances = scipy.stats.binom.pmf(counts, n, shares)
        tails = np.minimum(scipy.stats.binom.cdf(counts, n, shares), scipy.stats.binom.sf(counts - 1, n, shares))
        accepted = (chances * (tails <= tails[successes] * (1 + 1e-9))).sum(axis=0) > 0.05
        inside = shares[accepted]
        assert inside.min() == pytest.approx(max(low, shares[0]), abs=5e-4)
        assert inside.max() == pytest.approx(min(high, shares[-1]), abs=5e-4)


@pytest.mark.parametrize("n", [5, 10, 17, 30, 100])
def test_blakers_interval_covers_95_percent_at_every_share_and_wilsons_does_not(n):
    shares = np.linspace(0.001, 0.999, 1_001)
    chances = scipy.stats.binom.pmf(np.arange(n + 1)[:, None], n, shares)

    def least(interval):
        bounds = np.array([interval(successes, n) for successes in range(n + 1)])
        covering = (bounds[:, :1] <= shares) & (shares <= bounds[:, 1:])
        return (chances * covering).sum(axis=0).min()

    assert least(statistics.blaker) >= 0.95 - 1e-9
    assert least(statistics.wilson) < 0.93


def test_blakers_published_example_is_met():
    """Blaker (2000), section 1: 5 successes of 10 have the confidence limits 0.2224 and 0.7776."""
    assert statistics.blaker(5, 10) == pytest.approx((0.2224, 0.7776), abs=5e-5)
    with pytest.raises(ValueError, match="expected 0 ≤"):
        statistics.blaker(6, 5)


def test_the_exact_exchange_is_scipys_permutation_test():
    generator = np.random.default_rng(5)
    apart = generator.normal(0.3, 1, 9)
    theirs = scipy.stats.permutation_test(
        (apart,), lambda values, axis: values.mean(axis=axis), permutation_type="samples", vectorized=True
    )
    assert differences.exchange_test(apart, range(9)) == pytest.approx(theirs.pvalue)
    assert differences.pair_p(apart, range(9)) == pytest.approx(theirs.pvalue)


def test_welchs_test_is_scipys():
    generator = np.random.default_rng(6)
    first, second = generator.random(30), generator.random(20) + 0.1
    result = statistics.independent_difference(first, range(30), second, range(20))
    theirs = scipy.stats.ttest_ind(second, first, equal_var=False)
    assert result.p == pytest.approx(theirs.pvalue)


def test_the_equal_cluster_interval_is_students():
    values = np.random.default_rng(7).normal(size=25)
    theirs = scipy.stats.ttest_1samp(values, 0).confidence_interval()
    result = statistics.mean_estimate(values, range(25))
    assert (result.low, result.high) == pytest.approx((theirs.low, theirs.high))
    assert result.method == "cluster-robust t"
