"""Plain shapes that regular expressions read off a caption: for each thing that it describes, a box of its colour and
number, where the caption puts it and as large as it says; and places for its labels."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sgpkit.metrics.structure.recall import mentions

from .content.page_words import FRACTIONS, PARTS_OF_THE_PAGE, SHARES

MIDDLES = (0.22, 0.5, 0.78)
"""Middles of thirds of the page, moved a little inwards: nothing reaches beyond the page."""

PLACES: Mapping[str, tuple[float, float]] = {
    words: (MIDDLES[column], MIDDLES[row])
    for row, names in enumerate(PARTS_OF_THE_PAGE)
    for column, words in enumerate(names)
}
RATIOS = {words: ratio for ratio, words in (*FRACTIONS, *SHARES)}
_PLACE = re.compile("|".join(sorted(PLACES, key=len, reverse=True)))
_RATIO = "|".join(sorted(RATIOS, key=len, reverse=True))
_OF_PAGE = re.compile(rf"([^;.]*?) takes? up (?:about )?({_RATIO}) of the picture's width and ({_RATIO}) of its height")
_OF_OTHER = re.compile(rf"({_RATIO}) as wide(?: as the (.+?))? and ({_RATIO}) as high")
_COUNT = re.compile(rf"\b({'|'.join(mentions.NUMBERS)}|\d+)\b")
_WITHIN = re.compile(r"The (.+?) (?:is|are) within the extent of the (.+?)\.")
_PART = re.compile(r"^(?:The (.+?)(?:, [^,]+,)? (?:is|are) |There (?:is|are) \S+ \S+ (.+?)(?:,| in | at |$|;))")


class Shape(NamedTuple):
    """Equal shapes of a colour in a row that fill a box, whose numbers are shares of the page."""

    color: str
    many: int
    x: float
    y: float
    width: float
    height: float

    def boxes(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield the middle, width and height of each shape."""
        step = self.width / (self.many + 0.5 * (self.many - 1))
        tall = min(self.height, 1.5 * step) if self.many > 1 else self.height
        for index in range(self.many):
            x = self.x - self.width / 2 + (1.5 * index + 0.5) * step
            across = 0.0 if self.many < 2 else index / (self.many - 1) - 0.5
            yield x, self.y + across * (self.height - tall), step, tall


def described(caption: str, colors: Sequence[str]) -> list[Shape]:
    """Return a shape for each part that the caption of a thing describes, the largest first as it does. `colors` are
    the colour words that are known."""
    color = re.compile(rf"\b({'|'.join(colors)})\b")
    sentences = [one for one in re.split(r"(?<=\.) ", caption) if one]
    within = dict(_WITHIN.findall(caption))
    placed: dict[str, Shape] = {}
    for index, text in enumerate(sentences):
        match, ink = _PART.match(text), color.search(text)
        if match is None or ink is None or "background" in text or " than the " in text:
            continue
        name = match[1] or match[2]
        size = text + " " + (sentences[index + 1] if sentences[index + 1 : index + 2] else "")
        size = text if "wide" in text or "takes up" in text or "take up" in text else size
        page, relative = _OF_PAGE.search(size), _OF_OTHER.search(size)
        main = next(iter(placed.values()), None)
        width, height = 0.3, 0.3
        if page is not None:
            width, height = RATIOS[page[2]], RATIOS[page[3]]
        elif relative is not None and main is not None:
            width, height = RATIOS[relative[1]] * main.width, RATIOS[relative[3]] * main.height
        spot = _PLACE.search(text)
        x, y = PLACES[spot[0]] if spot is not None else (0.5, 0.5)
        holder = placed.get(within.get(name, ""))
        if holder is not None:
            x, y = holder.x + 0.5 * (x - holder.x), holder.y + 0.5 * (y - holder.y)
        count = _COUNT.search(text) if text.startswith("There") else None
        placed[name] = Shape(ink[1], number(count[1]) if count else 1, x, y, min(width, 0.96), min(height, 0.96))
    return sorted(placed.values(), key=lambda shape: -shape.width * shape.height)


def number(word: str) -> int:
    """Return a number that is written in digits or as a word, at most 30."""
    return min(30, int(word) if word.isdecimal() else mentions.NUMBERS[word])


# --- figures whose things are listed with their sizes at the end ------------------------------------------------------

_DRAWN_IN = re.compile(r"what is drawn in ([^,]+?)(?:, (\w+) [^;.]+ in all,?)?$", re.IGNORECASE)
_TOTALS = re.compile(r"Counted out, there (?:is|are) ([^.]*)\.")
_NUMBER = rf"(?:{'|'.join(mentions.NUMBERS)}|\d+)"
_TOTAL = re.compile(rf"({_NUMBER}) ([a-z][a-z ]*?)(?=,| and {_NUMBER}|$)")


def listed(caption: str, colors: Sequence[str]) -> list[Shape]:
    """Return a shape for each thing of which the caption says how much of the picture it takes up, and where."""
    color = "|".join(sorted(colors, key=len, reverse=True))
    totals = {words: number(many) for match in _TOTALS.findall(caption) for many, words in _TOTAL.findall(match)}
    shapes = []
    for size in _OF_PAGE.finditer(caption):
        name = size[1].strip().removeprefix("The ").removeprefix("the ")
        spot = _PLACE.match(caption, size.end() + 2)
        x, y = PLACES[spot[0]] if spot is not None else (0.5, 0.5)
        drawn_in = _DRAWN_IN.search(name)
        if drawn_in is not None:
            ink, many = drawn_in[1], number(drawn_in[2]) if drawn_in[2] in mentions.NUMBERS else 1
        else:
            noun = re.escape(name.split()[0].rstrip("s"))
            near = re.search(rf"\b{noun}\w*\b[^.;]*? in ({color})|({color}) (?:\w+ )?{noun}", caption)
            other = re.search(rf"\b({color})\b", caption)
            ink = (near[1] or near[2]) if near is not None else other[1] if other is not None else "black"
            many = next((many for words, many in totals.items() if words.startswith(name[:-1])), 1)
        shapes.append(Shape(ink, many, x, y, min(RATIOS[size[2]], 0.96), min(RATIOS[size[3]], 0.96)))
    return sorted(shapes, key=lambda shape: -shape.width * shape.height)


# --- labels -----------------------------------------------------------------------------------------------------------

_RELATION = re.compile(r"'([^']+)' is (to the left of|to the right of|higher than|lower than) '([^']+)'")
_LABELED = re.compile(r"labeled ((?:[\w-]{1,9}, )*[\w-]{1,9}(?: and [\w-]{1,9})?)")
_TOLD = re.compile(r"'([^']+)'|\"([^\"]+)\"")
ROUNDS = 6


def labels(caption: str) -> dict[str, tuple[float, float]]:
    """Return the labels that a caption quotes or lists, in places that agree with what it says of their positions."""
    quoted = [one or other for one, other in _TOLD.findall(caption)]
    plain = [word for match in _LABELED.findall(caption) for word in re.split(r", | and ", match)]
    across = dict.fromkeys([*quoted, *plain], 0)
    down = dict(across)
    for _ in range(ROUNDS):
        for one, side, other in _RELATION.findall(caption):
            if one not in across or other not in across:
                continue
            if side == "to the left of":
                across[other] = max(across[other], across[one] + 1)
            elif side == "to the right of":
                across[one] = max(across[one], across[other] + 1)
            elif side == "higher than":
                down[other] = max(down[other], down[one] + 1)
            else:
                down[one] = max(down[one], down[other] + 1)
    widest, deepest = max(across.values(), default=0) or 1, max(down.values(), default=0) or 1
    return {
        name: (0.1 + 0.8 * across[name] / widest + 0.02 * (index % 3), 0.1 + 0.8 * down[name] / deepest + 0.03 * index)
        for index, name in enumerate(list(across)[:MOST_LABELS])
    }


MOST_LABELS = 30
