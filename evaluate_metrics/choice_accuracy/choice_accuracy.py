"""Accuracy on multiple-choice questions as an `evaluate` metric.

import evaluate
metric = evaluate.load("choice_accuracy")
metric.compute(predictions=["Answer: B"], references=["B"], options=[["Red", "Blue", "Green", "Black"]])
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.choices import choice_accuracy


class ChoiceAccuracy(evaluate_module.Module):
    description = """\
The share of completions that name the correct option. Letters are recognised in all common notations and never guessed
from a word. Every prediction counts: one that names no option is wrong, with status and reason.
"""
    inputs = """\
predictions: completions; anything else scores 0.
references: letters, or rows with "answer" (a letter) and "options".
options: the option texts of each question, if the references do not contain them; without any, a letter must be named.
by: computes accuracy by group; a column of the rows, a group for each prediction, or a mapping of names to these.
finish_reasons: "length" for a completion that the token limit cut off.

Returns accuracy; scores (0 or 1), statuses, reasons and answers (a letter or None)
aligned with the predictions; by, a table for each grouping, with intervals; status_counts; version.
"""
    citation = "Can Large Language Models Understand Symbolic Graphics Programs?"
    references = ("text", {"id": "text", "answer": "text", "options": ["text"]})
    result = staticmethod(choice_accuracy.result)
