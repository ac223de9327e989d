"""Choose a random place: its things and their positions on ground lines, where none hides much of another."""

import random
from typing import NamedTuple

from sgpkit.families.shared import tables
from sgpkit.graphics.svg.outline import Box

from .. import things
from ..colors import some
from ..specs import SEASONS, TIMES, Place, Thing

HEIGHTS: dict[str, float] = tables.read(__file__, "heights.toml")
"""Heights of things in the foreground, in units of the canvas. `Band.scale` reduces them for distant things."""


class Band(NamedTuple):
    """A depth of a place: the kinds of things for it, and the ranges of their ground lines, numbers and x coordinates.
    `scale` multiplies their heights. `winter`, if any, replaces the kinds in winter."""

    kinds: tuple[str, ...]
    ground: tuple[float, float]
    scale: float
    many: tuple[int, int]
    winter: tuple[str, ...] = ()
    span: tuple[float, float] = (8.0, 632.0)


SKY = Band(("hot-air balloon", "airplane", "kite", "helicopter", "flying saucer", "rocket"), (130, 190), 0.8, (0, 1))
SUITED: dict[str, tuple[Band, ...]] = {
    "countryside": (
        SKY,
        Band(("windmill", "church", "pine tree", "leafy tree", "castle"), (296, 316), 0.6, (2, 3)),
        Band(("house", "leafy tree", "pine tree", "tractor", "bush"), (372, 396), 0.85, (1, 2)),
        Band(
            ("fence", "flower", "bush", "rock", "tuft of grass", "snail", "owl"),
            (440, 468),
            1.0,
            (2, 3),
            ("snowman", "fence", "rock", "bush"),
        ),
    ),
    "seaside": (
        SKY,
        Band(("sailboat",), (300, 322), 0.7, (1, 3)),
        Band(("lighthouse", "palm tree"), (392, 410), 0.95, (1, 2)),
        Band(("beach umbrella", "ball", "turtle", "rock", "palm tree", "umbrella"), (438, 468), 1.0, (2, 3)),
    ),
    "street": (
        SKY._replace(ground=(80, 110), scale=0.55),
        Band(("row house", "shop", "row house", "office tower", "church"), (334, 334), 1.0, (2, 4)),
        Band(("street lamp", "bench", "mailbox", "leafy tree", "bicycle"), (354, 358), 0.9, (1, 2)),
        Band(("car", "bus", "truck", "car"), (454, 464), 1.0, (1, 2)),
    ),
    "mountains": (
        SKY,
        Band(("sailboat",), (362, 372), 0.5, (0, 1)),
        Band(("pine tree", "house", "pine tree", "rock"), (424, 436), 0.85, (2, 4)),
        Band(
            ("rock", "bush", "flower", "owl", "tuft of grass", "fence", "butterfly"),
            (452, 470),
            1.0,
            (1, 3),
            ("snowman", "rock", "fence"),
        ),
    ),
    "park": (
        SKY,
        Band(("leafy tree", "hedge", "pine tree", "house"), (306, 316), 0.7, (2, 3)),
        Band(("leafy tree", "street lamp", "bench", "bicycle"), (376, 386), 0.9, (1, 2)),
        Band(
            ("bench", "flower", "snail", "ball", "bush"),
            (446, 470),
            1.0,
            (1, 2),
            ("snowman", "bench", "bush"),
            (8.0, 196.0),
        ),
        Band(
            ("bench", "flower", "snail", "ball", "bush"),
            (446, 470),
            1.0,
            (1, 1),
            ("snowman", "bench", "bush"),
            (462.0, 632.0),
        ),
    ),
    "room": (
        Band(("picture", "wall clock"), (160, 170), 1.0, (1, 2), (), (20.0, 216.0)),
        Band(("picture", "wall clock"), (160, 170), 1.0, (1, 1), (), (440.0, 620.0)),
        Band(
            ("sofa", "standing lamp", "bookshelf", "chest of drawers", "television", "potted plant", "chair"),
            (384, 392),
            1.0,
            (2, 3),
        ),
        Band(("cat", "ball", "drum", "stack of books", "guitar", "toolbox", "potted plant"), (446, 462), 0.9, (1, 2)),
    ),
}
"""Bands of each place, from the farthest to the nearest. Edits take additional things from them."""

WALLS = ("pale green", "pale pink", "cream", "lavender", "peach", "pale yellow", "sky blue", "light teal")
ACCENTS = ("red", "orange", "blue", "purple", "teal", "coral", "navy blue", "maroon", "turquoise")
MOST_HIDDEN = 0.3
TRIES = 24


def choose(generator: random.Random, form: str) -> Place:
    time = generator.choice(("day", "day", *TIMES))
    season = generator.choice(SEASONS)
    seed = generator.randrange(1000)
    things: list[Thing] = []
    taken: list[Box] = [Box(222, 40, 418, 212)] if form == "room" else []
    for band in SUITED[form]:
        things += stood(band, season if form != "room" else "", things, taken, generator)
    wall = some(generator.choice(WALLS), generator)
    return Place(
        form,
        time,
        season,
        tuple(things),
        generator.randint(1, 3),
        wall,
        some(generator.choice(("brown", "tan", "gray")), generator),
        some(generator.choice(ACCENTS), generator),
        seed,
    )


def stood(band: Band, season: str, before: list[Thing], taken: list[Box], generator: random.Random) -> list[Thing]:
    """Return things of a band, next to each other, that hide little of the things behind them."""
    kinds = band.winter if season == "winter" and band.winter else band.kinds
    kinds = tuple(kind for kind in kinds if not (season == "winter" and kind in ("flower", "butterfly", "snail")))
    row: list[Box] = []
    placed: list[Thing] = []
    wanted = generator.randint(*band.many)
    for _ in range(TRIES):
        if len(placed) == wanted or not kinds:
            break
        kind = generator.choice(kinds)
        number = 1 + sum(thing.kind == kind for thing in (*before, *placed))
        if number > 3:
            continue
        size = HEIGHTS[kind] * band.scale * generator.uniform(0.88, 1.12)
        ground = generator.uniform(*band.ground)
        thing = Thing(
            f"{kind.replace(' ', '-')}-{number}",
            kind,
            0.0,
            round(ground, 1),
            round(size, 1),
            generator.randrange(1000),
            generator.choice(("flat", "flat", "two-tone", "outlined")),
        )
        half = things.width(thing) / 2
        if 2 * half > band.span[1] - band.span[0]:
            continue
        x = generator.uniform(band.span[0] + half, band.span[1] - half)
        area = Box(x - half, ground - size, x + half, ground)
        crowded = any(area.left < other.right + 6 and other.left < area.right + 6 for other in row)
        if crowded or any(hidden(other, area) > MOST_HIDDEN for other in taken):
            continue
        row.append(area)
        placed.append(thing._replace(x=round(x, 1)))
    taken += row
    return placed


def hidden(behind: Box, front: Box) -> float:
    """Return the share of the box behind that is covered by the box in front."""
    across = min(behind.right, front.right) - max(behind.left, front.left)
    down = min(behind.bottom, front.bottom) - max(behind.top, front.top)
    if across <= 0 or down <= 0:
        return 0.0
    return across * down / ((behind.right - behind.left) * (behind.bottom - behind.top))
