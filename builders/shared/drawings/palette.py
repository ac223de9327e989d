"""Colours by their plain English names: eleven basic terms (Berlin and Kay, 1969) and beige, several tints a name.

Tints of one name are far from those of every other name, so that a colour has one right name; `ALIKE` lists the names
that a person might still quarrel about, which are never offered against each other.
"""

import random
from collections.abc import Mapping
from typing import NamedTuple


class Tint(NamedTuple):
    """One version of a colour: the colour itself, a lighter and a darker one for light and shadow."""

    main: str
    light: str
    dark: str


TINTS: dict[str, tuple[Tint, ...]] = {
    "red": (
        Tint("#E53935", "#EF6A66", "#B71C1C"),
        Tint("#D32F2F", "#E76060", "#A31515"),
        Tint("#E02B2B", "#F0605F", "#B01818"),
    ),
    "orange": (
        Tint("#FB8C00", "#FFB04C", "#D96B00"),
        Tint("#F57C00", "#FF9F3E", "#CF6000"),
        Tint("#FF9022", "#FFB261", "#DD7208"),
    ),
    "yellow": (
        Tint("#FDD835", "#FFE975", "#E8BC12"),
        Tint("#FFDA2D", "#FFEA80", "#EDBE0B"),
        Tint("#FFE100", "#FFEF66", "#E5C400"),
    ),
    "green": (
        Tint("#43A047", "#76C47A", "#2A7530"),
        Tint("#4CAF50", "#82CF85", "#338A37"),
        Tint("#2E9B4F", "#63BF80", "#1D7338"),
    ),
    "blue": (
        Tint("#1E88E5", "#64B0F0", "#1462B0"),
        Tint("#2962C9", "#6890E0", "#1B468F"),
        Tint("#2F7DE1", "#70A7EE", "#1F5CAD"),
    ),
    "purple": (
        Tint("#8E24AA", "#B25FC9", "#661A80"),
        Tint("#7B3FB5", "#A276D0", "#59298A"),
        Tint("#7E35A8", "#A568C7", "#5C237D"),
    ),
    "pink": (
        Tint("#F48FB1", "#F9BFD2", "#E0668F"),
        Tint("#FF85B3", "#FFB5D1", "#E65C90"),
        Tint("#F78FC0", "#FBBFDB", "#E066A0"),
    ),
    "brown": (
        Tint("#795548", "#9C786B", "#573A30"),
        Tint("#8B5A2B", "#AE7F52", "#67401C"),
        Tint("#7A4A21", "#9F6F47", "#583414"),
    ),
    "black": (
        Tint("#212121", "#4A4A4A", "#000000"),
        Tint("#1E2022", "#45494C", "#0A0B0C"),
        Tint("#262626", "#4F4F4F", "#0F0F0F"),
    ),
    "gray": (
        Tint("#9E9E9E", "#BFBFBF", "#757575"),
        Tint("#90979C", "#B5BABE", "#697075"),
        Tint("#8C8C8C", "#B2B2B2", "#666666"),
    ),
    "white": (
        Tint("#FFFFFF", "#FFFFFF", "#DDE1E4"),
        Tint("#FAFAFA", "#FFFFFF", "#D9D9D9"),
        Tint("#F7F9FA", "#FFFFFF", "#D6DCDF"),
    ),
    "beige": (
        Tint("#F3D2B0", "#F9E4CF", "#DDB288"),
        Tint("#F1CFA6", "#F8E2C8", "#D9AE7B"),
    ),
}


def _shaded(color: str) -> Tint:
    """Return a color with a quarter of white, and with less light, for light and shadow."""
    levels = bytes.fromhex(color[1:])
    light, dark = bytes(level + (255 - level) // 4 for level in levels), bytes(level * 4 // 5 for level in levels)
    return Tint(color, f"#{light.hex()}".upper(), f"#{dark.hex()}".upper())


ICON_TINTS: dict[str, tuple[Tint, ...]] = {
    name: (*TINTS[name], *map(_shaded, colors.split()))
    for name, colors in {
        "red": "#C0392B #E21B1B #DA4453 #D7443E #C2261D #ED3F3F",
        "orange": "#F7931E #FF9B00 #F39C12 #E67E22 #FF8A3D #F4882B",
        "yellow": "#FFD15D #F0C419 #FFD84A #FFDD09 #F6D44A #FFE14D",
        "green": "#4FBA6F #27AE60 #5CB56B #3E9B5C #8BC34A #2F8F5B",
        "blue": "#5D9CEC #3498DB #3DB9F9 #2467B5 #2980B9 #33A9F8",
        "purple": "#9B59B6 #7D4BA0 #8E44AD #6C3A8E #A05CC0 #75439A",
        "pink": "#EC87C0 #FF80AA #EE9BAC #FF9EC4 #F4A6C0 #F58CB4",
        "brown": "#98642E #703F00 #8C6239 #65513C #86592D #5F3D22",
        "black": "#2E2E2E #2C2F38 #1D1D1B #231F20 #272525 #2B2B2B",
        "gray": "#95A5A5 #A3A5AE #999CA4 #8C979A #7E7F85 #AAB2BD",
        "white": "#F1F3F7 #ECF0F1 #F2F2F2 #FFFFFF #F5F7FA #F7F7F7",
        "beige": "#F4D0A9 #FDD7AD #F2CFA0 #EFC9A0 #F5D7B5 #F7DBBA",
    }.items()
}
"""The colors of icons: those above and more, as varied and as muted as in drawings by people."""

VIVID = ("red", "orange", "yellow", "green", "blue", "purple", "pink")
LOUD = (*VIVID, "brown")
ANY = (*VIVID, "brown", "black", "gray")
"""Without white, which is invisible on an empty canvas. Sets with white are for things on top of others."""

SOLID = ANY
METAL = ("gray", "yellow", "black", "blue", "red", "orange")
WOOD = ("brown", "orange", "yellow", "black", "gray", "beige")
SKIN = ("beige", "brown")

ALIKE: dict[str, frozenset[str]] = {
    "beige": frozenset(("white", "yellow", "pink", "orange", "brown")),
    "brown": frozenset(("beige",)),
    "white": frozenset(("beige",)),
    "pink": frozenset(("beige",)),
    "orange": frozenset(("beige",)),
    "yellow": frozenset(("beige",)),
}


class Hue(NamedTuple):
    """A colour chosen for a drawing, and the other names among which it was chosen, which are the options of a
    question.
    """

    name: str
    tint: Tint
    among: tuple[str, ...]


def choose(
    generator: random.Random,
    among: tuple[str, ...],
    name: str,
    tints: Mapping[str, tuple[Tint, ...]] = TINTS,
) -> Hue:
    return Hue(name, generator.choice(tints[name]), among)
