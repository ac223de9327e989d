"""A metric and a format that it reads: what it is given, and what is right for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sgpkit.values import Score
from tests.hostile.case import Case


@dataclass(frozen=True)
class Door:
    """`good` gives programs that are right, any number of them and no two alike. `reads` says what is made of a
    hostile one, and so what it may come to:

    drawing     it is opened, and scores nothing
    picture     it is opened, and what it shows is compared by degrees
    showing     it is opened, and may be in order: all that is asked is whether it shows anything
    text        it is only read, and may be like anything
    writing     it is only read, and may be well written
    """

    name: str
    format: str
    cases: Sequence[Case]
    good: Callable[[int], str]
    score: Callable[[Sequence[str]], Sequence[Score]]
    reads: str = "drawing"
    distinct: int = 40
    """So many of the good ones are not alike: fewer where each is compiled."""

    def neighbour(self, place: int, places: int) -> str:
        return self.good(place * min(self.distinct, places) // places)
