"""Segments and curves that run along others, by vectorised and reproducible distances in the plane."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from sgpkit.graphics.elements import Curve, cut
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment

Numbers = NDArray[np.float64]

STEP = 4.0
"""Distance in units between the points of a curve that are compared."""

MIN_POINTS, MAX_POINTS = 16, 200
"""Minimum and maximum number of points of one curve that are compared."""

SLANT = 30.0
"""Maximum angle in degrees between a curve and one that runs along it, to exclude lines that cross it."""

_BLOCK = 4096


def covered(segments: Sequence[Segment], by: Sequence[Segment], tolerance: float) -> NDArray[np.bool_]:
    """Return for each segment whether both its ends are within the tolerance of one segment of the others."""
    matches = np.zeros(len(segments), dtype=bool)
    if not len(segments) or not len(by):
        return matches
    ends = np.array(segments, dtype=float)
    lines = np.array(by, dtype=float)
    for begin in range(0, len(lines), _BLOCK):
        block = lines[begin : begin + _BLOCK]
        near = _to_lines(ends.reshape(-1, 2), block) <= tolerance
        matches |= (near[0::2] & near[1::2]).any(axis=1)
    return matches


def along(
    curves: Sequence[Curve], by: Iterable[Sequence[Point]], tolerance: float, slant: float = SLANT
) -> NDArray[np.bool_]:
    """Return for each curve whether all of it runs along the others.

    It does if each of its points is within the tolerance of one, and in about the same direction.
    """
    chains = [np.array(chain, dtype=float) for chain in by]
    matches = np.zeros(len(curves), dtype=bool)
    if not chains:
        return matches
    lines = np.concatenate([np.stack([chain[:-1], chain[1:]], axis=1) for chain in chains])
    directions = _directions(lines)
    low, high = lines.min(axis=1), lines.max(axis=1)
    steepest = math.cos(math.radians(slant))
    for index, curve in enumerate(curves):
        points, tangents = _points(curve)
        inside = (high >= points.min(axis=0) - tolerance) & (low <= points.max(axis=0) + tolerance)
        chosen = np.flatnonzero(inside.all(axis=1))
        reached = np.zeros(len(points), dtype=bool)
        for begin in range(0, len(chosen), _BLOCK):
            block = chosen[begin : begin + _BLOCK]
            level = np.abs(tangents @ directions[block].T) >= steepest
            reached |= ((_to_lines(points, lines[block]) <= tolerance) & level).any(axis=1)
        matches[index] = bool(reached.all())
    return matches


def to_chains(points: Numbers, chains: Iterable[Sequence[Point]]) -> Numbers:
    """Return the distance of each point from the nearest of some chains of points."""
    corners = [np.array(chain, dtype=float) for chain in chains]
    pieces = np.concatenate([np.stack([chain[:-1], chain[1:]], axis=1) for chain in corners])
    nearest = np.full(len(points), np.inf)
    for begin in range(0, len(pieces), _BLOCK):
        nearest = np.minimum(nearest, _to_lines(points, pieces[begin : begin + _BLOCK]).min(axis=1))
    return nearest


def chain(figure: Circle | Ellipse) -> tuple[Point, ...]:
    """Return the outline as a chain of points."""
    return tuple([Point(*point) for point in cut.around(figure).tolist()])


def _to_lines(points: Numbers, lines: Numbers) -> Numbers:
    starts = lines[:, 0]
    spans = lines[:, 1] - starts
    squares = np.einsum("sk,sk->s", spans, spans)
    towards = points[:, None] - starts
    shares = np.einsum("psk,sk->ps", towards, spans) / np.where(squares > 0, squares, 1.0)
    towards -= np.clip(shares, 0.0, 1.0)[..., None] * spans
    distances: Numbers = np.hypot(towards[..., 0], towards[..., 1])
    return distances


def _directions(lines: Numbers) -> Numbers:
    spans = lines[:, 1] - lines[:, 0]
    directions: Numbers = spans / np.maximum(np.hypot(spans[:, 0], spans[:, 1]), 1e-300)[:, None]
    return directions


def _points(curve: Curve) -> tuple[Numbers, Numbers]:
    """Return equally spaced points along a curve, including both ends, with the directions there."""
    corners = np.array(curve.points, dtype=float)
    lines = np.stack([corners[:-1], corners[1:]], axis=1)
    lengths = np.hypot(*(lines[:, 1] - lines[:, 0]).T)
    reached = np.concatenate([[0.0], np.cumsum(lengths)])
    count = min(max(math.ceil(reached[-1] / STEP) + 1, MIN_POINTS), MAX_POINTS)
    wanted = np.linspace(0.0, reached[-1], count)
    points = np.stack([np.interp(wanted, reached, corners[:, axis]) for axis in (0, 1)], axis=1)
    pieces = np.clip(np.searchsorted(reached, wanted, side="right") - 1, 0, len(lines) - 1)
    return points, _directions(lines)[pieces]
