"""How far a set of drawings lies from a set of originals, by a network's features: FID and KID.

Figures of whole sets, which say nothing of any one drawing. What cannot be drawn is not left out, which would better
the figure: it stands in the set as an empty page. See `learned.distribution` for the two distances.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sgpkit.graphics.raster import Pixels
from sgpkit.metrics import pictures
from sgpkit.metrics.learned import Meter, distribution
from sgpkit.metrics.verdict import Verdict
from sgpkit.status import Rejected, Status

DISTANCES = tuple(distribution.DISTANCES)

BATCH = 256
"""Pictures that are held at once."""


class Distances(NamedTuple):
    """By name; and of each prediction whether it stands in the set as a drawing (1) or as an empty page (0)."""

    values: dict[str, float]
    verdicts: list[Verdict]


def score(
    predictions: Sequence[object],
    references: Sequence[Any],
    meter: Meter,
    distances: Sequence[str] = DISTANCES,
    format: str = "svg",
    finish_reasons: Sequence[str] | None = None,
) -> Distances:
    """The sets need not be of one size. `references` are what `pictures.references` takes."""
    import numpy as np

    for name in distances:
        if name not in DISTANCES:
            raise ValueError(f"unknown distance {name!r}; expected one of {', '.join(DISTANCES)}")
    for what, items in (("predictions", predictions), ("references", references)):
        if len(items) < 2:
            raise ValueError(f"{len(items)} {what}; a distribution needs at least 2")
    ended = finish_reasons or ["stop"] * len(predictions)
    verdicts: list[Verdict] = []
    sets: tuple[list[Any], list[Any]] = ([], [])
    for start in range(0, len(predictions), BATCH):
        part = slice(start, start + BATCH)
        shown = pictures.drawings(predictions[part], meter.size, format, "white", ended[part])
        verdicts += map(verdict, shown)
        sets[0].append(meter.features(shown))
    for start in range(0, len(references), BATCH):
        sets[1].append(meter.features(pictures.references(references[start : start + BATCH], meter.size)))
    first, second = map(np.concatenate, sets)
    return Distances({name: float(distribution.DISTANCES[name](first, second)) for name in distances}, verdicts)


def verdict(picture: Pixels | Rejected) -> Verdict:
    if isinstance(picture, Rejected):
        return Verdict(0.0, picture.status, picture.reason)
    return Verdict(1.0, Status.OK, "it is drawn")
