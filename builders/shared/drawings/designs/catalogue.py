"""All kinds with many designs: those of the test split, and those of the train split and the instruction data."""

from collections.abc import Iterator
from functools import cache

from ..kind import Kind
from . import drawing
from .kinds import (
    animals,
    buildings,
    foods,
    further,
    households,
    indoors,
    instruments,
    machines,
    vehicles,
    wear,
    workshop,
)

_MODULES = (wear, animals, indoors, foods, households, instruments, buildings, machines, vehicles, workshop, further)
TEST: tuple[Kind, ...] = tuple(kind for module in _MODULES for kind in module.TEST)
TRAIN: tuple[Kind, ...] = tuple(kind for module in _MODULES for kind in module.TRAIN)
CATEGORIES = tuple(sorted({kind.category for kind in TEST}))
DESIGNS = 12
"""Designs of a kind."""

TRIES = 80


@cache
def designs(kind: Kind) -> tuple[str, ...]:
    """Return the designs of a kind, all with different constructions."""
    known: dict[tuple[int, ...], str] = {}
    for number in range(TRIES):
        known.setdefault(drawing.structure(kind, str(number)), str(number))
        if len(known) == DESIGNS:
            break
    return tuple(known.values())


def all_designs(kinds: tuple[Kind, ...]) -> Iterator[str]:
    """Return every design of some kinds."""
    for kind in kinds:
        for design in designs(kind):
            yield f"{kind.name}/{design}"
