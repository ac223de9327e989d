"""A config's collection of parts or sketches, and which answers its kinds have for each question."""

import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Generic, TypeVar

from .questions import HARD, Aspect
from .solid_answers import Value

Thing = TypeVar("Thing")

MIX = {"semantics": 0.2, "shape": 0.26, "count": 0.27, "size": 0.04, "symmetry": 0.05, HARD: 0.18}
"""Shares of the types, and of all hard questions: of the published questions, 52 % ask for a shape, a kind or a name,
and 34 % for a number."""

SAMPLES = 4
"""Number of parts of each kind that are examined for the possible answers of a question."""

MIN_ANSWERS = 3
"""Answers that a question must have among a collection's things to be asked of them."""

Kind = Callable[[random.Random], Any]
Known = Mapping[Value, Sequence[Kind]]
"""The answers of one question so far, each with the kinds for which it was right."""


@dataclass(frozen=True, eq=False)
class Collection(Generic[Thing]):
    """The content of a config: the number of rows, the kinds, the forms of writing, and what their generators know of
    them."""

    stem: str
    dialect: str
    rows: int
    kinds: Sequence[Callable[[random.Random], Thing]]
    asked: Mapping[str, Aspect]
    expected: Callable[[Thing, str], Value | None]
    turned: Callable[[Thing, random.Random], Thing]
    text: Callable[[Thing, random.Random], str]
    mix: Mapping[str, float] = field(default_factory=lambda: MIX)
    near: Callable[[Thing, Thing], bool] = lambda one, other: False
    """Whether two things are so alike that only one of them may be asked about where the other is shown."""


@lru_cache(maxsize=8)
def makers(collection: Collection[Any]) -> Mapping[str, Kind]:
    """Return the kinds of a collection by the names of their products."""
    return {kind(random.Random(0)).name: kind for kind in collection.kinds}


@lru_cache(maxsize=8)
def survey(collection: Collection[Any]) -> Mapping[str, Known]:
    """Return the answers of the kinds of a collection by aspect, without aspects that have fewer than three answers."""
    available: dict[str, dict[Value, list[Kind]]] = {aspect: {} for aspect in collection.asked}
    for number, kind in itertools.product(range(SAMPLES), collection.kinds):
        draw = random.Random(f"survey:{number}")
        thing = collection.turned(kind(draw), draw)
        for aspect, answers in available.items():
            value = collection.expected(thing, aspect)
            if value is not None:
                answers.setdefault(value, []).append(kind)
    return {aspect: answers for aspect, answers in available.items() if len(answers) >= MIN_ANSWERS}
