"""Kinds whose designs are numbered with two choices in front."""

from collections.abc import Callable
from functools import wraps

from ..sketch import Sketch

FIRST = 9
"""The number of ways of the first choice, which decides nothing."""


def numbered(draw: Callable[[Sketch], None]) -> Callable[[Sketch], None]:
    """Return a grammar that makes two choices before all others. Without them, all designs of the kind change."""

    @wraps(draw)
    def drawn(s: Sketch) -> None:
        s.pick(*range(FIRST))
        s.pick(draw)(s)

    return drawn
