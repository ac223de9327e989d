"""Sizes, outlines and guide lines that recipes of sketches are made of."""

import random
from collections.abc import Sequence

from sgpkit.graphics.cad.model import Circle, Line, Loop
from sgpkit.graphics.geometry import Point

from .. import loops


def size(draw: random.Random, least: float, most: float) -> float:
    return round(draw.uniform(least, most), 1)


def guide_circle(radius: float, x: float = 0.0, y: float = 0.0) -> Circle:
    return Circle(Point(x, y), radius)


def centre_lines(width: float, height: float) -> tuple[Line, Line]:
    return Line(Point(-width, 0.0), Point(width, 0.0)), Line(Point(0.0, -height), Point(0.0, height))


def upright_line(top: float) -> Line:
    """The line of symmetry of shapes that stand on the x axis."""
    return Line(Point(0.0, -3.0), Point(0.0, top + 3.0))


def polygon(*points: tuple[float, float]) -> Loop:
    return loops.polygon([(round(x, 4), round(y, 4)) for x, y in points])


def mirrored(right: Sequence[tuple[float, float]]) -> Loop:
    """Right half from bottom to top → the whole."""
    return polygon(*right, *((-x, y) for x, y in reversed(right)))


def some(draw: random.Random, *guides: Circle | Line) -> tuple[Circle | Line, ...]:
    """Each guide line in three drawings of four."""
    return tuple(guide for guide in guides if draw.random() < 0.75)
