"""Figures of runs as cells of a table: read by a column's path, on the printed scale."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sgpkit.files import reading
from sgpkit.reports.paper_tables.declaration import Column
from sgpkit.runs.scoring import figures
from sgpkit.runs.scoring.annotations import judged
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.sandbox.untrusted import json_values
from sgpkit.status import Status


class Cell(NamedTuple):
    """A figure on the printed scale: as text if printed, else with the ends of its interval if it has one."""

    value: float
    low: float | None = None
    high: float | None = None
    text: str = ""


def difference(first: Cell | None, second: Cell | None) -> Cell | None:
    """Return one figure minus another; both are of the same rows, so their intervals say nothing about it."""
    return None if first is None or second is None else Cell(first.value - second.value)


def mean_of(cells: Sequence[Cell | None], weights: Sequence[float] = ()) -> Cell | None:
    """Return the mean of some columns, None if one is missing. It has no interval: its columns may share rows."""
    values = [cell.value for cell in cells if cell is not None]
    if not values or len(values) < len(cells):
        return None
    weights = weights or [1.0] * len(values)
    return Cell(sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights))


def cell_of(run: ScoredRun, column: Column, band: str, values: Sequence[str] = ()) -> Cell | None:
    """Return the figure of a run for a column. `values` are the labels of failures that the band counts."""
    if column.rows:
        held = mean_of_rows(run, {name: band if value == "*" else value for name, value in column.rows.items()})
    elif column.failures:
        held = share_of_failures(run, column.failures, values)
    elif column.figure.startswith("agreement."):
        held = agreement_of(run, column.figure.partition(".")[2])
    else:
        paths = column.figure.replace("*", band).split(" | ")
        held = next(filter(None, (figure_at(run.figures, path) for path in paths)), None)
    if held is None:
        return None
    value, low, high, rows = (finite(held.get(name)) for name in ("value", "low", "high", "n"))
    if value is None:
        return None
    if column.count:
        return None if rows is None else Cell(rows if column.count == "n" else round(rows * value))
    return scaled(column, value, low, high)


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


def finite(value: Any) -> float | None:
    """Return a value if it is a finite number, else None."""
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else None


def mean_of_rows(run: ScoredRun, wanted: Mapping[str, str]) -> Mapping[str, Any] | None:
    """Return the mean value of the rows whose groups have these values."""
    import polars as pl

    table = run.responses
    if not set(wanted) <= set(table.columns):
        return None
    chosen = table.filter(
        pl.col("status") != str(Status.INFRA_ERROR), *(pl.col(name) == value for name, value in wanted.items())
    )
    return figures.estimate(chosen) if chosen.height else None


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
