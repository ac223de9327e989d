"""Questions about a TikZ figure, from the records of its recipe: its concept, numbers of things, and relations.

Answers are computed: numbers from the recipe (which the compiled drawing confirms), positions from coordinates,
neighbors from the edges. No wrong option is right as well, and none reveals that it is wrong: the ranks of right
numbers among the options are as balanced as the letters.
"""

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence

from sgpkit.families.shared import tables
from sgpkit.quality.probes import features

from ..figure import Question
from . import surveys
from .contents import Contents, Position, Quantity, Relation
from .recipe import Recipe
from .surveys import Surveyed

WORDS = tables.read(__file__, "questions.toml")

CONCEPT_WORDINGS: tuple[str, ...] = WORDS["concept_wordings"]
COUNT_WORDINGS: tuple[str, ...] = WORDS["count_wordings"]
PLACE_WORDINGS: tuple[str, ...] = WORDS["place_wordings"]

MAX_CHOICES = 20
"""The maximum number of sets of wrong options per question."""

STRAIGHT = ("To the right", "To the left", "Above", "Below")
SLANTED = ("Above and to the right", "Above and to the left", "Below and to the right", "Below and to the left")


def concept(recipe: Recipe, recipes: Sequence[Recipe], generator: random.Random) -> Question | None:
    """Ask for the concept of a figure among those of its family. None for kinds without a family."""
    others = [other.concept for other in recipes if other.family == recipe.family and other != recipe]
    if not recipe.family:
        return None
    wrong = generator.sample(others, 3)
    return Question(
        "concept", generator.choice(CONCEPT_WORDINGS), recipe.concept, (wrong[0], wrong[1], wrong[2]), recipe.family
    )


def counting(
    contents: Contents, code: str, surveyed: Callable[[], Sequence[Surveyed]], generator: random.Random
) -> Question | None:
    """Ask for a number that the program repeats as rarely as possible, among four that occur in figures of the kind.
    The survey is made only if the figure has a number to ask for."""
    # A single thing is single in every figure of the kind: no question asks for its number.
    counts = [count for count in contents.counts if count.number > 1 and count.varies]
    survey = surveyed() if counts else ()
    counts = [count for count in counts if len(surveys.usual(survey, count.noun)) > surveys.WRONG]
    if not counts:
        return None
    repeated = repeats(code)
    least = min(repeated[count.number] for count in counts)
    count = generator.choice([count for count in counts if repeated[count.number] == least])
    sets = surveys.wrong_numbers(survey, count.noun, count.number, code, repeated, generator)
    if not sets:
        return None
    text = generator.choice(COUNT_WORDINGS).format(count.noun)
    choices = tuple((str(first), str(second), str(third)) for first, second, third in sets)
    return Question("counting", text, str(count.number), choices[0], count.seen.shape, choices)


def repeats(code: str) -> Counter[int]:
    """Return, for each number, how many commands and how many kinds of lines occur that often in a program."""
    lines = (features.NUMBER.sub("0", line).strip() for line in re.split(r"[;\n]", code))
    parts = Counter(features.commands(code)), Counter(filter(None, lines))
    return Counter(size for part in parts for size in part.values() if size > 1)


def relation(contents: Contents, generator: random.Random) -> Question | None:
    """Return a question of one of the sorts that the figure allows, all equally likely."""
    makers: list[Callable[[Contents, random.Random], Question | None]] = [_position, _neighbor, _label, _most, _own]
    generator.shuffle(makers)
    for make in makers:
        question = make(contents, generator)
        if question is not None:
            return question
    return None


def _position(contents: Contents, generator: random.Random) -> Question | None:
    names = [thing.label for thing in contents.positions]
    things = [thing for thing in contents.positions if names.count(thing.label) == 1]
    pairs = [(one, other, side) for one in things for other in things if (side := _side(one, other)) is not None]
    if not pairs:
        return None
    sides = sorted({side for _, _, side in pairs})
    wanted = generator.choice(sides)  # all answers are equally likely for every layout
    one, other, side = generator.choice([pair for pair in pairs if pair[2] == wanted])
    text = generator.choice(PLACE_WORDINGS).format(_called(one.label, contents), _called(other.label, contents))
    options = STRAIGHT if side in STRAIGHT else SLANTED
    wrong = [option for option in options if option != side]
    return Question("relation", text, side, (wrong[0], wrong[1], wrong[2]), "position")


def _called(label: str, contents: Contents) -> str:
    return label if label.startswith("the ") else f"the {contents.things} '{label}'"


def _side(one: Position, other: Position) -> str | None:
    """Return the side of the second thing on which the first is, None if it is not clear."""
    across, up = one.x - other.x, one.y - other.y
    flat, steep = abs(across), abs(up)
    if max(flat, steep) < 0.4:
        return None
    if steep <= 0.2 * flat:
        return STRAIGHT[0] if across > 0 else STRAIGHT[1]
    if flat <= 0.2 * steep:
        return STRAIGHT[2] if up > 0 else STRAIGHT[3]
    if min(flat, steep) >= 0.5 * max(flat, steep):
        return SLANTED[(0 if up > 0 else 2) + (0 if across > 0 else 1)]
    return None


def _neighbor(contents: Contents, generator: random.Random) -> Question | None:
    """Ask for a neighbor: the start or the end of an arrow, or a common neighbor."""
    if not contents.edges:
        return None
    ends = list(dict.fromkeys(end for edge in contents.edges for end in (edge.start, edge.end)))
    directed = contents.edges[0].directed
    after: dict[str, set[str]] = {end: set() for end in ends}
    before: dict[str, set[str]] = {end: set() for end in ends}
    for edge in contents.edges:
        after[edge.start].add(edge.end)
        before[edge.end].add(edge.start)
        if not directed:
            after[edge.end].add(edge.start)
            before[edge.start].add(edge.end)
    thing = contents.things
    asked: list[tuple[str, set[str], set[str]]] = []
    for end in ends:
        if directed:
            asked.append((f"To which of these does an arrow from the {thing} '{end}' lead?", after[end], {end}))
            asked.append((f"From which of these does an arrow lead to the {thing} '{end}'?", before[end], {end}))
        else:
            asked.append((f"Which of these is joined directly with the {thing} '{end}'?", after[end], {end}))
    if not directed:
        shared = [(one, other) for one in ends for other in ends if one < other and after[one] & after[other]]
        for one, other in shared[:10]:
            text = f"Which {thing} is joined directly with both '{one}' and '{other}'?"
            asked.append((text, after[one] & after[other], {one, other}))
    generator.shuffle(asked)
    for text, right, besides in asked:
        wrong = [end for end in ends if end not in right and end not in besides]
        if right and len(wrong) >= 3:
            return _offered(text, generator.choice(sorted(right)), wrong, "neighbor", generator)
    return None


def _label(contents: Contents, generator: random.Random) -> Question | None:
    """Ask for the label of an edge that is the only one between its ends."""
    pairs = [{edge.start, edge.end} for edge in contents.edges]
    labels = sorted({edge.label for edge in contents.edges if edge.label})
    edges = [edge for edge in contents.edges if edge.label and pairs.count({edge.start, edge.end}) == 1]
    if len(labels) < 4 or not edges:
        return None
    edge = generator.choice(edges)
    wrong = [label for label in labels if label != edge.label]
    between = "from '{}' to '{}'" if edge.directed else "between '{}' and '{}'"
    text = f"What is written at the {'arrow' if edge.directed else 'line'} {between.format(edge.start, edge.end)}?"
    return _offered(text, edge.label, wrong, "edge label", generator)


def _most(contents: Contents, generator: random.Random) -> Question | None:
    asked: list[tuple[str, str, list[str]]] = []
    for measure in contents.quantities:
        for text, label_of in ((measure.most, _extreme(measure, 1)), (measure.least, _extreme(measure, -1))):
            if text and label_of is not None:
                asked.append((text, label_of, [label for label, _ in measure.values if label != label_of]))
    asked = [item for item in asked if len(set(item[2])) >= 3]
    if not asked:
        return None
    text, answer, others = generator.choice(asked)
    return _offered(text, answer, sorted(set(others)), "comparison", generator)


def _extreme(measure: Quantity, sign: int) -> str | None:
    """Return the label with the largest (or smallest) size, if the difference to the next is visible."""
    ordered = sorted(measure.values, key=lambda value: -sign * value[1])
    if len(ordered) < 4:
        return None
    spread = abs(ordered[0][1] - ordered[-1][1])
    return ordered[0][0] if abs(ordered[0][1] - ordered[1][1]) > 0.04 * spread > 0 else None


def _own(contents: Contents, generator: random.Random) -> Question | None:
    able = [relation for relation in contents.relations if not is_count(relation)]
    if not able:
        return None
    chosen = generator.choice(able)
    return _offered(chosen.text, chosen.answer, sorted(set(chosen.others) - {chosen.answer}), chosen.kind, generator)


def is_count(relation: Relation) -> bool:
    """Return whether a question asks for a number of things, which does not count as a relation."""
    asks = re.search(r"\bhow (?:many|high|long)\b|\bnumber of\b", relation.text, re.IGNORECASE)
    return asks is not None and relation.answer.isdecimal()


def _offered(text: str, answer: str, wrong: Sequence[str], kind: str, generator: random.Random) -> Question:
    """Return a question with sets of three of the wrong options."""
    sets = [(one, other, last) for one, other, last in itertools.combinations(wrong, 3)]
    choices = generator.sample(sets, min(len(sets), MAX_CHOICES))
    return Question("relation", text, answer, choices[0], kind, tuple(choices))
