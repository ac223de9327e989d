"""Compute the share of a figure's ink that belongs to each stroke alone.

The published rule forgives a twentieth of the ink: a stroke below that may be missing from an answer that it solves.
"""

import itertools
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from sgpkit.graphics.turtle import spans as turtle_spans
from sgpkit.graphics.turtle.marks import PEN
from sgpkit.graphics.turtle.spans import Capsule, Integers

from . import tracing

FORGIVEN = 0.05
"""One minus the published threshold."""

MOST_STROKES = 24
"""Strokes of a figure of which none is faint: twenty that are seen, and a few that others hide."""

VISIBLE = 9
"""Minimum number of black pixels that belong to a visible stroke alone: three by three."""


def has_faint_stroke(code: str) -> bool:
    """Return whether the published rule lets an answer without one of the strokes pass."""
    strokes = different(tracing.moves(code))
    if len(strokes) > MOST_STROKES:
        return True
    # The largest ink of a line; if the shortest has far too little, nothing has to be drawn.
    most = (PEN + 2) * min(map(length, strokes)) + (PEN + 2) ** 2
    return most < FORGIVEN * ink(code) or smallest_stroke(code) < FORGIVEN


def length(chain: list[complex]) -> float:
    return sum(abs(after - before) for before, after in itertools.pairwise(chain))


def ink(code: str) -> int:
    return int(np.count_nonzero(tracing.board(code).pixels))


@lru_cache(maxsize=4096)
def smallest_stroke(code: str) -> float:
    """Return the smallest share of the ink that is lost with one stroke: a straight line or an arc, however often it
    is drawn. Strokes that others hide do not count."""
    strokes = [Capsule(tracing.points(chain), PEN / 2) for chain in different(tracing.moves(code))]
    seen = [count for count in alone(strokes) if count >= VISIBLE]
    return min(seen, default=0) / ink(code)


def alone(strokes: Sequence[Capsule]) -> list[int]:
    """Return the number of pixels that only one stroke covers. Each stroke is drawn on a separate page, and the pages
    are compared line by line."""
    owner, spans = turtle_spans.each_line(strokes, True)
    top, left = spans.row.min(), spans.start.min()
    width = spans.stop.max() - left + 1
    paper = (spans.row.max() + 1 - top) * width
    line = owner * paper + (spans.row - top) * width - left
    starts, stops = united(line + spans.start, line + spans.stop)
    owner, starts = np.divmod(starts, paper)
    stops %= paper
    strokes_on = np.cumsum(np.bincount(starts, minlength=paper) - np.bincount(stops, minlength=paper))
    before = np.append(0, np.cumsum(strokes_on == 1))
    counts = np.bincount(owner, weights=before[stops] - before[starts], minlength=len(strokes))
    return [int(count) for count in counts]


def united(starts: Integers, stops: Integers) -> tuple[Integers, Integers]:
    """Return the intervals after merging those that touch."""
    order = np.argsort(starts)
    starts, farthest = starts[order], np.maximum.accumulate(stops[order])
    apart = starts[1:] > farthest[:-1]
    return starts[np.append(True, apart)], farthest[np.append(apart, True)]


def different(moves: list[list[complex]]) -> list[list[complex]]:
    """Return the moves without repetitions, in either direction."""
    chains: dict[tuple[tuple[float, float], ...], list[complex]] = {}
    for move in moves:
        points = [(round(point.real, 1) + 0.0, round(point.imag, 1) + 0.0) for point in move]
        key = min(tuple(points), tuple(points[::-1]))
        chains.setdefault(key, move)
    return list(chains.values())
