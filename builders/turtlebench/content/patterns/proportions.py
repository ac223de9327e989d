"""Figures whose parts follow from each other: squares on the sides of a right triangle, growing squares, spirals of
triangles, and steps."""

import random
from collections.abc import Callable, Mapping
from functools import partial

from .pattern import (
    Pattern,
    deletion,
    generalisation,
    insertion,
    jump,
    jump_back,
    length,
    lines,
    number,
    only_if,
    polygon_on_the_right,
    repeat,
)

SIDES = (("horizontal leg", 4, "90"), ("vertical leg", 3, "90 + degrees(atan(3 / 4))"), ("hypotenuse", 5, ""))
"""A right triangle from its left corner: the name of a side, its length in units, and the turn to the left after it."""


def square_outside(size: str) -> str:
    return polygon_on_the_right(4, size)


def triangle_outside(size: str) -> str:
    return polygon_on_the_right(3, size)


def semicircle_outside(size: str) -> str:
    return lines("t.right(90)", f"t.circle({size} / 2, 180)", "t.right(90)", f"t.backward({size})")


BUILT: Mapping[str, tuple[str, str, Callable[[str], str]]] = {
    "squares": ("a square", "with that side as its own", square_outside),
    "equilateral triangles": ("an equilateral triangle", "with that side as its own", triangle_outside),
    "semicircles": ("a semicircle", "with that side as its diameter", semicircle_outside),
}


def pythagoras(built: str, draw: random.Random) -> list[Pattern]:
    """A right triangle with something on every side."""
    unit = length(draw, 18, 30, 2)
    what, sharing, code = BUILT[built]

    def drawn(kept: tuple[int, ...] = (0, 1, 2), outline: bool = True) -> str:
        parts = []
        for index, (_, size, angle) in enumerate(SIDES):
            if index in kept:
                parts.append(code(f"({size} * unit)"))
            parts.append(f"t.forward({size} * unit)" if outline else jump(f"{size} * unit"))
            if angle:
                parts.append(f"t.left({angle})")
        parts.append("t.left(180 - degrees(atan(3 / 4)))")
        return lines(*parts)

    words = (
        "A right triangle with a horizontal leg of length `4 * unit` at the bottom, a vertical leg of length `3 * "
        "unit` at "
        f"its right end, going up, and a hypotenuse of length `5 * unit`; on the outside of each of its sides stands "
        f"{what}, "
        f"{sharing}."
    )
    tweaks = [
        deletion(
            f"removes the {what.split(' ', 1)[1]} on the {name} from the given shape, keeping the right triangle whole",
            drawn(tuple(other for other in range(3) if other != index)),
        )
        for index, (name, _, _) in enumerate(SIDES)
    ]
    tweaks += [
        deletion(
            f"keeps the right triangle and the {what.split(' ', 1)[1]} on the {name}, and removes everything else",
            drawn((index,)),
        )
        for index, (name, _, _) in enumerate(SIDES)
    ]
    middle = lines(drawn(), "t.left(degrees(atan(3 / 4)))", "t.penup()", "t.forward(5 * unit / 2)", "t.right(90)")
    tweaks.append(
        insertion(
            "adds the circle through the three corners of the right triangle",
            lines(middle, "t.forward(5 * unit / 2)", "t.pendown()", "t.left(90)", "t.circle(5 * unit / 2)"),
        )
    )
    for other, (name, share, other_code) in BUILT.items():
        if other != built:
            parts = [
                lines(other_code(f"({size} * unit)"), f"t.forward({size} * unit)", f"t.left({angle})" if angle else "")
                for _, size, angle in SIDES
            ]
            tweaks.append(
                generalisation(
                    f"draws on each side of the right triangle {name} instead of {what}, also outside and {share}",
                    lines(*parts),
                )
            )
    return [Pattern(f"right triangle with {built}", {"unit": unit}, words, drawn(), tuple(tweaks))]


FIBONACCI = (1, 1, 2, 3, 5, 8)


def growing_squares(arcs: bool, draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in (4, 5, 6):
        unit = length(draw, 16, 22, 2) if count == 6 else length(draw, 24, 40, 4)

        def drawn(sizes: tuple[int, ...], squares: bool, arcs: bool, skipped: int = -1) -> str:
            square = repeat(4, "t.forward(k * unit)", "t.left(90)", name="_")
            if skipped >= 0:
                square = only_if(f"k != {sizes[skipped]}", square)
            on = "t.circle(k * unit, 90)" if arcs else lines(jump("k * unit"), "t.left(90)", jump("k * unit"))
            inside = lines(square if squares else "", on)
            return f"for k in {sizes}:\n" + "\n".join(f"    {line}" for line in inside.splitlines())

        sizes = FIBONACCI[:count]
        listed = ", ".join(f"`{size} * unit`" if size > 1 else "`unit`" for size in sizes)
        words = (
            f"{number(count).capitalize()} squares with the sides {listed}, in this order, that fill a rectangle. The "
            "second stands on the first; the third lies to the left of both, the fourth below all of these, the "
            "fifth to the "
            "right, and the sixth above, as far as there are so many, each with its side along all that was there "
            "before."
        )
        if arcs:
            words += (
                " A spiral of quarter circles runs through them: it begins at the bottom left corner of the first "
                "square, to "
                "the right, and goes through every square from one corner to the opposite one."
            )
        more = (
            [
                deletion(
                    "removes all squares from the given shape and keeps the spiral of quarter circles",
                    drawn(sizes, False, True),
                ),
                deletion("removes the spiral of quarter circles and keeps all squares", drawn(sizes, True, False)),
            ]
            if arcs
            else [
                insertion(
                    "adds quarter circles, one in every square, with one of its corners as the center and its side "
                    "as the "
                    "radius, that join to a spiral, which begins at the bottom left corner of the first of the two "
                    "smallest "
                    "squares, the lower one, to the right",
                    drawn(sizes, True, True),
                )
            ]
        )
        tweaks = [
            *more,
            deletion(
                "removes the largest square and all that is in it from the given shape", drawn(sizes[:-1], True, arcs)
            ),
        ]
        if count < 6:
            tweaks.append(
                generalisation(
                    "continues the given shape with one more square by the same rule"
                    + (", and the quarter circle in it" if arcs else ""),
                    drawn(FIBONACCI[: count + 1], True, arcs),
                )
            )
        kind = "growing squares with a spiral" if arcs else "growing squares"
        patterns.append(Pattern(kind, {"unit": unit}, words, drawn(sizes, True, arcs), tuple(tweaks)))
    return patterns


def root_spiral(draw: random.Random) -> list[Pattern]:
    """The spiral of Theodorus."""
    patterns = []
    for count in (3, 5, 7, 9):
        side = length(draw, 60, 90) if count < 6 else length(draw, 40, 60)

        def drawn(times: int, spokes: bool = True, rim: bool = True) -> str:
            out = "t.forward(side * sqrt(i + 1))" if spokes else jump("side * sqrt(i + 1)")
            along = "t.forward(side)" if rim else jump("side")
            back = "t.forward(side * sqrt(i + 2))" if spokes else jump("side * sqrt(i + 2)")
            return repeat(
                times, out, "t.left(90)", along, "t.left(90 + degrees(atan(1 / sqrt(i + 1))))", back, "t.left(180)"
            )

        words = (
            f"A spiral of {number(count)} right triangles around one point. The first has both legs of length "
            f"`side`: one goes "
            "from the point to the right, the other from its end upwards. The hypotenuse of each triangle is the "
            "first leg of "
            "the next one, whose second leg starts at the far end of it, at a right angle to the left, and has the "
            "length "
            "`side` again."
        )
        tweaks = (
            generalisation(
                f"draws {number(count + 2)} right triangles of the spiral instead of {number(count)}, by the same rule",
                drawn(count + 2),
            ),
            deletion("removes the last two right triangles of the spiral", drawn(count - 2)),
            deletion(
                "removes all lines that start at the common point of the triangles, and keeps the outer ones of "
                "length `side`",
                drawn(count, spokes=False),
            ),
            deletion(
                "removes the outer lines of length `side`, and keeps those that start at the common point of the "
                "triangles",
                drawn(count, rim=False),
            ),
        )
        patterns.append(Pattern("spiral of right triangles", {"side": side}, words, drawn(count), tweaks))
    return patterns


def stepped_diamond(draw: random.Random) -> list[Pattern]:
    """A closed outline of steps, as a cross with stairs between its arms."""
    patterns = []
    for count in (2, 3, 4):
        step = length(draw, 24, 40, 2) if count < 4 else length(draw, 18, 26, 2)
        stairs = repeat(count, "t.forward(step)", "t.left(90)", "t.forward(step)", "t.right(90)", name="_")

        def drawn(times: int, stairs: str = stairs, count: int = count) -> str:
            changed = stairs.replace(f"range({count})", f"range({times})")
            quarter = lines(changed, "t.forward(step)", "t.left(90)")
            return "for _ in range(4):\n" + "\n".join(f"    {line}" for line in quarter.splitlines()).replace(
                "    for _ in", "    for k in"
            )

        words = (
            f"A closed outline of stairs with {number(count)} steps on each of its four diagonal sides. Every line "
            f"of it is "
            "horizontal or vertical and has the length `step`; it has one such line as its topmost part, one at the "
            "very "
            "bottom, one at the very left and one at the very right, and there are as many steps between each two of "
            "them."
        )
        tweaks = [
            generalisation(
                f"draws {number(other)} steps on each diagonal side instead of {number(count)}, of the same size",
                drawn(other),
            )
            for other in (1, 2, 3, 4, 5)
            if abs(other - count) == 1
        ]
        width = f"(2 * {count} + 1) * step"
        tweaks.append(
            insertion(
                "adds the horizontal line from the middle of the leftmost line to the middle of the rightmost line",
                lines(
                    drawn(count),
                    jump("step / 2"),
                    "t.left(90)",
                    jump(f"{width} / 2"),
                    "t.right(90)",
                    jump_back(f"{width} / 2"),
                    f"t.forward({width})",
                ),
            )
        )
        patterns.append(Pattern("outline of stairs", {"step": step}, words, drawn(count), tuple(tweaks)))
    return patterns


Variants = Callable[[random.Random], list[Pattern]]

KINDS: Mapping[str, Variants] = {f"right triangle with {built}": partial(pythagoras, built) for built in BUILT} | {
    "growing squares": partial(growing_squares, False),
    "growing squares with a spiral": partial(growing_squares, True),
    "spiral of right triangles": root_spiral,
    "outline of stairs": stepped_diamond,
}
