"""Means corrected by people's labels, compared with the published package, and in simulations with a biased judge."""

import numpy as np
import pytest

from sgpkit.statistics import powered_mean

PUBLISHED = (
    (40, 400, 0.7, 0.2, 0.6275468708, 0.5626642341, 0.6924295076),
    (120, 900, 0.7, 0.05, 0.5931339549, 0.5498944317, 0.6363734781),
    (60, 300, 0.15, 0.4, 0.5862261732, 0.4741914234, 0.6982609231),
)
"""Numbers of labels and of rows without one, slope and offset of the judge, and results of ppi-python 0.2.3: estimate,
low, high."""


def sample(generator, labels, rest, slope, offset):
    truth = (generator.random(labels + rest) < 0.6).astype(float)
    marks = np.clip(slope * truth + offset + generator.normal(0, 0.15, labels + rest), 0, 1)
    return marks, [float(value) if index < labels else None for index, value in enumerate(truth)]


def test_estimates_are_those_of_the_published_package():
    generator = np.random.default_rng(7)
    for labels, rest, slope, offset, value, low, high in PUBLISHED:
        marks, given = sample(generator, labels, rest, slope, offset)
        powered = powered_mean(marks, given, range(labels + rest))
        assert powered.estimate.value == pytest.approx(value, abs=1e-9)
        # Student's t is slightly wider than the normal distribution, Wilson's interval slightly narrower.
        width = powered.estimate.high - powered.estimate.low
        assert width == pytest.approx(high - low, rel=2.5 / labels)


def simulated(generator, truth, right, wrong, labels, rows):
    """Return verdicts of people, and of a judge that accepts a share of the right and a share of the wrong answers."""
    people = (generator.random(rows) < truth).astype(float)
    judge = (generator.random(rows) < np.where(people == 1, right, wrong)).astype(float)
    return people, judge, [float(value) if index < labels else None for index, value in enumerate(people)]


@pytest.mark.parametrize(("truth", "right", "wrong"), [(0.5, 0.9, 0.1), (0.3, 0.95, 0.5), (0.8, 0.6, 0.6)])
def test_intervals_cover_where_the_naive_mean_does_not(truth, right, wrong):
    generator = np.random.default_rng(5)
    covered, naive = [], []
    for _ in range(200):
        _, judge, given = simulated(generator, truth, right, wrong, 40, 400)
        powered = powered_mean(judge, given, range(400))
        covered.append(powered.estimate.low <= truth <= powered.estimate.high)
        naive.append(abs(powered.naive - truth) <= 1.96 * np.sqrt(judge.var() / 400))
    assert np.mean(covered) >= 0.93 - 3 * np.sqrt(0.07 * 0.93 / 200)
    if right - wrong < 0.5:
        assert np.mean(naive) < 0.1


def test_a_good_judge_narrows_the_interval_and_a_blind_one_does_not_widen_it():
    generator = np.random.default_rng(2)
    widths = {}
    for name, right, wrong in (("good", 0.95, 0.05), ("blind", 0.5, 0.5)):
        people, judge, given = simulated(generator, 0.5, right, wrong, 100, 2000)
        powered = powered_mean(judge, given, range(2000))
        alone = 2 * 1.984 * np.sqrt(people[:100].var(ddof=1) / 100)
        widths[name] = (powered.estimate.high - powered.estimate.low) / alone
    assert widths["good"] < 0.6
    assert widths["blind"] == pytest.approx(1.0, abs=0.06)


def test_labels_drawn_by_halves_count_by_the_shares_of_their_strata():
    generator = np.random.default_rng(4)
    rows = 1000
    judge = (generator.random(rows) < 0.9).astype(float)
    people = np.where(judge == 1, generator.random(rows) < 0.8, generator.random(rows) < 0.1).astype(float)
    drawn = {*np.flatnonzero(judge == 1)[:40], *np.flatnonzero(judge == 0)[:40]}
    given = [float(value) if index in drawn else None for index, value in enumerate(people)]
    by_stratum = powered_mean(judge, given, range(rows), judge.tolist())
    assert by_stratum.estimate.low <= people.mean() <= by_stratum.estimate.high
    assert abs(by_stratum.estimate.value - people.mean()) < 0.1
    half = np.mean([people[index] for index in drawn])
    assert abs(half - people.mean()) > 0.2, "the mean of the labels alone is that of the draw"


def test_rows_of_one_drawing_widen_the_interval():
    generator = np.random.default_rng(6)
    drawings = np.repeat(np.arange(40), 5)
    people = np.repeat(generator.random(40) < 0.5, 5).astype(float)
    judge = np.repeat(generator.random(40), 5)
    given = [float(value) if drawing < 20 else None for value, drawing in zip(people, drawings, strict=True)]
    alone = powered_mean(judge, given, range(200)).estimate
    clustered = powered_mean(judge, given, drawings.tolist()).estimate
    assert clustered.high - clustered.low > 1.7 * (alone.high - alone.low)
    assert clustered.value == pytest.approx(alone.value)


def test_a_judge_who_agrees_with_all_labels_still_has_an_interval():
    judge = [1.0, 0.0] * 200
    given = [*judge[:30], *[None] * 370]
    estimate = powered_mean(judge, given, range(400)).estimate
    assert estimate.low < 0.45
    assert estimate.high > 0.55


def test_the_promised_number_of_labels_halves_the_interval():
    generator = np.random.default_rng(8)
    people, judge, given = simulated(generator, 0.5, 0.8, 0.3, 60, 4000)
    first = powered_mean(judge, given, range(4000))
    more = 60 + first.more_labels
    again = powered_mean(judge, [float(v) if i < more else None for i, v in enumerate(people)], range(4000))
    ratio = (again.estimate.high - again.estimate.low) / (first.estimate.high - first.estimate.low)
    assert ratio == pytest.approx(0.5, abs=0.06)


def test_no_number_of_labels_is_promised_that_the_run_has_not():
    _, judge, given = simulated(np.random.default_rng(1), 0.5, 0.6, 0.4, 50, 100)
    assert powered_mean(judge, given, range(100)).more_labels is None


def test_a_stratum_without_labels_is_refused_and_few_labels_give_no_interval():
    with pytest.raises(ValueError, match="no label in the stratum 'b'"):
        powered_mean([1, 0, 1], [1.0, None, None], range(3), ["a", "b", "a"])
    assert np.isnan(powered_mean([1, 0, 1, 0], [1.0, 0.0, None, None], range(4)).estimate.low)
