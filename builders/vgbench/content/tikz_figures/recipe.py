"""A kind of TikZ figure: its drawing function, and its concept in the words of an answer."""

from collections.abc import Callable
from typing import NamedTuple

from sgpkit.families.shared.naming import dotted_name

from .pen import Pen


class Recipe(NamedTuple):
    """A kind of figure, with its subject `area`. `like` are concepts that also fit this figure. The kinds of a `family`
    are drawn with the same commands; questions ask only for their concepts, with wrong options of the same family,
    since the commands alone identify any other kind. `own` is the kind's own function if `draw` is a general one."""

    kind: str
    concept: str
    area: str
    draw: Callable[[Pen], None]
    like: tuple[str, ...] = ()
    family: str = ""
    own: Callable[..., object] | None = None

    @property
    def generator(self) -> str:
        """Return the dotted name of the function that draws the kind."""
        return dotted_name(self.own or self.draw)
