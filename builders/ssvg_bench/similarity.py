"""Completions → scores by how alike their code is to the reference's, for rows that have no structure to judge."""

from collections.abc import Sequence

from sgpkit.benchmark import Completion, Row, Score
from sgpkit.metrics.code import code_similarity


def similarity(rows: Sequence[Row], completions: Sequence[Completion], format: str) -> list[Score]:
    """Score by the same function as the metric `code_similarity`; parts `crystal_bleu` and `eed`."""
    return code_similarity.score(completions, rows, format).scores
