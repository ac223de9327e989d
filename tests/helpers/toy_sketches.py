"""A benchmark in the form of VectorGym's sketch task, with its judges: squares from a sketch, three samples per row."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import toy_drawing

from sgpkit.benchmark import Judge, Score, Source
from sgpkit.metrics import pictures
from sgpkit.metrics.judges import drawing_judge
from sgpkit.status import Rejected

ROWS = 6


def row(number: Any) -> Any:
    color = toy_drawing.COLORS[number % 3]
    return toy_drawing.row(f"square-{number}") | {
        "cluster": f"drawing-{number // 2}",
        "sketch": toy_drawing.png(color, (64, 64)),
        "image": toy_drawing.png(color, (32, 32)),
    }


def rows(path: Any, seed: int) -> Iterator[Any]:
    yield "train", row(90)
    for number in range(ROWS):
        yield "test", row(number)


def score(rows: Any, completions: Any) -> list[Any]:
    """Return the red share of the picture, a graded score like SSIM."""
    drawn = pictures.drawings(completions, 16)
    return [
        Score(0.0, status=completion.status, reason=completion.reason)
        if isinstance(completion, Rejected)
        else Score(float(completion[..., 0].mean()) / 255, {"area": 1.0})
        for completion in drawn
    ]


def ask(rows: Any, completions: Any, texts: Any, rubric: Any) -> Any:
    asked = [drawing_judge.Asked("sketch", picture=row["sketch"]) for row in rows]
    return drawing_judge.questions(asked, completions, rubric, texts)


SKETCHES = toy_drawing.DRAWING.replacing(
    config="toy-sketches",
    columns={**toy_drawing.DRAWING.rows.columns, "sketch": "image"},
    sources={"builtin": Source(rows)},
    score=score,
    headline=("judge", "ssim"),
    groups=(),
    judges={
        rubric: Judge(
            partial(ask, rubric=rubric),
            partial(drawing_judge.mark, rubric=rubric),
            *scale,
            drawing_judge.texts("sketch", rubric),
        )
        for rubric, scale in drawing_judge.SCALES.items()
    },
    gradual=True,
)


def red(share: Any) -> Any:
    """Return a square with this share as its score."""
    return toy_drawing.square(f"#{round(255 * share):02x}0000")


BENCHMARKS = {SKETCHES.config: SKETCHES}
