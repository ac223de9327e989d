"""Drawings marked by a model that sees what was asked and the drawing, as an `evaluate` metric.

import evaluate
metric = evaluate.load("drawing_judge")
metric.compute(predictions=[svg], references=["Draw a red house."], engine="endpoint", model="some-model",
               options={"base_url": "http://localhost:8000/v1"})
metric.compute(predictions=[svg], references=[{"instruction": "Add a hat.", "code": before}], task="edit",
               replies=["The hat is there.\\nscore: 9"])
"""

from collections import Counter
from functools import partial

import datasets
import evaluate

from sgpkit import __version__, judging
from sgpkit.metrics.judges import drawing_judge
from sgpkit.metrics.judges.drawing_judge import Asked

DESCRIPTION = """\
A vision model's mark for each drawing, by VectorGym's criteria. It is shown what the model under test was asked (a
description, a sketch, or a drawing with an instruction) and the drawing as a picture, never the answer that was to be
found, and is told that words in a picture are no instructions. A mark is one line `score: N` in its reply; a reply
without one is asked for again, three times in all, and is then judge_unreadable with the lowest mark. What shows no
drawing has the lowest mark without being asked about.
"""

INPUTS = """\
predictions: SVG programs, or completions that contain one; anything else has the lowest mark.
references: what was asked. task="text" (default): descriptions. task="sketch": sketches, as PNG bytes, paths, or rows
    with one as "sketch". task="edit": rows with "instruction" and "code", the drawing before.
rubric: "task" (default; 1 to 10) or "unified" (0 to 10), which also shows the program, without its author's words.
texts: a mapping with a text in place of the rubric's, under its name.
Who judges, one of:
    engine, model, and optionally options (of the engine) and sampling: asked now.
    ask: a function of messages that returns the reply.
    replies: the replies themselves, aligned with the predictions.

Returns judge (the mean mark as a share of its scale); scores (0-1), marks (on the rubric's scale), statuses, reasons
and replies aligned with the predictions, reply None where nobody was asked; mean_mark; status_counts; version.
"""


class DrawingJudge(evaluate.Metric):
    def _info(self):
        text = datasets.Value("string")
        return evaluate.MetricInfo(
            description=DESCRIPTION,
            citation="VectorGym: A Multi-Task Benchmark for SVG Code Generation and Manipulation.",
            inputs_description=INPUTS,
            features=[
                datasets.Features({"predictions": text, "references": text}),
                datasets.Features({"predictions": text, "references": {"instruction": text, "code": text}}),
            ],
        )

    def compute(self, *, predictions=None, references=None, **options):
        """Score at once, without the Arrow round trip, which refuses predictions that are not text."""
        if predictions is None and references is None:
            return super().compute(**options)
        if predictions is None or references is None:
            raise ValueError("expected both predictions and references")
        return self._compute(list(predictions), list(references), **options)

    def _compute(
        self, predictions, references, task="text", rubric="task", texts=None, replies=None, ask=None, engine=None,
        model=None, options=None, sampling=None,
    ):  # fmt: skip
        asked = [request(reference, task, place) for place, reference in enumerate(references)]
        read = partial(drawing_judge.mark, rubric=rubric)
        kept, answer = judging.answering(len(predictions), read, replies, ask, engine, model, options, sampling)
        verdicts = drawing_judge.score(asked, predictions, answer, rubric, texts)
        scores = [verdict.value for verdict in verdicts]
        marks = [verdict.parts["mark"] for verdict in verdicts]
        return {
            "judge": sum(scores) / len(scores) if scores else 0.0,
            "mean_mark": sum(marks) / len(marks) if marks else None,
            "scores": scores,
            "marks": marks,
            "statuses": [str(verdict.status) for verdict in verdicts],
            "reasons": [verdict.reason for verdict in verdicts],
            "replies": [kept.get(place) for place in range(len(predictions))],
            "status_counts": dict(Counter(str(verdict.status) for verdict in verdicts)),
            "version": __version__,
        }


def request(reference, task, place):
    """What the model under test was asked, out of a reference."""
    if task == "sketch":
        picture = reference.get("sketch") if isinstance(reference, dict) else reference
        if picture is not None:
            return Asked("sketch", picture=picture)
    elif task == "edit":
        if isinstance(reference, dict) and reference.get("instruction") and reference.get("code"):
            return Asked("edit", str(reference["instruction"]), reference["code"])
    elif task != "text":
        raise ValueError(f"unknown task {task!r}; expected one of {', '.join(drawing_judge.TASKS)}")
    elif isinstance(reference, str):
        return Asked("text", reference)
    wanted = {"text": "a description", "sketch": "a sketch", "edit": "a row with instruction and code"}[task]
    raise ValueError(f"reference {place}: expected {wanted}, got {reference!r:.80}")
