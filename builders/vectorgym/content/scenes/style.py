"""Styles of writing a scene as SVG: the habits of one drawing program or one careful author."""

import random
from typing import Literal, NamedTuple

from sgpkit.families.shared.drawings.path_text import Mode


class Style(NamedTuple):
    """A style of writing SVG.

    paint        colours as attributes, as `style` texts, or as classes of one style sheet
    paths        plain shapes are written as paths, too
    decimals     of coordinates
    mode         letters of path data: relative, absolute, or whichever is shorter
    ids          groups carry the parts' names, numbers, or nothing
    transforms   parts stand in their place by a `transform`; else it is worked into their coordinates
    reuse        the drawing several times is defined once and placed by `use`
    sized        the root has width and height beside the viewBox
    indent       of one level; "" puts every element on a line of its own without any
    separator    between two numbers of path data
    """

    paint: Literal["attributes", "style", "classes"] = "attributes"
    paths: bool = False
    decimals: int = 2
    mode: Mode = "absolute"
    ids: Literal["names", "numbers", "none"] = "names"
    transforms: bool = False
    reuse: bool = False
    sized: bool = False
    indent: str = "  "
    separator: str = " "


PLAIN = Style()

HABITS = (
    Style(),
    Style(ids="none", decimals=1, sized=True),
    Style("style", ids="numbers", decimals=3, mode="relative", separator=",", sized=True),
    Style("classes", ids="none", decimals=2, mode="shortest", indent=" ", separator=" "),
    Style("classes", paths=True, ids="names", decimals=2, mode="shortest", separator=","),
    Style(paths=True, ids="none", decimals=2, mode="shortest", indent="", sized=True),
    Style(transforms=True, reuse=True, ids="names", decimals=1),
    Style("style", transforms=True, ids="numbers", decimals=2, mode="relative", separator=","),
    Style(reuse=True, transforms=True, ids="none", indent="\t", decimals=2, mode="relative"),
)
"""A hand with an editor, exporters of drawing programs, an optimiser's output, a web designer's file."""


def choose(generator: random.Random) -> Style:
    return generator.choice(HABITS)
