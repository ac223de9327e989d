"""Put the figures of runs into the columns of a paper's table, next to the printed ones."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit import published, statistics
from sgpkit.benchmark import NOTHING, families
from sgpkit.reports.paper_tables import general
from sgpkit.reports.paper_tables.cells import (
    Cell,
    cell_of,
    cell_of_runs,
    difference,
    figure_at,
    finite,
    mean_of,
    scaled,
)
from sgpkit.reports.paper_tables.declaration import ASKED, Column, PaperTable, load, papers
from sgpkit.reports.paper_tables.missing import Missing, remedy_of, run_command
from sgpkit.runs.scoring.scored_run import ScoredRun

if TYPE_CHECKING:
    import polars as pl

OURS = "this evaluation"
"""The group of lines that are runs, in tables with groups."""

ORIGINALS = "originals of the rows"
"""The model of a line with the figures of the rows' own drawings."""

REASONING = ("enable_thinking", "thinking", "reasoning_effort")
"""Options of chat templates and servers that enable or disable reasoning."""

THINKING = {"reasoning enabled": "true", "reasoning disabled": "false"}
"""Lines of runs that state their reasoning, with the value of `--chat-template-arg enable_thinking`."""

DATA = "data"
"""The field of lines that is the data a model was tuned on; empty if no training states any."""

QUANTITY = "quantity"
"""The label of lines that are kinds of figures, of tables that are printed side by side."""

HIDDEN = ("note", "source")
"""Columns of printed figures that are shown below a table."""


@dataclass(frozen=True)
class Line:
    """One line of a table. `labels` and `cells` are aligned with those of the table; a missing figure is None."""

    labels: tuple[str, ...]
    cells: tuple[Cell | None, ...]
    is_run: bool
    note: str = ""


@dataclass(frozen=True)
class Filled:
    """A table with its lines: printed ones first. `missing` says what runs lack, with the command that makes it."""

    table: PaperTable
    labels: tuple[str, ...]
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    source: str
    missing: tuple[str, ...] = ()

    def to_polars(self) -> "pl.DataFrame":
        """Return the table with one row per line; the intervals of runs are in columns NAME_low and NAME_high."""
        import polars as pl

        rows = []
        for line in self.lines:
            row: dict[str, Any] = {**dict(zip(self.labels, line.labels, strict=True)), "is_run": line.is_run}
            for name, cell in zip(self.columns, line.cells, strict=True):
                row |= dict(zip((name, f"{name}_low", f"{name}_high"), cell[:3] if cell else (None,) * 3, strict=True))
            rows.append(row)
        bounds = {f"{name}{end}": pl.Float64 for name in self.columns for end in ("", "_low", "_high")}
        return pl.DataFrame(rows, schema={**dict.fromkeys(self.labels, pl.String), "is_run": pl.Boolean, **bounds})


class Key(NamedTuple):
    """A line of ours: the model, the fields that tell its lines apart, and the band."""

    model: str
    fields: tuple[str, ...]
    band: str = ""


def fill(table: PaperTable, runs: Sequence[ScoredRun] = (), results: Mapping[str, general.Results] = NOTHING) -> Filled:
    """Return a table with its printed lines, and a line for each model and way of asking that has a figure in it.
    `results` are those of lm-eval, by the column that takes them."""
    rows = printed_rows(table)
    labels = tuple(name for name in rows[0] if name in published.WORDS and name not in HIDDEN)
    names = [name for name in rows[0] if name not in (*labels, *HIDDEN)]
    averaged_only = {name for one in table.columns for name in one.mean}
    columns = (*names, *(one.name for one in table.columns if one.name not in (*names, *averaged_only)))
    printed = [printed_line(row, labels, columns) for row in rows]
    used = [run for run in runs if run.benchmark.config in table.configs and is_asked_for(table, run)]
    keys = [
        Key(run.model, fields_of(run, table), band) for run in used for band in (table.bands if table.bands else ("",))
    ]
    missing = Missing()
    filled = {
        key: cells_of(table, key, used, missing if is_printed(table, key, used) else Missing())
        for key in dict.fromkeys(keys)
    }
    add_gains(table, filled, used)
    ours = [
        Line(label_of(table, key, labels), tuple(cells.get(name) for name in columns), is_run=True)
        for key, cells in filled.items()
        if any(cells.get(name) for name in columns)
    ]
    with_averages = averaged(table, ours, columns)
    measured = general_lines(table, results, labels, columns, missing)
    lines = (*printed, *with_averages, *originals_line(table, used, labels, columns), *measured)
    return Filled(table, labels, columns, lines, rows[0]["source"], missing.lines())


def originals_line(
    table: PaperTable, runs: Sequence[ScoredRun], labels: Sequence[str], columns: Sequence[str]
) -> list[Line]:
    """Return a line with the figures of the rows' own drawings, of the run with the most rows; none without any."""
    cells: dict[str, Cell] = {}
    for column in (one for one in table.columns if one.originals):
        of_config = [run for run in runs if run.benchmark.config == column.config]
        for run in sorted(of_config, key=lambda run: run.figures["n"]):
            value = finite((figure_at(run.figures, column.originals) or {}).get("value"))
            if value is not None:
                cells[column.name] = scaled(column, value)
    if not cells:
        return []
    texts = {"group": OURS, "model": ORIGINALS}
    return [Line(tuple(texts.get(name, "") for name in labels), tuple(map(cells.get, columns)), is_run=True)]


def general_lines(
    table: PaperTable,
    results: Mapping[str, general.Results],
    labels: Sequence[str],
    columns: Sequence[str],
    missing: Missing,
) -> list[Line]:
    """Return a line for each general benchmark that results of lm-eval have a figure of, and note what they lack."""
    lines = []
    for benchmark, (task, metric) in (table.tasks if results else NOTHING).items():
        cells: dict[str, Cell | None] = {}
        for column in table.columns:
            if column.lm_eval in results:
                figure = general.figure(results[column.lm_eval], task, metric)
                cells[column.name] = None if figure is None else scaled(column, *figure)
                if figure is None:
                    missing.add(f"{benchmark} ({column.name})", f"lm_eval run --tasks {task}")
        for column in table.columns:
            if column.difference:
                cells[column.name] = difference(*(cells.get(name) for name in column.difference))
        if any(cells.values()):
            label = (f"{benchmark}, {OURS}", *("" for _ in labels[1:]))
            lines.append(Line(label, tuple(cells.get(name) for name in columns), is_run=True))
    return lines


def printed_rows(table: PaperTable) -> list[dict[str, str]]:
    """Return the printed table as text, from the toolkit's tables or from a file next to the declaration."""
    if table.printed in published.names():
        return spread(published.rows(table.printed), table.spread)
    family = papers()[table.paper]
    file = resources.files(families.module_name(family)).joinpath(f"{table.printed}.csv")
    return spread(list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8")))), table.spread)


def spread(rows: list[dict[str, str]], names: Sequence[str]) -> list[dict[str, str]]:
    """Return rows as they are printed side by side: the values of some labels become columns, and each kind of figure
    a line, named by the label `quantity`."""
    if not names:
        return rows
    kept = [name for name in rows[0] if name in published.WORDS and name not in (*names, *HIDDEN)]
    figures = [name for name in rows[0] if name not in published.WORDS]
    columns = dict.fromkeys("_".join(row[name] for name in names) for row in rows)
    lines: dict[tuple[str, ...], dict[str, str]] = {}
    for row in rows:
        for figure in figures:
            key = (*(row[name] for name in kept), figure)
            labels = {**{name: row[name] for name in kept}, QUANTITY: figure.replace("_", " ")}
            line = lines.setdefault(key, {**labels, **dict.fromkeys(columns, ""), "note": "", "source": row["source"]})
            column = "_".join(row[name] for name in names)
            line[column] = row[figure]
            if row["note"]:
                line["note"] = "; ".join(filter(None, (line["note"], f"{column.replace('_', ' ')}: {row['note']}")))
    return list(lines.values())


def printed_line(row: Mapping[str, str], labels: Sequence[str], columns: Sequence[str]) -> Line:
    """Return a printed line; its figures keep the digits that were printed."""
    cells = tuple(Cell(float(row[name]), text=row[name]) if row.get(name) else None for name in columns)
    return Line(tuple(row[name] for name in labels), cells, is_run=False, note=row["note"])


def fields_of(run: ScoredRun, table: PaperTable) -> tuple[str, ...]:
    """Return the values of the fields that tell lines of a model apart; last, whether its reasoning was on."""
    stated = {**run.metadata, DATA: tuned(run).get("data", "")}
    return (*(str(stated[name]) for name in table.lines), reasoning_of(run.metadata))


def tuned(run: ScoredRun) -> Mapping[str, str]:
    """Return base model, method and data of a run of a tuned model, as its training stated them."""
    known: Mapping[str, str] = run.metadata.get("tuned", NOTHING)
    return known


def reasoning_of(metadata: Mapping[str, Any]) -> str:
    """Return whether a run asked with reasoning enabled or disabled, "" if its options do not say so."""
    identity = metadata.get("identity", {})
    parameters = identity.get("parameters", {})
    options = (identity.get("template_args"), parameters.get("chat_template_kwargs"), parameters)
    stated = [held[name] for held in options if held for name in REASONING if name in held]
    enabled, disabled = THINKING
    return "" if not stated else disabled if stated[0] in (False, "none") else enabled


def printed_values(table: PaperTable, name: str, known: Sequence[str]) -> Sequence[str]:
    """Return the strategies, modes or settings that a table prints, of those known; by default the first."""
    labels = dict.fromkeys(row[name] for row in printed_rows(table) if row.get(name))
    return table.asks.get(name) or [*labels] or known[:1]


def label_of(table: PaperTable, key: Key, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the labels of a line of ours; fields without a column of their own follow the model's name."""
    known = dict(zip((*table.lines, "reasoning"), key.fields, strict=True))
    if key.band:
        known[table.band_label] = table.band_names.get(key.band, key.band)
    named = "model" if "model" in labels else next((name for name in labels if name not in known), labels[0])
    further = [value for name, value in known.items() if name not in set(labels) - {named} and value]
    texts = {"group": OURS} | known | {named: ", ".join([key.model, *further])}
    return tuple(texts.get(name, "") for name in labels)


def is_asked_for(table: PaperTable, run: ScoredRun) -> bool:
    """Return whether a run asks as a table does that states the ways of asking of its lines."""
    return all(str(run.metadata[name]) in values for name, values in table.asks.items() if name in table.lines)


def is_printed(table: PaperTable, key: Key, runs: Sequence[ScoredRun]) -> bool:
    """Return whether a table prints the strategy of a line; other lines are shown, but need not be complete."""
    known = [*runs[0].benchmark.prompts.strategies]
    stated = dict(zip(table.lines, key.fields, strict=False))
    return stated.get("strategy", "") in ("", *printed_values(table, "strategy", known))


def cells_of(table: PaperTable, key: Key, runs: Sequence[ScoredRun], missing: Missing) -> dict[str, Cell | None]:
    """Return the figures of a line by column, and note what it lacks."""
    cells: dict[str, Cell | None] = {}
    for column in table.columns:
        if column.config:
            cells[column.name] = None
            fitting = matching(table, key, column, runs)
            if fitting and column.ever:
                cells[column.name] = cell_of_runs(fitting, column, key.band)
            elif fitting:
                on_scale = replace(column, scale=table.band_scales.get(key.band, column.scale))
                cells[column.name] = cell_of(fitting[0], on_scale, key.band, table.band_values.get(key.band, ()))
            if cells[column.name] is None:
                missing.add(*lack(table, key, column, fitting, runs))
    for column in table.columns:
        if column.mean:
            cells[column.name] = mean_of([cells[name] for name in column.mean], column.weights)
    return cells


def add_gains(table: PaperTable, filled: Mapping[Key, dict[str, Cell | None]], runs: Sequence[ScoredRun]) -> None:
    """Add the gains of tuned models over their bases. The line of a base is that of the model a run was tuned from,
    asked in the same way."""
    bases = {(run.model, fields_of(run, table)): tuned(run).get("base", "") for run in runs}
    untuned = {str(run.metadata["model"]): run.model for run in runs if not tuned(run)}
    for column in (one for one in table.columns if one.gain):
        for key, cells in filled.items():
            if base := untuned.get(bases[key.model, key.fields]):
                named = zip((*table.lines, ""), key.fields, strict=True)
                fields = tuple("" if name == DATA else value for name, value in named)
                other = filled.get(Key(base, fields, key.band), {})
                cells[column.name] = difference(cells[column.gain], other.get(column.gain))


def matching(table: PaperTable, key: Key, column: Column, runs: Sequence[ScoredRun]) -> list[ScoredRun]:
    """Return the runs for a column of a line, those with the most rows first. Fields that neither the line nor the
    column states have the config's first value, unless the column takes all runs."""

    def fits(run: ScoredRun) -> bool:
        prompts = run.benchmark.prompts
        first = {} if column.ever else {"mode": prompts.modes[0], "setting": next(iter(prompts.settings), "")}
        wanted = {**first, **dict(zip(table.lines, key.fields, strict=False)), **column.asked}
        return (run.model, reasoning_of(run.metadata)) == (key.model, key.fields[-1]) and all(
            str(run.metadata[name]) == value for name, value in wanted.items() if name in ASKED
        )

    config = column.config.replace("*", key.band)
    data = dict(zip(table.lines, key.fields, strict=False)).get(DATA)
    candidates = [
        run for run in runs if run.benchmark.config == config and fits(run) and data in (None, tuned(run).get(DATA, ""))
    ]
    return sorted(candidates, key=lambda run: run.figures["n"], reverse=True)


def lack(
    table: PaperTable, key: Key, column: Column, fitting: Sequence[ScoredRun], runs: Sequence[ScoredRun]
) -> tuple[str, str]:
    """Return what a line lacks for a column, and the command that makes it, by the engine of the model's runs."""
    if fitting:
        return column.name, remedy_of(fitting[0], column)
    asked = {**dict(zip(table.lines, key.fields, strict=False)), **column.asked}
    options = {name: value for name, value in asked.items() if name in ASKED and value}
    if thinking := THINKING.get(key.fields[-1]):
        options["chat-template-arg"] = f"enable_thinking={thinking}"
    config = column.config.replace("*", key.band)
    return config, run_command(config, next(run for run in runs if run.model == key.model), options)


def averaged(table: PaperTable, lines: Sequence[Line], columns: Sequence[str]) -> list[Line]:
    """Fill the columns that put figures on one scale: from the worst to the best of all lines, also of the tables that
    are pooled with this one."""
    if not lines:
        return []
    done = list(lines)
    for column in (one for one in table.columns if one.average):
        declared = {one.number: one for one in load(table.paper)}
        pool = [row for number in table.pooled or (table.number,) for row in printed_rows(declared[number])]
        scale = [
            {name: float(row[name]) for name in column.average} for row in pool if all(map(row.get, column.average))
        ]
        where = [columns.index(name) for name in column.average]
        for index, line in enumerate(done):
            cells = [line.cells[one] for one in where]
            if all(cells):
                own = {name: cell.value for name, cell in zip(column.average, cells, strict=True) if cell}
                average = statistics.minmax_average([*scale, own], column.lower_is_better)[-1]
                at = columns.index(column.name)
                done[index] = Line(line.labels, (*line.cells[:at], Cell(average), *line.cells[at + 1 :]), is_run=True)
    return done
