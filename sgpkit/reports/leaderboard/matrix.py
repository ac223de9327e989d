"""The first table of the leaderboard: verified models by benchmarks."""

from collections.abc import Sequence
from dataclasses import dataclass

from sgpkit.reports.leaderboard.board import Board, Line
from sgpkit.reports.leaderboard.entries import BASELINE


@dataclass(frozen=True)
class Cell:
    """The best line of a model on a board, and the number of its lines there."""

    line: Line
    ways: int


@dataclass(frozen=True)
class Row:
    """A model with a cell for each board, None where it was not run."""

    model: str
    page: str
    is_baseline: bool
    cells: tuple[Cell | None, ...]


def rows(boards: Sequence[Board]) -> list[Row]:
    """Return the models with a verified line on any board, by name, baselines last."""
    verified = [[line for line in board.lines if line.model_page] for board in boards]
    known = {(line.stated_engine == BASELINE, line.model): line.model_page for lines in verified for line in lines}
    return [
        Row(model, page, is_baseline, tuple(cell(lines, model, is_baseline) for lines in verified))
        for (is_baseline, model), page in sorted(known.items(), key=lambda item: (item[0][0], item[0][1].lower()))
    ]


def cell(lines: Sequence[Line], model: str, is_baseline: bool) -> Cell | None:
    """Return the cell of a model, given the lines of a board, the best first."""
    own = [line for line in lines if line.model == model and (line.stated_engine == BASELINE) == is_baseline]
    own.sort(key=lambda line: line.rank is None)  # verified lines come first
    return Cell(own[0], len(own)) if own else None
