"""Plane curves as commands with decimal numbers, which the Fusion 360 and SketchGraphs texts share.

    Line:(x1,y1,x2,y2)                        Circle:(cx,cy,r)           Ellipse:(cx,cy,mx,my,ratio)
    Arc:(x1,y1,x2,y2,sweep)                   EllipticalArc:(cx,cy,mx,my,ratio,from,to)
    Spline:(degree,[x1,y1,x2,y2,…],[knots],[weights])    Spline:(…,periodic)

Angles are degrees, counter-clockwise if positive; (mx,my) leads from an ellipse's centre to its farthest point.
"""

import math
from collections.abc import Callable, Iterable

from sgpkit.graphics.cad.dialects.text import Argument, Command, pairs, rounded
from sgpkit.graphics.cad.model import Arc, Circle, Curve, Ellipse, EllipticArc, Line, Spline
from sgpkit.graphics.cad.sketch.curves import arc_by_sweep, sweep_of
from sgpkit.graphics.cad.sketch.splines import checked_spline
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

ANGLE_DECIMALS = 4
RATIO_DECIMALS = 6  # ratios, knots, weights, axes
DUST = 1e-7  # share of the whole; smaller values are rounding errors


def decimals_for(size: float) -> int:
    """Return the number of decimals for five significant digits of lengths: 4 if the whole is 1 to 10 units large."""
    return min(12, max(0, 4 - math.floor(math.log10(size)))) if size > 0 else 4


def decimals_that_keep(wholes: Iterable[float], pieces: Iterable[float]) -> int:
    """Return the decimals that give each whole five significant digits and each piece three, so that only negligible
    pieces become 0.
    """
    wholes = list(wholes)
    dust = DUST * max(wholes, default=0.0)
    needed = [decimals_for(size) for size in wholes if size > dust]
    return max([*needed, *(decimals_for(size) - 2 for size in pieces if size > dust)], default=4)


# --- command → curve --------------------------------------------------------------------------------------------------


def curve(kind: str, command: Command) -> Curve:
    """Return the curve that a command of this kind draws. Raises Rejected for impossible numbers."""
    return _READERS[kind](command)


def _line(command: Command) -> Curve:
    x1, y1, x2, y2 = command.numbers(4)
    if (x1, y1) == (x2, y2):
        raise _impossible(command, "a line without length")
    return Line(Point(x1, y1), Point(x2, y2))


def _arc(command: Command) -> Curve:
    x1, y1, x2, y2, sweep = command.numbers(5)
    if (x1, y1) == (x2, y2):
        raise _impossible(command, "an arc whose ends are the same point")
    if not 0 < abs(sweep) < 360:
        raise _impossible(command, f"an arc turns by more than 0 and less than 360 degrees, got {sweep:g}")
    return arc_by_sweep(Point(x1, y1), Point(x2, y2), math.radians(sweep))


def _circle(command: Command) -> Curve:
    x, y, radius = command.numbers(3)
    if radius <= 0:
        raise _impossible(command, f"a radius must be above 0, got {radius:g}")
    return Circle(Point(x, y), radius)


def _ellipse(command: Command) -> Curve:
    x, y, along, up, ratio = command.numbers(5)
    _check_axes(command, along, up, ratio)
    return Ellipse(Point(x, y), Point(along, up), ratio)


def _elliptic_arc(command: Command) -> Curve:
    x, y, along, up, ratio, begin, end = command.numbers(7)
    _check_axes(command, along, up, ratio)
    if not 0 < abs(end - begin) <= 360:
        raise _impossible(command, f"an elliptical arc turns by more than 0, at most 360 degrees, got {end - begin:g}")
    return EllipticArc(Point(x, y), Point(along, up), ratio, math.radians(begin), math.radians(end))


def _check_axes(command: Command, along: float, up: float, ratio: float) -> None:
    if along == up == 0:
        raise _impossible(command, "an ellipse's half-axis must have a length")
    if not 0 < ratio <= 1:
        raise _impossible(command, f"expected an ellipse's ratio above 0 and at most 1, got {ratio:g}")


def _spline(command: Command) -> Curve:
    arguments = command.arguments
    periodic = bool(arguments) and arguments[-1] == "periodic"
    if len(arguments) != 4 + periodic:
        raise command.wrong(f"expected degree, [points], [knots], [weights], got {len(arguments)} arguments")
    degree = command.number(0)
    points = tuple(Point(x, y) for x, y in pairs(command.numbers_in(1), command))
    return checked_spline(degree, points, command.numbers_in(2), command.numbers_in(3), periodic, command.where)


def _impossible(command: Command, reason: str) -> Rejected:
    return command.wrong(reason, Status.COMPILE_ERROR)


_READERS: dict[str, Callable[[Command], Curve]] = {
    "Line": _line,
    "Arc": _arc,
    "Circle": _circle,
    "Ellipse": _ellipse,
    "EllipticalArc": _elliptic_arc,
    "Spline": _spline,
}
KINDS = tuple(_READERS)


# --- curve → command --------------------------------------------------------------------------------------------------


def kind_of(shape: Curve) -> str:
    """Return the name of the command that draws a curve."""
    return "EllipticalArc" if isinstance(shape, EllipticArc) else type(shape).__name__


def arguments_of(shape: Curve, decimals: int) -> tuple[Argument, ...]:
    """Return the arguments of the command that draws a curve, lengths rounded to this number of decimals."""

    def near(*points: Point) -> tuple[float, ...]:
        return tuple(rounded(value, decimals) for point in points for value in point)

    if isinstance(shape, Line):
        return near(shape.start, shape.end)
    if isinstance(shape, Arc):
        return (*near(shape.start, shape.end), rounded(math.degrees(sweep_of(shape)), ANGLE_DECIMALS))
    if isinstance(shape, Circle):
        return (*near(shape.center), rounded(shape.radius, decimals))
    if isinstance(shape, Ellipse | EllipticArc):
        ellipse = (*near(shape.center, shape.major), rounded(shape.ratio, RATIO_DECIMALS))
        if isinstance(shape, Ellipse):
            return ellipse
        angles = (math.degrees(shape.from_angle), math.degrees(shape.to_angle))
        return (*ellipse, *(rounded(value, ANGLE_DECIMALS) for value in angles))
    return _spline_arguments(shape, near(*shape.control_points))


def _spline_arguments(shape: Spline, points: tuple[float, ...]) -> tuple[Argument, ...]:
    """Return a spline's arguments, its knots scaled so that the curve runs from 0 to 1."""
    low, high = shape.knots[shape.degree], shape.knots[-shape.degree - 1]
    knots = tuple(rounded((knot - low) / (high - low), RATIO_DECIMALS) for knot in shape.knots)
    weights = tuple(rounded(weight, RATIO_DECIMALS) for weight in shape.weights)
    if len(set(weights)) == 1:
        weights = ()
    return (shape.degree, points, knots, weights, *(("periodic",) if shape.periodic else ()))
