"""Figures at k from n samples, compared with counts of all choices."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit import statistics


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


@given(st.lists(st.sampled_from(["right", "b", "c", "d", None]), min_size=1, max_size=8), st.data())
def test_majority_at_k_is_the_share_of_all_choices_of_k(answers, data):
    k = data.draw(st.integers(1, len(answers)))
    chances = []
    for chosen in itertools.combinations(answers, k):
        votes = Counter(answer for answer in chosen if answer is not None)
        most = max(votes.values(), default=0)
        tied = [answer for answer, count in votes.items() if count == most]
        chances.append(("right" in tied) / len(tied) if tied else 0.0)
    assert statistics.majority_at_k(answers, "right", k) == pytest.approx(sum(chances) / len(chances))


def test_majority_of_many_samples_is_counted_exactly():
    answers = ["right"] * 60 + ["b"] * 30 + ["c"] * 10
    one, many = (statistics.majority_at_k(answers, "right", k) for k in (1, 51))
    assert one == pytest.approx(0.6)
    assert 0.99 < many <= 1.0
    with pytest.raises(ValueError, match="majority@3 of 2"):
        statistics.majority_at_k(["a", "b"], "a", 3)
