"""A kind of the plain grammar with further designs: the plain drawing is one of them, and a seldom one."""

from collections.abc import Callable

from ..kind import Kind
from ..objects.catalogue import KINDS
from ..sketch import Sketch

BY_NAME = {kind.name: kind for kind in KINDS}
PLAIN = 9
"""One design in so many is the plain one."""


def renewed(name: str, *draws: Callable[[Sketch], None]) -> Kind:
    """Return the kind of this name with designs of these grammars."""
    plain = BY_NAME[name]

    def draw(s: Sketch) -> None:
        if s.pick(*range(PLAIN)) == 0:
            plain.draw(s)
        else:
            s.pick(*draws)(s)

    return plain._replace(draw=draw)
