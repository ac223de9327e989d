"""Bitmaps thinned to lines one pixel wide along the middle of the ink (Zhang and Suen 1984, doi:10.1145/357994.358023).

What is thinned keeps its pieces and holes.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

Bitmap = npt.NDArray[np.bool_]

RING = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The eight neighbours of a pixel, as steps down and to the right, from the one above on, clockwise."""

OPEN = (((0, 2, 4), (2, 4, 6)), ((0, 2, 6), (0, 4, 6)))
"""By the numbers of neighbours: sets of which none may be full for a pixel to be removed, in each of two turns."""


def thinned(ink: Bitmap, most: int | None = None) -> Bitmap:
    """Return the lines along the middle of what is True in a bitmap; `most`: after so many passes what is left."""
    # In one line, row by row with paper around: a neighbour is as many places away from every pixel.
    left = np.pad(ink, 1).astype(np.uint8)
    line, width = left.reshape(-1), left.shape[1]
    first, last = width + 1, line.size - width - 1
    inner = line[first:last]
    near = [line[first + down * width + right : last + down * width + right] for down, right in RING]
    changed, passes = True, 0
    while changed and passes != most:
        changed, passes = False, passes + 1
        for removable in _removable():
            around = np.zeros_like(inner)
            for number, pixels in enumerate(near):
                around |= pixels << number
            removed = removable[around] & inner.view(bool)
            changed = changed or bool(removed.any())
            inner[removed] = 0
    return left[1:-1, 1:-1].astype(bool)


@cache
def _removable() -> tuple[Bitmap, ...]:
    """Return for each turn whether a pixel with some neighbours, which are bits of a number, is removed."""
    near = (np.arange(256)[:, None] >> np.arange(len(RING)) & 1).astype(bool)
    count = near.sum(axis=1)
    edges = (~near & np.roll(near, -1, axis=1)).sum(axis=1)
    at_an_edge = (count >= 2) & (count <= 6) & (edges == 1)
    return tuple(at_an_edge & ~near[:, one].all(axis=1) & ~near[:, other].all(axis=1) for one, other in OPEN)
