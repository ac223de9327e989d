"""One kind of object: its name, category, drawing function and purpose."""

from collections.abc import Callable
from typing import NamedTuple

from ..naming import dotted_name
from .sketch import Sketch


class Kind(NamedTuple):
    """One kind of object. `use` completes "It is used …" or "What is it mainly for?" ("to tell the time"); for living
    things and food it says what one knows about it. `flips`: whether the mirror image is as right (not for clocks and
    letters)."""

    name: str
    category: str
    draw: Callable[[Sketch], None]
    use: str
    flips: bool = True

    @property
    def generator(self) -> str:
        """Return the dotted name of the function that draws it."""
        return dotted_name(self.draw)
