"""Styles of writing a scene as SVG, each like that of a drawing program or of a careful author."""

import random
from typing import Literal, NamedTuple

from sgpkit.families.shared.drawings.path_text import Mode


class Style(NamedTuple):
    """A style of writing SVG.

    paint        colours as attributes, as `style` texts, or as classes of one style sheet
    paths        whether plain shapes are written as paths
    decimals     the number of decimals of coordinates
    mode         letters of path data: relative, absolute, or the shorter of both
    ids          ids of groups: the parts' names, numbers, or none
    transforms   whether parts are positioned by a `transform` instead of by their coordinates
    reuse        whether a repeated drawing is defined once and placed by `use`
    sized        whether the root has width and height in addition to the viewBox
    indent       the indentation of one level; "" writes lines without any
    separator    the text between two numbers of path data
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
"""The styles: an author with an editor, exporters of drawing programs, an optimiser, a web designer."""


def choose(generator: random.Random) -> Style:
    return generator.choice(HABITS)
