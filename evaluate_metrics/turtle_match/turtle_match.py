"""TurtleBench's comparison of drawings as an `evaluate` metric.

import evaluate
metric = evaluate.load("turtle_match")
metric.compute(predictions=["t.circle(50)"], references=["t.circle(50)"])
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__
from sgpkit.metrics.structure import turtle

DESCRIPTION = """\
Does a turtle program draw the expected figure? Both are drawn in black with a pen of 5 and cropped; the share of black
pixels that they have in common is above 0.95 for the same figure. Programs run in a sandbox; every prediction counts:
what fails scores 0, with its status and reason.
"""

INPUTS = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: turtle programs, images, or rows that hold a program under "code" or an image under "image".
setting: "turtle"; "rabbit" (the paper's renamed turtle); "any-language" (turtle, matplotlib, TikZ or SVG).
threshold: the intersection over union above which a figure is the expected one; 0.95 as published.

Returns solved, the share of expected figures, and strict_solved, the same without forgiven stretching; scores (0 or 1),
statuses, reasons, iou, strict, failure_kinds and languages aligned with the predictions; status_counts; version.
"""


class TurtleMatch(evaluate.Metric):
    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="TurtleBench: A Visual Programming Benchmark in Turtle Geometry.",
            inputs_description=INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": text}),
                datasets.Features({"predictions": text, "references": {"code": text}}),
                datasets.Features({"predictions": text, "references": datasets.Image()}),
            ],
        )

    def compute(self, *, predictions=None, references=None, **options):
        """Score at once, without the Arrow round trip, which refuses predictions that are not text."""
        if predictions is None and references is None:
            return super().compute(**options)
        if predictions is None or references is None:
            raise ValueError("expected both predictions and references")
        return self._compute(list(predictions), list(references), **options)

    def _compute(self, predictions, references, setting="turtle", threshold=turtle.THRESHOLD):
        verdicts = turtle.score(predictions, references, setting, threshold)
        scores = [verdict.value for verdict in verdicts]
        strict = [verdict.parts["strict"] for verdict in verdicts]
        return {
            "solved": sum(scores) / len(scores) if scores else 0.0,
            "strict_solved": sum(value > threshold for value in strict) / len(strict) if strict else 0.0,
            "scores": scores,
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            "iou": [verdict.parts["iou"] for verdict in verdicts],
            "strict": strict,
            "failure_kinds": [turtle.failure_kind(verdict) for verdict in verdicts],
            "languages": [turtle.language(verdict) for verdict in verdicts],
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
        }
