"""The cost of scoring in worker processes, an item: the deciding process's own processor time, and what all processes
take together beyond the direct call. Answers travel in chunks of 50 to one worker that is warm; medians of rounds, both
ways in turn.

Processor time is counted, since time on the clock depends on what else the machine does.
"""

import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sgpkit.metrics import isolated
from sgpkit.metrics.captions import caption_quality
from sgpkit.metrics.choices import choice_accuracy, letters
from sgpkit.metrics.code import code_quality, code_similarity
from sgpkit.metrics.judges import marks, shown_code
from sgpkit.metrics.pictures import in_workers, svg_edit, svg_similarity, svg_validity
from sgpkit.metrics.structure import recall, scene_match, ssvg_structure, turtle
from sgpkit.sandbox.untrusted import template, worker_processes, workers
from sgpkit.sandbox.untrusted.worker_processes import processor_time
from tools.bench.measure import Figure, at_most

ITEMS = 500
ROUNDS = 7
OWN, ALL = 0.15, 0.4
"""Milliseconds an item that workers may cost at most: of this process, and in all."""

ATOMS = "".join(
    f'<circle cx="{x}" cy="40" r="9" fill="#274A4A"/><line x1="{x}" y1="40" x2="{x + 30}" y2="40" stroke="#000"/>'
    for x in (10, 40, 70)
)
DRAWING = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 80">{ATOMS}</svg>'
OPTIONS = ["red", "blue", "green", "none"]
CAPTION = "a red circle above a blue square, with the label A"


class Work(NamedTuple):
    """A metric with an answer and what goes with it; the number makes no two answers alike. Of those that run programs,
    which take far longer, fewer are scored."""

    name: str
    score: Callable[[list[str]], object]
    answer: Callable[[int], str]
    items: int = ITEMS


def chosen_letter(number: int) -> str:
    return f"I count {number} of them.\nAnswer: B"


def drawing(number: int) -> str:
    return f"Here it is.\n```svg\n{DRAWING}<!-- {number} -->\n```"


def drawn(number: int) -> str:
    """Return a drawing that no other has, whatever is remembered of pictures."""
    return (
        drawing(number)
        .replace('height="80"', "")
        .replace("</svg>", f'<circle cx="{number / 1e4}" cy="5" r="3"/></svg>')
    )


def described(number: int) -> str:
    return f"The drawing shows {number} red circles above a blue square, labelled A."


def painted(texts: list[str]) -> object:
    return in_workers.drawings(texts, 224)


def marked(number: int) -> str:
    return f"I looked at all {number} parts.\nscore: {1 + number % 10}"


def turtle_program(number: int) -> str:
    return f"```python\nimport turtle as t\nfor _ in range(4):\n    t.forward(100)\n    t.right(90)\n# {number}\n```"


def isolating(function: Callable[..., Sequence[Any]], reference: Any, **options: Any) -> Callable[[list[str]], object]:
    """Return what scores answers as `evaluate` and `sgpkit score` do, in workers or not."""
    return lambda texts: isolated.scores(function, texts, [reference] * len(texts), **options)


def together(function: Callable[..., Any], reference: Any, **options: Any) -> Callable[[list[str]], object]:
    """Return what scores answers of which the verdicts depend on one another."""
    return lambda texts: isolated.whole(function, texts, [reference] * len(texts), **options)


def judged(texts: list[str]) -> object:
    return marks.judged([[]] * len(texts), lambda indices, questions: texts, 1, 10)


def edited(texts: list[str]) -> object:
    starts = [DRAWING.replace("#274A4A", "red")] * len(texts)
    return isolated.scores(svg_edit.score, texts, starts, [DRAWING] * len(texts))


CODE = {"code": turtle_program(0).partition("\n")[2].rpartition("\n")[0]}
ASSERTED = {"asserted": '{"objects": [{"color": "red", "count": 1, "kind": "circle", "place": [0.3, 0.3]}]}'}
PAINTED = 50

WORK = (
    Work("choice_accuracy", isolating(choice_accuracy.score, {"answer": "B", "options": OPTIONS}), chosen_letter),
    Work("answer_entropy, answer_consistency", isolating(letters.read, OPTIONS), chosen_letter),
    Work("caption_quality", together(caption_quality.score, CAPTION), described),
    Work("caption_judge, drawing_judge: replies", judged, marked),
    Work("drawing_judge: programs", shown_code.programs, drawing),
    Work("code_quality", isolating(code_quality.score, DRAWING), drawing),
    Work("code_similarity", together(code_similarity.score, DRAWING), drawing),
    Work("svg_validity", lambda texts: isolated.scores(svg_validity.score, texts), drawing),
    Work("structural_recall", isolating(recall.score, CAPTION, format="svg"), drawing),
    Work("scene_match", isolating(scene_match.score, ASSERTED, format="svg"), drawing),
    Work("ssvg_structure", isolating(ssvg_structure.score, DRAWING, task="molecule", format="svg"), drawing),
    Work("svg_similarity", isolating(svg_similarity.score, DRAWING), drawn, PAINTED),
    Work("svg_edit", edited, drawn, PAINTED),
    Work(
        "caption_alignment, distribution_distance: pictures",
        painted,
        drawn,
        PAINTED,
    ),
    Work("turtle_match", isolating(turtle.score, CODE), turtle_program, PAINTED),
)
"""Every metric, or the part of it that is in workers where a model stays in the calling process."""


def figures() -> Iterator[Figure]:
    for work in WORK:
        own, everything = costs(work)
        yield at_most(f"workers' cost an item, of the deciding process: {work.name}", own, OWN, "ms")
        yield at_most(f"workers' cost an item, in all: {work.name}", everything, ALL, "ms")
    workers.close()


def costs(work: Work) -> tuple[float, float]:
    """Return milliseconds of processor time an item: this process's where workers score, and what all processes take
    then beyond the direct call."""
    own, everything = [], []
    for number in range(ROUNDS + 1):
        texts = [work.answer(number * work.items + item) for item in range(work.items)]
        direct = spent(work, texts, template.DIRECT)
        sent = spent(work, texts, "workers")
        if number:  # the first round starts processes, and imports
            own.append(sent.own)
            everything.append(sent.own + sent.others - direct.own - direct.others)
    return 1000 * statistics.median(own) / work.items, 1000 * statistics.median(everything) / work.items


class Spent(NamedTuple):
    """Seconds of processor time, of this process and of its workers."""

    own: float
    others: float


def spent(work: Work, texts: list[str], setting: str) -> Spent:
    with chosen(setting):
        begun, before = time.process_time(), of_workers()
        work.score(texts)
        return Spent(time.process_time() - begun, of_workers() - before)


def of_workers() -> float:
    """Return the processor time of the workers that are idle now; none ends in between where none is crowded."""
    return sum(processor_time(worker.process) for known in worker_processes._TEMPLATES for worker in known.idle)


@contextmanager
def chosen(setting: str) -> Iterator[None]:
    before = dict(os.environ)
    os.environ |= {template.SETTING: setting, "SGPKIT_WORKERS": "1"}
    try:
        assert workers.in_use() is (setting == "workers")
        yield
    finally:
        os.environ.clear()
        os.environ |= before
