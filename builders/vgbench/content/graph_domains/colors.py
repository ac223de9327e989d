"""Colors with the same name and value in Graphviz and SVG, and words for them.

https://graphviz.org/doc/info/colors.html (X11): gray, green, maroon and purple are left out, because their values there
differ from those in SVG. Some styles write hexadecimal values instead of names.
"""

import random
from typing import NamedTuple


class Color(NamedTuple):
    dot: str
    words: str
    hex: str


_LIGHT = (
    "lightblue ADD8E6 light blue/lightyellow FFFFE0 light yellow/palegreen 98FB98 pale green"
    "/lightpink FFB6C1 light pink/lavender E6E6FA lavender/wheat F5DEB3 beige/lightcyan E0FFFF light cyan"
    "/thistle D8BFD8 light purple"
    "/khaki F0E68C khaki/salmon FA8072 salmon/gold FFD700 gold/orange FFA500 orange/skyblue 87CEEB sky blue"
    "/plum DDA0DD plum/aquamarine 7FFFD4 turquoise/lightgrey D3D3D3 light gray/coral FF7F50 coral/tan D2B48C tan"
    "/yellow FFFF00 yellow/pink FFC0CB pink/#FDE9D9 FDE9D9 pale orange/#D5E8D4 D5E8D4 pale green"
    "/#DAE8FC DAE8FC pale blue/#F8CECC F8CECC pale red/#E1D5E7 E1D5E7 pale purple/#FFF2CC FFF2CC pale yellow"
)
_DARK = (
    "blue 0000FF blue/red FF0000 red/darkgreen 006400 dark green/firebrick B22222 dark red/navy 000080 navy blue"
    "/crimson DC143C crimson/darkorange FF8C00 orange/slateblue 6A5ACD purple/forestgreen 228B22 green"
    "/steelblue 4682B4 blue/sienna A0522D brown/indigo 4B0082 dark purple/#2C7BB6 2C7BB6 blue/#B85450 B85450 red"
)


def _read(table: str) -> tuple[Color, ...]:
    rows = (row.split(" ", 2) for row in table.split("/"))
    return tuple(Color(dot, words, f"#{value.lower()}") for dot, value, words in rows)


FILLS, LINES = _read(_LIGHT), _read(_DARK)
BLACK = Color("black", "black", "#000000")


def palette(generator: random.Random) -> tuple[list[Color], list[Color]]:
    """Return the fills and the lines of one figure, with no colour name twice."""
    return _different(generator.sample(FILLS, len(FILLS))), _different(generator.sample(LINES, len(LINES)))


def _different(colors: list[Color]) -> list[Color]:
    return list({color.words: color for color in reversed(colors)}.values())
