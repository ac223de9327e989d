"""Figures of one shape in several sizes: concentric, sharing a point or a corner, or each inscribed in the one "
"before."""

import random
from collections.abc import Callable
from functools import partial

from .pattern import (
    NAMES,
    Pattern,
    Tweak,
    circle_around,
    deletion,
    generalisation,
    insertion,
    jump,
    length,
    line,
    lines,
    number,
    only_if,
    plural,
    polygon,
    polygon_around,
    repeat,
)


def nested(
    kind: str,
    step: int,
    description: str,
    count: int,
    name: str,
    shape: Callable[[str], str],
    more: tuple[Tweak, ...] = (),
) -> Pattern:
    """`count` shapes of sizes `step`, `2 * step`, …; `shape` leaves the turtle as it found it."""

    def sizes(times: int, *inner: str) -> str:
        return repeat(times, *(inner or (shape("(i + 1) * step"),)))

    tweaks = [
        generalisation(
            f"draws {number(other)} {plural(name)} instead of {number(count)}, the smallest as before and the "
            "others growing by the same step",
            sizes(other),
        )
        for other in (count + 1, count + 2)
    ]
    drawn = shape("(i + 1) * step")
    if count >= 3:
        tweaks.append(
            deletion(f"removes the smallest {name} from the given shape", sizes(count, only_if("i > 0", drawn)))
        )
        tweaks.append(
            deletion(
                f"removes the second largest {name} from the given shape",
                sizes(count, only_if(f"i != {count - 2}", drawn)),
            )
        )
    return Pattern(kind, {"step": step}, description, sizes(count), (*tweaks, *more))


def diameters(body: str, count: int) -> tuple[Tweak, ...]:
    reach = f"{count} * step"
    across = lines(
        "t.penup()",
        f"t.backward({reach})",
        "t.pendown()",
        f"t.forward(2 * {reach})",
        "t.penup()",
        f"t.backward({reach})",
        "t.pendown()",
    )
    upright = lines("t.left(90)", across, "t.right(90)")
    return (
        insertion("adds the horizontal diameter of the largest circle to the given shape", lines(body, across)),
        insertion(
            "adds the horizontal and the vertical diameter of the largest circle to the given shape",
            lines(body, across, upright),
        ),
    )


def concentric_circles(draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in (2, 3, 4, 5):
        step = length(draw, 25, 45, 5)
        body = repeat(count, circle_around("(i + 1) * step"))
        description = (
            f"{number(count).capitalize()} circles about a common center; the smallest has the radius `step`, and "
            "each further one a radius larger by `step`."
        )
        patterns.append(
            nested("concentric circles", step, description, count, "circle", circle_around, diameters(body, count))
        )
    return patterns


def concentric_polygons(draw: random.Random) -> list[Pattern]:
    patterns = []
    for sides in (3, 4, 6):
        for count in (2, 3, 4):
            step = length(draw, 40, 60) if sides < 6 else length(draw, 25, 40, 5)
            name = NAMES[sides]
            description = (
                f"{number(count).capitalize()} {plural(name)} with a common center and horizontal bottom sides; "
                "the smallest has sides of length `step`, and the sides of each further one are longer by `step`."
            )
            kind = f"concentric {plural(name)}"
            patterns.append(nested(kind, step, description, count, name, partial(polygon_around, sides)))
    return patterns


def corner_polygons(draw: random.Random) -> list[Pattern]:
    patterns = []
    for sides in (3, 4, 5, 6):
        for count in (2, 3, 4):
            step = length(draw, 40, 60) if sides < 5 else length(draw, 30, 40)
            name = NAMES[sides]
            description = (
                f"{number(count).capitalize()} {plural(name)} that share their bottom left corner, which is the "
                "left end of their horizontal bottom sides, so that these lie on each other; the smallest has "
                "sides of length `step`, and the sides of each further one are longer by `step`."
            )
            kind = f"{plural(name)} in a corner"
            patterns.append(nested(kind, step, description, count, name, partial(polygon, sides)))
    return patterns


def tangent_circles(draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in (2, 3, 4, 5):
        step = length(draw, 25, 45, 5)
        description = (
            f"{number(count).capitalize()} circles that share their lowest point; the smallest has the radius "
            "`step`, and each further one a radius larger by `step`."
        )
        patterns.append(
            nested("circles sharing a point", step, description, count, "circle", lambda size: f"t.circle({size})")
        )
    return patterns


def rainbow(draw: random.Random) -> list[Pattern]:
    patterns = []
    for closed in (True, False):
        for count in (2, 3, 4, 5):
            step = length(draw, 25, 40, 5)

            def arc(size: str) -> str:
                return lines(jump(size), "t.left(90)", f"t.circle({size}, 180)", "t.left(90)", jump(size))

            def arch(size: str) -> str:
                return lines(
                    f"t.forward({size})", "t.left(90)", f"t.circle({size}, 180)", "t.left(90)", f"t.forward({size})"
                )

            description = (
                f"A rainbow of {number(count)} semicircles about a common center, all bulging upwards; the "
                "smallest has the radius `step`, and each further one a radius larger by `step`."
            )
            description += (
                " The feet of each are joined by a horizontal line." if closed else " Nothing joins their feet."
            )
            kind = "closed rainbow" if closed else "rainbow"
            patterns.append(nested(kind, step, description, count, "semicircle", arch if closed else arc))
    return patterns


def inscribed_polygons(draw: random.Random) -> list[Pattern]:
    """Each by the midpoints of the sides of the one before."""
    patterns = []
    for sides in (3, 4, 5, 6):
        for count in (2, 3, 4):
            side = length(draw, 120, 180, 20) if sides < 5 else length(draw, 80, 120, 20)

            def body(times: int, first: int = 0, sides: int = sides) -> str:
                shrink = f"side * cos(pi / {sides}) ** i"
                inside = polygon(sides, shrink)
                step = lines("t.penup()", f"t.forward({shrink} / 2)", f"t.left({180 // sides})", "t.pendown()")
                return repeat(times, inside if not first else only_if(f"i >= {first}", inside), step)

            name = NAMES[sides]
            description = (
                f"{number(count).capitalize()} nested {plural(name)}. The outermost has sides of length `side` "
                "and a horizontal bottom side; the corners of each further one are the midpoints of the sides of "
                "the one before."
            )
            tweaks = [
                generalisation(
                    f"draws {number(count + 1)} nested {plural(name)} instead of {number(count)}, by the same rule",
                    body(count + 1),
                ),
                generalisation(
                    f"draws {number(count + 2)} nested {plural(name)} instead of {number(count)}, by the same rule",
                    body(count + 2),
                ),
            ]
            if count > 2:
                tweaks.append(deletion(f"removes the outermost {name} from the given shape", body(count, 1)))
            if sides == 4:
                cross = lines("t.left(45)", line("side * sqrt(2)"), "t.right(45)")
                tweaks.append(
                    insertion(
                        "adds the diagonal of the outermost square from its bottom left to its top right corner",
                        lines(cross, body(count)),
                    )
                )
            patterns.append(
                Pattern(f"{plural(name)} through midpoints", {"side": side}, description, body(count), tuple(tweaks))
            )
    return patterns


def sierpinski(draw: random.Random) -> list[Pattern]:
    patterns = []
    for depth in (1, 2, 3):
        side = length(draw, 160, 240, 20)

        def body(levels: int) -> str:
            return lines(
                "def triangle(side, depth):",
                "    if depth == 0:",
                "        for _ in range(3):",
                "            t.forward(side)",
                "            t.left(120)",
                "        return",
                "    for _ in range(3):",
                "        triangle(side / 2, depth - 1)",
                "        t.forward(side)",
                "        t.left(120)",
                "",
                f"triangle(side, {levels})",
            )

        times = {1: "once", 2: "twice", 3: "three times"}[depth]
        description = (
            "An equilateral triangle with sides of length `side` and a horizontal bottom side, in which the "
            "midpoints of the sides are joined, which divides it into four triangles"
        )
        description += (
            "."
            if depth == 1
            else f"; the three outer ones, not the middle one, are divided again in the same way, {times} in all."
        )
        more = (
            generalisation(
                "divides the outer triangles once more by the same rule, so that they are divided one step "
                "further than in the given shape",
                body(depth + 1),
            ),
        )
        patterns.append(Pattern("Sierpinski triangle", {"side": side}, description, body(depth), more))
    return patterns


KINDS = {
    "concentric circles": concentric_circles,
    "concentric polygons": concentric_polygons,
    "polygons in a corner": corner_polygons,
    "circles sharing a point": tangent_circles,
    "rainbow": rainbow,
    "polygons through midpoints": inscribed_polygons,
    "Sierpinski triangle": sierpinski,
}
