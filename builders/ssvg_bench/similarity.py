"""Completions → scores by how alike their code is to the reference's, for rows that have no structure to judge."""

from collections.abc import Sequence

from sgpkit.benchmark import Completion, Row, Score
from sgpkit.metrics.code import code_similarity


def similarity(rows: Sequence[Row], completions: Sequence[Completion], format: str) -> list[Score]:
    """By the same function as the metric `code_similarity`; parts `crystal_bleu` and `eed`."""
    judged = code_similarity.score(
        [completion.text for completion in completions],
        rows,
        format,
        finish_reasons=[completion.finish_reason for completion in completions],
    )
    return [Score(verdict.value, verdict.parts, verdict.status, verdict.reason) for verdict in judged.verdicts]
