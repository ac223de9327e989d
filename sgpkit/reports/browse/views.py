"""The content of the page as JSON: the runs, the responses of one or two runs by pages, and all answers to one row."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from sgpkit.errors import UserError, nearest
from sgpkit.reports import gallery
from sgpkit.reports.browse import answers, runs
from sgpkit.reports.browse.answers import UNSCORED, VERDICT, Answers
from sgpkit.reports.browse.index import Logs
from sgpkit.reports.browse.runs import Watched
from sgpkit.reports.picture_cache import PictureCache
from sgpkit.runs.scoring.scored_run import ScoredRun

PAGE = 24
"""Responses per page."""

MOST_PICTURES = 20_000
"""Maximum number of pictures in memory; others are rendered again."""

KEPT_RUNS = 8
"""Maximum number of runs whose lines are in memory."""

ORDERS = {"data": None, "worst": False, "best": True}
"""The orders of responses, and whether each is descending in value."""

SIDE = ("id", "sample", "value", "status", "reason")
"""The columns of a response that filters use."""


class Wanted(NamedTuple):
    """The filters and the order of the responses on a page."""

    verdict: str = "all"
    status: str = "all"
    query: str = ""
    order: str = "data"
    start: int = 0


@dataclass
class Browser:
    """The runs below some folders. One request is answered at a time."""

    folders: Sequence[Path]
    known: dict[str, Watched] = field(default_factory=dict)
    opened: dict[str, tuple[tuple[float, ...], Answers]] = field(default_factory=dict)
    cache: PictureCache = field(default_factory=PictureCache)
    mutex: threading.Lock = field(default_factory=threading.Lock)

    def runs(self) -> dict[str, Any]:
        """Return all runs with their states."""
        with self.mutex:
            self.look()
            return {"runs": [watched.described() for watched in self.known.values()]}

    def look(self) -> None:
        """Update the list of runs."""
        self.known = {
            name: self.known.get(name) or Watched(name, path, Logs(path)) for name, path in runs.find(self.folders)
        }

    def responses(self, names: Sequence[str], wanted: Wanted) -> dict[str, Any]:
        """Return a page of the responses of one run, or of two runs to the same rows."""
        if not 1 <= len(names) <= 2:
            raise UserError("expected one or two runs")
        if wanted.order not in ORDERS:
            raise UserError(f"unknown order {wanted.order!r}{nearest(wanted.order, ORDERS)}")
        with self.mutex:
            opened = [self.answers(name) for name in names]
            lines = single(opened[0]) if len(opened) == 1 else paired(*opened)
            chosen = ordered(filtered(lines, wanted), wanted.order)
            start = max(0, min(wanted.start, (chosen.height - 1) // PAGE * PAGE))
            page = chosen[start : start + PAGE]
            excerpts = [one.excerpt(page[f"at{number}"].to_list()) for number, one in enumerate(opened)]
            return {
                "total": chosen.height,
                "all": lines.height,
                "start": start,
                "page": PAGE,
                "verdicts": counts(lines["verdict"]),
                "statuses": counts(
                    pl.concat([lines[f"status{number}"].cast(pl.String) for number in range(len(opened))])
                ),
                **self.view(excerpts),
            }

    def row(self, config: str, identifier: str) -> dict[str, Any]:
        """Return the answers of all runs of a config to one row."""
        with self.mutex:
            self.look()
            excerpts, names = [], []
            for name in [name for name, watched in self.known.items() if watched.config == config]:
                answered = self.answers(name)
                positions = answered.lines.select((pl.col("id") == identifier).arg_true()).to_series().to_list()
                if positions:
                    excerpts.append(answered.excerpt(positions))
                    names.append(name)
            if not excerpts:
                raise UserError(f"no run of {config} has an answer to a row {identifier!r}")
            return {"names": names, **self.view(excerpts)}

    def view(self, excerpts: Sequence[ScoredRun]) -> dict[str, Any]:
        """Return the cards of some responses."""
        if len(self.cache.known) > MOST_PICTURES:
            self.cache.known.clear()
        return gallery.view(excerpts, remembered=False, cache=self.cache).as_json()

    def answers(self, name: str) -> Answers:
        """Return the responses of a run, which are read again when the run has changed."""
        if name not in self.known:
            self.look()
        if name not in self.known:
            raise UserError(f"no run {name!r}{nearest(name, self.known)}")
        watched = self.known[name]
        state = watched.changed()
        if self.opened.get(name, (None,))[0] != state:
            while len(self.opened) >= KEPT_RUNS:
                del self.opened[next(iter(self.opened))]
            self.opened[name] = (state, answers.read(watched.folder, watched.logs))
        return self.opened[name][1]


def single(answered: Answers) -> pl.DataFrame:
    """Return one line per response of a run, with its position and its verdict."""
    return side(answered, 0).with_columns(verdict=answered.lines.select(verdict=VERDICT)["verdict"])


def side(answered: Answers, number: int) -> pl.DataFrame:
    """Return the lines of one of the runs that are shown together; the names of its columns end in its number."""
    return answered.lines.select(
        pl.col("id").cast(pl.String),
        "sample",
        pl.col("value").alias(f"value{number}"),
        pl.col("status").cast(pl.String).alias(f"status{number}"),
        pl.col("reason").alias(f"reason{number}"),
        pl.when(UNSCORED).then(True).otherwise(False).alias(f"unscored{number}"),
    ).with_row_index(f"at{number}")


def paired(first: Answers, second: Answers) -> pl.DataFrame:
    """Return one line per response of the second run to a row that the first run answered too, in the second's
    order."""
    if first.run.benchmark.config != second.run.benchmark.config:
        raise UserError("the two runs are of different configs")
    lines = side(second, 1).join(side(first, 0), on=["id", "sample"], how="inner", maintain_order="left")
    change = (
        pl.when(pl.col("unscored0") | pl.col("unscored1"))
        .then(pl.lit("unscored"))
        .when(pl.col("value1") > pl.col("value0"))
        .then(pl.lit("gained"))
        .when(pl.col("value1") < pl.col("value0"))
        .then(pl.lit("lost"))
        .otherwise(pl.lit("same"))
    )
    return lines.with_columns(verdict=change)


def filtered(lines: pl.DataFrame, wanted: Wanted) -> pl.DataFrame:
    """Return the lines that match all filters."""
    sides = [number for number in (0, 1) if f"at{number}" in lines.columns]
    if wanted.verdict != "all":
        lines = lines.filter(pl.col("verdict") == wanted.verdict)
    if wanted.status != "all":
        lines = lines.filter(pl.any_horizontal(pl.col(f"status{number}") == wanted.status for number in sides))
    if query := wanted.query.strip().lower():
        texts = [pl.col("id"), *(pl.col(f"reason{number}") for number in sides)]
        lines = lines.filter(
            pl.any_horizontal(text.str.to_lowercase().str.contains(query, literal=True) for text in texts)
        )
    return lines


def ordered(lines: pl.DataFrame, order: str) -> pl.DataFrame:
    """Return the lines in an order; lines with equal values stay in the order of the data."""
    descending = ORDERS[order]
    if descending is None:
        return lines
    value = "value1" if "value1" in lines.columns else "value0"
    return lines.sort(value, descending=descending, maintain_order=True)


def counts(values: pl.Series) -> Mapping[str, int]:
    """Return how often each value occurs, the most frequent first."""
    return dict(values.value_counts(sort=True).iter_rows())
