"""Completions → the pictures that a learned measure is shown: on white, at the measure's own size.

A drawing that shows nothing stands as `Rejected` too, with the status `ok`: an empty page goes with any caption to some
degree and is rather like most drawings, so that it would do better than one that failed.
"""

from collections.abc import Sequence
from typing import Any

from sgpkit.graphics.raster import Pixels
from sgpkit.metrics import pictures
from sgpkit.status import Rejected, Status

NOTHING = "nothing is drawn"


def drawn(
    predictions: Sequence[object],
    size: int,
    format: str = "svg",
    finish_reasons: Sequence[str] | None = None,
    references: Sequence[Pixels] | None = None,
) -> list[Pixels | Rejected]:
    """Aligned with the predictions. `references`, with alpha: where one shows nothing, nothing is right."""
    found: list[Pixels | Rejected] = []
    for place, outcome in enumerate(pictures.drawings(predictions, size, format, None, finish_reasons)):
        if isinstance(outcome, Rejected):
            found.append(outcome)
        elif shows_nothing(outcome) and not (references is not None and shows_nothing(references[place])):
            found.append(Rejected(Status.OK, NOTHING))
        else:
            found.append(pictures.over(outcome, "white"))
    return found


def expected(references: Sequence[Any], size: int) -> tuple[list[Pixels], list[Pixels]]:
    """What drawings are compared with: with alpha, and on white."""
    painted = pictures.references(references, size, None)
    return painted, [pictures.over(each, "white") for each in painted]


def shows_nothing(pixels: Pixels) -> bool:
    return not pixels[..., 3].any()
