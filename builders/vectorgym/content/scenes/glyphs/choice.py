"""Choose a random glyph."""

import random

from ..colors import distance, several, some
from ..icons.choice import PALE, pattern_colors
from ..specs import DECORATIONS, ENDS, PATTERNS, WEIGHTS, Glyph
from .outlines import STROKES

STRONG = ("red", "blue", "purple", "teal", "coral", "green", "maroon", "navy blue", "forest green", "orange", "pink")
LIGHT = ("white", "pale yellow", "cream", "gold", "sky blue", "light teal", "peach")
LINES = ("charcoal", "navy blue", "maroon", "forest green", "midnight blue", "dark teal")


def choose(generator: random.Random, form: str) -> Glyph:
    color = some(generator.choice(STRONG), generator)
    ground = some(generator.choice(PALE), generator)
    outline, shadow = sorted(several(2, generator, LINES), key=lambda line: -distance(line, color))
    return Glyph(
        form,
        generator.choice(sorted(STROKES[form])),
        generator.choice(WEIGHTS),
        generator.choice(ENDS),
        generator.random() < 0.3,
        color,
        outline,
        shadow,
        generator.choice(DECORATIONS),
        decoration_color(color, generator),
        generator.choice(PATTERNS),
        pattern_colors(ground, generator),
        ground,
        generator.randrange(1000),
    )


def decoration_color(color: str, generator: random.Random) -> str:
    """Return a light color that is distinct from that of the glyph."""
    return max(several(3, generator, LIGHT), key=lambda light: distance(light, color))
