"""The shapes of turtles, which `stamp` draws.

The coordinates are those of the standard library's shapes, whose turtle faces +y.
"""

# mypy: ignore-errors

import math

from turtle_motion import TurtleGraphicsError

_HALF_TURTLE = ((-2, 14), (-1, 10), (-4, 7), (-7, 9), (-9, 8), (-6, 5), (-7, 1), (-5, -3), (-8, -6), (-6, -8), (-4, -5))
_RING = [math.radians(18 * step) for step in range(20)]
POLYGONS = {
    "arrow": ((-10, 0), (10, 0), (0, 10)),
    "turtle": ((0, 16), *_HALF_TURTLE, (0, -7), *((-x, y) for x, y in reversed(_HALF_TURTLE))),
    "circle": tuple((round(10 * math.cos(turn), 2), round(10 * math.sin(turn), 2)) for turn in _RING),
    "square": ((10, -10), (10, 10), (-10, 10), (-10, -10)),
    "triangle": ((10, -5.77), (0, 11.55), (-10, -5.77)),
    "classic": ((0, 0), (-5, -9), (0, -7), (5, -9)),
}


class Shape:
    """A polygon, a compound of polygons with their own colours, or an image, which is never drawn."""

    def __init__(self, type_, data=None):
        if type_ not in ("polygon", "image", "compound"):
            raise TurtleGraphicsError(f"There is no shape type {type_}")
        self._type = type_
        self._data = [] if type_ == "compound" else tuple(data) if isinstance(data, list) else data

    def addcomponent(self, poly, fill, outline=None):
        if self._type != "compound":
            raise TurtleGraphicsError(f"Cannot add component to {self._type} Shape")
        self._data.append([poly, fill, fill if outline is None else outline])


def builtin_shapes():
    shapes = {name: Shape("polygon", points) for name, points in POLYGONS.items()}
    return {**shapes, "blank": Shape("image")}
