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
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from sgpkit.benchmark import Row
from sgpkit.families.shared.choices import keys
from sgpkit.families.shared.drawings.designs import catalogue
from sgpkit.families.shared.drawings.designs.drawing import Unfit, draw
from sgpkit.families.shared.drawings.drawing import Drawing
from sgpkit.families.shared.drawings.kind import Kind
from sgpkit.families.shared.drawings.writing import styling

from ..content import question_kinds
from . import svg_questions
from .svg_questions import Ledger, Question

Item = TypeVar("Item")
PROGRAMS = 1085
TRAIN = 20
LICENSE = "CC0-1.0"
PATTERNS = (
    (("shape", "count", "reasoning"), 260),
    (("shape", "shape", "count"), 180),
    (("shape", "shape", "reasoning"), 60),
    (("color", "color", "shape"), 171),
    (("color", "color", "count"), 108),
    (("shape", "count", "color"), 271),
    (("shape", "color", "reasoning"), 35),
)
"""The types of further questions about a program, and the number of programs for each: adds up to the paper's
numbers."""

ONE_COLOR = {0: 0.95, 1: 0.08, 2: 0.0}
"""By the number of questions for colours: the share of drawings in one colour. Half of all drawings are, and what
colour they have is seldom asked, since no other stands in their programs."""

DRAWS, MOST_DRAWS, STYLED_DRAWS = 4, 8, 24
"""How often a design is drawn for the pattern whose turn it is, in one style; what it cannot be asked then, it is asked
the first pattern that a drawing of it bears, of the next `AHEAD`. After the most draws it is the next design's turn,
and after the last number any style will do, in one colour or several, and what is hard may be asked."""

AHEAD = 24

ROUNDS = 4
"""How often all designs of a kind are tried, each time with `AHEAD` more patterns, before the build fails."""

TRAIN_NAME = "train"


class Program(NamedTuple):
    number: int
    identifier: str
    drawing: Drawing
    questions: tuple[Question, ...]


def svg_rows(path: str, seed: int) -> Iterator[tuple[str, Row]]:
    """All rows of the config: a few programs to show as examples, then the test split. `path` is not used."""
    for split, name, count in (("train", f"{seed}:{TRAIN_NAME}", TRAIN), ("test", str(seed), PROGRAMS)):
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
                    "generator": program.drawing.kind.generator,
                    "category": program.drawing.kind.category,
                    "type": question.type,
                    "asks": question_kinds.kind(question.text),
                    "tag": question.tag,
                    "question": question.text,
                    "options": keys.ordered(question.answer, question.wrong, key, identifier),
                    "answer": key,
                    "code": program.drawing.code,
                    "design": program.drawing.design,
                }
            )
        yield rows


def programs(name: str, count: int = PROGRAMS) -> Iterator[Program]:
    """Drawings with their questions, the same for the same name in any number."""
    stem = "svg" if name == "0" else f"svg-{name.replace('0:', '').replace(':', '-')}"
    kinds, patterns = design_deck(name), pattern_deck(name)
    waiting: list[tuple[str, ...]] = []
    ledger = Ledger()
    for number in range(count):
        identifier = f"{stem}-{number + 1:04d}"
        generator = random.Random(f"{name}:{identifier}")
        kind, designs = next(kinds)
        wanted, drawing = suited(kind, designs, patterns, waiting, generator, ledger)
        asked = svg_questions.ask(drawing, ("semantics", *wanted), generator, ledger)
        yield Program(number + 1, identifier, drawing, tuple(asked))


def kinds_of(name: str) -> tuple[Kind, ...]:
    """Return the kinds that are drawn under a name: no kind of the train split is in the test split."""
    return catalogue.TRAIN if name.endswith(f":{TRAIN_NAME}") else catalogue.TEST


def suited(
    kind: Kind,
    designs: Iterator[str],
    patterns: Iterator[tuple[str, ...]],
    waiting: list[tuple[str, ...]],
    generator: random.Random,
    ledger: Ledger,
) -> tuple[tuple[str, ...], Drawing]:
    """Return a pattern of which everything can be asked of this design, with the drawing. `waiting` keeps those whose
    turn it was before."""
    while len(waiting) < AHEAD:
        waiting.append(next(patterns))
    plain = generator.random() < ONE_COLOR[waiting[0].count("color")]
    style = styling.choose(generator, one_color=plain)
    room = ledger.has_room_for_hard
    design = ""
    for attempt in range(ROUNDS * MOST_DRAWS * catalogue.DESIGNS):
        if attempt % MOST_DRAWS == 0:
            design = next(designs)
        if attempt and attempt % (MOST_DRAWS * catalogue.DESIGNS) == 0:
            waiting.extend(itertools.islice(patterns, AHEAD))
        first = attempt < DRAWS
        own = random.Random(generator.random())
        wanted = waiting[:1] if first else waiting
        any_style = attempt >= STYLED_DRAWS
        if not first:
            style = styling.choose(own, one_color=None if any_style else plain)
        hued = any_style or "color" in waiting[0]
        try:
            drawing = draw(kind, design, own, style=style, hued=hued)
        except Unfit:
            continue
        able = svg_questions.counter(drawing, ledger, hard=room or any_style)
        for index, pattern in enumerate(wanted):
            if fits(pattern, able):
                return waiting.pop(index), drawing
    raise LookupError(f"{kind.name}, {design}: cannot be asked any pattern of questions")


def fits(wanted: tuple[str, ...], able: Callable[[str], int]) -> bool:
    """Return whether everything of a pattern can be asked of a drawing; nothing is looked at after what cannot."""
    asked = (type_ for type_ in dict.fromkeys(wanted) if type_ != "reasoning")
    return all(able(type_) >= wanted.count(type_) for type_ in asked)


def design_deck(name: str) -> Iterator[tuple[Kind, Iterator[str]]]:
    """Each category once in every round, each kind of a category once before any comes again, with its designs in
    rounds of their own."""
    generator = random.Random(f"{name}:kinds")
    kinds = kinds_of(name)
    designs = {kind.name: _rounds_of_designs(kind, generator) for kind in kinds}
    members = {
        category: _rounds([kind for kind in kinds if kind.category == category], generator)
        for category in catalogue.CATEGORIES
    }
    for category in _rounds(list(catalogue.CATEGORIES), generator):
        kind = next(members[category])
        yield kind, designs[kind.name]


def pattern_deck(name: str) -> Iterator[tuple[str, ...]]:
    patterns = [pattern for pattern, count in PATTERNS for _ in range(count)]
    return _rounds(patterns, random.Random(f"{name}:patterns"))


def _rounds(items: list[Item], generator: random.Random) -> Iterator[Item]:
    for _ in itertools.count():
        yield from generator.sample(items, len(items))


def _rounds_of_designs(kind: Kind, generator: random.Random) -> Iterator[str]:
    """Yield the designs of a kind in rounds; they are worked out when the first is drawn."""
    yield from _rounds(list(catalogue.designs(kind)), generator)
