"""The size of drawings' programs, as an `evaluate` metric: bytes, and parts that an optimiser can remove.

import evaluate
metric = evaluate.load("code_quality")
metric.compute(predictions=[svg], references=[svg])
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.code import code_quality


class CodeQuality(evaluate_module.Module):
    description = """\
The size of a drawing's program and its unnecessary parts: bytes relative to the reference and to the output of the
optimiser scour, elements, kinds of primitives, unused definitions, invisible digits. It does not look at the drawing.
The score is the size of the reference divided by the size of the program, at most 1. Every prediction counts: one
without a readable program scores 0 and has no further figures.
"""
    inputs = """\
predictions: SVG programs, or completions that contain one; anything else scores 0.
references: programs, or rows with one under "code".

Returns conciseness (the mean of the scores); scores (0-1), statuses and reasons aligned with the predictions; as
aligned lists (None without a program), and as means over the programs under mean_NAME_of_readable: bytes,
byte_ratio (over the reference's), optimised_bytes and slack (the share that scour removes), elements, depth, shapes,
path_share, kinds (of primitives), definitions, unused_definitions, coordinates, too_precise (the share of them with
digits finer than a ten-thousandth of the drawing) and excess_digits (such digits per coordinate); primitives, the
number of each kind, and primitive_counts, their totals; status_counts; version.
"""
    citation = "VectorGym. Optimiser: scour, https://github.com/scour-project/scour."
    references = ("text", {"code": "text"})
    result = staticmethod(code_quality.result)
