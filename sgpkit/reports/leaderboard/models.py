"""One page per model: its lines on all boards, and the types of rows on which it is better or worse than others."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sgpkit.reports.leaderboard.board import Board, Line, model_file
from sgpkit.reports.leaderboard.entries import Entry
from sgpkit.reports.levels import Level
from sgpkit.reports.overview import FEWEST


@dataclass(frozen=True)
class Against:
    """The figure of a type of rows, and the level to compare it with."""

    column: str
    value: str
    figures: Mapping[str, Any]
    level: Level

    @property
    def difference(self) -> float:
        """Return the figure of the model minus the level."""
        return float(self.figures["value"] - self.level.value)

    @property
    def clear(self) -> bool:
        """Return whether the level is outside the interval of the model's figure."""
        low, high = self.figures["low"], self.figures["high"]
        return low is not None and not low <= self.level.value <= high


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
            f"{standing.line.value:.1%} in {standing.board.benchmark.title}"
            + (f" (rank {standing.line.rank} of {standing.ranked})" if standing.line.rank is not None else "")
            for standing in self.standings
        ]
        shown = ranks[:4] + ([f"{len(ranks) - 4} more"] if len(ranks) > 4 else [])
        return f"{self.name}: {'; '.join(shown)}. Scores are recomputed from the responses."


def models(boards: Sequence[Board], entries: Sequence[Entry]) -> list[Model]:
    """Return the models with a verified submission, by name."""
    by_gallery = {f"galleries/{entry.name}.html": entry for entry in entries if entry.gallery is not None}
    by_model: dict[str, list[Standing]] = {}
    for board in boards:
        verified = [line for line in board.lines if line.kind == "submission" and line.gallery in by_gallery]
        figures = {line.gallery: by_gallery[line.gallery].figures for line in verified}
        for line in verified:
            others = [
                figures[other.gallery]
                for other in verified
                if other.model != line.model and other.measure == line.measure
            ]
            types = sorted(compared(figures[line.gallery], others), key=lambda part: -part.difference)
            by_model.setdefault(line.model, []).append(Standing(board, line, tuple(types)))
    return [Model(name, model_file(name), tuple(by_model[name])) for name in sorted(by_model)]


def compared(figures: Mapping[str, Any], others: Sequence[Mapping[str, Any]]) -> Iterator[Against]:
    """Yield the types of rows with at least FEWEST drawings, compared with the mean of the other models on that type,
    or with the model's own score on all rows if there is no other model."""
    for column, groups in figures.get("by", {}).items():
        if len(groups) < 2:
            continue
        for group in groups:
            if group["clusters"] < FEWEST:
                continue
            name = str(group[column])
            values = [value for other in others if not math.isnan(value := figure_of(other, column, name))]
            level = Level("mean of the others", sum(values) / len(values)) if values else own(figures)
            yield Against(column, name, group, level)


def own(figures: Mapping[str, Any]) -> Level:
    """Return the model's score on all rows as a level."""
    return Level("its own score on all rows", figures["value"])


def figure_of(figures: Mapping[str, Any], column: str, name: str) -> float:
    """Return the figure of a type of rows; NaN if there is none."""
    for group in figures.get("by", {}).get(column, ()):
        if str(group[column]) == name:
            return float(group["value"])
    return math.nan
