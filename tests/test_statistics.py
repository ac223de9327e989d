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
