"""The share of what a caption names that is in a drawing, as an `evaluate` metric.

import evaluate
metric = evaluate.load("structural_recall")
metric.compute(predictions=[svg], references=['A red circle labeled "Start".'], format="svg")
metric.compute(predictions=[dot], references=[{"named": ['["edge", "Start", "End", "directed"]']}], format="dot")
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.structure import recall


class StructuralRecall(evaluate_module.Module):
    description = """\
The share of the things named in a caption (colors, labels, counts of shapes, edges between labels) that are in the
drawing. All is read from the visible drawing, after compiling, never from the text of the program: a label in a comment
does not count. It needs no learned model, and the reason lists missing things. Additional elements do not lower the
score. Every prediction counts: one that cannot be read or compiled, or draws nothing, scores 0, with status and reason.
"""
    inputs = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: captions, from which only explicit statements are used (quoted labels, a number before a shape's name,
    colors), or rows with a "caption"; or rows with "named", a list of the things to find, each a JSON list as text:
    ["color", "red"], ["label", "Start"], ["count", "circle", 3], ["edge", "Start", "End"], the last with "directed" at
    its end if the direction counts (in Graphviz; it is ignored in drawings that are not graphs).
format: "svg" (default), "tikz" or "dot"; the last two are compiled.

Returns recall (the mean); scores (0-1), statuses and reasons aligned with the predictions; the recall of each kind of
thing as color, label, count, edge (None if the caption names none) and their means over the captions that name some;
named, the number of things that each caption names; status_counts; version.
"""
    citation = "VGBench: Evaluating Large Language Models on Vector Graphics Understanding and Generation."
    references = ("text", {"named": ["text"]}, {"caption": "text"})
    result = staticmethod(recall.result)
