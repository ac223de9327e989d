"""Similarity of two sketches of one kind, by the cells of their boxes that they fill, independent of size and
orientation.
"""

import numpy as np

from ..drafting import Drawing
from ..piece import plane_box
from .form import covered, edges, middles

ACROSS = 24
"""Cells along each side."""

DIFFERENT = 0.05
"""The share of cells by which two sketches differ that are not near each other."""

PROPORTIONS = 1.06
"""The factor by which the proportions of two sketches differ that are not near each other."""


def near(one: Drawing, other: Drawing) -> bool:
    """Return whether two sketches are nearly the same, up to mirroring and rotations by quarter turns."""
    if one.name != other.name:
        return False
    wide, tall = proportions(one), proportions(other)
    mine, theirs = filled(one), filled(other)
    for quarters in range(4):
        ratio = wide * tall if quarters % 2 else wide / tall
        if max(ratio, 1 / ratio) < PROPORTIONS:
            image = np.rot90(theirs, quarters)
            if min((mine != image).mean(), (mine != image[:, ::-1]).mean()) < DIFFERENT:
                return True
    return False


def filled(drawing: Drawing) -> np.ndarray:
    """Return which cells of its box have their middle in material."""
    return covered(middles(ACROSS), *edges(drawing)).reshape(ACROSS, ACROSS)


def proportions(drawing: Drawing) -> float:
    """Return the width of the box over its height."""
    boxes = [plane_box(loop) for loop in drawing.loops]
    width = max(box[2] for box in boxes) - min(box[0] for box in boxes)
    return width / (max(box[3] for box in boxes) - min(box[1] for box in boxes))
