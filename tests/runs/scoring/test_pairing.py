"""The rows of two runs, paired by name."""

from types import SimpleNamespace

import polars as pl
import pytest

from sgpkit.runs.scoring import compare
from sgpkit.runs.scoring.scored_run import ScoredRun

FIRST = {"a": 1.0, "b": 0.0, "c": 1.0, "d": None, "e": 0.5}


def scored(values):
    """Return a run with a value for each row, None if the engine failed."""
    responses = pl.DataFrame(
        {
            "id": list(values),
            "cluster": [f"drawing of {name}" for name in values],
            "status": ["infra_error" if value is None else "ok" for value in values.values()],
            "value": [value or 0.0 for value in values.values()],
        }
    )
    return ScoredRun(SimpleNamespace(benchmark=SimpleNamespace(rows=SimpleNamespace(groups=()))), {}, responses, (), ())


@pytest.mark.parametrize(
    "other",
    [
        {"a": None, "b": 1.0, "c": 0.0, "d": 0.25, "e": 0.75},
        {"e": 0.75, "d": 0.25, "c": 0.0, "b": 1.0, "a": 0.125},
        {"b": 1.0, "d": 0.25},
    ],
    ids=["as many answered, but others", "in another order", "only some"],
)
def test_values_of_one_row_are_paired_whatever_else_is_answered(other):
    result = compare.pair_rows(scored(FIRST), scored(other)).select("id", "value", "value_other").rows()
    answered = [name for name, value in FIRST.items() if value is not None and other.get(name) is not None]
    assert result == [(name, FIRST[name], other[name]) for name in answered]
