"""Checks of a part before any geometry is built: numbers that are not finite, sizes below 0, too many elements."""

import math

from sgpkit.graphics.cad.model import Circle, Curve, Ellipse, EllipticArc, Extrusion, Frame, Part, Region, Spline
from sgpkit.status import Rejected, Status

MOST_CURVES = 20_000
MOST_EXTRUSIONS = 1_000
MOST_POLES = 20_000
_UNIT = 1e-6
"""The largest error of a frame's axes in length and angle."""


def check(part: Part) -> None:
    """Check a part. Raises Rejected, naming the extrusion and curve, for one that cannot be built."""
    if not part.extrusions:
        raise Rejected(Status.COMPILE_ERROR, "no extrusion: there is nothing to build")
    if len(part.extrusions) > MOST_EXTRUSIONS:
        raise Rejected(Status.TOO_LARGE, f"{len(part.extrusions):,} extrusions; at most {MOST_EXTRUSIONS:,} are built")
    curves = sum(len(curves_of(extrusion.regions)) for extrusion in part.extrusions)
    if curves > MOST_CURVES:
        raise Rejected(Status.TOO_LARGE, f"{curves:,} curves; at most {MOST_CURVES:,} are built")
    for number, extrusion in enumerate(part.extrusions, 1):
        where = f"extrusion {number}"
        if number == 1 and extrusion.operation in ("cut", "intersect"):
            raise Rejected(Status.COMPILE_ERROR, f"{where}: {extrusion.operation}, with nothing before it")
        _check_extrusion(extrusion, where)


def _check_extrusion(extrusion: Extrusion, where: str) -> None:
    if not extrusion.regions:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: no profile")
    if not -math.inf < extrusion.start < extrusion.end < math.inf:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: invalid extent from {extrusion.start:g} to {extrusion.end:g}")
    if not (math.isfinite(extrusion.taper) and math.isfinite(extrusion.taper_back)):
        raise Rejected(Status.COMPILE_ERROR, f"{where}: the taper is not a finite number")
    _check_frame(extrusion.frame, where)
    for number, curve in enumerate(curves_of(extrusion.regions), 1):
        if reason := fault(curve):
            raise Rejected(Status.COMPILE_ERROR, f"{where}, curve {number}: {reason}")


def _check_frame(frame: Frame, where: str) -> None:
    x, y = frame.x_axis, frame.y_axis
    if not all(map(math.isfinite, (*frame.origin, *x, *y))):
        raise Rejected(Status.COMPILE_ERROR, f"{where}: a coordinate of the plane is not a finite number")
    if max(abs(x.length - 1), abs(y.length - 1), abs(x.dot(y))) > _UNIT:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: the plane's axes are not of length 1 and at right angles")


def fault(curve: Curve) -> str | None:
    """Return the reason why a curve is impossible, None if it is possible."""
    if not all(map(math.isfinite, numbers(curve))):
        return "a coordinate that is not a finite number"
    match curve:
        case Circle(_, radius) if not radius > 0:
            return f"a radius of {radius:g}"
        case Ellipse(_, major, ratio) | EllipticArc(_, major, ratio, _, _):
            if not (math.hypot(*major) > 0 and 0 < ratio <= 1):
                return f"an ellipse with half-axes {math.hypot(*major):g} and {math.hypot(*major) * ratio:g}"
            if isinstance(curve, EllipticArc) and not 0 < abs(curve.to_angle - curve.from_angle) <= 2 * math.pi + 1e-9:
                return f"an arc of an ellipse from {curve.from_angle:g} to {curve.to_angle:g} radians"
        case Spline(degree, points, knots, weights, _):
            if len(points) > MOST_POLES:
                return f"{len(points):,} control points; at most {MOST_POLES:,} are built"
            if not 1 <= degree < len(points) or len(knots) != len(points) + degree + 1:
                return f"a spline of degree {degree} with {len(points)} control points and {len(knots)} knots"
            if weights and (len(weights) != len(points) or min(weights) <= 0):
                return "weights that are not one above 0 for each control point"
    return None


def curves_of(regions: tuple[Region, ...]) -> list[Curve]:
    """Return all curves of regions, those of holes included."""
    return [curve for region in regions for loop in (region.outer, *region.holes) for curve in loop]


def numbers(value: object) -> list[float]:
    """Return all numbers in a curve as a flat list."""
    if isinstance(value, tuple):
        return [number for item in value for number in numbers(item)]
    return [value] if isinstance(value, float | int) else [n for item in vars(value).values() for n in numbers(item)]
