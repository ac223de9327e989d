"""Questions about a drawing of the grammar, with one right option and three plausible ones.

Fair means two things. The answer is unambiguous: names that a person might quarrel about are never offered against
each other. And little but the drawing gives it away: of the answers that a drawing offers, one that was right less
often is asked for, and wrong options are those that are right elsewhere, first what occurs in the drawing; of kinds and
uses, those that it looks like about as much to who sees but its silhouette (`lookalikes`); of numbers, those of other
things that the program repeats. What still can be guessed is measured beside the same guess on published rows.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from sgpkit.families.shared.drawings import lookalikes
from sgpkit.families.shared.drawings.designs import proof
from sgpkit.families.shared.drawings.drawing import Drawing
from sgpkit.families.shared.drawings.kind import Kind
from sgpkit.families.shared.drawings.sketch import Attribute
from sgpkit.quality.probes import heuristics

from ..content import question_kinds as kinds
from ..content import question_texts as texts

TYPES = ("semantics", "count", "color", "shape", "reasoning")
WRONG = 3
HARD = "hard"

REPEATED = (1, 2, 2, 2)
"""How often none, one, two or three wrong counts are of parts that are repeated like the counted ones. None is less
often: in three of ten programs no other number of parts is, and the right count cannot but stand out."""

SHARES: Mapping[str, Mapping[str, float]] = {
    "shape": {kinds.PART_SHAPE: 0.9, kinds.WHOLE_SHAPE: 0.05, kinds.BACKGROUND: 0.02, HARD: 0.03},
    "count": {kinds.PARTS: 0.5, kinds.MARKS: 0.3, HARD: 0.2},
    "color": {kinds.PART_COLOR: 0.58, kinds.PRIMARY: 0.36, kinds.BACKGROUND: 0.06},
    "reasoning": {kinds.POSE: 0.3, kinds.PLACE: 0.2, kinds.LOOK: 0.25, kinds.PURPOSE: 0.15, kinds.TEXT: 0.1},
}
"""The shares of kinds in a type, nearly those of published questions; a kind that is behind its share comes first."""

MOST_HARD = 0.16
"""Maximum share of hard rows: shapes of figures stuck on a thing, counts of dots, studs and the like."""

MOST_ALIKE = 1
"""How many times more often than any other the same shape or place is right of a part: a belt is a rectangle."""

MOST_PLAIN, MOST_OF_ONE, FEW = 0.04, 0.19, 25
"""The share of questions for shapes of parts that names a part with one shape in most designs, and the share that has
the same answer, at most; after this number of questions. Every other outline that a designer draws is a rectangle."""

MOST_SHOWN: Mapping[str, float] = {kinds.WHOLE_SHAPE: 0.025, kinds.BACKGROUND: 0.022}
"""The maximum shares of kinds of questions that a silhouette answers; questions for the thing do not count."""

ODD = ("rock", "herb", "continent", "bubble", "buoy", "scoop", "lantern")
"""Nouns of figures whose shape is not asked for, since real things of that name have another."""

NATURAL_FIGURES = (
    *(
        "face",
        "buckle",
        "lens",
        "gem",
        "jewel",
        "stone",
        "pillow",
        "cushion",
        "knob",
        "clasp",
        "pendant",
        "flag",
        "medal",
    ),
    *("pennant", "porthole", "sound hole", "mallet head", "loft window", "middle", "die", "hub", "core", "pad"),
    *("small dial", "tower clock", "cab opening", "hatch"),
)
"""Parts with a chosen shape that people ask for; the others are figures stuck on a thing."""

STUCK = (
    *(
        "rivet",
        "stud",
        "dot",
        "bolt",
        "speck",
        "spot",
        "bead",
        "pearl",
        "pip",
        "freckle",
        "pore",
        "sequin",
        "peg",
        "dab",
    ),
    *("snap", "clip", "tick", "electron", "pebble", "stone", "clod", "crumb", "bump", "sparkle", "coin", "eyelet"),
    *("dewdrop", "snippet", "mark", "tile", "knot", "fly", "berry", "filing", "nail", "sandbag", "patch", "notch"),
)
"""Nouns of counted marks that are scattered over things for the sake of counting."""

ASPECT_KINDS = {
    "part shape": kinds.PART_SHAPE,
    "whole shape": kinds.WHOLE_SHAPE,
    "background": kinds.BACKGROUND,
    "part count": kinds.PARTS,
    "primary color": kinds.PRIMARY,
    "place": kinds.PLACE,
    "look": kinds.LOOK,
}
"""The kinds of questions about observed attributes of a drawing (`designs/observed.py`)."""


class Question(NamedTuple):
    """The right answer and the wrong options, not yet in any order. `tag`: "hard" or ""."""

    type: str
    text: str
    answer: str
    wrong: tuple[str, ...]
    tag: str = ""


@dataclass(frozen=True)
class Ledger:
    """The earlier questions: how often each kind was asked, which answers were right of a kind, and of a part, and how
    many named a part whose name reveals its shape."""

    kinds: Counter[str] = field(default_factory=Counter)
    right: Counter[tuple[str, str]] = field(default_factory=Counter)
    right_of: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    plain: Counter[bool] = field(default_factory=Counter)

    @property
    def has_room_for_hard(self) -> bool:
        return self.kinds[HARD] <= MOST_HARD * self.kinds.total()

    def add(self, kind: str, part: str, answer: str) -> None:
        """Note that an answer was right of a part."""
        self.kinds[kind] += 1
        self.right[kind, answer] += 1
        self.right_of[kind, part, answer] += 1

    def is_worn_out(self, kind: str, attribute: Attribute) -> bool:
        """Return whether the shape or place of a part is known by now, since it was this one more often than any other,
        or whether enough questions of a kind are asked that a silhouette answers.
        """
        if kind in MOST_SHOWN:
            return self.kinds[kind] >= MOST_SHOWN[kind] * max(FEW, self.kinds.total())
        if kind not in (kinds.PART_SHAPE, kinds.PLACE):
            return False
        if kind == kinds.PART_SHAPE and self.is_too_common(attribute):
            return True
        others = [self.right_of[kind, attribute.subject, other] for other in attribute.others]
        return self.right_of[kind, attribute.subject, attribute.answer] >= MOST_ALIKE + max(others)

    def is_too_common(self, attribute: Attribute) -> bool:
        """Return whether a shape was right too often, or too many parts were named whose names reveal their shapes."""
        asked = max(FEW, self.kinds[kinds.PART_SHAPE])
        if is_plain(attribute) and self.plain[True] >= MOST_PLAIN * asked:
            return True
        return self.right[kinds.PART_SHAPE, attribute.answer] >= MOST_OF_ONE * asked


def ask(drawing: Drawing, wanted: Sequence[str], generator: random.Random, ledger: Ledger) -> list[Question]:
    """Return one question for each wanted type, about different attributes, and colors that differ if they can.

    Raise LookupError where the attributes do not suffice.
    """
    asked: set[tuple[str, str]] = set()
    colors: set[str] = set()
    questions = []
    hard = ledger.has_room_for_hard
    offered = {type_: candidates(drawing, type_, ledger, hard=True) for type_ in dict.fromkeys(wanted)}
    for type_ in wanted:
        if type_ == "semantics":
            questions.append(_kind(drawing, generator))
            continue
        able = [one for one in offered[type_] if (one.type, one.subject) not in asked]
        able = [one for one in able if hard or kind_of(one) != HARD] or able
        able = [one for one in able if type_ != "color" or one.answer not in colors] or able
        chosen = choose(able, type_, ledger, generator)
        if chosen is None and type_ == "reasoning":
            questions.append(_use(drawing, generator))
            ledger.add(kinds.PURPOSE, "", "")
        elif chosen is None:
            raise LookupError(f"{drawing.kind.name}: no {type_} to ask about")
        else:
            asked.add((chosen.type, chosen.subject))
            colors |= {chosen.answer} if type_ == "color" else set()
            questions.append(_about(chosen, drawing, generator, ledger))
            ledger.add(kind_of(chosen), chosen.subject, chosen.answer)
            ledger.plain[is_plain(chosen)] += 1
    return questions


def candidates(drawing: Drawing, type_: str, ledger: Ledger, *, hard: bool) -> list[Attribute]:
    """Return the possible questions of one type, with or without hard ones."""
    able = [*drawing.attributes_of(type_), *drawing.observed(type_)]
    able = [one for one in able if not (is_odd(one) or ledger.is_worn_out(kind_of(one), one))]
    return able if hard else [one for one in able if kind_of(one) != HARD]


def counter(drawing: Drawing, ledger: Ledger, *, hard: bool) -> Callable[[str], int]:
    """Return a function that gives the number of possible questions of a type about a drawing; each type is
    examined once.
    """
    return cache(lambda type_: len(candidates(drawing, type_, ledger, hard=hard)))


def choose(able: Sequence[Attribute], type_: str, ledger: Ledger, generator: random.Random) -> Attribute | None:
    """Return an attribute of the kind that is furthest behind its share, with an answer that was right least often of
    such a part, and of all. A part with the same shape in every design is asked for its shape last.

    None where nothing can be asked, or where the use of the thing is asked for instead.
    """
    shares = SHARES[type_]
    offered = {kind_of(one) for one in able} | ({kinds.PURPOSE} if type_ == "reasoning" else set())
    if not offered:
        return None
    behind = min(offered, key=lambda kind: (ledger.kinds[kind] / shares[kind], kind))
    own = [one for one in able if kind_of(one) == behind]
    if not own:
        return None
    generator.shuffle(own)
    right, right_of = ledger.right, ledger.right_of
    return min(
        own, key=lambda one: (is_plain(one), right_of[behind, one.subject, one.answer], right[behind, one.answer])
    )


def is_plain(attribute: Attribute) -> bool:
    """Return whether the name of a part reveals its shape."""
    return attribute.aspect == "part shape" and proof.noun(attribute.subject) in texts.PLAIN_PARTS


def is_odd(attribute: Attribute) -> bool:
    """Return whether a question about the shape of a figure would sound odd."""
    return attribute.type == "shape" and not attribute.aspect and proof.noun(attribute.subject) in ODD


def kind_of(attribute: Attribute) -> str:
    """Return the kind of the question about an attribute, or that it is hard."""
    if attribute.aspect:
        return ASPECT_KINDS[attribute.aspect]
    if attribute.type == "reasoning":
        return kinds.kind(attribute.questions[0])
    if attribute.type == "color":
        return kinds.PRIMARY if attribute.subject == "drawing" else kinds.PART_COLOR
    if attribute.type == "shape":
        return kinds.PART_SHAPE if attribute.subject in NATURAL_FIGURES else HARD
    noun = proof.noun(attribute.subject)
    if any(noun in (word, f"{word}s", f"{word[:-1]}ies") for word in STUCK):
        return HARD
    return kinds.kind(f"How many {attribute.subject} are there?")


def _about(attribute: Attribute, drawing: Drawing, generator: random.Random, ledger: Ledger) -> Question:
    kind = kind_of(attribute)
    others = attribute.others
    generator.shuffle(others)
    if attribute.type == "count" and not attribute.aspect:
        others = _repeated(attribute.answer, others, drawing.code, generator)
    elif attribute.type == "color":
        # Only what was itself chosen counts as occurring: a leaf that is always green would be known for wrong.
        present = {other.answer for other in drawing.attributes_of("color")}
        others.sort(key=lambda other: other not in present)
    else:
        others = _as_often(others, kind, ledger, generator)
    if attribute.aspect == "part shape":
        # What such a part had elsewhere comes first, then what other parts have: it is known for nothing wrong.
        present = {other.answer for other in drawing.observed("shape") if other.aspect == attribute.aspect}
        part = attribute.subject
        others.sort(key=lambda other: (-min(1, ledger.right_of[kind, part, other]), other not in present))
    text = generator.choice(wordings(attribute, drawing))
    text = text.format(part=attribute.subject, thing=thing(drawing.kind), kind=drawing.kind.name)
    tag = HARD if kind == HARD else ""
    return Question(attribute.type, text, attribute.answer, tuple(others[:WRONG]), tag)


def thing(kind: Kind) -> str:
    """Return a word for a thing of a kind that does not reveal its name."""
    return texts.THINGS.get(kind.category, "object")


def wordings(attribute: Attribute, drawing: Drawing) -> tuple[str, ...]:
    """Return the wordings of the question about an attribute."""
    kind = kind_of(attribute)
    if attribute.type == "reasoning":
        return attribute.questions
    if kind == kinds.BACKGROUND:
        return texts.BACKGROUND_COLOR if attribute.type == "color" else texts.BACKGROUND_SHAPE
    if kind == kinds.PRIMARY:
        return texts.ONLY_COLOR if attribute.subject == "drawing" else texts.PRIMARY_COLOR
    if kind == kinds.WHOLE_SHAPE:
        return texts.WHOLE_SHAPE
    if attribute.type == "count":
        return texts.HAS if attribute.aspect else texts.COUNT
    if attribute.type == "color":
        return texts.PART_COLORS if attribute.plural else texts.PART_COLOR
    if attribute.plural and attribute.aspect:
        return texts.PART_SHAPES
    names = {part.name for part in drawing.parts if part.plural == part.name and part.name.endswith("s")}
    if attribute.plural or attribute.subject in names:
        return texts.FIGURE_SHAPES  # the lenses, the bristles
    return texts.PART_SHAPE


def _as_often(others: Sequence[str], kind: str, ledger: Ledger, generator: random.Random) -> list[str]:
    """Return wrong answers in random order, first as often as they were right of this kind of question."""
    weights = {other: 1 + ledger.right[kind, other] for other in others}
    return sorted(others, key=lambda other: -(generator.random() ** (1 / weights[other])))


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
    categories = {other.category for other in (drawing.kind, *others)}
    if len(categories) == 1 and (own := texts.WHAT_OF.get(drawing.kind.category)):
        able = own
    else:
        able = texts.NEUTRAL if categories & {"animal", "human"} else (*texts.WHAT, *texts.NEUTRAL)
    return Question("semantics", generator.choice(able), drawing.kind.name, tuple(other.name for other in others))


def _use(drawing: Drawing, generator: random.Random) -> Question:
    others = lookalikes.to_use(drawing.kind, drawing.code, generator)
    text = generator.choice(texts.USES[lookalikes.group(drawing.kind)])
    return Question("reasoning", text, drawing.kind.use, tuple(other.use for other in others))
