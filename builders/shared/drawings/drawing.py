"""A drawn thing: its program, and everything that is known about it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .kind import Kind
from .looks import Finish, Marks
from .sketch import Attribute, Part


def nothing(type_: str) -> Sequence[Attribute]:
    """Return no attributes."""
    return ()


def always(attribute: Attribute) -> bool:
    """Hold of every attribute."""
    return True


class Drawing(NamedTuple):
    """A drawn object. `stated`: what could be asked about it, of which is asked what `holds`. `colors`: the names of
    all colours in it. `marks`, in design units, is what was written, `mirrored` with left and right exchanged.
    `design`: which design of its kind it follows, `style`: in which style it was written. `observed` returns what can
    be seen of a type beyond what was chosen (`designs/observed.py`)."""

    kind: Kind
    code: str
    stated: tuple[Attribute, ...]
    parts: tuple[Part, ...]
    colors: frozenset[str]
    finish: Finish
    marks: Marks
    mirrored: bool = False
    design: str = ""
    style: str = ""
    holds: Callable[[Attribute], bool] = always
    observed: Callable[[str], Sequence[Attribute]] = nothing

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """Return the possible questions about it."""
        return tuple(filter(self.holds, self.stated))

    def attributes_of(self, type_: str) -> list[Attribute]:
        """Return the possible questions of one type; other types, which may take long, are not examined."""
        return [attribute for attribute in self.stated if attribute.type == type_ and self.holds(attribute)]
