"""Completions of SSVG-Bench rows → scores, by the same function as the metric `ssvg_structure`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sgpkit.benchmark import Completion, Row, Score
from sgpkit.metrics.structure import ssvg_structure

if TYPE_CHECKING:
    from sgpkit.metrics.structure.marks import Mark


def structure(rows: Sequence[Row], completions: Sequence[Completion], task: str, format: str) -> list[Score]:
    verdicts = ssvg_structure.score(
        [completion.text for completion in completions],
        rows,
        task=task,
        format=format,
        finish_reasons=[completion.finish_reason for completion in completions],
    )
    return [Score(verdict.value, verdict.parts, verdict.status, verdict.reason) for verdict in verdicts]


def wrong(rows: Sequence[Row], completions: Sequence[Completion], task: str, format: str) -> "list[list[Mark]]":
    """Where the drawings are wrong."""
    from sgpkit.metrics.structure import marks

    find = {"geometry": marks.constructions, "molecule": marks.molecules}[task]
    return find([completion.text for completion in completions], rows, format)
