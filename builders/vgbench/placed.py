"""Plain shapes that regular expressions read from a caption: a box for each thing with a color, in the stated color,
number and position; and its labels in rows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sgpkit.metrics.structure.recall import mentions

from .content.page_words import PARTS_OF_THE_PAGE

MIDDLES = (0.22, 0.5, 0.78)
"""The centers of the thirds of the page, moved slightly inwards so that no shape crosses the edge of the page."""

PLACES: Mapping[str, tuple[float, float]] = {
    words: (MIDDLES[column], MIDDLES[row])
    for row, names in enumerate(PARTS_OF_THE_PAGE)
    for column, words in enumerate(names)
}
_PLACE = re.compile("|".join(sorted(PLACES, key=len, reverse=True)))
_NUMBER = re.compile(rf"\b({'|'.join(mentions.NUMBERS)}|\d+)\b(?!.*,)", re.IGNORECASE)
_BETWEEN = re.compile(r"[,;.:]|\band\b|\bwith\b")

SIZES = (0.62, 0.34, 0.22)
"""The side lengths of the first thing, the second, and the others. Captions list things by size."""

AROUND = ((0.5, 0.5), (0.5, 0.3), (0.3, 0.6), (0.7, 0.6), (0.5, 0.75), (0.3, 0.3), (0.7, 0.3))
"""The positions of things without a stated one, in turn."""

MOST_LABELS = 30


class Shape(NamedTuple):
    """A row of equal shapes of one colour that fills a box. The numbers of the box are shares of the page."""

    color: str
    many: int
    x: float
    y: float
    width: float
    height: float

    def boxes(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield the center, width and height of each shape."""
        step = self.width / (self.many + 0.5 * (self.many - 1))
        tall = min(self.height, 1.5 * step) if self.many > 1 else self.height
        for index in range(self.many):
            x = self.x - self.width / 2 + (1.5 * index + 0.5) * step
            across = 0.0 if self.many < 2 else index / (self.many - 1) - 0.5
            yield x, self.y + across * (self.height - tall), step, tall


def described(caption: str, colors: Sequence[str]) -> list[Shape]:
    """Return a shape for each colour in a caption, in order. The first is the largest. `colors` are the known colour
    words."""
    known = re.compile(rf"\b({'|'.join(sorted(colors, key=len, reverse=True))})\b", re.IGNORECASE)
    matches = [match for match in known.finditer(caption) if not caption[: match.start()].endswith("background is ")]
    shapes = []
    for index, match in enumerate(matches):
        clause = _BETWEEN.split(caption[: match.start()])[-1]
        many = _NUMBER.search(clause)
        following = matches[index + 1].start() if index + 1 < len(matches) else len(caption)
        spot = _PLACE.search(caption, match.end(), following)
        x, y = PLACES[spot[0]] if spot else AROUND[index % len(AROUND)]
        size = SIZES[min(index, len(SIZES) - 1)]
        shapes.append(Shape(match[1].lower(), number(many[1].lower()) if many else 1, x, y, size, size))
    return shapes


def number(word: str) -> int:
    """Return a number from 1 to 30, written in digits or as a word."""
    return max(1, min(30, int(word) if word.isdecimal() else mentions.NUMBERS[word]))


# --- labels -----------------------------------------------------------------------------------------------------------

_LABELED = re.compile(r"(?:labeled|named) ((?:[\w-]{1,9}, )*[\w-]{1,9}(?: and [\w-]{1,9})?)")
_TOLD = re.compile(r"'([^']+)'|\"([^\"]+)\"")
COLUMNS = 5


def labels(caption: str) -> dict[str, tuple[float, float]]:
    """Return the labels that a caption quotes or lists, in rows."""
    quoted = [one or other for one, other in _TOLD.findall(caption)]
    plain = [word for match in _LABELED.findall(caption) for word in re.split(r", | and ", match)]
    names = list(dict.fromkeys([*quoted, *plain]))[:MOST_LABELS]
    return {name: (0.1 + 0.2 * (index % COLUMNS), 0.1 + 0.15 * (index // COLUMNS)) for index, name in enumerate(names)}
