"""Small, simple parts for the tests of solids."""

import math
from collections.abc import Sequence

from sgpkit.graphics.cad.model import Circle, Curve, Extrusion, Frame, Line, Loop, Operation, Part, Region, Vector
from sgpkit.graphics.geometry import Point

GROUND = Frame(Vector(0.0, 0.0, 0.0), Vector(1.0, 0.0, 0.0), Vector(0.0, 1.0, 0.0))


def polygon(*corners: tuple[float, float]) -> Loop:
    points = [Point(*corner) for corner in corners]
    return tuple(Line(a, b) for a, b in zip(points, (*points[1:], points[0]), strict=True))


def rectangle(left: float, bottom: float, right: float, top: float) -> Loop:
    return polygon((left, bottom), (right, bottom), (right, top), (left, top))


def regular(corners: int, radius: float) -> Loop:
    turns = [2 * math.pi * corner / corners for corner in range(corners)]
    return polygon(*((radius * math.cos(turn), radius * math.sin(turn)) for turn in turns))


def circle(radius: float, x: float = 0.0, y: float = 0.0) -> Loop:
    return (Circle(Point(x, y), radius),)


def prism(
    outer: Sequence[Curve],
    height: float = 1.0,
    *holes: Loop,
    start: float = 0.0,
    frame: Frame = GROUND,
    operation: Operation = "new",
) -> Extrusion:
    return Extrusion(frame, (Region(tuple(outer), holes),), start, start + height, operation)


def part(*extrusions: Extrusion) -> Part:
    return Part(extrusions)
