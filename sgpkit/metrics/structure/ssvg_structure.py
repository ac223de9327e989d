"""Structural correctness of scientific drawings, as SSVG-Bench defines it (its §3, appendix F).

Geometry is right if what had to be added is there; a molecule, if the drawn graph is isomorphic to the reference's
with equal atom colours. Texts are not judged.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sgpkit import formats
from sgpkit.metrics.structure import geometry, molecule_structure
from sgpkit.metrics.structure.geometry import published
from sgpkit.metrics.verdict import Verdict

TASKS = ("geometry", "molecule")


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    task: str = "molecule",
    format: str = "svg",
    tolerance: float | None = None,
    finish_reasons: Sequence[str] | None = None,
) -> list[Verdict]:
    """One verdict a prediction, in their order.

    `predictions` are completions or bare programs; anything that is not text scores 0. `references` are programs, or
    rows that hold one under `code` (and under `rule` the predicate of a geometry case with many answers). `tolerance`
    is in units of the reference drawing, 1/72 inch in TikZ and EPS; left out, it is the published one: 10 for
    geometry, 0.1 for how far a bond may end from the centre of its atom.
    """
    if task not in TASKS:
        raise ValueError(f"unknown task {task!r}; expected one of {', '.join(TASKS)}")
    formats.get(format)
    if len(predictions) != len(references):
        raise ValueError(f"{len(predictions)} predictions and {len(references)} references; expected as many of each")
    if task == "geometry":
        tolerance = published.TOLERANCE if tolerance is None else tolerance
        return geometry.verdicts(predictions, references, format, tolerance, finish_reasons)
    if tolerance is None:
        return molecule_structure.verdicts(predictions, references, format, finish_reasons=finish_reasons)
    return molecule_structure.verdicts(predictions, references, format, tolerance, finish_reasons)
