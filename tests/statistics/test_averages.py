"""One number from several figures."""

import pytest

from sgpkit import statistics


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
