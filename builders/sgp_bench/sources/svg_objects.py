"""The builtin source of `sgp-svg`: drawings of everyday objects, four questions each.

Seed 0 has the paper's numbers: 1,085 programs and 4,340 questions, by type such that its Table 1 adds up (semantics
1085, count 819, color 864, shape 1217, reasoning 355), spread evenly over the 19 categories.
Try it:

    from sgpkit.families.sgp_bench.sources import svg_objects
    print(next(svg_objects.svg_rows("", 0))[1]["question"])
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from sgpkit.benchmark import Row

from .. import keys
from ..content.objects.catalogue import CATEGORIES, KINDS
from ..content.objects.drawing import Drawing, draw
from ..content.objects.kind import Kind
from . import svg_questions
from .svg_questions import Question

Item = TypeVar("Item")
PROGRAMS = 1085
TRAIN = 20
LICENSE = "CC0-1.0"
PATTERNS = (
    (("shape", "count", "color"), 642),
    (("shape", "count", "reasoning"), 133),
    (("shape", "color", "reasoning"), 178),
    (("shape", "shape", "count"), 44),
    (("shape", "shape", "color"), 44),
    (("shape", "shape", "reasoning"), 44),
)
"""What is asked of a program beside what it shows, and of how many programs: adds up to the paper's numbers."""

DRAWS = 3
"""How often a kind is drawn again until it can be asked a pattern; what it never can, the next kind is asked."""


class Program(NamedTuple):
    number: int
    identifier: str
    drawing: Drawing
    questions: tuple[Question, ...]


def svg_rows(path: str, seed: int) -> Iterator[tuple[str, Row]]:
    """All rows of the config: a few programs to show as examples, then the test split. `path` is not used."""
    for split, name, count in (("train", f"{seed}:train", TRAIN), ("test", str(seed), PROGRAMS)):
        for rows in program_rows(name, count):
            for row in rows:
                yield split, row


def program_rows(name: str, count: int = PROGRAMS) -> Iterator[list[Row]]:
    """The four rows of each of the first `count` programs under a name; "0" is the test split of seed 0."""
    asked: Counter[str] = Counter()
    for program in programs(name, count):
        rows = []
        for index, question in enumerate(program.questions):
            identifier = f"{program.identifier}-{index + 1}"
            key = keys.letter(asked[question.type], f"{name}:{question.type}")
            asked[question.type] += 1
            rows.append(
                {
                    "id": identifier,
                    "cluster": program.identifier,
                    "source": "builtin",
                    "license": LICENSE,
                    "category": program.drawing.kind.category,
                    "type": question.type,
                    "question": question.text,
                    "options": keys.ordered(question.answer, question.wrong, key, identifier),
                    "answer": key,
                    "code": program.drawing.code,
                }
            )
        yield rows


def programs(name: str, count: int = PROGRAMS) -> Iterator[Program]:
    """Drawings with what is asked of them, the same for the same name however many are taken."""
    stem = "svg" if name == "0" else f"svg-{name.replace('0:', '').replace(':', '-')}"
    kinds, patterns = kind_deck(name), pattern_deck(name)
    waiting: list[tuple[str, ...]] = []
    for number in range(count):
        identifier = f"{stem}-{number + 1:04d}"
        generator = random.Random(f"{name}:{identifier}")
        kind = next(kinds)
        wanted, drawing = suited(kind, itertools.chain(tuple(waiting), patterns), waiting, generator)
        asked = svg_questions.ask(drawing, KINDS, ("semantics", *wanted), generator)
        yield Program(number + 1, identifier, drawing, tuple(asked))


def suited(
    kind: Kind, patterns: Iterator[tuple[str, ...]], waiting: list[tuple[str, ...]], generator: random.Random
) -> tuple[tuple[str, ...], Drawing]:
    """The first pattern of which everything can be asked of this kind, with the drawing. `waiting` keeps the others:
    some kinds have one shape only, and one with the backdrop's is not enough for two questions."""
    kept, waiting[:] = list(waiting), []
    for index, wanted in enumerate(itertools.islice(patterns, len(PATTERNS) ** 3)):
        for _ in range(DRAWS):
            drawing = draw(kind, generator, shapes=wanted.count("shape"))
            if all(
                type_ == "reasoning" or svg_questions.has(drawing, type_) >= wanted.count(type_) for type_ in wanted
            ):
                waiting += kept[index + 1 :]
                return wanted, drawing
        waiting.append(wanted)
    raise LookupError(f"{kind.name} cannot be asked any pattern of questions")


def kind_deck(name: str) -> Iterator[Kind]:
    """Each category once in every round, each kind of a category once before any comes again."""
    generator = random.Random(f"{name}:kinds")
    members = {
        category: _rounds([kind for kind in KINDS if kind.category == category], generator) for category in CATEGORIES
    }
    for category in _rounds(list(CATEGORIES), generator):
        yield next(members[category])


def pattern_deck(name: str) -> Iterator[tuple[str, ...]]:
    patterns = [pattern for pattern, count in PATTERNS for _ in range(count)]
    return _rounds(patterns, random.Random(f"{name}:patterns"))


def _rounds(items: list[Item], generator: random.Random) -> Iterator[Item]:
    for _ in itertools.count():
        yield from generator.sample(items, len(items))
