"""Captions marked against the true ones by a language model, as an `evaluate` metric.

import evaluate
metric = evaluate.load("caption_judge")
metric.compute(predictions=["A red house."], references=["A house with red walls."], engine="endpoint",
               model="some-model", options={"base_url": "http://localhost:8000/v1"})
metric.compute(predictions=["A red house."], references=["A house with red walls."], replies=["score: 5"])
"""

from collections import Counter

import datasets
import evaluate

from sgpkit import __version__, judging
from sgpkit.metrics.judges import caption_judge

DESCRIPTION = """\
A language model's mark for how far a caption says the same as the true one, 0 to 5, by VectorGym's criteria: strict on
numbers, colors, properties, relations and denials; made-up details weigh more than missing ones. A mark is one line
`score: N` in its reply; a reply without one is asked for again, three times in all, and is then judge_unreadable with
mark 0.
"""

INPUTS = """\
predictions: captions; what is empty or no text has mark 0 without being asked about.
references: the true captions.
texts: a mapping with a text in place of the rubric's, under "caption".
Who judges, one of:
    engine, model, and optionally options (of the engine) and sampling: asked now.
    ask: a function of messages that returns the reply.
    replies: the replies themselves, aligned with the predictions.

Returns judge (the mean, 0 to 100); scores (0-1), marks (0 to 5), statuses, reasons and replies aligned with the
predictions, reply None where nobody was asked; status_counts; version.
"""


class CaptionJudge(evaluate.Metric):
    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="VectorGym: A Multi-Task Benchmark for SVG Code Generation and Manipulation.",
            inputs_description=INPUTS,
            features=datasets.Features({"predictions": text, "references": text}),
        )

    def compute(self, *, predictions=None, references=None, **options):
        """Score at once, without the Arrow round trip, which refuses predictions that are not text."""
        if predictions is None and references is None:
            return super().compute(**options)
        if predictions is None or references is None:
            raise ValueError("expected both predictions and references")
        return self._compute(list(predictions), list(references), **options)

    def _compute(
        self, predictions, references, texts=None, replies=None, ask=None, engine=None, model=None, options=None,
        sampling=None,
    ):  # fmt: skip
        kept, answer = judging.answering(
            len(predictions), caption_judge.mark, replies, ask, engine, model, options, sampling
        )
        verdicts = caption_judge.score(references, predictions, answer, texts)
        scores = [verdict.value for verdict in verdicts]
        return {
            "judge": 100 * sum(scores) / len(scores) if scores else 0.0,
            "mean_score": sum(scores) / len(scores) if scores else 0.0,
            "scores": scores,
            "marks": [verdict.parts["mark"] for verdict in verdicts],
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            "replies": [kept.get(place) for place in range(len(predictions))],
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
        }
