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
    conical_parts,
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
from . import likeness, questions, sketch_answers, sketch_questions, solid_answers, solid_questions
from .questions import Aspect, Question, spelled
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

MAX_WRITTEN = 6
"""Candidates whose text is written, to look at its commands."""

MAX_FURTHER = 14
"""More candidates for a name or a shape, which commands tell soonest."""

OPTION_SETS = 5
"""Times that options are drawn for a candidate, in three ways each."""

HARD = 5
"""Answers that are the likeliest by the tokens, of each way to look at them, that options are drawn from."""

PROGRAMS = 16
"""Programs of each kind by which is judged what tokens say."""

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
    kinds=curved_parts.KINDS + oval_parts.KINDS + conical_parts.KINDS,
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
    ranked: Counter[tuple[str, int, int]] = Counter()
    answered: dict[str, list[tuple[Counter[str], str]]] = defaultdict(list)
    for number, aspect in enumerate(
        itertools.islice(rounds(types, collection.mix, f"{name}:{collection.stem}"), count)
    ):
        identifier = f"{stem}-{number + 1:04d}"
        draw = random.Random(f"{name}:{identifier}")
        code = ""
        while not code or code in known:
            candidates = likely(collection, aspect, able[aspect], right, used, draw)
            thing, question, code = least_obvious(collection, aspect, candidates, answered[aspect], right, ranked, draw)
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
    """Yield more things with one of some answers, as far as kinds are known to have it."""
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
) -> tuple[Any, Question, str]:
    """Return the thing, question and program by which tokens say least: the rank of the right option, by the programs
    that look alike in each way, is one that it had least often; then the answer is one that programs with about the
    same commands did not have before. `ranked` counts the ranks."""
    asked, known = collection.asked[aspect], list(survey(collection)[aspect])
    best: tuple[tuple[float, int, int], Any, Question, str, list[int]] | None = None
    for thing, value in candidates:
        code = collection.text(thing, draw)
        scores = likeness_of(collection).scores(code, aspect)
        seen = seen_before(code, spelled(asked, value), history)
        for offered in (known, hard(asked, value, known, scores), known) * OPTION_SETS:
            question = questions.ask(asked, value, offered, draw)
            if question is None:
                continue
            ranks = [likeness.rank(way, question.answer, question.wrong, draw) for way in scores]
            often = sum(ranked[aspect, way, rank] for way, rank in enumerate(ranks))
            cost = often, seen, right[question.text, question.answer] // 2
            if best is None or cost < best[0]:
                best = cost, thing, question, code, ranks
    if best is None:
        raise LookupError(f"nothing in {collection.stem} can be asked for its {aspect}")
    _, thing, question, code, ranks = best
    ranked.update((aspect, way, rank) for way, rank in enumerate(ranks))
    return thing, question, code


def hard(asked: Aspect, value: Value, known: Sequence[Value], scores: Sequence[Mapping[str, float]]) -> list[Value]:
    """Return the answers that programs with alike tokens have, and the value itself."""
    if asked.words is None and not asked.name:
        return list(known)
    ranked = [sorted(known, key=lambda one: -way.get(spelled(asked, one), 0.0))[:HARD] for way in scores]
    return list(dict.fromkeys([value, *itertools.chain.from_iterable(ranked)]))


@lru_cache(maxsize=4)
def likeness_of(collection: Collection[Any]) -> likeness.Likeness:
    """Return what the tokens of a collection's programs say: of some of every kind, in no row of any seed."""
    draw = random.Random(f"{collection.stem}:likeness")
    things = [collection.turned(kind(draw), draw) for kind in collection.kinds for _ in range(PROGRAMS)]
    answers = {
        aspect: [
            None if value is None else spelled(asked, value)
            for value in (collection.expected(thing, aspect) for thing in things)
        ]
        for aspect, asked in collection.asked.items()
    }
    return likeness.learned([collection.text(thing, draw) for thing in things], answers)


def seen_before(code: str, answer: str, history: Sequence[tuple[Counter[str], str]]) -> int:
    """Return how many earlier programs with about the same commands, or as long, have the same answer."""
    own = commands(code)
    near = sorted(history, key=lambda other: apart(own, other[0]))[:NEIGHBOURS]
    as_long = sorted(history, key=lambda other: abs(other[0][LENGTH] - len(code)))[:NEIGHBOURS]
    return sum(other == answer for _, other in (*near, *as_long))


def apart(one: Counter[str], other: Counter[str]) -> float:
    """Return how different the numbers of commands of two programs are, each in proportion."""
    names = (one.keys() | other.keys()) - {LENGTH}
    return sum(abs(math.log1p(one[name]) - math.log1p(other[name])) for name in names)


def commands(code: str) -> Counter[str]:
    """Return the numbers of a program's commands, and its length."""
    counts = Counter(COMMAND.findall(code))
    counts[LENGTH] = len(code)
    return counts
