"""Closed outlines, counter-clockwise, from the dimensions in a drawing; whole numbers give whole numbers."""

import math
from collections.abc import Sequence

from sgpkit.graphics.cad.model import Arc, Circle, Curve, Ellipse, Line, Loop, Spline
from sgpkit.graphics.geometry import Point


def circle(x: float, y: float, radius: float) -> Loop:
    return (Circle(Point(x, y), radius),)


def ellipse(x: float, y: float, half_width: float, half_height: float) -> Loop:
    if half_width >= half_height:
        return (Ellipse(Point(x, y), Point(half_width, 0.0), half_height / half_width),)
    return (Ellipse(Point(x, y), Point(0.0, half_height), half_width / half_height),)


def polygon(points: Sequence[tuple[float, float]]) -> Loop:
    corners = [Point(*point) for point in points]
    return tuple(Line(*ends) for ends in zip(corners, corners[1:] + corners[:1], strict=True))


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Loop:
    return polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def rounded(x0: float, y0: float, x1: float, y1: float, radius: float) -> Loop:
    """A rectangle with quarter circles for corners."""
    return chain(
        [
            ((x0 + radius, y0), None),
            ((x1 - radius, y0), quarter(x1 - radius, y0 + radius, radius, -45)),
            ((x1, y0 + radius), None),
            ((x1, y1 - radius), quarter(x1 - radius, y1 - radius, radius, 45)),
            ((x1 - radius, y1), None),
            ((x0 + radius, y1), quarter(x0 + radius, y1 - radius, radius, 135)),
            ((x0, y1 - radius), None),
            ((x0, y0 + radius), quarter(x0 + radius, y0 + radius, radius, -135)),
        ]
    )


def slot(x0: float, x1: float, y: float, radius: float) -> Loop:
    """Two half-circles about (x0, y) and (x1, y), and the lines that touch both."""
    return chain(
        [
            ((x0, y - radius), None),
            ((x1, y - radius), (x1 + radius, y)),
            ((x1, y + radius), None),
            ((x0, y + radius), (x0 - radius, y)),
        ]
    )


def chain(steps: Sequence[tuple[tuple[float, float], tuple[float, float] | None]]) -> Loop:
    """Return curves from each point to the next, straight or, where a middle is given, by the arc through it."""
    curves: list[Curve] = []
    for (start, middle), (end, _) in zip(steps, [*steps[1:], steps[0]], strict=True):
        if middle is None:
            curves.append(Line(Point(*start), Point(*end)))
        else:
            curves.append(Arc(Point(*start), Point(*middle), Point(*end)))
    return tuple(curves)


def quarter(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    """The point of a circle in a direction."""
    return x + radius * math.cos(math.radians(degrees)), y + radius * math.sin(math.radians(degrees))


def around(count: int, radius: float, first: float = 90.0, whole: bool = True) -> list[tuple[float, float]]:
    """Points evenly spaced on a circle, rounded to whole numbers such that mirror images remain mirror images."""
    points = [quarter(0.0, 0.0, radius, first + 360.0 * number / count) for number in range(count)]
    return [(float(nearest(x)), float(nearest(y))) for x, y in points] if whole else points


def nearest(value: float) -> int:
    """Return the nearest integer; halves and near halves are rounded away from 0."""
    return int(math.copysign(math.floor(abs(value) + 0.5 + 1e-9), value))


def decimals(x: float, y: float, digits: int) -> tuple[float, float]:
    """Return a point in decimals such that mirror images remain mirror images, which `round` does not guarantee."""
    unit = 10**digits
    return nearest(x * unit) / unit, nearest(y * unit) / unit


def smooth(points: Sequence[tuple[float, float]]) -> Loop:
    """A closed curve without corners: the periodic cubic B-spline of these control points."""
    wrapped = [Point(*point) for point in [*points, *points[:3]]]
    knots = tuple(float(number) for number in range(-3, len(points) + 4))
    return (Spline(3, tuple(wrapped), knots, periodic=True),)


def swept(points: Sequence[tuple[float, float]]) -> Spline:
    """A smooth open curve from the first control point to the last."""
    inner = len(points) - 3
    knots = (0.0,) * 4 + tuple(number / inner for number in range(1, inner)) + (1.0,) * 4
    return Spline(3, tuple(Point(*point) for point in points), knots)
