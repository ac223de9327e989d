"""Recognise straight lines that are drawn as several segments, dashed or without gaps."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sgpkit.graphics.geometry import Point, Segment

Group = tuple[tuple[int, ...], Segment]
"""The indices of the segments, and the line that they form."""

SLACK = 0.5
"""Maximum distance in units of a segment from the line, and between touching ends, since coordinates are rounded."""

WIDEST_GAP = 12.0
"""Maximum distance in units between two dashes."""

UNEVEN = 2.5
"""Maximum ratio of the widest to the narrowest gap of a dashed line."""

LONGEST_GAP = 4.0
"""Maximum gap relative to the longest dash; dots are farther apart than they are long."""

BEND = 5.0
"""Maximum angle in degrees between consecutive segments of a line."""

_BLOCK = 256
"""Number of segments that are compared with all others at once, which bounds memory for thousands of segments."""

_Ends = NDArray[np.float64]


def find_dashed(segments: Sequence[Segment]) -> list[Group]:
    """Return lines of at least three collinear segments with even gaps."""
    return [
        (tuple(group), line)
        for group in _collinear(segments, WIDEST_GAP, fewest=3)
        if (line := _chord(segments, group)) is not None and _is_even(segments, group, line)
    ]


def find_unbroken(segments: Sequence[Segment]) -> list[Group]:
    """Return lines of at least two collinear segments that touch or overlap."""
    return [
        (tuple(group), line)
        for group in _collinear(segments, SLACK, fewest=2)
        if (line := _chord(segments, group)) is not None
    ]


def find_chained(segments: Sequence[Segment], tolerance: float) -> list[Group]:
    """Return lines of at least two segments end to end, each the straightest continuation of the other within `BEND`
    degrees, whose ends are all within the tolerance of the line from first to last."""
    after = _continuations(segments)
    groups: list[Group] = []
    used: set[int] = set()
    for piece in range(len(segments)):
        firsts = [side for side in (0, 1) if (piece, side) not in after]
        if piece in used or not firsts:
            continue
        enter = firsts[0]  # the end at which the chain begins
        chain, corners = [piece], [segments[piece][enter]]
        leave = 1 - enter
        while (piece, leave) in after:
            corners.append(segments[piece][leave])
            piece, enter = after[piece, leave]
            chain.append(piece)
            leave = 1 - enter
        corners.append(segments[piece][leave])
        used.update(chain)
        if len(chain) > 1 and _is_along(corners, tolerance):
            groups.append((tuple(sorted(chain)), Segment(corners[0], corners[-1])))
    return groups


def _continuations(segments: Sequence[Segment]) -> dict[tuple[int, int], tuple[int, int]]:
    """Return pairs of ends, as (segment, side), at which two segments continue each other: each the straightest
    continuation of the other."""
    count = len(segments)
    if count < 2:
        return {}
    ends = np.array(segments, dtype=float).reshape(-1, 2)
    outward = ends - ends.reshape(-1, 2, 2)[:, ::-1].reshape(-1, 2)
    outward = outward / np.maximum(np.hypot(outward[:, 0], outward[:, 1]), 1e-300)[:, None]
    straightness = np.full((2 * count, 2 * count), -1.0)
    for begin in range(0, 2 * count, _BLOCK):
        block = slice(begin, begin + _BLOCK)
        apart = np.hypot(*(ends[block, None] - ends).transpose(2, 0, 1))
        straightness[block] = np.where(apart <= SLACK, -(outward[block] @ outward.T), -1.0)
    own = np.arange(2 * count)
    straightness[own, own] = straightness[own, own ^ 1] = -1.0
    best = straightness.argmax(axis=1)
    straight = straightness[own, best] >= np.cos(np.radians(BEND))
    mutual = straight & (best[best] == own)
    return {divmod(int(end), 2): divmod(int(best[end]), 2) for end in np.flatnonzero(mutual)}


def _is_along(corners: Sequence[Point], tolerance: float) -> bool:
    points = np.array(corners, dtype=float)
    along = points[-1] - points[0]
    length = float(np.hypot(*along))
    if not length:
        return False
    away = points - points[0]
    off = np.abs(away[:, 0] * along[1] - away[:, 1] * along[0]) / length
    return bool(off.max() <= tolerance and (np.diff(away @ along) > 0).all())


def _collinear(segments: Sequence[Segment], gap: float, fewest: int) -> list[list[int]]:
    """Return groups of segments on one line, each at most `gap` from another one of the group."""
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
    """Return the line from one end of a group to the other, if all segments lie on it."""
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
