"""Figures of runs as cells of a table: read by a column's path, on the printed scale."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit.files import reading
from sgpkit.reports.paper_tables.declaration import Column
from sgpkit.runs.scoring import figure_text, figures
from sgpkit.runs.scoring.annotations import judged
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.sandbox.untrusted import json_values
from sgpkit.status import Status

if TYPE_CHECKING:
    import polars as pl


AVERAGE = "an average of columns whose rows may share drawings"
"""Why averages of columns have no interval."""


class Cell(NamedTuple):
    """A figure on the printed scale: as text if printed, else with the ends of its interval, or the `reason` why it has
    none, if that is known."""

    value: float
    low: float | None = None
    high: float | None = None
    text: str = ""
    reason: str = ""


def difference(first: Cell | None, second: Cell | None) -> Cell | None:
    """Return one figure minus another; both are of the same rows, so their intervals say nothing about it."""
    return None if first is None or second is None else Cell(first.value - second.value)


def mean_of(cells: Sequence[Cell | None], weights: Sequence[float] = ()) -> Cell | None:
    """Return the mean of some columns, None if one is missing."""
    values = [cell.value for cell in cells if cell is not None]
    if not values or len(values) < len(cells):
        return None
    weights = weights or [1.0] * len(values)
    mean = sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)
    return Cell(mean, reason=AVERAGE)


def cell_of(run: ScoredRun, column: Column, band: str, values: Sequence[str] = ()) -> Cell | None:
    """Return the figure of a run for a column. `values` are the labels of failures that the band counts."""
    if column.rows:
        held = mean_of_rows(run, wanted_rows(column, band))
    elif column.failures:
        held = share_of_failures(run, column.failures, values)
    elif column.figure.startswith("agreement."):
        held = agreement_of(run, column.figure.partition(".")[2])
    elif column.figure.startswith("labels."):
        held = label_of(run, column.figure.partition(".")[2].replace("*", band))
    elif column.figure.startswith("verdicts."):
        held = verdict_of(run, column.figure.partition(".")[2].replace("*", band))
    else:
        paths = column.figure.replace("*", band).split(" | ")
        held = next(filter(None, (figure_at(run.figures, path) for path in paths)), None)
    return cell(column, held)


def cell_of_runs(runs: Sequence[ScoredRun], column: Column, band: str) -> Cell | None:
    """Return the share of tasks that any answer of any of the runs solved, for a column with `ever`."""
    return cell(column, ever_solved(runs, wanted_rows(column, band)))


def cell(column: Column, held: Mapping[str, Any] | None) -> Cell | None:
    """Return a figure as a cell of a column, None if there is none."""
    if held is None:
        return None
    value, low, high, rows = (finite(held.get(name)) for name in ("value", "low", "high", "n"))
    if value is None:
        return None
    if column.count:
        return None if rows is None else Cell(rows if column.count == "n" else round(rows * value))
    return scaled(column, value, low, high)._replace(reason=figure_text.no_interval(held))


def wanted_rows(column: Column, band: str) -> dict[str, str]:
    """Return the groups of the rows that a column takes for a band."""
    return {name: value.replace("*", band) for name, value in column.rows.items()}


def scaled(column: Column, value: float, low: float | None = None, high: float | None = None) -> Cell:
    """Return a figure on the printed scale of a column, with its interval if both ends are known."""
    if low is None or high is None:
        return Cell(value * column.scale + column.offset)
    low, high = (end * column.scale + column.offset for end in (low, high))
    return Cell(value * column.scale + column.offset, low, high)


def share_of_failures(run: ScoredRun, label: str, values: Sequence[str]) -> Mapping[str, Any] | None:
    """Return the share of the failed answers that have one of these labels; None if none failed."""
    import polars as pl

    table = run.responses.filter(pl.col("status") != str(Status.INFRA_ERROR), pl.col("value") < 1)
    named = pl.col(label).fill_null("") if label in table.columns else pl.lit("")
    return figures.estimate(table.with_columns(named.is_in(list(values)).alias(label)), label) if table.height else None


def agreement_of(run: ScoredRun, name: str) -> Mapping[str, Any] | None:
    """Return a figure of the agreement of people with the run's first judge that they were compared with."""
    for judge in run.figures.get("judged", {}):
        path = run.folder / judged.FOLDER / judge / judged.AGREEMENT
        if path.is_file():
            with reading(path, "Create it again: sgpkit annotate agreement RUN HUMAN.csv --kind rating"):
                held = json_values.read_object(path).get(name)
            return held if isinstance(held, Mapping) else None
    return None


def label_of(run: ScoredRun, label: str) -> Mapping[str, Any] | None:
    """Return the share of a label among those that people gave to responses of the run, 0 if they gave others."""
    path = run.folder / judged.FOLDER / judged.LABELS
    if not path.is_file():
        return None
    with reading(path, "Create it again: sgpkit annotate agreement RUN HUMAN.csv --kind label"):
        held = json_values.read_object(path)["labels"]
        return dict(held.get(label, {"value": 0.0}))


def verdict_of(run: ScoredRun, name: str) -> Mapping[str, Any] | None:
    """Return a figure of the agreement of people's verdicts with the run's."""
    path = run.folder / judged.FOLDER / judged.VERDICTS
    if not path.is_file():
        return None
    with reading(path, "Create it again: sgpkit annotate agreement RUN HUMAN.csv"):
        return dict(json_values.read_object(path)[name])


def finite(value: Any) -> float | None:
    """Return a value if it is a finite number, else None."""
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else None


def mean_of_rows(run: ScoredRun, wanted: Mapping[str, str]) -> Mapping[str, Any] | None:
    """Return the mean value of the rows whose groups have these values."""
    chosen = rows_of(run, wanted)
    return None if chosen is None or chosen.is_empty() else figures.estimate(chosen)


def ever_solved(runs: Sequence[ScoredRun], wanted: Mapping[str, str]) -> Mapping[str, Any] | None:
    """Return the share of the tasks whose groups have these values that an answer of any run solved."""
    import polars as pl

    chosen = [rows.select("id", "cluster", "value") for run in runs if (rows := rows_of(run, wanted)) is not None]
    if not any(rows.height for rows in chosen):
        return None
    tasks = pl.concat(chosen).group_by("id").agg(pl.col("cluster").first(), (pl.col("value").max() >= 1)).sort("id")
    return figures.estimate(tasks)


def rows_of(run: ScoredRun, wanted: Mapping[str, str]) -> "pl.DataFrame | None":
    """Return the scored rows of a run whose groups have these values, None if the run has no such groups."""
    import polars as pl

    table = run.responses
    if not set(wanted) <= set(table.columns):
        return None
    return table.filter(
        pl.col("status") != str(Status.INFRA_ERROR), *(pl.col(name) == value for name, value in wanted.items())
    )


def figure_at(scores: Mapping[str, Any], path: str) -> Mapping[str, Any] | None:
    """Return the figure at a path of scores.json as an object with `value`, None if there is none."""
    kind, _, name = path.partition(".")
    held: Any = None
    if kind == "value":
        held = scores
    elif kind == "parts":
        held = scores["parts"].get(name) or (scores if scores["headline"] == name else None)
    elif kind == "by":
        column, _, label = name.partition(".")
        groups = scores["by"].get(column, [])
        held = next((group for group in groups if str(group[column]) == label), None)
    elif kind == "summary":
        held = scores.get("summary", {}).get(name)
    elif path.startswith("samples.cost."):
        held = scores["samples"].get("cost", {}).get(path.rpartition(".")[2])
    if isinstance(held, int | float):
        return {"value": held}
    return held if isinstance(held, Mapping) else None
