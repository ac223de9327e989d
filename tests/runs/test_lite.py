"""A small subset that represents the whole: every group by its share, always the same rows, within the stated error."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.runs import lite


def rows(number, groups=("a", "b", "c"), a_cluster=1):
    return [
        {"id": f"row-{item}", "cluster": f"cluster-{item // a_cluster}", "kind": groups[item % len(groups)]}
        for item in range(number)
    ]


@given(st.dictionaries(st.tuples(st.text(max_size=3)), st.integers(1, 500), min_size=1, max_size=30), st.data())
def test_no_group_is_off_its_share_by_a_whole_row(sizes, data):
    whole = sum(sizes.values())
    total = data.draw(st.integers(1, whole))
    seats = lite.quotas(sizes, total)
    assert sum(seats.values()) == total
    for group, size in sizes.items():
        assert abs(seats[group] - size * total / whole) < 1
        assert seats[group] <= size


@given(
    st.dictionaries(
        st.tuples(st.sampled_from("ab"), st.sampled_from("0123456789")), st.integers(1, 9), min_size=1, max_size=20
    ),
    st.data(),
)
def test_no_value_of_the_first_column_is_off_its_share_by_a_whole_row(sizes, data):
    whole = sum(sizes.values())
    total = data.draw(st.integers(1, whole))
    seats = lite.quotas(sizes, total)
    for first in {group[0] for group in sizes}:
        mine = [group for group in sizes if group[0] == first]
        assert abs(sum(seats[group] for group in mine) - sum(sizes[group] for group in mine) * total / whole) < 1


def test_fewer_rows_than_groups_still_have_both_answers():
    """A subset with one of two answers alone would give full marks to whoever always chooses it."""
    whole = [
        {"id": f"row-{item}", "cluster": f"cluster-{item}", "answer": item % 2, "category": item % 60 // 2}
        for item in range(300)
    ]
    chosen = lite.subset(whole, ("answer", "category"), 20)
    assert Counter(row["answer"] for row in chosen) == {0: 10, 1: 10}
    assert len({row["category"] for row in chosen}) == 20


def test_the_choice_depends_on_nothing_but_the_rows():
    whole = rows(1000)
    chosen = lite.subset(whole, ("kind", "mode"), lite.SIZE)
    assert len(chosen) == lite.SIZE
    assert [whole.index(row) for row in chosen] == sorted(whole.index(row) for row in chosen), "in the rows' order"
    shuffled = random.Random(3).sample(whole, len(whole))
    assert {row["id"] for row in lite.subset(shuffled, ("kind",), lite.SIZE)} == {row["id"] for row in chosen}
    assert sorted(Counter(row["kind"] for row in chosen).values()) == [83, 83, 84]


def test_a_larger_subset_of_a_group_holds_the_smaller():
    whole = rows(900, groups=("a",))
    small, large = ({row["id"] for row in lite.subset(whole, (), size)} for size in (50, 120))
    assert small < large


def test_rows_of_different_drawings_come_first():
    chosen = lite.subset(rows(1000, groups=("a",), a_cluster=4), (), 250)
    assert len({row["cluster"] for row in chosen}) == 250
    chosen = lite.subset(rows(1000, groups=("a",), a_cluster=4), (), 300)
    assert max(Counter(row["cluster"] for row in chosen).values()) == 2


@pytest.mark.parametrize("number", [1, 249, 250])
def test_what_is_small_is_taken_whole(number):
    assert lite.subset(rows(number), ("kind",), lite.SIZE) == rows(number)
    assert lite.expected_error(number, number) == 0.0


def test_the_stated_error_holds_19_times_in_20():
    """Answers are right or wrong at random, independently of the subset."""
    whole = rows(1500)
    chosen = {row["id"] for row in lite.subset(whole, ("kind",), lite.SIZE)}
    stated = lite.expected_error(len(chosen), len(whole))
    draw = random.Random(7)
    within = 0
    for _ in range(400):
        right = {row["id"]: draw.random() < 0.5 for row in whole}
        true = sum(right.values()) / len(whole)
        within += abs(sum(right[name] for name in chosen) / len(chosen) - true) <= stated
    assert 0.92 <= within / 400 <= 0.98
    assert stated == pytest.approx(0.0566, abs=0.0001)


def test_it_is_told_in_words():
    assert lite.in_words(lite.metadata(250, 1500)) == (
        "lite: 250 of 1,500 rows; scores are within 5.7 points of those on all rows with 95 % probability"
    )
