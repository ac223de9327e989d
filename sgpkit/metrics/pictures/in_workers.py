"""Pictures of completions for metrics that run in the calling process, such as those with a learned model. Worker
processes extract, check and paint the programs, and return only pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from sgpkit.graphics.raster import Pixels
from sgpkit.metrics import isolated, pictures
from sgpkit.sandbox.untrusted import workers
from sgpkit.status import Rejected, Status


@dataclass(frozen=True, slots=True)
class Painting:
    """A picture as bytes, or the status and the reason if there is none; `value` is 1 or 0."""

    value: float
    status: Status = Status.OK
    reason: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    shape: tuple[int, ...] = ()
    pixels: bytes = b""


def drawings(
    predictions: Sequence[object],
    size: int,
    format: str = "svg",
    background: str | None = "white",
    renderer: str | None = None,
) -> list[Pixels | Rejected]:
    """Return what `pictures.drawings` returns."""
    if not workers.in_use():
        return pictures.drawings(predictions, size, format, background, renderer=renderer)
    limits = replace(isolated.ITEM, output=max(isolated.ITEM.output, 4 * size * size + (1 << 20)))
    work = partial(paintings, size=size, format=format, background=background, renderer=renderer)
    return [outcome(painting) for painting in isolated.scores(work, predictions, limits=limits)]


def paintings(
    predictions: Sequence[object], size: int, format: str, background: str | None, renderer: str | None
) -> list[Painting]:
    """Return the paintings of completions. Runs in a worker."""
    outcomes = pictures.drawings(predictions, size, format, background, renderer=renderer)
    return [
        Painting(0.0, outcome.status, outcome.reason)
        if isinstance(outcome, Rejected)
        else Painting(1.0, shape=outcome.shape, pixels=np.ascontiguousarray(outcome).tobytes())
        for outcome in outcomes
    ]


def outcome(painting: Painting) -> Pixels | Rejected:
    """Return the pixels of a painting, or the reason why there are none."""
    if painting.value == 0.0:
        return Rejected(painting.status, painting.reason)
    return np.frombuffer(painting.pixels, np.uint8).reshape(painting.shape)
