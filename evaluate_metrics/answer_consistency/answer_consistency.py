"""How alike a model answers when a drawing is moved, as an `evaluate` metric (SGP-Bench §4.3).

import evaluate
metric = evaluate.load("answer_consistency")
metric.compute(predictions=["Answer: B", "Answer: C", "Answer: B"], references=["question 1"] * 3)
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__
from sgpkit.metrics.choices import answer_consistency, letters

DESCRIPTION = """\
For each group of perturbed programs the share that got the most common answer, right or wrong, averaged over groups. As
published, an answer that cannot be read is a class of its own; in the strict figure it is never the most common.
"""

INPUTS = """\
predictions: completions.
references: the group of each prediction (a name), or rows of sgp-svg-invariance (program, motion, question, options);
rows whose motion is "none" are not perturbed: leave them out.
options: the option texts of each question, where the references do not hold them.
finish_reasons: "length" where the token limit cut a completion.

Returns consistency as published and strict_consistency; groups, their number; scores (1 where the prediction gave its
group's most common answer), strict (the same, where no answer is never the most common), statuses, reasons and answers
aligned with the predictions; status_counts; version.
"""


class AnswerConsistency(evaluate.Metric):
    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="Can Large Language Models Understand Symbolic Graphics Programs?",
            inputs_description=INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": text}),
                datasets.Features(
                    {
                        "predictions": text,
                        "references": {
                            "program": text,
                            "motion": text,
                            "question": text,
                            "options": datasets.List(text),
                        },
                    }
                ),
            ],
        )

    def compute(self, *, predictions=None, references=None, **options):
        """Score at once, without the Arrow round trip, which refuses predictions that are not text."""
        if predictions is None and references is None:
            return super().compute(**options)
        if predictions is None or references is None:
            raise ValueError("expected both predictions and references")
        return self._compute(list(predictions), list(references), **options)

    def _compute(self, predictions, references, options=None, finish_reasons=None):
        letters.same_length(predictions, references)
        groups = [answer_consistency.group_of(reference, place) for place, reference in enumerate(references)]
        answers = letters.read(predictions, letters.all_options(references, options), finish_reasons)
        verdicts = answer_consistency.score(answers, groups)
        values = [answer.value for answer in answers]
        return {
            "consistency": answer_consistency.consistency(values, groups),
            "strict_consistency": answer_consistency.consistency(values, groups, strict=True),
            "groups": len(set(groups)),
            "scores": [verdict.value for verdict in verdicts],
            "strict": [verdict.parts["strict"] for verdict in verdicts],
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            "answers": values,
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
        }
