"""Theorems whose figures have many lines: squares, triangles and parallels about a triangle. One answer each."""

from collections.abc import Iterator
from random import Random

from sgpkit.graphics.geometry import Point, Segment

from .. import givens, plane, trigon
from ..engine import Construction, Figure
from .inferred import ORIGIN, regular

GROUP = "figures about triangles"


def _turns(figure: Figure) -> Iterator[tuple[Point, Point, Point]]:
    """Yield each corner of ABC with the two that follow it."""
    a, b, c = figure["ABC"]
    yield from ((a, b, c), (b, c, a), (c, a, b))


def _right_angled(random: Random) -> Figure:
    turn, share = random.uniform(0, 360), random.choice((1, -1)) * random.uniform(50, 68)
    ends = plane.at(ORIGIN, givens.SIZE, turn), plane.at(ORIGIN, givens.SIZE, turn + 180)
    return givens.polygon("ABC", (*ends, plane.at(ORIGIN, givens.SIZE, turn + 2 * share)))


def _windmill(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    corners, squares = trigon.squares(a, b, c)
    d, e, _, g, h, _ = corners
    lines = (
        Segment(c, plane.foot(c, Segment(d, e))),
        *(Segment(c, d), Segment(c, e)),
        *(Segment(a, g), Segment(b, h)),
    )
    return Figure(dict(zip("DEFGHK", corners, strict=True)), (*squares, *lines))


def _lucas(figure: Figure) -> Figure:
    around = plane.circle_through(*figure["ABC"])
    segments: list[Segment] = []
    circles = [around]
    for top, left, right in _turns(figure):
        base = Segment(left, right)
        height = top.distance(plane.foot(top, base))
        share = height / (height + base.length)
        upper = plane.between(top, left, share), plane.between(top, right, share)
        segments += plane.chain(plane.foot(upper[0], base), *upper, plane.foot(upper[1], base))
        circles.append(plane.circle_through(top, *upper))
    return Figure({}, tuple(segments), tuple(circles))


def _torricelli(figure: Figure) -> Figure:
    sides: list[Segment] = []
    spokes, circles, apexes = [], [], []
    for corner, left, right in _turns(figure):
        apex = trigon.apex(left, right, corner)
        apexes.append(apex)
        sides += plane.chain(left, apex, right)
        spokes.append(Segment(corner, apex))
        circles.append(plane.circle_through(left, apex, right))
    outline = plane.closed(*(circle.centre for circle in circles))
    return Figure(dict(zip("DEF", apexes, strict=True)), (*sides, *spokes, *outline), tuple(circles))


def _bevan(figure: Figure) -> Figure:
    centres = [trigon.excircle(*turn).centre for turn in _turns(figure)]
    circle = plane.circle_through(*centres)
    radii = tuple(Segment(centre, circle.centre) for centre in centres)
    points = dict(zip("PQRV", (*centres, circle.centre), strict=True))
    return Figure(points, (*plane.closed(*centres), *radii), (circle,))


def _in_its_circle(random: Random) -> Figure:
    drawn = givens.polygon("ABC", givens.corners(random, 48, 74, 6))
    return Figure(drawn.points, drawn.segments, (plane.circle_through(*drawn["ABC"]),))


def _long_altitudes(figure: Figure) -> Figure:
    feet = [plane.foot(corner, Segment(left, right)) for corner, left, right in _turns(figure)]
    corners = figure["ABC"]
    around = figure.circles[0]
    ends = [plane.second(Segment(one, foot), around, one) for one, foot in zip(corners, feet, strict=True)]
    altitudes = tuple(Segment(corner, end) for corner, end in zip(corners, ends, strict=True))
    points = dict(zip("DEFPQR", (*feet, *ends), strict=True))
    return Figure(points, (*plane.closed(*feet), *plane.closed(*ends), *altitudes))


def _four_points(random: Random) -> Figure:
    a, p, q = givens.corners(random, 40, 90, 5)
    b, d = plane.between(a, p, random.uniform(0.4, 0.6)), plane.between(a, q, random.uniform(0.4, 0.6))
    c = plane.meet(Segment(b, q), Segment(d, p))
    return Figure(dict(zip("ABCD", (a, b, c, d), strict=True)))


def _diagonal_triangle(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    p, q = plane.meet(Segment(a, b), Segment(d, c)), plane.meet(Segment(a, d), Segment(b, c))
    r = plane.meet(Segment(a, c), Segment(b, d))
    sides = Segment(a, p), Segment(d, p), Segment(a, q), Segment(b, q)
    return Figure({"P": p, "Q": q, "R": r}, (*plane.closed(p, q, r), *sides, Segment(a, c), Segment(b, d)))


def _hexagon_with_point(random: Random) -> Figure:
    drawn = regular(6)(random)
    point = plane.at(ORIGIN, givens.SIZE * random.uniform(0.22, 0.4), random.uniform(0, 360))
    return Figure({**drawn.points, "P": point}, drawn.segments)


def _distances(figure: Figure) -> Figure:
    point = figure.points["P"]
    lines = tuple(Segment(point, plane.foot(point, side)) for side in figure.segments)
    return Figure({}, lines, (plane.touching(plane.mean(figure["ABCDEF"]), figure.segments[0]),))


def _parallelograms(random: Random) -> Figure:
    a, b, c = givens.corners(random, 45, 76, 6)
    shapes: list[Segment] = []
    points = {"A": a, "B": b, "C": c}
    for end, far, labels in ((a, b, "DE"), (b, a, "FG")):
        away = plane.foot(far, Segment(end, c)) - far
        side = plane.unit(ORIGIN, away) * random.uniform(60, 100)
        side = plane.turned(side, ORIGIN, random.uniform(-25, 25))
        shapes += plane.closed(end, c, c + side, end + side)
        points |= dict(zip(labels, (c + side, end + side), strict=True))
    return Figure(points, (*plane.closed(a, b, c), *shapes))


def _pappus_areas(figure: Figure) -> Figure:
    a, b, c, d, e, f, g = figure["ABCDEFG"]
    h = plane.meet(Segment(e, d), Segment(g, f))
    step = c - h
    far = plane.chain(a, a + step, b + step, b)
    line = Segment(h, plane.meet(Segment(h, c), far[1]))
    return Figure({"H": h}, (Segment(d, h), Segment(f, h), line, *far))


CONSTRUCTIONS = (
    Construction(
        "theorem-of-pythagoras",
        GROUP,
        "In Euclid's proof of the theorem of Pythagoras, the squares ABDE, BCFG and CAHK stand outward on the sides "
        "of a triangle ABC with a right angle at C. A line from C to the side DE, at right angles to it, divides the "
        "square ABDE into two rectangles, which have the areas of the two other squares. The segments CD and AG are "
        "equally long, and so are CE and BH.",
        _right_angled,
        _windmill,
    ),
    Construction(
        "lucas-circles",
        GROUP,
        "An acute triangle ABC has three inscribed squares: each has one of its sides on a side of the triangle and "
        "its two other corners on the two other sides. The circle through these two corners and the corner of ABC "
        "between them is a Lucas circle. The three Lucas circles touch each other and, from inside, the circumcircle "
        "of ABC.",
        givens.triangle(48, 74, 6),
        _lucas,
    ),
    Construction(
        "torricelli-circles",
        GROUP,
        "Equilateral triangles BCD, CAE and ABF stand outward on the sides of a triangle ABC. Their circumcircles "
        "pass through one point, in which the segments AD, BE and CF cross too, and the centres of the three circles "
        "are the corners of a further equilateral triangle.",
        givens.triangle(45, 76, 6),
        _torricelli,
    ),
    Construction(
        "bevan-circle",
        GROUP,
        "The bisectors of the outer angles of a triangle ABC form the excentral triangle PQR, with P opposite to A, Q "
        "to B and R to C. The perpendiculars from P to BC, from Q to CA and from R to AB all lead to the Bevan point "
        "V, where they end. It is the centre of the Bevan circle, which passes through P, Q and R.",
        givens.triangle(45, 76, 6),
        _bevan,
    ),
    Construction(
        "altitudes-to-the-circumcircle",
        GROUP,
        "The altitudes of an acute triangle ABC have the feet D, E and F on BC, CA and AB. Extended beyond the feet, "
        "they reach the circumcircle in P, Q and R. The triangle PQR has its sides parallel to those of the orthic "
        "triangle DEF and twice as long.",
        _in_its_circle,
        _long_altitudes,
    ),
    Construction(
        "complete-quadrangle",
        GROUP,
        "A complete quadrangle consists of four points A, B, C and D and the six lines through two of them. The side "
        "AB, extended beyond B, and the side DC, extended beyond C, end in their common point P; AD, extended beyond "
        "D, and BC, extended beyond C, end in Q; the diagonals AC and BD cross in R. PQR is the diagonal triangle.",
        _four_points,
        _diagonal_triangle,
    ),
    Construction(
        "viviani-in-a-hexagon",
        GROUP,
        "Viviani's theorem holds for all regular polygons. In the regular hexagon ABCDEF the perpendiculars from a "
        "point P inside to the six sides have a sum that does not depend on P: it is six times the radius of the "
        "inscribed circle.",
        _hexagon_with_point,
        _distances,
    ),
    Construction(
        "area-theorem-of-pappus",
        GROUP,
        "ACDE and BCFG are any parallelograms that stand outward on two sides of a triangle ABC. The sides ED and GF, "
        "extended beyond D and F, meet in H. Pappus showed that the parallelogram on the other side of AB, with two "
        "sides that are parallel to HC and as long, has the area of both together: the line from H through C to its "
        "far side divides it into two parts, which have the areas of ACDE and BCFG.",
        _parallelograms,
        _pappus_areas,
    ),
)
