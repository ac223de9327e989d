"""Pieces, holes and contours of black pixels: the benchmark's measure of a drawing's complexity.

Contours are those that OpenCV's `findContours` lists, and counted as in utils/contours.py of
github.com/sinaris76/TurtleBench at 1d591869797f6fbd4698f224a7e7d298546534a5.
"""

import numpy as np
from numpy.typing import NDArray

Black = NDArray[np.bool_]


def contours(pixels: Black) -> int:
    """Count one contour for each piece and one for each hole; a single closed line, which has both, counts as one."""
    pieces, holes = pieces_and_holes(pixels)
    return 1 if (pieces, holes) == (1, 1) else pieces + holes


def pieces_and_holes(pixels: Black) -> tuple[int, int]:
    """Count pieces, connected by sides and corners, and holes, connected by sides alone."""
    return len(_parts(pixels, 1)), len(hole_sizes(pixels))


def hole_sizes(pixels: Black) -> list[int]:
    """Return the areas of the holes, largest first."""
    return sorted(_parts(~np.pad(pixels, 1), 0)[1:], reverse=True)


def _parts(pixels: Black, corners: int) -> list[int]:
    """Return the areas of connected parts, that of the first pixel first: runs of each row, joined where they touch."""
    import igraph

    padded = np.pad(pixels.astype(np.int8), ((0, 0), (1, 1)))
    change = np.diff(padded, axis=1)
    rows, starts = np.nonzero(change == 1)
    stops = np.nonzero(change == -1)[1]
    width = pixels.shape[1] + 2
    # Runs are in reading order; a run touches those of the next row that begin before its end and end after its start.
    begin = np.searchsorted(rows * width + stops, (rows + 1) * width + starts - corners, side="right")
    end = np.searchsorted(rows * width + starts, (rows + 1) * width + stops + corners, side="left")
    counts = np.maximum(end - begin, 0)
    above = np.repeat(np.arange(len(rows)), counts)
    below = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + begin[above]
    graph = igraph.Graph(n=len(rows), edges=np.stack([above, below], axis=1))
    membership = np.array(graph.connected_components(mode="weak").membership, int)
    return [int(area) for area in np.bincount(membership, weights=stops - starts)] if len(rows) else []
