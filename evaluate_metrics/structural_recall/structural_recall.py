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
Of the things that a caption names, colors, labels, counts of shapes and edges between labels, the share that is in the
drawing. All is read off what is drawn, after compiling, never off the program's text: a label in a comment is no label.
It needs no learned model, and the reason says what is missing. What is drawn beside the named things costs nothing.
Every prediction counts: what cannot be read or compiled, or draws nothing, scores 0, with its status and reason.
"""
    inputs = """\
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
    citation = "VGBench: Evaluating Large Language Models on Vector Graphics Understanding and Generation."
    references = ("text", {"named": ["text"]}, {"caption": "text"})
    result = staticmethod(recall.result)
