"""Cases with many answers about parallelograms and other quadrilaterals."""

from collections.abc import Sequence
from random import Random

from sgpkit.graphics.geometry import Point, Segment

from .. import givens, plane
from ..engine import Construction, Figure

ORIGIN = Point(0.0, 0.0)


def _three_dots_given(random: Random) -> Figure:
    return Figure(dict(zip("ABC", givens.corners(random, least=40), strict=True)))


def _fourth(figure: Figure, index: int, off: float = 0.0) -> Figure:
    """The corner opposite to one of the three dots; `off` moves it on."""
    points = figure["ABC"]
    b, a, c = points[index], points[index - 1], points[index - 2]
    d = plane.between(b, a + c - b, 1 + off)
    return Figure({}, plane.closed(a, b, c, d))


def _parallelogram(figure: Figure) -> Figure:
    return _fourth(figure, 1)


def _parallelogram_answers(figure: Figure) -> Sequence[Figure]:
    return tuple(_fourth(figure, index) for index in (1, 0, 2))


def _parallelogram_misses(figure: Figure) -> Sequence[Figure]:
    a, b, c = figure["ABC"]
    return (
        _fourth(figure, 1, off=-0.15),
        Figure({}, plane.closed(a, b, c)),
        Figure({}, _fourth(figure, 1).segments[:3]),
        _fourth(figure, 0, off=0.2),
    )


def _parallelogram_given(random: Random) -> Figure:
    way = random.uniform(0, 360)
    along = plane.at(ORIGIN, 170, way)
    side = plane.at(ORIGIN, random.uniform(110, 150), way + random.choice((-1, 1)) * random.uniform(55, 75))
    return givens.polygon("KLMN", [ORIGIN, along, along + side, side])


def _around(figure: Figure, along: float, across: float, off: float = 0.0) -> Figure:
    """A so far from the middle towards K and towards N, in shares of the parallelogram's sides."""
    k, l, m, n = figure["KLMN"]  # noqa: E741  # the letters of the figure
    a = plane.midpoint(k, m) + (k - l) * along + (k - n) * across
    b, d = k * 2 - a, n * 2 - a
    c = l * 2 - b
    if off:
        b = plane.between(a, b, 1 + off)
    return Figure({}, plane.closed(a, b, c, d))


def _midpoints(figure: Figure) -> Figure:
    return _around(figure, 0.95, 0.2)


def _midpoints_answers(figure: Figure) -> Sequence[Figure]:
    return (_midpoints(figure), _around(figure, 1.0, -0.1), _around(figure, 0.85, 0.05))


def _midpoints_misses(figure: Figure) -> Sequence[Figure]:
    """One corner moved, one side missing, and the parallelogram blown up."""
    k, l, m, n = figure["KLMN"]  # noqa: E741  # the letters of the figure
    centre = plane.midpoint(k, m)
    larger = [plane.between(centre, corner, 1.4) for corner in (k, l, m, n)]
    return (
        _around(figure, 0.95, 0.2, off=0.25),
        Figure({}, _midpoints(figure).segments[:3]),
        Figure({}, plane.closed(*larger)),
    )


def _segment_given(random: Random) -> Figure:
    a, c = ORIGIN, plane.at(ORIGIN, 300, random.uniform(0, 360))
    return Figure({"A": a, "C": c}, (Segment(a, c),))


def _rhombus_of(figure: Figure, wide: float, lean: float = 0.0, other: float = 0.0) -> Figure:
    """The other diagonal in shares of AC; `lean` tilts it, `other` changes one half of it."""
    a, c = figure["AC"]
    half = plane.turned(plane.normal(c - a) * (wide / 2), ORIGIN, lean)
    centre = plane.midpoint(a, c)
    return Figure({}, plane.closed(a, centre + half, c, centre - half * (1 + other)))


def _rhombus(figure: Figure) -> Figure:
    return _rhombus_of(figure, 0.6)


def _rhombus_answers(figure: Figure) -> Sequence[Figure]:
    return (_rhombus(figure), _rhombus_of(figure, 0.9), _rhombus_of(figure, 0.4))


def _rhombus_misses(figure: Figure) -> Sequence[Figure]:
    """A parallelogram, a kite, and an open one."""
    return (
        _rhombus_of(figure, 0.7, lean=15),
        _rhombus_of(figure, 0.5, other=0.5),
        Figure({}, _rhombus(figure).segments[:3]),
    )


CONSTRUCTIONS = (
    Construction(
        "fourth-corner-of-a-parallelogram",
        "quadrilaterals",
        "A, B and C are three corners of a parallelogram; in which order they follow each other is not said. Draw "
        "the four sides of such a parallelogram.",
        _three_dots_given,
        _parallelogram,
        rule="parallelogram",
        answers=_parallelogram_answers,
        near_misses=_parallelogram_misses,
    ),
    Construction(
        "quadrilateral-of-given-midpoints",
        "quadrilaterals",
        "Varignon's theorem turned round: draw any quadrilateral whose four sides have the points K, L, M and N as "
        "their midpoints, in this order.",
        _parallelogram_given,
        _midpoints,
        rule="quadrilateral_of_midpoints",
        answers=_midpoints_answers,
        near_misses=_midpoints_misses,
    ),
    Construction(
        "rhombus-on-a-diagonal",
        "quadrilaterals",
        "AC is one diagonal of a rhombus. The length of the other diagonal may be chosen freely. Draw the four sides.",
        _segment_given,
        _rhombus,
        rule="rhombus",
        answers=_rhombus_answers,
        near_misses=_rhombus_misses,
    ),
)
