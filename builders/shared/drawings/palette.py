"""Colours by their plain English names: eleven basic terms (Berlin and Kay, 1969) and beige, several tints a name.

Tints of one name are far from those of every other name, so that a colour has one right name; `ALIKE` lists the names
that a person might still quarrel about, which are never offered against each other.
"""

import random
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
    """A colour chosen for a drawing, and the names that it could as well have been: the options of a question."""

    name: str
    tint: Tint
    among: tuple[str, ...]


def choose(generator: random.Random, among: tuple[str, ...], name: str) -> Hue:
    return Hue(name, generator.choice(TINTS[name]), among)
