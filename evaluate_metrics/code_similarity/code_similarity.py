"""The similarity of two drawings' programs as text, as an `evaluate` metric: CrystalBLEU, extended edit distance.

import evaluate
metric = evaluate.load("code_similarity")
metric.compute(predictions=[tikz], references=[tikz], format="tikz")
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.code import code_similarity


class CodeSimilarity(evaluate_module.Module):
    description = """\
The similarity of a generated program to its reference, as text. CrystalBLEU ignores the n-grams that all programs
share; the extended edit distance allows jumps. Neither looks at the drawing. Every prediction counts: one without a
program has CrystalBLEU 0 and distance 1, with status and reason.
"""
    inputs = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: programs, or rows that contain one under "code".
format: "svg", "tikz", "eps" or "dot".
corpus: the programs that define the trivially shared n-grams; default: the references.
k: number of trivially shared n-grams; 500 as published, less for a small corpus.

Returns crystal_bleu (of the whole batch, 0-1, the higher the better), eed (the mean, 0-1, the lower the better) and
similarity (the mean of the scores); scores (1 minus the edit distance), crystal_bleus, eeds, statuses and reasons
aligned with the predictions; status_counts; version.
"""
    citation = """\
CrystalBLEU: Precisely and Efficiently Measuring the Similarity of Code (doi:10.1145/3551349.3556903).
EED: Extended Edit Distance Measure for Machine Translation (doi:10.18653/v1/W19-5359).
"""
    references = ("text", {"code": "text"})
    result = staticmethod(code_similarity.result)
