"""A kind of TikZ figure: how it is drawn, and what it shows in the words of an answer."""

from collections.abc import Callable
from typing import NamedTuple

from sgpkit.families.shared.naming import dotted_name

from .pen import Pen


class Recipe(NamedTuple):
    """`area` groups kinds whose concepts are offered against each other first; `like` are concepts that a person might
    call this figure as well, so that they are never offered as wrong. Of a `family` are kinds that are drawn with the
    same commands: only what they show is asked, among themselves, since commands alone name any other kind. `own` is
    the kind's own function, where `draw` is a general one."""

    kind: str
    concept: str
    area: str
    draw: Callable[[Pen], None]
    like: tuple[str, ...] = ()
    family: str = ""
    own: Callable[..., object] | None = None

    @property
    def generator(self) -> str:
        """Return the dotted name of the function that draws it."""
        return dotted_name(self.own or self.draw)
