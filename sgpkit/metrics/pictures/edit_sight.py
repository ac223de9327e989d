"""Pixels, edges by direction, and words with their positions: the input of the measure of edits."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.raster import Pixels
from sgpkit.graphics.scene import Scene
from sgpkit.graphics.scene.removal import MAX_UNSEEN
from sgpkit.metrics.pictures import edit_list, multiscale

DIRECTIONS = 8
CELLS = 12
"""Number of cells of a thing's form in each direction."""

FULL, LEAST = 24.0, 4.0
"""The difference across an edge, of 255, from which it counts fully, and the minimum for an edge."""

FINE = 7
"""Side in pixels of the window whose median removes fine lines."""

Planes = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Area = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, the latter two excluded."""


class Text(NamedTuple):
    """The words of a text and their box, in shares of the picture."""

    words: str
    box: edit_list.Box


class Sight(NamedTuple):
    """A picture as planes on white, its edges, its texts, and the number of translucent areas over the whole page."""

    planes: Pixels
    edges: Planes
    texts: tuple[Text, ...]
    veils: int

    @property
    def side(self) -> int:
        """The side in pixels."""
        return int(self.planes.shape[-1])


def sight(pixels: Pixels, drawing: Scene | None) -> Sight:
    """Return the visible content of a picture with alpha, with the texts of its scene, if given."""
    planes = multiscale.on_white(pixels)
    if drawing is None:
        return Sight(planes, edges(planes), (), 0)
    return Sight(planes, edges(planes), texts_of(drawing), len(drawing.veils))


def texts_of(drawing: Scene) -> tuple[Text, ...]:
    """Return the visible texts of a scene."""
    return tuple(
        Text(" ".join(shape.text.split()), edit_list.shares(drawing, shape.painted))
        for shape in drawing.shapes
        if shape.text.strip()
    )


def edges(planes: Pixels) -> Planes:
    """Return the strength of the edge in each direction at each pixel, independent of its two colours."""
    from scipy import ndimage

    values = planes.astype(np.float32)
    across, down = ndimage.sobel(values, axis=2) / 4, ndimage.sobel(values, axis=1) / 4
    strengths = np.hypot(across, down)
    strongest = strengths.argmax(axis=0)[None]
    strength, x, y = (np.take_along_axis(plane, strongest, 0)[0] for plane in (strengths, across, down))
    present = np.where(strength < LEAST, 0.0, np.minimum(strength / FULL, 1.0))
    turn = (np.arctan2(y, x) % math.pi) / math.pi * DIRECTIONS
    lower, rest = np.floor(turn).astype(int), turn - np.floor(turn)
    maps = [
        present * ((lower % DIRECTIONS == index) * (1 - rest) + ((lower + 1) % DIRECTIONS == index) * rest)
        for index in range(DIRECTIONS)
    ]
    return np.stack(maps).astype(np.float32)


def changed(one: Sight, other: Sight) -> Mask:
    """Return the pixels that differ between two pictures."""
    mask: Mask = np.abs(one.planes.astype(np.int16) - other.planes).max(axis=0) > MAX_UNSEEN
    return mask


def form(edge_maps: Planes, mask: Mask, area: Area) -> Planes:
    """Return the form of the masked pixels in an area, as a vector of length 1, independent of the area's size."""
    from scipy import ndimage

    left, top, right, bottom = area
    near = ndimage.binary_dilation(mask[top:bottom, left:right], np.ones((3, 3)))
    cells = resampled(edge_maps[:, top:bottom, left:right] * near, CELLS)
    vector = np.sqrt(ndimage.gaussian_filter(cells, (0, 1, 1), mode="constant")).ravel()
    length = float(np.linalg.norm(vector))
    unit: Planes = vector / length if length > 0 else vector
    return unit


def smooth(sight: Sight, area: Area) -> Planes:
    """Return the edges in an area without those of fine lines, such as folds or hatching, and 0 elsewhere."""
    from scipy import ndimage

    left, top, right, bottom = area
    left, top = max(0, left - FINE), max(0, top - FINE)
    planes = sight.planes[:, top : bottom + FINE, left : right + FINE]
    maps: Planes = np.zeros_like(sight.edges)
    maps[:, top : bottom + FINE, left : right + FINE] = edges(ndimage.median_filter(planes, (1, FINE, FINE)))
    return maps


def resampled(planes: Planes, count: int) -> Planes:
    """Return planes resampled to `count` by `count`, with means when shrinking."""
    from PIL import Image

    height, width = planes.shape[1:]
    method = Image.Resampling.BOX if min(height, width) >= count else Image.Resampling.BILINEAR
    resized = [
        np.asarray(Image.fromarray(np.ascontiguousarray(plane, np.float32)).resize((count, count), method))
        for plane in planes
    ]
    return np.stack(resized)


def bounds(mask: Mask) -> Area | None:
    """Return the bounding area of a mask's pixels, or None if it is empty."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return None
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def boxed(box: edit_list.Box, side: int, margin: float = 0.0) -> Mask:
    """Return the pixels of a box of shares of the picture, widened by a margin in shares, and by a pixel."""
    left, top, right, bottom = box
    rows = slice(max(0, math.floor((top - margin) * side) - 1), max(0, math.ceil((bottom + margin) * side) + 1))
    columns = slice(max(0, math.floor((left - margin) * side) - 1), max(0, math.ceil((right + margin) * side) + 1))
    mask = np.zeros((side, side), bool)
    mask[rows, columns] = True
    return mask


def clipped(area: Sequence[float], side: int) -> Area | None:
    """Return an area clipped to the picture, or None if it is empty."""
    left, top, right, bottom = (min(side, max(0, round(value))) for value in area)
    return (left, top, right, bottom) if right > left and bottom > top else None
