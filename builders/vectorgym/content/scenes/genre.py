"""A genre of scenes: charts, diagrams, faces, logos, places, displays, icons or glyphs. Each has a folder, which
declares `GENRE`."""

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from .scene import Part

NOTHING: Mapping[str, Any] = MappingProxyType({})


class Genre(NamedTuple):
    """A genre, from whose specifications scenes are composed.

    name     the category of its rows
    spec     the type of its specifications, one of `specs.py`
    kinds    the form of each kind that rows show
    choose   a function that returns a random specification of a form
    compose  a function that returns the parts of a specification's scene, without randomness
    opening  the subject of the scene, with {0} for the first of its colors
    size     width and height of its canvas
    colors   the colors of the opening
    forms    by form: the function that draws its distinctive part; without an entry it is `compose`
    """

    name: str
    spec: type
    kinds: Mapping[str, str]
    choose: Callable[[random.Random, str], Any]
    compose: Callable[[Any], list[Part]]
    opening: Callable[[Any], str]
    size: Callable[[Any], tuple[int, int]]
    colors: Callable[[Any], tuple[str, ...]] = lambda spec: ()
    forms: Mapping[str, Callable[..., object]] = NOTHING
