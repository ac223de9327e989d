"""Align a drawn figure with the expected one, to a fraction of a pixel.

A pen of width 5 blackens 6 pixels if its edges are on pixel borders, and 5 to 7 otherwise, so the same figure half a
pixel away loses a sixth of its overlap. The measure only shifts by whole pixels. Here the figure itself is moved, so
that the middle of its ink's box is that of the reference's, and painted again; the better of both counts. For a
reference picture, which has no geometry, the best of `STEPS` × `STEPS` subpixel positions counts.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from sgpkit.graphics.geometry import Affine, scaling, translation
from sgpkit.graphics.programs import any_language
from sgpkit.graphics.turtle.figure import PEN, Figure
from sgpkit.graphics.turtle.spans import SCALE
from sgpkit.metrics.structure.turtle import ink, strokes
from sgpkit.metrics.structure.turtle.ink import Black
from sgpkit.metrics.structure.turtle.predictions import Drawn
from sgpkit.metrics.structure.turtle.references import Version
from sgpkit.status import Rejected

STEPS = 4

MAX_COVERED = 2.5
"""Maximum excess in pixels of a box of ink over the visible one: a pen touches up to two pixels more than its
width; if the excess is larger, white covers a part.
"""


class Laid(NamedTuple):
    """An overlap with a reference, and the figure and the pixels that have it."""

    iou: float
    figure: Figure
    black: Black


def fitted(draw: Drawn, wanted: Version, threshold: float) -> Laid:
    """Return the best overlap of a drawing. Geometry with a free scale is drawn at the size of the expected figure."""
    result = best(draw.figure, draw.black, wanted)
    for figure in (draw.figure, draw.given) if draw.free else ():
        for sized in _sizes(figure, wanted) if figure is not None else ():
            try:
                laid = best(sized, sized.black(), wanted)
            except Rejected:  # too large at that size
                continue
            result = max(result, laid, key=lambda one: one.iou)
            if laid.iou > threshold or laid.iou < threshold / 2:  # subpixel alignment cannot change the verdict
                break
    return result


def _sizes(figure: Figure, wanted: Version) -> Iterator[Figure]:
    """Yield the figure at the sizes that it may have: that of the reference's geometry, and those that its picture
    allows."""
    own, other = figure.ink_box(0.0), None if wanted.figure is None else wanted.figure.ink_box(0.0)
    if own is not None and other is not None:
        lengths = [max(right - left, top - bottom) for left, bottom, right, top in (own, other)]
        if min(lengths) > 0:
            factor = lengths[1] / lengths[0]
            yield figure.moved(scaling(factor, factor))
    yield from any_language.scaled_to_box(figure, wanted.black.shape)


def best(figure: Figure, black: Black, wanted: Version) -> Laid:
    """Return the best overlap of a figure, as it is and after alignment."""
    result = Laid(ink.iou(black, wanted.black), figure, black)
    if not strokes.MIN_OVERLAP <= result.iou < 1 or not ink.same_size(black.shape, wanted.black.shape):
        return result
    for shift in _shifts(figure, black, wanted):
        moved = figure.moved(shift)
        try:
            pixels = moved.black()
        except Rejected:  # at the limit of the drawing
            continue
        if pixels.size:
            result = max(result, Laid(ink.iou(pixels, wanted.black), moved, pixels), key=lambda laid: laid.iou)
    return result


def _shifts(figure: Figure, black: Black, wanted: Version) -> Iterator[Affine]:
    own = _middle(figure, black)
    other = None if wanted.figure is None else _middle(wanted.figure, wanted.black)
    if own is not None and other is not None:
        yield translation(other[0] - own[0], other[1] - own[1])
        return
    left, bottom = (figure.ink_box(PEN) or (0.0, 0.0))[:2]
    for across, up in product(range(STEPS), repeat=2):
        yield translation((across / STEPS - left * SCALE % 1) / SCALE, (up / STEPS - bottom * SCALE % 1) / SCALE)


def _middle(figure: Figure, black: Black) -> tuple[float, float] | None:
    """Return the middle of the visible ink, or None if it is unknown: that of the ink's marks, or that of the
    visible lines if white covers some marks.
    """
    box = figure.ink_box(PEN)
    if box is None:
        return None
    left, bottom, right, top = box
    sides = zip((top - bottom, right - left), black.shape, strict=True)
    if all(abs(side * SCALE + 1 - pixels) <= MAX_COVERED - 1 for side, pixels in sides):
        return (left + right) / 2, (bottom + top) / 2
    return strokes.middle(figure)
