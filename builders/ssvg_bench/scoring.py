"""Completions of SSVG-Bench rows → scores, by the same function as the metric `ssvg_structure`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sgpkit.benchmark import Completion, Row, Score
from sgpkit.metrics.structure import ssvg_structure

from . import similarity

if TYPE_CHECKING:
    from sgpkit.metrics.structure.marks import Mark


def structure(rows: Sequence[Row], completions: Sequence[Completion], task: str, format: str) -> list[Score]:
    """Return the structural correctness of each completion, with its program for figures of the whole run."""
    return similarity.with_programs(ssvg_structure.score(completions, rows, task, format), completions, format)


def wrong(rows: Sequence[Row], completions: Sequence[Completion], task: str, format: str) -> "list[list[Mark]]":
    """Return marks at the errors of the drawings."""
    from sgpkit.metrics.structure import marks

    find = {"geometry": marks.constructions, "molecule": marks.molecules}[task]
    return find([completion.text for completion in completions], rows, format)
