"""Whether a program draws the expected figure, as TurtleBench grades it (appendix C.1).

`iou` is the published measure: black pixels, each cropped to its bounding box, any stretch forgiven; above 0.95 a task
is solved. `strict` is the same with one scale for both axes. A failure gets a hint at its kind.
"""

from collections.abc import Sequence
from typing import Any

from sgpkit.graphics import turtle
from sgpkit.graphics.programs import any_language
from sgpkit.graphics.turtle.figure import Figure
from sgpkit.metrics.structure.turtle import (
    failure,
    ink,
)
from sgpkit.metrics.structure.turtle import (
    predictions as turtle_predictions,
)
from sgpkit.metrics.structure.turtle import (
    references as turtle_references,
)
from sgpkit.metrics.structure.turtle.ink import Black
from sgpkit.metrics.structure.turtle.predictions import ANY_LANGUAGE, Drawn, Failed
from sgpkit.metrics.structure.turtle.references import Expected
from sgpkit.metrics.verdict import Verdict
from sgpkit.status import Status

SETTINGS = (*turtle.SETTINGS, ANY_LANGUAGE)
THRESHOLD = 0.95


def score(
    predictions: Sequence[object],
    references: Sequence[Any],
    setting: str = "turtle",
    threshold: float = THRESHOLD,
    finish_reasons: Sequence[str] | None = None,
) -> list[Verdict]:
    """One verdict a prediction, in their order, with the parts `iou`, `strict`, `solved`, `failure` and `language`.

    `predictions` are completions or bare programs; anything that is not text scores 0. `references` are turtle
    programs, images (encoded, as arrays or from Pillow), or rows that hold a program under `code` or an image under
    `image`. `failure_kind` and `language` give the last two parts as words. In the setting "any-language" figures in
    other languages than the turtle's are drawn with the benchmark's pen at the reference's size, and may have true
    circles where the turtle's have corners.
    """
    if setting not in SETTINGS:
        raise ValueError(f"unknown setting {setting!r}; expected one of {', '.join(SETTINGS)}")
    if not 0 <= threshold < 1:
        raise ValueError(f"threshold {threshold!r}: expected a number from 0 up to but not including 1")
    if len(predictions) != len(references):
        raise ValueError(f"{len(predictions)} predictions and {len(references)} references; expected as many of each")
    reasons = finish_reasons or ["stop"] * len(predictions)
    expected = turtle_references.read(references, smooth=setting == ANY_LANGUAGE)
    drawn = turtle_predictions.draw(predictions, reasons, setting)
    # Equal programs share what they have drawn, and equal references their pixels: each pair is compared once.
    compared: dict[tuple[int, int], Verdict] = {}
    for draw, wanted in zip(drawn, expected, strict=True):
        pair = (id(draw), id(wanted))
        if pair not in compared:
            compared[pair] = verdict(draw, wanted, threshold)
    return [compared[id(draw), id(wanted)] for draw, wanted in zip(drawn, expected, strict=True)]


def verdict(draw: Drawn | Failed, expected: Expected, threshold: float = THRESHOLD) -> Verdict:
    language = float(any_language.LANGUAGES.index(draw.language))
    if isinstance(draw, Failed):
        nothing = {"iou": 0.0, "strict": 0.0, "solved": 0.0, "failure": 0.0, "language": language}
        return Verdict(0.0, draw.rejected.status, draw.rejected.reason, nothing)
    wanted = [expected.black] if expected.smooth is None else [expected.black, expected.smooth]
    iou, figure, black = best_size(draw, wanted, threshold)
    strict = max(ink.strict_iou(black, one) for one in wanted)
    solved = iou > threshold
    kind, hint = "", "the same figure"
    if not solved:
        kind, hint = failure.find(black, expected.black, threshold, figure)
        hint = f"{kind.replace('_', ' ')}: {hint}"
    parts = {"iou": iou, "strict": strict, "solved": float(solved), "failure": float(failure.KINDS.index(kind))}
    return Verdict(float(solved), Status.OK, f"{hint} (iou {iou:.3f})", {**parts, "language": language})


def best_size(draw: Drawn, wanted: Sequence[Black], threshold: float) -> tuple[float, Figure, Black]:
    """How well a drawing fits, and how it looks then. Geometry with a scale of its own is drawn as large as wanted."""
    best = max(ink.iou(draw.black, one) for one in wanted), draw.figure, draw.black
    for one in wanted if draw.free else ():
        for figure in any_language.fitted(draw.figure, one.shape):
            black = figure.black()
            fits = ink.iou(black, one)
            best = max(best, (fits, figure, black), key=lambda way: way[0])
            if fits > threshold:
                return best
            if fits < threshold / 2:  # no half pixel will make it the figure
                break
    return best


def failure_kind(verdict: Verdict) -> str:
    """How a drawing that was compared fails, "" for one that does not, or that was not compared."""
    return failure.KINDS[int(verdict.parts["failure"])]


def language(verdict: Verdict) -> str:
    """The language that the prediction is written in; "other" where that cannot be told."""
    return any_language.LANGUAGES[int(verdict.parts["language"])]
