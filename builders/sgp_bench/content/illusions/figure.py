"""Shared parts of all illusions: the canvas, the colours, writing elements, and the declaration of a kind."""

import math
import random
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

SIDE = 512
TARGET = "#e07a1f"
"""Orange: the subject of a question, in every kind that does not name other colours."""

INK = ("#222222", "#1d3557", "#3d405b", "#4a4e69", "#264653")
SOFT = ("#8ecae6", "#b8c0c8", "#a3b18a", "#cdb4db", "#bdb2a7")
GROUND = ("#ffffff", "#fbf8f0", "#f1f5f9")

Draw = Callable[[int, int, random.Random], str]
Lure = Callable[[int, random.Random], int]


class Kind(NamedTuple):
    """One kind of illusion. `options` are the four things that can be true; `draw(truth, lure, random)` draws a figure
    in which option `truth` holds and the eye is led to option `lure`, which `lure(truth, random)` chooses."""

    type: str
    questions: tuple[str, ...]
    options: tuple[str, str, str, str]
    draw: Draw
    lure: Lure


SAME = 3
"""By convention, the last option is that there is no difference."""


def any_of_three(truth: int, draw: random.Random) -> int:
    """The illusion suggests one of three positions, independent of the truth."""
    return draw.randrange(3)


def factor(draw: random.Random) -> float:
    """Return the factor by which the larger element is larger: enough to be seen by anyone who measures."""
    return draw.uniform(1.16, 1.28)


def sizes(truth: int, base: float, draw: random.Random) -> list[float]:
    """Three sizes, of which the one that `truth` names is larger. Equal ones are equal to the digit."""
    grown = base * factor(draw)
    return [round(grown if index == truth else base, 1) for index in range(3)]


def program(elements: Iterable[str], draw: random.Random, turn: float = 0.0) -> str:
    """Return the program of a figure, rotated about the middle by at most this number of degrees either way, as small
    as it must be to stay on the canvas then."""
    ground = element("rect", width=SIDE, height=SIDE, fill=draw.choice(GROUND))
    body = "\n".join(f"  {line}" for line in (ground, *turned(elements, draw.uniform(-turn, turn))))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}">\n{body}\n</svg>\n'


def turned(elements: Iterable[str], degrees: float) -> Iterable[str]:
    """Return elements in a group that is rotated clockwise, or unchanged without a rotation."""
    if not degrees:
        return elements
    middle, angle = SIDE // 2, math.radians(abs(degrees))
    scale = 1 / (math.cos(angle) + math.sin(angle))
    transform = f"translate({middle} {middle}) rotate({degrees:.1f}) scale({scale:.3f}) translate(-{middle} -{middle})"
    return f'<g transform="{transform}">', *(f"  {line}" for line in elements), "</g>"


def element(tag: str, **attributes: object) -> str:
    written = " ".join(f'{name.replace("_", "-")}="{value(content)}"' for name, content in attributes.items())
    return f"<{tag} {written}/>"


def value(content: object) -> str:
    if isinstance(content, float):
        return f"{content:.2f}".rstrip("0").rstrip(".")
    return str(content)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str, width: float = 3) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width)


def circle(x: float, y: float, radius: float, fill: str) -> str:
    return element("circle", cx=x, cy=y, r=radius, fill=fill)


def polygon(points: Sequence[tuple[float, float]], fill: str) -> str:
    return element("polygon", points=" ".join(f"{value(x)},{value(y)}" for x, y in points), fill=fill)


def around(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    """The point at this distance in this direction, clockwise from the right."""
    angle = math.radians(degrees)
    return x + radius * math.cos(angle), y + radius * math.sin(angle)
