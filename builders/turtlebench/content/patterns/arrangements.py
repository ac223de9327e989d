"""Arrangements of parts: sides of an outline, elements around a point or in a row, layers that can be left out.

Each arrangement knows the changes that its parts allow, with the words for them.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .pattern import (
    Pattern,
    Tweak,
    Variables,
    deletion,
    generalisation,
    insertion,
    jump,
    lines,
    number,
    only_if,
    plural,
    polygon_on_the_right,
    repeat,
    turn,
)


class Layer(NamedTuple):
    """A part that leaves the turtle as it found it: "the circle", and its code."""

    name: str
    code: str


def layers(
    kind: str,
    variables: Variables,
    description: str,
    parts: Sequence[Layer],
    more: Sequence[Layer] = (),
    tweaks: Sequence[Tweak] = (),
) -> Pattern:
    """Parts one over the other. A part with a name can be deleted; `more` are parts that can be inserted."""
    body = lines(*(part.code for part in parts))
    gone = [
        deletion(
            f"removes {part.name} from the given shape", lines(*(other.code for other in parts if other is not part))
        )
        for part in parts
        if part.name and len(parts) > 1
    ]
    added = [insertion(f"adds {part.name} to the given shape", lines(body, part.code)) for part in more]
    return Pattern(kind, variables, description, body, (*gone, *added, *tweaks))


class Side(NamedTuple):
    """A straight side and the turn to the left after it. `name` is "bottom side"; "" for one that is never changed."""

    name: str
    length: str
    turn: str


def outline(
    kind: str, variables: Variables, description: str, sides: Sequence[Side], more: Sequence[Layer] = ()
) -> Pattern:
    """A closed outline, drawn counterclockwise, so that outside is to the right."""

    def drawn(changed: int | None = None, change: Callable[[str], str] = str) -> str:
        parts = []
        for index, side in enumerate(sides):
            straight = f"t.forward({side.length})"
            parts.append(change(side.length) if index == changed else straight)
            parts.append(f"t.left({side.turn})" if not side.turn.startswith("-") else f"t.right({side.turn[1:]})")
        return lines(*parts)

    tweaks = [insertion(f"adds {part.name} to the given shape", lines(drawn(), part.code)) for part in more]
    for index, side in enumerate(sides):
        if side.name:
            tweaks += side_tweaks(side.name, index, drawn)
    return Pattern(kind, variables, description, drawn(), tuple(tweaks))


def side_tweaks(name: str, index: int, drawn: Callable[[int, Callable[[str], str]], str]) -> list[Tweak]:
    """Return the changes of one side: left out, built on, replaced."""

    def bulge(length: str) -> str:
        return lines("t.right(90)", f"t.circle(({length}) / 2, 180)", "t.right(90)")

    def dent(length: str) -> str:
        return lines("t.left(90)", f"t.circle(-({length}) / 2, 180)", "t.left(90)")

    def built_on(sides: int) -> Callable[[str], str]:
        return lambda length: lines(polygon_on_the_right(sides, length), f"t.forward({length})")

    def arched(length: str) -> str:
        back = lines("t.left(180)", f"t.forward({length})", "t.left(180)")
        return lines(bulge(length), back, f"t.forward({length})")

    replaced = (
        f"removes the {name} of the given shape and puts a semicircle in its place, with the {name} as its diameter"
    )
    swap = ("deletion", "insertion")
    return [
        deletion(f"removes the {name} of the given shape", drawn(index, jump)),
        insertion(
            f"adds a square to the given shape, on the outside of its {name} and sharing that side with it",
            drawn(index, built_on(4)),
        ),
        insertion(
            f"adds an equilateral triangle to the given shape, on the outside of its {name} and sharing that side "
            "with it",
            drawn(index, built_on(3)),
        ),
        insertion(
            f"adds a semicircle to the given shape, on the outside of its {name}, with that side as its diameter",
            drawn(index, arched),
        ),
        Tweak(swap, f"{replaced}, bulging outwards", drawn(index, bulge)),
        Tweak(swap, f"{replaced}, bulging inwards", drawn(index, dent)),
    ]


POINTING = ("that points straight up", "that points straight down")
ABOVE = ("straight above the center", "straight below the center")
"""How an element of a ring is told from the others: the first one, and the one across from it."""


def ring(
    kind: str,
    variables: Variables,
    description: str,
    count: int,
    name: str,
    element: str,
    more: Sequence[Layer] = (),
    others: Sequence[int] = (),
    positions: tuple[str, str] = POINTING,
) -> Pattern:
    """`count` elements around the turtle's first place, the first one upwards. An element is symmetric about "
    "its ray."""

    def around(times: int, *inner: str) -> str:
        return lines("t.left(90)", repeat(times, *(inner or (element,)), f"t.left({turn(times)})"))

    body = around(count)
    up, down = positions
    few = "keeping all the others where they are"
    tweaks = [
        deletion(
            f"removes the {name} {up} from the given shape, {few}",
            around(count, only_if("i > 0", element)),
        ),
        *(insertion(f"adds {part.name} to the given shape", lines(body, "t.right(90)", part.code)) for part in more),
        *(
            generalisation(
                f"draws {number(other)} {plural(name)} instead of {number(count)}, evenly spread about the "
                "center, each of the same size as before and one of them still "
                f"{up.replace('that points', 'pointing')}",
                around(other),
            )
            for other in others
        ),
    ]
    if count % 2 == 0 and count >= 4:
        tweaks += [
            deletion(
                f"removes the {name} {up} and the one {down} from the given shape, {few}",
                around(count, only_if(f"i % {count // 2} > 0", element)),
            ),
        ]
    if count % 2 == 0 and count >= 6:
        tweaks.append(
            deletion(
                f"removes every second {name}, beginning with the one {up}, {few}",
                around(count, only_if("i % 2 == 1", element)),
            )
        )
    return Pattern(kind, variables, description, body, tuple(tweaks))


def row(
    kind: str,
    variables: Variables,
    description: str,
    count: int,
    name: str,
    element: str,
    step: str,
    more: Sequence[Layer] = (),
    others: Sequence[int] = (),
) -> Pattern:
    """`count` elements from left to right, `step` apart. `element` leaves the turtle as it found it."""

    def along(times: int, *inner: str) -> str:
        return repeat(times, *(inner or (element,)), jump(step))

    body = along(count)
    back = lines("t.penup()", f"t.backward({count} * ({step}))", "t.pendown()")
    few = f"keeping the other {number(count - 1)} where they are"
    tweaks = [
        *(insertion(f"adds {part.name} to the given shape", lines(body, back, part.code)) for part in more),
        *(
            generalisation(
                f"draws {number(other)} {plural(name)} in the row instead of {number(count)}, each of the same "
                "size and as far from the next as before",
                along(other),
            )
            for other in others
        ),
    ]
    if count >= 3:
        tweaks.append(
            deletion(
                f"removes the second {name} from the left from the given shape, {few}",
                along(count, only_if("i != 1", element)),
            )
        )
    if count >= 4:
        tweaks.append(
            deletion(
                f"removes the second {name} from the right from the given shape, {few}",
                along(count, only_if(f"i != {count - 2}", element)),
            )
        )
    return Pattern(kind, variables, description, body, tuple(tweaks))


def polygon_sides(count: int) -> list[str]:
    """Names of a regular polygon's sides, counterclockwise from the bottom one; "" where a name would be unclear."""
    known = {
        3: ("bottom side", "right side", "left side"),
        4: ("bottom side", "right side", "top side", "left side"),
        5: ("bottom side", "lower right side", "upper right side", "upper left side", "lower left side"),
        6: ("bottom side", "lower right side", "upper right side", "top side", "upper left side", "lower left side"),
        8: ("bottom side", "", "right side", "", "top side", "", "left side", ""),
    }
    return list(known.get(count, ("bottom side", *[""] * (count - 1))))
