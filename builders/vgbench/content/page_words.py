"""Words of captions: numbers, and positions on the page in thirds."""

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


def third(share: float) -> int:
    """Return the third of the picture that a point is in."""
    return min(2, max(0, int(share * 3)))
