"""Completions of TurtleBench rows → scores, by the same function as the metric `turtle_match`, and the paper's tables.

A scored row says under `mode` and `setting` how it was asked; one that does not was asked in the setting "turtle".
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from sgpkit import statistics
from sgpkit.benchmark import Completion, Row, Score
from sgpkit.statistics import Estimate
from sgpkit.status import Status

from .complexity import LEVELS
from .content.patterns.pattern import TWEAKS
from .prompts import SETTINGS


def score(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    from sgpkit.metrics.structure import turtle

    scores: dict[int, Score] = {}
    for setting in SETTINGS:
        indices = [index for index, row in enumerate(rows) if setting_of(row) == setting]
        if not indices:
            continue
        graded = turtle.score(
            [completions[index] for index in indices], [rows[index]["code"] for index in indices], setting
        )
        scores |= dict(zip(indices, graded, strict=True))
    return [scores[index] for index in range(len(rows))]


def setting_of(row: Row) -> str:
    return row.get("setting") or SETTINGS[0]


# --- tables -----------------------------------------------------------------------------------------------------------


def summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, Estimate]:
    """Return further figures: with several samples the share of tasks ever solved, by input and output complexity
    (the paper's Table 6); by tweak kind; how drawings fail; and the languages chosen, where any was allowed."""
    pairs = list(zip(rows, scores, strict=True))
    return ever_solved(pairs) | by_tweak(pairs) | failures(pairs) | languages(pairs)


Pairs = Sequence[tuple[Row, Score]]


def ever_solved(pairs: Pairs) -> dict[str, Estimate]:
    """A task counts as solved if one of its samples is. With one sample each this is the accuracy, and left out."""
    best: dict[str, float] = {}
    tasks: dict[str, Row] = {}
    for row, score in pairs:
        best[row["id"]] = max(best.get(row["id"], 0.0), score.value)
        tasks[row["id"]] = row
    if len(best) == len(pairs):
        return {}
    figures = {"ever solved": mean(best.values(), tasks.values())}
    for level in (*LEVELS, *(f"{before} to {after}" for before in LEVELS for after in LEVELS)):
        mine = [name for name in best if tasks[name]["complexity"] == level]
        if mine:
            figures[f"ever solved, {level}"] = mean([best[name] for name in mine], [tasks[name] for name in mine])
    return figures


def by_tweak(pairs: Pairs) -> dict[str, Estimate]:
    """Two changes in one count for both kinds."""
    figures = {}
    for kind in TWEAKS:
        mine = [(row, score) for row, score in pairs if kind in row.get("tweaks", ())]
        if mine:
            figures[f"solved, with {kind}"] = mean([score.value for _, score in mine], [row for row, _ in mine])
    return figures


def failures(pairs: Pairs) -> dict[str, Estimate]:
    """Return the share of each kind of failure among the drawings that are not the figure."""
    failed = [(row, score.labels["failure"]) for row, score in pairs if "failure" in score.labels]
    return {f"failures, {kind}": share_of(kind, failed) for kind in sorted({kind for _, kind in failed})}


def languages(pairs: Pairs) -> dict[str, Estimate]:
    """Return the share of the completions in each language, where any was allowed. A program that could not be drawn,
    or is in an unknown language, is "not drawn"."""
    named = [(row, language_of(score)) for row, score in pairs if setting_of(row) == "any-language"]
    return {f"language, {name}": share_of(name, named) for name in sorted({name for _, name in named})}


def language_of(score: Score) -> str:
    from sgpkit.graphics.programs.languages import DRAWN

    language = score.labels.get("language", "other")
    lost = score.status is not Status.OK and language in DRAWN
    return "not drawn" if lost or language == "other" else language


def share_of(name: str, named: Sequence[tuple[Row, str]]) -> Estimate:
    return mean([float(other == name) for _, other in named], [row for row, _ in named])


def mean(values: Collection[float], rows: Iterable[Row]) -> Estimate:
    return statistics.mean_estimate(list(values), [row["cluster"] for row in rows])
