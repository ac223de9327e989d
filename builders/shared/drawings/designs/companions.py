"""Small things next to another in a picture, as in icons: a cloud, a plant in a pot, a speech bubble.

None is of a kind that questions ask for, and no question is about one.
"""

import math
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..forms import Form, Pair, box, circle, ellipse, line, polygon, shape

Role = str
"""`main` or `other`: which of a companion's two colours a form has; `line`: a stroke in the main one."""

LINE = 1.6
"""The width of a companion's strokes, of a companion that reaches 10 in every direction."""


class Companion(NamedTuple):
    """Forms about (0, 0) that reach about 10 in every direction. `nouns`: names for it or its parts, which no other
    part of the drawing may have. `plain`: of outlines so simple that it might be taken for a mark, or for one of some
    small forms, that is next to the thing too."""

    draw: Callable[[random.Random], list[tuple[Role, Form]]]
    nouns: tuple[str, ...]
    plain: bool = False


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


def _bubble(generator: random.Random) -> list[tuple[Role, Form]]:
    body = generator.choice(
        (
            shape("M-7 -8H7C9 -8 10 -7 10 -5V2C10 4 9 5 7 5H-1L-6 10V5H-7C-9 5 -10 4 -10 2V-5C-10 -7 -9 -8 -7 -8Z"),
            shape("M0 -8C14 -8 13 6 0 6C-1 6 -2 6 -3 5.6L-9 9L-7 4C-13 -1 -9 -8 0 -8Z"),
        )
    )
    rows = generator.choice((1, 2))
    words = [line((-5, -3 + 3.4 * row), (generator.uniform(0, 5), -3 + 3.4 * row)) for row in range(rows)]
    return [("main", body), *(("gap", word) for word in words)]


def _plant(generator: random.Random) -> list[tuple[Role, Form]]:
    leaves = generator.choice(((-38, 0, 38), (-55, -18, 18, 55), (-30, 30)))
    blade = shape("M0 2C-4 -3 -3 -8 0 -12C3 -8 4 -3 0 2Z")
    pot = generator.choice((polygon((-5, 2), (5, 2), (3.6, 10), (-3.6, 10)), box(-4.5, 2, 9, 8, 2)))
    return [*(("main", blade.turned(angle, 0, 2)) for angle in leaves), ("other", pot)]


def _sparkles(generator: random.Random) -> list[tuple[Role, Form]]:
    glint = shape("M0 -10C1 -3 3 -1 10 0C3 1 1 3 0 10C-1 3 -3 1 -10 0C-3 -1 -1 -3 0 -10Z")
    spots = generator.choice(
        (((0, 0, 0.8),), ((-3, 3, 0.6), (5, -5, 0.42)), ((3, 3, 0.55), (-5, -4, 0.4), (-5, 7, 0.3)))
    )
    return [("main", glint.scaled(size, size, 0, 0).moved(x, y)) for x, y, size in spots]


def _sprig(generator: random.Random) -> list[tuple[Role, Form]]:
    pairs = generator.choice((2, 3))
    blade = shape("M0 0C-3 -2 -3 -5 0 -7C3 -5 3 -2 0 0Z")
    forms: list[tuple[Role, Form]] = [("line", line((0, 10), (0, -5)))]
    for index in range(pairs):
        y = 8 - 12 * index / pairs
        forms += [("main", blade.turned(angle, 0, 0).moved(0, y)) for angle in (-58, 58)]
    return [*forms, ("main", blade.moved(0, -3))]


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


def _streaks(generator: random.Random) -> list[tuple[Role, Form]]:
    count = generator.choice((2, 3, 4))
    step = 14 / count
    return [
        ("line", line((-10 + generator.uniform(0, 8), -7 + step * (index + 0.5)), (10, -7 + step * (index + 0.5))))
        for index in range(count)
    ]


def _bolt(generator: random.Random) -> list[tuple[Role, Form]]:
    lean = generator.uniform(-10, 10)
    return [("main", polygon((2, -10), (-6, 2), (-1, 2), (-3, 10), (6, -3), (1, -3)).turned(lean, 0, 0))]


def _flag(generator: random.Random) -> list[tuple[Role, Form]]:
    cloth = generator.choice(
        (shape("M-5 -10C-1 -12 3 -6 8 -9V-1C3 2 -1 -4 -5 -1Z"), polygon((-5, -10), (9, -5), (-5, 0)))
    )
    return [("other", box(-7, -10, 2, 20, 1)), ("main", cloth)]


def _chart(generator: random.Random) -> list[tuple[Role, Form]]:
    heights = [generator.uniform(5, 17) for _ in range(3)]
    return [("main", box(-8 + 5.6 * index, 8 - height, 4.4, height)) for index, height in enumerate(heights)] + [
        ("line", line((-10, 10), (10, 10)))
    ]


def _notes(generator: random.Random) -> list[tuple[Role, Form]]:
    single: list[tuple[Role, Form]] = [
        ("main", ellipse(-2, 7, 3.6, 2.8).turned(-20, -2, 7)),
        ("line", shape("M1 6V-8C3 -4 7 -4 6 1")),
    ]
    double: list[tuple[Role, Form]] = [
        ("main", ellipse(-6, 7, 3.2, 2.5).turned(-20, -6, 7)),
        ("main", ellipse(5, 5, 3.2, 2.5).turned(-20, 5, 5)),
        ("line", shape("M-3.4 6V-6L7.6 -8V4")),
    ]
    return generator.choice((single, double))


def _check(generator: random.Random) -> list[tuple[Role, Form]]:
    mark = generator.choice(
        (
            polygon((-5.5, 0), (-3.6, -2), (-1, 0.8), (4, -4.6), (6, -2.6), (-1, 4.8)),
            polygon(
                (-1.2, -5),
                (1.2, -5),
                (1.2, -1.2),
                (5, -1.2),
                (5, 1.2),
                (1.2, 1.2),
                (1.2, 5),
                (-1.2, 5),
                (-1.2, 1.2),
                (-5, 1.2),
                (-5, -1.2),
                (-1.2, -1.2),
            ),
            polygon((-5, -1.4), (0, -1.4), (0, -4.5), (6, 0), (0, 4.5), (0, 1.4), (-5, 1.4)),
        )
    )
    return [("main", circle(0, 0, 9).without(mark))]


def _swirl(generator: random.Random) -> list[tuple[Role, Form]]:
    return [
        (
            "line",
            generator.choice(
                (
                    shape("M-9 6C-6 -8 6 -8 8 2M8 2L3.5 0M8 2L10 -3"),
                    shape("M-9 -3C-5 -8 -2 4 2 -1C6 -6 7 3 10 0M-9 5C-5 0 -2 12 2 7C6 2 7 11 10 8"),
                    shape("M-8 8C-8 -2 0 -6 8 -6M8 -6L3 -9M8 -6L5 -1"),
                )
            ),
        )
    ]


def _gift(generator: random.Random) -> list[tuple[Role, Form]]:
    return [
        ("main", box(-8, -1, 16, 11)),
        ("main", box(-9.5, -4.6, 19, 4.2)),
        ("other", box(-1.5, -4.6, 3, 14.6)),
        ("line", shape("M0 -4.6C-9 -5 -7 -12 0 -4.6C7 -12 9 -5 0 -4.6")),
    ]


def _parcel(generator: random.Random) -> list[tuple[Role, Form]]:
    return [("main", box(-9, -8, 18, 16, 1)), ("other", box(-3, -8, 6, 7))]


def _padlock(generator: random.Random) -> list[tuple[Role, Form]]:
    return [("line", shape("M-4.5 0V-4C-4.5 -10 4.5 -10 4.5 -4V0")), ("main", box(-7, -0.5, 14, 10.5, 1.6))]


def _tag(generator: random.Random) -> list[tuple[Role, Form]]:
    outline = polygon((-9, 0), (-3.5, -6.5), (9, -6.5), (9, 6.5), (-3.5, 6.5))
    return [("main", outline.without(circle(-3.5, 0, 1.7)).turned(generator.uniform(-60, 60), 0, 0))]


def _puffs(generator: random.Random) -> list[tuple[Role, Form]]:
    count = generator.choice((2, 3, 4))
    return [
        ("main", circle(-7 + 4.8 * index, 6 - 4.6 * index + generator.uniform(-2, 2), 3.4 - 0.6 * index))
        for index in range(count)
    ]


def _polar(radius: float, degrees: float) -> Pair:
    return radius * math.cos(math.radians(degrees)), radius * math.sin(math.radians(degrees))


def _from(point: Pair, x: float, y: float) -> Pair:
    return point[0] + x, point[1] + y


CLOUD = Companion(_cloud, ("cloud", "puff"))
SUN = Companion(_sun, ("sun", "ray", "beam"))
PLANT = Companion(_plant, ("leaf", "pot", "plant", "leaves"))
SPRIG = Companion(_sprig, ("leaf", "stem", "twig", "leaves"))
TREE = Companion(_tree, ("tree", "leaf", "trunk", "leaves"))
BUSH = Companion(_bush, ("bush", "leaf", "leaves", "tuft"))
FLOWER = Companion(_flower, ("flower", "petal", "stem"))
MOUNTAINS = Companion(_mountains, ("mountain", "hill"))
STONES = Companion(_stones, ("stone", "pebble", "rock"), plain=True)
STREAKS = Companion(_streaks, ("line", "stripe", "streak", "ray", "puff"))
NOTES = Companion(_notes, ("note",))

ANYWHERE = (
    Companion(_bubble, ("bubble", "line", "sign")),
    Companion(_sparkles, ("sparkle", "star", "glint"), plain=True),
    Companion(_bolt, ("bolt", "flash")),
    Companion(_flag, ("flag", "pole", "pennant")),
    Companion(_chart, ("bar", "column", "block", "pillar", "rung")),
    Companion(_check, ("button", "disc", "sign", "badge", "medal", "coin"), plain=True),
    Companion(_swirl, ("line", "arrow", "wave", "string")),
    Companion(_gift, ("box", "ribbon", "bow", "crate")),
    Companion(_parcel, ("box", "label", "crate"), plain=True),
    Companion(_padlock, ("lock", "padlock")),
    Companion(_tag, ("tag", "label", "hole"), plain=True),
    Companion(
        _puffs,
        ("bubble", "dot", "ball", "bead", "spot", "berry", "pea", "bun", "pompom", "pearl", "pebble"),
        plain=True,
    ),
    PLANT,
    SPRIG,
    FLOWER,
)
OUTDOORS = (CLOUD, SUN, TREE, BUSH, MOUNTAINS, STONES, FLOWER)
ALOFT = (CLOUD, SUN, STREAKS)
"""Companions of what flies."""


def of(category: str) -> Sequence[Companion]:
    """Return the companions that a thing of a category may have."""
    if category == "aerial_crafts":
        return (*ALOFT, CLOUD, CLOUD, *ANYWHERE[:4])
    if category in ("building", "land_crafts", "animal", "human"):
        return (*OUTDOORS, *OUTDOORS, *ANYWHERE)
    if category == "musical_instrument":
        return (NOTES, NOTES, NOTES, *ANYWHERE)
    return ANYWHERE
