"""Things around another in a picture, as in icons: a cloud, a tree, mountains.

None is of a kind that questions ask for, and no question is about one.
"""

import math
import random
from collections.abc import Callable
from typing import NamedTuple

from ..forms import Form, Pair, box, circle, ellipse, line, polygon, shape

Role = str
"""`main` or `other`: which of a companion's two colours a form has; `line`: a stroke in the main one."""

LINE = 1.6
"""The width of a companion's strokes, of a companion that reaches 10 in every direction."""


class Companion(NamedTuple):
    """Forms about (0, 0) that reach about 10 in every direction. `nouns`: names for it or its parts, which no other
    part of the drawing may have."""

    draw: Callable[[random.Random], list[tuple[Role, Form]]]
    nouns: tuple[str, ...]


def _cloud(generator: random.Random) -> list[tuple[Role, Form]]:
    return [
        (
            "main",
            generator.choice(
                (
                    shape("M-7 5C-12 5 -12 -2 -7 -2C-7 -8 1 -9 3 -4C7 -6 10 -3 9 0C12 1 11 5 8 5Z"),
                    shape("M-10 5C-11 1 -8 -1 -5 0C-5 -7 5 -7 5 -1C8 -2 10 1 10 5Z"),
                    shape("M-8 4C-11 4 -11 0 -8 -0.5C-8 -4 -4 -5 -2.5 -3C-1 -7 6 -6 6 -1C10 -1.5 11 4 7 4Z"),
                )
            ),
        )
    ]


def _sun(generator: random.Random) -> list[tuple[Role, Form]]:
    count = generator.choice((7, 8, 10, 12))
    turn = generator.uniform(0, 360)
    rays = [
        line(_polar(6.4, turn + 360 * index / count), _polar(9.6, turn + 360 * index / count)) for index in range(count)
    ]
    return [("main", circle(0, 0, 4.6)), *(("line", ray) for ray in rays)]


def _flower(generator: random.Random) -> list[tuple[Role, Form]]:
    count = generator.choice((5, 6))
    petals = [circle(*_from(_polar(4.0, 360 * index / count), 0, -4), 2.7) for index in range(count)]
    return [
        ("line", shape("M0 0C1 4 0 7 0 10")),
        *(("main", petal) for petal in petals),
        ("other", circle(0, -4, 2.4)),
    ]


def _tree(generator: random.Random) -> list[tuple[Role, Form]]:
    crown = generator.choice(
        (
            ellipse(0, -3, 6, 7),
            polygon((0, -10), (6.5, 5), (-6.5, 5)),
            shape("M-5 4C-10 2 -8 -4 -5 -4C-6 -11 6 -11 5 -4C9 -4 9 2 5 4Z"),
            polygon((0, -10), (5, -3), (3, -3), (7, 4), (-7, 4), (-3, -3), (-5, -3)),
        )
    )
    return [("other", box(-1.2, 2, 2.4, 8)), ("main", crown)]


def _bush(generator: random.Random) -> list[tuple[Role, Form]]:
    return [
        (
            "main",
            generator.choice(
                (
                    shape("M-10 10C-11 4 -7 2 -5 3C-4 -2 4 -3 5 2C9 1 11 6 10 10Z"),
                    shape("M-9 10C-9 5 -5 4 -3 6C-1 1 6 2 6 6C9 6 10 8 9 10Z"),
                    polygon((-8, 10), (-6, 3), (-4, 8), (-1, 0), (1, 8), (4, 2), (5, 8), (8, 5), (9, 10)),
                )
            ),
        )
    ]


def _mountains(generator: random.Random) -> list[tuple[Role, Form]]:
    return [
        (
            "main",
            generator.choice(
                (
                    polygon((-12, 10), (-4, -6), (1, 3), (5, -2), (12, 10)),
                    polygon((-12, 10), (-7, 0), (-4, 4), (3, -8), (12, 10)),
                    shape("M-14 10C-9 -4 -4 -4 0 4C4 -2 9 0 13 10Z"),
                )
            ),
        )
    ]


def _stones(generator: random.Random) -> list[tuple[Role, Form]]:
    return [
        ("main", shape("M-10 10C-10 4 -6 2 -3 4C0 5 1 8 1 10Z")),
        ("main", shape("M2.5 10C2 7 5 6 7 7C9 8 9.5 9 9.5 10Z")),
    ]


def _polar(radius: float, degrees: float) -> Pair:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def _from(point: Pair, x: float, y: float) -> Pair:
    return point[0] + x, point[1] + y


CLOUD = Companion(_cloud, ("cloud", "puff"))
SUN = Companion(_sun, ("sun", "ray", "beam"))
TREE = Companion(_tree, ("tree", "leaf", "trunk", "leaves"))
BUSH = Companion(_bush, ("bush", "leaf", "leaves", "tuft"))
FLOWER = Companion(_flower, ("flower", "petal", "stem"))
MOUNTAINS = Companion(_mountains, ("mountain", "hill"))
STONES = Companion(_stones, ("stone", "pebble", "rock"))

OUTDOORS = (CLOUD, SUN, TREE, BUSH, MOUNTAINS, STONES, FLOWER)
