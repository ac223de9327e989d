"""Symmetries of a set of curves: mirror images in the axes of its box, and turns about the middle of the box."""

import math
from collections.abc import Callable, Sequence

from sgpkit.graphics.cad.model import Arc, Circle, Curve, Line
from sgpkit.graphics.geometry import Point

from ..piece import plane_box
from .form import Pair

Image = Callable[[float, float], Pair]
"""The image of a point."""

Mark = tuple[str, tuple[Pair, ...], float]
"""A curve by its kind, points that belong to it in no order, and a radius."""

ORDERS = (12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
TOLERANCE = 1e-4
"""Of the larger side of the box."""


def mirrored(curves: Sequence[Curve], axis: int) -> bool:
    """Return whether the curves are their own image by x → -x (axis 0) or y → -y (axis 1), about the middle."""
    left, bottom, right, top = plane_box(tuple(curves))

    def image(x: float, y: float) -> Pair:
        return (left + right - x, y) if axis == 0 else (x, bottom + top - y)

    return onto_itself([mark(curve) for curve in curves], image, TOLERANCE * max(right - left, top - bottom))


def positions(curves: Sequence[Curve]) -> int | None:
    """Return in how many positions of one turn about the middle of its box it looks the same; None for circles
    there."""
    left, bottom, right, top = plane_box(tuple(curves))
    middle = Point((left + right) / 2, (bottom + top) / 2)
    if all(
        isinstance(curve, Circle) and curve.center.distance(middle) < TOLERANCE * (right - left) for curve in curves
    ):
        return None
    marks, near = [mark(curve) for curve in curves], TOLERANCE * max(right - left, top - bottom)
    return next((order for order in ORDERS if onto_itself(marks, turn(middle, math.tau / order), near)), 1)


def turn(middle: Point, angle: float) -> Image:
    (center_x, center_y), cosine, sine = middle, math.cos(angle), math.sin(angle)

    def image(x: float, y: float) -> Pair:
        across, up = x - center_x, y - center_y
        return center_x + (across * cosine - up * sine), center_y + (across * sine + up * cosine)

    return image


def onto_itself(marks: Sequence[Mark], image: Image, near: float) -> bool:
    """Return whether every mark is mapped to one of the same kind, up to the distance `near`."""
    for kind, points, radius in marks:
        moved = kind, tuple([image(x, y) for x, y in points]), radius
        if not any(same(moved, other, near) for other in marks):
            return False
    return True


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
    return lie_on(one[1], other[1], near) or lie_on(one[1], other[1][::-1], near)


def lie_on(points: Sequence[Pair], others: Sequence[Pair], near: float) -> bool:
    for (x0, y0), (x1, y1) in zip(points, others, strict=True):
        if abs(x0 - x1) > near or math.hypot(x0 - x1, y0 - y1) > near:
            return False
    return True
