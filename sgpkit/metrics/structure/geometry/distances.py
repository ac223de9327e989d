"""Which segments and curves lie along others: distances in the plane, for many at once and the same every time."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from sgpkit.graphics.elements import Curve
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment

Numbers = NDArray[np.float64]

STEP = 4.0
"""Units between the places of a curve that are looked at."""

FEWEST, MOST = 16, 200
"""Places of one curve that are looked at."""

SLANT = 30.0
"""Degrees by which what lies along a curve may slant against it: a line that crosses it does not lie along it."""

ROUND = 180
"""Corners of the chain that stands for a circle or an ellipse: it strays by 0.015 % of the radius."""

_BLOCK = 4096


def covered(segments: Sequence[Segment], by: Sequence[Segment], tolerance: float) -> NDArray[np.bool_]:
    """For each segment whether both its ends are within the tolerance of one segment of the others."""
    found = np.zeros(len(segments), dtype=bool)
    if not len(segments) or not len(by):
        return found
    ends = np.array(segments, dtype=float)
    lines = np.array(by, dtype=float)
    for begin in range(0, len(lines), _BLOCK):
        block = lines[begin : begin + _BLOCK]
        near = _to_lines(ends.reshape(-1, 2), block) <= tolerance
        found |= (near[0::2] & near[1::2]).any(axis=1)
    return found


def along(
    curves: Sequence[Curve], by: Iterable[Sequence[Point]], tolerance: float, slant: float = SLANT
) -> NDArray[np.bool_]:
    """For each curve whether all of it runs along the others: each place of it within the tolerance of one, and not
    athwart it."""
    chains = [np.array(chain, dtype=float) for chain in by]
    found = np.zeros(len(curves), dtype=bool)
    if not chains:
        return found
    lines = np.concatenate([np.stack([chain[:-1], chain[1:]], axis=1) for chain in chains])
    directions = _directions(lines)
    low, high = lines.min(axis=1), lines.max(axis=1)
    steepest = math.cos(math.radians(slant))
    for index, curve in enumerate(curves):
        places, tangents = _places(curve)
        inside = (high >= places.min(axis=0) - tolerance) & (low <= places.max(axis=0) + tolerance)
        chosen = np.flatnonzero(inside.all(axis=1))
        reached = np.zeros(len(places), dtype=bool)
        for begin in range(0, len(chosen), _BLOCK):
            block = chosen[begin : begin + _BLOCK]
            level = np.abs(tangents @ directions[block].T) >= steepest
            reached |= ((_to_lines(places, lines[block]) <= tolerance) & level).any(axis=1)
        found[index] = bool(reached.all())
    return found


def chain(figure: Circle | Ellipse) -> tuple[Point, ...]:
    """The outline as a chain of points."""
    if isinstance(figure, Circle):
        figure = Ellipse(figure.centre, figure.radius, figure.radius)
    turn = math.radians(figure.angle)
    cosine, sine = math.cos(turn), math.sin(turn)
    points = []
    for index in range(ROUND + 1):
        angle = math.tau * index / ROUND
        x, y = figure.radius_x * math.cos(angle), figure.radius_y * math.sin(angle)
        points.append(Point(figure.centre.x + cosine * x - sine * y, figure.centre.y + sine * x + cosine * y))
    return tuple(points)


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


def _places(curve: Curve) -> tuple[Numbers, Numbers]:
    """Places at even distances along a curve, both ends among them, with the directions there."""
    corners = np.array(curve.points, dtype=float)
    lines = np.stack([corners[:-1], corners[1:]], axis=1)
    lengths = np.hypot(*(lines[:, 1] - lines[:, 0]).T)
    reached = np.concatenate([[0.0], np.cumsum(lengths)])
    count = min(max(math.ceil(reached[-1] / STEP) + 1, FEWEST), MOST)
    wanted = np.linspace(0.0, reached[-1], count)
    places = np.stack([np.interp(wanted, reached, corners[:, axis]) for axis in (0, 1)], axis=1)
    pieces = np.clip(np.searchsorted(reached, wanted, side="right") - 1, 0, len(lines) - 1)
    return places, _directions(lines)[pieces]
