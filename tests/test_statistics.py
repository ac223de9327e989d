"""Numbers with their uncertainty, against published examples, exact counts, and simulation."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit import statistics


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        # Newcombe 1998 (Statistics in Medicine 17:857), Table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_published_intervals(successes, n, low, high):
    assert statistics.wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(0, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_share_and_mirrors(pair):
    successes, n = pair
    low, high = statistics.wilson(successes, n)
    assert 0 <= low <= high <= 1
    if n:
        assert low <= successes / n <= high
    mirrored = statistics.wilson(n - successes, n)
    assert (low, high) == pytest.approx((1 - mirrored.high, 1 - mirrored.low))


@pytest.mark.parametrize(("successes", "n"), [(-1, 5), (6, 5)])
def test_wilson_refuses_impossible_counts(successes, n):
    with pytest.raises(ValueError, match="expected 0 ≤"):
        statistics.wilson(successes, n)


def test_intervals_of_clustered_rows_cover_the_truth_where_naive_ones_do_not():
    generator = np.random.default_rng(5)
    clustered = naive = 0
    repeats = 300
    for repeat in range(repeats):
        # 60 drawings with 5 questions each; the questions of a drawing succeed and fail together.
        skill = generator.beta(0.5, 0.5, size=60)
        values = (generator.random((60, 5)) < skill[:, None]).astype(float).ravel()
        clusters = np.repeat(np.arange(60), 5).tolist()
        low, high = statistics.cluster_bootstrap(values.tolist(), clusters, resamples=800, seed=repeat)
        clustered += low <= 0.5 <= high
        low, high = statistics.wilson(int(values.sum()), len(values))
        naive += low <= 0.5 <= high
    assert 0.91 <= clustered / repeats <= 0.98
    assert naive / repeats < 0.85


def test_the_bootstrap_is_the_same_each_time_and_ignores_cluster_names():
    values = [0.0, 1.0, 1.0, 0.5, 0.25, 1.0]
    first = statistics.cluster_bootstrap(values, ["a", "a", "b", "b", "c", "c"])
    assert first == statistics.cluster_bootstrap(values, ["x", "x", "y", "y", "z", "z"])
    assert first.low < sum(values) / 6 < first.high


def test_the_estimate_names_its_method():
    independent = statistics.mean_estimate([0.0, 1.0, 1.0], ["a", "b", "c"])
    assert (independent.method, independent.n, independent.clusters) == ("wilson", 3, 3)
    assert (independent.low, independent.high) == statistics.wilson(2, 3)
    assert statistics.mean_estimate([0.0, 1.0, 1.0], ["a", "a", "c"]).method.startswith("cluster bootstrap")
    assert statistics.mean_estimate([0.5, 1.0, 1.0], ["a", "b", "c"]).method.startswith("cluster bootstrap")
    unanimous = statistics.mean_estimate([1.0] * 4, ["a", "a", "b", "b"])
    assert (unanimous.low, unanimous.high) == statistics.wilson(2, 2)
    assert unanimous.method == "wilson, by cluster"
    assert statistics.mean_estimate([], []) == (0.0, 0.0, 1.0, "wilson", 0, 0)


@pytest.mark.parametrize("n", [1, 4, 6])
def test_pass_at_k_is_the_share_of_all_choices_of_k(n):
    for correct in range(n + 1):
        outcomes = [True] * correct + [False] * (n - correct)
        for k in range(1, n + 1):
            choices = list(itertools.combinations(outcomes, k))
            expected = sum(any(choice) for choice in choices) / len(choices)
            assert statistics.pass_at_k(n, correct, k) == pytest.approx(expected)


@pytest.mark.parametrize(("n", "correct", "k"), [(3, 4, 1), (3, 1, 4), (3, 1, 0), (3, -1, 1)])
def test_pass_at_k_refuses_impossible_counts(n, correct, k):
    with pytest.raises(ValueError, match="expected"):
        statistics.pass_at_k(n, correct, k)


def test_kappa_gives_the_textbook_value():
    # Fleiss, Levin & Paik 2003, Statistical Methods for Rates and Proportions, table 18.1: 0.85 agreed, 0.555 by chance.
    table = {(0, 0): 75, (0, 1): 1, (0, 2): 4, (1, 0): 5, (1, 1): 4, (1, 2): 1, (2, 0): 0, (2, 1): 0, (2, 2): 10}
    pairs = [pair for pair, count in table.items() for _ in range(count)]
    first, second = zip(*pairs, strict=True)
    agreed = sum(one == other for one, other in pairs) / len(pairs)
    chance = sum(first.count(label) * second.count(label) for label in range(3)) / len(pairs) ** 2
    assert statistics.cohen_kappa(first, second) == pytest.approx((agreed - chance) / (1 - chance))
    assert statistics.cohen_kappa(first, second) == pytest.approx(0.676, abs=0.001)
    assert statistics.cohen_kappa([1, 1], [1, 1]) == 1.0
    assert statistics.cohen_kappa([0, 1], [1, 0]) == -1.0
    assert statistics.cohen_kappa([0, 0, 1, 1], [0, 1, 0, 1]) == 0.0


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
    few = statistics.paired_bootstrap(statistics.pearson, x, y, [place // 8 for place in range(80)], resamples=300)
    assert few != statistics.paired_bootstrap(statistics.pearson, x, y, range(80), resamples=300)
    assert np.isnan(statistics.paired_bootstrap(statistics.pearson, [1, 1], [1, 2], "ab")).all()
    with pytest.raises(ValueError, match="as many of each"):
        statistics.paired_bootstrap(statistics.pearson, [1, 1], [1], "ab")


def test_minmax_average_turns_what_is_better_lower():
    rows = [
        {"accuracy": 10, "error": 4, "same": 3},
        {"accuracy": 20, "error": 2, "same": 3},
        {"accuracy": 15, "error": 0, "same": 3},
    ]
    assert statistics.minmax_average(rows, {"error"}) == [0, 75, 75]
    assert statistics.minmax_average(rows) == [50, 75, 25]
    assert statistics.minmax_average(rows[:1]) == [0]
    assert statistics.minmax_average([]) == []


@pytest.mark.parametrize(
    ("rows", "lower", "message"),
    [
        ([{"a": 1}], ["b"], "lower_is_better names b; the rows have a"),
        ([{"a": 1}, {"b": 1}], [], "row 1: expected finite figures for a"),
        ([{"a": float("nan")}], [], "row 0: expected finite"),
    ],
)
def test_minmax_average_refuses_what_it_cannot_scale(rows, lower, message):
    with pytest.raises(ValueError, match=message):
        statistics.minmax_average(rows, lower)
