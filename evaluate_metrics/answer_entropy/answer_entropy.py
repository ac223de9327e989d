"""The agreement of several runs, and people, on the same questions, as an `evaluate` metric (SGP-Bench §4.4).

import evaluate
metric = evaluate.load("answer_entropy")
metric.compute(predictions=["Answer: B", "Answer: C"], references=["row 1"] * 2, humans={"row 1": ["B", "B"]})
"""

from sgpkit.metrics import evaluate_module
from sgpkit.metrics.choices import answer_entropy


class AnswerEntropy(evaluate_module.Module):
    description = """\
The normalised entropy of the letters that several runs named for the same row: 0 where all agree, 1 where they scatter
evenly over the options. With people's answers, how often the runs' most common letter is theirs; with keys, how often
each side's is the key. Answers that name no letter are left out of the distributions and counted; in the strict
figures silence is an answer of its own.
"""
    inputs = """\
predictions: completions of all runs, one after another.
references: for each the id of its row, or the row (id, options, answer).
humans: a mapping from row ids to lists of letters.
keys: a mapping from row ids to the right letters, where the references do not hold them.
options: the option texts of each prediction's question, where the references do not hold them; without any, four.
finish_reasons: "length" where the token limit cut a completion.

Returns entropy, human_entropy, agreement_with_humans, agreement_with_key, human_agreement_with_key, kappa and
human_kappa (means over rows, None where what they need was not given); the same as strict_…, with silence as an answer
of its own, and silent, the share of answers that name no letter; rows, a table; scores (1 where the prediction is
the most common answer to its row), statuses, reasons and answers aligned with the predictions; status_counts; version.
"""
    citation = "Can Large Language Models Understand Symbolic Graphics Programs?"
    references = ("text", {"id": "text", "answer": "text", "options": ["text"]})
    result = staticmethod(answer_entropy.result)
