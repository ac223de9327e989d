"""How much of what a caption names is in a drawing, as an `evaluate` metric.

import evaluate
metric = evaluate.load("structural_recall")
metric.compute(predictions=[svg], references=['A red circle labeled "Start".'], format="svg")
metric.compute(predictions=[dot], references=[{"named": ['["edge", "Start", "End", "directed"]']}], format="dot")
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__
from sgpkit.metrics.structure import recall

DESCRIPTION = """\
Of the things that a caption names, colors, labels, counts of shapes and edges between labels, the share that is in the
drawing. All is read off what is drawn, after compiling, never off the program's text: a label in a comment is no label.
It needs no learned model, and the reason says what is missing. What is drawn beside the named things costs nothing.
Every prediction counts: what cannot be read or compiled, or draws nothing, scores 0, with its status and reason.
"""

INPUTS = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: captions, from which is taken what is said plainly (quoted labels, a number before a shape's name, colors),
    or rows with a "caption"; or rows with "named", a list of what is to be found, each a JSON list as text:
    ["color", "red"], ["label", "Start"], ["count", "circle", 3], ["edge", "Start", "End"], the last with "directed" at
    its end where the direction counts (in Graphviz; in drawings that are no graphs it is not judged).
format: "svg" (default), "tikz" or "dot"; the last two are compiled.

Returns recall (the mean); scores (0-1), statuses and reasons aligned with the predictions; the recall of each kind of
thing as color, label, count, edge (None where the caption names none) and their means over the captions that name some;
named, how many things each caption names; status_counts; version.
"""

KINDS = ("color", "label", "count", "edge")


class StructuralRecall(evaluate.Metric):
    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="VGBench: Evaluating Large Language Models on Vector Graphics Understanding and Generation.",
            inputs_description=INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": text}),
                datasets.Features({"predictions": text, "references": {"named": datasets.List(text)}}),
                datasets.Features({"predictions": text, "references": {"caption": text}}),
            ],
        )

    def compute(self, *, predictions=None, references=None, **options):
        """Score at once, without the Arrow round trip, which refuses predictions that are not text."""
        if predictions is None and references is None:
            return super().compute(**options)
        if predictions is None or references is None:
            raise ValueError("expected both predictions and references")
        return self._compute(list(predictions), list(references), **options)

    def _compute(self, predictions, references, format="svg"):
        verdicts = recall.score(predictions, references, format)
        scores = [verdict.value for verdict in verdicts]
        parts = {"named": [int(verdict.parts["named"]) for verdict in verdicts]}
        for kind in KINDS:
            values = [verdict.parts.get(kind) for verdict in verdicts]
            some = [value for value in values if value is not None]
            parts |= {kind: values, f"mean_{kind}": sum(some) / len(some) if some else None}
        return {
            "recall": sum(scores) / len(scores) if scores else 0.0,
            "scores": scores,
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
            **parts,
        }
