"""Choose a random icon."""

import random

from ..colors import distance, several, some
from ..displays.choice import SMALL
from ..specs import ICON_PLATES, PATTERNS, Icon, Thing

KINDS = tuple(sorted({kind for kinds in SMALL.values() for kind in kinds}))
"""Things that icons show."""

FINISHES = ("gradient", "two-tone", "outlined")
STRONG = ("red", "orange", "blue", "purple", "teal", "coral", "green", "maroon", "navy blue", "turquoise", "pink")
PALE = ("cream", "pale blue", "pale green", "pale pink", "pale yellow", "pale purple", "off-white", "sky blue", "peach")
LEAST_CONTRAST = 120.0
"""The minimum distance of a pattern's colors from the ground."""

SIGNS = ("gold", "coral", "light teal", "lavender", "lime green", "sky blue", "peach", "tan", "turquoise")


def choose(generator: random.Random, form: str) -> Icon:
    plate_color, rim_color = several(2, generator, STRONG)
    ground = some(generator.choice(PALE), generator)
    return Icon(
        form,
        thing(generator.choice(KINDS), generator),
        generator.choice(ICON_PLATES),
        plate_color,
        rim_color,
        generator.choice(PATTERNS),
        pattern_colors(ground, generator),
        ground,
        seed=generator.randrange(1000),
    )


def thing(kind: str, generator: random.Random) -> Thing:
    return Thing("thing", kind, 0.0, 0.0, 1.0, generator.randrange(1000), generator.choice(FINISHES))


def pattern_colors(ground: str, generator: random.Random) -> tuple[str, str]:
    """Return two colors that are distinct from a ground."""
    offers = [some(name, generator) for name in SIGNS]
    one, other = generator.sample([color for color in offers if distance(color, ground) > LEAST_CONTRAST], 2)
    return one, other
