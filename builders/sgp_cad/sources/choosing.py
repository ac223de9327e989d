"""The choice of a part for a question, and of its options, such that only the part itself gives the answer away.

Of several parts drawn for a question, the one is taken whose answer was right least often so far, among all and among
programs with about the same number of lines, arcs and circles. So no answer is likelier than others, and counting
tokens does not help. Nor does counting similar lines of the program.
"""

import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from sgpkit.quality.probes import heuristics

from . import likeness, questions
from .collection import Collection, Kind, Known, survey
from .questions import Aspect, Question, spelled
from .solid_answers import Value

TRIES = 12
"""Parts that are drawn for a question before one is taken."""

MAX_WRITTEN = 6
"""Number of candidates that are written as text to examine their commands."""

MAX_FURTHER = 14
"""Additional candidates for a name or a shape, which commands reveal most easily."""

OPTION_SETS = 5
"""Times that options are drawn for a candidate, in three ways each."""

HARD = 5
"""Answers that are the likeliest by the tokens, of each way to look at them, that options are drawn from."""

PROGRAMS = 16
"""Programs of each kind from which the information in tokens is estimated."""

NEIGHBOURS = 5
"""Earlier rows with nearly the same numbers of commands whose answers are compared."""

LENGTH = "length"

COMMAND = re.compile(r"[A-Z][A-Za-z]+(?=\d*:)")
"""The name of a command in any of the dialects."""


def likely(
    collection: Collection[Any],
    aspect: str,
    known: Known,
    right: Counter[tuple[str, str]],
    used: Counter[str],
    draw: random.Random,
) -> list[tuple[Any, Value]]:
    """Return things with their answers for an aspect: answers that were the least frequent so far, of several kinds."""
    candidates: list[tuple[tuple[int, int], Any, Value]] = []
    waiting: list[tuple[Value, Kind]] = []
    for _ in range(20 * TRIES):
        waiting = waiting or [
            (value, draw.choice(kinds)) for value, kinds in draw.sample(list(known.items()), len(known))
        ]
        thing = collection.turned(waiting.pop()[1](draw), draw)
        value = collection.expected(thing, aspect)
        if value is not None and questions.ask(collection.asked[aspect], value, list(known), draw) is not None:
            # In threes: an exact balance would show which answer is still to come.
            order = right[aspect, spelled(collection.asked[aspect], value)] // 3, used[thing.name]
            candidates.append((order, thing, value))
            if len(candidates) == TRIES:
                break
    if not candidates:
        raise LookupError(f"nothing in {collection.stem} can be asked for its {aspect}")
    candidates.sort(key=lambda candidate: candidate[0])
    rarest = [(thing, value) for order, thing, value in candidates if order[0] == candidates[0][0][0]]
    return [*rarest[:MAX_WRITTEN], *further(collection, aspect, known, [value for _, value in rarest], draw)]


def further(
    collection: Collection[Any], aspect: str, known: Known, values: Sequence[Value], draw: random.Random
) -> Iterator[tuple[Any, Value]]:
    """Yield more things with one of some answers, from kinds that are known to have it."""
    able = [value for value in values if value in known]
    wanted = MAX_FURTHER if collection.asked[aspect].type in ("semantics", "shape") else MAX_WRITTEN
    for _ in range(wanted if able else 0):
        thing = collection.turned(draw.choice(known[draw.choice(able)])(draw), draw)
        value = collection.expected(thing, aspect)
        if value is not None and value in values:
            yield thing, value


def least_obvious(
    collection: Collection[Any],
    aspect: str,
    candidates: Sequence[tuple[Any, Value]],
    history: Sequence[tuple[Counter[str], str]],
    right: Counter[tuple[str, str]],
    ranked: Counter[tuple[str, int, int]],
    draw: random.Random,
    fits: Callable[[Any, str], bool],
) -> tuple[Any, Question, str]:
    """Return the thing, question and program by which tokens say least: the rank of the right option, by the programs
    that look alike in each way and by the groups of alike lines, is one that it had least often; then the answer is one
    that programs with about the same commands did not have before. `ranked` counts the ranks. Where no later candidate
    can do better than the best so far, they are not looked at; if that one does not fit, they are, since the next
    attempt continues with the remaining draws."""
    asked, known = collection.asked[aspect], list(survey(collection)[aspect])
    earlier = Earlier(history)
    floors = least_costs(asked, aspect, [value for _, value in candidates], right, ranked)
    best: tuple[tuple[float, int, int], Any, Question, str, list[int]] | None = None
    misfit: str | None = None
    for (thing, value), floor in zip(candidates, floors, strict=True):
        if best is not None and best[0] <= floor and best[3] != misfit:
            if fits(best[1], best[3]):
                break
            misfit = best[3]
        code, answer = collection.text(thing, draw), spelled(asked, value)
        scores = likeness_of(collection).scores(code, aspect)
        ways = [*scores, groups_of_lines(code)] if answer.isdecimal() else scores
        seen = earlier.with_answer(code, answer)
        for offered in (known, hard(asked, value, known, scores), known) * OPTION_SETS:
            question = questions.ask(asked, value, offered, draw)
            if question is None:
                continue
            ranks = [likeness.rank(way, question.answer, question.wrong, draw) for way in ways]
            often = sum(ranked[aspect, way, rank] for way, rank in enumerate(ranks))
            cost = often, seen, right[question.text, question.answer] // 2
            if best is None or cost < best[0]:
                best = cost, thing, question, code, ranks
    if best is None:
        raise LookupError(f"nothing in {collection.stem} can be asked for its {aspect}")
    _, thing, question, code, ranks = best
    ranked.update((aspect, way, rank) for way, rank in enumerate(ranks))
    return thing, question, code


def least_costs(
    asked: Aspect,
    aspect: str,
    values: Sequence[Value],
    right: Counter[tuple[str, str]],
    ranked: Counter[tuple[str, int, int]],
) -> list[tuple[float, int, int]]:
    """Return for each candidate's value the least cost that it or a later one can have in `least_obvious`."""
    ranks = range(questions.WRONG + 1)
    often = [min(ranked[aspect, way, rank] for rank in ranks) for way in range(len(likeness.WAYS) + 1)]
    costs: list[tuple[float, int, int]] = []
    for value in values:
        answer = spelled(asked, value)
        ways = often if answer.isdecimal() else often[: len(likeness.WAYS)]
        costs.append((sum(ways), 0, min(right[text, answer] for text in asked.wordings) // 2))
    return list(itertools.accumulate(reversed(costs), min))[::-1]


def groups_of_lines(code: str) -> dict[str, float]:
    """Return for each size the number of groups of equal lines or commands of this size in a program."""
    return {f"{size:g}": float(many) for size, many in heuristics.repeats({"code": code}).items()}


def hard(asked: Aspect, value: Value, known: Sequence[Value], scores: Sequence[Mapping[str, float]]) -> list[Value]:
    """Return the answers of programs with similar tokens, and the value itself."""
    if asked.words is None and not asked.name:
        return list(known)
    ranked = [sorted(known, key=lambda one: -way.get(spelled(asked, one), 0.0))[:HARD] for way in scores]
    return list(dict.fromkeys([value, *itertools.chain.from_iterable(ranked)]))


@lru_cache(maxsize=4)
def likeness_of(collection: Collection[Any]) -> likeness.Likeness:
    """Return the information in the tokens of a collection's programs, estimated from programs of every kind that are
    in no row of any seed."""
    draw = random.Random(f"{collection.stem}:likeness")
    things = [collection.turned(kind(draw), draw) for kind in collection.kinds for _ in range(PROGRAMS)]

    def right(aspect: str) -> list[str | None]:
        asked = collection.asked[aspect]
        values = [collection.expected(thing, aspect) for thing in things]
        return [None if value is None else spelled(asked, value) for value in values]

    return likeness.Likeness([collection.text(thing, draw) for thing in things], right)


class Earlier:
    """Earlier rows of an aspect, to be compared with a program by its commands and its length."""

    def __init__(self, history: Sequence[tuple[Counter[str], str]]) -> None:
        self.answers = [answer for _, answer in history]
        self.lengths = np.array([counts[LENGTH] for counts, _ in history])
        self.names = sorted({name for counts, _ in history for name in counts} - {LENGTH})
        self.counts = np.array([logarithms(counts, self.names) for counts, _ in history])

    def with_answer(self, code: str, answer: str) -> int:
        """Return how many of the programs with about the same commands, each in proportion, and of those that are as
        long, have the same answer."""
        if not self.answers:
            return 0
        own = commands(code)
        apart = abs(self.counts - logarithms(own, self.names)).sum(axis=1)
        nearest = (np.argsort(values, kind="stable") for values in (apart, abs(self.lengths - own[LENGTH])))
        return sum(self.answers[index] == answer for order in nearest for index in order[:NEIGHBOURS].tolist())


def logarithms(counts: Counter[str], names: Sequence[str]) -> list[float]:
    """Return the logarithms of numbers of commands."""
    return [math.log1p(counts[name]) for name in names]


def commands(code: str) -> Counter[str]:
    """Return the numbers of a program's commands, and its length."""
    counts = Counter(COMMAND.findall(code))
    counts[LENGTH] = len(code)
    return counts
