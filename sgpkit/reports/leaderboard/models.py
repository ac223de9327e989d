"""One page per model: its lines on all boards, and the types of rows on which it is better or worse than others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from sgpkit import statistics
from sgpkit.reports.leaderboard.board import Board, Line, model_file
from sgpkit.reports.leaderboard.entries import Entry
from sgpkit.reports.levels import Level
from sgpkit.reports.overview import FEWEST
from sgpkit.reports.summary import SURE
from sgpkit.statistics import Difference
from sgpkit.submissions.boundary.outcome import Rescored


@dataclass(frozen=True)
class Against:
    """The figure of a type of rows, the level to compare it with, the difference, and its p-value among those of all
    types on the page."""

    column: str
    value: str
    figures: dict[str, Any]
    level: Level
    change: Difference
    adjusted: float = 1.0

    @property
    def difference(self) -> float:
        """Return the figure of the model minus the level."""
        return self.change.value

    @property
    def clear(self) -> bool:
        """Return whether the difference is significant after adjustment for all types on the page."""
        return self.adjusted < SURE


@dataclass(frozen=True)
class Standing:
    """One line of the model with its board, and the types of rows, the model's strongest first."""

    board: Board
    line: Line
    types: tuple[Against, ...]

    @property
    def clear(self) -> list[Against]:
        """Return the types whose difference is clear."""
        return [part for part in self.types if part.clear]

    @property
    def unclear(self) -> list[Against]:
        """Return the other types."""
        return [part for part in self.types if not part.clear]

    @property
    def ranked(self) -> int:
        """Return the number of ranked lines of the board."""
        return sum(line.rank is not None for line in self.board.lines)

    @property
    def tied(self) -> int:
        """Return the number of other lines of the board with the same rank."""
        same = [line for line in self.board.lines if line.rank is not None and line.rank == self.line.rank]
        return max(0, len(same) - 1)

    @property
    def rank(self) -> str:
        """Return the rank as text after the score; "" without a rank."""
        if self.line.rank is None:
            return ""
        tied = f", tied with {self.tied} {'other' if self.tied == 1 else 'others'}" if self.tied else ""
        return f" (rank {self.line.rank} of {self.ranked}{tied})"


@dataclass(frozen=True)
class Model:
    """A model with its lines on all boards."""

    name: str
    file: str
    standings: tuple[Standing, ...]

    @property
    def sentence(self) -> str:
        """Return the summary sentence about the model."""
        ranks = [
            f"{standing.line.value:.1%} in {standing.board.benchmark.title}{standing.rank}"
            for standing in self.standings
        ]
        shown = ranks[:4] + ([f"{len(ranks) - 4} more"] if len(ranks) > 4 else [])
        return f"{self.name}: {'; '.join(shown)}. Scores are recomputed from the responses."


def models(boards: Sequence[Board], entries: Sequence[Entry]) -> list[Model]:
    """Return the models with a verified submission, by name."""
    rescored = {f"galleries/{entry.name}.html": entry.rescored for entry in entries if entry.gallery is not None}
    by_model: dict[str, list[Standing]] = {}
    for board in boards:
        verified = [line for line in board.lines if line.kind == "submission" and rescored.get(line.gallery)]
        for line in verified:
            mine, *others = [
                result
                for other in sorted(verified, key=lambda other: other is not line)
                if (other is line or (other.model != line.model and other.measure == line.measure))
                and (result := rescored[other.gallery]) is not None
            ]
            by_model.setdefault(line.model, []).append(Standing(board, line, tuple(compared(mine, others))))
    return [Model(name, model_file(name), tuple(adjusted(by_model[name]))) for name in sorted(by_model)]


def adjusted(standings: Sequence[Standing]) -> Iterator[Standing]:
    """Yield the lines of a model with p-values adjusted over all types of its page (Holm), the strongest type first."""
    p_values = iter(statistics.holm([part.change.p for standing in standings for part in standing.types]))
    for standing in standings:
        types = [replace(part, adjusted=next(p_values)) for part in standing.types]
        yield replace(standing, types=tuple(sorted(types, key=lambda part: -part.difference)))


def compared(mine: Rescored, others: Sequence[Rescored]) -> Iterator[Against]:
    """Yield the types of rows with at least FEWEST drawings, compared with the mean of the other models on the same
    rows, or with the model's own score on the other rows if there is no other model."""
    rows = with_others(mine.rows, [other.rows for other in others])
    for column, groups in mine.figures.get("by", {}).items():
        if len(groups) < 2 or column not in rows.columns:
            continue
        for group in groups:
            if group["clusters"] < FEWEST:
                continue
            name = str(group[column])
            change = of_type(rows, pl.col(column) == name)
            level = "mean of the others" if others else "its score on the other rows"
            yield Against(column, name, group, Level(level, group["value"] - change.value), change)


def with_others(rows: pl.DataFrame, others: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Return rows with the mean value of other models under `value_other`; rows that one of them lacks are left out.
    Without other models there is no such column."""
    names = [f"of {number}" for number in range(len(others))]
    for name, other in zip(names, others, strict=True):
        rows = rows.join(other.select("id", pl.col("value").alias(name)), on="id", how="inner", maintain_order="left")
    return rows.with_columns(pl.mean_horizontal(names).alias("value_other")) if names else rows


def of_type(rows: pl.DataFrame, chosen: pl.Expr) -> Difference:
    """Return the difference of a model from the level on the chosen rows."""
    own = rows.filter(chosen)
    if "value_other" in rows.columns:
        return statistics.paired_difference(
            own["value_other"].to_numpy(), own["value"].to_numpy(), own["cluster"].to_list()
        )
    rest = rows.filter(~chosen)
    both = set(own["cluster"]) & set(rest["cluster"])
    if not both:
        sides = [(side["value"].to_numpy(), side["cluster"].to_list()) for side in (rest, own)]
        return statistics.independent_difference(*sides[0], *sides[1])
    # Drawings with rows of both kinds are compared as pairs.
    means = [
        side.filter(pl.col("cluster").is_in(list(both))).group_by("cluster").agg(pl.col("value").mean()).sort("cluster")
        for side in (rest, own)
    ]
    return statistics.paired_difference(
        means[0]["value"].to_numpy(), means[1]["value"].to_numpy(), means[0]["cluster"].to_list()
    )
