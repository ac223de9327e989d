"""Printed figures of papers for a config, to compare runs with; their rows are their own, so they may differ."""

from collections.abc import Sequence
from dataclasses import dataclass

from sgpkit import published
from sgpkit.benchmark import Benchmark, Published
from sgpkit.runs.scoring.scored_run import ScoredRun


@dataclass(frozen=True)
class Line:
    """A printed figure, or a run among them with its interval (`run` is its place in the section)."""

    name: str
    value: float
    note: str = ""
    run: int | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class PrintedTable:
    """One column of a published table with the section's runs sorted in, best first. `of_headline` is False where the
    column is of another measure than the headline. `note` is what there is to say of all printed figures alike."""

    source: str
    column: str
    lines: Sequence[Line]
    of_headline: bool = True
    note: str = ""


def printed_tables(benchmark: Benchmark, runs: Sequence[ScoredRun]) -> list[PrintedTable]:
    """Return the printed tables of a config with the runs sorted in."""
    tables = []
    for reference in benchmark.evidence.published:
        table = published.table(reference.table)
        rows = [row for row in table.iter_rows(named=True) if row[reference.column] is not None]
        notes = {row["note"] for row in rows}
        shared = notes.pop() if len(notes) == 1 else ""
        printed = [
            Line(name(row), row[reference.column] * reference.scale, "" if shared else row["note"]) for row in rows
        ]
        ours = [line for index, run in enumerate(runs) for line in our_line(reference, benchmark, index, run)]
        lines = sorted([*printed, *ours], key=lambda line: -line.value)
        of_headline = reference.part in ("", benchmark.scoring.value_name)
        column = reference.column.replace("_", " ")
        tables.append(PrintedTable(table["source"][0], column, lines, of_headline, shared))
    return tables


def our_line(printed: Published, benchmark: Benchmark, index: int, run: ScoredRun) -> list[Line]:
    """Return the run's figure of the printed column's measure; none where the run does not have it."""
    part, scale = printed.part or benchmark.scoring.value_name, printed.part_scale if printed.part else 1.0
    figures = run.figures["parts"].get(part) or (run.figures if run.figures["headline"] == part else None)
    if figures is None:
        return []
    low, high = (None if figures[bound] is None else figures[bound] * scale for bound in ("low", "high"))
    return [Line(f"{run.model}, {run.method}", figures["value"] * scale, run=index, low=low, high=high)]


def name(row: dict[str, str]) -> str:
    """Return the name of a printed row."""
    return ", ".join(row[column] for column in ("model", "strategy") if row.get(column))
