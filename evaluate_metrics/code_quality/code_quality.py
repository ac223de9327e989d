"""How drawings' programs are written, as an `evaluate` metric: size, what an optimiser takes out, what is idle.

import evaluate
metric = evaluate.load("code_quality")
metric.compute(predictions=[svg], references=[svg])
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__
from sgpkit.metrics.code import code_quality

DESCRIPTION = """\
What a drawing's program costs and what of it is idle: bytes against the reference's and against what the optimiser
scour leaves, elements, kinds of primitives, definitions that nothing uses, digits that nobody can see. Nothing here
looks at the drawing. The score is the share of the reference's bytes in the program's, at most 1. Every prediction
counts: what holds no program that can be read scores 0, and has no figures beside it.
"""

INPUTS = """\
predictions: SVG programs, or completions that contain one; anything else scores 0.
references: programs, or rows with one under "code".

Returns conciseness (the mean of the scores); scores (0-1), statuses and reasons aligned with the predictions; as
aligned lists, None where there is no program, and as means over those that there are under mean_ and the name: bytes,
byte_ratio (over the reference's), optimised_bytes and slack (the share that scour takes out), elements, depth, shapes,
path_share, kinds (of primitives), definitions, unused_definitions, coordinates, too_precise (the share of them with
digits finer than a ten-thousandth of the drawing) and excess_digits (such digits, a coordinate); primitives, how many
there are of each kind, and primitive_counts over all; status_counts; version.
"""


class CodeQuality(evaluate.Metric):
    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="VectorGym. Optimiser: scour, https://github.com/scour-project/scour.",
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

    def _compute(self, predictions, references):
        found = code_quality.score(predictions, references)
        verdicts = [each.verdict for each in found]
        scores = [verdict.value for verdict in verdicts]
        columns = {}
        for name in code_quality.PARTS:
            values = [verdict.parts.get(name) for verdict in verdicts]
            there = [value for value in values if value is not None]
            columns |= {name: values, f"mean_{name}": sum(there) / len(there) if there else None}
        counts = sum((Counter(each.primitives) for each in found), Counter())
        return {
            "conciseness": sum(scores) / len(scores) if scores else 0.0,
            "scores": scores,
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            **columns,
            "primitives": [dict(each.primitives) for each in found],
            "primitive_counts": dict(sorted(counts.items())),
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
        }
