"""The share of a figure's ink that each of its strokes has for itself.

The published rule forgives a twentieth of the ink: a stroke below that may be missing from an answer that it solves.
"""

import itertools
from functools import lru_cache

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.turtle.figure import PEN, Figure, Stroke

from . import tracing

FORGIVEN = 0.05
"""One minus the published threshold."""

MOST_STROKES = 24
"""Strokes of a figure of which none is faint: twenty that are seen, and a few that others hide."""

VISIBLE = 9
"""Black pixels that a stroke must have for itself to be seen at all: three by three."""


def has_faint_stroke(code: str) -> bool:
    """Return whether the published rule lets an answer without one of the strokes pass."""
    strokes = different(tracing.moves(code))
    if len(strokes) > MOST_STROKES:
        return True
    ink = int(tracing.figure(code).board().pixels.sum())
    # What a line leaves black at most; where the shortest is far too little, nothing has to be drawn.
    most = (PEN + 2) * min(map(length, strokes)) + (PEN + 2) ** 2
    return most < FORGIVEN * ink or smallest_stroke(code) < FORGIVEN


def length(chain: list[complex]) -> float:
    return sum(abs(after - before) for before, after in itertools.pairwise(chain))


@lru_cache(maxsize=4096)
def smallest_stroke(code: str) -> float:
    """Return the smallest share of the ink that is lost with one stroke: a straight line or an arc, however often it
    is drawn. Strokes that others hide do not count."""
    import numpy as np

    board = tracing.figure(code).board()
    covered = np.zeros(board.pixels.shape, np.int32)
    boxes = []
    for chain in different(tracing.moves(code)):
        drawn = Figure((Stroke(tuple(Point(point.real, point.imag) for point in chain)),)).board(PEN)
        rows, columns = drawn.pixels.shape
        box = np.s_[drawn.top - board.top :, drawn.left - board.left :]
        covered[box][:rows, :columns] += drawn.pixels
        boxes.append((box, drawn.pixels))
    alone = [int((pixels & (covered[box][: pixels.shape[0], : pixels.shape[1]] == 1)).sum()) for box, pixels in boxes]
    seen = [count for count in alone if count >= VISIBLE]
    return min(seen, default=0) / int(np.count_nonzero(board.pixels))


def different(moves: list[list[complex]]) -> list[list[complex]]:
    """Return the moves without repetitions, in either direction."""
    chains: dict[tuple[tuple[float, float], ...], list[complex]] = {}
    for move in moves:
        points = [(round(point.real, 1) + 0.0, round(point.imag, 1) + 0.0) for point in move]
        key = min(tuple(points), tuple(points[::-1]))
        chains.setdefault(key, move)
    return list(chains.values())
