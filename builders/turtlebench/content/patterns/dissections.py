"""A square or a circle with several systems of lines in it, in ever other choices."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from .arrangements import Layer
from .pattern import (
    Pattern,
    Variables,
    ahead,
    away,
    circle_around,
    deletion,
    insertion,
    jump,
    jump_back,
    length,
    lines,
    polygon,
    polygon_around,
    repeat,
)

HALF = "side / 2"
DIAGONAL = lines("t.left(45)", "t.forward(side * sqrt(2))", "t.backward(side * sqrt(2))", "t.right(45)")


def corners(*parts: str) -> str:
    """The parts at each corner of the square, with the sides to go along and to the left."""
    return repeat(4, *parts, jump("side"), "t.left(90)", name="_")


def to_middle(*parts: str) -> str:
    """The parts at the middle of the square."""
    return ahead(HALF, away(HALF, *parts))


QUARTER = lines("t.penup()", f"t.forward({HALF})", "t.left(90)", "t.pendown()", f"t.circle({HALF}, 90)", "t.penup()")
CORNER_ARC = lines(QUARTER, "t.left(90)", f"t.forward({HALF})", "t.left(90)", "t.pendown()")
WIDE_ARC = lines(
    *("t.penup()", "t.forward(side)", "t.left(90)", "t.pendown()", "t.circle(side, 90)", "t.penup()", "t.left(90)"),
    *("t.forward(side)", "t.left(90)", "t.pendown()"),
)
CORNER_SQUARE = polygon(4, "side / 3")
DOME = lines(
    *("t.penup()", "t.forward(side)", "t.left(90)", "t.pendown()", f"t.circle({HALF}, 180)", "t.penup()", "t.left(90)"),
    "t.pendown()",
)
DIAMOND = lines(
    jump(HALF),
    "t.left(45)",
    repeat(4, "t.forward(side / sqrt(2))", "t.left(90)", name="_"),
    "t.right(45)",
    jump_back(HALF),
)

SQUARE_PARTS: Mapping[str, tuple[str, str]] = {
    "rising diagonal": ("the diagonal from the bottom left to the top right corner", DIAGONAL),
    "falling diagonal": (
        "the diagonal from the bottom right to the top left corner",
        lines(jump("side"), "t.left(90)", DIAGONAL, "t.right(90)", jump_back("side")),
    ),
    "upright": (
        "the vertical line through the center, from side to side",
        ahead(HALF, "t.left(90)", "t.forward(side)", "t.backward(side)", "t.right(90)"),
    ),
    "level": (
        "the horizontal line through the center, from side to side",
        away(HALF, "t.forward(side)", "t.backward(side)"),
    ),
    "diamond": ("the square whose corners are the midpoints of the sides", DIAMOND),
    "circle": ("the circle inside that touches all sides", to_middle(circle_around(HALF))),
    "small circle": ("a circle with the radius `side / 4` around the center", to_middle(circle_around("side / 4"))),
    "small square": (
        "a square with sides of length `side / 3`, parallel to those of the large square, around the same center",
        to_middle(polygon_around(4, "side / 3")),
    ),
    "corner arcs": (
        "the four quarter circles inside with the radius `side / 2` around the corners, each from one side to the next",
        corners(CORNER_ARC),
    ),
    "wide arcs": (
        "the four quarter circles inside with the radius `side` around the corners, each from corner to corner",
        corners(WIDE_ARC),
    ),
    "corner squares": (
        "the four squares with sides of length `side / 3` in the corners, each with two of its sides on those of the "
        "large "
        "square",
        corners(CORNER_SQUARE),
    ),
    "domes": ("the four semicircles inside that have the sides as their diameters", corners(DOME)),
}

MIXES: Sequence[tuple[str, ...]] = (
    *(
        ("rising diagonal", "upright"),
        ("falling diagonal", "diamond"),
        ("upright", "circle"),
        ("diamond", "small square"),
    ),
    *(("corner arcs", "diamond"), ("corner arcs", "small circle"), ("domes", "rising diagonal"), ("corner squares",)),
    *(("corner squares", "small circle"), ("wide arcs",), ("wide arcs", "level"), ("circle", "rising diagonal")),
    *(("corner arcs",), ("domes",), ("rising diagonal", "falling diagonal", "small circle"), ("level", "diamond")),
    *(("upright", "level", "small circle"), ("corner squares", "rising diagonal"), ("domes", "small square")),
    *(
        ("circle", "small square"),
        ("corner arcs", "upright", "level"),
        ("diamond", "small circle"),
        ("wide arcs", "diamond"),
    ),
)


def square(mix: Sequence[str], draw: random.Random) -> list[Pattern]:
    side = length(draw, 120, 210)
    inside = joined([SQUARE_PARTS[name][0] for name in mix])
    words = f"A square with sides of length `side` and a horizontal bottom side; in it {inside}."
    parts = [Layer("the outline of the large square", polygon(4, "side"))]
    parts += [Layer(definite(SQUARE_PARTS[name][0]), SQUARE_PARTS[name][1]) for name in mix]
    others = [name for name in SQUARE_PARTS if name not in mix]
    more = [Layer(SQUARE_PARTS[name][0], SQUARE_PARTS[name][1]) for name in draw.sample(others, 4)]
    return [dissected(f"square with {' and '.join(mix)}", {"side": side}, words, parts, more)]


def chord(height: str, half: str) -> str:
    """A level line at a height above the center, on both sides of the middle."""
    return (
        away(height, jump_back(half), f"t.forward(2 * ({half}))", jump_back(half))
        if height != "0"
        else lines(jump_back(half), f"t.forward(2 * ({half}))", jump_back(half))
    )


def spokes(count: int, first: int) -> str:
    return lines(
        f"t.left({first})",
        repeat(count, "t.forward(radius)", "t.backward(radius)", f"t.left({360 // count})", name="_"),
        f"t.right({first})",
    )


def inscribed(sides: int, first: int) -> str:
    """A polygon in the circle, with a corner in a direction from the center."""
    turned = 90 + 180 // sides
    return lines(
        f"t.left({first})",
        ahead(
            "radius",
            f"t.left({turned})",
            repeat(sides, f"t.forward(2 * radius * sin(pi / {sides}))", f"t.left({360 // sides})", name="_"),
            f"t.right({turned})",
        ),
        f"t.right({first})",
    )


def petals(count: int, first: int) -> str:
    """Circles inside the large one that touch it and its center."""
    return lines(
        f"t.left({first})",
        repeat(count, "t.right(90)", "t.circle(radius / 2)", "t.left(90)", f"t.left({360 // count})", name="_"),
        f"t.right({first})",
    )


CIRCLE_PARTS: Mapping[str, tuple[str, str]] = {
    "diameter": ("the horizontal diameter", chord("0", "radius")),
    "chord": (
        "the horizontal chord at the height `radius / 2` above the center",
        chord("radius / 2", "radius * sqrt(3) / 2"),
    ),
    "three spokes": ("three radii with equal angles between them, one of them straight up", spokes(3, 90)),
    "five spokes": ("five radii with equal angles between them, one of them straight up", spokes(5, 90)),
    "triangle": ("the equilateral triangle with its corners on the circle, one of them at the top", inscribed(3, 90)),
    "pointing down": (
        "the equilateral triangle with its corners on the circle, one of them at the bottom",
        inscribed(3, 270),
    ),
    "square": ("the square with horizontal and vertical sides and its corners on the circle", inscribed(4, 45)),
    "diamond": ("the square with its corners on the circle, one of them at the top", inscribed(4, 90)),
    "hexagon": ("the regular hexagon with its corners on the circle, one of them at the top", inscribed(6, 90)),
    "half circle": ("the circle with the radius `radius / 2` around the same center", circle_around("radius / 2")),
    "two petals": (
        "the two circles with the radius `radius / 2` that pass through the center and touch the large circle, one "
        "straight to the left of the center and one to the right",
        petals(2, 0),
    ),
    "three petals": (
        "the three circles with the radius `radius / 2` that pass through the center and touch the large circle, "
        "evenly spread, one of them straight above the center",
        petals(3, 90),
    ),
}

CIRCLE_MIXES: Sequence[tuple[str, ...]] = (
    *(
        ("diameter", "triangle"),
        ("three spokes", "half circle"),
        ("two petals",),
        ("three petals",),
        ("two petals", "diameter"),
    ),
    *(
        ("hexagon", "triangle"),
        ("square", "half circle"),
        ("diamond", "square"),
        ("chord", "diameter"),
        ("five spokes", "half circle"),
    ),
    *(
        ("triangle", "half circle"),
        ("hexagon", "three spokes"),
        ("three petals", "triangle"),
        ("pointing down", "chord"),
    ),
    *(("diamond", "two petals"), ("chord",), ("five spokes",), ("hexagon", "half circle")),
)


def circle(mix: Sequence[str], draw: random.Random) -> list[Pattern]:
    radius = length(draw, 70, 120)
    words = f"A circle with the radius `radius`; in it {joined([CIRCLE_PARTS[name][0] for name in mix])}."
    parts = [Layer("the large circle", circle_around("radius"))]
    parts += [Layer(definite(CIRCLE_PARTS[name][0]), CIRCLE_PARTS[name][1]) for name in mix]
    others = [name for name in CIRCLE_PARTS if name not in mix]
    more = [Layer(CIRCLE_PARTS[name][0], CIRCLE_PARTS[name][1]) for name in draw.sample(others, 4)]
    return [dissected(f"circle with {' and '.join(mix)}", {"radius": radius}, words, parts, more)]


def dissected(kind: str, variables: Variables, words: str, parts: Sequence[Layer], others: Sequence[Layer]) -> Pattern:
    """All parts one over the other. Each can be removed, and each of the others can be added."""
    body = lines(*(part.code for part in parts))
    gone = [
        deletion(f"removes from the given shape {part.name}", lines(*(one.code for one in parts if one is not part)))
        for part in parts
    ]
    added = [insertion(f"adds to the given shape {part.name}", lines(body, part.code)) for part in others]
    return Pattern(kind, variables, words, body, (*gone, *added))


def definite(words: str) -> str:
    """Return words for a part that is there."""
    first, rest = words.split(" ", 1)
    return words if first == "the" else f"the {rest}" if first in ("a", "an") else f"the {words}"


def joined(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])}, and {words[-1]}"


Variants = Callable[[random.Random], list[Pattern]]

KINDS: Mapping[str, Variants] = {f"square with {', '.join(mix)}": partial(square, mix) for mix in MIXES} | {
    f"circle with {', '.join(mix)}": partial(circle, mix) for mix in CIRCLE_MIXES
}
