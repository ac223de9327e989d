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

from bench.measure import Figure, at_most
from sgpkit.metrics import isolated
from sgpkit.metrics.choices import choice_accuracy
from sgpkit.metrics.code import code_quality
from sgpkit.metrics.pictures import svg_validity
from sgpkit.metrics.structure import recall, ssvg_structure
from sgpkit.untrusted import template, workers
from sgpkit.untrusted.workers import processor_time

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
    """A metric with an answer and what goes with it; `number` makes no two answers alike."""

    name: str
    score: Callable[[list[str]], object]
    answer: Callable[[int], str]


def chosen_letter(number: int) -> str:
    return f"I count {number} of them.\nAnswer: B"


def drawing(number: int) -> str:
    return f"Here it is.\n```svg\n{DRAWING}<!-- {number} -->\n```"


def isolating(function: Callable[..., Sequence[Any]], reference: Any, **options: Any) -> Callable[[list[str]], object]:
    """Return what scores answers as `evaluate` and `sgpkit score` do, in workers or not."""
    return lambda texts: isolated.scores(function, texts, [reference] * len(texts), **options)


WORK = (
    Work("choice_accuracy", isolating(choice_accuracy.score, {"answer": "B", "options": OPTIONS}), chosen_letter),
    Work("code_quality", isolating(code_quality.score, DRAWING), drawing),
    Work("svg_validity", lambda texts: isolated.scores(svg_validity.score, texts), drawing),
    Work("structural_recall", isolating(recall.score, CAPTION, format="svg"), drawing),
    Work("ssvg_structure", isolating(ssvg_structure.score, DRAWING, task="molecule", format="svg"), drawing),
)
"""Metrics whose direct call shows what an answer costs; those that run programs take far longer for that alone."""


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
        texts = [work.answer(number * ITEMS + item) for item in range(ITEMS)]
        direct = spent(work, texts, template.DIRECT)
        sent = spent(work, texts, "workers")
        if number:  # the first round starts processes, and imports
            own.append(sent.own)
            everything.append(sent.own + sent.others - direct.own - direct.others)
    return 1000 * statistics.median(own) / ITEMS, 1000 * statistics.median(everything) / ITEMS


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
    return sum(processor_time(worker.process) for known in workers._TEMPLATES for worker in known.idle)


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
