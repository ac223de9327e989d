"""A pattern is a figure with its program, its numbers and its words; a tweak is a named change to figure and program.

A body steers the turtle `t` only by turns and lengths, never by places or headings, so that it can be rotated and
mirrored as a program. It starts heading right, with the pen down.
"""

import random
import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass

HEAD = "import turtle\nfrom math import *\n\nt = turtle.Turtle()\n"
"""How a task's program begins, in the paper's form (§3, appendix C.2.3)."""

TWEAKS = ("deletion", "insertion", "rotation", "reflection", "generalisation")
"""The paper's five kinds (appendix C.4)."""

Variables = Mapping[str, int]


@dataclass(frozen=True)
class Tweak:
    """A named change of a pattern. `instruction` completes "write a program that …". `midway` is the body after the
    first of two changes."""

    kinds: tuple[str, ...]
    instruction: str
    body: str
    midway: str = ""


@dataclass(frozen=True)
class Pattern:
    """A figure with its program; `variables` are the lengths that the description names."""

    kind: str
    variables: Variables
    description: str
    body: str
    tweaks: tuple[Tweak, ...] = ()


def assignments(variables: Variables) -> str:
    return "\n".join(f"{name} = {value}" for name, value in variables.items())


def program(variables: Variables, body: str) -> str:
    return f"{HEAD}{assignments(variables)}\n\n{body}\n"


def deletion(instruction: str, body: str) -> Tweak:
    return Tweak(("deletion",), instruction, body)


def insertion(instruction: str, body: str) -> Tweak:
    return Tweak(("insertion",), instruction, body)


def generalisation(instruction: str, body: str) -> Tweak:
    return Tweak(("generalisation",), instruction, body)


# --- bodies -----------------------------------------------------------------------------------------------------------


def lines(*parts: str) -> str:
    """Parts of a body, one below the other; empty ones are left out."""
    return "\n".join(part for part in parts if part)


def repeat(times: int | str, *parts: str, name: str = "i") -> str:
    body = lines(*parts)
    used = re.search(rf"\b{name}\b", body)  # a loop inside that uses the name hides it, so polygons never do
    return f"for {name if used else '_'} in range({times}):\n{textwrap.indent(body, '    ')}"


def only_if(condition: str, *parts: str) -> str:
    return f"if {condition}:\n{textwrap.indent(lines(*parts), '    ')}"


def jump(length: str) -> str:
    """Forward without a line."""
    return lines("t.penup()", f"t.forward({length})", "t.pendown()")


def jump_back(length: str) -> str:
    return lines("t.penup()", f"t.backward({length})", "t.pendown()")


def away(sideways: str, *parts: str) -> str:
    """The parts drawn from a place to the left of here, and back."""
    return lines("t.left(90)", jump(sideways), "t.right(90)", *parts, "t.left(90)", jump_back(sideways), "t.right(90)")


def ahead(length: str, *parts: str) -> str:
    """The parts drawn from a place ahead of here, and back."""
    return lines(jump(length), *parts, jump_back(length))


# --- pieces that leave the turtle as they found it --------------------------------------------------------------------


def polygon(sides: int, side: str) -> str:
    """Return a polygon to the left of the turtle, its first side along the heading."""
    return repeat(sides, f"t.forward({side})", f"t.left({turn(sides)})", name="_")


def polygon_on_the_right(sides: int, side: str) -> str:
    return repeat(sides, f"t.forward({side})", f"t.right({turn(sides)})", name="_")


def turn(sides: int) -> str:
    return str(360 // sides) if 360 % sides == 0 else f"360 / {sides}"


def line(length: str) -> str:
    return lines(f"t.forward({length})", f"t.backward({length})")


def spread(sides: int, side: str) -> str:
    """A polygon with a corner here, symmetric about the heading."""
    half = f"{90 - 180 // sides}" if 180 % sides == 0 else f"90 - 180 / {sides}"
    return lines(f"t.right({half})", polygon(sides, side), f"t.left({half})")


def circle_ahead(radius: str) -> str:
    """Return a circle through the turtle's position, its centre straight ahead."""
    return lines("t.right(90)", f"t.circle({radius})", "t.left(90)")


def circle_around(radius: str) -> str:
    """About this point."""
    return ahead(radius, "t.left(90)", f"t.circle({radius})", "t.right(90)")


def polygon_around(sides: int, side: str) -> str:
    """About this point, its first side below, parallel to the heading."""
    apothem = f"{side} / (2 * tan(pi / {sides}))"
    to_corner = lines("t.penup()", f"t.backward({side} / 2)", "t.right(90)", f"t.forward({apothem})", "t.left(90)")
    back = lines("t.penup()", "t.left(90)", f"t.forward({apothem})", "t.right(90)", f"t.forward({side} / 2)")
    return lines(to_corner, "t.pendown()", polygon(sides, side), back, "t.pendown()")


NAMES = {3: "equilateral triangle", 4: "square", 5: "regular pentagon", 6: "regular hexagon", 8: "regular octagon"}
NAMES |= {7: "regular heptagon", 9: "regular nonagon", 10: "regular decagon", 12: "regular dodecagon"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def plural(name: str) -> str:
    return f"{name[:-2]}i" if name.endswith("bus") else f"{name}s"


def a(name: str) -> str:
    return f"an {name}" if name[0] in "aeio" else f"a {name}"


def length(draw: random.Random, low: int, high: int, step: int = 10) -> int:
    """A round length in pixels."""
    return draw.randrange(low, high + 1, step)
