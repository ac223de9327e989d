"""The levels that a score is compared with: guessing, and the best baseline on the same page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from sgpkit.data.rows import Rows
from sgpkit.runs.scoring.scored_run import ScoredRun

BASELINE, REFERENCE = "baseline", "reference"


@dataclass(frozen=True)
class Level:
    """A line across the bars of a section; `kind` sets its style: "chance", "baseline" or "printed"."""

    name: str
    value: float
    kind: str = "chance"


def levels(runs: Sequence[ScoredRun]) -> tuple[Level, ...]:
    """Return the levels for these runs of one config, if any: guessing among the options, and the best baseline if
    there is also a model."""
    guessing = chance(runs[0])
    held = [] if guessing is None else [Level("chance", guessing)]
    best = max((run for run in runs if is_plain_baseline(run)), key=lambda run: run.figures["value"], default=None)
    if best is not None and any(not is_baseline(run) for run in runs):
        held.append(Level(f"the best baseline, {best.model}", best.figures["value"], "baseline"))
    return tuple(held)


def chance(run: ScoredRun) -> float | None:
    """Return the expected accuracy of guessing among the options of each row; None if answers are not letters."""
    _, shares = guessed(run)
    return sum(shares) / len(shares) if len(shares) else None


def chance_by(runs: Sequence[ScoredRun], column: str) -> Mapping[str, float]:
    """Return the accuracy of guessing by the values of a column; an empty mapping if answers are not letters or the
    column is missing."""
    run = runs[0]
    if column not in run.responses.columns:
        return {}
    ids, shares = guessed(run)
    if len(ids) == run.responses.height and ids.equals(run.responses["id"]):
        beside = pl.DataFrame({column: run.responses[column].cast(pl.String), "share": shares}).drop_nulls()
        return dict(beside.group_by(column, maintain_order=True).agg(pl.col("share").mean()).iter_rows())
    values = run.responses.select("id", pl.col(column).cast(pl.String)).unique("id", maintain_order=True)
    known = values.join(pl.DataFrame({"id": ids, "share": shares}), on="id", maintain_order="left").drop_nulls()
    return dict(known.group_by(column, maintain_order=True).agg(pl.col("share").mean()).iter_rows())


def guessed(run: ScoredRun) -> tuple[pl.Series, pl.Series]:
    """Return the ids of the rows of a run that have options, and the probability of guessing each. Of rows that are not
    in memory, only these columns are read."""
    rows = run.run.data.rows
    nothing = pl.Series(dtype=pl.String), pl.Series(dtype=pl.Float64)
    if run.benchmark.answer_format != "choice":
        return nothing
    if isinstance(rows, Rows):
        if "options" not in run.benchmark.rows.columns:
            return nothing
        ids, options = rows.ids, rows.option_counts
    else:
        ids = pl.Series([str(row["id"]) for row in rows], dtype=pl.String)
        options = pl.Series([len(row.get("options") or ()) for row in rows], dtype=pl.UInt32)
    if ids.equals(run.responses["id"]) and (options > 0).all():  # avoids a join over a million ids
        return run.responses["id"], 1 / options
    table = pl.DataFrame({"id": ids, "options": options}).filter(pl.col("options") > 0)
    asked = table.join(run.responses.select("id").unique(), on="id", how="semi", maintain_order="left")
    return asked["id"], 1 / asked["options"]


def is_baseline(run: ScoredRun) -> bool:
    """Return whether a run is of a baseline instead of a model."""
    return bool(run.metadata["engine"] == BASELINE)


def is_plain_baseline(run: ScoredRun) -> bool:
    """Return whether a run is of a baseline that does not know the answers."""
    return is_baseline(run) and run.model != REFERENCE


def leading(runs: Sequence[ScoredRun]) -> ScoredRun:
    """Return the run that a page mentions first: the best model, else the best baseline that does not know the answers,
    else the best run."""
    models = [run for run in runs if not is_baseline(run)]
    plain = [run for run in runs if is_plain_baseline(run)]
    return max(models or plain or runs, key=lambda run: (run.figures["n"] > 0, run.figures["value"]))
