"""Reports of large runs: a choice of responses is on the page, and all that are not right lie in pages of their own.

Those are pages like the first, a thousand responses each, with a policy as strict: a page from a file may not read
another file, and one that let scripts from files in would let all in.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import polars as pl

from sgpkit.benchmark import Row
from sgpkit.reports.telling import RIGHT
from sgpkit.runs.scoring.scored_run import BARE, ScoredRun
from sgpkit.status import Status

PIECE = 1_000
"""Responses of a page of their own."""

SHOWN = 200
"""Rows of a kind that are on the first page: right, wrong, not readable."""

RIGHT_ONE = (pl.col("status") == str(Status.OK)) & (pl.col("value") >= RIGHT)
FAILED = pl.col("status") == str(Status.INFRA_ERROR)
KINDS = {
    "right": RIGHT_ONE,
    "wrong": (pl.col("status") == str(Status.OK)) & (pl.col("value") < RIGHT),
    "unreadable": (pl.col("status") != str(Status.OK)) & ~FAILED,
}


class Piece(NamedTuple):
    """A page of responses: its address beside the first one, the positions of its responses among those that are not
    right, from 1, and the ids of the rows at both ends."""

    url: str
    start: int
    stop: int
    first: str
    last: str


class Divided(NamedTuple):
    """The responses of a run that are on the first page, and the pages with all that are not right."""

    run: ScoredRun
    pieces: tuple[Piece, ...] = ()


Write = Callable[[ScoredRun, int, int], str]
"""Writes the page of an excerpt, whose responses are from one to another number, and returns its address."""


def chosen(runs: Sequence[ScoredRun]) -> set[str]:
    """Return the ids of the rows that are shown first: of each kind in each run the same at every call, as if they were
    drawn."""
    ids: set[str] = set()
    for run in runs:
        for kind in KINDS.values():
            named = run.responses.lazy().filter(kind).select("id", mixed=pl.col("id").hash(seed=0)).collect()
            ids.update(named.bottom_k(SHOWN, by="mixed")["id"])
    return ids


def divide(run: ScoredRun, ids: Collection[str], write: Write | None) -> Divided:
    """Return the responses to some rows, and write pages with all that are not right, in one pass over the run. Without
    a writer there are no such pages."""
    names = pl.Series(sorted(ids), dtype=pl.String)
    scores = run.responses.drop(BARE)
    shown: list[tuple[pl.DataFrame, Sequence[Row]]] = []
    waiting: list[tuple[pl.DataFrame, Sequence[Row]]] = []
    pieces: list[Piece] = []
    held = count = 0
    for stretch in run.run.stretches():
        own = scores[stretch.start : stretch.start + stretch.table.height]
        table = pl.concat([stretch.table, own], how="horizontal")
        shown.append(apart(*picked(table, stretch.rows, pl.col("id").is_in(names.implode()))))
        if write is None:
            continue
        wrong = picked(table, stretch.rows, ~RIGHT_ONE & ~FAILED)
        start = 0
        while start < wrong[0].height:
            stop = start + PIECE - held
            waiting.append((wrong[0][start:stop], wrong[1][start:stop]))
            held += waiting[-1][0].height
            start = stop
            if held == PIECE:
                pieces.append(written(run, waiting, count, write))
                count, held, waiting = count + held, 0, []
    if write is not None and held:
        pieces.append(written(run, waiting, count, write))
    return Divided(excerpt(run, shown), tuple(pieces))


def picked(table: pl.DataFrame, rows: Sequence[Row], wanted: pl.Expr) -> tuple[pl.DataFrame, Sequence[Row]]:
    """Return the lines of a table that are wanted, with their rows."""
    indices = table.select(wanted.fill_null(False).arg_true()).to_series()
    return table[indices], [rows[index] for index in indices]


def apart(table: pl.DataFrame, rows: Sequence[Row]) -> tuple[pl.DataFrame, Sequence[Row]]:
    """Return the same lines in memory of their own: lines that are taken out of a table keep all its texts there."""
    return pl.DataFrame(table.rows(), schema=table.schema, orient="row"), rows


def excerpt(run: ScoredRun, parts: Sequence[tuple[pl.DataFrame, Sequence[Row]]]) -> ScoredRun:
    """Return some responses of a run, with their rows."""
    rows: dict[str, Any] = {str(row["id"]): row for _, own in parts for row in own}
    return replace(run, responses=pl.concat([table for table, _ in parts]), rows=list(rows.values()))


def written(run: ScoredRun, parts: Sequence[tuple[pl.DataFrame, Sequence[Row]]], count: int, write: Write) -> Piece:
    """Write a page, and return its entry."""
    part = excerpt(run, parts)
    start, stop = count + 1, count + part.responses.height
    ids = part.responses["id"]
    return Piece(write(part, start, stop), start, stop, ids[0], ids[-1])
