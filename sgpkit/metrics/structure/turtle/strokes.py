"""Compare two figures stroke by stroke: every visible line of either must have a match in the other.

The published measure compares all ink at once, so a short stroke of a large figure may be missing. Here the centre
lines of all strokes are compared, as dots a pixel apart: each visible dot must be within `TOLERANCE` pixels of a
visible dot of the other figure, or in a solid black area of it, where lines are invisible. The division of lines into
strokes, their order, direction and repetition do not matter.

A dot is visible where the finished drawing is black. Figures are aligned by the middles of the boxes of their visible
dots, at one scale. A figure with a single look (colour and pen) is not matched by one with several; the look itself
does not matter, because the benchmark draws every line with its own pen.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgpkit.graphics.geometry import Affine, translation
from sgpkit.graphics.turtle.figure import PEN, Figure
from sgpkit.graphics.turtle.marks import Stroke
from sgpkit.graphics.turtle.pixels import Black, Board, is_ink
from sgpkit.graphics.turtle.spans import SCALE
from sgpkit.metrics.structure.turtle import ink

Numbers = NDArray[np.floating[Any]]
Integers = NDArray[np.integer[Any]]

TOLERANCE = 1.5
"""The largest error of a line, in pixels: half the width of a pen of 5."""

DEPTH = 6.0
"""Minimum distance in pixels from the edge of ink in a solid area; single lines and their crossings are less deep."""

MIN_OVERLAP = 0.3
"""The overlap below which the lines of two drawings cannot all match: lines displaced by `TOLERANCE` still overlap
by more.
"""

SMALLEST_LOOK = 3
"""Minimum number of visible dots of a look that counts: where strokes end on others, a dot of a covered one may be
visible.
"""


class Dots(NamedTuple):
    """The visible dots on the centre lines of a figure, in pixels, y down; the ink's depth; and the looks."""

    at: Numbers
    depth: Numbers
    board: Board
    looks: int

    def is_solid(self, at: Numbers) -> NDArray[np.bool_]:
        """Return for each position whether it lies in a solid black area."""
        cells = np.floor(at).astype(np.int64) - (self.board.top, self.board.left)
        inside = ((cells >= 0) & (cells < self.board.pixels.shape)).all(1)
        solid = np.zeros(len(at), bool)
        solid[inside] = self.depth[tuple(cells[inside].T)] >= DEPTH
        return solid


class Comparison(NamedTuple):
    """The overlap at one scale, and the first difference of the strokes, "" if every visible one has its match."""

    overlap: float
    difference: str

    @property
    def strict(self) -> float:
        """Return the overlap, 0 if a stroke has no match."""
        return 0.0 if self.difference else self.overlap


def compare(drawn: Black, expected: Black, figure: Figure, wanted: Figure | None) -> Comparison:
    """Compare the drawing with the expected one. `wanted` is the geometry of the expected figure. Without it, for a
    picture, only the ink is compared. With it, the figure is redrawn exactly at the position of the expected one,
    because half a pixel costs a line a sixth of its overlap.
    """
    overlap = ink.strict_iou(drawn, expected)
    if is_ink(figure.background):
        return Comparison(overlap, "the background is dark")
    if overlap < MIN_OVERLAP:
        return Comparison(overlap, "the lines are elsewhere")
    own, others = dots(figure), None if wanted is None else dots(wanted)
    if (
        others is not None
        and len(own.at)
        and len(others.at)
        and overlap < 1
        and ink.same_size(drawn.shape, expected.shape)
    ):
        laid = dots(figure.moved(_to_lie_on(own, others)))
        if laid.board.pixels.size:
            overlap, drawn, own = max(
                (overlap, drawn, own),
                (ink.strict_iou(laid.board.pixels, expected), laid.board.pixels, laid),
                key=lambda candidate: candidate[0],
            )
    extra, missing = ink.strays(drawn, expected)
    if others is not None and not (extra or missing):
        if others.looks == 1 and own.looks > 1:
            return Comparison(overlap, "strokes of several colours or pens")
        extra, missing = _unmatched(own, others)
    if missing:
        return Comparison(overlap, "a visible stroke is missing" + (", and another is extra" if extra else ""))
    return Comparison(overlap, "a visible stroke is extra" if extra else "")


def _to_lie_on(own: Dots, others: Dots) -> Affine:
    """Return the shift that aligns the middles of two figures."""
    down, right = _box(others.at)[0] - _box(own.at)[0]
    return translation(float(right) / SCALE, -float(down) / SCALE)


def middle(figure: Figure) -> tuple[float, float] | None:
    """Return the middle of the box of a figure's visible lines, in the figure's own coordinates."""
    at = dots(figure).at
    if not len(at):
        return None
    down, right = _box(at)[0]
    return float(right) / SCALE, -float(down) / SCALE


def dots(figure: Figure) -> Dots:
    """Return the visible dots of a figure, as the benchmark draws it."""
    from scipy import ndimage

    board = figure.board(PEN)
    strokes = [mark for mark in figure.marks if isinstance(mark, Stroke) and mark.colour and is_ink(mark.colour)]
    if not strokes or not board.pixels.size:
        return Dots(np.zeros((0, 2)), np.zeros(board.pixels.shape), board, 0)
    chains = [_along(stroke) for stroke in strokes]
    at = np.concatenate(chains)
    names = list(dict.fromkeys((stroke.colour, stroke.width) for stroke in strokes))
    look = np.repeat([names.index((stroke.colour, stroke.width)) for stroke in strokes], list(map(len, chains)))
    cells = np.floor(at).astype(np.int64) - (board.top, board.left)
    inside = ((cells >= 0) & (cells < board.pixels.shape)).all(1)
    seen = inside.copy()
    seen[inside] = board.pixels[tuple(cells[inside].T)]
    depth = ndimage.distance_transform_edt(np.pad(board.pixels, 1))[1:-1, 1:-1]
    return Dots(at[seen], depth, board, 1 if len(names) == 1 else _looks(cells[seen], look[seen], board.pixels.shape))


def _along(stroke: Stroke) -> Numbers:
    """Return dots at most a pixel apart along a stroke, including its corners, as rows and columns."""
    corners = np.array([(-point.y, point.x) for point in stroke.points], float) * SCALE
    if len(corners) == 1:
        return corners
    steps = np.diff(corners, axis=0)
    counts = np.maximum(1, np.ceil(np.hypot(*steps.T))).astype(np.int64)
    share = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    between = (
        np.repeat(corners[:-1], counts, axis=0) + np.repeat(steps / counts[:, None], counts, axis=0) * share[:, None]
    )
    return np.concatenate([between, corners[-1:]])


def _looks(cells: Integers, look: Integers, shape: tuple[int, ...]) -> int:
    """Count the visible looks: a dot hides earlier ones in the cells around it."""
    top = np.full((shape[0] + 2, shape[1] + 2), -1)
    around = np.array([(down, right) for down in (0, 1, 2) for right in (0, 1, 2)])
    cells_around = (cells[:, None] + around).reshape(-1, 2)
    order = np.repeat(np.arange(len(cells)), len(around))
    np.maximum.at(top, tuple(cells_around.T), order)
    shown = look[top[tuple((cells + 1).T)]]
    return int((np.bincount(shown) >= SMALLEST_LOOK).sum())


def _unmatched(own: Dots, others: Dots) -> tuple[bool, bool]:
    """Return whether either figure, in this order, has a visible dot without a match in the other."""
    if not len(own.at) or not len(others.at):
        return len(own.at) > 0 and not _all_solid(own), len(others.at) > 0 and not _all_solid(others)
    middles, sizes = zip(*map(_box, (own.at, others.at)), strict=True)
    factor = 1.0
    if not ink.same_size(own.board.pixels.shape, others.board.pixels.shape):
        factor = float(max(sizes[1]) / max(*sizes[0], 1.0))
    there = (own.at - middles[0]) * factor + middles[1]
    here = (others.at - middles[1]) / factor + middles[0]
    return _far(there, others, TOLERANCE), _far(here, own, TOLERANCE / factor)


def _all_solid(dots: Dots) -> bool:
    return bool(dots.is_solid(dots.at).all())


def _box(at: Numbers) -> tuple[Numbers, Numbers]:
    low, high = at.min(0), at.max(0)
    return (low + high) / 2, high - low


def _far(at: Numbers, others: Dots, tolerance: float) -> bool:
    from scipy import spatial

    distances, _ = spatial.KDTree(others.at).query(at, distance_upper_bound=tolerance)
    alone = ~np.isfinite(distances)
    return bool(alone.any() and not others.is_solid(at[alone]).all())
