"""Fair options for questions about a part or a sketch.

The answer is a measured value (`solid_answers.py`, `sketch_answers.py`). Wrong options are drawn so that the four do
not tell which one is right: of a closed set every value is as likely to be offered, and of numbers the right one is as
often the smallest, the second, the third and the largest.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from .solid_answers import Value

WRONG = 3
TRIES = 200
NEARLY = (0.95, 1.05)
"""Factors by which a value that is offered differs from that of another part."""

APART = 1.12
"""Ratios that are offered together differ at least by this factor."""


class Aspect(NamedTuple):
    """A measured property: its type, its wordings, and one of the ways to choose other values.

    `words`: the values are few, each with its words (keys are of type `Value`). `steps`: counts without a limit, and
    the distances between those offered. `factors`: ratios above 1, likewise. `share`: a part of a whole. `name`: one of
    the parts' names. `images`: returns the other values that turning or mirroring makes of one, which are offered.
    """

    type: str
    wordings: tuple[str, ...]
    words: Mapping[Any, str] | None = None
    steps: tuple[int, ...] = ()
    factors: tuple[float, ...] = ()
    share: bool = False
    name: bool = False
    images: Callable[[str], Sequence[str]] | None = None
    drawn: bool = False
    """The others are values of other parts: those of whole numbers over each other cannot be made up."""
    alike: Sequence[set[Any]] = ()
    """Values that one might quarrel about: never offered together."""
    hard: bool = False
    """Whether it is an examination rather than a natural question: cells of a grid, shares, ratios."""


HARD = "hard"
"""The tag of such questions, which have a separate share."""


def group(aspect: Aspect) -> str:
    """Return the group that shares a part of the rows: aspects of the same type, or all hard aspects."""
    return HARD if aspect.hard else aspect.type


class Question(NamedTuple):
    """The right answer and the wrong options, not yet in any order."""

    text: str
    answer: str
    wrong: tuple[str, ...]


def numbers(first: int, last: int) -> dict[Value, str]:
    return {number: str(number) for number in range(first, last + 1)}


def ask(aspect: Aspect, value: Value, known: Sequence[Value], draw: random.Random) -> Question | None:
    """Return a question, None if no fair one can be put. `known` are the values that other parts have."""
    text = draw.choice(aspect.wordings)
    if aspect.words is not None and value not in aspect.words:
        return None
    if aspect.name or aspect.words is not None:
        wrong = others(value, known, aspect, draw)
    elif aspect.images is not None:
        offered = aspect.images(str(value))
        wrong = tuple(draw.sample(offered, WRONG)) if len(offered) >= WRONG else None
    elif aspect.drawn:
        wrong = apart(float(value), [float(other) for other in known], aspect, draw)
    else:
        wrong = around(value, aspect, draw)
    return None if wrong is None else Question(text, spelled(aspect, value), wrong)


def spelled(aspect: Aspect, value: Value) -> str:
    """The option with this value."""
    if aspect.words is not None:
        return aspect.words.get(value, str(value))
    if aspect.factors:
        return f"about {value:.2f}"
    if aspect.share:
        return f"about {100 * float(value):.0f} %"
    return str(value)


def states(aspect: Aspect, option: str, value: Value) -> bool:
    """Return whether an option states a measured value, rounding aside."""
    if not aspect.factors and not aspect.share:
        return option == spelled(aspect, value)
    stated = float(option.split()[1])
    return abs(stated - 100 * float(value)) <= 1 if aspect.share else abs(stated / float(value) - 1) <= 0.01


def others(value: Value, known: Sequence[Value], aspect: Aspect, draw: random.Random) -> tuple[str, ...] | None:
    """Return three other options such that each set of four is equally likely for each right one."""
    offered = [other for other in dict.fromkeys(known) if other != value]
    if aspect.words is not None:
        offered = [other for other in offered if other in aspect.words]
        spare = [other for other in aspect.words if other != value and other not in offered]
        offered += spare[: max(0, WRONG - len(offered))]
    for number in range(2 * TRIES):
        able = offered if number < TRIES else [other for other in aspect.words or offered if other != value]
        wrong = draw.sample(able, WRONG)
        if not any(len(group.intersection((value, *wrong))) > 1 for group in aspect.alike):
            return tuple(spelled(aspect, option) for option in wrong)
    return None


def apart(value: float, known: Sequence[float], aspect: Aspect, draw: random.Random) -> tuple[str, ...] | None:
    chosen = [value]
    for other in draw.sample(list(known), len(known)):
        # The few values that are known would come again and again, and the right one hardly ever.
        other = other if is_plain(other) else max(1.0, other * draw.uniform(*NEARLY))
        if all(max(other, taken) > APART * min(other, taken) for taken in chosen):
            chosen.append(other)
        if len(chosen) == WRONG + 1:
            return tuple(spelled(aspect, taken) for taken in chosen[1:])
    return None


def is_plain(ratio: float) -> bool:
    """Return whether a ratio is a whole number of quarters, as those of simple parts are."""
    return abs(4 * ratio - round(4 * ratio)) < 1e-3


def around(value: Value, aspect: Aspect, draw: random.Random) -> tuple[str, ...] | None:
    """Three other numbers in even steps, the value as likely to be any of the four by size."""
    number, rank = float(value), draw.randrange(WRONG + 1)
    offsets = [position - rank for position in range(WRONG + 1) if position != rank]
    if aspect.factors:
        factor = draw.choice(aspect.factors)
        if number / factor**WRONG < 1.02:
            return None
        return tuple(spelled(aspect, number * factor**offset) for offset in offsets)
    if aspect.share:
        step = draw.choice((0.09, 0.11))
        if not WRONG * step + 0.04 <= number <= 0.96 - WRONG * step:
            return None
        return tuple(spelled(aspect, number + step * offset) for offset in offsets)
    step = next((step for step in (draw.choice(aspect.steps), 1) if number - WRONG * step >= 1), 0)
    return tuple(spelled(aspect, int(number) + step * offset) for offset in offsets) if step else None
