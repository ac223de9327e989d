"""Drawings of our own turtle programs at build time: a small turtle, run in this process.

Foreign programs go through `sgpkit.graphics.turtle` and its sandbox. These bodies are ours, so a build needs no
sandbox; and since the references are scored in the sandbox later, the two turtles check each other.
"""

import math
from functools import lru_cache

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.turtle.figure import Figure, Stroke
from sgpkit.graphics.turtle.pixels import Board


class Pencil:
    """The eight methods that bodies use."""

    def __init__(self) -> None:
        self.position = 0j
        self.heading = 0.0
        self.down = True
        self.strokes: list[list[complex]] = []
        self.moves: list[list[complex]] = []
        self.drawing = False

    def penup(self) -> None:
        self.down = self.drawing = False

    def pendown(self) -> None:
        self.down = True

    def left(self, degrees: float) -> None:
        self.heading = (self.heading + degrees) % 360.0

    def right(self, degrees: float) -> None:
        self.left(-degrees)

    def forward(self, length: float) -> None:
        if self.down:
            self.moves.append([self.position])
        self.ahead(length)

    def backward(self, length: float) -> None:
        self.forward(-length)

    def circle(self, radius: float, extent: float = 360.0) -> None:
        """An arc about the point `radius` to the left, in as many chords as the standard library's turtle makes of it
        (https://docs.python.org/3/library/turtle.html#turtle.circle)."""
        chords = 1 + int(min(11 + abs(radius) / 6.0, 59.0) * abs(extent) / 360.0)
        turn = math.copysign(extent / chords, extent * radius)
        chord = 2.0 * abs(radius) * math.sin(math.radians(abs(turn) / 2))
        # A negative extent means moving backwards along the circle.
        step = chord if extent >= 0 else -chord
        if self.down:
            self.moves.append([self.position])
        self.left(turn / 2)
        for _ in range(chords):
            self.ahead(step)
            self.left(turn)
        self.left(-turn / 2)

    def ahead(self, length: float) -> None:
        self.to(self.position + length * self.direction())

    def direction(self) -> complex:
        return rotation(self.heading)

    def to(self, point: complex) -> None:
        if self.down:
            if not self.drawing:
                self.strokes.append([self.position])
                self.drawing = True
            self.strokes[-1].append(point)
            self.moves[-1].append(point)
        self.position = point


def rotation(degrees: float) -> complex:
    angle = math.radians(degrees)
    return complex(math.cos(angle), math.sin(angle))


def strokes(code: str) -> list[list[complex]]:
    """The lines of a whole program of ours or of a body with its variables."""
    return pencil(code).strokes


def moves(code: str) -> list[list[complex]]:
    """The straight lines and arcs of a program, one for each command that draws."""
    return [move for move in pencil(code).moves if len(set(move)) > 1]


@lru_cache(maxsize=4096)
def pencil(code: str) -> Pencil:
    """Return the pencil after a program."""
    drawer = Pencil()
    names = {name: value for name, value in vars(math).items() if not name.startswith("_")}
    lines = (line for line in code.splitlines() if not line.startswith(("import ", "from ", "t = ")))
    exec(compile("\n".join(lines), "<pattern>", "exec"), names | {"t": drawer})
    return drawer


@lru_cache(maxsize=4096)
def figure(code: str) -> Figure:
    return Figure(tuple(Stroke(points(stroke), width=5.0) for stroke in strokes(code)))


def points(stroke: list[complex]) -> tuple[Point, ...]:
    return tuple(Point(point.real, point.imag) for point in stroke)


@lru_cache(maxsize=64)
def board(code: str) -> Board:
    """Return the black pixels of a program's figure."""
    return figure(code).board()
