"""A named drawing as a row of `sgp-svg`: "what does it show", with the names of other drawings as the other options.

What a file says about itself (title, description, comments, class of the root) is taken out first, so that the drawing
is what answers; a program that still says its name in an id or a label gives no row.
"""

import random
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sgpkit.benchmark import Row
from sgpkit.graphics import svg
from sgpkit.status import Rejected

from . import keys

WORDINGS = (
    "What does the drawing show?",
    "Which of these is drawn?",
    "What is the drawing a picture of?",
    "Which name fits the drawing best?",
)
TRIES = 200

_ANNOTATION = re.compile(r"<!--.*?-->|<(title|desc|metadata)\b[^<>]*?(?:/>|>.*?</\1\s*>)", re.DOTALL)
_ROOT = re.compile(r"<svg\b[^<>]*>")
_ROOT_WORDS = re.compile(r"\s(?:class|aria-[\w-]+|data-[\w-]+|role)\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_TELLING = re.compile(r"(?:^|:)(?:id|class|label|name|title)$|^(?:aria|data)-", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]{3,}")


class Icon(NamedTuple):
    """`name` in words ("alarm clock"), `category` in the source's own."""

    identifier: str
    category: str
    name: str
    code: str


def row(icon: Icon, names: Mapping[str, Sequence[str]], number: int, seed: int, source: str, license: str) -> Row:
    """`names` are all names of each category. ValueError says why there is no row."""
    code = drawing_alone(icon.code, icon.name)
    draw = random.Random(f"{seed}:{icon.identifier}")
    others = distractors(icon, names, draw)
    key = keys.letter(number, f"{seed}:{source}")
    return {
        "id": icon.identifier,
        "cluster": icon.identifier,
        "source": source,
        "license": license,
        "category": icon.category,
        "type": "semantics",
        "question": draw.choice(WORDINGS),
        "options": keys.ordered(icon.name, others, key, f"{seed}:{icon.identifier}:options"),
        "answer": key,
        "code": code,
    }


def in_words(name: str) -> str:
    """`alarm-clock_2` → "alarm clock 2"."""
    return re.sub(r"[\s_-]+", " ", name).strip()


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


def drawing_alone(code: str, name: str) -> str:
    """The program without what it says about itself; ValueError where it cannot be read or still says its name."""
    bare = _ANNOTATION.sub("", code)
    root = _ROOT.search(bare)
    if root is not None and "<style" not in bare:
        bare = bare[: root.start()] + _ROOT_WORDS.sub("", root[0]) + bare[root.end() :]
    try:
        document = svg.parse(bare.strip())
    except Rejected as rejected:
        raise ValueError(f"{rejected.status}: {rejected.reason}") from None
    words = {word.lower() for word in _WORD.findall(name)}
    for element in document.root.subtree():
        for attribute, value in element.attributes.items():
            if _TELLING.search(attribute) and words & {word.lower() for word in _WORD.findall(value)}:
                raise ValueError(f"the program says its name: {attribute}={value[:60]!r} at {element.place}")
    return bare.strip()
