"""Symmetries of a set of curves: mirror images in the axes of its box, and turns about the middle of the box."""

import math
from collections.abc import Callable, Sequence

from sgpkit.graphics.cad.model import Arc, Circle, Curve, Line
from sgpkit.graphics.geometry import Point

from ..piece import plane_box

Mark = tuple[str, tuple[Point, ...], float]
"""A curve by its kind, points that belong to it in no order, and a radius."""

ORDERS = (12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
TOLERANCE = 1e-4
"""Of the larger side of the box."""


def mirrored(curves: Sequence[Curve], axis: int) -> bool:
    """Return whether the curves are their own image by x → -x (axis 0) or y → -y (axis 1), about the middle."""
    left, bottom, right, top = plane_box(tuple(curves))

    def image(point: Point) -> Point:
        return Point(left + right - point.x, point.y) if axis == 0 else Point(point.x, bottom + top - point.y)

    return onto_itself(curves, image)


def positions(curves: Sequence[Curve]) -> int | None:
    """Return in how many positions of one turn about the middle of its box it looks the same; None for circles
    there."""
    left, bottom, right, top = plane_box(tuple(curves))
    middle = Point((left + right) / 2, (bottom + top) / 2)
    if all(
        isinstance(curve, Circle) and curve.center.distance(middle) < TOLERANCE * (right - left) for curve in curves
    ):
        return None
    return next((order for order in ORDERS if onto_itself(curves, turn(middle, math.tau / order))), 1)


def turn(middle: Point, angle: float) -> Callable[[Point], Point]:
    cosine, sine = math.cos(angle), math.sin(angle)

    def image(point: Point) -> Point:
        off = point - middle
        return middle + Point(off.x * cosine - off.y * sine, off.x * sine + off.y * cosine)

    return image


def onto_itself(curves: Sequence[Curve], image: Callable[[Point], Point]) -> bool:
    left, bottom, right, top = plane_box(tuple(curves))
    near = TOLERANCE * max(right - left, top - bottom)
    marks = [mark(curve) for curve in curves]
    return all(
        any(same((kind, tuple(map(image, points)), radius), other, near) for other in marks)
        for kind, points, radius in marks
    )


def mark(curve: Curve) -> Mark:
    match curve:
        case Line(start, end):
            return "line", (start, end), 0.0
        case Arc(start, middle, end):
            return "arc", (start, middle, end), 0.0
        case Circle(center, radius):
            return "circle", (center,), radius
    raise TypeError(f"no sketch of ours has a {type(curve).__name__.lower()}")


def same(one: Mark, other: Mark, near: float) -> bool:
    """The middle of an arc is the middle of what recipes draw, so that it maps onto a middle."""
    if one[0] != other[0] or abs(one[2] - other[2]) > near:
        return False
    ways = (other[1], other[1][::-1])
    return any(all(a.distance(b) <= near for a, b in zip(one[1], way, strict=True)) for way in ways)
