"""Compute the pixels that lines, areas and texts touch, or cover completely, as intervals in rows.

Rows count downwards, and the turtle's origin is a corner of four pixels. The touched pixels are computed exactly, since
a convex shape, such as a line with round ends, touches one interval of a row.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.turtle.marks import Text
from sgpkit.status import Rejected, Status

Numbers = NDArray[np.floating[Any]]
Integers = NDArray[np.int64]

SCALE = 1.001
"""Pixels per step of the turtle, measured on the published pictures: 1, apart from the rounding of the screen's
size."""

LINES_PER_ROW = 8  # sampling lines per row of pixels, for areas
MAX_ROWS = 10_000_000  # maximum rows that all lines, or all areas, of a drawing cross together
LARGEST_TEXT = 4096
_INSET = 1e-3  # of a pixel: ink that overlaps by less does not touch it


class Spans(NamedTuple):
    """Intervals of pixels in rows, from `start` to `stop` (exclusive)."""

    row: Integers
    start: Integers
    stop: Integers


NOTHING = Spans(*(np.zeros(0, np.int64) for _ in range(3)))


class Capsule(NamedTuple):
    """A polyline with round ends and corners."""

    points: Sequence[Point]
    radius: float


def concatenate(parts: Iterable[Spans]) -> Spans:
    """Return the intervals of several shapes."""
    return Spans(*(np.concatenate(column) for column in zip(NOTHING, *parts, strict=True)))


def _pixels(points: Sequence[Point]) -> Numbers:
    return np.array(points, float).reshape(-1, 2) * (SCALE, -SCALE)


def _crossed(begin: Integers, end: Integers, what: str) -> tuple[Integers, Integers]:
    """Return all pairs of shape and row for shapes that cross the rows from `begin` to `end` (exclusive)."""
    counts = np.maximum(end - begin, 0)
    if counts.sum() > MAX_ROWS:
        raise Rejected(Status.TOO_LARGE, f"{what} over more pixels than are compared")
    which = np.repeat(np.arange(len(counts)), counts)
    return which, np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts) + begin[which]


def lines(capsules: Sequence[Capsule], touched: bool) -> Spans:
    """Return the pixels that lines touch, or the pixels that single segments cover completely."""
    return each_line(capsules, touched)[1]


def each_line(capsules: Sequence[Capsule], touched: bool) -> tuple[Integers, Spans]:
    """Return the pixels of `lines`, and the line to which each interval belongs."""
    if not capsules:
        return NOTHING.row, NOTHING
    chains = [_pixels(points if len(points) > 1 else [*points, *points]) for points, _ in capsules]
    start, end = np.concatenate([chain[:-1] for chain in chains]), np.concatenate([chain[1:] for chain in chains])
    owner = np.repeat(np.arange(len(chains)), [len(chain) - 1 for chain in chains])
    radius = np.array([radius for _, radius in capsules], float)[owner]
    upper = (start[:, 1] <= end[:, 1])[:, None]
    first, second = np.where(upper, start, end), np.where(upper, end, start)
    begin = np.floor(first[:, 1] - radius + _INSET).astype(np.int64)
    beyond = np.ceil(second[:, 1] + radius - _INSET).astype(np.int64)
    which, rows = _crossed(begin, beyond, "lines")
    ends = first[which], second[which], radius[which]
    above, below = rows + _INSET, rows + 1 - _INSET
    if touched:
        left, right = _edge(*ends, above, below, -1), _edge(*ends, above, below, 1)
        starts, stops = np.floor(left + _INSET), np.ceil(right - _INSET)
    else:
        left = np.maximum(_edge(*ends, above, above, -1), _edge(*ends, below, below, -1))
        right = np.minimum(_edge(*ends, above, above, 1), _edge(*ends, below, below, 1))
        starts, stops = np.ceil(left - _INSET), np.floor(right + _INSET)
    kept = starts < stops  # False for NaN, where the capsule does not reach that height
    return owner[which[kept]], Spans(rows[kept], starts[kept].astype(np.int64), stops[kept].astype(np.int64))


def _edge(first: Numbers, second: Numbers, radius: Numbers, above: Numbers, below: Numbers, side: int) -> Numbers:
    """Return the extent of each capsule to one side (1 for right, -1 for left) between two heights, NaN if it does not
    reach them.

    The edge consists of an arc about the upper end, a straight line, and an arc about the lower end. It is convex, so
    its extent between two heights is at the height closest to that of its farthest point.
    """
    x0, y0, x1, y1 = first[:, 0] * side, first[:, 1], second[:, 0] * side, second[:, 1]
    height = np.clip(np.where(x0 >= x1, y0, y1), above, below)
    height = np.where((height < y0 - radius) | (height > y1 + radius), np.nan, height)
    across, down = x1 - x0, y1 - y0
    scale = radius / np.maximum(np.hypot(across, down), 1e-300)
    # The straight line is the segment, shifted along the normal towards this side.
    away_x, away_y = down * scale, -across * scale
    sloping = down > 0
    share = np.where(sloping, (height - y0 - away_y) / np.where(sloping, down, 1.0), np.where(x0 >= x1, -1.0, 2.0))
    centre_x, centre_y = np.where(share < 0, x0, x1), np.where(share < 0, y0, y1)
    with np.errstate(invalid="ignore"):
        rounded = centre_x + np.sqrt(radius**2 - (height - centre_y) ** 2)
    return np.where((share >= 0) & (share <= 1), x0 + across * share + away_x, rounded) * side


def areas(polygons: Sequence[Sequence[Point]], touched: bool) -> Spans:
    """Return the pixels that polygons touch, or cover completely, by the even-odd rule, sampled on eight lines per
    row."""
    if not polygons:
        return NOTHING
    rings = [_pixels(points) * LINES_PER_ROW for points in polygons]
    start, end = np.concatenate(rings), np.concatenate([np.roll(ring, -1, axis=0) for ring in rings])
    owner = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
    # Line k is at height k + 1/2.
    begin = np.ceil(np.minimum(start[:, 1], end[:, 1]) - 0.5).astype(np.int64)
    beyond = np.ceil(np.maximum(start[:, 1], end[:, 1]) - 0.5).astype(np.int64)
    which, levels = _crossed(begin, beyond, "areas")
    slope = (end - start)[which]
    crossings = start[which, 0] + slope[:, 0] * (levels + 0.5 - start[which, 1]) / slope[:, 1]
    order = np.lexsort((crossings, levels, owner[which]))
    # A line crosses a closed outline an even number of times; every second interval is inside.
    level, left, right = levels[order][0::2], crossings[order][0::2], crossings[order][1::2]
    first, last = np.ceil(left - 0.5).astype(np.int64), np.ceil(right - 0.5).astype(np.int64)
    if touched:
        kept = first < last
        return Spans(level[kept] // LINES_PER_ROW, first[kept] // LINES_PER_ROW, -(-last[kept] // LINES_PER_ROW))
    return _of_all_lines(owner[which][order][0::2], level, -(-first // LINES_PER_ROW), last // LINES_PER_ROW)


def _of_all_lines(owner: Integers, level: Integers, start: Integers, stop: Integers) -> Spans:
    """Return the pixels that all eight lines of a row cover, per polygon: where eight intervals overlap."""
    kept = start < stop
    row = level[kept] // LINES_PER_ROW
    crossings = np.concatenate([start[kept], stop[kept]])
    step = np.repeat([1, -1], len(row))
    order = np.lexsort((step, crossings, np.tile(row, 2), np.tile(owner[kept], 2)))
    deep = np.cumsum(step[order]) == LINES_PER_ROW
    begin = np.flatnonzero(deep)
    rows, positions = np.tile(row, 2)[order], crossings[order]
    return Spans(rows[begin], positions[begin], positions[begin + 1])


def text_pixels(text: Text) -> Spans:
    """Return the pixels of a text in Pillow's built-in font."""
    from PIL import Image, ImageDraw, ImageFont

    size = min(400.0, max(1.0, abs(text.size) if text.size < 0 else text.size / 0.75))
    font = ImageFont.load_default(size)
    anchor = {"center": "md", "right": "rd"}.get(text.align, "ld")
    draw = ImageDraw.Draw(Image.new("L", (1, 1)))
    left, top, right, bottom = draw.multiline_textbbox((0, 0), text.text, font=font, anchor=anchor)
    width, height = math.ceil(right - left) + 2, math.ceil(bottom - top) + 2
    if max(width, height) > LARGEST_TEXT:
        raise Rejected(Status.TOO_LARGE, f"a text of {width} × {height} pixels")
    paper = Image.new("L", (width, height), 0)
    ImageDraw.Draw(paper).multiline_text((1 - left, 1 - top), text.text, 255, font, anchor)
    rows, columns = np.nonzero(np.asarray(paper) >= 128)
    columns = columns + math.floor(left + text.at.x * SCALE) - 1
    return Spans(rows + math.floor(top - text.at.y * SCALE) - 1, columns, columns + 1)
