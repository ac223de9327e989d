"""Ranks on the leaderboard: the possible ranks by the data, and the rank by the mean."""

from types import SimpleNamespace
from unittest.mock import MagicMock

import polars as pl
import toy

from sgpkit.reports.leaderboard import board


def entry(name, values):
    """Return a submission that was scored again, with these values for the rows."""
    rows = pl.DataFrame(
        {"id": [f"row-{number:03}" for number in range(len(values))], "cluster": range(len(values)), "value": values}
    )
    made = MagicMock(headline="accuracy", data="rows", rankable=True, remarks=(), gallery=None)
    made.name = name
    made.rescored = SimpleNamespace(measure=("accuracy", ""), rows=rows)
    made.manifest.model.id = name
    made.manifest.prompt.strategy = "direct"
    made.figures = dict.fromkeys(("low", "high", "n", "clusters", "method")) | {"value": sum(values) / len(values)}
    return made


def test_models_that_rows_do_not_tell_apart_share_their_possible_ranks():
    """With 40 rows, two models have 38 and 36 right, 36 in common, and a third has 2. The third is certainly last; each
    of the others may be first."""
    entries = [
        entry("third", [0.0] * 38 + [1.0] * 2),
        entry("second", [1.0] * 36 + [0.0] * 4),
        entry("first", [1.0] * 38 + [0.0] * 2),
    ]
    lines = board.board("toys", toy.TOY, entries, []).lines
    assert [(line.model, line.rank, line.worst) for line in lines] == [
        ("first", 1, 2),
        ("second", 1, 2),
        ("third", 3, 3),
    ]
