"""The consistency of answers to moved copies of a drawing, as an `evaluate` metric (SGP-Bench §4.3).

import evaluate
metric = evaluate.load("answer_consistency")
metric.compute(predictions=["Answer: B", "Answer: C", "Answer: B"], references=["question 1"] * 3)
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.choices import answer_consistency


class AnswerConsistency(evaluate_module.Module):
    description = """\
For each group of perturbed programs, the share that got the most common answer, right or wrong, averaged over groups.
As published, unreadable answers form a separate class. In the strict figure, they never count as the most common
answer.
"""
    inputs = """\
predictions: completions.
references: the group of each prediction (a name), or rows of sgp-svg-invariance (program, motion, question, options);
leave out rows with motion "none", which are not perturbed. A group is of one drawing.
options: the option texts of each question, if the references do not contain them.
finish_reasons: "length" for a completion that the token limit cut off.

Returns consistency as published and strict_consistency; groups, the number of groups; scores (1 if the prediction is
the most common answer of its group), strict (the same, but a missing answer is never the most common), statuses,
reasons and answers aligned with the predictions; status_counts; version.
"""
    citation = "Can Large Language Models Understand Symbolic Graphics Programs?"
    references = ("text", {"program": "text", "motion": "text", "question": "text", "options": ["text"]})
    result = staticmethod(answer_consistency.result)
