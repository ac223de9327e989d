"""Two models on the same rows, and many comparisons at once."""

import numpy as np
import pytest
import scipy.stats

from sgpkit import statistics


def test_mcnemar_is_exact():
    # 2 * (C(6,0) + C(6,1)) / 2**6
    assert statistics.mcnemar(1, 5) == pytest.approx(14 / 64)
    assert statistics.mcnemar(5, 1) == pytest.approx(14 / 64)
    assert statistics.mcnemar(0, 0) == statistics.mcnemar(3, 3) == 1.0
    with pytest.raises(ValueError, match="expected counts"):
        statistics.mcnemar(-1, 2)


def test_independent_yes_and_no_rows():
    first, second = [0.0, 0, 0, 1, 1, 1, 0, 0], [1.0, 1, 1, 1, 1, 0, 0, 0]
    result = statistics.paired_difference(first, second, range(8))
    assert (result.value, result.gained, result.lost, result.n) == (0.25, 3, 1, 8)
    assert result.p == statistics.mcnemar(3, 1)
    assert result.method == "exact McNemar; interval: gains and losses apart (MOVER)"
    assert result.low < 0.25 < result.high


def test_shares_of_other_rows_differ_by_newcombes_interval():
    """Newcombe (1998), method 10: 9 of 10 minus 3 of 10 is 0.6, between 0.1705 and 0.8090, by Wilson's intervals."""

    def newcombe(first, second):
        below = np.hypot(0.9 - second[0], first[1] - 0.3)
        above = np.hypot(second[1] - 0.9, 0.3 - first[0])
        return pytest.approx((0.6 - below, 0.6 + above), abs=5e-5)

    assert newcombe(statistics.wilson(3, 10), statistics.wilson(9, 10)) == (0.1705, 0.8090)
    few, many = [1.0] * 3 + [0.0] * 7, [1.0] * 9 + [0.0]
    result = statistics.independent_difference(few, range(10), many, range(10))
    assert (result.low, result.high) == newcombe(statistics.blaker(3, 10), statistics.blaker(9, 10))
    back = statistics.independent_difference(many, range(10), few, range(10))
    assert (back.value, back.low, back.high) == pytest.approx((-result.value, -result.high, -result.low))


def test_few_clusters_are_exchanged_in_every_way():
    generator = np.random.default_rng(1)
    first, second = generator.random(10), generator.random(10) + 0.3
    result = statistics.paired_difference(first, second, range(10))
    theirs = scipy.stats.permutation_test(
        (first, second), lambda a, b, axis: (b - a).mean(axis=axis), permutation_type="samples", vectorized=True
    )
    assert result.p == pytest.approx(theirs.pvalue)
    assert statistics.paired_difference(first, first, range(10)).p == 1.0


def test_equal_models_are_found_different_as_rarely_as_promised_and_intervals_cover():
    generator = np.random.default_rng(8)
    result = covered = naive = 0
    for _ in range(200):
        # Both models share the difficulty of a drawing, and each has a random effect of its own.
        luck = np.repeat(generator.normal(0, 0.3, size=(2, 40)), 6, axis=1)
        scores = 0.5 + luck + generator.normal(0, 0.1, size=(2, 240))
        clusters = np.repeat(np.arange(40), 6).tolist()
        difference = statistics.paired_difference(scores[0], scores[1], clusters)
        result += difference.p < 0.05
        covered += difference.low <= 0 <= difference.high
        naive += scipy.stats.ttest_rel(*scores).pvalue < 0.05
    assert result / 200 <= 0.08
    assert 0.92 <= covered / 200 <= 0.98
    assert naive / 200 > 0.25


def test_holm_and_benjamini_hochberg():
    assert statistics.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    values = np.random.default_rng(9).random(30) ** 3
    assert statistics.benjamini_hochberg(values) == pytest.approx(scipy.stats.false_discovery_control(values))
    assert statistics.holm([]) == statistics.benjamini_hochberg([]) == []
    assert all(
        one >= other for one, other in zip(statistics.holm(values), statistics.benjamini_hochberg(values), strict=True)
    )


def test_ranks_say_what_the_data_leave_open():
    generator = np.random.default_rng(10)
    ease = generator.random(400)
    scores = {
        name: np.clip(ease + shift + generator.normal(0, 0.1, 400), 0, 2)
        for name, shift in {"far ahead": 0.5, "one": 0.2, "twin": 0.2, "last": 0.0}.items()
    }
    table = statistics.rank_intervals(scores, range(400))
    spans = {item.name: (item.rank, item.worst) for item in table}
    assert spans["far ahead"] == (1, 1)
    assert spans["one"] == spans["twin"] == (2, 3)
    assert spans["last"] == (4, 4)
    assert [item.rank for item in table] == [1, 2, 2, 4]
    same = statistics.rank_intervals({"a": [1.0, 0.0], "b": [1.0, 0.0]}, "xy")
    assert [(item.rank, item.worst) for item in same] == [(1, 2), (1, 2)]


def test_models_without_a_clear_difference_may_have_different_ranks():
    """The first is clearly better than the last only; the middle one differs clearly from neither."""
    scores = {name: [1.0] * right + [0.0] * (100 - right) for name, right in {"a": 60, "b": 55, "c": 50}.items()}
    table = statistics.rank_intervals(scores, range(100))
    assert [(item.name, item.rank, item.worst) for item in table] == [("a", 1, 2), ("b", 1, 3), ("c", 2, 3)]
