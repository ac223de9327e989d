"""The generators of figures by format, imported on first use, and decks of figures made with them.

`figure.py` states what a generator provides.
"""

import importlib
import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from .figure import Figure

MODULES = {"svg": "svg_figures", "tikz": "tikz_figures", "graphviz": "graph_domains"}
"""The module of each format's generator, alongside this one."""


TRAIN_NAME = "-train"
"""The end of the names of train splits' decks."""


class Dealt(NamedTuple):
    """One figure of a deck. `generator` is the random generator after drawing the figure; questions are drawn with
    it."""

    identifier: str
    figure: Figure
    generator: random.Random


def generator_of(format: str) -> ModuleType:
    return importlib.import_module(f".{MODULES[format]}", __package__)


def deck(format: str, name: str, captioned: bool = False) -> Iterator[Dealt]:
    """Yield figures without end. No program repeats, and each kind occurs once before any kind repeats.

    The kinds are those for questions, or those for captions. The same name gives the same figures.
    """
    kinds = captioned_kinds(format, name) if captioned else asked_kinds(format, name)
    draw = drawer(format, captioned)
    stem = f"{format}-{name.replace(':', '-')}"
    seen: set[str] = set()
    for number, kind in enumerate(rounds(kinds, random.Random(f"{name}:{format}:kinds")), start=1):
        identifier = f"{stem}-{number:04d}"
        for attempt in itertools.count():
            generator = seeded(name, identifier, attempt)
            figure = draw(kind, generator)
            if figure.code not in seen:
                break
            if attempt == TRIES:
                raise LookupError(f"{format} figures of kind {kind!r} come out as before, {TRIES} times in a row")
        seen.add(figure.code)
        yield Dealt(identifier, figure, generator)


def asked_kinds(format: str, name: str = "") -> Sequence[str]:
    """Return the kinds of figure that the questions of a deck are about. A train split, known by its name, may have
    others."""
    made = generator_of(format)
    kinds: Sequence[str] = made.kinds(name.endswith(TRAIN_NAME)) if hasattr(made, "kinds") else made.KINDS
    return kinds


def captioned_kinds(format: str, name: str = "") -> Sequence[str]:
    """Return the kinds of figure that the captions of a deck describe."""
    kinds: Sequence[str] = getattr(generator_of(format), "CAPTIONED", ()) or asked_kinds(format, name)
    return kinds


def drawer(format: str, captioned: bool) -> Callable[[str, random.Random], Figure]:
    """Return the function that draws figures for captions, or for questions."""
    made = generator_of(format)
    draw: Callable[[str, random.Random], Figure] = (
        getattr(made, "draw_captioned", made.draw) if captioned else made.draw
    )
    return draw


def redrawn(format: str, identifier: str, row: Mapping[str, Any], captioned: bool = False) -> Figure:
    """Return the figure of a builtin row, with the data that the row leaves out."""
    stem, _, _ = identifier.removeprefix(f"{format}-").rpartition("-")
    name = stem.replace("-", ":", 1)
    for attempt in range(TRIES + 1):
        figure = drawer(format, captioned)(row["design"], seeded(name, identifier, attempt))
        if figure.code == row["code"]:
            return figure
    raise LookupError(f"{identifier}: drawn again, it comes out otherwise; was it built by another version?")


def seeded(name: str, identifier: str, attempt: int) -> random.Random:
    return random.Random(f"{name}:{identifier}:{attempt}" if attempt else f"{name}:{identifier}")


TRIES = 50
"""The maximum number of times that a figure is drawn again because its program occurred before."""


def rounds(kinds: Sequence[str], generator: random.Random) -> Iterator[str]:
    while True:
        yield from generator.sample(list(kinds), len(kinds))
