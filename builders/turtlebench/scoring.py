"""Completions of TurtleBench rows → scores, by the same function as the metric `turtle_match`, and the paper's tables.

A scored row says under `mode` and `setting` how it was asked; one that does not was asked in the setting "turtle".
"""

from collections.abc import Mapping, Sequence

from builders.turtlebench.complexity import LEVELS
from builders.turtlebench.patterns.pattern import TWEAKS
from builders.turtlebench.prompts import SETTINGS
from sgpkit.benchmark import Completion, Row, Score
from sgpkit.status import Status


def score(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    from sgpkit.metrics import turtle_match

    scores: dict[int, Score] = {}
    for setting in SETTINGS:
        places = [place for place, row in enumerate(rows) if setting_of(row) == setting]
        if not places:
            continue
        verdicts = turtle_match.score(
            [completions[place].text for place in places],
            [rows[place]["code"] for place in places],
            setting=setting,
            finish_reasons=[completions[place].finish_reason for place in places],
        )
        scores |= {
            place: Score(verdict.value, verdict.parts, verdict.status, verdict.reason)
            for place, verdict in zip(places, verdicts, strict=True)
        }
    return [scores[place] for place in range(len(rows))]


def setting_of(row: Row) -> str:
    return row.get("setting") or SETTINGS[0]


# --- tables -----------------------------------------------------------------------------------------------------------


def summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, float]:
    """With several samples the share of tasks ever solved, by input and output complexity (the paper's Table 6); by
    tweak kind; how drawings fail; and the languages chosen, where any was allowed."""
    return (
        ever_solved(rows, scores)
        | by_tweak(rows, scores)
        | {
            f"{name}, mean": mean([score.parts.get(name, 0.0) for score in scores])
            for name in ("iou", "strict")
            if scores
        }
        | failures(scores)
        | languages(rows, scores)
    )


def ever_solved(rows: Sequence[Row], scores: Sequence[Score]) -> dict[str, float]:
    """A task counts as solved if one of its samples is. With one sample each this is the accuracy, and left out."""
    best: dict[str, float] = {}
    complexity: dict[str, str] = {}
    for row, score in zip(rows, scores, strict=True):
        best[row["id"]] = max(best.get(row["id"], 0.0), score.value)
        complexity[row["id"]] = row["complexity"]
    if len(best) == len(rows):
        return {}
    found = {"ever solved": mean(list(best.values()))}
    known = [*LEVELS, *(f"{before} to {after}" for before in LEVELS for after in LEVELS)]
    for level in known:
        mine = [best[name] for name in best if complexity[name] == level]
        if mine:
            found |= {f"ever solved, {level}": mean(mine), f"tasks, {level}": float(len(mine))}
    return found


def by_tweak(rows: Sequence[Row], scores: Sequence[Score]) -> dict[str, float]:
    """Two changes in one count for both kinds."""
    found = {}
    for kind in TWEAKS:
        mine = [score.value for row, score in zip(rows, scores, strict=True) if kind in row.get("tweaks", ())]
        if mine:
            found[f"solved, with {kind}"] = mean(mine)
    return found


def failures(scores: Sequence[Score]) -> dict[str, float]:
    """Of the drawings that are not the figure: the share of each kind of failure."""
    from sgpkit.metrics import turtle_failure

    failed = [int(score.parts["failure"]) for score in scores if score.parts.get("failure")]
    return {
        f"failures, {turtle_failure.KINDS[kind].replace('_', ' ')}": failed.count(kind) / len(failed)
        for kind in sorted(set(failed))
    }


def languages(rows: Sequence[Row], scores: Sequence[Score]) -> dict[str, float]:
    """Where any language was allowed: the share of the completions in each, by what could be drawn."""
    from sgpkit.graphics import any_language

    free = [score for row, score in zip(rows, scores, strict=True) if setting_of(row) == "any-language"]
    named = [
        any_language.LANGUAGES[int(score.parts["language"])]
        if score.status is Status.OK and "language" in score.parts
        else "not drawn"
        for score in free
    ]
    return {f"language, {name}": named.count(name) / len(named) for name in dict.fromkeys(sorted(named))}


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
