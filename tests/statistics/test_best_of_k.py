"""The best of k samples, by its own value or by a judge's mark, without bias."""

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit import statistics

VALUES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), min_size=1, max_size=7)


@given(VALUES, st.integers(1, 7))
def test_the_best_of_k_is_the_mean_over_all_choices(pairs, k):
    """Compared with the enumeration of all choices of k samples; equal samples are equally likely."""
    if k > len(pairs):
        with pytest.raises(ValueError, match="expected 1 ≤ k ≤ n"):
            statistics.best_of_k([1.0] * len(pairs), k)
        return
    values, marks = [float(value) for value, _ in pairs], [float(mark) for _, mark in pairs]

    def by_choices(judged):
        matches = []
        for chosen in combinations(range(len(values)), k):
            best = max(judged[item] for item in chosen)
            winners = [values[item] for item in chosen if judged[item] == best]
            matches.append(math.fsum(winners) / len(winners))
        return math.fsum(matches) / len(matches)

    assert statistics.best_of_k(values, k) == pytest.approx(by_choices(values))
    assert statistics.best_of_k(values, k, marks) == pytest.approx(by_choices(marks))
    assert statistics.best_of_k(values, 1, marks) == pytest.approx(math.fsum(values) / len(values))
