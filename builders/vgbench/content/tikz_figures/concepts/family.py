"""A family of concepts that are drawn with the same commands, and differ only in numbers."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from ..pen import Pen, coord
from ..recipe import Recipe
from .paper import paper

Spot = tuple[float, float]


class Family(NamedTuple):
    """A family of concepts. `concepts` are the answers; `draw(pen, index)` draws the concept with that index."""

    name: str
    concepts: tuple[str, ...]
    draw: Callable[[Pen, int], None]

    def recipes(self) -> list[Recipe]:
        """Return a recipe for each concept."""
        return [
            Recipe(
                f"{self.name}-{index + 1}",
                concept,
                self.name,
                partial(drawn, self, index),
                family=self.name,
                own=self.draw,
            )
            for index, concept in enumerate(self.concepts)
        ]


def drawn(family: Family, index: int, pen: Pen) -> None:
    """Draw one concept of a family, with optional squared paper and an optional scope."""
    pen.needs("plain", "loaded", "arrows", "shapes", "geometry", "decorations")
    paper(pen)
    pen.note()
    if pen.chance(SCOPED):
        with pen.block(f"\\begin{{scope}}[{scope_options(pen)}]", "\\end{scope}"):
            family.draw(pen, index)
    else:
        family.draw(pen, index)


SCOPED = 0.14
"""The share of figures inside a scope."""


def scope_options(pen: Pen) -> str:
    """Return options of a scope: a shift, round ends of lines, smaller labels."""
    across, up = pen.random.choice((-1, 0.5, 1, 1.5)), pen.random.choice((-1, -0.5, 0.5, 1))
    return pen.random.choice(
        (
            f"shift={{({across},{up})}}",
            f"xshift={across}cm, yshift={up}cm",
            "line cap=round, line join=round",
            "every node/.append style={font=\\small}",
            "line join=bevel, >=latex",
        )
    )


def turned(spots: Sequence[Spot], angle: float, scale: float = 1.0, across: float = 0.0, up: float = 0.0) -> list[Spot]:
    """Return points rotated by an angle in degrees, then scaled, then moved."""
    cosine, sine = math.cos(math.radians(angle)) * scale, math.sin(math.radians(angle)) * scale
    return [(x * cosine - y * sine + across, x * sine + y * cosine + up) for x, y in spots]


def placed(pen: Pen, spots: Sequence[Spot]) -> list[Spot]:
    """Return points rotated, scaled and moved at random, and mirrored half of the time."""
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
    """Write a closed polygon, from any corner and in either direction."""
    start = pen.random.randrange(len(spots))
    order = [*spots[start:], *spots[:start]]
    if pen.chance():
        order.reverse()
    pen.line(f"\\draw[{options}] {' -- '.join(map(at, order))} -- cycle;")


def arrows(pen: Pen, pairs: Sequence[tuple[Spot, Spot]], options: str, path: str = "--", tip: str = "->") -> None:
    """Write arrows in any order, one by one or in a loop."""
    order = pen.random.sample(list(pairs), len(pairs))
    if pen.loops:
        first, second = pen.variable(), pen.variable()
        members = ", ".join(f"{{{at(one)[1:-1]}}}/{{{at(other)[1:-1]}}}" for one, other in order)
        pen.line(f"\\foreach {first}/{second} in {{{members}}} \\draw[{tip}, {options}] ({first}) {path} ({second});")
    else:
        pen.line(*(f"\\draw[{tip}, {options}] {at(one)} {path} {at(other)};" for one, other in order))


def curve(pen: Pen, values: Callable[[float], float], low: float, high: float, options: str) -> None:
    """Write a curve as a plot through some of its points, or as Bézier curves as a drawing program does."""
    if pen.chance(0.4):
        pieces = pen.many(12, 24)
        step = (high - low) / pieces
        path = at((low, values(low)))
        for piece in range(pieces):
            x, end = low + step * piece, low + step * (piece + 1)
            rise, fall = slope(values, x), slope(values, end)
            first, second = (x + step / 3, values(x) + rise * step / 3), (end - step / 3, values(end) - fall * step / 3)
            path += f" .. controls {at(first)} and {at(second)} .. {at((end, values(end)))}"
        pen.line(f"\\draw[{options}] {path};")
        return
    number = pen.many(9, 60)
    xs = [low + (high - low) * step / number for step in range(number + 1)]
    points = " ".join(at((x, values(x))) for x in xs)
    pen.line(f"\\draw[{options}] plot[smooth] coordinates {{{points}}};")


def slope(values: Callable[[float], float], x: float) -> float:
    """Return the slope of a curve at a point."""
    return (values(x + 0.001) - values(x - 0.001)) / 0.002


class Leader(NamedTuple):
    """A letter next to a figure, and a curved line from it to a point of the figure's outline."""

    goal: Spot
    away: float
    """The direction in degrees of the outline's normal at that point."""
    turn: float
    """The angle in degrees from that direction to the letter."""
    far: float

    @property
    def label(self) -> Spot:
        return turned([(self.far, 0)], self.away + self.turn, 1, *self.goal)[0]


def leader(pen: Pen, goal: Spot, away: float) -> Leader:
    """Return a leader to a point of the outline whose normal has the direction `away`."""
    return Leader(goal, away, pen.random.choice((-35, -25, 25, 35)), pen.random.uniform(0.9, 1.3))


NAMES = (*"FGHKPQ", "\\Delta", "\\Phi", "\\Omega", "\\ell", "\\Sigma", "\\Gamma", "\\Pi", "\\Theta")


def lead(pen: Pen, line: Leader, name: str = "", bend: int = 0, goal: str = "") -> None:
    """Write a leader line. `bend` is the angle of its bend, and `goal` is its end as TikZ code."""
    options = pen.random.choice(("gray", "black!60", "thin", "->, gray", "-stealth, thin", "densely dotted"))
    out, into = round(line.away + 2 * line.turn + 180) % 360, round(line.away) % 360
    form = pen.random.choice(
        (
            f"to[out={out}, in={into}]",
            f"to[bend {'left' if line.turn < 0 else 'right'}={pen.random.choice((15, 20, 25))}]",
            f".. controls +({out}:4mm) and +({into}:4mm) ..",
        )
    )
    if bend:
        form = f"to[bend {pen.random.choice(('left', 'right'))}={bend}]"
    letter = pen.letter(name or pen.random.choice(NAMES))
    label = f"node[fill=white, inner sep=1.5pt] {{{letter}}}"
    pen.line(f"\\draw[{options}] {at(line.label)} {label} {form} {goal or at(line.goal)};")


def axes(pen: Pen, left: float, right: float, bottom: float, top: float) -> None:
    """Write two axes."""
    pen.line(f"\\draw[->] ({coord(left)},0) -- ({coord(right)},0) node[right] {{$x$}};")
    pen.line(f"\\draw[->] (0,{coord(bottom)}) -- (0,{coord(top)}) node[above] {{$y$}};")


def numbers(pen: Pen, rows: Sequence[Sequence[int]], frame: bool = True) -> float:
    """Write rows of numbers in cells; return the size of a cell."""
    size: float = pen.random.choice((0.8, 1.0, 1.2))
    options = f"draw, minimum size={coord(size)}cm" if frame else pen.font()
    style = pen.style(options)
    for row, line in enumerate(rows):
        for column, value in enumerate(line):
            pen.line(f"\\node[{style}] at ({coord(column * size)},{coord(-row * size)}) {{{value}}};")
    return size
