"""Marks of a model that sees the request and the drawing, as an `evaluate` metric.

import evaluate
metric = evaluate.load("drawing_judge")
metric.compute(predictions=[svg], references=["Draw a red house."], engine="endpoint", model="some-model",
               options={"base_url": "http://localhost:8000/v1"})
metric.compute(predictions=[svg], references=[{"instruction": "Add a hat.", "code": before}], task="edit",
               replies=["The hat is there.\\nscore: 9"])
"""

from sgpkit.metrics import evaluate_module
from sgpkit.runs.judging import results


class DrawingJudge(evaluate_module.Module):
    description = """\
The mark of a vision model for each drawing, by VectorGym's criteria. The judge sees the request (a description, a
sketch, or a drawing with an instruction) and the drawing as a picture, never the reference answer. It is told that
words in a picture are not instructions. A mark is one line `score: N` in the reply. A reply without one is asked for
again, up to three times in all; then the status is judge_unreadable and the mark is the lowest. An answer that shows
no drawing gets the lowest mark and is not sent to the judge.
"""
    inputs = """\
predictions: SVG programs, or completions that contain one; anything else has the lowest mark.
references: the requests. task="text" (default): descriptions. task="sketch": sketches, as PNG bytes, paths, or rows
    with one as "sketch". task="edit": rows with "instruction" and "code", the drawing before the edit.
rubric: "task" (default; 1 to 10) or "unified" (0 to 10), which also shows the program, without its texts.
texts: a mapping with a text under the name of the rubric that replaces it.
renderer: "resvg" (default), the same everywhere, or "cairo", as in the published protocols.
The judge is one of:
    engine, model, and optionally options (of the engine) and sampling: asked now.
    ask: a function of messages that returns the reply.
    replies: the replies themselves, aligned with the predictions.

Returns judge (the mean mark as a share of its scale); scores (0-1), marks (on the rubric's scale), statuses, reasons
and replies aligned with the predictions, reply None if the judge was not asked; mean_mark; renderer, with its version
and fonts; status_counts; version.
"""
    citation = "VectorGym: A Multi-Task Benchmark for SVG Code Generation and Manipulation."
    references = ("text", {"instruction": "text", "code": "text"})
    result = staticmethod(results.drawing_judge)
