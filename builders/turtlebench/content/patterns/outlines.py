"""Outlines of straight sides: regular polygons, quadrilaterals, and shapes one meets: a house, an arrow, stairs."""

import random

from .arrangements import Layer, Side, outline, polygon_sides
from .pattern import NAMES, Pattern, a, length, number, repeat, turn


def regular_polygon(draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in (3, 4, 5, 6, 7, 8, 9, 10):
        side = length(draw, 40, 60) if count > 7 else length(draw, 80, 140)
        named = polygon_sides(count)
        patterns.append(
            outline(
                "regular polygon",
                {"side": side},
                f"{a(NAMES[count]).capitalize()} with sides of length `side`. Its bottom side is horizontal.",
                [Side(name, "side", turn(count)) for name in named],
            )
        )
    return patterns


def rectangle(draw: random.Random) -> list[Pattern]:
    patterns = []
    for wide, high in ((2, 1), (1, 2), (3, 1), (3, 2)):
        unit = length(draw, 60, 90)
        variables = {"width": wide * unit, "height": high * unit}
        description = "A rectangle with horizontal sides of length `width` and vertical sides of length `height`."
        names = ("bottom side", "right side", "top side", "left side")
        sides = [Side(name, ("width", "height")[index % 2], "90") for index, name in enumerate(names)]
        diagonal = "t.left(atan2(height, width) * 180 / pi)\nt.forward(hypot(width, height))"
        more = [Layer("the diagonal from its bottom left corner to its top right corner", diagonal)]
        patterns.append(outline("rectangle", variables, description, sides, more))
    return patterns


def parallelogram(draw: random.Random) -> list[Pattern]:
    patterns = []
    for slant, long in ((60, 1), (45, 1), (60, 2), (45, 2)):
        side = length(draw, 70, 110)
        width = side * long
        name = "rhombus" if long == 1 else "parallelogram"
        description = (
            f"A {name} with horizontal bottom and top sides of length `width` and slanted sides of length `side`, "
            f"which lean to the right: the angle at the bottom left corner is {slant} degrees."
        )
        names = ("bottom side", "right side", "top side", "left side")
        turns = (str(slant), str(180 - slant))
        sides = [Side(label, ("width", "side")[index % 2], turns[index % 2]) for index, label in enumerate(names)]
        patterns.append(outline(name, {"width": width, "side": side}, description, sides))
    return patterns


def trapezoid(draw: random.Random) -> list[Pattern]:
    patterns = []
    for slant in (60, 45):
        top = length(draw, 60, 100, 20)
        grown = "2 * side * cos(pi / 3)" if slant == 60 else "2 * side * cos(pi / 4)"
        description = (
            "A trapezoid, symmetric about a vertical line: the top side is horizontal; it, the left and the "
            f"right side all have the length `side`, and the angles at the bottom corners are {slant} degrees."
        )
        sides = [
            Side("bottom side", f"side + {grown}", str(180 - slant)),
            Side("right side", "side", str(slant)),
            Side("top side", "side", str(slant)),
            Side("left side", "side", str(180 - slant)),
        ]
        patterns.append(outline("trapezoid", {"side": top}, description, sides))
    return patterns


def right_triangle(draw: random.Random) -> list[Pattern]:
    patterns = []
    for wide, high in ((1, 1), (2, 1), (1, 2)):
        unit = length(draw, 80, 110)
        description = (
            "A right triangle with the right angle at its bottom left corner, a horizontal bottom side of length "
            "`width` and a vertical left side of length `height`."
        )
        slant = "atan2(height, width) * 180 / pi"
        sides = [
            Side("bottom side", "width", f"180 - {slant}"),
            Side("", "hypot(width, height)", f"90 + {slant}"),
            Side("left side", "height", "90"),
        ]
        variables = {"width": wide * unit, "height": high * unit}
        patterns.append(outline("right triangle", variables, description, sides))
    return patterns


def cross(draw: random.Random) -> list[Pattern]:
    patterns = []
    for arm in (1, 2):
        side = length(draw, 40, 60)
        reach = "side" if arm == 1 else "2 * side"
        description = (
            "The outline of an upright cross, like a plus sign: four equal arms, each with an end of length "
            f"`side` and {'sides of the same length' if arm == 1 else 'sides twice as long'}."
        )
        ends = ("bottom end", "right end", "top end", "left end")
        sides = []
        for name in ends:
            sides += [Side(name, "side", "90"), Side("", reach, "-90"), Side("", reach, "90")]
        patterns.append(outline("cross", {"side": side}, description, sides))
    return patterns


def corner(draw: random.Random) -> list[Pattern]:
    side = length(draw, 60, 90)
    description = (
        "The outline of a letter L made of three equal squares of side `side`: two below, side by side, and the "
        "third on top of the left one."
    )
    sides = [
        Side("bottom side", "2 * side", "90"),
        Side("", "side", "90"),
        Side("", "side", "-90"),
        Side("", "side", "90"),
        Side("top side", "side", "90"),
        Side("left side", "2 * side", "90"),
    ]
    return [outline("letter L", {"side": side}, description, sides)]


def house(draw: random.Random) -> list[Pattern]:
    side = length(draw, 80, 130)
    roof = Layer(
        "a horizontal line between the roof and the walls", "t.left(90)\nt.forward(side)\nt.right(90)\nt.forward(side)"
    )
    description = (
        "The outline of a house: a square with sides of length `side` whose top side is replaced by the two "
        "upper sides of an equilateral triangle, the roof."
    )
    sides = [
        Side("bottom side", "side", "90"),
        Side("right wall", "side", "30"),
        Side("right side of the roof", "side", "120"),
        Side("left side of the roof", "side", "30"),
        Side("left wall", "side", "90"),
    ]
    return [outline("house", {"side": side}, description, sides, [roof])]


def arrow(draw: random.Random) -> list[Pattern]:
    side = length(draw, 50, 80)
    description = (
        "The outline of an arrow that points to the right: a shaft, `2 * side` long and `side` wide, whose right "
        "end meets the middle of the vertical side of an equilateral triangle with sides of length `3 * side`. "
        "No line separates shaft and head."
    )
    sides = [
        Side("bottom side of the shaft", "2 * side", "-90"),
        Side("", "side", "120"),
        Side("lower slanted side of the head", "3 * side", "120"),
        Side("upper slanted side of the head", "3 * side", "120"),
        Side("", "side", "-90"),
        Side("top side of the shaft", "2 * side", "90"),
        Side("left end of the shaft", "side", "90"),
    ]
    return [outline("arrow", {"side": side}, description, sides)]


def star_outline(draw: random.Random) -> list[Pattern]:
    """Tips of 180 - 720 / n degrees are those of the star that two sides of a regular polygon make when prolonged."""
    patterns = []
    for points in (5, 6, 8):
        side = length(draw, 40, 60)
        tip = {5: 36, 6: 60, 8: 45}[points]
        # The outline turns by 180 - tip at a tip, and back at the notch so that all turns make a whole one.
        notch = 180 - tip - 360 / points
        description = (
            f"The outline of a star with {number(points)} points, no line inside: every side has the length "
            f"`side`, every tip is {tip} degrees wide, all are alike and evenly spread, and one of them points "
            "straight up."
        )
        # Heading down along the right side of the uppermost tip; a clockwise walk.
        body = f"t.right({90 - tip / 2:g})\n" + repeat(
            points, "t.forward(side)", f"t.left({notch:g})", "t.forward(side)", f"t.right({180 - tip})"
        )
        patterns.append(Pattern("star outline", {"side": side}, description, body))
    return patterns


KINDS = {
    "regular polygon": regular_polygon,
    "rectangle": rectangle,
    "parallelogram": parallelogram,
    "trapezoid": trapezoid,
    "right triangle": right_triangle,
    "cross": cross,
    "letter L": corner,
    "house": house,
    "arrow": arrow,
    "star outline": star_outline,
}
