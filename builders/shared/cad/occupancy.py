"""The material of a part as its recipe knows it: prisms are added, cut and intersected point by point.

What is asked of it is measured in other ways on the built solid; here more is left open as being too close.
"""

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.cad.model import Loop, Region
from sgpkit.graphics.cad.sketch.curves import outline
from sgpkit.graphics.cad.sketch.form import CELLS, EMPTY, FULL

from .piece import AXES, Feature, Piece, box, plane_box

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

ALONG = 90
"""Points along a line of sight."""

ACROSS = 26
"""Points along each extent of the box by which the centre of gravity is estimated."""

MARGIN = 0.03
"""The least distance of a cell's middle from the silhouette's edge, as a share of the box."""

OFF, ON = 0.05, 0.002
"""Shares of an extent: the centre of gravity is off the middle above the first, and in the middle below the second."""


def material(piece: Piece, grid: Sequence[Numbers]) -> Flags:
    """Return which points of a grid, given by its coordinates along x, y and z, are inside the material."""
    filled = np.zeros([len(values) for values in grid], np.bool_)
    for feature in piece.features:
        inside = prism(feature, grid)
        match feature.operation:
            case "cut":
                filled &= ~inside
            case "intersect":
                filled &= inside
            case _:
                filled |= inside
    return filled


def prism(feature: Feature, grid: Sequence[Numbers]) -> Flags:
    """Return which points of a grid are inside a prism; for a tapered prism, its outline is scaled at each level."""
    axis, first, second = feature.axis, (feature.axis + 1) % 3, (feature.axis + 2) % 3
    levels = grid[axis]
    between = (levels > feature.start) & (levels < feature.end)
    us, vs = grid[first], grid[second]
    if feature.taper:
        inside = np.zeros((len(levels), len(us), len(vs)), np.bool_)
        inside[between] = within(feature.region, *narrowed(feature, us, vs, levels[between]))
    else:
        inside = between[:, None, None] & within(feature.region, us[None], vs[None])
    return np.asarray(np.transpose(inside, np.argsort([axis, first, second])))


def narrowed(feature: Feature, us: Numbers, vs: Numbers, levels: Numbers) -> tuple[Numbers, Numbers]:
    """Return, for each level, which coordinates of a plane's grid are inside the outline of a tapered prism at that
    level, scaled to its sketch."""
    left, bottom, right, top = plane_box(feature.region.outer)
    plane = feature.start if feature.plane is None else feature.plane
    grown = (math.tan(math.radians(feature.taper)) * abs(levels - plane))[:, None]
    us = (us - (left + right) / 2) * (right - left) / (right - left + 2 * grown) + (left + right) / 2
    vs = (vs - (bottom + top) / 2) * (top - bottom) / (top - bottom + 2 * grown) + (bottom + top) / 2
    return us, vs


def within(region: Region, us: Numbers, vs: Numbers) -> Flags:
    """Return which points of grids in a plane, given by a row of `us` and of `vs` for each, are inside a region."""
    inside = enclosed(region.outer, us, vs)
    for hole in region.holes:
        inside &= ~enclosed(hole, us, vs)
    return inside


def enclosed(loop: Loop, us: Numbers, vs: Numbers) -> Flags:
    """Return which points of grids in a plane an outline encloses: upwards of them it is crossed an odd number of
    times."""
    starts, ends = edges(loop)
    at = us.reshape(-1, 1)
    lines, crossed = np.nonzero((starts[:, 0] > at) != (ends[:, 0] > at))
    (x0, y0), (x1, y1) = starts[crossed].T, ends[crossed].T
    heights = y0 + (at[lines, 0] - x0) / (x1 - x0) * (y1 - y0)
    above = heights[:, None] > vs[lines // us.shape[1]]
    inside = np.zeros((at.size, vs.shape[1]), np.bool_)
    if len(lines):
        first = np.flatnonzero(np.diff(lines, prepend=-1))
        inside[lines[first]] = np.logical_xor.reduceat(above, first)
    return inside.reshape(*us.shape, vs.shape[1])


@lru_cache(maxsize=4096)
def edges(loop: Loop) -> tuple[Numbers, Numbers]:
    """Return where the sides of an outline's polygon start and end."""
    starts = np.array(outline(loop))
    return starts, np.roll(starts, -1, axis=0)


def middles(low: float, high: float, count: int) -> Numbers:
    """Return the middles of equal parts of a range."""
    return low + (high - low) * (np.arange(count) + 0.5) / count


def cells(piece: Piece, axis: int) -> str | None:
    """Return the silhouette along an axis as the rows of a grid over its box, from the top; None if the middle of a
    cell is near its edge. To the right and up are y and z along x, x and z along y, x and y along z."""
    lower, upper = box(piece.features)
    right, up = (other for other in range(3) if other != axis)
    grid: list[Numbers] = [np.empty(0)] * 3
    for side in (right, up):
        extent = upper[side] - lower[side]
        spread = np.array([-MARGIN, 0.0, MARGIN]) * extent
        grid[side] = (middles(lower[side], upper[side], CELLS)[:, None] + spread).ravel()
    breaks = sorted({lower[axis], upper[axis], *levels_along(piece, axis)})
    between = [(one + other) / 2 for one, other in itertools.pairwise(breaks)]
    grid[axis] = np.concatenate([middles(lower[axis], upper[axis], ALONG), between])
    seen = material(piece, grid).any(axis=axis).reshape(CELLS, 3, CELLS, 3)
    if (seen.any(axis=(1, 3)) != seen.all(axis=(1, 3))).any():
        return None
    # The first index runs to the right, the second upwards.
    marks = seen[:, 1, :, 1].T[::-1]
    return " ".join("".join(FULL if mark else EMPTY for mark in row) for row in marks)


def levels_along(piece: Piece, axis: int) -> list[float]:
    """Return where prisms along an axis begin and end."""
    return [level for one in piece.features if one.axis == axis for level in (one.start, one.end)]


def heavy_side(piece: Piece) -> str | None:
    """Return the direction, as "+z", of the centre of gravity from the middle of the box; None if that is not along a
    single axis, or not far enough."""
    if piece.bodies != 1:
        return None
    lower, upper = box(piece.features)
    grid = [middles(low, high, ACROSS) for low, high in zip(lower, upper, strict=True)]
    filled = material(piece, grid)
    if not filled.any():
        return None
    offsets = []
    for axis, (low, high) in enumerate(zip(lower, upper, strict=True)):
        weights = filled.sum(axis=tuple(other for other in range(3) if other != axis))
        center = float((weights * grid[axis]).sum() / weights.sum())
        offsets.append((center - (low + high) / 2) / (high - low))
    return direction(offsets, OFF, ON)


def direction(offsets: Sequence[float], off: float, on: float) -> str | None:
    """Return the only axis along which there is an offset, with its sign."""
    named = [axis for axis, offset in enumerate(offsets) if abs(offset) > off]
    if len(named) != 1 or any(abs(offset) > on for axis, offset in enumerate(offsets) if axis != named[0]):
        return None
    return ("+" if offsets[named[0]] > 0 else "-") + AXES[named[0]]
