"""The generator of each format's figures, imported when it is asked for, and decks of figures made with them.

See `figure.py` for what a generator is.
"""

import importlib
import itertools
import random
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import NamedTuple

from .figure import Figure

MODULES = {"svg": "svg_figures", "tikz": "tikz_figures", "graphviz": "graph_domains"}
"""The module of each format's generator, alongside this one."""


class Dealt(NamedTuple):
    """One figure of a deck. `generator` continues after drawing the figure; questions are drawn with it."""

    identifier: str
    figure: Figure
    generator: random.Random


def generator_of(format: str) -> ModuleType:
    return importlib.import_module(f".{MODULES[format]}", __package__)


def deck(format: str, name: str, kinds: Sequence[str] = ()) -> Iterator[Dealt]:
    """Yield figures without end: no program twice, every kind once before any repeats, the same for the same name.

    `kinds` are all that questions can be asked about, or those given.
    """
    made = generator_of(format)
    stem = f"{format}-{name.replace(':', '-')}"
    seen: set[str] = set()
    for number, kind in enumerate(rounds(kinds or made.KINDS, random.Random(f"{name}:{format}:kinds")), start=1):
        identifier = f"{stem}-{number:04d}"
        for attempt in itertools.count():
            generator = seeded(name, identifier, attempt)
            figure = made.draw(kind, generator)
            if figure.code not in seen:
                break
            if attempt == TRIES:
                raise LookupError(f"{format} figures of kind {kind!r} come out as before, {TRIES} times in a row")
        seen.add(figure.code)
        yield Dealt(identifier, figure, generator)


def captioned_kinds(format: str) -> Sequence[str]:
    """Return the kinds of figure that captions are made of."""
    made = generator_of(format)
    kinds: Sequence[str] = getattr(made, "CAPTIONED", made.KINDS)
    return kinds


def redrawn(format: str, identifier: str, kind: str, code: str) -> Figure:
    """The figure that a builtin row was made of, with its facts, which rows do not hold."""
    stem, _, _ = identifier.removeprefix(f"{format}-").rpartition("-")
    name = stem.replace("-", ":", 1)
    for attempt in range(TRIES + 1):
        figure: Figure = generator_of(format).draw(kind, seeded(name, identifier, attempt))
        if figure.code == code:
            return figure
    raise LookupError(f"{identifier}: drawn again, it comes out otherwise; was it built by another version?")


def seeded(name: str, identifier: str, attempt: int) -> random.Random:
    return random.Random(f"{name}:{identifier}:{attempt}" if attempt else f"{name}:{identifier}")


TRIES = 50
"""The maximum number of times that a figure is drawn again because another has the same program."""


def rounds(kinds: Sequence[str], generator: random.Random) -> Iterator[str]:
    while True:
        yield from generator.sample(list(kinds), len(kinds))
