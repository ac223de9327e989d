"""The names of colours: a colour has the name of the nearest known shade in Oklab.

The shades of each name are in `shades.toml`: they come from published lists, which `python -m tools.color_names` reads.
Every colour has exactly one basic name, and exactly one of the thirty `NAMES` that prompts use: lime is a green, navy
is a blue. Captions say "blue" for many blues, so where a name only has to fit, any name with a shade about as near as
the nearest one fits.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Channels = tuple[int, int, int]

WHITE = "white"
BASIC = ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "brown", "beige", "gray", "black")
"""The basic terms of Berlin and Kay (1969) with cyan and beige, and without white."""

FINER = (
    *("silver", "bronze", "maroon", "teal", "olive", "coral", "peach", "magenta", "violet", "mint", "turquoise"),
    *("navy", "salmon", "gold", "lime", "indigo", "tan"),
)
NAMES = (*BASIC, WHITE, *FINER)
"""The names that prompts use."""

BY_RANK = (*FINER, *BASIC, WHITE)
"""The same names in order of precedence for shades that have two of them: silver is a gray."""

FURTHER = (
    *("charcoal", "slate", "lavender", "lilac", "plum", "orchid", "rose", "crimson", "scarlet", "burgundy", "tomato"),
    *("amber", "khaki", "azure", "chocolate", "cream", "ivory", "mauve", "rust", "periwinkle", "sand", "ochre"),
)
"""Further words that are read as colours."""

PLAIN: Mapping[str, str] = {
    "red": "#ff0000",
    "orange": "#ff8c00",
    "yellow": "#ffff00",
    "green": "#008000",
    "cyan": "#00ffff",
    "blue": "#0000ff",
    "purple": "#800080",
    "pink": "#ffc0cb",
    "brown": "#8b4513",
    "beige": "#f5f5dc",
    "gray": "#808080",
    "black": "#000000",
    "white": "#ffffff",
}
"""A typical shade of each basic name."""

TABLE = "shades.toml"
MARGIN = 3.0
"""Maximum additional distance, compared with the nearest shade, at which a name fits; a difference of 2 is just
visible side by side.
"""


NEUTRAL = frozenset(("black", "gray", "silver", WHITE))
"""The names without a hue."""

LEAST_HUE = 8
"""Maximum difference between the channels of a neutral gray."""


class Shades(NamedTuple):
    """Known shades by name: `points` has the shades of all names, and `begins` the index of each name's first
    one.
    """

    names: tuple[str, ...]
    points: "npt.NDArray[np.float64]"
    begins: tuple[int, ...]

    def distances(self, color: Channels) -> "npt.NDArray[np.float64]":
        """Return the distance of a colour from the nearest shade of each name."""
        import numpy as np

        apart = np.sqrt(((self.points - oklab([color])) ** 2).sum(axis=1))
        return np.minimum.reduceat(apart, self.begins)


@cache
def table() -> Mapping[str, tuple[Channels, ...]]:
    """Return the shades of each word."""
    held = tomllib.loads(Path(__file__).with_name(TABLE).read_text())
    return {word: tuple(map(channels, values.split())) for word, values in held.items()}


@cache
def shades(names: tuple[str, ...]) -> Shades:
    """Return the shades of some names."""
    begins = [sum(len(table()[name]) for name in names[:index]) for index in range(len(names))]
    return Shades(names, oklab([shade for name in names for shade in table()[name]]), tuple(begins))


@lru_cache(maxsize=65536)
def name_of(color: Channels) -> str:
    """Return the basic name of a colour, or "white"."""
    known = shades((*BASIC, WHITE))
    return known.names[int(known.distances(color).argmin())]


@lru_cache(maxsize=65536)
def finer_name_of(color: Channels) -> str:
    """Return the name of a colour among all of `NAMES`."""
    known = shades(BY_RANK)
    return known.names[int(known.distances(color).argmin())]


@lru_cache(maxsize=65536)
def fitting(red: int, green: int, blue: int) -> frozenset[str]:
    """Return the fitting names among the basic ones and "white": that of the nearest shade, and those with a shade
    about as near.
    """
    return near(shades((*BASIC, WHITE)), (red, green, blue))


@lru_cache(maxsize=65536)
def is_called(color: Channels, name: str) -> bool:
    """Return whether one of `NAMES` fits a colour."""
    return name in near(shades(BY_RANK), color) or name in fitting(*color)


def near(known: Shades, color: Channels) -> frozenset[str]:
    """Return the names whose nearest shade is about as near to a colour as the nearest of all; white is only white, and
    a neutral gray is never brown or blue.
    """
    apart = known.distances(color)
    if known.names[int(apart.argmin())] == WHITE:
        return frozenset((WHITE,))
    limit = apart.min() + MARGIN
    names = frozenset(name for name, distance in zip(known.names, apart, strict=True) if distance <= limit)
    return names & NEUTRAL or names if max(color) - min(color) <= LEAST_HUE else names


NEAR = 40
"""Maximum sum of the differences of the three channels of nearly equal colours."""

SHADE = 0.25
"""Maximum difference in lightness, as a fraction of its range: both #8080cc and #bfbfff are called pale blue."""


TINTED = 32
"""Minimum difference between the channels of a tint that is almost white, yet has a hue: #fde9d9 is a pale orange."""


def described(color: Channels) -> frozenset[str]:
    """Return the names by which a description means a colour: those that fit, and the hues of a tint, not white."""
    names = fitting(*color)
    if names == {WHITE} and max(color) - min(color) >= TINTED:
        return near(shades(BASIC), color)
    return names


def alike(one: Channels, other: Channels) -> bool:
    """Return whether two colours fit one description in words: nearly the same, or of one name and about as light.

    Captions say "light brick red" for an exact colour, which a reader cannot know.
    """
    if sum(abs(a - b) for a, b in zip(one, other, strict=True)) <= NEAR:
        return True
    lightness = [(max(color) + min(color)) / 510 for color in (one, other)]
    return abs(lightness[0] - lightness[1]) <= SHADE and not described(one).isdisjoint(described(other))


SPELLINGS = {"grey": "gray", "aqua": "cyan", "fuchsia": "magenta", "golden": "gold"}
WORDS = (*NAMES, *FURTHER, *SPELLINGS)
"""Every word that is read as a colour."""


LIGHTER, DARKER = ("light", "pale", "pastel"), ("dark", "deep")
MIXED = (0.3, 0.5, 0.7, 0.85)
"""Shares of white or black in colours that are called light or dark."""


@cache
def meant(words: str) -> frozenset[str]:
    """Return the basic names that fit words for a colour, by their shades: "teal" → cyan, green, blue; "light red"
    → red, pink; none for text that is not a colour."""
    *before, last = words.casefold().replace("-", " ").split() or [""]
    last = respelled(last)
    known = max((name for name in (*NAMES, *FURTHER) if last.endswith(name)), key=len, default="")
    if not known:
        return frozenset()
    names = {known} if known in PLAIN else set(map(name_of, table()[known]))
    if known in FURTHER:
        names = set().union(*(fitting(*shade) for shade in table()[known]))
    kinds = {*before, last.removesuffix(known)}
    for mixed, end in ((LIGHTER, 255), (DARKER, 0)):
        if not kinds.isdisjoint(mixed):
            names |= {name_of(mix(shade, end, share)) for shade in typical(known) for share in MIXED}
    return frozenset(names)


def respelled(word: str) -> str:
    """Return a word with the usual spelling of the name at its end."""
    return next((word.removesuffix(other) + name for other, name in SPELLINGS.items() if word.endswith(other)), word)


def typical(word: str) -> tuple[Channels, ...]:
    """Return the plain shade of a basic name, or all shades of another word."""
    return (channels(PLAIN[word]),) if word in PLAIN else table()[word]


def mix(color: Channels, end: int, share: float) -> Channels:
    """Return a colour with a share of white (255) or black (0)."""
    red, green, blue = (round(channel + (end - channel) * share) for channel in color)
    return red, green, blue


# --- the space --------------------------------------------------------------------------------------------------------


def channels(shade: str) -> Channels:
    """Return the channels of a colour in hexadecimal notation."""
    return int(shade[1:3], 16), int(shade[3:5], 16), int(shade[5:7], 16)


def distance(one: Channels, other: Channels) -> float:
    """Return the distance of two colours in Oklab, in hundredths of the range of lightness."""
    first, second = oklab([one, other])
    return float(((first - second) ** 2).sum() ** 0.5)


def oklab(colors: Iterable[Channels]) -> "npt.NDArray[np.float64]":
    """Return sRGB colours in Oklab times 100 (https://bottosson.github.io/posts/oklab), a row each."""
    import numpy as np

    values = np.array(list(colors), float) / 255
    light = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return np.asarray(np.cbrt(light @ np.array(TO_CONES).T) @ np.array(TO_LAB).T * 100)


TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
