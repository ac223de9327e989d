"""The economy of drawings' programs, as an `evaluate` metric: size, what an optimiser takes out, what is idle.

import evaluate
metric = evaluate.load("code_quality")
metric.compute(predictions=[svg], references=[svg])
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.code import code_quality


class CodeQuality(evaluate_module.Module):
    description = """\
What a drawing's program costs and what of it is idle: bytes against the reference's and against what the optimiser
scour leaves, elements, kinds of primitives, definitions that nothing uses, digits that nobody can see. Nothing here
looks at the drawing. The score is the share of the reference's bytes in the program's, at most 1. Every prediction
counts: what holds no program that can be read scores 0, and has no figures beside it.
"""
    inputs = """\
predictions: SVG programs, or completions that contain one; anything else scores 0.
references: programs, or rows with one under "code".

Returns conciseness (the mean of the scores); scores (0-1), statuses and reasons aligned with the predictions; as
aligned lists, None where there is no program, and as means over those that there are, mean_NAME_of_readable: bytes,
byte_ratio (over the reference's), optimised_bytes and slack (the share that scour takes out), elements, depth, shapes,
path_share, kinds (of primitives), definitions, unused_definitions, coordinates, too_precise (the share of them with
digits finer than a ten-thousandth of the drawing) and excess_digits (such digits, a coordinate); primitives, how many
there are of each kind, and primitive_counts over all; status_counts; version.
"""
    citation = "VectorGym. Optimiser: scour, https://github.com/scour-project/scour."
    references = ("text", {"code": "text"})
    result = staticmethod(code_quality.result)
