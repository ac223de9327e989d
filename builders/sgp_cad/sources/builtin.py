"""The builtin sources of `sgp-cad-3d`, `sgp-cad-3d-complex` and `sgp-cad-2d`: parts and sketches, one question each.

Seed 0 has the paper's numbers: 1,000, 700 and 700. What is asked goes round evenly; `choosing` takes the part.
Try it:
    from sgpkit.families.sgp_cad.sources import builtin
    print(next(builtin.solid_rows("", 0))[1]["code"])
"""

import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sgpkit.benchmark import Row
from sgpkit.families.shared.cad import (
    bars,
    blocks,
    conical_parts,
    curved_parts,
    drafting,
    oval_parts,
    plates,
    turned_parts,
)
from sgpkit.families.shared.cad.drafting import Drawing, quarter_turned
from sgpkit.families.shared.cad.flat import guides, machining, nearness, sketches
from sgpkit.families.shared.cad.flips import flipped
from sgpkit.families.shared.cad.forms import deepcad, fusion
from sgpkit.families.shared.cad.piece import Piece, turned
from sgpkit.families.shared.choices import keys
from sgpkit.families.shared.naming import dotted_name

from . import questions, sketch_answers, sketch_questions, solid_answers, solid_questions
from .choosing import commands, least_obvious, likely
from .collection import Collection, makers, survey
from .solid_answers import Value

LICENSE = "CC0-1.0"
TRAIN = 20

FLAT_MIX = {"semantics": 0.36, "shape": 0.1, "count": 0.28, "symmetry": 0.08, questions.HARD: 0.18}
"""Of sketches fewer shapes can be asked."""


def any_way_up(piece: Piece, draw: random.Random) -> Piece:
    axis = draw.randrange(4)
    return turned(piece if axis == 3 else flipped(piece, axis), draw.randrange(3))


def any_way_round(drawing: Drawing, draw: random.Random) -> Drawing:
    own = machining.machined(drawing, draw)
    for _ in range(draw.randrange(4)):
        own = quarter_turned(own)
    return guides.guided(own, draw)


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
    nearness.near,
)


def rows(collection: Collection[Any], path: str, seed: int) -> Iterator[tuple[str, Row]]:
    """A few rows to show as examples, then the test split; no program is in both, and no sketch near one shown.
    `path` is not used."""
    known: set[str] = set()
    shown: list[Any] = []
    for thing, row in balanced(collection, f"{seed}:train", TRAIN, known):
        shown.append(thing)
        yield "train", row
    for _, row in balanced(collection, str(seed), collection.rows, known, shown):
        yield "test", row


solid_rows = partial(rows, SOLID)
curved_rows = partial(rows, CURVED)
flat_rows = partial(rows, FLAT)


def balanced(
    collection: Collection[Any], name: str, count: int, known: set[str], shown: Sequence[Any] = ()
) -> Iterator[tuple[Any, Row]]:
    """Yield things with the rows that ask about them, none of them near those that are shown."""
    stem = collection.stem if name == "0" else f"{collection.stem}-{name.replace('0:', '').replace(':', '-')}"
    able = survey(collection)
    groups = {aspect: questions.group(collection.asked[aspect]) for aspect in able}
    right: Counter[tuple[str, str]] = Counter()
    used: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    ranked: Counter[tuple[str, int, int]] = Counter()
    answered: dict[str, list[tuple[Counter[str], str]]] = defaultdict(list)

    def fits(thing: Any, code: str) -> bool:
        return code not in known and not any(collection.near(thing, other) for other in shown)

    for number, aspect in enumerate(
        itertools.islice(rounds(groups, collection.mix, f"{name}:{collection.stem}"), count)
    ):
        identifier = f"{stem}-{number + 1:04d}"
        draw = random.Random(f"{name}:{identifier}")
        code = ""
        thing: Any = None
        while not code or not fits(thing, code):
            candidates = likely(collection, aspect, able[aspect], right, used, draw)
            thing, question, code = least_obvious(
                collection, aspect, candidates, answered[aspect], right, ranked, draw, fits
            )
        known.add(code)
        answered[aspect].append((commands(code), question.answer))
        used[thing.name] += 1
        right.update([(aspect, question.answer), (question.text, question.answer)])
        type_ = collection.asked[aspect].type
        key = keys.letter(asked[type_], f"{name}:{collection.stem}:{type_}")
        asked[type_] += 1
        yield (
            thing,
            {
                "id": identifier,
                "cluster": identifier,
                "source": "builtin",
                "license": LICENSE,
                "generator": dotted_name(makers(collection)[thing.name]),
                "category": thing.name,
                "type": type_,
                "aspect": aspect,
                "tag": questions.HARD if collection.asked[aspect].hard else "",
                "dialect": collection.dialect,
                "question": question.text,
                "options": keys.ordered(question.answer, question.wrong, key, identifier),
                "answer": key,
                "code": code,
            },
        )


def rounds(able: Mapping[str, str], mix: Mapping[str, float], name: str) -> Iterator[str]:
    """Everything that can be asked, by its group (`able` is by aspect): groups in the shares of `mix`, and of each
    group every aspect as often."""
    draw = random.Random(f"{name}:aspects")
    waiting: dict[str, list[str]] = {kind: [] for kind in able.values()}
    given: Counter[str] = Counter()
    for number in itertools.count(1):
        # The type that is farthest behind its share; ties are broken at random.
        kind = max(sorted(waiting), key=lambda kind: (round(mix[kind] * number - given[kind], 6), draw.random()))
        given[kind] += 1
        if not waiting[kind]:
            named = [aspect for aspect, type_ in able.items() if type_ == kind]
            waiting[kind] = draw.sample(named, len(named))
        yield waiting[kind].pop()


def names(dialect: str) -> list[Value]:
    """Return the names of all things in the collection of a dialect."""
    (collection,) = (candidate for candidate in (SOLID, CURVED, FLAT) if candidate.dialect == dialect)
    return list(survey(collection)["part"])
