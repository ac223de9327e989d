"""Unlike shapes put together: side by side on one line, or on top of each other."""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from .dissections import joined
from .pattern import (
    Pattern,
    Tweak,
    ahead,
    away,
    deletion,
    generalisation,
    insertion,
    jump,
    length,
    lines,
    polygon,
)


class Shape(NamedTuple):
    """A shape on a line, drawn from the left end of its width; and its height as a multiple of that."""

    words: str
    height: str
    draw: Callable[[str], str]


def dome(width: str) -> str:
    return lines(f"t.forward({width})", "t.left(90)", f"t.circle({width} / 2, 180)", "t.left(90)")


def ramp(width: str) -> str:
    rise = lines(f"t.forward({width} * sqrt(2))", "t.left(135)", f"t.forward({width})", "t.left(90)")
    return lines(f"t.forward({width})", "t.left(135)", rise)


def upright(width: str) -> str:
    half = lines(f"t.forward({width})", "t.left(90)", f"t.forward(2 * {width})", "t.left(90)")
    return lines(half, half)


SHAPES: Mapping[str, Shape] = {
    "square": Shape("a square with sides of length {}", "1", lambda width: polygon(4, width)),
    "triangle": Shape("an equilateral triangle with sides of length {}", "", lambda width: polygon(3, width)),
    "dome": Shape("a semicircle with its diameter of length {} below, closed by it", "", dome),
    "ball": Shape("a circle with the diameter {}", "", lambda width: ahead(f"{width} / 2", f"t.circle({width} / 2)")),
    "ramp": Shape("a right triangle with both legs of length {}, its right angle at the bottom left", "", ramp),
    "tower": Shape("a rectangle with the width {} that is twice as high as wide", "2", upright),
}
SIZES = {"": "side", "small ": "(side / 2)"}


def split(name: str) -> tuple[Shape, str]:
    """Return the shape and the width of a name such as "small dome"."""
    small = name.startswith("small ")
    return SHAPES[name.removeprefix("small ")], SIZES["small " if small else ""]


def words_of(name: str) -> str:
    shape, width = split(name)
    return shape.words.format(f"`{width.strip('()')}`")


ORDINALS = ("first", "second", "third", "fourth")


def side_by_side(names: Sequence[str], draw: random.Random) -> list[Pattern]:
    side = length(draw, 80, 130)

    def drawn(chosen: Sequence[str | None]) -> str:
        """The shapes in a row; of those left out, given as None, the room stays."""
        parts = []
        for original, name in zip((*names, *chosen[len(names) :]), chosen, strict=True):
            width = split(str(original))[1]
            if name is not None:
                shape, _ = split(name)
                parts.append(shape.draw(width))
            parts.append(jump(width))
        return lines(*parts)

    listed = joined([words_of(name) for name in names])
    words = (
        f"From left to right, all standing on one horizontal line, each beginning where the one before ends: {listed}."
    )
    tweaks: list[Tweak] = []
    for index in range(len(names)):
        which = f"{ORDINALS[index]} shape from the left"
        tweaks.append(
            deletion(
                f"removes the {which} from the given shape, keeping the others where they are",
                drawn([None if here == index else name for here, name in enumerate(names)]),
            )
        )
        small = "small " if names[index].startswith("small ") else ""
        other = draw.choice([name for name in SHAPES if small + name != names[index]])
        tweaks.append(
            generalisation(
                f"draws in place of the {which}, on the same line, {words_of(small + other)}",
                drawn([small + other if here == index else name for here, name in enumerate(names)]),
            )
        )
    for added in draw.sample(list(SHAPES), 2):
        tweaks.append(
            insertion(
                "adds at the right end of the given shape, on the same line and beginning where the last shape ends, "
                f"{words_of(added)}",
                drawn([*names, added]),
            )
        )
    first, width = split(names[0])
    if first.height:
        tweaks.append(
            insertion(
                "adds an equilateral triangle on top of the first shape from the left, with the whole top side of "
                "it as "
                "its base",
                lines(away(f"{first.height} * {width}", polygon(3, width)), drawn(names)),
            )
        )
    kind = f"side by side: {', '.join(names)}"
    return [Pattern(kind, {"side": side}, words, drawn(names), tuple(tweaks))]


def stack(names: Sequence[str], draw: random.Random) -> list[Pattern]:
    """Shapes on top of each other, the middle of each above the middle of the one below. All but the last are flat."""
    side = length(draw, 80, 120)

    def drawn(chosen: Sequence[str | None]) -> str:
        parts, height = [], "0"
        for original, name in zip(names, chosen, strict=True):
            flat, width = split(original)
            if name is not None:
                inset = f"(side - {width}) / 2"
                code = split(name)[0].draw(width)
                code = code if width == "side" else ahead(inset, code)
                parts.append(code if height == "0" else away(height, code))
            height = f"{flat.height} * {width}" if height == "0" else f"{height} + {flat.height} * {width}"
        return lines(*parts)

    listed = joined([words_of(name) for name in names])
    words = f"From the bottom to the top, each standing on the middle of the one below: {listed}."
    tweaks: list[Tweak] = []
    for index in range(len(names)):
        which = (
            "lowest shape" if index == 0 else "uppermost shape" if index == len(names) - 1 else "shape in the middle"
        )
        tweaks.append(
            deletion(
                f"removes the {which} from the given shape, keeping all lines of the others where they are",
                drawn([None if here == index else name for here, name in enumerate(names)]),
            )
        )
    small = "small " if names[-1].startswith("small ") else ""
    for other in SHAPES:
        if small + other != names[-1]:
            tweaks.append(
                generalisation(
                    f"draws in place of the uppermost shape, at the same place, {words_of(small + other)}",
                    drawn([*names[:-1], small + other]),
                )
            )
    beside = (("right", jump("side")), ("left", lines("t.penup()", "t.backward(side)", "t.pendown()")))
    for hand, move in beside:
        tweaks.append(
            insertion(
                f"adds a square with sides of length `side` to the {hand} of the lowest shape, on the same level and "
                "touching it",
                lines(drawn(names), move, polygon(4, "side")),
            )
        )
    return [Pattern(f"on top of each other: {', '.join(names)}", {"side": side}, words, drawn(names), tuple(tweaks))]


ROWS: Sequence[tuple[str, ...]] = (
    *(("triangle", "square"), ("square", "dome"), ("tower", "small ball"), ("dome", "small dome"), ("ramp", "tower")),
    *(("ball", "square", "ball"), ("triangle", "small triangle", "triangle"), ("small dome", "tower", "small dome")),
    *(("small square", "square", "small square"), ("ramp", "square", "small triangle"), ("ball", "small ball", "ball")),
    *(("tower", "triangle", "tower"), ("small triangle", "dome", "ramp"), ("square", "small tower", "dome")),
    *(("small ball", "ball", "small tower"), ("dome", "triangle"), ("tower", "small square", "small square")),
    *(("ramp", "small ramp"), ("small tower", "ball"), ("dome", "small square", "dome")),
)
STACKS: Sequence[tuple[str, ...]] = (
    *(
        ("square", "triangle"),
        ("square", "small dome"),
        ("square", "small square", "small triangle"),
        ("tower", "dome"),
    ),
    *(("square", "square", "ball"), ("tower", "small ball"), ("square", "small tower"), ("square", "ramp")),
    *(("tower", "small square", "small dome"), ("square", "small square", "small ball"), ("square", "small triangle")),
    *(("square", "small tower", "small triangle"), ("tower", "triangle"), ("square", "square", "dome")),
)

Variants = Callable[[random.Random], list[Pattern]]

KINDS: Mapping[str, Variants] = {f"row: {', '.join(names)}": partial(side_by_side, names) for names in ROWS} | {
    f"stack: {', '.join(names)}": partial(stack, names) for names in STACKS
}
