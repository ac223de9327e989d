"""Scaling a part about the origin: every length in it, no angle."""

from dataclasses import replace

from sgpkit.graphics.cad.model import (
    Arc,
    Circle,
    Curve,
    Ellipse,
    EllipticArc,
    Extrusion,
    Frame,
    Line,
    Loop,
    Part,
    Region,
    Spline,
)


def scaled(part: Part, factor: float) -> Part:
    """Return the part enlarged by a factor about the origin."""
    return part if factor == 1 else Part(tuple(_extrusion(extrusion, factor) for extrusion in part.extrusions))


def _extrusion(extrusion: Extrusion, factor: float) -> Extrusion:
    frame = Frame(extrusion.frame.origin * factor, extrusion.frame.x_axis, extrusion.frame.y_axis)
    return replace(
        extrusion,
        frame=frame,
        regions=tuple(
            Region(_loop(region.outer, factor), tuple(_loop(hole, factor) for hole in region.holes))
            for region in extrusion.regions
        ),
        start=extrusion.start * factor,
        end=extrusion.end * factor,
    )


def _loop(loop: Loop, factor: float) -> Loop:
    return tuple(_curve(curve, factor) for curve in loop)


def _curve(curve: Curve, factor: float) -> Curve:
    match curve:
        case Line(start, end):
            return Line(start * factor, end * factor)
        case Arc(start, middle, end):
            return Arc(start * factor, middle * factor, end * factor)
        case Circle(center, radius):
            return Circle(center * factor, radius * factor)
        case Ellipse(center, major, _) | EllipticArc(center, major, _, _, _):
            return replace(curve, center=center * factor, major=major * factor)
        case Spline():
            return replace(curve, control_points=tuple(point * factor for point in curve.control_points))
