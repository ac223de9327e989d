"""TurtleBench's comparison of drawings as an `evaluate` metric.

import evaluate
metric = evaluate.load("turtle_match")
metric.compute(predictions=["t.circle(50)"], references=["t.circle(50)"])
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.structure import turtle


class TurtleMatch(evaluate_module.Module):
    description = """\
Does a turtle program draw the expected figure? Both are drawn in black with a pen of 5 and cropped; the share of black
pixels that they have in common is above 0.95 for the same figure. Programs run in a sandbox; every prediction counts:
what fails scores 0, with its status and reason.
"""
    inputs = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: turtle programs, images, or rows that hold a program under "code" or an image under "image".
setting: "turtle"; "rabbit" (the paper's renamed turtle); "any-language" (turtle, matplotlib, Pillow, TikZ, SVG or EPS).
threshold: the intersection over union above which a figure is the expected one; 0.95 as published.

Returns solved, the share of expected figures, and strict_solved, the share of those whose every visible stroke matches,
without forgiven stretching; mean_iou, mean_strict and mean_strokes; scores (0 or 1), statuses, reasons, iou, strict (0
where a stroke has no match), strokes, failure_kinds and languages aligned with the predictions; status_counts; version.
"""
    citation = "TurtleBench: A Visual Programming Benchmark in Turtle Geometry."
    references = ("text", {"code": "text"}, "image")
    result = staticmethod(turtle.result)
