"""A glyph by chance."""

import random
from collections.abc import Sequence

from ..colors import distance, some
from ..specs import BORDERS, FINISHES, SPRINKLES, Glyph
from .letters import LETTERS

STRONG = ("red", "orange", "blue", "purple", "teal", "coral", "green", "maroon", "navy blue", "brown", "turquoise")
PALE = ("cream", "pale blue", "pale green", "pale pink", "pale yellow", "peach", "lavender", "light teal", "white")
BRIGHT = ("gold", "yellow", "white", "pale yellow", "light teal", "pink")
APART = 220.0
"""The least distance between the colors of letter and panel, so that the letter stands out."""


def choose(generator: random.Random, form: str) -> Glyph:
    panel = some(generator.choice(STRONG), generator)
    return Glyph(
        generator.choice(tuple(LETTERS)),
        _apart(BRIGHT, panel, APART, generator),
        _apart(STRONG, panel, APART / 2, generator),
        panel,
        some(generator.choice(PALE), generator),
        generator.choice(SPRINKLES),
        generator.choice(BORDERS),
        _apart(BRIGHT, panel, APART, generator),
        generator.choice(FINISHES),
    )


def _apart(names: Sequence[str], panel: str, least: float, generator: random.Random) -> str:
    """Return a color of one of the names, this far from that of the panel."""
    while True:
        color = some(generator.choice(names), generator)
        if distance(color, panel) >= least:
            return color
