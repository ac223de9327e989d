"""How alike two drawings' programs are as text, as an `evaluate` metric: CrystalBLEU and extended edit distance.

import evaluate
metric = evaluate.load("code_similarity")
metric.compute(predictions=[tikz], references=[tikz], format="tikz")
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__
from sgpkit.metrics.code import code_similarity

DESCRIPTION = """\
How alike is a generated program to its reference, as text? CrystalBLEU leaves out the n-grams that all programs share;
the extended edit distance knows jumps. Neither looks at the drawing. Every prediction counts: one without a program has
CrystalBLEU 0 and distance 1, with its status and reason.
"""

INPUTS = """\
predictions: programs, or completions that contain one; anything else scores 0.
references: programs, or rows that hold one under "code".
format: "svg", "tikz", "eps" or "dot".
corpus: programs in which the trivially shared n-grams are counted; by default the references.
k: how many n-grams count as trivially shared; 500 as published, less for a small corpus.

Returns crystal_bleu (of the whole batch, 0-1, the higher the better), eed (the mean, 0-1, the lower the better) and
similarity (the mean of the scores); scores (1 less the edit distance), crystal_bleus, eeds, statuses and reasons
aligned with the predictions; status_counts; version.
"""

CITATION = """\
CrystalBLEU: Precisely and Efficiently Measuring the Similarity of Code (doi:10.1145/3551349.3556903).
EED: Extended Edit Distance Measure for Machine Translation (doi:10.18653/v1/W19-5359).
"""


class CodeSimilarity(evaluate.Metric):
    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation=CITATION,
            inputs_description=INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": text}),
                datasets.Features({"predictions": text, "references": {"code": text}}),
            ],
        )

    def compute(self, *, predictions=None, references=None, **options):
        """Score at once, without the Arrow round trip, which refuses predictions that are not text."""
        if predictions is None and references is None:
            return super().compute(**options)
        if predictions is None or references is None:
            raise ValueError("expected both predictions and references")
        return self._compute(list(predictions), list(references), **options)

    def _compute(self, predictions, references, format="svg", corpus=None, k=None):
        similarity = code_similarity.score(predictions, references, format, corpus, k)
        verdicts = similarity.verdicts
        return {
            "crystal_bleu": similarity.crystal_bleu,
            "eed": similarity.eed,
            "similarity": sum(verdict.value for verdict in verdicts) / len(verdicts) if verdicts else 0.0,
            "scores": [verdict.value for verdict in verdicts],
            "crystal_bleus": [verdict.parts["crystal_bleu"] for verdict in verdicts],
            "eeds": [verdict.parts["eed"] for verdict in verdicts],
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
        }
