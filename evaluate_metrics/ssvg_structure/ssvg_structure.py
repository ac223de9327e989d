"""SSVG-Bench's structural correctness as an `evaluate` metric.

import evaluate
metric = evaluate.load("ssvg_structure")
metric.compute(predictions=[svg], references=[svg], task="molecule", format="svg")
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__
from sgpkit.metrics import ssvg_structure

DESCRIPTION = """\
Is a generated scientific drawing structurally right? A molecule is, when the graph that its circles (atoms, by colour)
and lines (bonds) make is isomorphic to the reference's. Every prediction counts: what cannot be read scores 0, with
its status and reason.
"""

INPUTS = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: programs, or rows that hold one under "code".
task: "molecule". format: "svg".
tolerance: how far a bond may end from the centre of its atom, in units of the drawing; 0.1 as published.

Returns accuracy; scores (0 or 1), statuses and reasons aligned with the predictions; status_counts; version.
"""


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

    def _compute(self, predictions, references, task="molecule", format="svg", tolerance=0.1):
        verdicts = ssvg_structure.score(predictions, references, task, format, tolerance)
        scores = [verdict.value for verdict in verdicts]
        return {
            "accuracy": sum(scores) / len(scores) if scores else 0.0,
            "scores": scores,
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
        }
