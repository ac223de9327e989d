"""Agreement among people and among models, as in Figure 11 of SGP-Bench (§4.4), from runs of one config.

A bar is the mean over rows of the entropy of the letters chosen for a row (`answer_entropy`): by people, the samples of
a run made by `sgpkit author study STUDY --export`; by all models together, one answer each, as in the paper; and by
each run with several samples.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import polars as pl
from markupsafe import Markup, escape

from sgpkit import statistics
from sgpkit.metrics.choices import answer_entropy
from sgpkit.reports.calibration import line, words
from sgpkit.runs.scoring.figures import CHOICE
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.statistics import Estimate

WIDTH, LEFT, RIGHT, TOP, STEP, BAR, BOTTOM = 460, 16, 56, 8, 46, 16, 40
BASELINE = "baseline"

NONE = "-"
"""Stands for an answer without a letter."""

Letters = pl.DataFrame
"""A table with the "id" of a row and the chosen "letters" as a sorted text, which has few distinct values."""


@dataclass(frozen=True)
class Group:
    """A group whose answers to a row form one distribution."""

    label: str
    of_people: bool
    letters: Letters


@dataclass(frozen=True)
class Consensus:
    """The chart, which uses the colours of the page, and its caption."""

    drawing: Markup
    caption: str


def consensus(runs: Sequence[ScoredRun]) -> Consensus | None:
    """Return the chart; None if no row has several answers by people or by one run."""
    named = [run for run in runs if run.benchmark.answer_format == "choice" and CHOICE in run.responses.columns]
    if not any(run.of_people or run.metadata["n"] > 1 for run in named):
        return None
    compared = groups(named)
    rows = reduce(lambda one, other: one.join(other, on="id", how="semi"), [group.letters for group in compared])
    rows = rows.select("id").sort("id").join(facts_of(named), on="id", how="left", maintain_order="left")
    options = len(named[0].benchmark.rows.columns["answer"])
    bars = [(group, mean_entropy(group, rows, options)) for group in compared]
    known = [(group, mean) for group, mean in bars if mean is not None]
    if not known:
        return None
    sentences = [in_words(group, rows, options) for group, _ in known]
    return Consensus(drawing(known), caption(len(rows), known, sentences))


def groups(runs: Sequence[ScoredRun]) -> list[Group]:
    """Return the groups to compare: people, all models together, and each model with several samples."""
    people = [run for run in runs if run.of_people]
    models = [run for run in runs if not run.of_people]
    made = [Group(f"{run.model}, {how_many(run)} answers per row", True, letters(run)) for run in people]
    asked = [run for run in models if run.metadata["engine"] != BASELINE]
    if len(asked) > 1:
        first = [letters(run, first=True).rename({"letters": str(index)}) for index, run in enumerate(asked)]
        common = reduce(lambda one, other: one.join(other, on="id"), first)
        named = as_text(pl.concat_list(pl.exclude("id"))).alias("letters")
        different = len({run.model for run in asked}) == len(asked)
        label = f"{len(asked)} {'models' if different else 'runs'}, one answer each"
        made.append(Group(label, False, common.select("id", named)))
    several = [run for run in models if run.metadata["n"] > 1]
    return made + [Group(f"{run.model}, {how_many(run)} answers per row", False, letters(run)) for run in several]


def letters(run: ScoredRun, first: bool = False) -> Letters:
    """Return the letters chosen in a run, by row."""
    table = run.responses.filter(pl.col("sample") == 0) if first else run.responses
    named = table.group_by("id").agg(pl.col(CHOICE).cast(pl.String).fill_null(NONE))
    return named.select("id", as_text(pl.col(CHOICE)).alias("letters"))


def as_text(answers: pl.Expr) -> pl.Expr:
    """Return lists of letters as sorted texts."""
    return answers.list.sort().list.join(" ")


def answers_of(text: str) -> tuple[str | None, ...]:
    """Return the letters of a text, with None for answers without a letter."""
    return tuple(None if letter == NONE else letter for letter in text.split(" "))


def how_many(run: ScoredRun) -> str:
    """Return the number of answers per row as text."""
    counts = run.responses.group_by("id").len()["len"].unique().sort().to_list() or [0]
    return f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def facts_of(runs: Sequence[ScoredRun]) -> pl.DataFrame:
    """Return the "cluster" and the "key" of each row. The key is read from correct answers, since rows are not loaded;
    it is null if no run got the row right."""
    right = pl.when((pl.col("value") == 1.0) & pl.col(CHOICE).is_not_null()).then(CHOICE).alias("key")
    every = pl.concat([run.responses.select("id", "cluster", right) for run in runs])
    return every.group_by("id").agg(pl.col("cluster").last(), pl.col("key").drop_nulls().last())


def mean_entropy(group: Group, rows: pl.DataFrame, options: int) -> Estimate | None:
    """Return the mean entropy over the rows with at least one chosen letter."""
    table = rows.join(group.letters, on="id", how="left", maintain_order="left")
    entropies = {text: statistics.entropy(answers_of(text), options) for text in table["letters"].unique()}
    value = pl.col("letters").replace_strict(entropies, return_dtype=pl.Float64)
    known = table.select(value, pl.col("cluster").rank("dense").cast(pl.UInt32)).drop_nulls()
    return statistics.mean_estimate(known["letters"].to_numpy(), known["cluster"].to_numpy()) if len(known) else None


def in_words(group: Group, rows: pl.DataFrame, options: int) -> str:
    """Return a sentence about the agreement of a group with the key."""
    kinds = rows.join(group.letters, on="id", how="left").group_by("letters", "key").len().sort("letters", "key")
    gathered: list[answer_entropy.Row] = []
    for text, key, count in kinds.iter_rows():
        gathered += [answer_entropy.Row(answers_of(text), options, key=key or "")] * count
    figures = answer_entropy.figures(gathered)
    kappa = "" if figures.kappa is None else f", Fleiss' kappa {figures.kappa:.2f}"
    silent = f"{figures.silent:.0%} of answers without a choice" if figures.silent else ""
    strict = f"; {silent}: counted as a separate option, entropy {figures.strict_entropy:.2f}" if silent else ""
    return f"{group.label}: most common answer correct in {figures.agreement_with_key or 0:.0%} of rows{kappa}{strict}"


def caption(rows: int, bars: Sequence[tuple[Group, Estimate]], sentences: Sequence[str]) -> str:
    """Return the text below the chart."""
    fewer = [f"{group.label} {mean.n:,}" for group, mean in bars if mean.n < rows]
    named = f" (rows with a chosen letter: {'; '.join(fewer)})" if fewer else ""
    return (
        f"Prediction entropy, averaged over the {rows:,} rows that all groups answered{named}: 0 if all answers agree, "
        "1 if they are spread evenly over the options; estimates are lower for rows with fewer answers. "
        "Whiskers: 95 % interval. "
        f"{'. '.join(sentences)}."
    )


def drawing(bars: Sequence[tuple[Group, Estimate]]) -> Markup:
    """Return the chart as SVG."""
    bottom = TOP + STEP * len(bars)
    height = bottom + BOTTOM

    def across(value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * value

    pieces = [line("axis", across(0), TOP, across(0), bottom), line("axis", across(0), bottom, across(1), bottom)]
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        pieces.append(line("axis", across(tick), bottom, across(tick), bottom + 4))
        pieces.append(words(across(tick), bottom + 17, f"{tick:g}", "middle"))
    pieces.append(words(across(0.5), height - 6, "mean prediction entropy", "middle"))
    for index, (group, mean) in enumerate(bars):
        top = TOP + STEP * index
        middle = top + 24 + BAR / 2
        kind = "bar people" if group.of_people else "bar"
        pieces.append(words(across(0) + 4, top + 16, group.label, "start"))
        pieces.append(rectangle(kind, across(0), top + 24, across(mean.value) - across(0), bar_title(group, mean)))
        end = mean.value if mean.high != mean.high else mean.high
        if mean.low == mean.low:
            pieces.append(line("whisker", across(mean.low), middle, across(mean.high), middle))
        pieces.append(words(across(max(end, mean.value)) + 8, middle + 4, f"{mean.value:.2f}", "start"))
    head = Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}">').format(WIDTH, height, escape(spoken(bars)))
    return head + Markup("").join(pieces) + Markup("</svg>")


def spoken(bars: Sequence[tuple[Group, Estimate]]) -> str:
    """Return a description of the chart for screen readers."""
    return f"Mean prediction entropy: {'; '.join(bar_title(group, mean) for group, mean in bars)}"


def bar_title(group: Group, mean: Estimate) -> str:
    """Return the title of a bar."""
    return f"{group.label}: {mean.value:.3f}"


def rectangle(kind: str, x: float, y: float, width: float, title: str) -> Markup:
    """Return a bar as SVG."""
    shape = Markup('<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{}" rx="2"><title>{}</title></rect>')
    return shape.format(kind, x, y, width, BAR, title)
