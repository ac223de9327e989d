"""Alignment of a drawing and its caption, by a model that embeds both: CLIP, Long-CLIP or a similar one.

100 · max(cos, 0); a drawing that is blank or cannot be rendered scores 0, with its status. See `learned.clip` for the
convention and for the treatment of captions that exceed the model's limit.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sgpkit.metrics import learned, results
from sgpkit.metrics.learned import LoadedMetric
from sgpkit.metrics.paired import same_length
from sgpkit.status import Rejected, Status
from sgpkit.values import Score

FULL = 100.0
MEASURES = ("clip", "long_clip")


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    metric: LoadedMetric,
    format: str = "svg",
    renderer: str | None = None,
) -> list[Score]:
    """Return a score between 0 and 1 for each prediction, with the parts `clip` (0-100) and `cut`.

    `cut` is 1 if only the beginning of the caption was read. `references` are captions, or rows with one under
    `caption`.
    """
    from sgpkit.metrics.learned.drawn import drawn

    same_length(predictions, references)
    captions = [caption(reference, index) for index, reference in enumerate(references)]
    shown = drawn(predictions, metric.size, format, renderer=renderer)
    values = metric.compare(shown, captions)
    return [
        score_of(picture, value, was_cut)
        for picture, value, was_cut in zip(shown, values, metric.cut(captions), strict=True)
    ]


def caption(reference: object, index: int) -> str:
    """Return the caption of a reference; raise ValueError, with the index, if it has none."""
    text = reference.get("caption") if isinstance(reference, Mapping) else reference
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"reference {index}: expected a caption, or a row with one under 'caption'")
    return text


def score_of(picture: Any, value: float, was_cut: bool) -> Score:
    """Return the score of one picture, from its CLIP score."""
    parts = {"clip": value, "cut": float(was_cut)}
    if isinstance(picture, Rejected):
        return Score.rejected(picture, parts)
    remark = ", of the caption's beginning" if was_cut else ""
    return Score(value / FULL, parts, Status.OK, f"CLIP score {value:.2f}{remark}")


def result(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    measure: str = "clip",
    model: str | None = None,
    format: str = "svg",
    device: str = "auto",
    batch_size: int = 32,
    renderer: str | None = None,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    from sgpkit.graphics import raster

    if measure not in MEASURES:
        raise ValueError(f"unknown measure {measure!r}; expected one of {', '.join(MEASURES)}")
    metric = learned.load(measure, model, device, batch_size)
    scores = score(predictions, references, metric, format, renderer)
    values = results.part(scores, "clip")
    drawings = results.known_clusters(clusters, references, len(values))
    return {
        **results.means(drawings, {"clip_score": values}, scales={"clip_score": (0.0, FULL)}),
        "scores": values,
        **results.outcomes(scores),
        "cut": [bool(cut) for cut in results.part(scores, "cut")],
        "model": learned.describe(metric),
        "renderer": raster.renderer_metadata(raster.current_renderer(renderer)),
        **results.summary(scores),
    }
