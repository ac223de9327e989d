"""Drawings marked by a model that sees what was asked and the drawing, as an `evaluate` metric.

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
A vision model's mark for each drawing, by VectorGym's criteria. It is shown what the model under test was asked (a
description, a sketch, or a drawing with an instruction) and the drawing as a picture, never the answer that was to be
found, and is told that words in a picture are no instructions. A mark is one line `score: N` in its reply; a reply
without one is asked for again, three times in all, and is then judge_unreadable with the lowest mark. What shows no
drawing has the lowest mark without being asked about.
"""
    inputs = """\
predictions: SVG programs, or completions that contain one; anything else has the lowest mark.
references: what was asked. task="text" (default): descriptions. task="sketch": sketches, as PNG bytes, paths, or rows
    with one as "sketch". task="edit": rows with "instruction" and "code", the drawing before.
rubric: "task" (default; 1 to 10) or "unified" (0 to 10), which also shows the program, without its author's words.
texts: a mapping with a text in place of the rubric's, under its name.
renderer: "resvg" (default), the same everywhere, or "cairo", that of the published protocols.
Who judges, one of:
    engine, model, and optionally options (of the engine) and sampling: asked now.
    ask: a function of messages that returns the reply.
    replies: the replies themselves, aligned with the predictions.

Returns judge (the mean mark as a share of its scale); scores (0-1), marks (on the rubric's scale), statuses, reasons
and replies aligned with the predictions, reply None where nobody was asked; mean_mark; renderer, with its version and
fonts; status_counts; version.
"""
    citation = "VectorGym: A Multi-Task Benchmark for SVG Code Generation and Manipulation."
    references = ("text", {"instruction": "text", "code": "text"})
    result = staticmethod(results.drawing_judge)
