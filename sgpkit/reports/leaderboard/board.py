"""Boards: submissions to one config on the same rows, ranked with ties, next to the printed figures of papers."""

import hashlib
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import polars as pl

from sgpkit import published, statistics
from sgpkit.benchmark import Benchmark, Published, families
from sgpkit.reports import paper_tables
from sgpkit.reports.leaderboard.entries import BASELINE, Entry
from sgpkit.reports.paper_tables import text
from sgpkit.runs.scoring import score
from sgpkit.submissions.self_reported import SelfReported

MODELS = "models"
"""The folder of the pages of models."""


@dataclass(frozen=True)
class Line:
    """One line of the leaderboard: a submission or a printed figure (`kind`).

    Lines without a significant difference share a `rank`; `worst` is the other end of the rank's interval. For a line
    without a rank, `remarks` has the reason. `without_errata` is the score without withdrawn and flagged rows.
    `self_reported` are figures that depend on another model, each with the name of that model; fields that start with
    `stated_` are claims of the submitter, too.
    """

    kind: str
    family: str
    config: str
    format: str
    model: str
    strategy: str
    mode: str
    setting: str
    measure: str
    value: float
    low: float | None
    high: float | None
    n: int | None
    clusters: int | None
    method: str
    samples: int | None
    rank: int | None
    worst: int | None
    verification: str
    remarks: tuple[str, ...]
    without_errata: float | None
    statuses: Mapping[str, int]
    stated_engine: str
    stated_prompt_tokens: int | None
    stated_completion_tokens: int | None
    self_reported: tuple[SelfReported, ...]
    stated_cost: float | None
    stated_currency: str | None
    stated_submitter: str
    stated_date: str
    source: str
    gallery: str
    beside: Mapping[str, Mapping[str, Any]]
    model_page: str = ""


@dataclass(frozen=True)
class Board:
    """The lines of one config and one version of its rows (`data`), best first."""

    family: str
    benchmark: Benchmark
    headline: str
    data: str
    lines: tuple[Line, ...]

    @property
    def whole_tables(self) -> list[text.Texts]:
        """Return the printed tables that belong to the strategies of the submissions."""
        strategies = {line.strategy for line in self.lines if line.kind != "published"}
        return [text.texts(table) for table in paper_tables.of_strategies(self.benchmark, strategies)]


def boards(entries: Sequence[Entry]) -> list[Board]:
    """Return one board per config and version of its rows, in the order of the families. Printed figures, which belong
    to none of the versions, are on the board with the most submissions."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        groups.setdefault((entry.manifest.dataset.config, entry.manifest.dataset.sha256), []).append(entry)
    order = {config: index for index, config in enumerate(families.names())}
    keys = sorted(groups, key=lambda key: (order.get(key[0], len(order)), -len(groups[key]), key))
    made = []
    for index, key in enumerate(keys):
        family, benchmark = families.locate(key[0])
        headlines = {entry.measured for entry in groups[key]}
        fresh = index == 0 or keys[index - 1][0] != key[0]
        printed = published_lines(family, benchmark, headlines) if fresh else []
        made.append(board(family, benchmark, groups[key], printed))
    return made


def board(family: str, benchmark: Benchmark, entries: Sequence[Entry], printed: Sequence[Line]) -> Board:
    """Return the board of these entries, with printed figures."""
    ranks = ranked([entry for entry in entries if entry.rankable])
    lines = [submission_line(family, benchmark, entry, ranks.get(entry.name)) for entry in entries]
    headlines = sorted({entry.headline for entry in entries})
    ordered = sorted([*lines, *printed], key=lambda line: (trust(line), -line.value, line.model, line.strategy))
    return Board(family, benchmark, " or ".join(headlines), entries[0].data, tuple(ordered))


def trust(line: Line) -> int:
    """Return the sort position of a line: re-scored models, then baselines, then claims of submitters, then printed
    figures."""
    if line.kind == "published":
        return 3
    if not line.gallery:
        return 2
    return int(line.stated_engine == BASELINE)


def ranked(entries: Sequence[Entry]) -> dict[str, statistics.RankInterval]:
    """Return the ranks by name. Only entries with the same rows and the same measure are ranked together; marks by
    different judges or rubrics are different measures."""
    by_measure: dict[tuple[str, str], dict[str, pl.DataFrame]] = {}
    for entry in entries:
        if entry.rescored is not None:
            by_measure.setdefault(entry.rescored.measure, {})[entry.name] = entry.rescored.rows.sort("id")
    ranks: dict[str, statistics.RankInterval] = {}
    for tables in by_measure.values():
        first = next(iter(tables.values()))
        agreeing = {name: table for name, table in tables.items() if table["id"].equals(first["id"])}
        values = {name: table["value"].to_numpy() for name, table in agreeing.items()}
        ranks |= {rank.name: rank for rank in statistics.rank_intervals(values, first["cluster"].to_list())}
    return ranks


def submission_line(family: str, benchmark: Benchmark, entry: Entry, rank: statistics.RankInterval | None) -> Line:
    """Return the line of a submission."""
    manifest, figures = entry.manifest, entry.figures
    return Line(
        kind="submission",
        family=family,
        config=benchmark.config,
        format=benchmark.answer_format,
        model=manifest.model.id,
        strategy=manifest.prompt.strategy,
        mode=manifest.prompt.mode,
        setting=manifest.prompt.setting,
        measure=entry.headline,
        value=figures["value"],
        low=figures["low"],
        high=figures["high"],
        n=figures["n"],
        clusters=figures["clusters"],
        method=figures["method"],
        samples=manifest.sampling.n,
        rank=rank and rank.rank,
        worst=rank and rank.worst,
        verification=entry.verification,
        remarks=entry.remarks,
        without_errata=entry.without_errata,
        statuses=dict(manifest.statuses),
        stated_engine=manifest.engine.name,
        stated_prompt_tokens=manifest.usage.prompt_tokens,
        stated_completion_tokens=manifest.usage.completion_tokens,
        self_reported=entry.self_reported,
        stated_cost=manifest.usage.cost,
        stated_currency=manifest.usage.currency,
        stated_submitter=manifest.submitter,
        stated_date=manifest.date,
        source=entry.submission.folder.name,
        gallery=f"galleries/{entry.name}.html" if entry.gallery is not None else "",
        beside={
            name: figures["parts"][name] for name in benchmark.scoring.shown_parts if name in figures.get("parts", {})
        },
        model_page=f"{MODELS}/{model_file(manifest.model.id)}" if entry.gallery is not None else "",
    )


def model_file(model: str) -> str:
    """Return the file name of a model's page: characters that are safe in URLs, and a hash to make it unique."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", model).strip("-")[:60]
    return f"{plain or 'model'}-{hashlib.sha256(model.encode()).hexdigest()[:8]}.html"


def published_lines(family: str, benchmark: Benchmark, headlines: Collection[str]) -> list[Line]:
    """Return the printed figures for the measures of the board. Papers used other rows and prompts, so their figures
    are never ranked with submissions."""
    lines = []
    for reference in benchmark.evidence.published:
        if (reference.part or benchmark.scoring.value_name) not in headlines:
            continue
        for row in published.table(reference.table).iter_rows(named=True):
            if row[reference.column] is not None:
                lines.append(
                    published_line(
                        family, benchmark, row, reference.column, share(benchmark, reference, row[reference.column])
                    )
                )
    return lines


def share(benchmark: Benchmark, printed: Published, figure: float) -> float:
    """Return a printed figure on the scale of headlines; marks of judges are mapped from their scale to 0 to 1."""
    judge = next(iter(benchmark.scoring.judges.values()), None)
    if judge is not None and printed.part == "judge":
        return (figure - judge.low) / (judge.high - judge.low)
    return printed.share(figure)


def published_line(family: str, benchmark: Benchmark, row: Mapping[str, Any], column: str, value: float) -> Line:
    """Return the line of a printed figure."""
    nothing: dict[str, Any] = {field.name: None for field in fields(Line)}
    return Line(
        **nothing
        | {
            "kind": "published",
            "family": family,
            "config": benchmark.config,
            "format": benchmark.answer_format,
            "model": row.get("model") or row.get("group") or "",
            "strategy": row.get("strategy") or "",
            "mode": "",
            "setting": printed_measure(column),
            "measure": printed_measure(column),
            "value": value,
            "method": "",
            "verification": "printed",
            "remarks": (row["note"],) if row["note"] else (),
            "statuses": {},
            "stated_engine": "",
            "self_reported": (),
            "stated_submitter": "",
            "stated_date": "",
            "source": row["source"],
            "gallery": "",
            "beside": {},
            "model_page": "",
        }
    )


def printed_measure(column: str) -> str:
    """Return the name of a printed column as text."""
    return column.replace("_", " ")


def as_facts(boards: Sequence[Board]) -> list[dict[str, Any]]:
    """Return the boards as JSON values."""
    return [
        {
            "family": ranking.family,
            "config": ranking.benchmark.config,
            "title": ranking.benchmark.title,
            "headline": ranking.headline,
            "data": ranking.data,
            "lines": [score.finite(asdict(line)) for line in ranking.lines],
        }
        for ranking in boards
    ]


def as_table(lines: Sequence[Line]) -> pl.DataFrame:
    """Return the lines as a table, with remarks, counts and self-reported figures as text."""
    numbers = {"value", "low", "high", "without_errata", "stated_cost"}
    whole = {"n", "clusters", "samples", "rank", "worst", "stated_prompt_tokens", "stated_completion_tokens"}
    names = [field.name for field in fields(Line)]
    schema = {name: pl.Float64 if name in numbers else pl.Int64 if name in whole else pl.String for name in names}
    rows = [tuple((vars(line) | as_words(line))[name] for name in names) for line in lines]
    return pl.DataFrame(rows, schema=schema, orient="row")


def as_words(line: Line) -> dict[str, str]:
    """Return the fields of a line that hold several values, as text."""
    return {
        "remarks": "; ".join(line.remarks),
        "statuses": ", ".join(f"{status} {count}" for status, count in line.statuses.items()),
        "beside": ", ".join(f"{part} {figure['value']:.4f}" for part, figure in line.beside.items()),
        "self_reported": "; ".join(figure.in_words() for figure in line.self_reported),
    }
