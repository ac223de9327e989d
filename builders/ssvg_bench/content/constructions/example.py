"""The construction of the training row: a worked example, never a test row."""

from random import Random

from sgpkit.graphics.geometry import Segment

from . import givens
from .engine import Construction, Figure


def _given(random: Random) -> Figure:
    return givens.polygon("ABCD", givens.quadrilateral(random))


def _diagonals(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    return Figure({}, (Segment(a, c), Segment(b, d)))


EXAMPLE = Construction(
    "diagonals",
    "examples",
    "A diagonal of a quadrilateral joins two corners that are not neighbours. Draw both diagonals of ABCD, AC and BD.",
    _given,
    _diagonals,
)
