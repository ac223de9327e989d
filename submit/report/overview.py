"""The figures at the head of the page: runs of one config side by side, as a whole and group by group."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sgpkit.benchmark import Benchmark
from submit.scored_run import ScoredRun


@dataclass(frozen=True)
class Groups:
    """The runs' figures by one column: a line a value, a figure a run, None where a run has no such row."""

    column: str
    lines: Sequence[tuple[str, Sequence[Mapping[str, Any] | None]]]


@dataclass(frozen=True)
class Section:
    """The runs of one config, best first."""

    benchmark: Benchmark
    runs: Sequence[ScoredRun]
    groups: Sequence[Groups]

    @property
    def interval(self) -> str:
        """How the intervals were made."""
        methods = {run.figures["method"].replace("wilson", "Wilson score") for run in self.runs}
        return " or ".join(sorted(methods))

    @property
    def data(self) -> str:
        return " and ".join(sorted({run.data for run in self.runs}))


def sections(runs: Sequence[ScoredRun]) -> list[Section]:
    by_config: dict[str, list[ScoredRun]] = {}
    for run in runs:
        by_config.setdefault(run.benchmark.config, []).append(run)
    return [section(sorted(same, key=lambda run: -run.figures["value"])) for same in by_config.values()]


def section(runs: Sequence[ScoredRun]) -> Section:
    columns = dict.fromkeys(name for run in runs for name in run.figures["by"])
    return Section(runs[0].benchmark, runs, [groups(name, runs) for name in columns])


def groups(column: str, runs: Sequence[ScoredRun]) -> Groups:
    figures = [{str(group[column]): group for group in run.figures["by"].get(column, ())} for run in runs]
    values = sorted({value for each in figures for value in each}, key=natural)
    return Groups(column, [(value, [each.get(value) for each in figures]) for value in values])


def natural(value: str) -> list[tuple[int, str]]:
    """Numbers in a text in the order of their size: "21-40" before "101+"."""
    return [(int(piece), "") if piece.isdecimal() else (-1, piece) for piece in re.split(r"(\d+)", value)]
