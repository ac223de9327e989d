"""Mirrorings and turns about the middle of its box that map a drawing onto itself.

Points along every curve are moved, and each must then lie on the drawing, which is approximated by straight pieces
whose error is far below the tolerance.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.cad.model import Circle, Curve
from sgpkit.graphics.cad.sketch.curves import Box, Turn, length, sample
from sgpkit.graphics.geometry import Point

STRAY = 2e-3
"""The largest distance of a moved point from the drawing, as a share of the size."""
STEPS = 40
"""Points that are moved, along the longer side of the box."""
PER_TURN = 180
ORDERS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)

Points = npt.NDArray[np.float64]


def mirror_axes(curves: Sequence[Curve], extent: Box) -> tuple[str, ...]:
    """Return those of `vertical`, `horizontal`, `diagonal` (rising) whose mirroring changes nothing."""
    if not curves or not extent.size:
        return ()
    points, pieces = _points(curves, extent), _pieces(curves, extent)
    mirrored = {"vertical": points * (-1, 1), "horizontal": points * (1, -1), "diagonal": points[:, ::-1]}
    return tuple(name for name, moved in mirrored.items() if _lie_on(moved, pieces))


def turns(curves: Sequence[Curve], extent: Box) -> int:
    """Return the number of turns within a whole one that change nothing: 1 for the whole one alone, 0 for any turn."""
    if not curves or not extent.size:
        return 1
    if all(isinstance(curve, Circle) and _in_the_middle(curve.center, extent) for curve in curves):
        return 0
    points, pieces = _points(curves, extent), _pieces(curves, extent)
    count = 1
    for order in ORDERS:
        angle = math.tau / order
        turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
        if _lie_on(points @ turn, pieces):
            count = math.lcm(count, order)
    return count


def _in_the_middle(point: Point, extent: Box) -> bool:
    return point.distance(extent.center) <= STRAY * extent.size


def _scaled(points: Sequence[Point], extent: Box) -> Points:
    moved: Points = (np.array(points, dtype=float) - np.array(extent.center)) / extent.size
    return moved


def _points(curves: Sequence[Curve], extent: Box) -> Points:
    """Return evenly spaced points of every curve; on circles at irregular angles, so that no turn maps points onto
    points by chance.
    """
    points: list[Point] = []
    for curve in curves:
        count = max(3, math.ceil(STEPS * length(curve) / extent.size))
        if isinstance(curve, Circle):
            round_about = Turn(curve.center, curve.radius, 0.1, math.tau)
            points += [round_about.at(step / count) for step in range(count)]
            continue
        at = np.array(sample(curve, PER_TURN), dtype=float)
        far = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(at, axis=0).T))])
        even = np.linspace(0, far[-1], count)
        points += [
            Point(float(x), float(y))
            for x, y in zip(np.interp(even, far, at[:, 0]), np.interp(even, far, at[:, 1]), strict=True)
        ]
    return _scaled(points, extent)


def _pieces(curves: Sequence[Curve], extent: Box) -> tuple[Points, Points]:
    """Return starts and steps of straight pieces."""
    along = [pair for curve in curves for pair in pairwise(sample(curve, PER_TURN))]
    starts = _scaled([one for one, _ in along], extent)
    return starts, _scaled([other for _, other in along], extent) - starts


def _lie_on(points: Points, pieces: tuple[Points, Points]) -> bool:
    starts, steps = pieces
    squares = np.maximum(np.einsum("ij,ij->i", steps, steps), 1e-30)
    for begin in range(0, len(points), 64):
        apart = points[begin : begin + 64, None, :] - starts[None, :, :]
        share = np.clip(np.einsum("ijk,jk->ij", apart, steps) / squares, 0, 1)
        apart -= share[:, :, None] * steps[None, :, :]
        if (np.einsum("ijk,ijk->ij", apart, apart).min(axis=1) > STRAY * STRAY).any():
            return False
    return True
