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
Is a generated scientific drawing structurally right? A geometry drawing is, when every line, circle, ellipse and curve
that had to be added is where it should be, or, where many answers are right, when the case's own rule holds. A
molecule is, when the graph that its circles (atoms, by colour) and lines (bonds) make is isomorphic to the
reference's. Every prediction counts: what cannot be read or compiled scores 0, with its status and reason.
"""
    inputs = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: programs of whole drawings, or rows that hold one under "code" and, for a geometry case with many answers,
    the name of its rule under "rule" (rows with more than a code go to compute, not to add). In geometry, what was to
    be added has class output_object (SVG) or is red.
task: "geometry" or "molecule" (default). format: "svg" (default), "tikz" or "eps"; the last two are compiled.
tolerance: in units of the reference drawing (1/72 inch in TikZ and EPS); by default as published, 10 for ends, centres
    and radii in geometry, 0.1 for how far a bond may end from the centre of its atom.

Returns accuracy; scores (0 or 1), statuses and reasons aligned with the predictions; status_counts; version. Beside
them, aligned too, and under "mean_" their means over all predictions, 0 for those that cannot be read:
geometry: joined (the score if a line may be drawn as any number of pieces, not two), as_published (the verdict of the
    paper's printed code on the program's text; None but for SVG with one answer, and left out of the mean there),
    coverage (as many elements as needed, wherever they are), strict (marked as asked, nothing stray of any colour and
    size, the given part untouched), precision and recall of elements, sparing (at most twice as many elements as
    needed, and five).
molecule: coverage (the needed atoms by colour, and as many lines as bonds, wherever they are; times their share of all
    that is drawn), strict (right, and nothing drawn besides one line a bond, atoms and texts), precision and recall of
    atoms by colour and of bonds by the colours of their atoms; bond_order, None where a drawing shows no orders, for
    which nobody asks: its mean is over the others, under "mean_bond_order_of_shown".
"""
    citation = "Towards the Generation of Structured Scientific Vector Graphics with Large Language Models."
    references = ("text", {"code": "text"})
    result = staticmethod(ssvg_structure.result)
