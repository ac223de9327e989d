"""The adversarial drawings of one language, as a value."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sgpkit.graphics.raster import Pixels

Hiding = Callable[[str], str]
"""Turns a program into one that contains all of it but shows nothing."""

PALETTE = (
    *("#000000", "#ffffff", "#e53935", "#fb8c00", "#fdd835", "#43a047"),
    *("#1e88e5", "#3949ab", "#8e24aa", "#ec407a", "#6d4c41", "#9e9e9e"),
)
"""Twelve colours that captions name often."""

LINE_LENGTH, MAX_LINES = 34, 24
"""Number of characters in a line of text, and of lines on a page."""

FAR = 10_000
"""A distance in units beyond any page."""


@dataclass(frozen=True)
class Drawings:
    """Programs that are independent of the row (a blank page, twelve swatches, lines all over the page), the ways
    of hiding a program, and pages with a text or with a bitmap; None if the language does not allow it.
    """

    blank: str
    palette: str
    spray: str
    words: Callable[[str], str]
    hidings: Mapping[str, Hiding]
    bitmap: "Callable[[Pixels], str] | None" = None


def swatches() -> Iterator[tuple[str, int, int]]:
    """Yield the colours of the palette, each with its column and row on a page of four by three."""
    for index, color in enumerate(PALETTE):
        yield color, index % 4, index // 4


def channels(color: str) -> tuple[int, int, int]:
    """Return the channels of a colour in hexadecimal notation."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def lines_of(text: str) -> list[str]:
    """Return a text in lines of printable characters."""
    plain = "".join(character if character.isprintable() else " " for character in text)
    return [plain[start : start + LINE_LENGTH] for start in range(0, len(plain), LINE_LENGTH)][:MAX_LINES]


def around(code: str, begin: int, end: int, before: str, after: str) -> str:
    """Return a program with text inserted at two indices, or unchanged if one is negative."""
    if begin < 0 or end < begin:
        return code
    return f"{code[:begin]}{before}{code[begin:end]}{after}{code[end:]}"
