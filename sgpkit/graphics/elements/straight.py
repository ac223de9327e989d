"""Recognition of straight lines that were drawn in pieces, dashed or without gaps."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sgpkit.graphics.geometry import Point, Segment

Group = tuple[tuple[int, ...], Segment]
"""The indices of the pieces, and the line that they form."""

SLACK = 0.5
"""The largest distance in units of a piece from the line, and of ends that touch: coordinates are rounded."""

WIDEST_GAP = 12.0
"""The largest distance in units between two dashes."""

UNEVEN = 2.5
"""The largest ratio of the widest to the narrowest gap of a dashed line."""

LONGEST_GAP = 4.0
"""The largest gap in lengths of the longest dash; dots stand farther apart than they are long."""

_BLOCK = 256
"""The number of pieces compared with all others at once, which keeps tables small where there are thousands."""

_Ends = NDArray[np.float64]


def dashed(segments: Sequence[Segment]) -> list[Group]:
    """Return lines of at least three collinear pieces with even gaps between them."""
    return [
        (tuple(group), line)
        for group in _collinear(segments, WIDEST_GAP, fewest=3)
        if (line := _chord(segments, group)) is not None and _is_even(segments, group, line)
    ]


def unbroken(segments: Sequence[Segment]) -> list[Group]:
    """Return lines of at least two collinear pieces that touch or overlap."""
    return [
        (tuple(group), line)
        for group in _collinear(segments, SLACK, fewest=2)
        if (line := _chord(segments, group)) is not None
    ]


def _collinear(segments: Sequence[Segment], gap: float, fewest: int) -> list[list[int]]:
    """Return groups of pieces linked by lying on one line, each at most `gap` from another of the group."""
    count = len(segments)
    if count < fewest:
        return []
    ends = np.array(segments, dtype=float)  # (piece, start or end, x or y)
    along = ends[:, 1] - ends[:, 0]
    lengths = np.hypot(along[:, 0], along[:, 1])
    along = along / np.maximum(lengths, 1e-300)[:, None]
    linked = np.zeros((count, count), dtype=bool)
    for begin in range(0, count, _BLOCK):
        block = slice(begin, begin + _BLOCK)
        offs, reaches = [], []
        for side in (0, 1):
            right = ends[None, :, side, 0] - ends[block, None, 0, 0]
            down = ends[None, :, side, 1] - ends[block, None, 0, 1]
            offs.append(np.abs(along[block, None, 0] * down - along[block, None, 1] * right))
            reaches.append(along[block, None, 0] * right + along[block, None, 1] * down)
        apart = np.maximum(np.minimum(*reaches) - lengths[block, None], -np.maximum(*reaches))
        longer = lengths[block, None] >= lengths[None]  # the longer piece determines the line more exactly
        linked[block] = longer & (np.maximum(*offs) <= SLACK) & (apart <= gap)
    np.fill_diagonal(linked, val=False)
    if not linked.any():
        return []
    linked |= linked.T
    return [group for group in _components(linked) if len(group) >= fewest]


def _components(linked: NDArray[np.bool_]) -> list[list[int]]:
    waiting = np.ones(len(linked), dtype=bool)
    components = []
    for first in range(len(linked)):
        if not waiting[first]:
            continue
        inside = np.zeros(len(linked), dtype=bool)
        newest = np.array([first])
        while newest.size:
            inside[newest] = True
            newest = np.flatnonzero(linked[newest].any(axis=0) & ~inside)
        waiting &= ~inside
        components.append(np.flatnonzero(inside).tolist())
    return components


def _chord(segments: Sequence[Segment], group: Sequence[int]) -> Segment | None:
    """Return the line from one end of a group to the other, if all of it lies on that line."""
    ends = _ends(segments, group)
    start = ends[np.argmax(np.hypot(*(ends - ends[0]).T))]
    away = ends - start
    distances = np.hypot(away[:, 0], away[:, 1])
    far = int(np.argmax(distances))
    length = distances[far]
    if length <= 0:
        return None
    off = np.abs(away[far, 0] * away[:, 1] - away[far, 1] * away[:, 0]) / length
    return Segment(Point(*start.tolist()), Point(*ends[far].tolist())) if off.max() <= SLACK else None


def _is_even(segments: Sequence[Segment], group: Sequence[int], line: Segment) -> bool:
    direction = (np.array(line.end) - np.array(line.start)) / line.length
    reach = ((_ends(segments, group) - np.array(line.start)) @ direction).reshape(-1, 2)
    low, high = reach.min(axis=1), reach.max(axis=1)
    order = np.argsort(low, kind="stable")
    gaps = low[order][1:] - high[order][:-1]
    narrowest, widest = float(gaps.min()), float(gaps.max())
    longest = float((high - low).max())
    return narrowest > SLACK and widest <= min(UNEVEN * narrowest, WIDEST_GAP, LONGEST_GAP * longest)


def _ends(segments: Sequence[Segment], group: Sequence[int]) -> _Ends:
    return np.array([end for index in group for end in segments[index]], dtype=float)
