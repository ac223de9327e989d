"""The agreement of several runs, and people, on the same questions, as an `evaluate` metric (SGP-Bench §4.4).

import evaluate
metric = evaluate.load("answer_entropy")
metric.compute(predictions=["Answer: B", "Answer: C"], references=["row 1"] * 2, humans={"row 1": ["B", "B"]})
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.choices import answer_entropy


class AnswerEntropy(evaluate_module.Module):
    description = """\
The normalised entropy of the letters that several runs chose for the same row: 0 if all agree, 1 if they are spread
evenly over the options. With people's answers, also the share of rows on which the most common letters of runs and
people agree; with keys, the share on which each is correct. Answers without a letter are left out of the distributions
and counted. In the strict figures, they count as a separate option.
"""
    inputs = """\
predictions: completions of all runs, one after another.
references: for each prediction, the id of its row or the row (id, options, answer).
humans: a mapping from row ids to lists of letters.
keys: a mapping from row ids to the correct letters, if the references do not contain them.
options: the option texts of each prediction's question, if the references do not contain them; default: four options.
finish_reasons: "length" for a completion that the token limit cut off.

Returns entropy, human_entropy, agreement_with_humans, agreement_with_key, human_agreement_with_key, kappa and
human_kappa (means over rows, None if their input was not given); the same as strict_…, with silence as a separate
option, and silent, the share of answers without a letter; rows, a table; scores (1 where the prediction is
the most common answer to its row), statuses, reasons and answers aligned with the predictions; status_counts; version.
"""
    citation = "Can Large Language Models Understand Symbolic Graphics Programs?"
    references = ("text", {"id": "text", "answer": "text", "options": ["text"]})
    result = staticmethod(answer_entropy.result)
