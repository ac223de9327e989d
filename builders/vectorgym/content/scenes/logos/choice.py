"""Choose a random logo. All names are invented."""

import random

from sgpkit.families.shared import tables
from sgpkit.families.shared.drawings.emblems import BADGES

from ..colors import some
from ..specs import LAYOUTS, ORNAMENTS, PLATES, Logo

LOGOS = ("badge", "sign", "logo")
NAMES: dict[str, dict[str, tuple[str, ...]]] = tables.read(__file__, "names.toml")
"""Wordmarks, taglines and emblems that suit each other."""

COLORS = (
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "pink",
    "teal",
    "coral",
    "navy blue",
    "maroon",
    "forest green",
    "turquoise",
    "gold",
)
GROUNDS = (
    "cream",
    "pale blue",
    "pale green",
    "pale pink",
    "off-white",
    "pale yellow",
    "pale purple",
    "sky blue",
    "peach",
)
INKS = ("navy blue", "charcoal", "maroon", "forest green", "midnight blue")


def choose(generator: random.Random, kind: str) -> Logo:
    """Return a logo of a kind: a "badge" has a thing above its name, a "sign" has a shape above it, and a "logo" has
    either next to it."""
    names, taglines, emblems = NAMES[generator.choice(sorted(NAMES))].values()
    plate_color, rim, emblem_color, ornament_color = generator.sample(COLORS, 4)
    return Logo(
        generator.choice(PLATES),
        some(plate_color, generator),
        some(rim, generator),
        generator.choice(emblems)
        if kind == "badge" or (kind == "logo" and generator.random() < 0.6)
        else generator.choice(BADGES),
        some(emblem_color, generator),
        generator.choice(ORNAMENTS),
        some(ornament_color, generator),
        generator.choice(names),
        generator.choice(taglines),
        str(generator.randint(1890, 2024)),
        some(generator.choice(INKS), generator),
        some(generator.choice(GROUNDS), generator),
        LAYOUTS[1] if kind == "logo" else LAYOUTS[0],
        generator.randrange(1000),
    )
