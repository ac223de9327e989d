"""Accuracy on multiple-choice questions as an `evaluate` metric.

import evaluate
metric = evaluate.load("choice_accuracy")
metric.compute(predictions=["Answer: B"], references=["B"], options=[["Red", "Blue", "Green", "Black"]])
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.choices import choice_accuracy


class ChoiceAccuracy(evaluate_module.Module):
    description = """\
How often the option that a completion names is the right one. Letters are read in all the ways that models write them
and never guessed from a word. Every prediction counts: one that names no option is wrong, with its status and reason.
"""
    inputs = """\
predictions: completions; anything else scores 0.
references: letters, or rows with "answer" (a letter) and "options".
options: the option texts of each question, where the references do not hold them; without any, a letter must be named.
by: a column of the rows, a group for each prediction, or a mapping of names to these: accuracy by group.
finish_reasons: "length" where the token limit cut a completion.

Returns accuracy; scores (0 or 1), statuses, reasons and answers (a letter or None)
aligned with the predictions; by, a table for each grouping, with intervals; status_counts; version.
"""
    citation = "Can Large Language Models Understand Symbolic Graphics Programs?"
    references = ("text", {"id": "text", "answer": "text", "options": ["text"]})
    result = staticmethod(choice_accuracy.result)
