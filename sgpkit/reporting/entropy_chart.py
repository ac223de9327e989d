"""The agreement among people, and among models: SGP-Bench's Figure 11 (its §4.4), from runs of one config.

A bar is the mean over rows of the entropy of the letters that were named for a row (`answer_entropy`):
by people, who are the samples of a run that `sgpkit author study STUDY --export` made; by the models, one answer
each, as in the paper; and by each run that has several samples of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import polars as pl
from markupsafe import Markup, escape

from sgpkit import statistics
from sgpkit.metrics.choices import answer_entropy
from sgpkit.reporting.calibration import line, words
from sgpkit.scoring.figures import CHOICE
from sgpkit.scoring.scored_run import ScoredRun
from sgpkit.statistics import Estimate

WIDTH, LEFT, RIGHT, TOP, STEP, BAR, BOTTOM = 460, 16, 56, 8, 46, 16, 40
BASELINE = "baseline"

Letters = Mapping[str, tuple[str | None, ...]]
"""The letters that were named, by the id of the row."""


@dataclass(frozen=True)
class Group:
    """Those whose answers to a row are one distribution."""

    label: str
    of_people: bool
    letters: Letters


@dataclass(frozen=True)
class Consensus:
    """The drawing, whose colours are the page's, and what it shows in words."""

    drawing: Markup
    caption: str


def consensus(runs: Sequence[ScoredRun]) -> Consensus | None:
    """Return the chart, None where no row has several answers of people or of one run."""
    named = [run for run in runs if run.benchmark.answer_format == "choice" and CHOICE in run.responses.columns]
    if not any(run.of_people or run.metadata["n"] > 1 for run in named):
        return None
    compared = groups(named)
    shared = set.intersection(*(set(group.letters) for group in compared))
    clusters = {name: cluster for run in named for name, cluster in run.responses.select("id", "cluster").iter_rows()}
    options = len(named[0].benchmark.columns["answer"])
    bars = [(group, mean_entropy(group, sorted(shared), clusters, options)) for group in compared]
    known = [(group, mean) for group, mean in bars if mean is not None]
    if not known:
        return None
    keys = keys_of(named)
    sentences = [in_words(group, sorted(shared), keys, options) for group, _ in known]
    return Consensus(drawing(known), caption(len(shared), known, sentences))


def groups(runs: Sequence[ScoredRun]) -> list[Group]:
    """Return the groups of answers that are compared: people, models together, and each model with several samples."""
    people = [run for run in runs if run.of_people]
    models = [run for run in runs if not run.of_people]
    made = [Group(f"{run.model}, {how_many(run)} answers a row", True, letters(run)) for run in people]
    asked = [run for run in models if run.metadata["engine"] != BASELINE]
    if len(asked) > 1:
        first = [letters(run, first=True) for run in asked]
        common = set.intersection(*map(set, first))
        different = len({run.model for run in asked}) == len(asked)
        label = f"{len(asked)} {'models' if different else 'runs'}, one answer each"
        made.append(Group(label, False, {name: tuple(answers[name][0] for answers in first) for name in common}))
    several = [run for run in models if run.metadata["n"] > 1]
    return made + [Group(f"{run.model}, {how_many(run)} answers a row", False, letters(run)) for run in several]


def letters(run: ScoredRun, first: bool = False) -> Letters:
    """Return the letters that a run's answers name, by row."""
    table = run.responses.filter(pl.col("sample") == 0) if first else run.responses
    named = table.group_by("id", maintain_order=True).agg(CHOICE)
    return {name: tuple(answers) for name, answers in named.iter_rows()}


def how_many(run: ScoredRun) -> str:
    """Return the number of answers a row in words."""
    counts = sorted({len(answers) for answers in letters(run).values()}) or [0]
    return f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def mean_entropy(group: Group, rows: Sequence[str], clusters: Mapping[str, str], options: int) -> Estimate | None:
    """Return the mean over the rows for which an answer named a letter."""
    entropies = {name: statistics.entropy(group.letters[name], options) for name in rows}
    known = {name: value for name, value in entropies.items() if value is not None}
    return statistics.mean_estimate(list(known.values()), [clusters[name] for name in known]) if known else None


def keys_of(runs: Sequence[ScoredRun]) -> Mapping[str, str]:
    """Return the right letters of rows that any run got right, read from the scores since no rows are at hand."""
    right = [run.responses.filter((pl.col("value") == 1.0) & pl.col(CHOICE).is_not_null()) for run in runs]
    return {name: letter for table in right for name, letter in table.select("id", CHOICE).iter_rows()}


def in_words(group: Group, rows: Sequence[str], keys: Mapping[str, str], options: int) -> str:
    """Return the agreement of a group with the key in words."""
    gathered = [answer_entropy.Row(group.letters[name], options, key=keys.get(name, "")) for name in rows]
    figures = answer_entropy.figures(gathered)
    kappa = "" if figures.kappa is None else f", Fleiss' kappa {figures.kappa:.2f}"
    silent = f"{figures.silent:.0%} name none" if figures.silent else ""
    strict = f"; {silent}: as an answer of its own, entropy {figures.strict_entropy:.2f}" if silent else ""
    return f"{group.label}: the most common answer is the key for {figures.agreement_with_key or 0:.0%}{kappa}{strict}"


def caption(rows: int, bars: Sequence[tuple[Group, Estimate]], sentences: Sequence[str]) -> str:
    """Return the text below the chart."""
    fewer = [f"{group.label} {mean.n:,}" for group, mean in bars if mean.n < rows]
    named = f" (of which a letter was named: {'; '.join(fewer)})" if fewer else ""
    return (
        f"Prediction entropy, the mean over the {rows:,} rows that all of these answered{named}: 0 where all name one "
        "answer, 1 where they scatter evenly over the options; it comes out smaller where a row has fewer answers. "
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
    """Return the chart in words, for screen readers."""
    return f"Mean prediction entropy: {'; '.join(bar_title(group, mean) for group, mean in bars)}"


def bar_title(group: Group, mean: Estimate) -> str:
    """Return the title of a bar."""
    return f"{group.label}: {mean.value:.3f}"


def rectangle(kind: str, x: float, y: float, width: float, title: str) -> Markup:
    """Return a bar as SVG."""
    shape = Markup('<rect class="{}" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{}" rx="2"><title>{}</title></rect>')
    return shape.format(kind, x, y, width, BAR, title)
