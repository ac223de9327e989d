"""The match of a drawn figure with the expected one, as TurtleBench grades it (appendix C.1).

`iou` is the published measure: the intersection over union of black pixels, each figure cropped to its bounding box and
stretched to the same size; above 0.95, a task is solved. It is computed after subpixel alignment (`phases`), so that
the position between pixels does not matter. `strict` is the same with one scale for both axes, and 0 unless every
visible stroke of either figure has its match in the other (`strokes`): the published measure does not notice a short
missing stroke of a large figure. The label `failure` is the kind of a failure.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sgpkit.graphics import turtle
from sgpkit.metrics import isolated, results
from sgpkit.metrics.paired import same_length
from sgpkit.metrics.structure.turtle import failure, phases, strokes
from sgpkit.metrics.structure.turtle import predictions as turtle_predictions
from sgpkit.metrics.structure.turtle import references as turtle_references
from sgpkit.metrics.structure.turtle.phases import Laid
from sgpkit.metrics.structure.turtle.predictions import ANY_LANGUAGE, Drawn, Failed
from sgpkit.metrics.structure.turtle.references import Expected, Version
from sgpkit.metrics.structure.turtle.strokes import Comparison
from sgpkit.status import Status
from sgpkit.values import Score

SETTINGS = (*turtle.SETTINGS, ANY_LANGUAGE)
THRESHOLD = 0.95
PARTS = ("iou", "strict", "strokes", "solved")


def score(
    predictions: Sequence[object],
    references: Sequence[Any],
    setting: str = "turtle",
    threshold: float = THRESHOLD,
) -> list[Score]:
    """Return a score for each prediction, with the parts `iou`, `strict`, `strokes` and `solved`.

    The label `language` is the language of the prediction, "other" if unknown. `failure` is the kind of failure of a
    drawing that was compared.

    `predictions` are completions or bare programs; anything that is not text scores 0. `references` are turtle
    programs, images (encoded, as arrays or from Pillow), or rows that hold a program under `code` or an image under
    `image`. In the setting "any-language" figures in other languages than the turtle's are drawn with the benchmark's
    pen at the reference's size, and may have true circles, where the turtle draws polygons.
    """
    if setting not in SETTINGS:
        raise ValueError(f"unknown setting {setting!r}; expected one of {', '.join(SETTINGS)}")
    if not 0 <= threshold < 1:
        raise ValueError(f"threshold {threshold!r}: expected a number from 0 up to but not including 1")
    same_length(predictions, references)
    expected = turtle_references.read(references, smooth=setting == ANY_LANGUAGE)
    drawn = turtle_predictions.draw(predictions, setting)
    # Equal programs share their drawings, and equal references their pixels, so each pair is compared once.
    compared: dict[tuple[int, int], Score] = {}
    for draw, wanted in zip(drawn, expected, strict=True):
        pair = (id(draw), id(wanted))
        if pair not in compared:
            compared[pair] = score_of(draw, wanted, threshold)
    return [compared[id(draw), id(wanted)] for draw, wanted in zip(drawn, expected, strict=True)]


def score_of(draw: Drawn | Failed, expected: Expected, threshold: float = THRESHOLD) -> Score:
    """Return the score of one figure."""
    labels = {"language": draw.language}
    if isinstance(draw, Failed):
        return replace(Score.rejected(draw.rejected, dict.fromkeys(PARTS, 0.0)), labels=labels)
    laid = [phases.fitted(draw, version, threshold) for version in expected.versions]
    match = best_match(laid, expected.versions)
    iou, figure, black = max(laid, key=lambda one: one.iou)
    solved = iou > threshold
    hint = f"the same figure as published, but {match.difference}" if match.difference else "the same figure"
    if not solved:
        kind, hint = failure.find(black, expected.black, threshold, figure)
        hint = f"{kind}: {hint}"
        labels = {"failure": kind, **labels}
    parts = {"iou": iou, "strict": match.strict, "strokes": float(not match.difference), "solved": float(solved)}
    return Score(float(solved), parts, Status.OK, f"{hint} (iou {iou:.3f})", labels)


def best_match(laid: Sequence[Laid], wanted: Sequence[Version]) -> Comparison:
    """Return the comparison with the most similar version of the expected figure."""
    compared = [
        strokes.compare(one.black, version.black, one.figure, version.figure)
        for one, version in zip(laid, wanted, strict=True)
    ]
    return max(compared, key=lambda comparison: (comparison.strict, comparison.overlap))


def result(
    predictions: Sequence[object],
    references: Sequence[Any],
    setting: str = "turtle",
    threshold: float = THRESHOLD,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    scores = isolated.scores(score, predictions, references, setting=setting, threshold=threshold)
    strict = results.part(scores, "strict")
    means: dict[str, Sequence[float | None]] = {
        "solved": results.values(scores),
        "strict_solved": [float(value > threshold) for value in strict],
        **results.mean_names(results.columns(scores, ("iou", "strict", "strokes"))),
    }
    return {
        **results.means(results.known_clusters(clusters, references, len(scores)), means),
        "scores": results.values(scores),
        **results.outcomes(scores),
        "iou": results.part(scores, "iou"),
        "strict": strict,
        "strokes": results.part(scores, "strokes"),
        "failure_kinds": [score.labels.get("failure", "").replace(" ", "_") for score in scores],
        "languages": [score.labels["language"] for score in scores],
        **results.summary(scores),
    }
