"""How much several runs, and people, agree on the same questions, as an `evaluate` metric (SGP-Bench §4.4, appendix B).

import evaluate
metric = evaluate.load("answer_entropy")
metric.compute(predictions=["Answer: B", "Answer: C"], references=["row 1"] * 2, humans={"row 1": ["B", "B"]})
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__
from sgpkit.metrics.choices import answer_entropy, letters

DESCRIPTION = """\
The normalised entropy of the letters that several runs named for the same row: 0 where all agree, 1 where they scatter
evenly over the options. With people's answers, how often the runs' most common letter is theirs; with keys, how often
each side's is the key. Answers that name no letter are left out of the distributions and counted.
"""

INPUTS = """\
predictions: completions of all runs, one after another.
references: for each the id of its row, or the row (id, options, answer).
humans: a mapping from row ids to lists of letters.
keys: a mapping from row ids to the right letters, where the references do not hold them.
options: the option texts of each prediction's question, where the references do not hold them; without any, four.
finish_reasons: "length" where the token limit cut a completion.

Returns entropy, human_entropy, agreement_with_humans, agreement_with_key, human_agreement_with_key, kappa and
human_kappa (means over rows, None where what they need was not given); rows, a table; scores (1 where the prediction is
the most common answer to its row), statuses, reasons and answers aligned with the predictions; status_counts; version.
"""


class AnswerEntropy(evaluate.Metric):
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

    def _compute(self, predictions, references, humans=None, keys=None, options=None, finish_reasons=None):
        letters.same_length(predictions, references)
        names = [answer_entropy.name_of(reference, place) for place, reference in enumerate(references)]
        texts = letters.all_options(references, options)
        answers = letters.read(predictions, texts, finish_reasons)
        values = [answer.value for answer in answers]
        known = [
            (keys or {}).get(name) or (reference.get("answer") if isinstance(reference, dict) else None)
            for name, reference in zip(names, references, strict=True)
        ]
        rows = answer_entropy.rows_of(values, names, [len(each) for each in texts], humans or {}, known)
        verdicts = answer_entropy.score(answers, names)
        return {
            **answer_entropy.figures(list(rows.values()))._asdict(),
            "rows": [answer_entropy.line(name, row) for name, row in rows.items()],
            "scores": [verdict.value for verdict in verdicts],
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            "answers": values,
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
        }
