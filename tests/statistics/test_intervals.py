"""Means and their intervals, compared with published examples, another library, and simulation."""

import numpy as np
import pytest
import scipy.stats
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


@pytest.mark.parametrize(("drawings", "item"), [(30, 5), (60, 5), (150, 2)])
def test_intervals_of_clustered_rows_cover_the_truth_where_naive_ones_do_not(drawings, item):
    generator = np.random.default_rng(5)
    covered = {"bootstrap": 0, "robust": 0, "naive": 0}
    repeats = 1_000
    for repeat in range(repeats):
        # The questions of a drawing are all right or all wrong.
        skill = generator.beta(0.3, 0.3, size=drawings)
        values = (generator.random((drawings, item)) < skill[:, None]).astype(float).ravel()
        clusters = np.repeat(np.arange(drawings), item).tolist()
        result = {
            "bootstrap": statistics.cluster_bootstrap(values, clusters, resamples=1_000, seed=repeat),
            "robust": statistics.cluster_interval(values, clusters),
            "naive": statistics.wilson(int(values.sum()), len(values)),
        }
        for name, (low, high) in result.items():
            covered[name] += low <= 0.5 <= high
    assert 0.93 <= covered["bootstrap"] / repeats <= 0.97
    assert 0.93 <= covered["robust"] / repeats <= 0.97
    assert covered["naive"] / repeats < (0.85 if item > 2 else 0.92)


def test_clusters_of_unequal_size_and_marks_between_are_covered_too():
    generator = np.random.default_rng(6)
    covered = 0
    for repeat in range(400):
        sizes = generator.integers(1, 9, size=80)
        skill = np.repeat(generator.beta(2, 5, size=80), sizes)
        values = skill + generator.normal(0, 0.05, size=len(skill))
        low, high = statistics.cluster_bootstrap(
            values, np.repeat(np.arange(80), sizes).tolist(), resamples=1_000, seed=repeat
        )
        covered += low <= 2 / 7 <= high
    assert 0.925 <= covered / 400 <= 0.975


@pytest.mark.parametrize("kind", ["skewed", "yes or no"])
def test_the_bootstrap_agrees_with_scipy_on_independent_rows(kind):
    generator = np.random.default_rng(3)
    values = generator.lognormal(0, 0.5, size=70) if kind == "skewed" else (generator.random(70) < 0.2).astype(float)
    ours = statistics.cluster_bootstrap(values, range(70), resamples=40_000)
    theirs = scipy.stats.bootstrap(
        (values,), np.mean, n_resamples=40_000, method="BCa", rng=1, batch=4_000
    ).confidence_interval
    step = 1 / 70 if kind == "yes or no" else 0.0
    assert ours == pytest.approx((theirs.low, theirs.high), abs=0.03 * (ours.high - ours.low) + step)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 5)), min_size=2, max_size=40))
def test_the_bootstrap_of_any_rows_stays_within_bounds_and_has_a_width_or_is_none(rows):
    values, clusters = zip(*rows, strict=True)
    low, high = statistics.cluster_bootstrap(values, clusters, resamples=200)
    assert np.isnan([low, high]).all() or 0 <= low < high <= 1


def test_the_robust_error_of_single_rows_is_the_common_one_and_copies_tell_nothing():
    values = np.random.default_rng(2).random(50)
    common = values.std(ddof=1) / np.sqrt(50)
    assert statistics.cluster_standard_error(values, range(50)) == pytest.approx(common)
    assert statistics.cluster_standard_error(
        np.repeat(values, 4), np.repeat(np.arange(50), 4).tolist()
    ) == pytest.approx(common)
    assert np.isnan(statistics.cluster_interval([1.0, 0.0], ["a", "a"])).all()
    expected = scipy.stats.ttest_1samp(values, 0).confidence_interval()
    assert statistics.cluster_interval(values, range(50)) == pytest.approx((expected.low, expected.high))


def test_the_bootstrap_is_the_same_each_time_and_ignores_cluster_names():
    values = [0.0, 1.0, 1.0, 0.5, 0.25, 1.0]
    first = statistics.cluster_bootstrap(values, ["a", "a", "b", "b", "c", "c"])
    assert first == statistics.cluster_bootstrap(values, ["x", "x", "y", "y", "z", "z"])
    assert first.low < sum(values) / 6 < first.high


@pytest.mark.parametrize("drawings", [5, 6, 10, 19])
def test_few_drawings_are_not_taken_for_certain(drawings):
    generator = np.random.default_rng(13)
    covered = 0
    for _ in range(400):
        skill = generator.beta(0.6, 1, size=drawings)
        values = (generator.random((drawings, 4)) < skill[:, None]).astype(float).ravel().tolist()
        result = statistics.mean_estimate(values, np.repeat(np.arange(drawings), 4).tolist())
        covered += result.low <= 0.375 <= result.high
    assert covered / 400 >= 0.93
    alike = statistics.mean_estimate([1.0, 0.0] * drawings, np.repeat(np.arange(drawings), 2).tolist())
    assert alike.high - alike.low > 0.2
    shares = statistics.mean_estimate([0.0, 0.1] + [0.0] * drawings, range(drawings + 2))
    assert 0 <= shares.low < shares.value < shares.high, "no share lies below 0"


def test_the_estimate_names_its_method():
    independent = statistics.mean_estimate([0.0, 1.0, 1.0, 1.0, 0.0], "abcde")
    assert (independent.method, independent.n, independent.clusters) == ("exact (Blaker)", 5, 5)
    assert (independent.low, independent.high) == statistics.blaker(3, 5)
    pairs = [item // 2 for item in range(40)]
    assert statistics.mean_estimate([0.0, 1.0, 1.0, 1.0] * 10, pairs).method.startswith("beta-binomial")
    few = [row // 8 for row in range(40)]
    assert statistics.mean_estimate([1.0] * 10 + [0.0] * 30, few).method == "mid-P of effective rows"
    assert statistics.mean_estimate([0.5, 1.0, 1.0, 0.7] * 10, pairs).method == "mid-P of effective rows"
    unequal = [*range(10), *[10] * 30]
    assert statistics.mean_estimate([0.5, 1.0, 1.0, 0.7] * 10, unequal).method.endswith(", approximate")
    assert statistics.mean_estimate([0.5, 9.0, 1.0, 0.7] * 10, pairs).method.startswith("gamma")
    assert statistics.mean_estimate([-0.5, 9.0, 1.0, 0.7] * 10, pairs).method == "cluster-robust t"
    seconds = statistics.mean_estimate([0.5, 0.9, 0.8, 0.7] * 10, pairs, share=False)
    assert seconds.method.startswith("gamma"), "seconds below 1 are no shares"
    few = statistics.mean_estimate([1.0] * 4, ["a", "a", "b", "b"])
    assert np.isnan([few.low, few.high]).all()
    assert few.method == "none: 2 drawings; at least 5 are needed"
    assert statistics.mean_estimate([], []).method == "none: no rows"


def test_leaving_out_groups_of_drawings_covers_what_it_should():
    generator = np.random.default_rng(12)
    covered = 0
    for _ in range(200):
        luck = generator.normal(0, 1, size=(60, 1))
        values = (luck + generator.normal(0, 1, size=(60, 4))).ravel()
        clusters = np.repeat(np.arange(60), 4).tolist()

        def ratio(positions, values=values):
            # The variance of both random effects together is 2.
            return {"ratio": values[positions].var() / 4, "mean": values[positions].mean()}

        result = statistics.jackknife(ratio, clusters)
        covered += result["ratio"].low <= 0.5 <= result["ratio"].high
    assert 0.9 <= covered / 200 <= 0.985
    mean = result["mean"]
    assert (mean.n, mean.clusters, mean.method) == (240, 60, "delete-a-group jackknife, 20 groups")
    robust = statistics.cluster_interval(values, clusters)
    assert mean.high - mean.low == pytest.approx(robust.high - robust.low, rel=0.5)


def test_a_figure_that_is_no_share_has_an_interval_on_both_sides():
    """Its bounds are the value plus and minus Student's quantile times the textbook error. They may be outside 0 to
    1."""
    values = np.random.default_rng(3).normal(0.9, 2.0, 40)

    def mean(positions):
        return {"mean": float(values[positions].mean())}

    share, free = (statistics.jackknife(mean, range(40), no_shares=names)["mean"] for names in ((), ("mean",)))
    assert 0 < free.value < 1 and share.high <= 1 < free.high
    assert free.high - free.value == pytest.approx(2.093 * values.std(ddof=1) / 40**0.5, rel=0.3)


def test_a_figure_of_a_single_drawing_has_no_interval():
    assert np.isnan(statistics.jackknife(lambda positions: {"n": 1.0}, ["one"])["n"].low)
    assert statistics.jackknife(lambda positions: {}, []) == {}
