"""The detectable difference, compared with simulated comparisons."""

import numpy as np
import pytest

from sgpkit import statistics


def test_the_smallest_effect_is_found_as_often_as_promised():
    generator = np.random.default_rng(11)
    error = 0.7 / np.sqrt(500)
    effect = statistics.minimum_detectable_effect(error, power=0.8)
    result = sum(
        abs(sample.mean() / (sample.std(ddof=1) / np.sqrt(500))) > 1.96
        for sample in generator.normal(effect, 0.7, size=(2_000, 500))
    )
    assert result / 2_000 == pytest.approx(0.8, abs=0.03)


def test_rows_needed_and_the_effect_they_show_belong_together():
    # (1.959964 + 0.841621)**2 * (1/9) / 0.03**2
    assert statistics.needed_rows(0.03, between_rows=1 / 9) == 969
    assert statistics.needed_rows(0.03, 1 / 9, within_rows=(1 / 6, 1 / 6)) == 3_876
    assert statistics.needed_rows(0.03, 1 / 9, within_rows=(1 / 6, 1 / 6), samples=(10, 10)) < 1_300
    assert statistics.minimum_detectable_effect(np.sqrt(1 / 9 / 969)) == pytest.approx(0.03, abs=1e-4)


@pytest.mark.parametrize(("power", "alpha"), [(0, 0.05), (1, 0.05), (0.8, 0), (0.8, 1)])
def test_impossible_demands_are_refused(power, alpha):
    with pytest.raises(ValueError, match="between 0 and 1"):
        statistics.minimum_detectable_effect(1.0, power, alpha)


def test_what_cannot_be_seen_is_seen_in_four_of_five_comparisons_at_most():
    """The models of a pair differ on a fifth of the rows, by exactly the stated difference, with four rows per
    drawing."""
    generator = np.random.default_rng(3)
    sizes = [4] * 150
    effect = statistics.undetectable(sizes, disagreeing=0.2, alike=0.0)
    gained, lost = (0.2 + effect) / 2, (0.2 - effect) / 2
    clusters = np.repeat(range(150), 4).tolist()
    result = 0
    for _ in range(300):
        apart = generator.choice([1.0, -1.0, 0.0], p=[gained, lost, 0.8], size=600)
        result += statistics.paired_difference(np.maximum(-apart, 0), np.maximum(apart, 0), clusters).p < 0.05
    assert result / 300 == pytest.approx(0.8, abs=0.07)


def test_rows_of_one_drawing_show_less_and_too_few_drawings_nothing():
    assert statistics.undetectable([1] * 1500) == pytest.approx(2.801585 * np.sqrt(0.2 / 1500), rel=1e-6)
    assert statistics.undetectable([3] * 500) == pytest.approx(statistics.undetectable([1] * 1500) * np.sqrt(1.4))
    assert statistics.undetectable([3] * 500, alike=1.0) == pytest.approx(statistics.undetectable([1] * 500, alike=0))
    assert statistics.undetectable([100] * 4) is None
    with pytest.raises(ValueError, match="expected rows"):
        statistics.paired_standard_error([])
