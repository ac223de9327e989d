"""Accuracy on multiple-choice questions as an `evaluate` metric.

import evaluate
metric = evaluate.load("choice_accuracy")
metric.compute(predictions=["Answer: B"], references=["B"], options=[["Red", "Blue", "Green", "Black"]])
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__, statistics
from sgpkit.metrics.choices import choice_accuracy

DESCRIPTION = """\
How often the option that a completion names is the right one. Letters are read in all the ways that models write them
and never guessed from a word. Every prediction counts: one that names no option is wrong, with its status and reason.
"""

INPUTS = """\
predictions: completions; anything else scores 0.
references: letters, or rows with "answer" (a letter) and "options".
options: the option texts of each question, where the references do not hold them; without any, a letter must be named.
by: a column of the rows, a group for each prediction, or a mapping of names to these: accuracy by group.
finish_reasons: "length" where the token limit cut a completion.

Returns accuracy with its Wilson interval (low, high); scores (0 or 1), statuses, reasons and answers (a letter or None)
aligned with the predictions; by, a table for each grouping; status_counts; version.
"""


class ChoiceAccuracy(evaluate.Metric):
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
                        "references": {"id": text, "answer": text, "options": datasets.List(text)},
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

    def _compute(self, predictions, references, options=None, by=None, finish_reasons=None):
        verdicts = choice_accuracy.score(predictions, references, options, finish_reasons)
        scores = [verdict.value for verdict in verdicts]
        low, high = statistics.wilson(round(sum(scores)), len(scores))
        return {
            "accuracy": sum(scores) / len(scores) if scores else 0.0,
            "low": low,
            "high": high,
            "scores": scores,
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            "answers": [choice_accuracy.letter(verdict) for verdict in verdicts],
            "by": choice_accuracy.tables(scores, references, by) if by is not None else {},
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
        }
