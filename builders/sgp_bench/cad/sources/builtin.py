"""The builtin sources of `sgp-cad-3d`, `sgp-cad-3d-complex` and `sgp-cad-2d`: parts and sketches, one question each.

Seed 0 has the paper's numbers: 1,000, 700 and 700. What is asked goes round evenly; of several parts drawn for a
question, the one is taken whose answer was right least often so far, among all and among programs with about as many
lines, arcs and circles, so that no answer is the likely one and counting tokens does not help.
Try it:
    from sgpkit.families.sgp_bench.cad.sources import builtin
    print(next(builtin.solid_rows("", 0))[1]["code"])
"""

import itertools
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, Generic, TypeVar

from sgpkit.benchmark import Row

from ... import keys
from ..content import (
    bars,
    blocks,
    curved_parts,
    drafting,
    guides,
    machining,
    oval_parts,
    plates,
    sketches,
    turned_parts,
)
from ..content.drafting import Drawing, quarter_turned
from ..content.forms import deepcad, fusion
from ..content.piece import Piece, turned
from . import questions, sketch_answers, sketch_questions, solid_answers, solid_questions
from .questions import Aspect, Question
from .solid_answers import Value

Thing = TypeVar("Thing")
LICENSE = "CC0-1.0"
TRAIN = 20
TRIES = 12
"""Parts that are drawn for a question before one is taken."""

MIX = {"semantics": 0.16, "shape": 0.36, "count": 0.34, "size": 0.08, "symmetry": 0.06}
"""Shares of the types: of the published questions 52 % ask for a shape, a kind or a name, and 34 % how many."""

FLAT_MIX = MIX | {"semantics": 0.26, "shape": 0.26}
"""Of sketches fewer shapes can be asked."""

SAMPLES = 4
"""Parts of each kind that are looked at for the answers that a question has."""

MIN_ANSWERS = 3
"""Answers that a question must have among a collection's things to be asked of them."""

MAX_WRITTEN = 8
"""Candidates whose text is written, to look at its commands."""

NEIGHBOURS = 5
"""Earlier rows with nearly the same numbers of commands whose answers are compared."""

LENGTH = "length"

COMMAND = re.compile(r"[A-Z][A-Za-z]+(?=\d*:)")
"""The name of a command in any of the dialects."""

Kind = Callable[[random.Random], Any]
Known = Mapping[Value, Sequence[Kind]]
"""The answers that one question has, each with the kinds of which it was right."""


@dataclass(frozen=True, eq=False)
class Collection(Generic[Thing]):
    """A config's things: how many rows, of which kinds, written how, and what their makers know of them."""

    stem: str
    dialect: str
    rows: int
    kinds: Sequence[Callable[[random.Random], Thing]]
    asked: Mapping[str, Aspect]
    expected: Callable[[Thing, str], Value | None]
    turned: Callable[[Thing, random.Random], Thing]
    text: Callable[[Thing, random.Random], str]
    mix: Mapping[str, float] = field(default_factory=lambda: MIX)


def any_way_up(piece: Piece, draw: random.Random) -> Piece:
    return turned(piece, draw.randrange(3))


def any_way_round(drawing: Drawing, draw: random.Random) -> Drawing:
    own = machining.machined(drawing, draw)
    return guides.guided(quarter_turned(own) if draw.random() < 0.5 else own, draw)


SOLID = Collection(
    "cad-3d",
    "deepcad",
    1000,
    turned_parts.KINDS + bars.KINDS + plates.KINDS + blocks.KINDS,
    solid_questions.ASPECTS,
    solid_answers.expected,
    any_way_up,
    deepcad.text,
)
CURVED = replace(
    SOLID,
    stem="cad-3d-complex",
    dialect="fusion360",
    rows=700,
    kinds=curved_parts.KINDS + oval_parts.KINDS,
    text=fusion.text,
)
FLAT = Collection(
    "cad-2d",
    "sketchgraphs",
    700,
    sketches.KINDS,
    sketch_questions.ASPECTS,
    sketch_answers.expected,
    any_way_round,
    drafting.text,
    FLAT_MIX,
)


def rows(collection: Collection[Any], path: str, seed: int) -> Iterator[tuple[str, Row]]:
    """A few rows to show as examples, then the test split; no program is in both. `path` is not used."""
    known: set[str] = set()
    for split, name, count in (("train", f"{seed}:train", TRAIN), ("test", str(seed), collection.rows)):
        for row in balanced(collection, name, count, known):
            yield split, row


solid_rows = partial(rows, SOLID)
curved_rows = partial(rows, CURVED)
flat_rows = partial(rows, FLAT)


def balanced(collection: Collection[Any], name: str, count: int, known: set[str]) -> Iterator[Row]:
    stem = collection.stem if name == "0" else f"{collection.stem}-{name.replace('0:', '').replace(':', '-')}"
    able = survey(collection)
    types = {aspect: collection.asked[aspect].type for aspect in able}
    right: Counter[tuple[str, str]] = Counter()
    used: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    answered: dict[str, list[tuple[Counter[str], str]]] = defaultdict(list)
    for number, aspect in enumerate(
        itertools.islice(rounds(types, collection.mix, f"{name}:{collection.stem}"), count)
    ):
        identifier = f"{stem}-{number + 1:04d}"
        draw = random.Random(f"{name}:{identifier}")
        code = ""
        while not code or code in known:
            candidates = likely(collection, aspect, able[aspect], right, used, draw)
            thing, question, code = least_frequent_by_commands(collection, candidates, answered[aspect], draw)
        known.add(code)
        answered[aspect].append((commands(code), question.answer))
        used[thing.name] += 1
        right.update([(aspect, question.answer), (question.text, question.answer)])
        type_ = collection.asked[aspect].type
        key = keys.letter(asked[type_], f"{name}:{collection.stem}:{type_}")
        asked[type_] += 1
        yield {
            "id": identifier,
            "cluster": identifier,
            "source": "builtin",
            "license": LICENSE,
            "category": thing.name,
            "type": type_,
            "aspect": aspect,
            "dialect": collection.dialect,
            "question": question.text,
            "options": keys.ordered(question.answer, question.wrong, key, identifier),
            "answer": key,
            "code": code,
        }


def rounds(able: Mapping[str, str], mix: Mapping[str, float], name: str) -> Iterator[str]:
    """Everything that can be asked, by its type (`able` is by aspect): types in the shares of `mix`, and of each type
    every aspect as often."""
    draw = random.Random(f"{name}:aspects")
    waiting: dict[str, list[str]] = {kind: [] for kind in able.values()}
    given: Counter[str] = Counter()
    for number in itertools.count(1):
        # The type that is furthest behind its share; chance decides between those that are alike.
        kind = max(sorted(waiting), key=lambda kind: (round(mix[kind] * number - given[kind], 6), draw.random()))
        given[kind] += 1
        if not waiting[kind]:
            named = [aspect for aspect, type_ in able.items() if type_ == kind]
            waiting[kind] = draw.sample(named, len(named))
        yield waiting[kind].pop()


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


def names(dialect: str) -> list[Value]:
    """Return the names of all things in the collection of a dialect."""
    (collection,) = (candidate for candidate in (SOLID, CURVED, FLAT) if candidate.dialect == dialect)
    return list(survey(collection)["part"])


def likely(
    collection: Collection[Any],
    aspect: str,
    known: Known,
    right: Counter[tuple[str, str]],
    used: Counter[str],
    draw: random.Random,
) -> list[tuple[Any, Question]]:
    """Return candidates for an aspect whose answers, and then whose kinds, were the least frequent so far."""
    candidates: list[tuple[tuple[int, int, int], Any, Question]] = []
    waiting: list[Kind] = []
    for _ in range(20 * TRIES):
        waiting = waiting or [draw.choice(kinds) for kinds in draw.sample(list(known.values()), len(known))]
        thing = collection.turned(waiting.pop()(draw), draw)
        value = collection.expected(thing, aspect)
        question = None if value is None else questions.ask(collection.asked[aspect], value, list(known), draw)
        if question is not None:
            # In twos and threes: an exact balance would show which answer is still to come.
            order = right[aspect, question.answer] // 3, right[question.text, question.answer] // 2, used[thing.name]
            candidates.append((order, thing, question))
            if len(candidates) == TRIES:
                break
    if not candidates:
        raise LookupError(f"nothing in {collection.stem} can be asked for its {aspect}")
    candidates.sort(key=lambda candidate: candidate[0])
    return [(thing, question) for order, thing, question in candidates if order[0] == candidates[0][0][0]][:MAX_WRITTEN]


def least_frequent_by_commands(
    collection: Collection[Any],
    candidates: Sequence[tuple[Any, Question]],
    history: Sequence[tuple[Counter[str], str]],
    draw: random.Random,
) -> tuple[Any, Question, str]:
    """The first whose answer programs that have about the same commands did not have before it, or had least."""
    written = [(thing, question, collection.text(thing, draw)) for thing, question in candidates]

    def seen(one: tuple[Any, Question, str]) -> int:
        _, question, code = one
        own = commands(code)
        near = sorted(history, key=lambda other: apart(own, other[0]))[:NEIGHBOURS]
        as_long = sorted(history, key=lambda other: abs(other[0][LENGTH] - len(code)))[:NEIGHBOURS]
        return sum(answer == question.answer for _, answer in (*near, *as_long))

    return min(written, key=seen)


def apart(one: Counter[str], other: Counter[str]) -> float:
    """Return how different the numbers of commands of two programs are, each in proportion."""
    names = (one.keys() | other.keys()) - {LENGTH}
    return sum(abs(math.log1p(one[name]) - math.log1p(other[name])) for name in names)


def commands(code: str) -> Counter[str]:
    """Return the numbers of a program's commands, and its length."""
    counts = Counter(COMMAND.findall(code))
    counts[LENGTH] = len(code)
    return counts
