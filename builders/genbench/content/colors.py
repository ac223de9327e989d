"""The names of colours, by the nearest of known ones: CIEDE2000 in CIELAB (D65).

Two vocabularies: the plain names of our own prompts, each with the shades that people give it, and the names in the
published prompts, with their CSS value where CSS has one.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

Channels = tuple[int, int, int]

PLAIN: Mapping[str, Sequence[str]] = {
    "red": ("#ff0000", "#e53935", "#dc143c", "#c62828"),
    "orange": ("#ff8c00", "#ffa500", "#fb8c00", "#ff6f00"),
    "yellow": ("#ffff00", "#fdd835", "#ffd700", "#ffeb3b"),
    "green": ("#008000", "#43a047", "#2ecc71", "#00c800", "#00ff00", "#1b5e20"),
    "cyan": ("#00ffff", "#00bcd4", "#26c6da", "#40e0d0"),
    "blue": ("#0000ff", "#1e88e5", "#2962ff", "#1e90ff", "#0d47a1", "#000080"),
    "purple": ("#800080", "#8e24aa", "#9932cc", "#6a1b9a", "#7b1fa2"),
    "pink": ("#ffc0cb", "#ff69b4", "#f48fb1", "#ff80ab"),
    "brown": ("#8b4513", "#795548", "#6d4c41", "#5d4037", "#a0522d"),
    "gray": ("#808080", "#9e9e9e", "#bdbdbd", "#616161"),
    "black": ("#000000", "#212121"),
}
"""The colours of our own prompts; the first shade is the one that CSS gives the name, or the commonest."""

NAMED: Mapping[str, Sequence[str]] = {
    **{name: PLAIN[name] for name in ("red", "green", "blue", "yellow", "orange", "purple", "pink", "cyan", "brown")},
    **{name: PLAIN[name] for name in ("gray", "black")},
    "white": ("#ffffff",),
    "silver": ("#c0c0c0",),
    "bronze": ("#cd7f32",),
    "maroon": ("#800000",),
    "teal": ("#008080",),
    "olive": ("#808000",),
    "coral": ("#ff7f50",),
    "peach": ("#ffdab9", "#ffcba4"),
    "magenta": ("#ff00ff",),
    "violet": ("#ee82ee", "#8f00ff"),
    "mint": ("#98ff98", "#3eb489"),
    "turquoise": ("#40e0d0",),
    "navy": ("#000080",),
    "salmon": ("#fa8072",),
    "gold": ("#ffd700",),
    "lime": ("#00ff00",),
    "indigo": ("#4b0082",),
}
"""The colours of the published prompts."""

LIMIT = 25.0
"""The difference from every known shade beyond which a colour has no name."""


@lru_cache(maxsize=65536)
def name_of(color: Channels) -> str:
    """Return the plain name of a colour, or "" for white and for what is like none."""
    nearest, name = min(
        (difference(color, channels(shade)), name) for name, shades in PLAIN.items() for shade in shades
    )
    return "" if nearest > LIMIT or nearest >= difference(color, (255, 255, 255)) else name


@lru_cache(maxsize=65536)
def is_called(color: Channels, name: str, limit: float = LIMIT) -> bool:
    """Return whether a colour of the published prompts fits: near one of its shades, whatever else it is near to."""
    return min(difference(color, channels(shade)) for shade in NAMED[name]) <= limit


def channels(shade: str) -> Channels:
    """Return the channels of a colour in hexadecimal notation."""
    return int(shade[1:3], 16), int(shade[3:5], 16), int(shade[5:7], 16)


def difference(one: Channels, other: Channels) -> float:
    """Return CIEDE2000 between two sRGB colours."""
    return ciede2000(lab(one), lab(other))


@lru_cache(maxsize=65536)
def lab(color: Channels) -> tuple[float, float, float]:
    """Return the CIELAB coordinates of an sRGB colour (D65)."""
    red, green, blue = (linear(channel / 255) for channel in color)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    roots = [value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116 for value in (x, y, z)]
    return 116 * roots[1] - 16, 500 * (roots[0] - roots[1]), 200 * (roots[1] - roots[2])


def linear(value: float) -> float:
    """Return the linear light of an sRGB channel."""
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def ciede2000(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """Return the difference of two CIELAB colours after Sharma, Wu and Dalal (2005)."""
    (light_1, a_1, b_1), (light_2, a_2, b_2) = one, other
    mean_7 = ((math.hypot(a_1, b_1) + math.hypot(a_2, b_2)) / 2) ** 7
    stretch = 1.5 - 0.5 * math.sqrt(mean_7 / (mean_7 + 25.0**7))
    chroma_1, chroma_2 = math.hypot(stretch * a_1, b_1), math.hypot(stretch * a_2, b_2)
    hue_1 = math.degrees(math.atan2(b_1, stretch * a_1)) % 360 if chroma_1 else 0.0
    hue_2 = math.degrees(math.atan2(b_2, stretch * a_2)) % 360 if chroma_2 else 0.0
    turn = hue_2 - hue_1 if chroma_1 * chroma_2 else 0.0
    turn += 360 if turn < -180 else -360 if turn > 180 else 0
    light, chroma = (light_1 + light_2) / 2, (chroma_1 + chroma_2) / 2
    hue = hue_1 + hue_2
    if chroma_1 * chroma_2:
        hue = (hue if abs(hue_1 - hue_2) <= 180 else hue + 360 if hue < 360 else hue - 360) / 2
    weight = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    by_light = (light_2 - light_1) / (1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2))
    by_chroma = (chroma_2 - chroma_1) / (1 + 0.045 * chroma)
    by_hue = 2 * math.sqrt(chroma_1 * chroma_2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + 25.0**7))
    rotation *= math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2))))
    return math.sqrt(max(0.0, by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue))
