"""How well a drawing goes with its caption, by a model that embeds both: CLIP, Long-CLIP or another of their kind.

100 · max(cos, 0); what cannot be drawn, or shows nothing, has 0, with its status. See `learned.clip` for the convention
and for what happens to captions that are longer than the model reads.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sgpkit.metrics.learned import Meter
from sgpkit.metrics.paired import same_length
from sgpkit.metrics.verdict import Verdict
from sgpkit.status import Rejected, Status

FULL = 100.0


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    meter: Meter,
    format: str = "svg",
    finish_reasons: Sequence[str] | None = None,
) -> list[Verdict]:
    """One verdict a prediction, its value a share, with the parts `clip` (0-100) and `cut` (1 where only the beginning
    of the caption was read). `references` are captions, or rows with one under `caption`."""
    from sgpkit.metrics.learned.drawn import drawn

    same_length(predictions, references)
    captions = [caption(reference, place) for place, reference in enumerate(references)]
    shown = drawn(predictions, meter.size, format, finish_reasons)
    values = meter.compare(shown, captions)
    return [
        verdict(picture, value, was_cut)
        for picture, value, was_cut in zip(shown, values, meter.cut(captions), strict=True)
    ]


def caption(reference: object, place: int) -> str:
    held = reference.get("caption") if isinstance(reference, Mapping) else reference
    if not isinstance(held, str) or not held.strip():
        raise ValueError(f"reference {place}: expected a caption, or a row with one under 'caption'")
    return held


def verdict(picture: Any, value: float, was_cut: bool) -> Verdict:
    parts = {"clip": value, "cut": float(was_cut)}
    if isinstance(picture, Rejected):
        return Verdict(0.0, picture.status, picture.reason, parts)
    remark = ", of the caption's beginning" if was_cut else ""
    return Verdict(value / FULL, Status.OK, f"CLIP score {value:.2f}{remark}", parts)
