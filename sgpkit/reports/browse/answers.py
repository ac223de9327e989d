"""The responses of a run with their scores, if any: all of them without texts, and some of them as a report shows
them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from sgpkit.benchmark import Row
from sgpkit.data.rows import Picked, Rows
from sgpkit.errors import UserError
from sgpkit.reports.browse.index import Logs, Table
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import scored_run
from sgpkit.runs.scoring.scored_run import BARE, ScoredRun

VERDICTS = ("right", "partly", "wrong", "unscored")
UNSCORED = pl.col("status").is_in(["infra_error", "not_scored"])
VERDICT = (
    pl.when(UNSCORED)
    .then(pl.lit("unscored"))
    .when(pl.col("value") >= 1)
    .then(pl.lit("right"))
    .when(pl.col("value") <= 0)
    .then(pl.lit("wrong"))
    .otherwise(pl.lit("partly"))
)
"""The verdict on a response, as the cards show it."""


@dataclass(frozen=True)
class Answers:
    """A run, one line per response without its texts, and the reader of the texts."""

    run: Run
    lines: pl.DataFrame
    reader: Table | Logs
    groups: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()

    def excerpt(self, positions: Sequence[int]) -> ScoredRun:
        """Return the responses at some positions with their rows, in this order."""
        own = self.lines[list(positions)]
        if isinstance(self.reader, Table):
            texts = self.reader.rows(positions)
        else:
            texts = self.reader.rows(list(own.select("id", "sample").iter_rows()))
        table = pl.concat([texts, own.drop(BARE)], how="horizontal")
        return ScoredRun(self.run, {}, table, self.groups, self.parts, self.rows(own["id"]))

    def rows(self, ids: pl.Series) -> list[Row]:
        """Return the rows with some ids, each once."""
        different = ids.unique(maintain_order=True)
        if isinstance(self.run.data.rows, Rows):
            return list(Picked(self.run.data.rows, self.run.positions(different), self.run.asked))
        return [self.run.rows[identifier] for identifier in different]


def read(folder: Path, logs: Logs) -> Answers:
    """Return the responses of a run. `logs` are its logs, of which new lines are read if it is not finished."""
    run = Run.open(folder)
    if not run.metadata["complete"]:
        logs.update()
        return Answers(run, without_scores(logs.names()), logs)
    try:
        scored = scored_run.read(run, texts=False)
    except UserError:  # not scored, or scored before its last responses arrived
        return Answers(run, without_scores(pl.concat(run.columns(BARE))), Table(run.stored))
    return Answers(run, scored.responses, Table(run.stored), scored.groups, scored.parts)


def without_scores(lines: pl.DataFrame) -> pl.DataFrame:
    """Return the lines of responses that have no scores, with the columns of scores."""
    failed = pl.col("finish_reason") == "error"
    status = pl.when(failed).then(pl.lit("infra_error")).otherwise(pl.lit("not_scored"))
    reason = pl.when(failed).then(pl.lit("the engine failed; the row is asked again")).otherwise(pl.lit(""))
    return lines.with_columns(value=pl.lit(0.0), status=status, reason=reason)
