"""Splines from files: NURBS checked, periodic ones wrapped round, interpolated points turned into NURBS."""

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from sgpkit.graphics.cad.model import Spline
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

MOST_POINTS = 2000
HIGHEST_DEGREE = 25  # OpenCASCADE's own limit


def checked_spline(
    degree: float,
    points: tuple[Point, ...],
    knots: tuple[float, ...],
    weights: tuple[float, ...],
    periodic: bool,
    where: str,
) -> Spline:
    """Return a spline that can be evaluated everywhere, or raise Rejected; periodic ones get a missing overlap."""

    def wrong(reason: str, status: Status = Status.COMPILE_ERROR) -> Rejected:
        return Rejected(status, f"{where}: {reason}")

    if degree != int(degree) or not 1 <= degree <= HIGHEST_DEGREE:
        raise wrong(f"the degree of a spline is a whole number from 1 to {HIGHEST_DEGREE}, got {degree:g}")
    order = int(degree) + 1
    if len(points) > MOST_POINTS:
        raise wrong(f"a spline of {len(points):,} points; at most {MOST_POINTS:,} are read", Status.TOO_LARGE)
    if any(one > other for one, other in pairwise(knots)):
        raise wrong("the knots of a spline must not decrease")
    if weights and (len(weights) != len(points) or min(weights) <= 0):
        raise wrong("a spline's weights must be above 0, one for each control point")
    if periodic and len(knots) == len(points) + 1 and len(points) >= order - 1:
        points, knots, weights = _wrapped(int(degree), points, knots, weights)
    if len(points) < order:
        raise wrong(f"a spline of degree {degree:g} needs {order} control points at least, got {len(points)}")
    if len(knots) != len(points) + order:
        raise wrong(
            f"{len(points)} control points of degree {degree:g} need {len(points) + order} knots, got {len(knots)}"
        )
    if knots[order - 1] >= knots[-order]:
        raise wrong("the knots of a spline give it no length")
    if any(knots[index] == knots[index + order] for index in range(len(knots) - order)):
        raise wrong(f"a knot repeated more than {order} times breaks the spline")
    return Spline(int(degree), points, knots, weights, periodic)


def _wrapped(
    degree: int, points: tuple[Point, ...], knots: tuple[float, ...], weights: tuple[float, ...]
) -> tuple[tuple[Point, ...], tuple[float, ...], tuple[float, ...]]:
    """Wrap n control points over n spans: repeat the first `degree` at the end, continue the knots both ways."""
    period = knots[-1] - knots[0]
    count = len(points)
    before = [knots[count - step] - period for step in range(degree, 0, -1)]
    after = [knots[step] + period for step in range(1, degree + 1)]
    return points + points[:degree], (*before, *knots, *after), weights + weights[:degree]


def through(points: Sequence[Point], start: Point | None, end: Point | None, periodic: bool, where: str) -> Spline:
    """Return the cubic spline through points at centripetal parameters, as Onshape draws it, with given derivatives.

    The parameters must be centripetal and run from 0 to 1, as the handles that its files give alongside the
    derivatives show: a handle lies a third of the first span along the derivative.
    """
    kept = [points[0], *(other for one, other in pairwise(points) if other != one)]
    if len(kept) < 2 or len(kept) > MOST_POINTS:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: a spline through {len(kept)} different points")
    if periodic and kept[0] != kept[-1]:
        kept.append(kept[0])
    steps = np.sqrt([one.distance(other) for one, other in pairwise(kept)])
    at = np.concatenate([[0.0], np.cumsum(steps)])
    at /= at[-1]
    slopes = _slopes(np.array(kept, dtype=float), np.diff(at), start, end, periodic)
    control = [kept[0]]
    for index, (one, other) in enumerate(pairwise(kept)):
        third = float(at[index + 1] - at[index]) / 3
        control.append(Point(*(float(value) for value in np.array(one) + slopes[index] * third)))
        control.append(Point(*(float(value) for value in np.array(other) - slopes[index + 1] * third)))
        control.append(other)
    inner = [float(value) for value in at[1:-1] for _ in range(3)]
    return Spline(3, tuple(control), (0.0,) * 4 + tuple(inner) + (1.0,) * 4)


def _slopes(
    points: np.ndarray, spans: np.ndarray, start: Point | None, end: Point | None, periodic: bool
) -> np.ndarray:
    """Return the derivatives at the points of the spline whose second derivative is continuous."""
    count = len(points)
    system = np.zeros((count, count))
    known = np.zeros((count, 2))
    for index in range(1, count - 1):
        before, after = spans[index - 1], spans[index]
        system[index, index - 1 : index + 2] = (after, 2 * (before + after), before)
        known[index] = 3 * (
            (points[index + 1] - points[index]) * before / after + (points[index] - points[index - 1]) * after / before
        )
    if periodic:
        before, after = spans[-1], spans[0]
        system[0, 0], system[0, -1] = 1, -1
        system[-1, [0, 1, -2]] = (2 * (before + after), before, after)
        known[-1] = 3 * ((points[1] - points[0]) * before / after + (points[-1] - points[-2]) * after / before)
        return np.linalg.solve(system, known)
    for row, given, span in ((0, start, spans[0]), (-1, end, spans[-1])):
        if given is not None and math.hypot(given.x, given.y) > 0:
            system[row, row] = 1
            known[row] = given
        else:  # no bend at the end
            system[row, [row, 1 if row == 0 else -2]] = (2, 1)
            across = points[1] - points[0] if row == 0 else points[-1] - points[-2]
            known[row] = 3 * across / span
    return np.linalg.solve(system, known)
