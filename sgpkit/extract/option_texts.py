"""Texts of options, as patterns that find them in replies."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sgpkit.extract import marks
from sgpkit.extract.formatting import strip_formatting


class OptionText:
    """An option's text as a pattern that ignores case, spaces, article and final full stop. The pattern is compiled
    only when a text may match it, which is rare if replies name letters.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.first = words[0].lower() if words[0].isascii() else ""
        self.pattern: re.Pattern[str] | None = None

    def compiled(self, text: str) -> re.Pattern[str] | None:
        """Return the pattern, or None if it cannot match anywhere in a text."""
        if self.first and text.isascii() and self.first not in text.lower():
            return None
        if self.pattern is None:
            spaced = r"\s{1,4}".join(map(re.escape, self.words))
            self.pattern = re.compile(rf"(?<!\w)(?:(?:an?|the)\s{{1,4}})?{spaced}(?!\w|\.\d)", re.IGNORECASE)
        return self.pattern

    def match(self, text: str, begin: int = 0) -> re.Match[str] | None:
        """Return the match at an index."""
        pattern = self.compiled(text)
        return pattern.match(text, begin) if pattern else None

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first match."""
        pattern = self.compiled(text)
        return pattern.search(text) if pattern else None


def option_text(option: str) -> OptionText | None:
    """Return the pattern of an option's text, or None if it has no words."""
    words = strip_formatting(option).strip().rstrip(".").split()
    if len(words) > 1 and words[0].lower() in ("a", "an", "the"):
        words = words[1:]
    if not words or not marks.has_words("".join(words)):
        return None
    return OptionText(words)


class Options(NamedTuple):
    """The options' letters, the patterns of their texts (None for an option without text), and whether a number may
    name an option by its position, which is not the case if the texts have digits."""

    letters: str
    texts: tuple[OptionText | None, ...]
    numbered: bool = True


@lru_cache(maxsize=4096)
def parse_options(options: tuple[str, ...]) -> Options:
    """Return the letters and text patterns of options. Raises ValueError unless there are 2 to 26."""
    if not 2 <= len(options) <= 26:
        raise ValueError(f"expected the texts of 2 to 26 options, got {len(options)}")
    numbered = not any(character.isdigit() for option in options for character in option)
    return Options("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[: len(options)], tuple(map(option_text, options)), numbered)
