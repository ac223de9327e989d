"""Printed figures of papers for a config, for comparison with runs. Papers may have used different rows."""

from collections.abc import Sequence
from dataclasses import dataclass

from sgpkit import published
from sgpkit.benchmark import Benchmark, Published
from sgpkit.runs.scoring.scored_run import ScoredRun


@dataclass(frozen=True)
class Line:
    """A printed figure, or a run with its interval (`run` is its index in the section)."""

    name: str
    value: float
    note: str = ""
    run: int | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class PrintedTable:
    """One column of a published table merged with the runs of the section, best first. `of_headline` is False if the
    column has a different measure than the headline. `note` applies to all printed figures."""

    source: str
    column: str
    lines: Sequence[Line]
    of_headline: bool = True
    note: str = ""


def printed_tables(benchmark: Benchmark, runs: Sequence[ScoredRun]) -> list[PrintedTable]:
    """Return the printed tables of a config, merged with the runs."""
    tables = []
    for reference in benchmark.evidence.published:
        table = published.table(reference.table)
        rows = [row for row in table.iter_rows(named=True) if row[reference.column] is not None]
        notes = {row["note"] for row in rows}
        shared = notes.pop() if len(notes) == 1 else ""
        printed = [
            Line(name(row), reference.share(row[reference.column]), "" if shared else row["note"]) for row in rows
        ]
        ours = [line for index, run in enumerate(runs) for line in our_line(reference, benchmark, index, run)]
        if runs and not ours and all("less" in run.figures for run in runs):
            continue  # a printed mean next to a bound would be read as one measure
        lines = sorted([*printed, *ours], key=lambda line: -line.value)
        of_headline = reference.part in ("", benchmark.scoring.value_name)
        column = reference.column.replace("_", " ")
        tables.append(PrintedTable(table["source"][0], column, lines, of_headline, shared))
    return tables


def our_line(printed: Published, benchmark: Benchmark, index: int, run: ScoredRun) -> list[Line]:
    """Return the figure of a run for the measure of the printed column, if the run has it."""
    part, scale = printed.part or benchmark.scoring.value_name, printed.part_scale if printed.part else 1.0
    figures = run.figures["parts"].get(part) or (run.figures if run.figures["headline"] == part else None)
    if figures is None:
        return []
    low, high = (None if figures[bound] is None else figures[bound] * scale for bound in ("low", "high"))
    return [Line(f"{run.model}, {run.method}", figures["value"] * scale, run=index, low=low, high=high)]


def name(row: dict[str, str]) -> str:
    """Return the name of a printed row."""
    return ", ".join(row[column] for column in ("model", "strategy") if row.get(column))
