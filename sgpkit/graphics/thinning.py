"""Thin bitmaps to lines one pixel wide (Zhang and Suen 1984, doi:10.1145/357994.358023).

Thinning preserves connected components and holes.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

Bitmap = npt.NDArray[np.bool_]

RING = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Offsets (down, right) of the eight neighbours of a pixel, clockwise from the one above."""

OPEN = (((0, 2, 4), (2, 4, 6)), ((0, 2, 6), (0, 4, 6)))
"""Sets of indices of neighbours, for each of the two sub-passes; a pixel is removed only if no set is full."""


def thin(ink: Bitmap, most: int | None = None) -> Bitmap:
    """Return the centre lines of the True pixels of a bitmap, or the state after at most `most` passes."""
    # Flattened with a margin, so that each neighbour is at a constant offset.
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
    """Return, per sub-pass, whether a pixel is removed, indexed by its neighbours as the bits of a number."""
    near = (np.arange(256)[:, None] >> np.arange(len(RING)) & 1).astype(bool)
    count = near.sum(axis=1)
    edges = (~near & np.roll(near, -1, axis=1)).sum(axis=1)
    at_an_edge = (count >= 2) & (count <= 6) & (edges == 1)
    return tuple(at_an_edge & ~near[:, one].all(axis=1) & ~near[:, other].all(axis=1) for one, other in OPEN)
