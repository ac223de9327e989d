"""Count components, holes and contours of black pixels: the benchmark's measure of a drawing's complexity.

Contours are those of OpenCV's `findContours`, counted as in utils/contours.py of github.com/sinaris76/TurtleBench at
1d591869797f6fbd4698f224a7e7d298546534a5.
"""

import numpy as np
from numpy.typing import NDArray

Black = NDArray[np.bool_]


def contours(pixels: Black) -> int:
    """Count one contour per component and one per hole; a single closed line, which has one of each, counts as one."""
    pieces, holes = pieces_and_holes(pixels)
    return 1 if (pieces, holes) == (1, 1) else pieces + holes


def pieces_and_holes(pixels: Black) -> tuple[int, int]:
    """Count components, connected by sides or corners, and holes, connected by sides."""
    from scipy import ndimage

    if not pixels.size:
        return 0, 0
    return ndimage.label(pixels, np.ones((3, 3)))[1], len(hole_sizes(pixels))


def hole_sizes(pixels: Black) -> list[int]:
    """Return the areas of the holes, largest first."""
    from scipy import ndimage

    white = ~np.pad(pixels, 1)
    parts, _ = ndimage.label(white)
    areas = np.bincount(parts[white & (parts != parts[0, 0])])
    return sorted(areas[areas > 0].tolist(), reverse=True)
