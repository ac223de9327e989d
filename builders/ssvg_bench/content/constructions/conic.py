"""Ellipses, parabolas and hyperbolas in coordinates, for the solvers; y points down. Lines and circles: `plane.py`."""

import math
from collections.abc import Sequence

from sgpkit.graphics.geometry import Affine, Circle, Ellipse, Point, Segment, image_of_circle

from . import plane
from .engine import Curve, Degenerate

ORIGIN = Point(0.0, 0.0)
ROUND = 0.93
"""Maximum ratio of an ellipse's axes; above it, the ellipse could be taken for a circle."""


def frame(ellipse: Ellipse) -> Affine:
    """The map that takes the unit circle to the ellipse."""
    along = plane.at(ORIGIN, ellipse.radius_x, ellipse.angle)
    across = plane.at(ORIGIN, ellipse.radius_y, ellipse.angle + 90)
    return Affine(along.x, along.y, across.x, across.y, ellipse.centre.x, ellipse.centre.y)


def on(ellipse: Ellipse, degrees: float) -> Point:
    """A point of an ellipse; four of them at right angles are the ends of conjugate diameters."""
    return frame(ellipse)(plane.at(ORIGIN, 1.0, degrees))


def foci(ellipse: Ellipse) -> tuple[Point, Point]:
    reach = math.sqrt(abs(ellipse.radius_x**2 - ellipse.radius_y**2))
    turn = ellipse.angle if ellipse.radius_x >= ellipse.radius_y else ellipse.angle + 90
    return plane.at(ellipse.centre, reach, turn + 180), plane.at(ellipse.centre, reach, turn)


def with_foci(one: Point, other: Point, through: Point) -> Ellipse:
    longer = (through.distance(one) + through.distance(other)) / 2
    reach = one.distance(other) / 2
    direction = other - one
    return checked(
        Ellipse(
            plane.midpoint(one, other),
            longer,
            math.sqrt(longer * longer - reach * reach),
            math.degrees(math.atan2(direction.y, direction.x)),
        )
    )


def with_conjugate(centre: Point, one: Point, other: Point) -> Ellipse:
    """The ellipse two of whose conjugate diameters end at two points."""
    first, second = one - centre, other - centre
    ellipse = image_of_circle(ORIGIN, 1.0, 1.0, Affine(first.x, first.y, second.x, second.y, centre.x, centre.y))
    if isinstance(ellipse, Circle):
        raise Degenerate("the ellipse is a circle")
    return checked(ellipse)


def checked(ellipse: Ellipse) -> Ellipse:
    shorter, longer = sorted((ellipse.radius_x, ellipse.radius_y))
    if not 0.3 * longer < shorter < ROUND * longer:
        raise Degenerate("an ellipse that is very flat, or nearly a circle")
    return ellipse


def chord(line: Segment, ellipse: Ellipse) -> Segment:
    """Return the intersections of a line and an ellipse."""
    outward = frame(ellipse)
    inward = outward.inverse()
    start, end = plane.chord(Segment(inward(line.start), inward(line.end)), Circle(ORIGIN, 1.0))
    return Segment(outward(start), outward(end))


def tangent_points(point: Point, ellipse: Ellipse) -> tuple[Point, Point]:
    """Return the points where the two tangents from a point outside touch an ellipse."""
    outward = frame(ellipse)
    one, other = plane.tangent_points(outward.inverse()(point), Circle(ORIGIN, 1.0))
    return outward(one), outward(other)


def through(points: Sequence[Point]) -> Ellipse:
    """The ellipse through five points: the member through the fifth of the pencil of conics through the first four."""
    a, b, c, d, e = points
    first, second = _line_pair(a, b, c, d), _line_pair(a, c, b, d)
    share, other = _value(second, e), -_value(first, e)
    return from_equation([share * one + other * two for one, two in zip(first, second, strict=True)])


def _line_pair(a: Point, b: Point, c: Point, d: Point) -> list[float]:
    """The equation of the lines ab and cd together: the factors of x², xy, y², x, y and 1."""
    (p, q, r), (s, t, u) = _line(a, b), _line(c, d)
    return [p * s, p * t + q * s, q * t, p * u + r * s, q * u + r * t, r * u]


def _line(a: Point, b: Point) -> tuple[float, float, float]:
    across = plane.normal(b - a)
    return across.x, across.y, -across.dot(a)


def _value(equation: Sequence[float], at: Point) -> float:
    p, q, r, s, t, u = equation
    return p * at.x**2 + q * at.x * at.y + r * at.y**2 + s * at.x + t * at.y + u


def from_equation(equation: Sequence[float]) -> Ellipse:
    """The ellipse px² + qxy + ry² + sx + ty + u = 0."""
    p, q, r, s, t, _ = equation
    determinant = 4 * p * r - q * q
    if determinant <= 1e-6 * (p * p + q * q + r * r):
        raise Degenerate("this conic is no ellipse")
    centre = Point((q * t - 2 * r * s) / determinant, (q * s - 2 * p * t) / determinant)
    size = -_value(equation, centre)
    turn = math.atan2(q, p - r) / 2
    cosine, sine = math.cos(turn), math.sin(turn)
    along = (p * cosine * cosine + q * cosine * sine + r * sine * sine) / size
    across = (p * sine * sine - q * cosine * sine + r * cosine * cosine) / size
    if along <= 0 or across <= 0:
        raise Degenerate("this ellipse has no points")
    return checked(Ellipse(centre, along**-0.5, across**-0.5, math.degrees(turn)))


def parabola_point(focus: Point, directrix: Segment, along: float) -> Point:
    """The point of a parabola this far to the side of its axis, in the direction of the directrix."""
    base = plane.foot(focus, directrix)
    reach = focus.distance(base)
    onto = base + plane.unit(directrix.start, directrix.end) * along
    return onto + plane.unit(base, focus) * ((along * along + reach * reach) / (2 * reach))


def parabola(focus: Point, directrix: Segment, low: float, high: float) -> Curve:
    """A piece of a parabola as one Bézier piece, which it is exactly; its tangents meet half-way between its ends."""
    start, end = parabola_point(focus, directrix, low), parabola_point(focus, directrix, high)
    base = plane.foot(focus, directrix)
    reach = focus.distance(base)
    middle = base + plane.unit(directrix.start, directrix.end) * ((low + high) / 2)
    corner = middle + plane.unit(base, focus) * ((low * high + reach * reach) / (2 * reach))
    return Curve((start, plane.between(start, corner, 2 / 3), plane.between(end, corner, 2 / 3), end))


def hyperbola_branch(centre: Point, vertex: Point, across: float, reach: float, pieces: int = 8) -> Curve:
    """The branch at a vertex, out to `reach` (a hyperbolic angle) on both sides; `across` is the other half axis."""
    along = vertex - centre
    side = plane.normal(plane.unit(centre, vertex)) * across
    step = 2 * reach / pieces

    def point_at(angle: float) -> Point:
        return centre + along * math.cosh(angle) + side * math.sinh(angle)

    def speed(angle: float) -> Point:
        return along * math.sinh(angle) + side * math.cosh(angle)

    points = [point_at(-reach)]
    for index in range(pieces):
        here, there = -reach + index * step, -reach + (index + 1) * step
        points += (
            point_at(here) + speed(here) * (step / 3),
            point_at(there) - speed(there) * (step / 3),
            point_at(there),
        )
    return Curve(tuple(points))
