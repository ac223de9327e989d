"""Letters of multiple choice: entropy, balance, accuracy by letter."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit import statistics


def test_entropy_worked_out_by_hand():
    assert statistics.entropy("AAAA", 4) == 0.0
    assert statistics.entropy("ABCD", 4) == pytest.approx(1.0)
    assert statistics.entropy("AABB", 4) == pytest.approx(0.5)
    assert statistics.entropy("AB", 2) == pytest.approx(1.0)
    assert statistics.entropy(["A", None], 4) == 0.0
    assert statistics.entropy([None], 4) is None


@given(st.lists(st.sampled_from("ABCD"), min_size=1, max_size=30), st.randoms())
def test_entropy_has_bounds_and_minds_no_names(answers, random):
    value = statistics.entropy(answers, 4)
    assert 0 <= value <= 1 + 1e-12
    assert value == pytest.approx(statistics.entropy(random.sample(answers, len(answers)), 4))
    renamed = [dict(zip("ABCD", "CADB", strict=True))[answer] for answer in answers]
    assert value == pytest.approx(statistics.entropy(renamed, 4))
    assert (value == 0) == (len(set(answers)) == 1)


def test_accuracy_by_letter_counts_what_was_keyed_named_and_right():
    a, b, c = statistics.per_letter("AABB", ["A", "B", "B", "C"])
    assert (a.letter, a.keyed, a.right, a.named) == ("A", 2, 1, 1)
    assert (b.keyed, b.right, b.named) == (2, 1, 2)
    assert (c.keyed, c.right, c.named, c.interval) == (0, 0, 1, (0.0, 1.0))
    assert a.interval == statistics.wilson(1, 2)
    with pytest.raises(ValueError, match="expected equal numbers"):
        statistics.per_letter("AB", ["A"])


def test_the_published_key_of_deepcad_is_far_from_even():
    # C is the right answer to 50.6 % of SGP-Bench's DeepCAD questions.
    balance = statistics.key_balance("C" * 506 + "A" * 150 + "B" * 200 + "D" * 144)
    assert balance.constant == pytest.approx(0.506)
    assert balance.p < 1e-9
    assert statistics.key_balance("ABCD" * 25) == ({"A": 25, "B": 25, "C": 25, "D": 25}, 0.25, 1.0)
    assert statistics.key_balance("AAB", "ABCD").counts == {"A": 2, "B": 1, "C": 0, "D": 0}
    assert statistics.key_balance("") == ({}, 0.0, 1.0)


def test_silence_is_an_answer_of_its_own_in_the_strict_entropy():
    """One answer among silent ones counts as full agreement: `entropy(("A", None, None), 4)` is 0, as published."""
    answers = ("A", None, None)
    assert statistics.entropy(answers, 4) == 0.0
    by_hand = -(math.log(1 / 3) / 3 + 2 * math.log(2 / 3) / 3) / math.log(5)
    assert statistics.entropy(answers, 4, strict=True) == pytest.approx(by_hand)
    assert statistics.entropy([*"ABCD", None], 4, strict=True) == pytest.approx(1.0)
    assert statistics.entropy([None, None], 4, strict=True) == 0.0
    assert statistics.entropy([], 4, strict=True) is None


def test_silence_is_a_class_of_its_own_in_the_strict_kappa():
    rows = [("A", "A", None), ("B", "B", None), ("A", None, None)]
    assert statistics.fleiss_kappa(rows) == 1.0
    filled = [tuple(answer or "silent" for answer in row) for row in rows]
    assert statistics.fleiss_kappa(rows, strict=True) == statistics.fleiss_kappa(filled) < 0.2
