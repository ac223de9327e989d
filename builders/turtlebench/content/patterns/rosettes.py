"""Figures of equal elements around a point, the first of them upwards."""

import random

from .arrangements import ABOVE, Layer, ring
from .pattern import (
    NAMES,
    Pattern,
    a,
    ahead,
    circle_ahead,
    circle_around,
    length,
    line,
    lines,
    number,
    plural,
    spread,
)


def asterisk(draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in (3, 4, 5, 6, 7, 8, 10, 12):
        reach = length(draw, 80, 140)
        description = (
            f"{number(count).capitalize()} straight lines of length `reach` that start from a common center, "
            "evenly spread about it; one of them points straight up."
        )
        more = [
            Layer("a circle through the outer ends of all lines", circle_around("reach")),
            Layer("a circle of radius `reach / 2` about the center", circle_around("reach / 2")),
        ]
        others = [other for other in (4, 5, 6, 7, 9) if other != count]
        patterns.append(ring("asterisk", {"reach": reach}, description, count, "line", line("reach"), more, others))
    return patterns


def polygon_rosette(draw: random.Random) -> list[Pattern]:
    patterns = []
    for sides in (3, 4, 5, 6):
        for count in (2, 3, 4, 5, 6, 8, 10):
            side = length(draw, 50, 70) if sides > 4 else length(draw, 60, 110)
            name = NAMES[sides]
            description = (
                f"{number(count).capitalize()} {plural(name)} with sides of length `side`, which share one "
                "corner, the center. They are evenly spread about it, and each is symmetric about the line from "
                "the center through its middle; one of them points straight up from the center."
            )
            others = [other for other in (3, 5, 7, 9) if other != count]
            more = [Layer("a circle of radius `side` about the center", circle_around("side"))]
            patterns.append(
                ring(
                    f"rosette of {plural(name)}",
                    {"side": side},
                    description,
                    count,
                    name,
                    spread(sides, "side"),
                    more,
                    others,
                )
            )
    return patterns


def circle_rosette(draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in (2, 3, 4, 5, 6, 8, 10, 12):
        radius = length(draw, 40, 80)
        description = (
            f"{number(count).capitalize()} circles of radius `radius`, which all go through one point, the "
            "center. Their middles are evenly spread about it; one circle is straight above the center."
        )
        if count == 2:
            description = (
                "Two circles of radius `radius`, one straight above the other, that touch in one point, the center."
            )
        more = [
            Layer(
                "a circle of radius `2 * radius` about the center, which touches all the others",
                circle_around("2 * radius"),
            )
        ]
        others = [other for other in (3, 5, 7, 9) if other != count]
        patterns.append(
            ring(
                "rosette of circles",
                {"radius": radius},
                description,
                count,
                "circle",
                circle_ahead("radius"),
                more,
                others,
                ABOVE,
            )
        )
    return patterns


def flower(draw: random.Random) -> list[Pattern]:
    patterns = []
    for wide in (60, 90, 120):
        for count in (2, 3, 4, 5, 6, 8):
            radius = length(draw, 70, 100)
            petal = lines(
                f"t.right({wide // 2})",
                *[f"t.circle(radius, {wide})", f"t.left({180 - wide})"] * 2,
                f"t.left({wide // 2})",
            )
            description = (
                f"A flower with {number(count)} petals. Each petal is a lens made of two arcs of {wide} degrees "
                "of a circle of radius `radius`, with one tip at the center and the other pointing outwards. The "
                "petals are evenly spread about the center; one of them points straight up."
            )
            others = [other for other in (3, 5, 7, 10) if other != count]
            patterns.append(ring("flower", {"radius": radius}, description, count, "petal", petal, (), others))
    return patterns


def lollipops(draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in (3, 4, 5, 6, 8):
        radius = length(draw, 12, 20, 2)
        stick = length(draw, 80, 110)
        element = ahead_line("stick", circle_ahead("radius"))
        description = (
            f"{number(count).capitalize()} lollipops: straight lines of length `stick` from a common center, "
            "evenly spread, one of them straight up, and at the outer end of each a circle of radius `radius`, "
            "which the line meets from outside, pointing at the circle's middle."
        )
        others = [other for other in (3, 4, 5, 7) if other != count]
        variables = {"stick": stick, "radius": radius}
        more = [Layer("a circle of radius `radius` about the center", circle_around("radius"))]
        patterns.append(ring("lollipops", variables, description, count, "lollipop", element, more, others))
    return patterns


def ahead_line(reach: str, *parts: str) -> str:
    """A line, the parts at its end, and back along it."""
    return lines(f"t.forward({reach})", *parts, f"t.backward({reach})")


def forks(draw: random.Random) -> list[Pattern]:
    patterns = []
    for angle in (45, 60, 90):
        for count in (3, 4, 5, 6, 8):
            reach = length(draw, 80, 110)
            tip = length(draw, 30, 40)
            tines = lines(f"t.left({angle})", line("tip"), f"t.right({2 * angle})", line("tip"), f"t.left({angle})")
            if angle == 90:
                end = "a bar of length `2 * tip` across its outer end"
            else:
                end = (
                    f"at its outer end two lines of length `tip` that go on outwards, one {angle} degrees to the "
                    f"left and one {angle} degrees to the right of its direction"
                )
            name = "T-shaped arm" if angle == 90 else "fork"
            description = (
                f"{number(count).capitalize()} arms that start from a common center, evenly spread about it, one "
                f"of them straight up. Each is a line of length `reach` that has {end}."
            )
            others = [other for other in (3, 5, 7) if other != count]
            variables = {"reach": reach, "tip": tip}
            element = ahead_line("reach", tines)
            patterns.append(ring(f"ring of {name}s", variables, description, count, name, element, (), others))
    return patterns


def flags(draw: random.Random) -> list[Pattern]:
    patterns = []
    for sides in (3, 4):
        for count in (3, 4, 5, 6):
            reach = length(draw, 60, 80)
            side = length(draw, 30, 40)
            description = (
                f"{number(count).capitalize()} arms, lines of length `reach` that start from a common center, "
                f"evenly spread about it, one of them straight up; each ends at a corner of {a(NAMES[sides])} "
                "with sides of length `side`, which lies beyond the end of the line, symmetric about its "
                "direction."
            )
            others = [other for other in (3, 5, 7) if other != count]
            element = ahead_line("reach", spread(sides, "side"))
            variables = {"reach": reach, "side": side}
            kind = f"ring of lines with {plural(NAMES[sides])}"
            patterns.append(ring(kind, variables, description, count, "arm", element, (), others))
    return patterns


def beads(draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in (3, 4, 5, 6, 8, 10, 12):
        radius = length(draw, 60, 100)
        small = f"radius * sin(pi / {count})"
        element = ahead(f"radius - {small}", circle_ahead(small))
        description = (
            f"A ring of {number(count)} equal circles, each touching the next. Their middles lie evenly spread on "
            "a circle of radius `radius`, which is not drawn; one of them is straight above the center."
        )
        more = [
            Layer(
                "a circle of radius `radius` about the center, through the middles of all circles",
                circle_around("radius"),
            )
        ]
        patterns.append(
            ring("ring of beads", {"radius": radius}, description, count, "circle", element, more, (), ABOVE)
        )
    return patterns


def rhombus_star(draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in (3, 4, 5, 6, 8):
        side = length(draw, 50, 80)
        wide = 360 // count if count > 4 else 40
        element = lines(
            f"t.right({wide / 2:g})",
            *["t.forward(side)", f"t.left({wide})", "t.forward(side)", f"t.left({180 - wide})"] * 2,
            f"t.left({wide / 2:g})",
        )
        description = (
            f"{number(count).capitalize()} rhombi with sides of length `side`, which share one corner, the "
            f"center, where each has an angle of {wide} degrees. They are evenly spread about it; one of them "
            "points straight up."
        )
        others = [other for other in (3, 4, 5, 7) if other != count and other * wide <= 360]
        patterns.append(ring("star of rhombi", {"side": side}, description, count, "rhombus", element, (), others))
    return patterns


KINDS = {
    "asterisk": asterisk,
    "rosette of polygons": polygon_rosette,
    "rosette of circles": circle_rosette,
    "flower": flower,
    "lollipops": lollipops,
    "forks": forks,
    "flags": flags,
    "ring of beads": beads,
    "star of rhombi": rhombus_star,
}
