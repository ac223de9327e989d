"""The kind of a drawing's failure: hints in the pixels, the automatic counterpart of the paper's
Table 5 (shape identification, counting and orientation errors, which people assigned there).

Tried in this order, so that the most specific explanation comes first:

    mirrored, rotated   the same drawing except for a reflection or a turn
    scaled              the same drawing except for its size or proportions, lines as thin as ever
    missing strokes     all that is drawn is right, and something is missing
    extra strokes       all that should be drawn is there, and more
    closed shapes       another number of enclosed areas
    other
"""

from typing import NamedTuple

import numpy as np

from sgpkit.graphics.geometry import rotation, scaling
from sgpkit.graphics.programs import any_language
from sgpkit.graphics.turtle import contours
from sgpkit.graphics.turtle.figure import PEN, Figure
from sgpkit.metrics.structure.turtle import ink
from sgpkit.metrics.structure.turtle.ink import Black
from sgpkit.status import Rejected

KINDS = ("mirrored", "rotated", "scaled", "missing strokes", "extra strokes", "closed shapes", "other")
TURNS = (90, 180, 270, 45, 135, 225, 315, 30, 60, 120, 150, 210, 240, 300, 330)
COVERED = 0.95  # minimum share of a drawing's ink in another one of which it is a part
SMALLEST_HOLE = 16  # pixels; smaller areas are enclosed by chance between close lines


class Failure(NamedTuple):
    """One of `KINDS`, and a description."""

    kind: str
    hint: str


def find(drawn: Black, expected: Black, threshold: float, figure: Figure | None = None) -> Failure:
    """Return the difference of two drawings that are not the same. `figure` is the geometry of `drawn`, if any."""
    areas, wanted = (_areas(pixels) for pixels in (drawn, expected))
    if areas == wanted:
        moved = _moved(drawn, expected, threshold, figure)
        if moved is not None:
            return moved
    counted = f"{areas} closed {'shape' if areas == 1 else 'shapes'} instead of {wanted}"
    shared = ink.shared_at(expected, drawn, ink.best_offset(expected, drawn))
    right, covered = shared / np.count_nonzero(drawn), shared / np.count_nonzero(expected)
    also = f"; {counted}" if areas != wanted else ""
    if right > COVERED and covered <= right:
        return Failure("missing strokes", f"{covered:.0%} of the figure is drawn{also}")
    if covered > COVERED:
        return Failure("extra strokes", f"{1 - right:.0%} of the drawing is extra{also}")
    if areas != wanted:
        return Failure("closed shapes", counted)
    return Failure("other", f"{right:.0%} of the drawing fits, {covered:.0%} of the figure is drawn")


def _areas(pixels: Black) -> int:
    return sum(size >= SMALLEST_HOLE for size in contours.hole_sizes(pixels))


def _moved(drawn: Black, expected: Black, threshold: float, figure: Figure | None) -> Failure | None:
    for name, mirrored in (("left and right", drawn[:, ::-1]), ("above and below", drawn[::-1])):
        if ink.iou(mirrored, expected) > threshold:
            return Failure("mirrored", f"{name} are exchanged")
    same_ink = 0.9 < np.count_nonzero(drawn) / np.count_nonzero(expected) < 1 / 0.9
    for turn in TURNS if same_ink else ():
        turned = _turned(drawn, turn, figure)
        if turned is not None and ink.iou(turned, expected) > threshold:
            return Failure("rotated", _turn_in_words(turn))
    return None if figure is None else _scaled(expected, threshold, figure)


def _turn_in_words(turn: int) -> str:
    """Return the drawing's rotation in words, given the left turn that undoes it."""
    return f"turned by {turn}° to the right" if turn <= 180 else f"turned by {360 - turn}° to the left"


def _scaled(expected: Black, threshold: float, figure: Figure) -> Failure | None:
    left, bottom, right, top = figure.ink_box(0.0) or (0.0, 0.0, 0.0, 0.0)
    even = scaling(1.0, 1.0)
    if right - left > 1 and top - bottom > 1:  # scaled to the aspect ratio of the other one
        height, width = (side - PEN - 1 for side in expected.shape)
        even = scaling(max(width, 1.0) / (right - left), max(height, 1.0) / (top - bottom))
    for sized in any_language.scaled_to_box(figure.moved(even), expected.shape):
        pixels = _redrawn(sized)
        overlap = ink.iou(pixels, expected) if pixels is not None else 0.0
        if overlap < threshold / 2:  # subpixel alignment cannot change that
            break
        if overlap > threshold:
            return Failure("scaled", f"{1 / even.a:.2g} times as wide and {1 / even.d:.2g} times as high")
    return None


def _turned(drawn: Black, turn: int, figure: Figure | None) -> Black | None:
    if turn % 90 == 0:
        return np.rot90(drawn, turn // 90)
    return None if figure is None else _redrawn(figure.moved(rotation(turn)))


def _redrawn(figure: Figure) -> Black | None:
    try:
        return figure.black()
    except Rejected:  # too large in that form
        return None
