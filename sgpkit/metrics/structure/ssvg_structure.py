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
PARTS: Mapping[str, Sequence[str]] = {
    "geometry": ("as_published", *geometry.PARTS),
    "molecule": (*molecule_structure.PARTS, "bond_order"),
}
"""By task, the parts of a result. A part is None for the verdict of the printed code if the paper has none for the
case, and for the bond orders of a drawing that shows none.
"""

SHOWN = {"bond_order": "mean_bond_order_of_shown"}
"""The names of means over parts that only some answers have."""


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
    `tolerance` is in units of the reference drawing, 1/72 inch in TikZ and EPS; by default it is the published one: 10
    for geometry, and 0.1 for the distance between a bond's end and the centre of its atom.
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
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    scores = isolated.scores(score, predictions, references, task=task, format=format, tolerance=tolerance)
    drawings = results.known_clusters(clusters, references, len(scores))
    parts = {name: [score.parts.get(name) for score in scores] for name in PARTS[task]}
    means = {SHOWN.get(name, f"mean_{name}"): values for name, values in parts.items()}
    return {
        **results.means(drawings, {"accuracy": results.values(scores), **means}),
        "scores": results.values(scores),
        **results.outcomes(scores),
        **results.summary(scores),
        **parts,
    }
