"""Questions about a drawing of the grammar, with one right option and three plausible ones.

Fair means two things. The answer is unambiguous: names that a person might quarrel about are never offered against
each other. And nothing but the drawing gives it away: whatever is asked was chosen evenly from a set, the wrong options
come from that same set, first those that occur elsewhere in the drawing; of kinds and uses, those that it
looks like about as much to who sees but its silhouette (`lookalikes`); of numbers, those of other things that the
program repeats. `guessing.py` measures what can be guessed.
"""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sgpkit.families.shared.drawings import lookalikes
from sgpkit.families.shared.drawings.drawing import Drawing
from sgpkit.families.shared.drawings.sketch import Attribute
from sgpkit.quality.probes import heuristics

TYPES = ("semantics", "count", "color", "shape", "reasoning")
WRONG = 3

REPEATED = (1, 2, 2, 2)
"""How often none, one, two or three wrong counts are of parts that are repeated like the counted ones. None is less
often: in three of ten programs no other number of parts is, and the right count cannot but stand out."""

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
USES = {"living": LIVING_WORDINGS, "eaten": EATEN_WORDINGS, "": USE_WORDINGS}
"""How a use is asked for, by the group of the kind."""

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


def ask(drawing: Drawing, wanted: Sequence[str], generator: random.Random) -> list[Question]:
    """Return one question for each wanted type, about different attributes.

    Raise LookupError where the attributes do not suffice.
    """
    attributes = list(drawing.attributes)
    generator.shuffle(attributes)
    questions = []
    for type_ in wanted:
        if type_ == "semantics":
            questions.append(_kind(drawing, generator))
            continue
        at = next((index for index, attribute in enumerate(attributes) if attribute.type == type_), None)
        # Half of the questions that call for thought are about the state, where the drawing has one.
        if type_ == "reasoning" and (at is None or generator.random() < 0.5):
            questions.append(_use(drawing, generator))
        elif at is None:
            raise LookupError(f"{drawing.kind.name}: no {type_} to ask about")
        else:
            questions.append(_about(attributes.pop(at), drawing, generator))
    return questions


def has(drawing: Drawing, type_: str) -> int:
    """Return the number of attributes of a type that can be asked."""
    return len(drawing.attributes_of(type_))


def _about(attribute: Attribute, drawing: Drawing, generator: random.Random) -> Question:
    others = attribute.others
    generator.shuffle(others)
    if attribute.type == "count":
        others = _repeated(attribute.answer, others, drawing.code, generator)
    if attribute.type in ("color", "shape"):
        # Only what was itself chosen counts as occurring: a leaf that is always green would be known for wrong.
        present = {other.answer for other in drawing.attributes_of(attribute.type)}
        others.sort(key=lambda other: other not in present)
    if attribute.type == "reasoning":
        text = generator.choice(attribute.questions).format(kind=drawing.kind.name)
    else:
        texts = [text for text in WORDINGS[attribute.type, attribute.plural] if reads_well(text, attribute.subject)]
        text = generator.choice(texts).format(part=attribute.subject)
    return Question(attribute.type, text, attribute.answer, tuple(others[:WRONG]))


def reads_well(text: str, part: str) -> bool:
    """Return whether a wording does not say twice what it asks about: in which color a drawing is drawn."""
    return not (part == "drawing" and "drawn" in text)


def _repeated(answer: str, others: Sequence[str], code: str, generator: random.Random) -> list[str]:
    """Return wrong counts, of which some are numbers of as many groups of alike parts in the program as the right one,
    or of more, as far as there are such numbers: one of them may are next to the set.
    """
    groups = heuristics.repeats({"code": code})
    own = groups[float(answer)]
    above = [other for other in others if groups[float(other)] >= own]
    below = [other for other in others if groups[float(other)] < own]
    wanted = max(generator.choices(range(WRONG + 1), REPEATED)[0], WRONG - len(below))
    if len(above) < wanted:
        above += _beside([answer, *others], own, groups, generator)
    chosen = above[:wanted]
    return [*chosen, *below[: WRONG - len(chosen)]]


def _beside(numbers: Sequence[str], own: int, groups: Mapping[float, int], generator: random.Random) -> list[str]:
    """Return a number next to a set of which there are as many groups as of the right one, if any."""
    known = sorted(map(int, numbers))
    near = [number for number in (known[0] - 1, known[-1] + 1, known[-1] + 2) if number > 0 and groups[number] >= own]
    return [str(generator.choice(near))] if near else []


def _kind(drawing: Drawing, generator: random.Random) -> Question:
    others = lookalikes.to_name(drawing.kind, drawing.code, generator)
    text = generator.choice(KIND_WORDINGS)
    return Question("semantics", text, drawing.kind.name, tuple(other.name for other in others))


def _use(drawing: Drawing, generator: random.Random) -> Question:
    others = lookalikes.to_use(drawing.kind, drawing.code, generator)
    text = generator.choice(USES[lookalikes.group(drawing.kind)])
    return Question("reasoning", text, drawing.kind.use, tuple(other.use for other in others))
