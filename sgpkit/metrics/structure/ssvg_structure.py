"""Structural correctness of scientific drawings, as SSVG-Bench defines it (its §3, appendix F).

Geometry is right if all elements to add are drawn; a molecule, if the drawn graph is isomorphic to the reference's
with equal atom colours. Texts are not judged.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sgpkit.graphics import formats
from sgpkit.metrics import isolated, results
from sgpkit.metrics.paired import same_length
from sgpkit.metrics.structure import geometry, molecule_structure
from sgpkit.metrics.structure.geometry import published
from sgpkit.values import Score

TASKS = ("geometry", "molecule")
PARTS: Mapping[str, Mapping[str, float | None]] = {
    "geometry": {
        "as_published": None,
        **dict.fromkeys(("joined", "coverage", "strict", "precision", "recall", "sparing"), 0.0),
    },
    "molecule": {"coverage": 0.0, "strict": 0.0, "precision": 0.0, "recall": 0.0, "bond_order": None},
}
"""By task, the parts of a result with their values where they are unknown: None if no bond orders are shown, and
where the paper prints no code."""


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    task: str = "molecule",
    format: str = "svg",
    tolerance: float | None = None,
) -> list[Score]:
    """Return a score for each prediction.

    `predictions` are completions or bare programs; anything that is not text scores 0. `references` are programs, or
    rows that contain one under `code` (and under `rule` the predicate of a geometry case with many answers).
    `tolerance` is in units of the reference drawing, 1/72 inch in TikZ and EPS; left out, it is the published one: 10
    for geometry, 0.1 for how far a bond may end from the centre of its atom.
    """
    if task not in TASKS:
        raise ValueError(f"unknown task {task!r}; expected one of {', '.join(TASKS)}")
    if formats.get(format).page:
        raise ValueError(f"unknown format {format!r}; expected one in which a program places its elements itself")
    same_length(predictions, references)
    if task == "geometry":
        tolerance = published.TOLERANCE if tolerance is None else tolerance
        return geometry.score(predictions, references, format, tolerance)
    if tolerance is None:
        return molecule_structure.score(predictions, references, format)
    return molecule_structure.score(predictions, references, format, tolerance)


def result(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    task: str = "molecule",
    format: str = "svg",
    tolerance: float | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    scores = isolated.scores(score, predictions, references, task=task, format=format, tolerance=tolerance)
    parts: dict[str, Any] = {}
    for name, unknown in PARTS[task].items():
        values = [score.parts.get(name, unknown) for score in scores]
        parts |= {name: values, f"mean_{name}": results.mean([value or 0.0 for value in values])}
    return {
        "accuracy": results.mean(results.values(scores)),
        "scores": results.values(scores),
        **results.outcomes(scores),
        **results.summary(scores),
        **parts,
    }
