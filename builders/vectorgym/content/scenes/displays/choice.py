"""Choose a random display."""

import random

from sgpkit.families.shared import tables

from ..colors import some
from ..specs import Display, Thing

_TITLES = tables.read(__file__, "titles.toml")
SMALL: dict[str, tuple[str, ...]] = _TITLES["things"]
"""Titles with the things that suit them, including things that edits may add."""

POSTERS: dict[str, str] = _TITLES["posters"]
TABLES = ("Fruit and sweets", "Breakfast", "On the shelf", "In the lab")
PALE = (
    "cream",
    "pale blue",
    "pale green",
    "pale pink",
    "pale purple",
    "pale yellow",
    "peach",
    "sky blue",
    "lavender",
    "light teal",
)
STRONG = ("red", "orange", "blue", "purple", "teal", "coral", "green", "maroon", "navy blue", "brown", "turquoise")
BOARDS = ("brown", "tan", "maroon", "slate gray", "gold")
INKS = ("navy blue", "charcoal", "maroon", "midnight blue")
TILES = (
    "pale blue",
    "pale green",
    "pale pink",
    "pale yellow",
    "peach",
    "lavender",
    "cream",
    "light teal",
    "sky blue",
    "white",
)


def choose(generator: random.Random, form: str) -> Display:
    if form == "poster":
        title = generator.choice(sorted(POSTERS))
        kinds, rows, columns = [POSTERS[title]], 1, 1
    else:
        title = generator.choice(TABLES if form == "table" else sorted(SMALL))
        rows, columns = {"shelves": (2, 3), "tiles": (generator.choice((2, 3)), 2), "table": (1, 4)}[form]
        if form == "table":
            columns = generator.randint(3, 5)
        kinds = generator.sample(SMALL[title], rows * columns)
    finish = generator.choice(("flat", "flat", "two-tone", "outlined", "gradient"))
    things = tuple(
        Thing(
            kind.replace(" ", "-").lower(),
            kind,
            0.0,
            0.0,
            0.0,
            generator.randrange(1000),
            finish if form != "poster" else "two-tone",
        )
        for kind in kinds
    )
    ground = generator.choice(PALE if form != "tiles" else STRONG)
    board = generator.choice(BOARDS if form == "shelves" else [name for name in STRONG if name != ground])
    tiles = tuple(some(name, generator) for name in generator.sample([name for name in TILES if name != ground], 4))
    ink = "white" if form == "tiles" else generator.choice(INKS)
    if form == "tiles" and ground in ("turquoise", "orange", "coral"):
        ground = "navy blue"
    return Display(
        form,
        title,
        things,
        rows,
        columns,
        some(ground, generator),
        some(board, generator),
        some(ink, generator),
        tiles,
        generator.randrange(1000),
    )
