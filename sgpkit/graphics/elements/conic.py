"""Fit a circle or ellipse to points by least squares."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgpkit.graphics.geometry import Circle, Ellipse, Point
from sgpkit.graphics.svg.roundness import GAP, TOLERANCE

MAX_DEVIATION = 0.1
"""Maximum error of a point in units, because coordinates are rounded and polylines cut corners."""

MAX_RADIUS = 50.0
"""Maximum radius relative to the extent of the points; the radius of a flatter arc is uncertain."""


class Arc(NamedTuple):
    """A circle on which a chain of points lies."""

    circle: Circle
    is_complete: bool
    """Whether the points go all the way round, except for an invisible gap."""


def fit(points: Sequence[Point]) -> Circle | Ellipse | None:
    """Return the circle or ellipse on which at least six points lie, or None."""
    if len(points) < 6:
        return None
    spots, centre, size = _normal(points)
    if size <= 0:
        return None
    x, y = spots.T
    # Every ellipse has the form ½(x² + y²) + u(x² − y²) + b·xy + d·x + e·y + f = 0, a circle with u = b = 0.
    columns = np.stack([x * x - y * y, x * y, x, y, np.ones_like(x)], axis=1)
    (u, b, d, e, f), *_ = np.linalg.lstsq(columns, -(x * x + y * y) / 2, rcond=None)
    matrix = np.array([[0.5 + u, b / 2], [b / 2, 0.5 - u]])
    if np.linalg.det(matrix) <= 1e-9:
        return None
    middle = np.linalg.solve(2 * matrix, [-d, -e])
    level = middle @ matrix @ middle - f
    if level <= 0:
        return None
    values, vectors = np.linalg.eigh(matrix)
    longer, shorter = np.sqrt(level / values)
    turned = (spots - middle) @ vectors
    stray = np.abs(np.hypot(turned[:, 0] / longer, turned[:, 1] / shorter) - 1) * shorter
    if stray.max() > max(TOLERANCE * shorter, MAX_DEVIATION / size):
        return None
    center = Point(float(middle[0] * size + centre[0]), float(middle[1] * size + centre[1]))
    if longer - shorter <= max(TOLERANCE * longer, 0.5 * MAX_DEVIATION / size):
        return Circle(center, float((longer + shorter) / 2 * size))
    angle = math.degrees(math.atan2(float(vectors[1, 0]), float(vectors[0, 0]))) % 180.0
    return Ellipse(center, float(longer * size), float(shorter * size), angle)


def arc_of(points: Sequence[Point]) -> Arc | None:
    """Return the circle on which a chain of points lies within rounding, or None."""
    if len(points) < 4:
        return None
    spots, centre, size = _normal(points)
    if size <= 0:
        return None
    x, y = spots.T
    columns = np.stack([2 * x, 2 * y, np.ones_like(x)], axis=1)
    (mid_x, mid_y, rest), *_ = np.linalg.lstsq(columns, x * x + y * y, rcond=None)
    square = rest + mid_x * mid_x + mid_y * mid_y
    if not 0 < square < MAX_RADIUS**2:
        return None
    radius = math.sqrt(square)
    if np.abs(np.hypot(x - mid_x, y - mid_y) - radius).max() > max(TOLERANCE * min(radius, 1.0), MAX_DEVIATION / size):
        return None
    angles = np.unwrap(np.arctan2(y - mid_y, x - mid_x))
    center = Point(float(mid_x * size + centre[0]), float(mid_y * size + centre[1]))
    is_complete = bool(np.ptp(angles) >= math.tau - GAP)
    return Arc(Circle(center, radius * size), is_complete)


def _normal(points: Sequence[Point]) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """Return the points relative to their mean, scaled to a maximum of 1; the mean; and the scale."""
    spots = np.array(points, dtype=float)
    centre = spots.mean(axis=0)
    spots -= centre
    size = float(np.abs(spots).max())
    return (spots / size if size > 0 else spots), centre, size
