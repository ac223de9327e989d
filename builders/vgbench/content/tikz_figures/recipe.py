"""A kind of TikZ figure: how it is drawn, and what it shows in the words of an answer."""

from collections.abc import Callable
from typing import NamedTuple

from .pen import Pen


class Recipe(NamedTuple):
    """`area` groups kinds whose concepts are offered against each other first; `like` are concepts that a person might
    call this figure as well, so that they are never offered as wrong."""

    kind: str
    concept: str
    area: str
    draw: Callable[[Pen], None]
    like: tuple[str, ...] = ()
