"""The things that a free caption names: colours, quoted labels, counts of shapes and edges between quoted labels.

This is for captions without a list of the named things (VGBench's published ones, by GPT-4V). Only explicit mentions
count: a label in quotes, a number directly before a shape's name. Contradictory counts of the same thing are ignored,
and so is anything after a "no". The quality of this reading is visible in the score of the originals, which is reported
with every result.
"""

import re
from collections.abc import Iterator

from sgpkit.metrics.structure.recall import color_names
from sgpkit.metrics.structure.recall.named import Named

_UNTIL_FIFTEEN = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
NUMBERS = {word: number for number, word in enumerate(_UNTIL_FIFTEEN.split())} | {"single": 1, "twenty": 20}

THINGS = {
    "circle": "circle",
    "oval": "ellipse",
    "ellipse": "ellipse",
    "rectangle": "rectangle",
    "square": "rectangle",
    "box": "rectangle",
    "boxe": "rectangle",
    "triangle": "triangle",
    "node": "node",
    "edge": "edge",
    "cluster": "cluster",
}
MAX_LABEL = 60
QUOTED = re.compile(r'"([^"\n]{1,80})"|“([^”\n]{1,80})”|(?<![\w])[\'‘]([^\'’\n]{1,80})[\'’](?!\w)')
_QUOTE = r"""["“'‘]([^"”'’\n]{1,60})["”'’]"""
_GAP = r"[^\"“”'‘’.;\n]{0,40}"
EDGES = (
    re.compile(rf"\bfrom\b{_GAP}{_QUOTE}{_GAP}\bto\b{_GAP}{_QUOTE}"),
    re.compile(rf"{_QUOTE}\s*(?:->|→|-->)\s*{_QUOTE}"),
    re.compile(
        rf"{_QUOTE}{_GAP}\b(?:is connected to|connects to|points to|leads to|is linked to|goes to)\b{_GAP}{_QUOTE}"
    ),
)
BETWEEN = re.compile(rf"\bbetween\b{_GAP}{_QUOTE}{_GAP}\band\b{_GAP}{_QUOTE}")
COUNT = re.compile(
    rf"\b(\d{{1,3}}|{'|'.join(NUMBERS)})\s+((?:[a-z-]+[ ,]+){{0,4}}?)({'|'.join(THINGS)})(e?s)?\b", re.IGNORECASE
)
SHADED = "|".join((*color_names.LIGHTER, *color_names.DARKER))
COLOR = re.compile(
    rf"\b(?:(?:{SHADED})[ -])?({'|'.join(sorted(color_names.WORDS, key=len, reverse=True))})\b", re.IGNORECASE
)
NOT_A_COLOR = re.compile(r"\b(?:no|not|without|never|any)\W+(?:\w+\W+){0,2}$", re.IGNORECASE)
FRUIT = re.compile(r"\b(?:an?|the)\s+$", re.IGNORECASE)
AMBIGUOUS = frozenset(("orange", "rose", "peach", "plum", "tan", "salmon", "coral", "gold", "mint", "lime", "olive"))


def read(caption: str) -> tuple[Named, ...]:
    """Return each thing once, in the order of its kind and then of the caption."""
    unquoted = QUOTED.sub(" ", caption)
    return tuple(dict.fromkeys([*colors(unquoted), *labels(caption), *counts(unquoted), *edges(caption)]))


def colors(text: str) -> Iterator[Named]:
    """Yield every colour word except white, the paper's colour."""
    for match in COLOR.finditer(text):
        before, word = text[max(0, match.start() - 40) : match.start()], match[1].casefold()
        following = text[match.end() : match.end() + 2]
        if word == color_names.WHITE or NOT_A_COLOR.search(before):
            continue
        if word in AMBIGUOUS and FRUIT.search(before) and not re.match(r"[ ,-]\w", following):
            continue  # "an orange." is a fruit
        yield Named("color", match[0].casefold())


def labels(text: str) -> Iterator[Named]:
    """Yield every quoted label."""
    for match in QUOTED.finditer(text):
        label = next(group for group in match.groups() if group is not None).strip().rstrip(",.;:").strip()
        if 0 < len(label) <= MAX_LABEL and not label.endswith("..."):
            yield Named("label", label)


def counts(text: str) -> Iterator[Named]:
    """Yield every count that is not contradicted."""
    by_thing: dict[str, set[int]] = {}
    for number, _, thing, _plural in COUNT.findall(text):
        count = int(number) if number.isdecimal() else NUMBERS[number.casefold()]
        if count:
            by_thing.setdefault(THINGS[thing.casefold()], set()).add(count)
    for thing, numbers in by_thing.items():
        if len(numbers) == 1:
            yield Named("count", thing, numbers.pop())


def edges(text: str) -> Iterator[Named]:
    """Yield every edge between quoted labels."""
    for pattern in EDGES:
        yield from (Named("edge", tidy(start), 0, tidy(end), True) for start, end in pattern.findall(text))
    yield from (Named("edge", tidy(start), 0, tidy(end)) for start, end in BETWEEN.findall(text))


def tidy(label: str) -> str:
    """Return a label without spaces and punctuation at its end."""
    return label.strip().rstrip(",.;:").strip()
