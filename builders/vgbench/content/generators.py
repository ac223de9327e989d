"""The generator of each format's figures, imported when it is asked for, and decks of figures made with them.

See `figure.py` for what a generator is.
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
    """One figure of a deck. `generator` continues after drawing the figure; questions are drawn with it."""

    identifier: str
    figure: Figure
    generator: random.Random


def generator_of(format: str) -> ModuleType:
    return importlib.import_module(f".{MODULES[format]}", __package__)


def deck(format: str, name: str, captioned: bool = False) -> Iterator[Dealt]:
    """Yield figures without end: no program twice, every kind once before any repeats, the same for the same name.

    They are of all kinds that questions can be asked about, or that captions are made of.
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
    """Return the kinds of figure that questions of a deck are about, by its name: a train split's may be others."""
    made = generator_of(format)
    kinds: Sequence[str] = made.kinds(name.endswith(TRAIN_NAME)) if hasattr(made, "kinds") else made.KINDS
    return kinds


def captioned_kinds(format: str, name: str = "") -> Sequence[str]:
    """Return the kinds of figure that captions of a deck are made of."""
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
    """Return the figure that a builtin row was made of, with what its row does not hold."""
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
"""The maximum number of times that a figure is drawn again because another has the same program."""


def rounds(kinds: Sequence[str], generator: random.Random) -> Iterator[str]:
    while True:
        yield from generator.sample(list(kinds), len(kinds))
