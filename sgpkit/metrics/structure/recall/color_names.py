"""The plain English names that fit a colour, generously: at the border of two names both do.

By hue, lightness and saturation (HSL) over the basic terms of Berlin and Kay (1969) with cyan and beige. A caption says
"blue" of many blues, so the question is never which name is the best one, only whether a name fits.
"""

import colorsys
from functools import lru_cache

BASIC = ("red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "brown", "beige", "gray", "black")
WHITE = "white"

# From hue, to hue (degrees), name; they overlap on purpose.
HUES = (
    (0.0, 18.0, "red"),
    (340.0, 360.0, "red"),
    (10.0, 48.0, "orange"),
    (40.0, 70.0, "yellow"),
    (60.0, 172.0, "green"),
    (160.0, 202.0, "cyan"),
    (180.0, 258.0, "blue"),
    (245.0, 325.0, "purple"),
    (295.0, 350.0, "pink"),
)

SYNONYMS = {
    "grey": "gray",
    "silver": "gray",
    "charcoal": "gray",
    "slate": "gray",
    "violet": "purple",
    "indigo": "purple blue",
    "lavender": "purple",
    "lilac": "purple",
    "plum": "purple",
    "orchid": "purple pink",
    "magenta": "pink purple",
    "fuchsia": "pink purple",
    "rose": "pink red",
    "crimson": "red",
    "scarlet": "red",
    "maroon": "red brown",
    "burgundy": "red brown",
    "salmon": "pink orange red",
    "coral": "orange red pink",
    "tomato": "red orange",
    "peach": "orange beige pink",
    "gold": "yellow orange brown",
    "golden": "yellow orange brown",
    "amber": "orange yellow",
    "khaki": "yellow beige",
    "olive": "green yellow brown",
    "lime": "green",
    "mint": "green cyan",
    "teal": "cyan green blue",
    "turquoise": "cyan green blue",
    "aqua": "cyan blue",
    "azure": "blue cyan",
    "navy": "blue",
    "chocolate": "brown orange",
    "tan": "brown beige orange",
    "cream": "beige yellow",
    "ivory": "beige white",
}
NEAR = 40
"""In the sum of the three channels."""

SHADE = 0.2
"""Of the whole range of lightness."""

WORDS = (*BASIC, WHITE, *SYNONYMS)
"""Every word that is read as a colour."""


@lru_cache(maxsize=8192)
def fitting(red: int, green: int, blue: int) -> frozenset[str]:
    """Return the names that fit, of `BASIC` and "white"."""
    hue, lightness, saturation = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    hue *= 360
    chroma = (max(red, green, blue) - min(red, green, blue)) / 255
    names = set()
    if chroma < 0.13 or saturation < 0.12:
        names |= {"black"} if lightness < 0.3 else set()
        names |= {"gray"} if 0.15 < lightness < 0.93 else set()
        names |= {WHITE} if lightness > 0.88 else set()
    if lightness < 0.13:
        names.add("black")
    if lightness > 0.96:
        names.add(WHITE)
    if chroma >= 0.06:
        names |= {name for begin, end, name in HUES if begin <= hue <= end}
        warm = hue <= 50 or hue >= 345
        if warm and lightness < 0.56 and not (saturation > 0.85 and lightness > 0.42):
            names.add("brown")
        if (hue <= 20 or hue >= 300) and lightness > 0.6:
            names.add("pink")
        if 15 <= hue <= 65 and lightness > 0.72:
            names.add("beige")
    return frozenset(names)


def alike(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    """Return whether two colours fit one description in words: nearly the same, or of one name and about as light.

    Captions say "light brick red" of an exact colour, and no reader knows which one it was.
    """
    if sum(abs(a - b) for a, b in zip(one, other, strict=True)) <= NEAR:
        return True
    lightness = [(max(color) + min(color)) / 510 for color in (one, other)]
    return abs(lightness[0] - lightness[1]) <= SHADE and not fitting(*one).isdisjoint(fitting(*other))


def meant(word: str) -> frozenset[str]:
    """Return the basic names of a colour word: "light teal" → cyan, green, blue; none for what is no colour."""
    last = word.casefold().replace("-", " ").split()[-1:] or [""]
    name = last[0]
    if name in BASIC or name == WHITE:
        return frozenset((name,))
    if name in SYNONYMS:
        return frozenset(SYNONYMS[name].split())
    return frozenset(next(((known,) for known in (*BASIC, WHITE) if name.endswith(known)), ()))
