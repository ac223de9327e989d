"""SSVG-Bench's structural correctness as an `evaluate` metric.

import evaluate
metric = evaluate.load("ssvg_structure")
metric.compute(predictions=[svg], references=[svg], task="molecule", format="svg")
metric.compute(predictions=[tikz], references=[{"code": tikz, "rule": ""}], task="geometry", format="tikz")
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__
from sgpkit.metrics.structure import ssvg_structure

DESCRIPTION = """\
Is a generated scientific drawing structurally right? A geometry drawing is, when every line, circle, ellipse and curve
that had to be added is where it should be, or, where many answers are right, when the case's own rule holds. A
molecule is, when the graph that its circles (atoms, by colour) and lines (bonds) make is isomorphic to the
reference's. Every prediction counts: what cannot be read or compiled scores 0, with its status and reason.
"""

INPUTS = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: programs of whole drawings, or rows that hold one under "code" and, for a geometry case with many answers,
    the name of its rule under "rule" (rows with more than a code go to compute, not to add). In geometry, what was to
    be added has class output_object (SVG) or is red.
task: "geometry" or "molecule" (default). format: "svg" (default), "tikz" or "eps"; the last two are compiled.
tolerance: in units of the reference drawing (1/72 inch in TikZ and EPS); by default as published, 10 for ends, centres
    and radii in geometry, 0.1 for how far a bond may end from the centre of its atom.

Returns accuracy; scores (0 or 1), statuses and reasons aligned with the predictions; status_counts; version. Beside
them, aligned too, and under "mean_" their means over all predictions:
geometry: coverage (as many elements as needed, wherever they are), strict (marked as asked, nothing stray, the given
    part untouched), precision and recall of elements.
molecule: bond_order; None where a drawing shows no orders, which counts as 0 in the mean.
"""

# By task, the further lists with what a prediction gets where they cannot be told: there bond orders are not shown.
PARTS = {
    "geometry": {"coverage": 0.0, "strict": 0.0, "precision": 0.0, "recall": 0.0},
    "molecule": {"bond_order": None},
}


class SsvgStructure(evaluate.Metric):
    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="Towards the Generation of Structured Scientific Vector Graphics with Large Language Models.",
            inputs_description=INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": text}),
                datasets.Features({"predictions": text, "references": {"code": text}}),
            ],
        )

    def compute(self, *, predictions=None, references=None, **options):
        """Score at once, without the Arrow round trip, which refuses predictions that are not text."""
        if predictions is None and references is None:
            return super().compute(**options)
        if predictions is None or references is None:
            raise ValueError("expected both predictions and references")
        return self._compute(list(predictions), list(references), **options)

    def _compute(self, predictions, references, task="molecule", format="svg", tolerance=None):
        verdicts = ssvg_structure.score(predictions, references, task, format, tolerance)
        scores = [verdict.value for verdict in verdicts]
        parts = {}
        for name, untold in PARTS[task].items():
            values = [verdict.parts.get(name, untold) for verdict in verdicts]
            parts[name] = values
            parts[f"mean_{name}"] = sum(value or 0.0 for value in values) / len(values) if values else 0.0
        return {
            "accuracy": sum(scores) / len(scores) if scores else 0.0,
            "scores": scores,
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
            **parts,
        }
