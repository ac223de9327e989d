"""Benchmarks as values: their rows, prompts, scoring and evidence.

Each family declares its configs as `Benchmark` values in `builders/<family>/__init__.py`; everything else in the
toolkit (build, run, score, report, tests) works from these values and knows no family by name.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from string import ascii_uppercase
from typing import Any

from sgpkit.benchmark.evidence import Adversarial, Baseline, Contrast, Contrasts, Evidence, Published, Variant
from sgpkit.benchmark.prompts import Ask, Conversation, Messages, Prompts, Strategy, messages
from sgpkit.benchmark.rows import (
    NOTHING,
    REQUIRED_COLUMNS,
    ColumnType,
    Finish,
    PublishedData,
    Reader,
    Row,
    Rows,
    Skipped,
    Source,
)
from sgpkit.benchmark.scoring import READABLE, Judge, Less, Part, Scorer, Scoring, Summary, Unit
from sgpkit.errors import UserError, nearest
from sgpkit.graphics import formats
from sgpkit.status import Rejected
from sgpkit.values import Completion, Score

__all__ = [
    "NOTHING",
    "READABLE",
    "Adversarial",
    "Ask",
    "Baseline",
    "Benchmark",
    "ColumnType",
    "Completion",
    "Contrast",
    "Contrasts",
    "Conversation",
    "Evidence",
    "Finish",
    "Judge",
    "Less",
    "Messages",
    "Part",
    "Prompts",
    "Published",
    "PublishedData",
    "Reader",
    "Row",
    "Rows",
    "Score",
    "Scorer",
    "Scoring",
    "Skipped",
    "Source",
    "Strategy",
    "Summary",
    "Unit",
    "Variant",
    "answer_labels",
    "messages",
]

BUILTIN = "builtin"
"""The name of the source that makes rows."""

GENERAL_BASELINES = ("reference", "empty", "random", "copy-example")
"""The baselines of every benchmark, whose names no other may take."""

COMPILED_AT = 224
"""The size in pixels at which most picture metrics render, so that renderings can be reused."""

RUN_COLUMNS = ("mode", "setting")
"""The columns that a run adds to its rows."""


@dataclass(frozen=True, kw_only=True)
class Benchmark:
    """One dataset config: its rows, prompts, scoring and evidence.

    A mistake in a declaration raises UserError when the value is made, with the field's name.
    """

    config: str
    """The name of the dataset config: lower-case letters, digits and hyphens."""

    title: str
    """A few words for tables and pages."""

    paper: str
    """The paper's title, as CITATION.cff has it."""

    answer_format: str
    """The content of a completion: a drawing format such as "svg", "choice", "text", or a programming language."""

    rows: Rows
    prompts: Prompts
    scoring: Scoring = field(default_factory=Scoring)
    evidence: Evidence

    def __post_init__(self) -> None:
        for name, mistake in mistakes(self):
            raise UserError(f"{self.config or 'Benchmark'}: {name}: {mistake}")

    @property
    def built_with_all(self) -> bool:
        """True if `sgpkit build --all` builds it: if it has builtin rows, and they are scored."""
        return BUILTIN in self.rows.sources and self.scoring.score is not None

    @property
    def can_compile(self) -> bool:
        """True if completions are drawings, so that `compiles` can try them."""
        return self.scoring.score is not None and formats.has(self.answer_format)

    def compiles(self, completions: Sequence[Completion]) -> list[bool]:
        """Return for each completion whether it can be drawn, whether it is right or wrong."""
        from sgpkit.metrics import pictures

        drawn = pictures.drawings(completions, COMPILED_AT, self.answer_format)
        return [not isinstance(outcome, Rejected) for outcome in drawn]

    def replacing(self, **changes: Any) -> "Benchmark":
        """Return a copy with changed fields: its own, or those of its parts, since no two fields share a name."""
        if unknown := sorted(changes.keys() - _PART_OF.keys()):
            raise TypeError(f"Benchmark has no field {unknown[0]!r}{nearest(unknown[0], list(_PART_OF))}")
        own = {name: value for name, value in changes.items() if not _PART_OF[name]}
        for part in ("rows", "prompts", "scoring", "evidence"):
            if inner := {name: value for name, value in changes.items() if _PART_OF[name] == part}:
                own[part] = replace(own.get(part, getattr(self, part)), **inner)
        return replace(self, **own)

    def score_isolated(self, rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
        """Return the scores of completions, read in worker processes. A completion that crashes its worker gets a
        status, and does not affect the others.
        """
        from sgpkit.metrics import isolated

        score, columns = self.scoring.score, self.rows.scored_columns
        assert score is not None
        if columns:
            rows = [{name: row[name] for name in columns if name in row} for row in rows]
        return isolated.benchmark_scores(score, rows, completions, self.scoring.batch_dependent)


_PART_OF = {one.name: "" for one in fields(Benchmark)} | {
    one.name: part
    for part, kind in (("rows", Rows), ("prompts", Prompts), ("scoring", Scoring), ("evidence", Evidence))
    for one in fields(kind)
}
"""The part that has a field, by the field's name; "" for fields of the benchmark itself."""


def mistakes(benchmark: Benchmark) -> Iterator[tuple[str, str]]:
    """Yield the mistakes in a declaration: the name of the field, and a message."""

    def unknown(names: Collection[str], known: Collection[str], thing: str) -> str:
        name = next((name for name in names if name not in known), None)
        return "" if name is None else f"no {thing} {name!r}{nearest(name, list(known))}"

    rows, prompts, scoring, evidence = benchmark.rows, benchmark.prompts, benchmark.scoring, benchmark.evidence
    asked_columns = (*rows.columns, *RUN_COLUMNS)
    annotations = (*scoring.learned, *(["judge"] if scoring.judges else []))
    required = (
        ("title", benchmark.title),
        ("paper", benchmark.paper),
        ("rows.sources", rows.sources),
        ("prompts.strategies", prompts.strategies),
        ("prompts.modes", prompts.modes),
        ("prompts.settings", prompts.settings),
    )
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", benchmark.config):
        yield "config", "expected words joined by hyphens"
    yield from ((name, "empty") for name, value in required if not value)
    if missing := [name for name in REQUIRED_COLUMNS if name not in rows.columns]:
        yield "rows.columns", f"missing: {', '.join(missing)}"
    if bool(scoring.headline) != (scoring.score is not None):
        yield "scoring.headline", "expected with `score`, and only then"
    if taken := sorted(evidence.baselines.keys() & set(GENERAL_BASELINES)):
        yield "evidence.baselines", f"reserved names: {', '.join(taken)}"
    if evidence.trivial_groups and not rows.groups:
        yield "evidence.trivial_groups", "rows.groups is empty"
    named = (
        ("rows.groups", unknown(rows.groups, asked_columns, "column")),
        ("rows.scored_columns", unknown(rows.scored_columns, asked_columns, "column")),
        ("scoring.headline", unknown(scoring.preferred, annotations, "judge or learned metric")),
        ("evidence.probe_columns", unknown(evidence.probe_columns, tuple(rows.columns), "column")),
    )
    yield from ((name, message) for name, message in named if message)


def answer_labels(benchmark: Benchmark, row: Row) -> tuple[str, ...]:
    """Return the possible answers of a row: a letter for each of its options, or else the labels of the column
    `answer`; none if it has neither.
    """
    if options := row.get("options"):
        return tuple(ascii_uppercase[: len(options)])
    names = benchmark.rows.columns.get("answer")
    return names if isinstance(names, tuple) else ()
