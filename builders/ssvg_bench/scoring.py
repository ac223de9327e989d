"""Completions of SSVG-Bench rows → scores, by the same function as the metric `ssvg_structure`."""

from collections.abc import Sequence

from sgpkit.benchmark import Completion, Row, Score
from sgpkit.metrics import ssvg_structure


def structure(rows: Sequence[Row], completions: Sequence[Completion], task: str, format: str) -> list[Score]:
    verdicts = ssvg_structure.score(
        [completion.text for completion in completions],
        rows,
        task=task,
        format=format,
        finish_reasons=[completion.finish_reason for completion in completions],
    )
    return [Score(verdict.value, verdict.parts, verdict.status, verdict.reason) for verdict in verdicts]
