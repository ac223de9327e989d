"""Completions of VGBench rows → scores, by the functions of `choice_accuracy` and `scene_match`, and tables.

Every row counts. The published code left out refused rows, and for VGen also answers that did not compile.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sgpkit.benchmark import Completion, Row, Score
from sgpkit.families.shared.choices.scoring import mean
from sgpkit.families.shared.choices.scoring import summary as guessed
from sgpkit.statistics import Estimate
from sgpkit.status import Status

from . import likeness
from .content.figure import TYPES
from .lengths import BANDS

PARTS = {
    "likeness": "recognisable drawings",
    "objects": "stated objects",
    "labels": "stated labels",
    "relations": "stated positions",
    "graph": "stated edges (recall and precision)",
    "precision": "precision of what is drawn",
    "structural_recall": "structural recall",
    "color": "recall of colors",
    "label": "recall of labels",
    "count": "recall of counts",
    "edge": "recall of edges",
}
"""The parts of a score of a drawing, and their names in tables."""


def match(rows: Sequence[Row], completions: Sequence[Completion], format: str) -> list[Score]:
    """Score by the caption's assertions, which the rows contain. `format` is the format of answers. Rows without
    assertions are scored by structural recall, which is a part of all scores."""
    from sgpkit.metrics.structure import scene_match

    return scene_match.score(completions, rows, format)


def depiction(rows: Sequence[Row], completions: Sequence[Completion], format: str) -> list[Score]:
    """Score by `match` times `likeness`, a factor for how recognisable the drawing is; both are parts. Rows without
    assertions are scored by `match` alone."""
    from sgpkit.metrics.structure import scene_match

    drawn = scene_match.read(completions, rows, format)
    scores = scene_match.scores(drawn, rows)
    indices = [index for index, row in enumerate(rows) if row.get("asserted")]
    some = [rows[index] for index in indices], [completions[index] for index in indices]
    shares = likeness.likenesses(*some, [drawn[index] for index in indices], format)
    for index, share in zip(indices, shares, strict=True):
        score = scores[index]
        parts = {"scene_match": score.value, "likeness": share, **score.parts}
        reason = f"{score.reason}, likeness {share:.2f}" if score.status is Status.OK else score.reason
        scores[index] = replace(score, value=score.value * share, parts=parts, reason=reason)
    return scores


# --- tables -----------------------------------------------------------------------------------------------------------


def choice_summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, float | Estimate]:
    """Return the paper's averages, unweighted over the three types of a format, of all rows (Table 3) and of each band
    of length (Table 8), and the score of guessing on these rows."""
    summary: dict[str, float | Estimate] = {}
    if (average := average_of_types(rows, scores)) is not None:
        summary["average of the three types"] = average
    for band in BANDS:
        members = [index for index, row in enumerate(rows) if row["band"] == band]
        average = average_of_types([rows[index] for index in members], [scores[index] for index in members])
        if average is not None:
            summary[f"average of the three types, {band} characters"] = average
    return summary | dict(guessed(rows, scores))


def average_of_types(rows: Sequence[Row], scores: Sequence[Score]) -> float | None:
    """Return the unweighted mean of the types' accuracies, None unless all types of a format are present."""
    values: dict[str, list[float]] = {}
    for row, score in zip(rows, scores, strict=True):
        values.setdefault(row["type"], []).append(score.value)
    if not any(set(types) == values.keys() for types in TYPES.values()):
        return None
    return sum(sum(ratings) / len(ratings) for ratings in values.values()) / len(values)


def match_summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, Estimate]:
    """Return the originals' own scores, which are upper bounds; the share of answers that can be drawn; structural
    recall, also by kind of thing, with 0 for answers that cannot be drawn; and the groups of assertions."""
    if not rows:
        return {}
    summary = {
        "originals' own scene match (upper bound)": mean([row["match"] for row in rows], rows),
        "originals' own structural recall (upper bound)": mean([row["recall"] for row in rows], rows),
        "drawn": mean([float(score.status is Status.OK) for score in scores], rows),
    }
    pairs = list(zip(rows, scores, strict=True))
    drawn = [(row, score) for row, score in pairs if score.status is Status.OK]
    if drawn:
        values = [score.value for _, score in drawn]
        summary["scene match of what is drawn"] = mean(values, [row for row, _ in drawn])
    for part, words in PARTS.items():
        asked = [(row, score.parts[part]) for row, score in pairs if part in score.parts]
        if asked:
            summary[words] = mean([value for _, value in asked], [row for row, _ in asked])
    return summary
