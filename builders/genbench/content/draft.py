"""A draft of a prompt: items, their positions, constraints, and the sentences that state them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sgpkit.metrics.structure.recall import color_names

from ..constraints import Constraint, Item, Specification
from ..figures import KINDS
from . import drawing
from .drawing import PAGE

COLORS = tuple(name for name in color_names.BASIC if name != "beige")
"""The colours of our prompts."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Placed(NamedTuple):
    """A figure on the page: its item, its middle and its size."""

    item: int
    x: float
    y: float
    width: float
    height: float


@dataclass
class Draft:
    """A prompt that a maker fills in."""

    chance: random.Random
    items: list[Item] = field(default_factory=list)
    placed: list[Placed] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)

    @property
    def specification(self) -> Specification:
        """The constraints in the form used for scoring."""
        return Specification(tuple(self.items), tuple(self.constraints))

    @property
    def prompt(self) -> str:
        """All sentences, each with its full stop."""
        return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in self.sentences)

    @property
    def code(self) -> str:
        """The program of the drawing."""
        colors = {index: item.color or self.other_color(item) for index, item in enumerate(self.items)}
        shapes = [
            drawing.element(self.items[spot.item].shape, color_names.PLAIN[colors[spot.item]], *spot[1:])
            for spot in self.placed
        ]
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE} {PAGE}">'
        return "\n".join([head, *(f"  {shape}" for shape in shapes), "</svg>"])

    def other_color(self, item: Item) -> str:
        """Return a colour for an item that only excludes one: the same each time."""
        names = [name for name in COLORS if name != item.not_color]
        return names[len(item.shape) * 3 % len(names)]

    def add(
        self,
        count: int = 1,
        shapes: Sequence[str] = KINDS,
        colors: Sequence[str] = COLORS,
        over: int | None = None,
    ) -> int:
        """Add an item of a shape and colour that no other has, and return its index. `over` is an item whose figure it
        is painted on or touches, in another colour."""
        taken = {(family(item.shape), item.color) for item in self.items}
        barred = {family(item.shape) for item in self.items if not item.color}
        free = [
            (shape, color)
            for shape in shapes
            for color in colors
            if (family(shape), color) not in taken and family(shape) not in barred
            if over is None or color != self.items[over].color
        ]
        shape, color = self.chance.choice(free)
        self.items.append(Item(shape, color, count))
        return len(self.items) - 1

    def add_excluding(self, count: int = 1) -> int:
        """Add an item of any color but one, of a shape that no other has, and return its index."""
        taken = {family(item.shape) for item in self.items}
        shape = self.chance.choice([kind for kind in KINDS if family(kind) not in taken])
        self.items.append(Item(shape, "", count, self.chance.choice(COLORS)))
        return len(self.items) - 1

    def put(self, item: int, x: float, y: float, width: float, height: float | None = None) -> None:
        """Place a figure of an item; without a given height, its shape determines it."""
        self.placed.append(Placed(item, x, y, width, drawing.height(self.items[item].shape, width, height)))

    def require(self, kind: str, *items: int, value: float = 0.0, negated: bool = False) -> None:
        """Add a constraint."""
        self.constraints.append(Constraint(kind, items, value, negated))

    def say(self, sentence: str) -> None:
        """Add a sentence, without its full stop."""
        self.sentences.append(sentence)

    # --- words --------------------------------------------------------------------------------------------------------

    def a(self, index: int) -> str:
        """Return the first mention of an item: "a red circle", "three blue squares"."""
        item = self.items[index]
        if item.number > 1:
            return f"{NUMBERS[item.number]} {self.noun(index)}"
        noun = self.noun(index)
        return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"

    def the(self, index: int) -> str:
        """Return a later mention of an item."""
        item = self.items[index]
        name = f"{item.color} {item.shape}" if item.color else item.shape
        if item.number < 3:
            return f"the {name}" if item.number == 1 else f"both {name}s"
        return f"all {NUMBERS[item.number]} {name}s"

    def noun(self, index: int) -> str:
        """Return an item's name with its colour."""
        item = self.items[index]
        plural = "s" if item.number > 1 else ""
        if item.color:
            return f"{item.color} {item.shape}{plural}"
        return f"{item.shape}{plural} of any color but {item.not_color}"

    def is_are(self, index: int) -> str:
        """Return the verb of an item."""
        return "is" if self.items[index].number == 1 else "are"

    def listing(self, indices: Sequence[int]) -> str:
        """Return items joined to a text."""
        return listing([self.a(index) for index in indices])

    def cells(self, count: int, across: int = 4, down: int = 4) -> list[tuple[float, float, float]]:
        """Return the middles and the size of as many cells of a grid, in random order."""
        size = PAGE / max(across, down)
        middles = [
            ((column + 0.5) * PAGE / across, (row + 0.5) * PAGE / down, size)
            for row in range(down)
            for column in range(across)
        ]
        return self.chance.sample(middles, count)


def family(shape: str) -> str:
    """Return the names that fit a shape: a square on its tip is a diamond."""
    return "square" if shape == "diamond" else shape


def listing(words: Sequence[str]) -> str:
    """Return words joined to a text: "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
