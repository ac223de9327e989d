"""SSVG-Bench's structural correctness as an `evaluate` metric.

import evaluate
metric = evaluate.load("ssvg_structure")
metric.compute(predictions=[svg], references=[svg], task="molecule", format="svg")
metric.compute(predictions=[tikz], references=[{"code": tikz, "rule": ""}], task="geometry", format="tikz")
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.structure import ssvg_structure


class SsvgStructure(evaluate_module.Module):
    description = """\
The structural correctness of a scientific drawing. A geometry drawing is right if every line, circle, ellipse and
curve to be added is in its position, or, if many answers are right, if the rule of the case holds. A molecule is right
if the graph of its circles (atoms, by colour) and lines (bonds) is isomorphic to the reference's. Every prediction
counts: one that cannot be read or compiled scores 0, with status and reason.
"""
    inputs = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: programs of complete drawings, or rows that contain one under "code" and, for a geometry case with many
    answers, the name of its rule under "rule" (rows with more than a code go to compute, not to add). In geometry,
    elements to add have class output_object (SVG) or are red.
task: "geometry" or "molecule" (default). format: "svg" (default), "tikz" or "eps"; the last two are compiled.
tolerance: in units of the reference drawing (1/72 inch in TikZ and EPS); by default as published, 10 for ends, centres
    and radii in geometry, 0.1 for the distance of a bond's end from the centre of its atom.

Returns accuracy; scores (0 or 1), statuses and reasons aligned with the predictions; status_counts; version. Also,
aligned, and under "mean_" as means over all predictions, 0 for unreadable ones:
geometry: joined (the score if a line may be drawn in any number of pieces, not only two), as_published (the verdict of
    the paper's printed code on the program's text; None except for SVG with one answer, which the mean leaves out),
    coverage (the required number of elements, at any position), strict (marked as required, no stray element of any
    colour or size, given part unchanged), precision and recall of elements, sparing (at most twice the required number
    of elements, plus five).
molecule: coverage (the required atoms by colour and as many lines as bonds, at any position; times their share of the
    drawing), strict (right, and nothing drawn except one line per bond, atoms and texts), precision and recall of
    atoms by colour and of bonds by the colours of their atoms; bond_order; None if a drawing shows no orders. Its mean,
    "mean_bond_order_of_shown", is over the others.
"""
    citation = "Towards the Generation of Structured Scientific Vector Graphics with Large Language Models."
    references = ("text", {"code": "text"})
    result = staticmethod(ssvg_structure.result)
