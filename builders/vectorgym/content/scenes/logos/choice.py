"""A logo by chance. All names are made up."""

import random

from sgpkit.families.shared.drawings.emblems import BADGES

from ..colors import some
from ..specs import LAYOUTS, ORNAMENTS, PLATES, Logo

LOGOS = ("badge", "sign", "logo")
NAMES: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "coffee": (
        ("Bean & Barrel", "Morning Pot", "Copper Cup", "Daily Grind"),
        ("Roasted by hand", "Fresh every morning", "Coffee and cake"),
        ("coffee mug", "teapot"),
    ),
    "travel": (
        ("Northwind", "Skylark Air", "Far Harbor", "Meridian"),
        ("Travel the slow way", "Seven seas, one ticket", "Leave the map at home"),
        ("airplane", "hot-air balloon", "rocket", "lighthouse"),
    ),
    "music": (
        ("Blue Fret", "Tin Drum", "Low Tide Records", "Encore"),
        ("Lessons and repairs", "Live every Friday", "Sound since the cellar"),
        ("guitar", "drum", "accordion", "harp"),
    ),
    "food": (
        ("Pepper & Sons", "Sunny Slice", "Orchard Lane", "The Round Table"),
        ("Kitchen and bar", "Baked on stone", "Grown next door"),
        ("pizza", "apple", "strawberry", "hamburger", "birthday cake"),
    ),
    "tools": (
        ("Ironwood", "Bolt Brothers", "Square & Level", "Handy Fox"),
        ("Built to last", "Repairs of all kinds", "Tools for rent"),
        ("hammer", "toolbox", "paint bucket", "screwdriver"),
    ),
    "animals": (
        ("Little Owl", "Silver Fin", "Green Shell", "Paw Lane"),
        ("Care for small friends", "Pets and plants", "Open on Sundays"),
        ("owl", "fish", "turtle", "cat", "butterfly"),
    ),
    "books": (
        ("Inkwell", "Second Chapter", "Paper Lantern", "Folio"),
        ("Books old and new", "Read more, worry less", "Stories by the shelf"),
        ("open book", "stack of books", "pencil"),
    ),
    "science": (
        ("Novum Labs", "Quark House", "Blue Flask", "Helix"),
        ("Curious by nature", "Science for all", "Measured twice"),
        ("conical flask", "atom model", "microscope"),
    ),
    "sport": (
        ("Red Kite", "Valley Wheels", "Anchor Club", "Summit"),
        ("Ride with us", "Founded by friends", "Never too late"),
        ("bicycle", "kite", "game controller"),
    ),
}
"""Wordmarks, taglines and emblems that go together."""

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
    """Return a logo of a kind. "badge": a thing above its name; "sign": a shape above it; "logo": either at its
    side."""
    names, taglines, emblems = NAMES[generator.choice(sorted(NAMES))]
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
