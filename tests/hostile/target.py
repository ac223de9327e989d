"""A metric with one of the formats that it reads, and its valid and hostile inputs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sgpkit.values import Score
from tests.hostile.case import Case


@dataclass(frozen=True)
class Target:
    """`good` returns valid programs, any number of them and all different. `reads` is the treatment of a hostile one, and
    limits its score:

    drawing     it is opened, and scores nothing
    picture     it is opened, and its picture is compared by degrees
    showing     it is opened, and may be valid: the metric only asks whether it shows anything
    text        it is only read, and may be similar to anything
    writing     it is only read, and may be well written
    """

    name: str
    format: str
    cases: Sequence[Case]
    good: Callable[[int], str]
    score: Callable[[Sequence[str]], Sequence[Score]]
    reads: str = "drawing"
    distinct: int = 40
    """The number of different valid programs: fewer if each is compiled."""

    def neighbour(self, position: int, positions: int) -> str:
        return self.good(position * min(self.distinct, positions) // positions)
