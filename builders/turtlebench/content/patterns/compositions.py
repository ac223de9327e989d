"""A main shape with parts on or in it: diagonals, inscribed and circumscribed circles, shapes on every side, wheels."""

import random

from .arrangements import Layer, layers, polygon_sides
from .pattern import (
    NAMES,
    Pattern,
    Tweak,
    a,
    ahead,
    circle_around,
    deletion,
    generalisation,
    insertion,
    jump_back,
    length,
    line,
    lines,
    number,
    only_if,
    plural,
    polygon,
    polygon_around,
    polygon_on_the_right,
    repeat,
    turn,
)


def circle_and_polygon(draw: random.Random) -> list[Pattern]:
    patterns = []
    for sides in (3, 4, 5, 6):
        side = length(draw, 90, 130) if sides < 6 else length(draw, 50, 80)
        name = NAMES[sides]
        outer, inner = f"side / (2 * sin(pi / {sides}))", f"side / (2 * tan(pi / {sides}))"
        shape = Layer(f"the {name}", polygon_around(sides, "side"))
        around = Layer("the circle", circle_around(outer))
        within = Layer("the circle", circle_around(inner))
        base = f"{a(name).capitalize()} with sides of length `side` and a horizontal bottom side"
        spokes = Layer("the lines from the center to all corners", spokes_to_corners(sides, outer))
        bisectors = Layer("the lines from the center to the midpoints of all sides", spokes_to_sides(sides, inner))
        words = f"{base}, and the circle around it through all its corners."
        more = [spokes, bisectors, Layer("the circle inside that touches every side", within.code)]
        patterns.append(layers("polygon in a circle", {"side": side}, words, [shape, around], more))
        words = f"{base}, and the circle inside it that touches every side."
        more = [spokes, bisectors, Layer("the circle around it through all corners", around.code)]
        patterns.append(layers("circle in a polygon", {"side": side}, words, [shape, within], more))
        words = (
            f"{base}, the circle around it through all its corners, and the circle inside it that touches every side."
        )
        parts = [shape, Layer("the larger circle", around.code), Layer("the smaller circle", within.code)]
        patterns.append(layers("polygon between circles", {"side": side}, words, parts, [bisectors]))
        words = f"{base}, and straight lines from its center to all its corners."
        parts = [Layer(f"the outline of the {name}", shape.code), Layer("", spokes.code)]
        more = [
            Layer("the circle through all corners", around.code),
            Layer("the circle inside that touches every side", within.code),
        ]
        patterns.append(layers("divided polygon", {"side": side}, words, parts, more))
    return patterns


def spokes_to_corners(sides: int, reach: str) -> str:
    """Return spokes from the middle of a polygon, whose first side is below, to its corners."""
    return lines(
        f"t.right(90 - 180 / {sides})",
        repeat(sides, line(reach), f"t.left({turn(sides)})"),
        f"t.left(90 - 180 / {sides})",
    )


def spokes_to_sides(sides: int, reach: str) -> str:
    return lines("t.right(90)", repeat(sides, line(reach), f"t.left({turn(sides)})"), "t.left(90)")


def wheel(draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in (2, 3, 4, 5, 6, 8, 12):
        radius = length(draw, 80, 120)
        rim = Layer("the circle", circle_around("radius"))

        def spokes(times: int, *inner: str) -> str:
            return lines(
                "t.left(90)", repeat(times, *(inner or (line("radius"),)), f"t.left({turn(times)})"), "t.right(90)"
            )

        description = (
            f"A wheel: a circle of radius `radius` and {number(count)} straight lines from its center to the "
            "circle, evenly spread, one of them straight up."
        )
        tweaks = [
            deletion(
                "removes the line from the center straight up, and nothing else, from the given shape",
                lines(rim.code, spokes(count, only_if("i > 0", line("radius")))),
            ),
            *(
                generalisation(
                    f"divides the circle by {number(other)} lines from its center instead of {number(count)}, "
                    "evenly spread and one of them still straight up",
                    lines(rim.code, spokes(other)),
                )
                for other in (3, 5, 7, 9)
                if other != count
            ),
        ]
        hub = Layer("a circle of radius `radius / 2` with the same center", circle_around("radius / 2"))
        patterns.append(
            layers("wheel", {"radius": radius}, description, [rim, Layer("", spokes(count))], [hub], tweaks)
        )
    return patterns


def web(draw: random.Random) -> list[Pattern]:
    patterns = []
    for sides in (3, 4, 5, 6, 8):
        for count in (2, 3):
            step = length(draw, 30, 45, 5)
            rings = repeat(
                count,
                lines(
                    "t.penup()",
                    "t.forward((i + 1) * step)",
                    "t.pendown()",
                    f"t.left({90 + 180 / sides:g})",
                    polygon(sides, f"2 * (i + 1) * step * sin(pi / {sides})"),
                    f"t.right({90 + 180 / sides:g})",
                    "t.penup()",
                    "t.backward((i + 1) * step)",
                    "t.pendown()",
                ),
            )
            threads = repeat(sides, line(f"{count} * step"), f"t.left({turn(sides)})")
            name = NAMES[sides]
            description = (
                f"A spider's web: {number(sides)} straight lines of length `{count} * step` from a common center, "
                f"evenly spread, one of them straight up, and {number(count)} {plural(name)} about the same "
                "center whose corners lie on these lines, at the distances "
                + " and ".join(f"`{ring} * step`" if ring > 1 else "`step`" for ring in range(1, count + 1))
                + " from the center."
            )
            parts = [
                Layer("", "t.left(90)"),
                Layer(f"all {number(sides)} lines that start from the center", threads),
                Layer("", rings),
            ]
            outer = lines("t.left(90)", threads, rings.replace(f"range({count})", f"range({count + 1})"))
            more = [Layer("the circle through the outer ends of all lines", circle_around(f"{count} * step"))]
            grown = insertion(
                f"adds one more {name} to the given shape, {number(count + 1)} times as large as the smallest "
                "one, with the same center and its corners in the same directions; the lines from the center "
                "stay as they are",
                outer,
            )
            patterns.append(layers("spider's web", {"step": step}, description, parts, more, [grown]))
    return patterns


def shapes_on_sides(draw: random.Random) -> list[Pattern]:
    """A shape on the outside of every side of a regular polygon."""
    patterns = []
    for sides in (3, 4, 5, 6):
        for kind in ("equilateral triangle", "square", "semicircle"):
            side = length(draw, 60, 90) if sides < 5 else length(draw, 40, 60)
            on_side = {
                "equilateral triangle": polygon_on_the_right(3, "side"),
                "square": polygon_on_the_right(4, "side"),
                "semicircle": lines("t.right(90)", "t.circle(side / 2, 180)", "t.right(90)", jump_back("side")),
            }[kind]
            names = polygon_sides(sides)

            def body(*inner: str, sides: int = sides, on_side: str = on_side) -> str:
                return repeat(sides, *(inner or (on_side,)), "t.forward(side)", f"t.left({turn(sides)})")

            name = NAMES[sides]
            attached = "that has this side as its diameter" if kind == "semicircle" else "that shares this side"
            description = (
                f"{a(name).capitalize()} with sides of length `side` and a horizontal bottom side, and on the "
                f"outside of each of its sides {a(kind)} {attached}."
            )
            tweaks = [
                deletion(
                    f"removes the {kind} on the {label}, but not that side itself, from the given shape",
                    body(only_if(f"i != {index}", on_side)),
                )
                for index, label in enumerate(names)
            ]
            alone = repeat(sides, on_side, "t.penup()", "t.forward(side)", "t.pendown()", f"t.left({turn(sides)})")
            if kind == "semicircle":
                tweaks.append(
                    deletion(
                        f"removes the sides of the {name} and keeps only the semicircles of the given shape", alone
                    )
                )
                inside = lines("t.left(90)", "t.circle(-side / 2, 180)", "t.left(90)", jump_back("side"))
                turned = (
                    "turns every semicircle of the given shape over, so that it bulges to the inside of its side "
                    "instead of the outside"
                )
                tweaks.append(Tweak(("reflection",), turned, body(inside)))
            if kind == "equilateral triangle":
                turned = (
                    "mirrors every triangle of the given shape across the side it stands on, so that it lies "
                    "inside instead of outside"
                )
                tweaks.append(Tweak(("reflection",), turned, body(polygon(3, "side"))))
            patterns.append(
                Pattern(f"{plural(kind)} on every side", {"side": side}, description, body(), tuple(tweaks))
            )
    return patterns


def polygon_with_diagonals(draw: random.Random) -> list[Pattern]:
    patterns = []
    for sides in (4, 5, 6, 8):
        side = length(draw, 80, 120) if sides < 6 else length(draw, 50, 70)
        outline = polygon(sides, "side")
        step = 180 / sides
        fan = [
            lines(
                f"t.left({step * index:g})",
                line(f"side * sin({index + 1} * pi / {sides}) / sin(pi / {sides})"),
                f"t.right({step * index:g})",
            )
            for index in range(1, sides - 2)
        ]
        name = NAMES[sides]
        base = f"{a(name).capitalize()} with sides of length `side` and a horizontal bottom side"
        words = f"{base}, and all diagonals from its bottom left corner, the left end of the bottom side."
        if sides == 4:
            words = f"{base}, and its diagonal from the bottom left corner to the top right corner."
        parts = [Layer(f"the outline of the {name}", outline), *(Layer("", diagonal) for diagonal in fan)]
        tweaks = []
        if sides > 4:
            tweaks.append(
                deletion(
                    "removes the longest one of the diagonals" if sides in (6, 8) else "removes the two diagonals",
                    lines(
                        outline,
                        *(diagonal for index, diagonal in enumerate(fan) if sides in (6, 8) and index != len(fan) // 2),
                    ),
                )
            )
        else:
            other = lines("t.forward(side)", "t.left(135)", "t.forward(side * sqrt(2))")
            tweaks.append(
                insertion(
                    "adds the other diagonal of the square, from the bottom right to the top left corner",
                    lines(outline, *fan, other),
                )
            )
        patterns.append(layers("polygon with diagonals", {"side": side}, words, parts, [], tweaks))
        if sides > 4:
            every = repeat(sides, *fan, "t.forward(side)", f"t.left({turn(sides)})")
            lone = repeat(sides, *fan, "t.penup()", "t.forward(side)", "t.pendown()", f"t.left({turn(sides)})")
            gone = deletion("removes the sides of the given shape and only keeps its diagonals", lone)
            patterns.append(
                Pattern("polygon with all diagonals", {"side": side}, f"{base}, and all its diagonals.", every, (gone,))
            )
    return patterns


def star_polygon(draw: random.Random) -> list[Pattern]:
    """{n/k}: lines that join each of n points on a circle with the k-th next."""
    patterns = []
    for points, skip in ((5, 2), (7, 2), (7, 3), (8, 3), (9, 2), (9, 4), (10, 3), (11, 4), (11, 5), (12, 5)):
        side = length(draw, 160, 220)
        description = (
            f"A star of {points} straight lines of length `side` that cross each other: {points} points lie "
            "evenly spread on a circle, one of them straight to the left of its center, and each point is joined "
            f"to the {ordinal(skip)} next one."
        )
        # A chord over k of n parts of the circle leaves its left end at half the angle that the rest of it leaves.
        drawn = lines(
            f"t.right(90 - 180 * {skip} / {points})",
            repeat(points, "t.forward(side)", f"t.left(360 * {skip} / {points})"),
        )
        radius = f"side / (2 * sin({skip} * pi / {points}))"
        tweaks = []
        rim = ahead(radius, circle_around(radius))
        tweaks.append(insertion("adds the circle through all tips of the star to the given shape", lines(rim, drawn)))
        outline_side = f"side * sin(pi / {points}) / sin({skip} * pi / {points})"
        rim = lines(
            f"t.right(90 - 180 / {points})",
            repeat(points, f"t.forward({outline_side})", f"t.left(360 / {points})"),
            f"t.left(90 - 180 / {points})",
        )
        tweaks.append(
            insertion("adds straight lines between neighboring tips of the star, all around it", lines(rim, drawn))
        )
        patterns.append(Pattern("star polygon", {"side": side}, description, drawn, tuple(tweaks)))
    return patterns


def ordinal(count: int) -> str:
    return {2: "second", 3: "third", 4: "fourth", 5: "fifth"}[count]


def ladder(draw: random.Random) -> list[Pattern]:
    patterns = []
    for rungs in (2, 3, 4, 5, 6):
        width, gap = length(draw, 60, 80), length(draw, 30, 40)

        def body(count: int, *inner: str, gap_count: int = 0) -> str:
            rail = line(f"{gap_count or count + 1} * gap")
            rails = lines(
                "t.left(90)",
                rail,
                "t.right(90)",
                "t.penup()",
                "t.forward(width)",
                "t.pendown()",
                "t.left(90)",
                rail,
                "t.right(90)",
                "t.penup()",
                "t.backward(width)",
                "t.pendown()",
            )
            step = lines("t.left(90)", "t.penup()", "t.forward(gap)", "t.pendown()", "t.right(90)")
            return lines(rails, repeat(count, step, *(inner or (line("width"),))))

        description = (
            f"A ladder with {number(rungs)} rungs: two vertical lines of length `{rungs + 1} * gap`, `width` "
            f"apart, joined by {number(rungs)} horizontal lines, `gap` apart; the lowest is `gap` above the lower "
            "ends, the highest `gap` below the upper ends."
        )
        tweaks = [
            generalisation(
                f"draws the ladder with {number(rungs + 2)} rungs instead of {number(rungs)}, by the same rule "
                "and with the same `gap`",
                body(rungs + 2),
            )
        ]
        tweaks.append(
            deletion("removes the lowest rung of the given ladder", body(rungs, only_if("i > 0", line("width"))))
        )
        if rungs > 2:
            tweaks.append(
                deletion(
                    "removes the second lowest rung of the given ladder", body(rungs, only_if("i != 1", line("width")))
                )
            )
        patterns.append(Pattern("ladder", {"width": width, "gap": gap}, description, body(rungs), tuple(tweaks)))
    return patterns


KINDS = {
    "circle and polygon": circle_and_polygon,
    "wheel": wheel,
    "spider's web": web,
    "shapes on every side": shapes_on_sides,
    "polygon with diagonals": polygon_with_diagonals,
    "star polygon": star_polygon,
    "ladder": ladder,
}
