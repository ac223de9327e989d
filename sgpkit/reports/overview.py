"""The figures at the top of the page: runs of one config side by side, over all rows and by group."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sgpkit.baselines import adversarial
from sgpkit.benchmark import NOTHING, Benchmark
from sgpkit.data import probe_records
from sgpkit.metrics import court
from sgpkit.reports import calibration, entropy_chart, paper_tables, summary
from sgpkit.reports.levels import Level, chance_by, is_baseline, leading, levels
from sgpkit.reports.paper_tables import text
from sgpkit.reports.printed import Line, PrintedTable, printed_tables
from sgpkit.runs.scoring import figure_text
from sgpkit.runs.scoring.scored_run import ScoredRun

WHOLE = ("several samples", "further figures")
"""Tables whose figures all cover all rows."""

FEWEST = figure_text.FEW_CLUSTERS
"""The smallest number of drawings for a group; lines with fewer are collapsed as noise."""


@dataclass(frozen=True)
class Groups:
    """Figures by one column: one line per value with one figure per run, or None if a run has no such row."""

    column: str
    lines: Sequence[tuple[str, Sequence[Mapping[str, Any] | None]]]
    chance: Mapping[str, float] = field(default_factory=lambda: NOTHING)

    def levels(self, value: str) -> Sequence[Level]:
        """Return the levels to compare the figures of a line with."""
        return [Level("chance", self.chance[value])] if value in self.chance else []

    @property
    def title(self) -> str:
        return self.column.capitalize() if self.column in WHOLE else f"By {self.column}"

    @property
    def folded(self) -> "Sequence[tuple[str, Sequence[Mapping[str, Any] | None]]]":
        """Return the lines with fewer than FEWEST drawings in every run."""
        return [] if self.column in WHOLE else [line for line in self.lines if is_noise(line[1])]

    @property
    def steady(self) -> "Sequence[tuple[str, Sequence[Mapping[str, Any] | None]]]":
        """Return the other lines."""
        folded = {name for name, _ in self.folded}
        return [line for line in self.lines if line[0] not in folded]

    @property
    def grid(self) -> tuple[Sequence[str], Sequence[str]] | None:
        """Return rows and columns if every value is a transition such as "simple to complex", else None."""
        pairs = [value.split(" to ") for value, _ in self.lines]
        if len(pairs) < 4 or any(len(pair) != 2 for pair in pairs):
            return None
        before, after = (list(dict.fromkeys(pair[side] for pair in pairs)) for side in (0, 1))
        return before, after


@dataclass(frozen=True)
class Section:
    """The runs of one config with the same measure, best first. `page` has all runs of the page."""

    benchmark: Benchmark
    runs: Sequence[ScoredRun]
    groups: Sequence[Groups]
    published: Sequence[PrintedTable]
    page: Sequence[ScoredRun] = ()

    @cached_property
    def levels(self) -> Sequence[Level]:
        """Return the levels to compare the runs with."""
        return levels(self.runs)

    @property
    def marks(self) -> Sequence[Level]:
        """Return the levels, and the best printed figure if it has the same measure."""
        held = summary.printed_lines(leading(self.runs), self.runs, self.published)
        printed = [Level("the best printed figure", held.best.value, "printed")] if held and held.of_headline else []
        return (*self.levels, *printed)

    @property
    def sentence(self) -> str:
        """Return the sentence about the runs."""
        return summary.of_runs(self.runs, self.levels, self.published)

    @property
    def unranked(self) -> str:
        """Return a remark on properties by which the headline must not rank drawings or captions although the config
        asks about them, or that it was not tried; "" if there is nothing to remark, or if answers are neither.
        """
        kind = answer_kind(self.benchmark)
        if not kind:
            return ""
        headline = self.runs[0].figures["headline"]
        contrasts = self.benchmark.evidence.contrasts
        missing = court.unranked(self.benchmark.config, headline, contrasts.axes if contrasts else None)
        if missing is None:
            return f"{headline} was not tried on pairs of {kind} with one thing wrong (sgpkit metrics court)"
        axes = [f"{axis} ({best} may)" if best else axis for axis, best in missing.items()]
        return f"{headline} may not rank {kind} by {', '.join(axes)} (sgpkit metrics court)" if axes else ""

    @property
    def standing(self) -> str:
        """Return the known scores of baselines that were not run, if the measure is the config's own; "" if there are
        none.
        """
        known = {run.model for run in self.runs if is_baseline(run)}
        of_own_measure = self.runs[0].figures["headline"] == self.benchmark.scoring.value_name
        scores: dict[str, list[str]] = {}
        for name, baseline in self.benchmark.evidence.baselines.items() if of_own_measure else ():
            if baseline.standing is not None and name not in known:
                scores.setdefault(baseline.reads, []).append(f"{name} {baseline.standing:.1%}")
        return "; ".join(f"from {source}, on fresh rows: {', '.join(texts)}" for source, texts in scores.items())

    @property
    def leading(self) -> int:
        """Return the index of the leading run."""
        return list(self.runs).index(leading(self.runs))

    @property
    def printed_figures(self) -> int:
        """Return the number of printed figures."""
        return sum(line.run is None for table in self.published for line in table.lines)

    @property
    def best_printed(self) -> Line:
        """Return the best figure of the first printed table."""
        return next(line for line in self.published[0].lines if line.run is None)

    @property
    def interval(self) -> str:
        """Return the methods of the intervals, as text."""
        methods = {run.figures["method"] for run in self.runs}
        return " or ".join(sorted(methods))

    @property
    def headline(self) -> str:
        return self.runs[0].headline

    @cached_property
    def whole_tables(self) -> Sequence[text.Texts]:
        """Return the tables of papers that belong to the runs."""
        return [text.texts(table) for table in paper_tables.of_runs(self.runs, self.page)]

    @property
    def curves(self) -> Sequence[calibration.Curve]:
        return [curve for run in self.runs for curve in calibration.curves(run)]

    @property
    def consensus(self) -> entropy_chart.Consensus | None:
        return entropy_chart.consensus(self.runs)

    @property
    def shortcuts(self) -> Sequence[Mapping[str, Any]]:
        """Return the scores of shortcut probes with their intervals, as stored with the rows."""
        kept = next((run.run.data.probes for run in self.runs if run.run.data.probes), None)
        named = ("answer", "score" if self.runs[0].benchmark.scoring.gradual else "full marks")
        figures = [figure for figure in probe_records.overall_figures(kept) if figure["target"] in named]
        return [figure | dict(zip(("low", "high"), figure["interval"], strict=True)) for figure in figures]

    @property
    def data(self) -> str:
        return " and ".join(sorted({run.data for run in self.runs}))


def answer_kind(benchmark: Benchmark) -> str:
    """Return "drawings" or "captions", which metrics are tried on, or "" for other answers."""
    if adversarial.draws(benchmark):
        return "drawings"
    return "captions" if benchmark.scoring.score is not None and benchmark.answer_format == "text" else ""


def sections(runs: Sequence[ScoredRun]) -> list[Section]:
    """Return one section per config and measure."""
    by_config: dict[str, dict[tuple[str, str], list[ScoredRun]]] = {}
    for run in runs:
        by_config.setdefault(run.benchmark.config, {}).setdefault(run.measure, []).append(run)
    alike = [same for measures in by_config.values() for same in measures.values()]
    ordered = [sorted(same, key=lambda run: (run.figures["n"] == 0, -run.figures["value"])) for same in alike]
    return [section(same, runs) for same in ordered]


def section(runs: Sequence[ScoredRun], page: Sequence[ScoredRun] = ()) -> Section:
    """Return the section of runs of one config and one measure."""
    columns = dict.fromkeys(name for run in runs for name in run.figures["by"])
    grouped = [groups(name, [by_value(run, name) for run in runs], chance_by(runs, name)) for name in columns]
    grouped = [table for table in grouped if not repeats_the_whole(table, runs)]
    further = [
        Groups("letter of the key", in_order([letters(run) for run in runs])),
        Groups("several samples", in_order([several(run) for run in runs])),
        Groups("further figures", in_order([run.figures["parts"] | run.figures.get("summary", {}) for run in runs])),
    ]
    tables = [table for table in (*grouped, *further) if table.lines]
    return Section(runs[0].benchmark, runs, tables, printed_tables(runs[0].benchmark, runs), page)


def repeats_the_whole(table: Groups, runs: Sequence[ScoredRun]) -> bool:
    """Return whether a table has only one line, which covers all rows."""
    if len(table.lines) != 1:
        return False
    ((_, figures),) = table.lines
    return all(figure and figure["n"] == run.figures["n"] for figure, run in zip(figures, runs, strict=True))


Figures = Mapping[str, Mapping[str, Any]]
"""The figures of one run by line name."""


def by_value(run: ScoredRun, column: str) -> Figures:
    """Return the figures of a run by the values of a column."""
    return {str(group[column]): group for group in run.figures["by"].get(column, ())}


def letters(run: ScoredRun) -> Figures:
    """Return the figures of a run by the right letter."""
    by_letter = run.figures.get("letters", {})
    return {
        letter: {
            "value": counts["right"] / counts["keyed"],
            "low": counts["low"],
            "high": counts["high"],
            "method": counts["method"],
            "n": counts["keyed"],
        }
        for letter, counts in by_letter.items()
        if counts["keyed"]
    }


def several(run: ScoredRun) -> Figures:
    """Return the figures of several samples per row: pass@k, majority@k, best of k."""
    tables = {"pass_at": "pass@", "majority_at": "majority@"}
    estimates = {f"{tables[table]}{k}": figure for table in tables for k, figure in run.figures.get(table, {}).items()}
    lines: Figures = run.figures.get("samples", {}).get("lines", {})
    return {figure_text.measured(name, figure, run.figures): figure for name, figure in {**estimates, **lines}.items()}


def is_noise(figures: Sequence[Mapping[str, Any] | None]) -> bool:
    """Return whether every figure of a line is based on fewer than FEWEST drawings."""
    return all(figure is None or figure_text.is_noise(figure) for figure in figures)


def groups(column: str, figures: Sequence[Figures], chance: Mapping[str, float] = NOTHING) -> Groups:
    """Return a table of figures by the values of a column, with the accuracy of guessing."""
    values = sorted({value for group in figures for value in group}, key=natural)
    return Groups(column, [(value, [group.get(value) for group in figures]) for value in values], chance)


def in_order(figures: Sequence[Figures]) -> list[tuple[str, list[Mapping[str, Any] | None]]]:
    """Return figures by name, in the order of first occurrence."""
    names = dict.fromkeys(name for figure in figures for name in figure)
    return [(name, [figure.get(name) for figure in figures]) for name in names]


def natural(value: str) -> list[tuple[int, str]]:
    """Return a sort key that orders numbers in a text by size: "21-40" before "101+"."""
    return [(int(piece), "") if piece.isdecimal() else (-1, piece) for piece in re.split(r"(\d+)", value)]
