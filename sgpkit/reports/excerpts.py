"""The responses that a report shows: all on one page, or of a large run a selection there and all incorrect ones on
separate pages.

The separate pages are self-contained like the first, with a thousand responses each and the same strict policy: a page
opened from a file cannot read other files, and a policy that allowed scripts from files would allow any of them.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import polars as pl

from sgpkit.benchmark import Row
from sgpkit.reports.highlights import RIGHT
from sgpkit.runs.responses import SCHEMA
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.status import Status

MOST = 20_000
"""The largest number of responses of a run that are all on the first page."""

PIECE = 1_000
"""Responses per separate page."""

SHOWN = 200
"""Rows per kind on the first page: right, wrong, unreadable."""

RIGHT_ONE = (pl.col("status") == str(Status.OK)) & (pl.col("value") >= RIGHT)
FAILED = pl.col("status") == str(Status.INFRA_ERROR)
KINDS = {
    "right": RIGHT_ONE,
    "wrong": (pl.col("status") == str(Status.OK)) & (pl.col("value") < RIGHT),
    "unreadable": (pl.col("status") != str(Status.OK)) & ~FAILED,
}


class Piece(NamedTuple):
    """A separate page of responses: its URL relative to the first page, the positions of its responses among the
    incorrect ones, counted from 1, and the ids of the first and the last row."""

    url: str
    start: int
    stop: int
    first: str
    last: str


class Divided(NamedTuple):
    """The responses of a run on the first page, and the pages with all incorrect responses."""

    run: ScoredRun
    pieces: tuple[Piece, ...] = ()


Write = Callable[[ScoredRun, int, int], str]
"""Writes the page of an excerpt, given its first and last position, and returns its URL."""


def is_selected(run: ScoredRun) -> bool:
    """Return whether the first page shows a selection of a run's responses."""
    return run.responses.height > MOST


def chosen(runs: Sequence[ScoredRun]) -> set[str]:
    """Return the ids of the rows on the first page whose responses are a selection: a pseudo-random but fixed sample of
    each kind in each run."""
    ids: set[str] = set()
    for run in filter(is_selected, runs):
        for kind in KINDS.values():
            named = run.responses.lazy().filter(kind).select("id", mixed=pl.col("id").hash(seed=0)).collect()
            ids.update(named.bottom_k(SHOWN, by="mixed")["id"])
    return ids


def divide(run: ScoredRun, ids: Collection[str], write: Write | None) -> Divided:
    """Return the responses for the first page: all, or of a large run those to the rows with these ids. In the latter
    case, write pages with all incorrect responses in the same pass over the run, unless there is no writer.
    """
    names = pl.Series(sorted(ids), dtype=pl.String)
    selects = is_selected(run)
    scores = run.responses.select(pl.exclude(*SCHEMA))
    shown: list[tuple[pl.DataFrame, Sequence[Row]]] = []
    waiting: list[tuple[pl.DataFrame, Sequence[Row]]] = []
    pieces: list[Piece] = []
    held = count = 0
    for chunk in run.run.chunks():
        own = scores[chunk.start : chunk.start + chunk.table.height]
        table = pl.concat([chunk.table, own], how="horizontal")
        if not selects:
            shown.append((table, chunk.rows))
            continue
        shown.append(apart(*picked(table, chunk.rows, pl.col("id").is_in(names.implode()))))
        if write is None:
            continue
        wrong = picked(table, chunk.rows, ~RIGHT_ONE & ~FAILED)
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
    """Return the matching lines of a table, with their rows."""
    indices = table.select(wanted.fill_null(False).arg_true()).to_series()
    return table[indices], [rows[index] for index in indices]


def apart(table: pl.DataFrame, rows: Sequence[Row]) -> tuple[pl.DataFrame, Sequence[Row]]:
    """Copy the lines to new memory: a slice of a table would keep all texts of the table in memory."""
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
