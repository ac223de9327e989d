"""Rasterisation of triangles, all at once in numpy: the triangle that each pixel shows, and its depth."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.cad.view.camera import Numbers

Indices = npt.NDArray[np.int32]


class Pixels(NamedTuple):
    """Pixels that triangles cover, each possibly several times."""

    triangle: Indices
    column: Indices
    row: Indices


class Spans(NamedTuple):
    """The columns that triangles cover of rows: from `first` to before `stop`."""

    triangle: Indices
    row: Indices
    first: Indices
    stop: Indices


def cover(corners: Numbers, size: int) -> Pixels:
    """Return the pixels of triangles, whose `corners` (triangles, 3, 2) are in pixels. A pixel belongs to the triangle
    that contains its middle; on the common side of two triangles, to one of them.
    """
    spans = _spans(corners, size)
    span, column = _runs(spans.first, spans.stop)
    return Pixels(spans.triangle[span], column, spans.row[span])


def _spans(corners: Numbers, size: int) -> Spans:
    ys, xs = corners[:, :, 1], corners[:, :, 0]
    first = np.clip(np.ceil(ys.min(axis=1) - 0.5), 0, size).astype(np.int32)
    stop = np.clip(np.ceil(ys.max(axis=1) - 0.5), 0, size).astype(np.int32)
    triangle, row = _runs(first, stop)
    level = row + 0.5
    left, right = np.full(len(row), np.inf), np.full(len(row), -np.inf)
    for a, b in ((0, 1), (1, 2), (2, 0)):
        # Start at the same end for both triangles with this side, so that no pixel is lost or counted twice.
        swap = ys[:, a] > ys[:, b]
        low, high = np.where(swap, b, a), np.where(swap, a, b)
        every = np.arange(len(corners))
        y0, y1, x0, x1 = ys[every, low], ys[every, high], xs[every, low], xs[every, high]
        y0, y1, x0, x1 = y0[triangle], y1[triangle], x0[triangle], x1[triangle]
        crosses = (y0 <= level) & (level < y1)
        at = x0 + (level - y0) * (x1 - x0) / np.where(crosses, y1 - y0, 1.0)
        left = np.where(crosses, np.minimum(left, at), left)
        right = np.where(crosses, np.maximum(right, at), right)
    hit = left < right
    triangle, row, left, right = triangle[hit], row[hit], left[hit], right[hit]
    first = np.clip(np.ceil(left - 0.5), 0, size).astype(np.int32)
    stop = np.clip(np.ceil(right - 0.5), 0, size).astype(np.int32)
    return Spans(triangle, row, first, stop)


def _runs(first: Indices, stop: Indices) -> tuple[Indices, Indices]:
    """Return all numbers from first[i] up to but excluding stop[i], for every i, and the i of each."""
    lengths = np.maximum(stop - first, 0)
    shift = first - (np.cumsum(lengths, dtype=np.int32) - lengths)
    owner = np.repeat(np.arange(len(first), dtype=np.int32), lengths)
    return owner, np.arange(len(owner), dtype=np.int32) + np.repeat(shift, lengths)


def slopes(corners: Numbers, values: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Return the planes through values at the corners (triangles, 3, n): value = a·x + b·y + c."""
    x, y = corners[:, :, 0], corners[:, :, 1]
    dx1, dx2 = x[:, 1] - x[:, 0], x[:, 2] - x[:, 0]
    dy1, dy2 = y[:, 1] - y[:, 0], y[:, 2] - y[:, 0]
    area = dx1 * dy2 - dx2 * dy1
    dv1, dv2 = values[:, 1] - values[:, 0], values[:, 2] - values[:, 0]
    a = (dv1 * dy2[:, None] - dv2 * dy1[:, None]) / area[:, None]
    b = (dv2 * dx1[:, None] - dv1 * dx2[:, None]) / area[:, None]
    c = values[:, 0] - a * x[:, :1] - b * y[:, :1]
    return a, b, c


def silhouette(corners: Numbers, size: int) -> npt.NDArray[np.bool_]:
    """Return a picture of `size` pixels a side that is True if any triangle is."""
    spans = _spans(corners, size)
    starts, ends = (np.bincount(spans.row * (size + 1) + at, minlength=size * (size + 1)) for at in spans[2:])
    open_spans = np.cumsum((starts - ends).reshape(size, size + 1), axis=1)
    return open_spans[:, :size] > 0
