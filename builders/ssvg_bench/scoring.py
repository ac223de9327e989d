"""Completions of SSVG-Bench rows → scores, by the same function as the metric `ssvg_structure`."""

from collections.abc import Sequence

from sgpkit.benchmark import Completion, Row, Score
from sgpkit.metrics import ssvg_structure


def molecules_svg(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    verdicts = ssvg_structure.score(
        [completion.text for completion in completions],
        [row["code"] for row in rows],
        task="molecule",
        format="svg",
        finish_reasons=[completion.finish_reason for completion in completions],
    )
    return [Score(verdict.value, verdict.parts, verdict.status, verdict.reason) for verdict in verdicts]
