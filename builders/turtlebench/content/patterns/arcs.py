"""Figures of arcs: circles and slices of them, leaves, waves, and semicircles around a polygon."""

import random

from .arrangements import Layer, layers
from .pattern import (
    Pattern,
    Tweak,
    circle_around,
    deletion,
    generalisation,
    insertion,
    jump,
    length,
    lines,
    number,
    repeat,
    turn,
)


def semicircle(draw: random.Random) -> list[Pattern]:
    radius = length(draw, 80, 120)
    arc = lines("t.left(90)", "t.circle(radius, 180)", "t.left(90)")
    back = lines(arc, "t.forward(2 * radius)")
    description = "A semicircle of radius `radius` that bulges upwards, with its horizontal diameter."
    tweaks = [
        deletion("removes the diameter of the given shape and keeps the arc", arc),
        insertion(
            "adds to the given shape the radius that divides it into two equal halves",
            lines(back, "t.penup()", "t.backward(radius)", "t.pendown()", "t.left(90)", "t.forward(radius)"),
        ),
        insertion(
            "adds to the given shape two radii that divide it into three equal slices",
            lines(
                back,
                "t.penup()",
                "t.backward(radius)",
                "t.pendown()",
                "t.left(60)",
                "t.forward(radius)",
                "t.backward(radius)",
                "t.left(60)",
                "t.forward(radius)",
            ),
        ),
        insertion(
            "adds to the given shape an equilateral triangle below it that shares the diameter with it",
            lines(back, repeat(3, "t.right(120)", "t.forward(2 * radius)")),
        ),
    ]
    return [Pattern("semicircle", {"radius": radius}, description, lines(arc, "t.forward(2 * radius)"), tuple(tweaks))]


def circle(draw: random.Random) -> list[Pattern]:
    radius = length(draw, 80, 120)
    whole = Layer("the circle", circle_around("radius"))
    more = [
        Layer(
            "the largest circle that touches it from inside at its highest point and goes through its center",
            lines(
                "t.left(90)",
                jump("radius"),
                "t.left(90)",
                "t.circle(radius / 2)",
                "t.right(90)",
                "t.penup()",
                "t.backward(radius)",
                "t.pendown()",
                "t.right(90)",
            ),
        ),
        Layer(
            "its horizontal diameter",
            lines(
                "t.penup()",
                "t.backward(radius)",
                "t.pendown()",
                "t.forward(2 * radius)",
                "t.penup()",
                "t.backward(radius)",
                "t.pendown()",
            ),
        ),
        Layer(
            "a circle of the same size that touches it on the right",
            lines(
                jump("radius"),
                "t.right(90)",
                "t.circle(radius)",
                "t.left(90)",
                "t.penup()",
                "t.backward(radius)",
                "t.pendown()",
            ),
        ),
        Layer(
            "a circle of half its radius that touches it from outside on the right",
            lines(
                jump("radius"),
                "t.right(90)",
                "t.circle(radius / 2)",
                "t.left(90)",
                "t.penup()",
                "t.backward(radius)",
                "t.pendown()",
            ),
        ),
    ]
    return [layers("circle", {"radius": radius}, "A circle of radius `radius`.", [whole], more)]


def pie(draw: random.Random) -> list[Pattern]:
    patterns = []
    for angle in (60, 90, 120, 240, 270, 300):
        radius = length(draw, 80, 120)
        body = lines("t.forward(radius)", "t.left(90)", f"t.circle(radius, {angle})", "t.left(90)", "t.forward(radius)")
        description = (
            f"A slice of {angle} degrees of a circle of radius `radius`: two radii and the arc between them. One "
            "radius goes horizontally to the right from the center, and the slice extends counterclockwise from "
            "it."
        )
        half = lines(body, f"t.right({180 + angle / 2:g})", "t.forward(radius)")
        tweaks = [
            deletion(
                "removes the arc of the given shape and keeps the two radii",
                lines("t.forward(radius)", "t.backward(radius)", f"t.left({angle})", "t.forward(radius)"),
            ),
            insertion("adds the radius that divides the given slice into two equal slices", half),
            generalisation(
                f"draws a slice of {angle - 30} degrees instead of {angle}, beginning at the same horizontal radius",
                body.replace(f"{angle})", f"{angle - 30})"),
            ),
            insertion(
                "completes the circle of the given slice, and keeps the two radii",
                lines(
                    "t.forward(radius)",
                    "t.left(90)",
                    "t.circle(radius)",
                    f"t.circle(radius, {angle})",
                    "t.left(90)",
                    "t.forward(radius)",
                ),
            ),
        ]
        patterns.append(Pattern("slice of a circle", {"radius": radius}, description, body, tuple(tweaks)))
    return patterns


def stadium(draw: random.Random) -> list[Pattern]:
    patterns = []
    for long in (1, 2):
        radius = length(draw, 40, 60)
        straight = "2 * radius" if long == 1 else "4 * radius"
        body = repeat(2, f"t.forward({straight})", "t.circle(radius, 180)")
        description = (
            f"The outline of a stadium: two horizontal lines of length `{straight}`, `2 * radius` apart, whose "
            "left ends and whose right ends are joined by semicircles of radius `radius` that bulge outwards."
        )
        sides = lines(
            "t.left(90)", "t.forward(2 * radius)", "t.right(90)", jump(straight), "t.right(90)", "t.forward(2 * radius)"
        )
        tweaks = [
            insertion("adds the vertical diameters of both semicircles to the given shape", lines(body, sides)),
            deletion(
                "removes the semicircle on the right of the given shape",
                lines(
                    f"t.forward({straight})",
                    "t.penup()",
                    "t.circle(radius, 180)",
                    "t.pendown()",
                    f"t.forward({straight})",
                    "t.circle(radius, 180)",
                ),
            ),
            deletion(
                "removes the lower one of the two straight lines of the given shape",
                lines(jump(straight), "t.circle(radius, 180)", f"t.forward({straight})", "t.circle(radius, 180)"),
            ),
        ]
        patterns.append(Pattern("stadium", {"radius": radius}, description, body, tuple(tweaks)))
    return patterns


def lens(draw: random.Random) -> list[Pattern]:
    patterns = []
    for angle in (60, 90, 120):
        radius = length(draw, 100, 140)
        body = lines(f"t.right({angle / 2:g})", repeat(2, f"t.circle(radius, {angle})", f"t.left({180 - angle})"))
        description = (
            f"A leaf with its tips on the left and on the right: two arcs of {angle} degrees of circles of radius "
            "`radius` that join the same two points, one bulging upwards and one downwards."
        )
        chord = f"2 * radius * sin({angle / 2:g} * pi / 180)"
        vein = insertion(
            "adds the straight line between the two tips to the given shape",
            lines(f"t.forward({chord})", f"t.backward({chord})", body),
        )
        gone = Pattern(
            "leaf",
            {"radius": radius},
            description,
            body,
            (
                vein,
                deletion(
                    "removes the upper arc of the given shape",
                    lines(f"t.right({angle / 2:g})", f"t.circle(radius, {angle})"),
                ),
            ),
        )
        patterns.append(gone)
    return patterns


def wave(draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in (2, 3, 4, 5, 6):
        radius = length(draw, 25, 40, 5)

        def body(times: int) -> str:
            return lines("t.left(90)", *(["t.circle(-radius, 180)", "t.circle(radius, 180)"] * times)[:times])

        description = (
            f"A wavy line from left to right of {number(count)} semicircles of radius `radius`, one after the "
            "other: the first bulges upwards, the second downwards, and so on in turn; nothing else is drawn."
        )
        across = lines(f"t.forward({2 * count} * radius)", f"t.backward({2 * count} * radius)", body(count))
        tweaks = [
            generalisation(
                f"goes on with the wave until it has {number(count + 3)} semicircles of the same size instead of "
                f"{number(count)}",
                body(count + 3),
            ),
            insertion("adds one straight horizontal line from the beginning of the wave to its end", across),
        ]
        patterns.append(Pattern("wave", {"radius": radius}, description, body(count), tuple(tweaks)))
    return patterns


def scallops(draw: random.Random) -> list[Pattern]:
    patterns = []
    for sides in (3, 4, 5, 6, 8):
        for way in ("outwards", "inwards"):
            if way == "inwards" and sides == 8:
                continue
            side = length(draw, 80, 110) if sides < 6 else length(draw, 50, 60)
            arc = (
                lines("t.right(90)", "t.circle(side / 2, 180)", "t.right(90)")
                if way == "outwards"
                else lines("t.left(90)", "t.circle(-side / 2, 180)", "t.left(90)")
            )
            body = repeat(sides, arc, f"t.left({turn(sides)})")
            description = (
                f"{number(sides).capitalize()} semicircles that bulge {way}, one on each side of a regular "
                f"polygon with {number(sides)} sides of length `side`, as its diameter. The polygon has a "
                "horizontal bottom side, but is not drawn itself."
            )
            polygon = repeat(sides, "t.forward(side)", f"t.left({turn(sides)})")
            straight = lines("t.forward(side)", f"t.left({turn(sides)})")
            tweaks = [
                insertion(
                    "adds the sides of the polygon, the diameters of all semicircles, to the given shape",
                    lines(polygon, body),
                ),
                deletion(
                    "removes the semicircle at the bottom of the given shape",
                    lines(jump("side"), f"t.left({turn(sides)})", repeat(sides - 1, arc, f"t.left({turn(sides)})")),
                ),
            ]
            tweaks.append(
                Tweak(
                    ("deletion", "insertion"),
                    "removes the semicircle at the bottom of the given shape and puts a straight line between "
                    "its ends instead",
                    lines(straight, repeat(sides - 1, arc, f"t.left({turn(sides)})")),
                )
            )
            patterns.append(Pattern(f"semicircles {way}", {"side": side}, description, body, tuple(tweaks)))
    return patterns


KINDS = {
    "semicircle": semicircle,
    "circle": circle,
    "slice of a circle": pie,
    "stadium": stadium,
    "leaf": lens,
    "wave": wave,
    "semicircles around": scallops,
}
