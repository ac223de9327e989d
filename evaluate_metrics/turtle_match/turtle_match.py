"""TurtleBench's comparison of drawings as an `evaluate` metric.

import evaluate
metric = evaluate.load("turtle_match")
metric.compute(predictions=["t.circle(50)"], references=["t.circle(50)"])
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.structure import turtle


class TurtleMatch(evaluate_module.Module):
    description = """\
Whether a turtle program draws the expected figure. Both are drawn in black with a pen of 5 and cropped. The figures are
the same if more than 0.95 of their black pixels are shared. Programs run in a sandbox. Every prediction counts: one
that fails scores 0, with status and reason.
"""
    inputs = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: turtle programs, images, or rows that contain a program under "code" or an image under "image".
setting: "turtle"; "rabbit" (the paper's renamed turtle); "any-language" (SVG, TikZ, EPS and libraries of Python).
threshold: the intersection over union above which a figure is solved; 0.95 as published.

Returns solved, the share of solved figures, and strict_solved, the share in which every visible stroke matches, without
stretching; mean_iou, mean_strict and mean_strokes; scores (0 or 1), statuses, reasons, iou, strict (0 if a stroke has
no match), strokes, failure_kinds and languages aligned with the predictions; status_counts; version.
"""
    citation = "TurtleBench: A Visual Programming Benchmark in Turtle Geometry."
    references = ("text", {"code": "text"}, "image")
    result = staticmethod(turtle.result)
