"""Geometric figures as points with conditions: a first shape, and added lines and circles."""

import math
import random
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from sgpkit.graphics.geometry import Point

ADDITIONS = {"easy": 0, "medium": 1, "hard": 3}
"""The number of lines and circles that are added to the first shape."""

Positions = dict[str, Point]


class Condition(NamedTuple):
    """Something that holds of points."""

    name: str
    points: tuple[str, ...]


class Geometry(NamedTuple):
    """Points with their positions, and the conditions that hold of them."""

    subject: str
    points: tuple[tuple[str, float, float], ...]
    conditions: tuple[Condition, ...]

    @property
    def positions(self) -> Positions:
        """The points by their letters."""
        return {label: Point(x, y) for label, x, y in self.points}

    @property
    def lines(self) -> list[tuple[str, str]]:
        """The segments that are drawn."""
        return [line for condition in self.conditions for line in lines_of(condition)]

    @property
    def circles(self) -> list[tuple[Point, float]]:
        """The circles that are drawn."""
        return [circle for condition in self.conditions for circle in circles_of(condition, self.positions)]


def lines_of(condition: Condition) -> list[tuple[str, str]]:
    """Return the segments that a condition asks for."""
    match condition:
        case Condition("polygon", points):
            return [*pairwise(points), (points[-1], points[0])]
        case Condition("segment", (one, other)):
            return [(one, other)]
    return []


def circles_of(condition: Condition, positions: Positions) -> list[tuple[Point, float]]:
    """Return the circles that a condition asks for."""
    match condition:
        case Condition("through", (a, b, c, *_)):
            center = circumcenter(positions[a], positions[b], positions[c])
            return [(center, center.distance(positions[a]))]
        case Condition("centred", (o, a)):
            return [(positions[o], positions[o].distance(positions[a]))]
    return []


def circumcenter(a: Point, b: Point, c: Point) -> Point:
    """Return the point that is as far from each of three points."""
    d = 2 * (a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y))
    if abs(d) < 1e-9:
        return Point(math.inf, math.inf)
    squares = [p.x**2 + p.y**2 for p in (a, b, c)]
    x = squares[0] * (b.y - c.y) + squares[1] * (c.y - a.y) + squares[2] * (a.y - b.y)
    y = squares[0] * (c.x - b.x) + squares[1] * (a.x - c.x) + squares[2] * (b.x - a.x)
    return Point(x / d, y / d)


def make(number: int, level: str, draw: random.Random) -> Geometry:
    """Return a shape with additions, none of whose points are close together."""
    while True:
        name = list(BASES)[number % len(BASES)]
        positions, conditions = BASES[name](draw)
        count = ADDITIONS[level] + (name == "triangle")  # a triangle alone has little content
        for addition in draw.sample(ADDERS, count):
            addition(positions, conditions, draw)
        points = list(positions.values())
        apart = min(a.distance(b) for at, a in enumerate(points) for b in points[:at])
        if len(conditions) > count and apart >= 28:
            return Geometry(
                name, tuple((label, round(p.x, 2), round(p.y, 2)) for label, p in positions.items()), tuple(conditions)
            )


Start = tuple[Positions, list[Condition]]


def triangle(draw: random.Random) -> Start:
    """Return a triangle with three different sides and sharp angles."""
    c = Point(draw.uniform(55, 105), draw.uniform(0, 25))
    return {"A": Point(0, 140), "B": Point(180, 140), "C": c}, [Condition("polygon", ("A", "B", "C"))]


def right_triangle(draw: random.Random) -> Start:
    """Return a triangle with a right angle at C."""
    turn = draw.uniform(0.6, 0.95)
    c = Point(90 + 90 * math.cos(2 * turn), 140 - 90 * math.sin(2 * turn))
    conditions = [Condition("polygon", ("A", "B", "C")), Condition("right", ("A", "C", "B"))]
    return {"A": Point(0, 140), "B": Point(180, 140), "C": c}, conditions


def isosceles(draw: random.Random) -> Start:
    """Return a triangle whose sides from C are equal."""
    conditions = [Condition("polygon", ("A", "B", "C")), Condition("equal", ("A", "C", "B", "C"))]
    return {"A": Point(0, 140), "B": Point(160, 140), "C": Point(80, draw.uniform(0, 40))}, conditions


def parallelogram(draw: random.Random) -> Start:
    """Return a parallelogram without right angles."""
    lean, height = draw.uniform(30, 55), draw.uniform(90, 120)
    points = {
        "A": Point(0, 140),
        "B": Point(150, 140),
        "C": Point(150 + lean, 140 - height),
        "D": Point(lean, 140 - height),
    }
    conditions = [
        Condition("polygon", tuple("ABCD")),
        Condition("parallel", tuple("ABCD")),
        Condition("parallel", tuple("BCAD")),
    ]
    return points, conditions


def rectangle(draw: random.Random) -> Start:
    """Return a rectangle that is not a square."""
    height = draw.uniform(80, 120)
    points = {"A": Point(0, 140), "B": Point(180, 140), "C": Point(180, 140 - height), "D": Point(0, 140 - height)}
    return points, [
        Condition("polygon", tuple("ABCD")),
        *(Condition("right", tuple(three)) for three in ("ABC", "BCD", "CDA")),
    ]


def trapezoid(draw: random.Random) -> Start:
    """Return a trapezoid with AB parallel to CD."""
    left, right, height = draw.uniform(25, 45), draw.uniform(120, 140), draw.uniform(90, 120)
    points = {"A": Point(0, 140), "B": Point(190, 140), "C": Point(right, 140 - height), "D": Point(left, 140 - height)}
    return points, [Condition("polygon", tuple("ABCD")), Condition("parallel", tuple("ABCD"))]


BASES: dict[str, Callable[[random.Random], Start]] = {
    "triangle": triangle,
    "right triangle": right_triangle,
    "isosceles triangle": isosceles,
    "parallelogram": parallelogram,
    "rectangle": rectangle,
    "trapezoid": trapezoid,
}


def median(positions: Positions, conditions: list[Condition], draw: random.Random) -> None:
    """Add the middle of AB, and the segment from C to it."""
    a, b = positions["A"], positions["B"]
    positions["M"] = Point((a.x + b.x) / 2, (a.y + b.y) / 2)
    conditions += [Condition("midpoint", ("M", "A", "B")), Condition("segment", ("C", "M"))]


def altitude(positions: Positions, conditions: list[Condition], draw: random.Random) -> None:
    """Add the foot of C, or of D, on AB, and the segment to it."""
    top = "D" if "D" in positions else "C"
    if abs(positions[top].x - positions["A"].x) > 1:
        positions["H"] = Point(positions[top].x, positions["A"].y)
        conditions += [Condition("foot", ("H", top, "A", "B")), Condition("segment", (top, "H"))]


def bisected(positions: Positions, conditions: list[Condition], draw: random.Random) -> None:
    """Add the middle of BC, and the segment from A to it."""
    b, c = positions["B"], positions["C"]
    positions["N"] = Point((b.x + c.x) / 2, (b.y + c.y) / 2)
    conditions += [Condition("midpoint", ("N", "B", "C")), Condition("segment", ("A", "N"))]


def circumscribed(positions: Positions, conditions: list[Condition], draw: random.Random) -> None:
    """Add the circle through A, B and C."""
    conditions.append(Condition("through", ("A", "B", "C")))


def around_a(positions: Positions, conditions: list[Condition], draw: random.Random) -> None:
    """Add a circle around A through the middle of AB, or through C."""
    conditions.append(Condition("centred", ("A", "M" if "M" in positions else "C")))


ADDERS = (median, altitude, bisected, circumscribed, around_a)
