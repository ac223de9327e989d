"""The consistency of answers when a drawing is moved, as an `evaluate` metric (SGP-Bench §4.3).

import evaluate
metric = evaluate.load("answer_consistency")
metric.compute(predictions=["Answer: B", "Answer: C", "Answer: B"], references=["question 1"] * 3)
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.choices import answer_consistency


class AnswerConsistency(evaluate_module.Module):
    description = """\
For each group of perturbed programs the share that got the most common answer, right or wrong, averaged over groups. As
published, an answer that cannot be read is a class of its own; in the strict figure it is never the most common.
"""
    inputs = """\
predictions: completions.
references: the group of each prediction (a name), or rows of sgp-svg-invariance (program, motion, question, options);
rows whose motion is "none" are not perturbed: leave them out. A group is of one drawing.
options: the option texts of each question, where the references do not hold them.
finish_reasons: "length" where the token limit cut a completion.

Returns consistency as published and strict_consistency; groups, their number; scores (1 where the prediction gave its
group's most common answer), strict (the same, where no answer is never the most common), statuses, reasons and answers
aligned with the predictions; status_counts; version.
"""
    citation = "Can Large Language Models Understand Symbolic Graphics Programs?"
    references = ("text", {"program": "text", "motion": "text", "question": "text", "options": ["text"]})
    result = staticmethod(answer_consistency.result)
