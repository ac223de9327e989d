"""Colours of scenes by plain names: the palette of the object grammar, and additional colours.

A hexadecimal colour has one name, so that descriptions with names and with numbers agree.
"""

import random
from collections.abc import Sequence

from sgpkit.families.shared.drawings.palette import TINTS

MORE: dict[str, tuple[str, ...]] = {
    "teal": ("#00897B", "#12807A"),
    "light teal": ("#7FCFC6",),
    "dark teal": ("#005A52",),
    "navy blue": ("#1A2B5F", "#16224D"),
    "midnight blue": ("#101B3D", "#18244A"),
    "sky blue": ("#8FD0F5", "#A9DCF8", "#7EC8F2"),
    "pale blue": ("#DCEFFB", "#CFE6F7"),
    "turquoise": ("#35BFC9", "#2FB3C2"),
    "deep blue": ("#17629E",),
    "lime green": ("#A4D037", "#B4DC4C"),
    "olive green": ("#7B8B3A", "#6C7B2F"),
    "forest green": ("#1F5A36", "#235F3C"),
    "pale green": ("#D7EFD3",),
    "maroon": ("#7A1F2E", "#6B1B2A"),
    "coral": ("#FF7F66",),
    "peach": ("#FFD1B0", "#FFC9A3"),
    "cream": ("#FFF6E0", "#FDF3DC"),
    "pale pink": ("#FDE3EC",),
    "pale yellow": ("#FFF7C9",),
    "gold": ("#D9A520", "#CF9B17"),
    "lavender": ("#C9B8EE", "#BCA9E6"),
    "pale purple": ("#EDE6FA",),
    "off-white": ("#F4F6F8", "#F8F9FB"),
    "pale gray": ("#E3E7EB", "#DDE2E7"),
    "slate gray": ("#4A5A68", "#546371"),
    "dark gray": ("#3A3F45",),
    "charcoal": ("#1F2A37", "#263238"),
    "tan": ("#D8B98A", "#CFAE7C"),
    "sandy yellow": ("#F2DCA2", "#EED59A"),
}
"""Additional names and their hexadecimal values, chosen to match the common meaning of the words."""


def _names() -> dict[str, str]:
    names: dict[str, str] = {}
    for name, colors in MORE.items():
        names |= dict.fromkeys(colors, name)
    for name, tints in TINTS.items():
        for tint in tints:
            names.setdefault(tint.main, name)
    for name, tints in TINTS.items():
        for tint in tints:
            names.setdefault(tint.light, f"light {name}" if name != "white" else "white")
            names.setdefault(tint.dark, f"dark {name}" if name != "white" else "pale gray")
    return names


NAMES = _names()
"""Names by hexadecimal value."""


def name_of(color: str) -> str:
    """Return the plain name of a colour. For an unknown colour, it is the name of the nearest known one."""
    exact = NAMES.get(color.upper())
    return exact or NAMES[min(NAMES, key=lambda known: (distance(known, color), known))]


def distance(one: str, other: str) -> float:
    """Return the perceptual distance of two colours: https://www.compuphase.com/cmetric.htm."""
    first, second = channels(one), channels(other)
    mean = (first[0] + second[0]) / 2
    red, green, blue = (a - b for a, b in zip(first, second, strict=True))
    return float(((2 + mean / 256) * red**2 + 4 * green**2 + (2 + (255 - mean) / 256) * blue**2) ** 0.5)


def channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def mixed(one: str, other: str, share: float) -> str:
    """Return a mix of two colours with `share` of the other. It serves shading, which no description names."""
    blend = [round(a + (b - a) * share) for a, b in zip(channels(one), channels(other), strict=True)]
    return "#{:02X}{:02X}{:02X}".format(*blend)


def some(name: str, generator: random.Random) -> str:
    """Return a random colour with a name."""
    if name in MORE:
        return generator.choice(MORE[name])
    return generator.choice(TINTS[name]).main


def several(count: int, generator: random.Random, among: Sequence[str]) -> tuple[str, ...]:
    """Return random colours with different names out of `among`; `count` must not exceed their number."""
    return tuple(some(name, generator) for name in generator.sample(list(among), count))


def lighter(color: str) -> str:
    """Return the lighter version of a palette colour, or a mix of another colour with white."""
    for tints in TINTS.values():
        for tint in tints:
            if tint.main == color:
                return tint.light
    return mixed(color, "#FFFFFF", 0.35)


def darker(color: str) -> str:
    for tints in TINTS.values():
        for tint in tints:
            if tint.main == color:
                return tint.dark
    return mixed(color, "#000000", 0.3)
