"""Scores of answers to questions with options, by the functions of `choice_accuracy`, and the score of guessing."""

from collections.abc import Mapping, Sequence

import polars as pl

from sgpkit import statistics
from sgpkit.benchmark import Completion, Row, Score, Summary
from sgpkit.metrics.choices import choice_accuracy
from sgpkit.statistics import Estimate

from . import guessing

CHOICE_COLUMNS = ("question", "answer", "options")
"""The columns that `choices` reads."""


def reference(row: Row) -> str:
    return f"Answer: {row['answer']}"


def choices(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    return choice_accuracy.score(completions, rows)


# --- tables -----------------------------------------------------------------------------------------------------------


def guessed(table: pl.DataFrame) -> Mapping[str, float | Estimate]:
    """Return the accuracy of guessing, of the columns of rows."""
    if not table.height:
        return {}
    right = {name: (picks(table) == table["key"].to_numpy()).astype(float) for name, picks in guessing.PICKS.items()}
    clusters = table["cluster"].to_numpy() if table["cluster"].dtype.is_numeric() else table["cluster"].to_list()
    return {f"{name} baseline": statistics.mean_estimate(values, clusters) for name, values in right.items()}


summary = Summary(lambda rows, scores: guessing.columns(rows), guessed)
"""The accuracy of guessing on the rows."""


def mean(values: Sequence[float], rows: Sequence[Row]) -> Estimate:
    return statistics.mean_estimate(values, [row["cluster"] for row in rows])
