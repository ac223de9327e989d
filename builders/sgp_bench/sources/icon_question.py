"""A named drawing as a row of `sgp-svg`: "what does it show", with the names of other drawings as the other options.

The self-description of a file (title, description, comments, class of the root) is taken out first, so that the drawing
is what answers; a program that still says its name in an id or a label gives no row.
"""

import contextlib
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sgpkit.benchmark import Row
from sgpkit.benchmark.sources import program_files, svg_annotations
from sgpkit.families.shared import icon_facts
from sgpkit.families.shared.choices import keys

WORDINGS = (
    "What does the drawing show?",
    "Which of these is drawn?",
    "What is the drawing a picture of?",
    "Which name fits the drawing best?",
)
GROUP_WORDINGS = (
    "To which group of icons does the drawing belong?",
    "Under which heading would this drawing be listed?",
    "With which subject does the drawing have to do?",
)
OTHERS = 3
TRIES = 200


class Icon(NamedTuple):
    """A named drawing: `name` in words ("alarm clock"), `category` in the source's own."""

    identifier: str
    category: str
    name: str
    code: str


def row(icon: Icon, names: Mapping[str, Sequence[str]], number: int, seed: int, source: str, license: str) -> Row:
    """Return the row of an icon; `names` are all names of each category. Raise ValueError if there is no row."""
    code = bare(icon.code, icon.name)
    draw = random.Random(f"{seed}:{icon.identifier}")
    others = distractors(icon, names, draw)
    key = keys.letter(number, f"{seed}:{source}")
    return {
        "id": icon.identifier,
        "cluster": icon.identifier,
        "source": source,
        "license": license,
        "generator": "",
        "category": icon.category,
        "type": "semantics",
        "question": draw.choice(WORDINGS),
        "options": keys.ordered(icon.name, others, key, f"{seed}:{icon.identifier}:options"),
        "answer": key,
        "code": code,
    }


def further(
    icon: Icon, names: Mapping[str, Sequence[str]], number: int, seed: int, source: str, license: str
) -> Iterator[Row]:
    """Yield the rows of an icon beside that for its name: its category, where there are four to choose from, and what
    is proven from its scene and picture. `number` is the number of its first such row."""
    draw = random.Random(f"{seed}:{icon.identifier}:further")
    color, code = icon_facts.recolored(bare(icon.code, icon.name), draw)
    asked = [*grouped(icon, names, draw)]
    with contextlib.suppress(ValueError):  # for a drawing that cannot be rendered, only the name is asked
        asked += icon_facts.proven(code, color, draw)
    for offset, (aspect, fact) in enumerate(asked):
        named = f"{icon.identifier}-{aspect}"
        key = keys.letter(number + offset, f"{seed}:{source}:further")
        yield {
            "id": named,
            "cluster": icon.identifier,
            "source": source,
            "license": license,
            "generator": "",
            "category": icon.category,
            "type": fact.type,
            "question": fact.question,
            "options": keys.ordered(fact.answer, fact.alternatives, key, f"{seed}:{named}:options"),
            "answer": key,
            "code": code,
        }


def grouped(
    icon: Icon, names: Mapping[str, Sequence[str]], draw: random.Random
) -> Iterator[tuple[str, icon_facts.Fact]]:
    """Yield the question for an icon's category, unless fewer than three others have no icon of its name."""
    others = sorted(category for category in names if category != icon.category and icon.name not in names[category])
    if len(others) >= OTHERS and icon.category != program_files.UNCATEGORIZED:
        wording = draw.choice(GROUP_WORDINGS)
        yield "group", icon_facts.Fact("reasoning", wording, icon.category, tuple(draw.sample(others, OTHERS)))


def bare(code: str, name: str) -> str:
    """Return a program without its self-description. Raises ValueError if it cannot be read, or contains its name."""
    return svg_annotations.without_annotations(code, name)


def distractors(icon: Icon, names: Mapping[str, Sequence[str]], draw: random.Random) -> list[str]:
    """Three other names, of the same category as far as it has them, none of which holds or is held by the answer."""
    chosen: list[str] = []
    taken = {frozenset(icon.name.lower().split())}
    everything = [category for category in names if names[category]]
    for attempt in range(TRIES):
        category = icon.category if attempt < TRIES // 2 else draw.choice(everything)
        if not names.get(category):
            continue
        name = draw.choice(names[category])
        words = frozenset(name.lower().split())
        if words and not any(words <= other or other <= words for other in taken):
            taken.add(words)
            chosen.append(name)
            if len(chosen) == 3:
                return chosen
    raise ValueError(f"fewer than three other names to offer beside {icon.name!r}")
