"""A display by chance."""

import random

from ..colors import some
from ..specs import DISPLAYS, Display, Thing

SMALL: dict[str, tuple[str, ...]] = {
    "On the shelf": (
        "teapot",
        "stack of books",
        "alarm clock",
        "coffee mug",
        "bottle",
        "potted plant",
        "hourglass",
        "owl",
        "guitar",
        "drum",
        "bunch of grapes",
        "paint bucket",
    ),
    "Toy corner": (
        "rocket",
        "ball",
        "airplane",
        "car",
        "game controller",
        "drum",
        "xylophone",
        "steam locomotive",
        "helicopter",
        "bus",
        "turtle",
    ),
    "In the lab": (
        "conical flask",
        "rack of test tubes",
        "microscope",
        "atom model",
        "horseshoe magnet",
        "thermometer",
        "laptop",
        "spiral notebook",
        "hourglass",
    ),
    "Workshop": (
        "hammer",
        "toolbox",
        "paint bucket",
        "screwdriver",
        "hand saw",
        "paintbrush",
        "alarm clock",
        "bottle",
        "soda can",
    ),
    "Fruit and sweets": (
        "apple",
        "strawberry",
        "bunch of cherries",
        "slice of watermelon",
        "bunch of grapes",
        "doughnut",
        "birthday cake",
        "ice cream cone",
        "cup of yoghurt",
    ),
    "Breakfast": (
        "coffee mug",
        "fried egg",
        "milk carton",
        "piece of cheese",
        "apple",
        "teapot",
        "glass of lemonade",
        "cup of yoghurt",
        "doughnut",
    ),
    "Travel icons": (
        "airplane",
        "hot-air balloon",
        "car",
        "bus",
        "bicycle",
        "lighthouse",
        "castle",
        "umbrella",
        "handbag",
        "magnifying glass",
    ),
    "Office icons": (
        "laptop",
        "desktop monitor",
        "printer",
        "smartphone",
        "pencil",
        "floppy disk",
        "alarm clock",
        "coffee mug",
        "computer mouse",
        "spiral notebook",
    ),
    "Wardrobe": (
        "T-shirt",
        "dress",
        "boot",
        "woolly hat",
        "handbag",
        "umbrella",
        "wristwatch",
        "necklace",
        "finger ring",
        "sock",
    ),
}
"""Titles with the things that go with them, including those that edits may add."""

POSTERS = {
    "Grand opening": "shop",
    "Music night": "guitar",
    "Book fair": "open book",
    "Air show": "airplane",
    "Castle run": "castle",
    "Farm market": "tractor",
    "Star party": "rocket",
    "Pizza week": "pizza",
    "Bike day": "bicycle",
    "Owl watch": "owl",
    "Harbor fest": "sailboat",
    "Tea time": "teapot",
}
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


def choose(generator: random.Random, form: str = "") -> Display:
    form = form or generator.choice(DISPLAYS)
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
