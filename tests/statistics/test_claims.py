"""No figure claims more than its rows can show: attacks on intervals, tests and ranks that once gave wrong output."""

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sgpkit import statistics
from sgpkit.statistics import differences, effective
from sgpkit.statistics.exact import mid_p, unseen

ROWS = st.lists(st.tuples(st.sampled_from([0.0, 0.25, 0.37, 1.0]), st.integers(0, 12)), min_size=1, max_size=40)


@given(ROWS)
def test_no_interval_of_a_share_has_no_width_leaves_its_bounds_or_its_value(rows):
    values, clusters = zip(*rows, strict=True)
    result = statistics.mean_estimate(values, clusters)
    if len(set(clusters)) < 5:
        assert math.isnan(result.low), result.method
        assert math.isnan(result.high)
        return
    assert 0 <= result.low < result.high <= 1
    assert result.low <= result.value <= result.high


@example([(0.0, 0), (0.0, 4), (0.25, 0), (0.25, 3), (1.0, 0), (1.0, 1), (1.0, 2)], random.Random(1))
@given(ROWS, st.randoms(use_true_random=False))
def test_an_interval_turns_over_with_the_scores_and_knows_no_order(rows, random):
    values, clusters = zip(*rows, strict=True)
    result = statistics.mean_estimate(values, clusters)
    turned = statistics.mean_estimate([1 - value for value in values], clusters)
    shuffled = random.sample(rows, len(rows))
    again = statistics.mean_estimate([value for value, _ in shuffled], [str(cluster) for _, cluster in shuffled])
    bounds = (1 - turned.high, 1 - turned.low)
    assert (result.low, result.high) == pytest.approx(bounds, nan_ok=True, abs=1e-6)
    assert (result.low, result.high) == pytest.approx((again.low, again.high), nan_ok=True, abs=1e-9)


@given(st.lists(st.tuples(*[st.sampled_from([0.0, 0.5, 1.0])] * 2, st.integers(0, 12)), min_size=1, max_size=40))
def test_no_difference_has_no_width_and_both_ways_are_one(rows):
    first, second, clusters = zip(*rows, strict=True)
    result = statistics.paired_difference(first, second, clusters)
    back = statistics.paired_difference(second, first, clusters)
    assert (result.low, result.high) == pytest.approx((-back.high, -back.low), nan_ok=True, abs=1e-9)
    assert 0 < result.p == pytest.approx(back.p)
    if len(set(clusters)) < 5:
        assert math.isnan(result.low)
        return
    assert -1 <= result.low < result.high <= 1
    assert result.low <= result.value + 1e-12
    assert result.value <= result.high + 1e-12


def test_equal_clusters_are_no_proof():
    """For three clusters of four rows, with one row lost in each, the output was once −25 % [−25 %, −25 %], p 0."""
    clusters = np.repeat(range(3), 4)
    result = statistics.paired_difference([1.0] * 12, [0.0, 1, 1, 1] * 3, clusters)
    assert math.isnan(result.low)
    assert result.p == pytest.approx(2 / 2**3), "both whole exchanges of three clusters are as large"
    more = statistics.paired_difference([1.0] * 40, [0.0, 1, 1, 1] * 10, np.repeat(range(10), 4))
    assert more.low < -0.25 < more.high
    assert differences.robust_p(np.full(12, -0.25), clusters) == pytest.approx(0.25)


def test_three_clusters_without_a_difference_never_exclude_none():
    generator = np.random.default_rng(27)
    rows = (generator.random((400, 2, 12)) < 0.5).astype(float)
    matches = [statistics.paired_difference(first, second, np.repeat(range(3), 4)) for first, second in rows]
    assert not any(one.low > 0 or one.high < 0 for one in matches)
    assert all(one.p >= 0.25 for one in matches)


def test_equal_values_are_within_their_own_interval_whatever_rounding_does():
    for value, count in itertools.product((0.37, 0.1, 0.7, 1 / 3, 0.0, 1.0), (5, 7, 25, 49)):
        for method in (statistics.cluster_bootstrap, statistics.cluster_interval):
            low, high = method([value] * count, range(count))
            assert low <= value <= high
            assert low < high
        bound = float(unseen(count))
        assert (low, high) == pytest.approx((value * (1 - bound), value + bound * (1 - value)), abs=1e-9)
    amounts = statistics.mean_estimate([37.0] * 25, range(25))
    assert math.isnan(amounts.low)
    assert amounts.method.startswith("none: all drawings agree")


def test_the_unseen_bound_is_the_share_at_which_half_the_chance_of_none_is_a_fortieth():
    for clusters in (5, 20, 100):
        assert 0.5 * (1 - float(unseen(clusters))) ** clusters == pytest.approx(0.025)


def test_ranks_on_two_rows_are_open():
    assert statistics.mcnemar(2, 0) == 0.5
    ranks = statistics.rank_intervals({"a": [1, 1], "b": [0, 0]}, ["x", "y"])
    assert [(rank.rank, rank.worst) for rank in ranks] == [(1, 2), (1, 2)]


@pytest.mark.parametrize("rows", range(1, 6))
def test_no_rank_is_certain_on_five_rows_or_fewer(rows):
    """With five rows even the most extreme outcome has an exchange p of 2/32."""
    scores = {"a": [1.0] * rows, "b": [0.0] * rows, "c": [0.5] * rows}
    for rank in statistics.rank_intervals(scores, range(rows)):
        assert (rank.rank, rank.worst) == (1, 3)


def test_quick_tests_of_pairs_are_exact_where_few_rows_differ():
    """Student's t calls four gains and no loss of 50 rows a finding; McNemar's exact test does not."""
    apart = np.zeros(50)
    apart[:4] = 1
    assert differences.robust_p(apart, range(50)) < 0.05
    assert differences.pair_p(apart, range(50)) == pytest.approx(statistics.mcnemar(4, 0)) == pytest.approx(0.125)


def test_errors_that_vanish_on_both_sides_are_no_certainty():
    result = statistics.independent_difference([0.0] * 6, range(6), [1.0] * 5, range(5))
    assert result.p == pytest.approx(1 / math.comb(11, 5))
    assert result.low < 1 == result.high
    few = statistics.independent_difference([0.0] * 2, range(2), [1.0] * 2, range(2))
    assert few.p == pytest.approx(2 / math.comb(4, 2))
    assert math.isnan(few.low)
    same = statistics.independent_difference([0.4] * 6, range(6), [0.4] * 6, range(6))
    assert same.p == 1.0
    assert same.low < 0 < same.high


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_refused_with_the_name_of_its_row(bad):
    values, names = [0.5, bad, 0.5], ["one", "two", "three"]
    with pytest.raises(statistics.NotFinite, match=r"'two'.*expected a finite number"):
        statistics.mean_estimate(values, "abc", names)
    with pytest.raises(statistics.NotFinite, match="'two'"):
        statistics.paired_difference([0.0] * 3, values, "abc", names)
    for refused in (
        lambda: statistics.cluster_bootstrap(values, "abc"),
        lambda: statistics.cluster_interval(values, "abc"),
        lambda: statistics.rank_intervals({"model": values, "other": [0.0] * 3}, "abc"),
        lambda: statistics.paired_bootstrap(statistics.pearson, values, values, "abc"),
        lambda: statistics.independent_difference(values, "abc", values, "abc"),
        lambda: statistics.jackknife(lambda rows: {"figure": bad}, range(6)),
    ):
        with pytest.raises(statistics.NotFinite, match=r"row 1|figure 'figure'"):
            refused()


def test_figures_of_a_corpus_that_are_shares_stay_shares():
    values = np.array([1.0] * 57 + [0.0] * 3)
    result = statistics.jackknife(lambda rows: {"average": float(values[list(rows)].mean())}, range(60))["average"]
    assert 0 <= result.low < result.value < result.high < 1, "Student's t ends above 1"
    alike = statistics.jackknife(lambda rows: {"average": 1.0}, range(60))["average"]
    assert (alike.low, alike.high) == (pytest.approx(1 - float(unseen(60))), 1.0)
    few = statistics.jackknife(lambda rows: {"average": float(values[list(rows)].mean())}, [0] * 30 + [1] * 30)
    assert few["average"].method == "none: 2 drawings; at least 5 are needed"


def test_mid_p_of_whole_numbers_halves_the_chance_of_the_count():
    import scipy.stats

    for successes, n in ((1, 10), (3, 20), (50, 100)):
        low, high = (float(bound) for bound in mid_p(np.asarray(successes / n), np.asarray(float(n))))
        for share, tail in ((low, scipy.stats.binom.sf), (high, scipy.stats.binom.cdf)):
            strict = tail(successes if share == low else successes - 1, n, share)
            assert strict + scipy.stats.binom.pmf(successes, n, share) / 2 == pytest.approx(0.025, abs=1e-9)


def test_more_rows_of_the_same_drawings_tell_no_more():
    values = np.random.default_rng(1).random(30)
    single = statistics.mean_estimate(values, range(30))
    copied = statistics.mean_estimate(np.repeat(values, 6), np.repeat(range(30), 6))
    assert (copied.low, copied.high) == pytest.approx((single.low, single.high))


def test_one_large_cluster_is_not_many():
    sizes = np.array([200.0] + [1.0] * 20)
    values = np.random.default_rng(2).random(21)
    one, even = effective.spread(values * sizes, sizes), effective.spread(values, np.ones(21))
    assert one.effective < 1.3
    assert even.effective == pytest.approx(21)
    low, high = effective.share_interval(values * sizes, sizes, yes_no=False)
    assert high - low > 0.7
