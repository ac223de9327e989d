"""Agreement beyond chance, compared with textbooks and scikit-learn."""

import tracemalloc
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit import statistics


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


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=40))
def test_weighted_kappa_agrees_with_scikit_learn(pairs):
    metrics = pytest.importorskip("sklearn.metrics")
    first, second = zip(*pairs, strict=True)
    ours = statistics.weighted_kappa(first, second)
    if len({*first, *second}) == 1:
        assert ours == 1.0
        return
    theirs = metrics.cohen_kappa_score(first, second, weights="quadratic", labels=range(6))
    assert ours == pytest.approx(theirs)


MARKS = st.one_of(st.integers(0, 9), st.floats(-10, 10).map(lambda mark: round(mark, 1)))


@given(st.lists(st.tuples(MARKS, MARKS), min_size=1, max_size=30), st.sampled_from((1, 2, 3)))
def test_weighted_kappa_against_its_definition_in_pairs(pairs, power):
    first, second = zip(*pairs, strict=True)
    apart = np.mean([abs(one - other) ** power for one, other in pairs])
    by_chance = np.mean([abs(one - other) ** power for one in first for other in second])
    expected = 1 - apart / by_chance if by_chance else 1.0
    assert statistics.weighted_kappa(first, second, power) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("power", [1, 2])
def test_weighted_kappa_of_many_marks_takes_little_memory(power):
    marks = np.random.default_rng(0).integers(0, 11, (2, 5_000)).astype(float)
    tracemalloc.start()
    statistics.weighted_kappa(*marks, power)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2_000_000


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("kappa", [statistics.cohen_kappa, statistics.weighted_kappa])
def test_kappa_of_nothing_is_refused(kappa):
    with pytest.raises(ValueError, match="no items"):
        kappa([], [])


def test_weighted_kappa_of_one_and_the_same_mark_is_full_agreement():
    assert statistics.weighted_kappa([0.1] * 3, [0.1] * 3) == 1.0


def test_fleiss_kappa_of_the_textbook():
    # Fleiss 1971 as worked through at https://en.wikipedia.org/wiki/Fleiss%27_kappa: 14 raters, 10 subjects.
    table = [
        (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
    ]  # fmt: skip
    rows = [[letter for letter, count in zip("ABCDE", counts, strict=True) for _ in range(count)] for counts in table]
    assert statistics.fleiss_kappa(rows) == pytest.approx(0.210, abs=5e-4)


@given(st.lists(st.lists(st.sampled_from("AB"), min_size=4, max_size=4), min_size=2))
def test_fleiss_kappa_against_its_definition_in_pairs(rows):
    pairs = [(one, other) for row in rows for i, one in enumerate(row) for j, other in enumerate(row) if i != j]
    totals = Counter(answer for row in rows for answer in row)
    expected = sum((count / totals.total()) ** 2 for count in totals.values())
    kappa = statistics.fleiss_kappa(rows)
    if expected == 1:
        assert kappa is None
    else:
        observed = sum(one == other for one, other in pairs) / len(pairs)
        assert kappa == pytest.approx((observed - expected) / (1 - expected))


# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C: four observers, twelve units.
KRIPPENDORFF = ["123321412...", "1233224125.3", ".3332342251.", "12332441251."]


@pytest.mark.parametrize(
    ("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_alpha_gives_krippendorffs_own_values(level, alpha):
    rows = [[None if value == "." else int(value) for value in unit] for unit in zip(*KRIPPENDORFF, strict=True)]
    assert statistics.krippendorff_alpha(rows, level) == pytest.approx(alpha, abs=6e-4)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_alpha_takes_whole_numbers_as_numbers(level):
    rows = [[1, 2.5], [2.5, 3], [3, 3], [1, 1], [1, 3]]
    alpha = statistics.krippendorff_alpha([[float(value) for value in row] for row in rows], level)
    assert statistics.krippendorff_alpha(rows, level) == pytest.approx(alpha)
    assert level != "ordinal" or alpha == pytest.approx(0.325, abs=5e-4)


def test_alpha_where_nothing_is_unambiguous():
    assert np.isnan(statistics.krippendorff_alpha([["a", "a"], ["a", None]]))
    assert np.isnan(statistics.krippendorff_alpha([["a"], ["b"]]))
    assert statistics.krippendorff_alpha([["a", "a"], ["b", "b"]]) == 1.0
    with pytest.raises(ValueError, match="unknown level"):
        statistics.krippendorff_alpha([[1, 2]], "ordinary")
