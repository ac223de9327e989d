"""Functions that metrics of predictions and references share."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sgpkit import extract
from sgpkit.metrics.pair_metric import PairMetric
from sgpkit.status import Rejected
from sgpkit.values import Score, content


def same_length(predictions: Sequence[object], references: Sequence[object]) -> None:
    """Raise ValueError unless there are as many references as predictions."""
    if len(predictions) != len(references):
        raise ValueError(
            f"{len(predictions)} predictions and {len(references)} references; expected the same number of each"
        )


def code_answer(prediction: object, format: str) -> extract.Answer:
    """Return the program in a prediction, or the status and the reason if there is none."""
    text, finish_reason = content(prediction)
    return extract.code_answer(text, format, finish_reason)


def program(prediction: object, format: str) -> str | Rejected:
    """Return the program in a prediction, or the reason why there is none."""
    answer = code_answer(prediction, format)
    return Rejected(answer.status, answer.reason) if answer.value is None else answer.value


def reference_program(reference: object, index: int) -> str:
    """Return the program of a reference; raise ValueError, with the index, if it has none."""
    code = reference.get("code") if isinstance(reference, Mapping) else reference
    if not isinstance(code, str):
        raise ValueError(f"reference {index}: expected a program or a row with one under 'code', got {reference!r:.80}")
    return code


def add_parts(
    scores: Sequence[Score],
    metrics: Mapping[str, PairMetric],
    pairs: Callable[[PairMetric], Sequence[tuple[Any, Any] | None]],
) -> list[Score]:
    """Return the scores with an additional part for each metric. `pairs` returns the pairs that a metric compares,
    aligned with the scores, with None for predictions that cannot be compared.
    """
    parts: list[dict[str, float]] = [dict(score.parts) for score in scores]
    for name, metric in metrics.items():
        compared = {index: pair for index, pair in enumerate(pairs(metric)) if pair is not None}
        predictions, references = [first for first, _ in compared.values()], [second for _, second in compared.values()]
        values = metric.compare(predictions, references) if compared else []
        by_index = dict(zip(compared, map(float, values), strict=True))
        for index, own in enumerate(parts):
            own[name] = by_index.get(index, metric.worst)
    return [replace(score, parts=own) for score, own in zip(scores, parts, strict=True)]
