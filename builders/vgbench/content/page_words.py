"""Words of captions: numbers, places on the page in thirds, and sizes as fractions of another size."""

import math
from collections.abc import Sequence

NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen",
)  # fmt: skip
ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip

PARTS_OF_THE_PAGE = (
    ("in the upper left corner", "at the top", "in the upper right corner"),
    ("at the left edge", "in the middle", "at the right edge"),
    ("in the lower left corner", "at the bottom", "in the lower right corner"),
)
"""The nine parts of the picture, in rows."""

FRACTIONS = (
    (2.0, "twice"),
    (1.5, "one and a half times"),
    (1.0, "just"),
    (0.75, "three quarters"),
    (0.5, "half"),
    (0.33, "a third"),
    (0.25, "a quarter"),
    (0.17, "a sixth"),
    (0.1, "a tenth"),
    (0.06, "a fifteenth"),
)
"""Ratios, and the words before "as wide as"."""

SHARES = (
    (1.0, "all"),
    (0.75, "three quarters"),
    (0.5, "half"),
    (0.33, "a third"),
    (0.25, "a quarter"),
    (0.17, "a sixth"),
    (0.1, "a tenth"),
)
"""Shares of the picture, and the words before "of its width"."""


def third(share: float) -> int:
    """Return the third of the picture that a point is in."""
    return min(2, max(0, int(share * 3)))


def nearest(ratio: float, words: Sequence[tuple[float, str]]) -> str:
    """Return the words for the ratio that is nearest."""
    return min(words, key=lambda pair: abs(math.log(pair[0] / max(ratio, 0.01))))[1]
