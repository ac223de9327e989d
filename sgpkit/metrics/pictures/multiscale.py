"""The difference of two pictures at several scales: of their pixels, and of their means over increasingly large
squares.

Fine scales respond to shapes and letters, coarse ones to approximate positions: a drawing moved by a few pixels is less
wrong than a missing one. Differences of at most `TOLERANCE` of 255 count as none at any scale, so that differences in
anti-aliasing do not count.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.raster import Pixels
from sgpkit.metrics import pictures

LEVELS = 4
"""Number of scales: pixels, and squares with sides of 2, 4 and 8 pixels."""

TOLERANCE = 8
WHITE = (255, 255, 255)

Levels = tuple[npt.NDArray[np.int16], ...]
"""A picture's sums over the squares of each scale, as planes (3, height, width)."""

ErrorMap = npt.NDArray[np.float32]
"""The difference at each pixel, 0 to 1, as the mean over scales and channels."""


def levels(planes: Pixels) -> Levels:
    """Return a picture of planes (3, height, width) at all scales; it is padded if its size is not a multiple of
    the largest square.
    """
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


def differences(first: Levels, second: Levels) -> list[npt.NDArray[np.uint16]]:
    """Return for each scale the difference of each square, summed over its pixels and channels, each from 0 to 255."""
    maps = []
    for level, (ours, theirs) in enumerate(zip(first, second, strict=True)):
        changes = ours - theirs
        red, green, blue = np.abs(changes, out=changes).view(np.uint16)
        red += green
        red += blue  # at most 3 × 64 × 255 at the coarsest scale, which fits into 16 bits
        red *= red > TOLERANCE * whole(level)
        maps.append(red)
    return maps


def whole(level: int) -> int:
    """Return the number of values in the sum of a square at a scale."""
    return 3 << 2 * level


def error(first: Levels, second: Levels) -> float:
    """Return the difference of two pictures, 0 to 1: the mean over pixels and scales."""
    means = [
        float(sums.sum(axis=1, dtype=np.uint32).sum(dtype=np.uint64)) / sums.size / (255 * whole(level))
        for level, sums in enumerate(differences(first, second))
    ]
    return sum(means) / LEVELS


def error_map(first: Levels, second: Levels) -> ErrorMap:
    """Return the difference at each pixel."""
    shares = [
        sums.astype(np.float32) / np.float32(255 * whole(level) * LEVELS)
        for level, sums in enumerate(differences(first, second))
    ]
    total = shares[-1]
    for share in reversed(shares[:-1]):
        total = total.repeat(2, axis=0).repeat(2, axis=1) + share
    return total


def on_white(pixels: Pixels) -> Pixels:
    """Return the planes of a picture with alpha, composited on white."""
    return pictures.planes_over(*pictures.premultiplied(pixels), WHITE)


def planes_on_white(laid: Pixels) -> Pixels:
    """Return the planes of a picture as `raster.ON_WHITE` gives it."""
    return np.ascontiguousarray(np.moveaxis(laid[..., :3], 2, 0))


def page_levels(color: Sequence[int]) -> Levels:
    """Return a page of one colour at all scales, with one square for all."""
    return tuple(np.asarray(color, np.int16)[:, None, None] << np.int16(2 * level) for level in range(LEVELS))


def page(planes: Pixels, color: Sequence[int]) -> Pixels:
    """Return a page of one colour with the size of a picture."""
    return np.broadcast_to(np.asarray(color, np.uint8)[:, None, None], planes.shape)


def commonest(planes: Pixels) -> tuple[int, int, int]:
    """Return the colour of the one-coloured page that is nearest to a picture: the median of each channel."""
    red, green, blue = map(median, planes.reshape(3, -1))
    return red, green, blue


def median(values: Pixels) -> int:
    """Return the median of 8-bit numbers, rounded down, with a faster test for pictures that are mostly white."""
    return 255 if 2 * np.count_nonzero(values == 255) > values.size else int(np.median(values))
