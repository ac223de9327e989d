"""The sentence at the top of a page and of its sections: the result, and its comparison with known levels."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sgpkit.reports.levels import REFERENCE, Level, is_baseline, leading
from sgpkit.reports.printed import Line, PrintedTable
from sgpkit.runs.scoring.compare import Pair, chance
from sgpkit.runs.scoring.figure_text import no_interval, without_interval
from sgpkit.runs.scoring.scored_run import ScoredRun

SURE = 0.05
"""The p-value below which a difference is reported."""


def of_runs(runs: Sequence[ScoredRun], levels: Sequence[Level], tables: Sequence[PrintedTable]) -> str:
    """Return the sentence about the runs of one config."""
    first = leading(runs)
    models = [run for run in runs if not is_baseline(run)]
    among = f", the best of {len(models)} runs," if len(models) > 1 else ""
    subject = f"{first.model}{among}" if models else without_models(first)
    figures = first.figures
    rows = first.responses["id"].n_unique()
    if not figures["n"]:
        return f"{first.model} has no scored answers on {rows:,} rows: the engine failed."
    known = figures["low"] is not None
    spread = f"; 95 % interval {figures['low']:.1%} to {figures['high']:.1%}" if known else ""
    missing = without_interval(no_interval(figures))
    asked = f"{rows:,} {'row' if rows == 1 else 'rows'}" + (f" ({missing})" if missing else "")
    score = f"{subject} scores {figures['value']:.1%} ({first.headline}{spread}) on {asked}"
    compared = [against(figures, level.name, level.value) for level in levels] + [printed(first, runs, tables)]
    held = [text for text in compared if text]
    return f"{score}: {listed(held)}." if held else f"{score}."


class Part(NamedTuple):
    """The runs of one config, and the levels and printed figures to compare them with."""

    runs: Sequence[ScoredRun]
    levels: Sequence[Level]
    tables: Sequence[PrintedTable]


def of_many(parts: Sequence[Part]) -> str:
    """Return the text about several benchmarks: the lowest and the highest score of their leading runs, and the
    number of benchmarks in which the interval is above chance and above the best printed figure."""
    asked = [part for part in parts if not all(map(is_baseline, part.runs))]
    parts = [part for part in asked or parts if leading(part.runs).figures["n"]] or asked or parts
    firsts = sorted((leading(part.runs) for part in parts), key=lambda run: run.figures["value"])
    lowest_and_highest = [firsts[0], firsts[-1]][: len(firsts)]
    shown = {f"{run.figures['value']:.1%}" for run in lowest_and_highest}
    titled = [f"{run.figures['value']:.1%} ({run.benchmark.title})" for run in lowest_and_highest]
    ends = shown.pop() if len(titled) > len(shown) else " to ".join(titled)
    ends = f"from {ends}" if len(shown) > 1 else ends
    held = [above("chance", "a chance level", [to_chance(part) for part in parts])]
    held.append(above("the best printed figure", "printed figures", [to_best_printed(part) for part in parts]))
    counted = ", and above ".join(text for text in held if text)
    unasked = "" if asked else "No model has been run yet. "
    result = f"{unasked}On {counted_benchmarks(parts)}, {who_scores(parts)} {ends}."
    return f"{result} The interval is above {counted}." if counted else result


def who_scores(parts: Sequence[Part]) -> str:
    """Return the subject and the verb of the text about several benchmarks."""
    names = list(dict.fromkeys(leading(part.runs).model for part in parts))
    models = {run.model for part in parts for run in part.runs if not is_baseline(run)}
    if not models:
        if len(names) > 1:
            return "the baselines score"
        return "the reference answer scores" if names[0] == REFERENCE else f"of the baselines, {names[0]} scores"
    return f"{names[0]} scores" if len(models) == 1 else f"the best of {len(models)} models scores"


def counted_benchmarks(parts: Sequence[Part]) -> str:
    """Return the number of benchmarks as text."""
    return "1 benchmark" if len(parts) == 1 else f"{len(parts)} benchmarks"


class Bound(NamedTuple):
    """The lower end of an interval, if any, and the level to compare it with."""

    low: float | None
    level: float


def above(name: str, needed: str, bounds: Sequence[Bound | None]) -> str:
    """Return the number of benchmarks whose interval is entirely above the level `name`, of those that have it;
    `needed` says what the others lack. Returns "" if none has it."""
    held = [bound for bound in bounds if bound is not None]
    higher = sum(bound.low is not None and bound.low > bound.level for bound in held)
    noun = "benchmark" if len(held) == 1 else "benchmarks"
    return f"{name} on {higher} of {len(held)} {noun} with {needed}" if held else ""


def to_chance(part: Part) -> Bound | None:
    """Return the lower end of the leading run and chance, if the benchmark has it."""
    low = leading(part.runs).figures["low"]
    return next((Bound(low, level.value) for level in part.levels if level.name == "chance"), None)


def to_best_printed(part: Part) -> Bound | None:
    """Return the lower end of the leading run and the best printed figure of the same measure, if any."""
    held = printed_lines(leading(part.runs), part.runs, part.tables)
    return Bound(held.ours.low, held.best.value) if held else None


def without_models(first: ScoredRun) -> str:
    """Return the subject of the sentence if only baselines were run."""
    if first.model == REFERENCE:
        return "No model has been run yet; the reference answer"
    return f"No model has been run yet; of the baselines, {first.model}"


def against(figures: Mapping[str, Any], name: str, value: float) -> str:
    """Return the comparison of a figure with a level, as text; "" if the figure has no interval, since any difference
    may be chance."""
    if figures["low"] is None:
        return ""
    if figures["low"] <= value <= figures["high"]:
        return f"no clear difference from {name} ({value:.1%})"
    return f"{apart(figures['value'] - value)} {name} ({value:.1%})"


def apart(difference: float) -> str:
    """Return a difference of shares in points, as text."""
    points = f"{abs(difference) * 100:.1f} points"
    return f"{points} {'above' if difference >= 0 else 'below'}"


def printed(first: ScoredRun, runs: Sequence[ScoredRun], tables: Sequence[PrintedTable]) -> str:
    """Return the comparison of the run with the best printed figure; "" if no paper printed a measure of the run, or
    the run has no interval. A measure other than the headline is named."""
    held = printed_lines(first, runs, tables)
    if held is None:
        return ""
    measure = "" if held.of_headline else f"in {held.column} ({held.ours.value:.1%}) "
    name = f"the best printed figure, by {held.best.name} on the paper's own rows"
    text = against(vars(held.ours), name, held.best.value)
    return text and f"{measure}{text}"


class Held(NamedTuple):
    """The line of a run and the best printed line of a table, its column, and whether that is the headline."""

    ours: Line
    best: Line
    column: str
    of_headline: bool


def printed_lines(first: ScoredRun, runs: Sequence[ScoredRun], tables: Sequence[PrintedTable]) -> Held | None:
    """Return the line of a run and the best printed line from the first table that has both."""
    for table in tables:
        ours = next((line for line in table.lines if line.run is not None and runs[line.run] is first), None)
        best = next((line for line in table.lines if line.run is None), None)
        if ours is not None and best is not None:
            return Held(ours, best, table.column, table.of_headline)
    return None


def of_pair(pair: Pair) -> str:
    """Return the sentence about a comparison of two runs."""
    change = pair.difference
    flips = f"{change.gained:,} gained, {change.lost:,} lost of {change.n:,} rows"
    known = f", 95 % interval {change.low * 100:+.1f} to {change.high * 100:+.1f}"
    if math.isnan(change.low):
        known = f", {without_interval(no_interval(change._asdict()))}"
    spread = f"{change.value * 100:+.1f} points{known}; p {chance(pair.adjusted)}".replace("-", "−")
    if pair.adjusted >= SURE:
        return (
            f"No clear difference between {pair.second.model} and {pair.first.model} in {pair.first.headline} "
            f"({spread}; {flips})."
        )
    better, worse = (pair.second, pair.first) if change.value > 0 else (pair.first, pair.second)
    return f"{better.model} scores higher than {worse.model} in {pair.first.headline} ({spread}; {flips})."


def listed(parts: Sequence[str]) -> str:
    """Join parts of a sentence as a list."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])}, and {parts[-1]}"
