"""Cases with many answers about a given triangle."""

import math
from collections.abc import Sequence

from sgpkit.graphics.geometry import Point, Segment

from .. import givens, plane
from ..engine import Construction, Figure

ORIGIN = Point(0.0, 0.0)


def _ceva(figure: Figure, weights: Sequence[float]) -> Figure:
    corners = figure["ABC"]
    point = plane.weighted(corners, weights)
    lines = []
    for index, corner in enumerate(corners):
        side = Segment(corners[index - 1], corners[index - 2])
        lines.append(Segment(corner, plane.meet(Segment(corner, point), side)))
    return Figure({}, tuple(lines))


def _cevians(figure: Figure) -> Figure:
    return _ceva(figure, (2, 3, 4))


def _cevians_answers(figure: Figure) -> Sequence[Figure]:
    return (_cevians(figure), _ceva(figure, (1, 1, 1)), _ceva(figure, (5, 2, 3)))


def _cevians_misses(figure: Figure) -> Sequence[Figure]:
    """The third aside, two only, and lines that end where they meet."""
    right = _cevians(figure).segments
    aside = _ceva(figure, (4.5, 2.2, 4)).segments[2]
    crossing = plane.meet(right[0], right[1])
    return (
        Figure({}, (*right[:2], aside)),
        Figure({}, right[:2]),
        Figure({}, tuple(Segment(line.start, crossing) for line in right)),
    )


def _menelaus(figure: Figure, on_side: float, beyond: float, off: float = 0.0) -> Figure:
    """D so far along AB and F so far beyond C; `off` moves F away from the line of D and E."""
    a, b, c = figure["ABC"]
    d, f = plane.between(a, b, on_side), plane.between(b, c, 1 + beyond)
    plane.meet(Segment(d, f), Segment(a, c))
    return Figure({}, (Segment(d, plane.between(d, f, 1 - off)), Segment(c, f)))


def _transversal(figure: Figure) -> Figure:
    return _menelaus(figure, 0.45, 0.5)


def _transversal_answers(figure: Figure) -> Sequence[Figure]:
    return (_transversal(figure), _menelaus(figure, 0.55, 0.6), _menelaus(figure, 0.35, 0.55))


def _transversal_misses(figure: Figure) -> Sequence[Figure]:
    """Return mistakes: ends early, without the extension, through a corner, and parallel to BC."""
    a, b, c = figure["ABC"]
    right = _transversal(figure).segments
    through_corner = Segment(b, plane.midpoint(a, c))
    parallel = Segment(plane.midpoint(a, b), plane.midpoint(a, c))
    return (
        _menelaus(figure, 0.45, 0.5, off=0.15),
        Figure({}, right[:1]),
        Figure({}, (through_corner, right[1])),
        Figure({}, (parallel, right[1])),
    )


def _halves(figure: Figure, share: float, factor: float = 0.5) -> Figure:
    a, b, c = figure["ABC"]
    return Figure({}, (Segment(plane.between(a, b, share), plane.between(a, c, factor / share)),))


def _halving(figure: Figure) -> Figure:
    return _halves(figure, 0.62)


def _halving_answers(figure: Figure) -> Sequence[Figure]:
    return (_halving(figure), _halves(figure, math.sqrt(0.5)), _halves(figure, 0.9))


def _halving_misses(figure: Figure) -> Sequence[Figure]:
    """Return mistakes: half-way up, too high, and ending inside."""
    start, end = _halves(figure, 0.75).segments[0]
    return (
        _halves(figure, 0.5, 0.25),
        _halves(figure, 0.8, 0.4),
        Figure({}, (Segment(start, plane.between(start, end, 0.85)),)),
    )


def _same_area(figure: Figure, along: float, side: int = 1, high: float = 1.0) -> Figure:
    """The apex over (or, for side -1, under) a place on AB."""
    a, b, c = figure["ABC"]
    foot = plane.foot(c, Segment(a, b))
    apex = plane.between(a, b, along) + (c - foot) * (side * high)
    return Figure({"D": apex}, (Segment(a, apex), Segment(b, apex)))


def _away(figure: Figure) -> float:
    """A place on AB that is far from the foot of C."""
    a, b, c = figure["ABC"]
    share = (c - a).dot(b - a) / (b - a).dot(b - a)
    return 0.05 if share > 0.5 else 0.95


def _equal(figure: Figure) -> Figure:
    return _same_area(figure, _away(figure))


def _equal_answers(figure: Figure) -> Sequence[Figure]:
    return (_equal(figure), _same_area(figure, 0.5, side=-1), _same_area(figure, 1.2 - _away(figure), side=-1))


def _equal_misses(figure: Figure) -> Sequence[Figure]:
    """Too low, too high, one side only."""
    return (
        _same_area(figure, _away(figure), high=0.8),
        _same_area(figure, 0.5, side=-1, high=1.25),
        Figure({}, _equal(figure).segments[:1]),
    )


def _rectangle_of(figure: Figure, share: float, lift: float = 0.0, lean: float = 0.0) -> Figure:
    """S so far along AB from A; `lift` raises R off the parallel, `lean` moves the feet along BC."""
    a, b, c = figure["ABC"]
    base = Segment(b, c)
    s, r = plane.between(a, b, share), plane.between(a, c, share - lift)
    feet = [plane.foot(corner, base) + (c - b) * lean for corner in (s, r)]
    return Figure({}, plane.chain(feet[0], s, r, feet[1]))


def _rectangle(figure: Figure) -> Figure:
    return _rectangle_of(figure, 0.55)


def _rectangle_answers(figure: Figure) -> Sequence[Figure]:
    return (_rectangle(figure), _rectangle_of(figure, 0.4), _rectangle_of(figure, 0.7))


def _rectangle_misses(figure: Figure) -> Sequence[Figure]:
    """A slanting top, slanting sides, and no right side."""
    return (
        _rectangle_of(figure, 0.55, lift=0.12),
        _rectangle_of(figure, 0.5, lean=0.1),
        Figure({}, _rectangle(figure).segments[:2]),
    )


CONSTRUCTIONS = (
    Construction(
        "any-three-cevians",
        "classical theorems",
        "Choose any point inside triangle ABC. Through this point draw three segments, each from a corner of the "
        "triangle to the opposite side.",
        givens.triangle(),
        _cevians,
        rule="cevians",
        answers=_cevians_answers,
        near_misses=_cevians_misses,
    ),
    Construction(
        "any-transversal",
        "classical theorems",
        "Menelaus considers a straight line that meets the three sides of a triangle. Draw a segment that starts "
        "inside the side AB, crosses the side AC, and ends at a point F of the line BC beyond C. Extend BC from C to "
        "F.",
        givens.triangle(),
        _transversal,
        rule="transversal",
        answers=_transversal_answers,
        near_misses=_transversal_misses,
    ),
    Construction(
        "halving-a-triangle",
        "areas",
        "Cut triangle ABC into two parts of equal area by a straight segment from a point of the side AB to a point "
        "of the side AC.",
        givens.triangle(),
        _halving,
        rule="halving_line",
        answers=_halving_answers,
        near_misses=_halving_misses,
    ),
    Construction(
        "rectangle-in-a-triangle",
        "quadrilaterals",
        "Inscribe any rectangle in triangle ABC: two of its corners lie on BC, one on AB and one on AC. Draw the "
        "three sides of it that do not lie on BC.",
        givens.triangle(),
        _rectangle,
        rule="rectangle_in_triangle",
        answers=_rectangle_answers,
        near_misses=_rectangle_misses,
    ),
    Construction(
        "triangles-of-equal-area",
        "areas",
        "Draw another triangle ABD with the same area as triangle ABC, its corner D well away from C. Its side AB is "
        "there already: add AD and BD.",
        givens.triangle(),
        _equal,
        rule="equal_area",
        answers=_equal_answers,
        near_misses=_equal_misses,
    ),
)
