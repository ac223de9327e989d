"""Marks of a language model for captions, compared with the reference captions, as an `evaluate` metric.

import evaluate
metric = evaluate.load("caption_judge")
metric.compute(predictions=["A red house."], references=["A house with red walls."], engine="endpoint",
               model="some-model", options={"base_url": "http://localhost:8000/v1"})
metric.compute(predictions=["A red house."], references=["A house with red walls."], replies=["score: 5"])
"""

from sgpkit.metrics import evaluate_module
from sgpkit.runs.judging import results


class CaptionJudge(evaluate_module.Module):
    description = """\
The mark of a language model for the agreement of a caption with the reference, 0 to 5, by VectorGym's criteria. It is
strict about numbers, colors, properties, relations and negations; invented details weigh more than missing ones. A
mark is one line `score: N` in the reply. A reply without one is asked for again, up to three times in all; then the
status is judge_unreadable and the mark 0.
"""
    inputs = """\
predictions: captions; an empty or invalid one has mark 0 and is not sent to the judge.
references: the reference captions.
texts: a mapping with a text under "caption" that replaces the rubric.
The judge is one of:
    engine, model, and optionally options (of the engine) and sampling: asked now.
    ask: a function of messages that returns the reply.
    replies: the replies themselves, aligned with the predictions.

Returns judge (the mean, 0 to 100); scores (0-1), marks (0 to 5), statuses, reasons and replies aligned with the
predictions, reply None if the judge was not asked; status_counts; version.
"""
    citation = "VectorGym: A Multi-Task Benchmark for SVG Code Generation and Manipulation."
    result = staticmethod(results.caption_judge)
