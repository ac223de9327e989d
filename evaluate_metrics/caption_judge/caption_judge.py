"""Captions marked against the true ones by a language model, as an `evaluate` metric.

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
A language model's mark for how far a caption says the same as the true one, 0 to 5, by VectorGym's criteria: strict on
numbers, colors, properties, relations and denials; made-up details weigh more than missing ones. A mark is one line
`score: N` in its reply; a reply without one is asked for again, three times in all, and is then judge_unreadable with
mark 0.
"""
    inputs = """\
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
    citation = "VectorGym: A Multi-Task Benchmark for SVG Code Generation and Manipulation."
    result = staticmethod(results.caption_judge)
