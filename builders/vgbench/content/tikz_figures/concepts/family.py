"""A family of concepts that are drawn with the same commands, so that numbers alone tell them apart."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from ..pen import Pen, coord
from ..recipe import Recipe

Spot = tuple[float, float]


class Family(NamedTuple):
    """`concepts` are the answers; `draw(pen, index)` draws the one of that index."""

    name: str
    concepts: tuple[str, ...]
    draw: Callable[[Pen, int], None]

    def recipes(self) -> list[Recipe]:
        """Return a recipe for each concept."""
        return [
            Recipe(f"{self.name}-{index + 1}", concept, self.name, partial(drawn, self, index), family=self.name)
            for index, concept in enumerate(self.concepts)
        ]


def drawn(family: Family, index: int, pen: Pen) -> None:
    """Draw one concept of a family, with what any figure may have in front of it."""
    pen.needs("plain", "loaded", "arrows", "shapes", "geometry", "decorations")
    paper(pen)
    pen.note()
    family.draw(pen, index)


def paper(pen: Pen) -> None:
    """Write the lines of squared paper: none, in one command, or one by one where the program is to be long."""
    if pen.fullness < 0.2 and pen.chance(0.7):
        return
    shade = pen.random.choice(("gray!20", "gray!30", "black!10", "black!15"))
    half = pen.random.randint(3, 5)
    if pen.fullness < 0.4:
        pen.line(f"\\draw[{shade}, very thin] (-{half},-{half}) grid ({half},{half});")
        return
    step = pen.random.choice((1.0, 0.5, 0.5, 0.25)) if pen.fullness > 0.6 else 1.0
    for number in range(round(2 * half / step) + 1):
        x = coord(number * step - half)
        pen.line(f"\\draw[{shade}] ({x},-{half}) -- ({x},{half});", f"\\draw[{shade}] (-{half},{x}) -- ({half},{x});")


def turned(spots: Sequence[Spot], angle: float, scale: float = 1.0, across: float = 0.0, up: float = 0.0) -> list[Spot]:
    """Return points turned by degrees, then scaled, then moved."""
    cosine, sine = math.cos(math.radians(angle)) * scale, math.sin(math.radians(angle)) * scale
    return [(x * cosine - y * sine + across, x * sine + y * cosine + up) for x, y in spots]


def placed(pen: Pen, spots: Sequence[Spot]) -> list[Spot]:
    """Return points turned, scaled and moved by chance, and mirrored half of the time."""
    mirror = pen.random.choice((-1, 1))
    return turned(
        [(mirror * x, y) for x, y in spots],
        pen.random.uniform(0, 360),
        pen.random.uniform(0.7, 1.6),
        pen.random.uniform(-2, 2),
        pen.random.uniform(-2, 2),
    )


def at(spot: Spot) -> str:
    """Return a point as TikZ writes it."""
    return f"({coord(spot[0])},{coord(spot[1])})"


def polygon(pen: Pen, spots: Sequence[Spot], options: str) -> None:
    """Write a closed polygon, begun anywhere and in either sense."""
    start = pen.random.randrange(len(spots))
    order = [*spots[start:], *spots[:start]]
    if pen.chance():
        order.reverse()
    pen.line(f"\\draw[{options}] {' -- '.join(map(at, order))} -- cycle;")


def dots(pen: Pen, spots: Sequence[Spot], options: str, radius: str = "2pt") -> None:
    """Write dots in any order, one by one or in a loop."""
    order = pen.random.sample(list(spots), len(spots))
    if pen.loops:
        x, y = pen.variable(), pen.variable()
        members = ", ".join(f"{coord(a)}/{coord(b)}" for a, b in order)
        pen.line(f"\\foreach {x}/{y} in {{{members}}} \\fill[{options}] ({x},{y}) circle ({radius});")
    else:
        pen.line(*(f"\\fill[{options}] {at(spot)} circle ({radius});" for spot in order))


def arrows(pen: Pen, pairs: Sequence[tuple[Spot, Spot]], options: str) -> None:
    """Write arrows in any order, one by one or in a loop."""
    order = pen.random.sample(list(pairs), len(pairs))
    if pen.loops:
        first, second = pen.variable(), pen.variable()
        members = ", ".join(f"{{{at(one)}}}/{{{at(other)}}}" for one, other in order)
        pen.line(f"\\foreach {first}/{second} in {{{members}}} \\draw[->, {options}] {first} -- {second};")
    else:
        pen.line(*(f"\\draw[->, {options}] {at(one)} -- {at(other)};" for one, other in order))


def curve(pen: Pen, values: Callable[[float], float], low: float, high: float, options: str) -> None:
    """Write a curve as a plot through points of it."""
    number = pen.many(9, 60)
    xs = [low + (high - low) * step / number for step in range(number + 1)]
    points = " ".join(at((x, values(x))) for x in xs)
    pen.line(f"\\draw[{options}] plot[smooth] coordinates {{{points}}};")


def axes(pen: Pen, left: float, right: float, bottom: float, top: float) -> None:
    """Write two axes."""
    pen.line(f"\\draw[->] ({coord(left)},0) -- ({coord(right)},0) node[right] {{$x$}};")
    pen.line(f"\\draw[->] (0,{coord(bottom)}) -- (0,{coord(top)}) node[above] {{$y$}};")


def numbers(pen: Pen, rows: Sequence[Sequence[int]], frame: bool = True) -> None:
    """Write rows of numbers in cells."""
    size = pen.random.choice((0.8, 1.0, 1.2))
    options = f"draw, minimum size={coord(size)}cm" if frame else pen.font()
    style = pen.style(options)
    for row, line in enumerate(rows):
        for column, value in enumerate(line):
            pen.line(f"\\node[{style}] at ({coord(column * size)},{coord(-row * size)}) {{{value}}};")
