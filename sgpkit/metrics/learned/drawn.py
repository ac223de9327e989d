"""Completions → the pictures that a learned metric compares: on white, at the metric's own size.

A blank drawing becomes a `Rejected` too, with the status `ok`: an empty page fits any caption to some degree and
resembles most drawings, so it would score higher than a failed drawing.
"""

from collections.abc import Sequence
from typing import Any

from sgpkit.graphics.raster import Pixels
from sgpkit.metrics import pictures
from sgpkit.metrics.pictures import in_workers
from sgpkit.status import Rejected, Status

NOTHING = "nothing is drawn"


def drawn(
    predictions: Sequence[object],
    size: int,
    format: str = "svg",
    references: Sequence[Pixels] | None = None,
    renderer: str | None = None,
) -> list[Pixels | Rejected]:
    """Return the picture of each prediction, or the reason why there is none.

    `references` are pictures with alpha; if a reference is blank, a blank drawing is accepted.
    """
    shown: list[Pixels | Rejected] = []
    for index, outcome in enumerate(in_workers.drawings(predictions, size, format, None, renderer)):
        if isinstance(outcome, Rejected):
            shown.append(outcome)
        elif shows_nothing(outcome) and not (references is not None and shows_nothing(references[index])):
            shown.append(Rejected(Status.OK, NOTHING))
        else:
            shown.append(pictures.over(outcome, "white"))
    return shown


def expected(references: Sequence[Any], size: int, renderer: str | None = None) -> tuple[list[Pixels], list[Pixels]]:
    """Return the pictures that drawings are compared with: with alpha, and on white."""
    painted = pictures.references(references, size, None, renderer=renderer)
    return painted, [pictures.over(picture, "white") for picture in painted]


def shows_nothing(pixels: Pixels) -> bool:
    """Return whether a picture is transparent everywhere."""
    return not pixels[..., 3].any()
