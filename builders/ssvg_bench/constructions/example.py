"""The construction of the training row: a worked example, never a test row."""

from random import Random

from builders.ssvg_bench.constructions import givens
from builders.ssvg_bench.constructions.engine import Construction, Figure
from sgpkit.graphics.geometry import Segment


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
