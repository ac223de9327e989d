"""The difference of two pictures at several scales: of their pixels, and of their means over ever larger squares.

Fine scales notice shapes and letters, coarse ones that the right thing is nearly in its place: a drawing moved by a few
pixels is not as wrong as one that was left out. Differences of at most `TOLERANCE` of 255 count as none at any scale,
so that edges that two programs smooth differently do not count.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.raster import Pixels
from sgpkit.metrics import pictures

LEVELS = 4
"""Scales: pixels, and squares of 2, 4 and 8 pixels a side."""

TOLERANCE = 8
WHITE = (255, 255, 255)

Levels = tuple[npt.NDArray[np.int16], ...]
"""A picture's sums over the squares of each scale, as planes (3, height, width)."""

ErrorMap = npt.NDArray[np.float32]
"""The difference at each pixel, 0 to 1, as the mean over scales and channels."""


def levels(planes: Pixels) -> Levels:
    """Return a picture of planes (3, height, width) at all scales; one that squares do not fill is widened."""
    side = 1 << (LEVELS - 1)
    rest = [(0, -length % side) for length in planes.shape[1:]]
    filled = np.pad(planes, [(0, 0), *rest], mode="edge") if any(end for _, end in rest) else planes
    sums: npt.NDArray[np.int16] = filled.astype(np.int16)
    scales = [sums]
    for _ in range(LEVELS - 1):
        rows = sums[:, ::2] + sums[:, 1::2]
        sums = rows[:, :, ::2] + rows[:, :, 1::2]
        scales.append(sums)
    return tuple(scales)


def differences(first: Levels, second: Levels) -> list[ErrorMap]:
    """Return for each scale the mean difference of the channels of each square."""
    maps = []
    for level, (ours, theirs) in enumerate(zip(first, second, strict=True)):
        whole = 3 * 255 * 4**level
        difference = np.abs(ours - theirs).sum(axis=0, dtype=np.int32).astype(np.float32) / np.float32(whole)
        difference[difference * 255 <= TOLERANCE] = 0.0
        maps.append(difference)
    return maps


def error(first: Levels, second: Levels) -> float:
    """Return the difference of two pictures, 0 to 1: the mean over pixels and scales."""
    return float(np.mean([difference.mean() for difference in differences(first, second)]))


def error_map(first: Levels, second: Levels) -> ErrorMap:
    """Return the difference at each pixel."""
    total, *coarse = differences(first, second)
    for level, difference in enumerate(coarse, 1):
        total = total + difference.repeat(1 << level, axis=0).repeat(1 << level, axis=1)
    return total / np.float32(LEVELS)


def on_white(pixels: Pixels) -> Pixels:
    """Return the planes of a picture with alpha, laid over white."""
    return pictures.planes_over(*pictures.premultiplied(pixels), WHITE)


def page(planes: Pixels, color: Sequence[int]) -> Pixels:
    """Return a page of one colour, of the size of a picture."""
    return np.broadcast_to(np.asarray(color, np.uint8)[:, None, None], planes.shape)


def commonest(planes: Pixels) -> tuple[int, int, int]:
    """Return the colour of the one-coloured page that is nearest to a picture: the median of each channel."""
    red, green, blue = (int(value) for value in np.median(planes.reshape(3, -1), axis=1))
    return red, green, blue
