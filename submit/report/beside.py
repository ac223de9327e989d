"""What papers printed for a config, for runs to be set beside: their own rows, so like is not always with like."""

from collections.abc import Sequence
from dataclasses import dataclass

from sgpkit import published
from sgpkit.benchmark import Benchmark
from submit.scored_run import ScoredRun


@dataclass(frozen=True)
class Line:
    """A printed figure, or a run among them (`run` is its place in the section)."""

    name: str
    value: float
    note: str = ""
    run: int | None = None


@dataclass(frozen=True)
class Beside:
    """One column of a published table with the section's runs sorted in, best first."""

    source: str
    column: str
    lines: Sequence[Line]


def beside(benchmark: Benchmark, runs: Sequence[ScoredRun]) -> list[Beside]:
    ours = [Line(f"{run.model}, {run.method}", run.figures["value"], run=place) for place, run in enumerate(runs)]
    found = []
    for each in benchmark.published:
        table = published.table(each.table)
        rows = [row for row in table.iter_rows(named=True) if row[each.column] is not None]
        printed = [Line(name(row), row[each.column] * each.scale, row["note"]) for row in rows]
        lines = sorted([*printed, *ours], key=lambda line: -line.value)
        found.append(Beside(table["source"][0], each.column.replace("_", " "), lines))
    return found


def name(row: dict[str, str]) -> str:
    return ", ".join(row[column] for column in ("model", "strategy") if row.get(column))
