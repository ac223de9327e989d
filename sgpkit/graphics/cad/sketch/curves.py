"""Geometry of the plane curves of CAD: ends, points along them, reversal, scaling, measures."""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.cad.model import Arc, Circle, Curve, Ellipse, EllipticArc, Line, Loop, Spline
from sgpkit.graphics.geometry import Point

Numbers = npt.NDArray[np.float64]

_PER_TURN = 64
"""Points per full turn: a chord deviates from its arc by 0.12 % of the radius."""

BLOCK = 4096
"""Number of points of a spline that are computed together."""


class Box(NamedTuple):
    """An axis-parallel bounding box."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """The horizontal side."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The vertical side."""
        return self.top - self.bottom

    @property
    def size(self) -> float:
        """The longer side."""
        return max(self.width, self.height)

    @property
    def center(self) -> Point:
        """The middle of the box."""
        return Point((self.left + self.right) / 2, (self.bottom + self.top) / 2)


class Turn(NamedTuple):
    """An arc by its centre: it starts at `start` (radians) and turns by `sweep`, counter-clockwise if positive."""

    center: Point
    radius: float
    start: float
    sweep: float

    def at(self, share: float) -> Point:
        """Return the point after this share of the turn, from 0 to 1."""
        angle = self.start + share * self.sweep
        return Point(self.center.x + self.radius * math.cos(angle), self.center.y + self.radius * math.sin(angle))


# --- arcs -------------------------------------------------------------------------------------------------------------


def arc_by_sweep(start: Point, end: Point, sweep: float) -> Arc | Line:
    """Return the arc between two points that turns by `sweep` radians, counter-clockwise if positive; a line for 0."""
    chord = end - start
    if sweep == 0:
        return Line(start, end)
    bulge = math.tan(sweep / 4) / 2  # the sagitta over the chord
    middle = Point((start.x + end.x) / 2 + chord.y * bulge, (start.y + end.y) / 2 - chord.x * bulge)
    return Arc(start, middle, end)


def arc_by_angles(center: Point, radius: float, start: float, sweep: float) -> Arc:
    """Return the arc about a centre that starts at an angle and turns by `sweep`, both in radians."""
    turn = Turn(center, radius, start, sweep)
    return Arc(turn.at(0), turn.at(0.5), turn.at(1))


def turn_of(arc: Arc) -> Turn | None:
    """Return centre, radius and angles of an arc; None for three points on one line."""
    first, second = arc.middle - arc.start, arc.end - arc.start
    double = 2 * first.cross(second)
    scale = first.dot(first) + second.dot(second)
    if abs(double) <= 1e-12 * scale:
        return None
    along, across = first.dot(first), second.dot(second)
    offset = Point((second.y * along - first.y * across) / double, (first.x * across - second.x * along) / double)
    center = arc.start + offset
    start = math.atan2(-offset.y, -offset.x)
    finish = math.atan2(arc.end.y - center.y, arc.end.x - center.x)
    sweep = (finish - start) % math.tau
    if double < 0:  # start, middle, end turn clockwise
        sweep -= math.tau
    return Turn(center, math.hypot(*offset), start, sweep)


def sweep_of(arc: Arc) -> float:
    """Return the angle by which an arc turns, counter-clockwise if positive; the inverse of `arc_by_sweep`."""
    turn = turn_of(arc)
    return 0.0 if turn is None else turn.sweep


# --- any curve --------------------------------------------------------------------------------------------------------


def is_closed(curve: Curve) -> bool:
    """Return whether the curve is a loop by itself."""
    if isinstance(curve, Circle | Ellipse):
        return True
    if isinstance(curve, Spline):
        start, end = ends(curve)
        return curve.periodic or start.distance(end) <= 1e-9 * max(1e-300, box(curve).size)
    if isinstance(curve, EllipticArc):
        return abs(abs(curve.to_angle - curve.from_angle) - math.tau) < 1e-9
    return False


def ends(curve: Curve) -> tuple[Point, Point]:
    """Return the first and the last point of a curve."""
    if isinstance(curve, Line | Arc):
        return curve.start, curve.end
    if isinstance(curve, Circle):
        return curve.center + Point(curve.radius, 0), curve.center + Point(curve.radius, 0)
    if isinstance(curve, Ellipse):
        return curve.center + curve.major, curve.center + curve.major
    if isinstance(curve, EllipticArc):
        return on_ellipse(curve, curve.from_angle), on_ellipse(curve, curve.to_angle)
    return on_spline(curve, 0.0), on_spline(curve, 1.0)


def on_ellipse(curve: Ellipse | EllipticArc, angle: float) -> Point:
    """Return the point of an ellipse at a parameter in radians."""
    (x, y), (along, up), ratio = curve.center, curve.major, curve.ratio
    cosine, sine = math.cos(angle), math.sin(angle)
    return Point(x + along * cosine + -up * ratio * sine, y + up * cosine + along * ratio * sine)


def on_spline(curve: Spline, share: float) -> Point:
    """Return a point of a spline; `share` runs over the domain from 0 to 1."""
    return along_spline(curve, [share])[0]


def along_spline(curve: Spline, shares: Sequence[float]) -> list[Point]:
    """Return points of a spline at shares of its domain, from 0 to 1."""
    low, high = curve.knots[curve.degree], curve.knots[len(curve.control_points)]
    weights = np.array(curve.weights or (1.0,) * len(curve.control_points))[:, None]
    controls = np.concatenate((np.array(curve.control_points) * weights, weights), axis=1)
    points = de_boor(curve, low + np.array(shares) * (high - low), controls)
    return [Point(x, y) for x, y in (points[:, :2] / points[:, 2:]).tolist()]


def de_boor(curve: Spline, at: Numbers, controls: Numbers) -> Numbers:
    """Return a spline at some parameters by de Boor's algorithm; control points are rows of any length."""
    degree, knots = curve.degree, np.array(curve.knots, np.float64)
    spans = np.clip(np.searchsorted(knots, at, side="right") - 1, degree, len(controls) - 1)
    results = []
    for first in range(0, len(at), BLOCK):
        values, span = at[first : first + BLOCK, None], spans[first : first + BLOCK, None]
        points = controls[span + np.arange(-degree, 1)]
        for level in range(1, degree + 1):
            upper = span + np.arange(1, degree - level + 2)
            left = knots[upper + level - degree - 1]
            width = knots[upper] - left
            share = np.divide(values - left, width, out=np.zeros_like(width), where=width != 0)[:, :, None]
            points = points[:, :-1] * (1 - share) + points[:, 1:] * share
        results.append(points[:, 0])
    return np.concatenate(results)


def reversed_curve(curve: Curve) -> Curve:
    """Return the same curve in the opposite direction."""
    if isinstance(curve, Line):
        return Line(curve.end, curve.start)
    if isinstance(curve, Arc):
        return Arc(curve.end, curve.middle, curve.start)
    if isinstance(curve, EllipticArc):
        return EllipticArc(curve.center, curve.major, curve.ratio, curve.to_angle, curve.from_angle)
    if isinstance(curve, Spline):
        turned = tuple(curve.knots[0] + curve.knots[-1] - knot for knot in reversed(curve.knots))
        return Spline(curve.degree, curve.control_points[::-1], turned, curve.weights[::-1], curve.periodic)
    return curve


def sample(curve: Curve, per_turn: int = _PER_TURN) -> list[Point]:
    """Return points along a curve, including both ends, close enough for chords to approximate it."""
    if isinstance(curve, Line):
        return [curve.start, curve.end]
    if isinstance(curve, Arc):
        turn = turn_of(curve)
        if turn is None:
            return [curve.start, curve.middle, curve.end]
        steps = _steps(turn.sweep, per_turn)
        inner = [turn.at(step / steps) for step in range(1, steps)]
        return [curve.start, *inner, curve.end]
    if isinstance(curve, Circle):
        (x, y), radius = curve.center, curve.radius
        points = [Point(x + radius * cosine, y + radius * sine) for cosine, sine in _unit_circle(per_turn)]
        return [*points, points[0]]
    if isinstance(curve, Ellipse):
        points = [on_ellipse(curve, math.tau * step / per_turn) for step in range(per_turn)]
        return [*points, points[0]]
    if isinstance(curve, EllipticArc):
        sweep = curve.to_angle - curve.from_angle
        steps = _steps(sweep, per_turn)
        return [on_ellipse(curve, curve.from_angle + sweep * step / steps) for step in range(steps + 1)]
    spans = (
        len({knot for knot in curve.knots if curve.knots[curve.degree] <= knot <= curve.knots[-curve.degree - 1]}) - 1
    )
    steps = max(1, spans) * max(4, per_turn // 8)
    return along_spline(curve, [step / steps for step in range(steps + 1)])


@lru_cache(maxsize=16)
def _unit_circle(count: int) -> tuple[tuple[float, float], ...]:
    """Return points on the circle of radius 1 about the origin, evenly, from its rightmost point."""
    turn = Turn(Point(0.0, 0.0), 1.0, 0.0, math.tau)
    return tuple(turn.at(step / count) for step in range(count))


def _steps(sweep: float, per_turn: int) -> int:
    """Return the number of steps for a turn; rounding errors of an angle do not change it."""
    return max(2, math.ceil(abs(sweep) / math.tau * per_turn - 1e-3))


def length(curve: Curve) -> float:
    """Return the length of a curve."""
    if isinstance(curve, Line):
        return curve.start.distance(curve.end)
    if isinstance(curve, Arc):
        turn = turn_of(curve)
        return curve.start.distance(curve.end) if turn is None else turn.radius * abs(turn.sweep)
    if isinstance(curve, Circle):
        return math.tau * curve.radius
    return sum(one.distance(other) for one, other in pairwise(sample(curve, 1024)))


def box(curve: Curve) -> Box:
    """Return the bounding box, exact for lines, arcs, circles and ellipses; of splines by fine sampling."""
    if isinstance(curve, Circle):
        x, y, radius = *curve.center, curve.radius
        return Box(x - radius, y - radius, x + radius, y + radius)
    if isinstance(curve, Ellipse):
        wide = math.hypot(curve.major.x, curve.major.y * curve.ratio)
        high = math.hypot(curve.major.y, curve.major.x * curve.ratio)
        x, y = curve.center
        return Box(x - wide, y - high, x + wide, y + high)
    if isinstance(curve, Line):
        return box_of_points(sample(curve))
    if isinstance(curve, Arc):
        turn = turn_of(curve)
        if turn is None:
            return box_of_points(sample(curve))
        angles = [step * math.pi / 2 for step in range(4)]
        extreme = [
            turn.at(((angle - turn.start) * math.copysign(1, turn.sweep) % math.tau) / abs(turn.sweep))
            for angle in angles
            if ((angle - turn.start) * math.copysign(1, turn.sweep)) % math.tau < abs(turn.sweep)
        ]
        return box_of_points([curve.start, curve.end, *extreme])
    return box_of_points(sample(curve, 1024))


def box_of_points(points: Iterable[Point]) -> Box:
    """Return the bounding box of points."""
    across, along = zip(*points, strict=True)
    return Box(min(across), min(along), max(across), max(along))


def box_of(curves: Iterable[Curve]) -> Box:
    """Return the bounding box of several curves together."""
    boxes = [box(curve) for curve in curves]
    return Box(
        min(one.left for one in boxes),
        min(one.bottom for one in boxes),
        max(one.right for one in boxes),
        max(one.top for one in boxes),
    )


def mapped(curve: Curve, factor: float, shift: Point = Point(0.0, 0.0)) -> Curve:
    """Return the curve scaled about the origin by a positive factor, then shifted."""

    def moved(point: Point) -> Point:
        return Point(point.x * factor + shift.x, point.y * factor + shift.y)

    if isinstance(curve, Line):
        return Line(moved(curve.start), moved(curve.end))
    if isinstance(curve, Arc):
        return Arc(moved(curve.start), moved(curve.middle), moved(curve.end))
    if isinstance(curve, Circle):
        return Circle(moved(curve.center), curve.radius * factor)
    if isinstance(curve, Ellipse):
        return Ellipse(moved(curve.center), curve.major * factor, curve.ratio)
    if isinstance(curve, EllipticArc):
        return EllipticArc(moved(curve.center), curve.major * factor, curve.ratio, curve.from_angle, curve.to_angle)
    points = tuple(moved(point) for point in curve.control_points)
    return Spline(curve.degree, points, curve.knots, curve.weights, curve.periodic)


# --- closed outlines --------------------------------------------------------------------------------------------------


def outline(loop: Loop, per_turn: int = _PER_TURN) -> list[Point]:
    """Return a loop as one polygon, its first point not repeated."""
    return [point for curve in loop for point in sample(curve, per_turn)[:-1]]


def signed_area(points: Sequence[Point]) -> float:
    """Return the area of a polygon, positive where it runs counter-clockwise."""
    return sum(one.cross(other) for one, other in pairwise([*points, points[0]])) / 2


def area(loop: Loop) -> float:
    """Return the area that a loop encloses: exact for lines, arcs, circles, ellipses; splines by fine sampling."""
    total = 0.0
    for curve in loop:
        if isinstance(curve, Circle):
            return math.pi * curve.radius**2
        if isinstance(curve, Ellipse):
            return math.pi * curve.major.dot(curve.major) * curve.ratio
        turn = turn_of(curve) if isinstance(curve, Arc) else None
        if turn is not None:
            total += curve.start.cross(curve.end) / 2  # type: ignore[union-attr]
            total += turn.radius**2 * (turn.sweep - math.sin(turn.sweep)) / 2
        else:
            points = sample(curve, 2048)
            total += sum(one.cross(other) for one, other in pairwise(points)) / 2
    return abs(total)


def turned_loop(loop: Loop) -> Loop:
    """Return the same loop in the opposite direction."""
    return tuple(reversed_curve(curve) for curve in reversed(loop))
