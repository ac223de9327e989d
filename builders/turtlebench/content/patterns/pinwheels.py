"""Blades rotated about a centre: pinwheels, and fans whose blades grow from one to the next."""

import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from .pattern import (
    Pattern,
    circle_around,
    deletion,
    generalisation,
    insertion,
    length,
    lines,
    number,
    only_if,
    plural,
    polygon,
    repeat,
    turn,
)


class Blade(NamedTuple):
    """A shape with its first side along the heading from the middle, and its counts in pinwheels. The rest of it lies
    to the left. `size` is the name of the length along the heading."""

    name: str
    words: str
    code: str
    counts: tuple[int, ...]


BLADES = (
    Blade(
        "right triangle",
        "a right triangle with both legs of length `arm`: the first leg starts at the center, and the second turns off "
        "to the left at its end",
        lines(*("t.forward(arm)", "t.left(90)") * 2, "t.left(45)", "t.forward(arm * sqrt(2))", "t.left(135)"),
        (3, 4, 5, 6),
    ),
    Blade(
        "semicircle",
        "a semicircle with its diameter of length `arm`, which starts at the center; the arc lies to the left of it",
        lines("t.forward(arm)", "t.left(90)", "t.circle(arm / 2, 180)", "t.left(90)"),
        (3, 4, 5, 6),
    ),
    Blade(
        "rectangle",
        "a rectangle that is `arm` long and `arm / 2` wide: one long side starts at the center, and the rest lies to "
        "the "
        "left of it",
        repeat(2, "t.forward(arm)", "t.left(90)", "t.forward(arm / 2)", "t.left(90)", name="_"),
        (3, 5, 6),
    ),
    Blade(
        "parallelogram",
        "a parallelogram with long sides of length `arm`, short sides of length `arm / 2` and an angle of 60 degrees "
        "at "
        "the center: one long side starts at the center, and the rest lies to the left of it",
        repeat(2, "t.forward(arm)", "t.left(60)", "t.forward(arm / 2)", "t.left(120)", name="_"),
        (3, 4, 5),
    ),
    Blade(
        "sector",
        "a sixth of a disc with the radius `arm`: two radii from the center and the arc between their ends, which lies "
        "to the left of the first",
        lines("t.forward(arm)", "t.left(90)", "t.circle(arm, 60)", "t.left(90)", "t.forward(arm)", "t.left(120)"),
        (2, 3, 4),
    ),
    Blade(
        "quarter circle",
        "a quarter of a disc with the radius `arm`: two radii from the center and the arc between their ends, which "
        "lies "
        "to the left of the first",
        lines("t.forward(arm)", "t.left(90)", "t.circle(arm, 90)", "t.left(90)", "t.forward(arm)", "t.left(90)"),
        (2, 3),
    ),
    Blade(
        "long triangle",
        "a triangle: one side of length `arm` starts at the center, the next of length `arm / 2` turns off to the left "
        "by 120 degrees at its end, and the third closes it",
        lines(
            *("t.forward(arm)", "t.left(120)", "t.forward(arm / 2)", "t.left(90)"),
            *("t.forward(arm * sqrt(3) / 2)", "t.left(150)"),
        ),
        (4, 5, 6, 8),
    ),
    Blade(
        "bow",
        "an arc of a third of a circle from the center to the point at the distance `arm`, bulging to the right, and "
        "the "
        "straight line between its ends",
        lines(
            "t.right(60)",
            "t.circle(arm / sqrt(3), 120)",
            "t.left(120)",
            "t.forward(arm)",
            "t.left(180)",
        ),
        (3, 4, 5, 6),
    ),
)  # fmt: skip


def pinwheel(blade: Blade, draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in draw.sample(blade.counts, min(2, len(blade.counts))):
        arm = length(draw, 80, 130)

        def around(times: int, *inner: str) -> str:
            return lines("t.left(90)", repeat(times, *(inner or (blade.code,)), f"t.left({turn(times)})"))

        shapes = plural(blade.name)
        words = (
            f"A pinwheel of {number(count)} equal {shapes} around one center, evenly spread. Each is {blade.words}, "
            f"as seen "
            "from the center. That of the first goes straight up."
        )
        hub = lines("t.right(90)", circle_around("arm / 4"))
        rim = lines("t.right(90)", circle_around("arm"))
        tweaks = [
            deletion(
                f"removes the {blade.name} whose first line goes straight up from the center, keeping the others",
                around(count, only_if("i > 0", blade.code)),
            ),
            insertion("adds a circle with the radius `arm / 4` around the center", lines(around(count), hub)),
            insertion("adds a circle with the radius `arm` around the center", lines(around(count), rim)),
            *(
                generalisation(
                    f"draws {number(other)} {shapes} instead of {number(count)}, evenly spread around the center, "
                    f"each of "
                    "the same size, with the first line of one of them still going straight up",
                    around(other),
                )
                for other in blade.counts
                if other != count
            ),
        ]
        if count in (4, 6, 8):
            tweaks.append(
                deletion(
                    f"removes every second {blade.name}, beginning with the one whose first line goes straight up "
                    f"from the "
                    "center",
                    around(count, only_if("i % 2 == 1", blade.code)),
                )
            )
        patterns.append(Pattern(f"pinwheel of {shapes}", {"arm": arm}, words, around(count), tuple(tweaks)))
    return patterns


FANS = {"equilateral triangle": (60, (4, 5, 6), 3), "square": (90, (3, 4), 4), "semicircle": (60, (4, 5, 6), 0)}


def fan(name: str, draw: random.Random) -> list[Pattern]:
    """Shapes that share a corner, each larger than the previous one and rotated further: a spiral of shapes."""
    degrees, counts, sides = FANS[name]
    patterns = []
    for count in draw.sample(counts, min(2, len(counts))):
        step = length(draw, 20, 30, 2)
        size = "(i + 1) * step"
        shape = (
            polygon(sides, size)
            if sides
            else lines(f"t.forward({size})", "t.left(90)", f"t.circle({size} / 2, 180)", "t.left(90)")
        )

        def turned(times: int, *inner: str, shape: str = shape) -> str:
            return repeat(times, *(inner or (shape,)), f"t.left({degrees})")

        first = "a diameter" if not sides else "a side"
        shapes = plural(name)
        words = (
            f"A spiral of {number(count)} {shapes} that share one point: from it starts {first} of each, and the "
            f"rest of the "
            "shape lies to the left of it. The first one goes to the right and has the length `step`; every next one "
            "is "
            f"longer by `step` and turned {degrees} degrees further to the left."
        )
        tweaks = (
            deletion(f"removes the smallest {name}, keeping the others", turned(count, only_if("i > 0", shape))),
            deletion(f"removes the largest {name}, keeping the others", turned(count - 1)),
            deletion(
                f"removes the second smallest {name}, keeping the others", turned(count, only_if("i != 1", shape))
            ),
            *(
                [
                    generalisation(
                        f"continues the spiral with one more {name}, again longer by `step` and turned {degrees} "
                        f"degrees "
                        "further to the left",
                        turned(count + 1),
                    )
                ]
                if degrees * (count + 1) <= 360
                else []
            ),
            generalisation(
                f"makes all {shapes} as large as the largest of the given ones, keeping their directions",
                turned(count, shape.replace(size, f"{count} * step")),
            ),
            insertion(
                "adds a circle around the shared point, through the far end of the first line of the largest shape",
                lines(turned(count), f"t.right({degrees * count})", circle_around(f"{count} * step")),
            ),
        )
        patterns.append(Pattern(f"spiral of {shapes}", {"step": step}, words, turned(count), tweaks))
    return patterns


Variants = Callable[[random.Random], list[Pattern]]

KINDS: Mapping[str, Variants] = {f"pinwheel, {blade.name}": partial(pinwheel, blade) for blade in BLADES} | {
    f"spiral of shapes, {name}": partial(fan, name) for name in FANS
}
