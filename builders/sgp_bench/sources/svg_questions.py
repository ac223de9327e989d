"""What is known of a drawing, asked: questions with one right option and three plausible ones.

Fair means two things. The answer is unambiguous: names that a person might quarrel about are never offered against
each other. And nothing but the drawing gives it away: whatever is asked was chosen evenly from a set, the wrong options
come from that same set, first those that occur elsewhere in the drawing; of kinds and uses, in the shares in which they
are right. `guessing.py` measures what can still be guessed.
"""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..content.objects.drawing import Drawing
from ..content.objects.kind import Kind
from ..content.objects.sketch import Fact

TYPES = ("semantics", "count", "color", "shape", "reasoning")
WRONG = 3

NEAR = (
    ("animal", "human"),
    ("food", "fruit", "dairy", "beverage"),
    ("accessory", "clothing"),
    ("furniture", "musical_instrument", "time_clock", "book"),
    ("computer", "entertainment", "science", "tool"),
    ("building", "aerial_crafts", "land_crafts"),
)
"""Categories whose kinds are offered against each other when the question is what is shown."""

LIVING = ("animal", "human")
EATEN = ("food", "fruit", "dairy", "beverage")

KIND_WORDINGS = (
    "What does the drawing show?",
    "What is the object in the picture?",
    "Which of these is depicted?",
    "What would a person call the thing that is drawn?",
    "Which of these does the picture represent?",
    "What can be recognised in the drawing?",
    "What has been drawn here?",
    "Which word names what is shown?",
)
USE_WORDINGS = (
    "What is the object in the drawing mainly for?",
    "What is the thing shown in the picture used for?",
    "Which purpose does the depicted object serve?",
    "Why would somebody want what is drawn here?",
)
EATEN_WORDINGS = (
    "What is usually done with what is shown?",
    "What is the thing in the drawing best known for?",
    "Which of these fits what is drawn?",
)
LIVING_WORDINGS = (
    "Which statement is true of the one who is drawn?",
    "What is known about the one in the picture?",
    "Which of these fits the depicted creature or person?",
)
WORDINGS: Mapping[tuple[str, bool], tuple[str, ...]] = {
    ("color", False): (
        "What color is the {part}?",
        "Which color does the {part} have?",
        "In which color is the {part} drawn?",
        "What is the color of the {part}?",
        "Which color was chosen for the {part}?",
    ),
    ("color", True): (
        "What color are the {part}?",
        "Which color do the {part} have?",
        "In which color are the {part} drawn?",
        "What is the color of the {part}?",
        "Which color was chosen for the {part}?",
    ),
    ("count", True): (
        "How many {part} are there?",
        "How many {part} can be seen in the drawing?",
        "What is the number of {part}?",
        "Count the {part}: how many are drawn?",
        "How many {part} does the picture show?",
    ),
    ("shape", False): (
        "What shape is the {part}?",
        "What is the shape of the {part}?",
        "Which shape does the {part} have?",
        "Which of these shapes describes the {part} best?",
        "In which shape is the {part} drawn?",
    ),
    ("shape", True): (
        "What shape do the {part} have?",
        "What is the shape of each of the {part}?",
        "Which of these shapes describes the {part} best?",
        "In which shape are the {part} drawn?",
    ),
}


class Question(NamedTuple):
    """The right answer and the wrong options, not yet in any order."""

    type: str
    text: str
    answer: str
    wrong: tuple[str, ...]


def ask(drawing: Drawing, kinds: Sequence[Kind], wanted: Sequence[str], generator: random.Random) -> list[Question]:
    """One question for each wanted type, about different facts. Raises LookupError where the facts do not suffice."""
    facts = list(drawing.facts)
    generator.shuffle(facts)
    found = []
    for type_ in wanted:
        if type_ == "semantics":
            found.append(_kind(drawing.kind, kinds, generator))
            continue
        at = next((index for index, fact in enumerate(facts) if fact.type == type_), None)
        # Half of the questions that call for thought are about the state, where the drawing has one.
        if type_ == "reasoning" and (at is None or generator.random() < 0.5):
            found.append(_use(drawing.kind, kinds, generator))
        elif at is None:
            raise LookupError(f"{drawing.kind.name}: no {type_} to ask about")
        else:
            found.append(_about(facts.pop(at), drawing, generator))
    return found


def has(drawing: Drawing, type_: str) -> int:
    """How many facts of a type can be asked."""
    return sum(fact.type == type_ for fact in drawing.facts)


def _about(fact: Fact, drawing: Drawing, generator: random.Random) -> Question:
    others = fact.others
    generator.shuffle(others)
    if fact.type in ("color", "shape"):
        # Only what was itself chosen counts as occurring: a leaf that is always green would be known for wrong.
        present = {other.answer for other in drawing.facts if other.type == fact.type}
        others.sort(key=lambda other: other not in present)
    if fact.type == "reasoning":
        text = generator.choice(fact.questions).format(kind=drawing.kind.name)
    else:
        text = generator.choice(WORDINGS[fact.type, fact.plural]).format(part=fact.subject)
    return Question(fact.type, text, fact.answer, tuple(others[:WRONG]))


def _kind(kind: Kind, kinds: Sequence[Kind], generator: random.Random) -> Question:
    near = next(group for group in NEAR if kind.category in group)
    others = _drawn(kinds, near, generator, unlike=kind)
    return Question("semantics", generator.choice(KIND_WORDINGS), kind.name, tuple(other.name for other in others))


def _use(kind: Kind, kinds: Sequence[Kind], generator: random.Random) -> Question:
    group, wordings = next(
        (group, wordings)
        for group, wordings in ((LIVING, LIVING_WORDINGS), (EATEN, EATEN_WORDINGS), ((), USE_WORDINGS))
        if kind.category in group or not group
    )
    categories = group or tuple(sorted({each.category for each in kinds} - {*LIVING, *EATEN}))
    others = _drawn(kinds, categories, generator, unlike=kind)
    return Question("reasoning", generator.choice(wordings), kind.use, tuple(other.use for other in others))


def _drawn(kinds: Sequence[Kind], categories: Sequence[str], generator: random.Random, unlike: Kind) -> list[Kind]:
    """Three other kinds, each category as often as it is drawn, so that no kind is known for being wrong."""
    by_category = {category: [kind for kind in kinds if kind.category == category] for category in categories}
    present = [category for category, members in by_category.items() if members]
    found: list[Kind] = []
    while len(found) < WRONG:
        other = generator.choice(by_category[generator.choice(present)])
        if other.name != unlike.name and other not in found:
            found.append(other)
    return found
