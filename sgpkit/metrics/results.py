"""Scores as the columns and means of a result, in the form that the `evaluate` modules return."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sgpkit import __version__
from sgpkit.values import Completion, Score


def completions(predictions: Sequence[object], finish_reasons: Sequence[str] | None) -> Sequence[object]:
    """Return the predictions with their finish reasons; a prediction that is not text is unchanged."""
    if not finish_reasons:
        return predictions
    if len(finish_reasons) != len(predictions):
        raise ValueError(
            f"{len(predictions)} predictions and {len(finish_reasons)} finish reasons; expected the same number of each"
        )
    return [
        Completion(prediction, reason) if isinstance(prediction, str) else prediction
        for prediction, reason in zip(predictions, finish_reasons, strict=True)
    ]


def values(scores: Sequence[Score]) -> list[float]:
    """Return the headline value of each score."""
    return [score.value for score in scores]


def part(scores: Sequence[Score], name: str) -> list[float]:
    """Return one part of each score."""
    return [score.parts[name] for score in scores]


def mean(numbers: Sequence[float]) -> float:
    """Return the mean, 0 for no numbers."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def mean_of_known(numbers: Sequence[float | None]) -> float | None:
    """Return the mean of the numbers that are not None; None if there is none."""
    known = [number for number in numbers if number is not None]
    return sum(known) / len(known) if known else None


def columns(scores: Sequence[Score], names: Sequence[str]) -> dict[str, Any]:
    """Return each part as a list aligned with the scores, and its mean over all of them under `mean_` and its name."""
    table: dict[str, Any] = {}
    for name in names:
        table |= {name: part(scores, name), f"mean_{name}": mean(part(scores, name))}
    return table


def outcomes(scores: Sequence[Score]) -> dict[str, Any]:
    """Return the statuses and the reasons as lists."""
    return {
        "statuses": [str(score.status) for score in scores],
        "reasons": [score.reason for score in scores],
    }


def summary(scores: Sequence[Score]) -> dict[str, Any]:
    """Return how many scores have each status, and the version of the package that scored."""
    return {"status_counts": dict(Counter(str(score.status) for score in scores)), "version": __version__}
