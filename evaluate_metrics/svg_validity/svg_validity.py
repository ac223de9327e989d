"""Whether programs are SVG drawings, as an `evaluate` metric: do they parse, do they render, what is wrong and where.

import evaluate
metric = evaluate.load("svg_validity")
metric.compute(predictions=['<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>'])
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__
from sgpkit.metrics.pictures import svg_validity

DESCRIPTION = """\
A program is valid if it renders: in a sandbox, after checks for what reaches outside the drawing or would take a
renderer down. A drawing that carries a finished picture in itself is none. Beside it stands every violation of the
specification, with line, column, element and attribute, the forgiven ones too. Every prediction counts.
"""

INPUTS = """\
predictions: SVG programs, or completions that contain one; anything else scores 0.
references: none are needed; given ones are not looked at.
size: pixels of the square that drawings are painted in.

Returns validity, parse_rate, show_rate and clean_rate, the shares of predictions that render, that parse, that show
something, and that render without any violation; scores (0 or 1), statuses and reasons aligned with the predictions;
parses, renders, shows, clean (0 or 1) and violations, a list of texts "line:column path@attribute+offset: what is
wrong" for each prediction; mean_violations; status_counts; version.
"""

RATES = {"parse_rate": "parses", "show_rate": "shows", "clean_rate": "clean"}


class SvgValidity(evaluate.Metric):
    def _info(self):
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="VectorGym. Scalable Vector Graphics (SVG) 2, https://www.w3.org/TR/SVG2/.",
            inputs_description=INPUTS,
            features=datasets.Features({"predictions": datasets.Value("string")}),
        )

    def compute(self, *, predictions=None, references=None, **options):
        """Score at once, without the Arrow round trip, which refuses predictions that are not text."""
        if predictions is None:
            return super().compute(**options)
        predictions = list(predictions)
        if references is not None and len(references) != len(predictions):
            told = f"{len(predictions)} predictions and {len(references)} references"
            raise ValueError(f"{told}; expected as many of each, or no references")
        return self._compute(predictions, **options)

    def _compute(self, predictions, size=svg_validity.SIZE):
        found = svg_validity.score(predictions, size)
        verdicts = [each.verdict for each in found]
        parts = {name: [verdict.parts[name] for verdict in verdicts] for name in svg_validity.PARTS}
        means = {name: sum(values) / len(values) if values else 0.0 for name, values in parts.items()}
        return {
            "validity": means["renders"],
            **{rate: means[part] for rate, part in RATES.items()},
            "mean_violations": means["violations"],
            "scores": [verdict.value for verdict in verdicts],
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            **parts,
            "violations": [list(map(str, each.violations)) for each in found],
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
        }
