"""Centres of a triangle: the lines that meet in them. One answer each. Facts: any book on triangle geometry;
Kimberling's list of centres (https://faculty.evansville.edu/ck6/encyclopedia/ETC.html) has each by its number X(n).
"""

from random import Random

from sgpkit.graphics.geometry import Point, Segment

from .. import givens, plane, trigon
from ..engine import Construction, Degenerate, Figure

GROUP = "triangle centres"


def _named(cevians: tuple[Segment, ...], labels: str, **centre: Point) -> Figure:
    """Segments from the vertices, whose far ends get labels."""
    return Figure(dict(zip(labels, (cevian.end for cevian in cevians), strict=True)) | centre, cevians)


def _centroid(figure: Figure) -> Figure:
    corners = figure["ABC"]
    centre = plane.mean(corners)
    return _named(trigon.cevians(corners, centre), "DEF", G=centre)


def _orthocentre(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    feet = plane.foot(a, Segment(b, c)), plane.foot(b, Segment(c, a)), plane.foot(c, Segment(a, b))
    altitudes = tuple(Segment(corner, foot) for corner, foot in zip((a, b, c), feet, strict=True))
    return _named(altitudes, "DEF", H=plane.meet(altitudes[0], altitudes[1]))


def _circumcentre(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    around = plane.circle_through(a, b, c)
    middles = plane.midpoint(b, c), plane.midpoint(c, a), plane.midpoint(a, b)
    spokes = tuple(Segment(around.centre, middle) for middle in middles)
    return Figure({"O": around.centre}, spokes, (around,))


def _incentre(figure: Figure) -> Figure:
    corners = figure["ABC"]
    within = trigon.incircle(*corners)
    return Figure({"I": within.centre}, trigon.cevians(corners, within.centre), (within,))


def _gergonne(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    within = trigon.incircle(a, b, c)
    touches = [plane.foot(within.centre, side) for side in (Segment(b, c), Segment(c, a), Segment(a, b))]
    lines = tuple(Segment(corner, touch) for corner, touch in zip((a, b, c), touches, strict=True))
    added = _named(lines, "DEF", G=plane.meet(lines[0], lines[1]))
    return Figure(added.points, added.segments, (within,))


def _nagel(figure: Figure) -> Figure:
    corners = figure["ABC"]
    first, second, third = trigon.lengths(*corners)
    half = (first + second + third) / 2
    centre = plane.weighted(corners, (half - first, half - second, half - third))
    return _named(trigon.cevians(corners, centre), "DEF", N=centre)


def _symmedian(figure: Figure) -> Figure:
    corners = figure["ABC"]
    centre = trigon.symmedian_point(*corners)
    return _named(trigon.cevians(corners, centre), "PQR", K=centre)


def _fermat(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    centre = plane.meet(Segment(a, trigon.apex(b, c, a)), Segment(b, trigon.apex(c, a, b)))
    return Figure({"F": centre}, tuple(Segment(centre, corner) for corner in (a, b, c)))


def _brocard(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    first, second, third = (length**-2 for length in trigon.lengths(a, b, c))
    centre = plane.weighted((a, b, c), (second, third, first))
    return Figure({"W": centre}, tuple(Segment(corner, centre) for corner in (a, b, c)))


def _vecten(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    segments: list[Segment] = []
    links: list[Segment] = []
    labels = {}
    for label, (vertex, left, right) in zip("XYZ", ((a, b, c), (b, c, a), (c, a, b)), strict=True):
        far, near = trigon.square(left, right, vertex)
        segments += plane.chain(right, far, near, left)
        labels[label] = plane.midpoint(left, far)
        links.append(Segment(vertex, labels[label]))
    return Figure(labels, (*segments, *links))


def _cleavers(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    segments = []
    for vertex, left, right in ((a, b, c), (b, c, a), (c, a, b)):
        middle = plane.midpoint(left, right)
        longer = left if left.distance(vertex) > right.distance(vertex) else right
        line = plane.parallel(plane.angle_bisector(left, vertex, right), middle)
        segments.append(Segment(middle, plane.meet(line, Segment(vertex, longer))))
    return _named(tuple(segments), "PQR")


def _with_inner_point(random: Random) -> Figure:
    corners = givens.corners(random)
    return givens.polygon("ABC", corners, P=givens.inside(random, corners))


def _isogonal(figure: Figure) -> Figure:
    a, b, c, p = figure["ABCP"]
    lines = [
        Segment(vertex, plane.mirrored(p, plane.angle_bisector(left, vertex, right)))
        for vertex, left, right in ((a, b, c), (b, c, a))
    ]
    centre = plane.meet(*lines)
    if centre.distance(p) < 40:
        raise Degenerate("the conjugate lies near the point")
    return Figure({"Q": centre}, tuple(Segment(corner, centre) for corner in (a, b, c)))


def _isotomic(figure: Figure) -> Figure:
    a, b, c, p = figure["ABCP"]
    segments = []
    for vertex, left, right in ((a, b, c), (b, c, a), (c, a, b)):
        foot = trigon.cevian(vertex, p, left, right).end
        segments.append(Segment(vertex, left + right - foot))
    return _named(tuple(segments), "DEF", Q=plane.meet(segments[0], segments[1]))


def _through_inner_point(figure: Figure) -> tuple[Figure, ...]:
    """Return likely mistakes: lines through P itself, or the centres that everyone knows."""
    a, b, c, p = figure["ABCP"]
    lines = Figure(segments=trigon.cevians((a, b, c), p))
    return lines, Figure(segments=tuple(Segment(corner, p) for corner in (a, b, c))), *givens.spokes(figure)


CONSTRUCTIONS = (
    Construction(
        "centroid",
        GROUP,
        "The three medians of a triangle pass through one point G, the centroid, which cuts each of them in the ratio "
        "2 : 1. For triangle ABC, draw the medians: from A to the midpoint D of BC, from B to the midpoint E of CA, "
        "and from C to the midpoint F of AB.",
        givens.triangle(),
        _centroid,
        mistakes=givens.cevians,
    ),
    Construction(
        "orthocentre",
        GROUP,
        "An altitude of a triangle runs from a vertex at a right angle to the line of the opposite side. In triangle "
        "ABC draw all three altitudes, from A, B and C to their feet D, E and F on the opposite sides. They meet in "
        "the orthocentre H.",
        givens.triangle(most=80),
        _orthocentre,
        mistakes=givens.cevians,
    ),
    Construction(
        "circumcentre",
        GROUP,
        "The perpendicular bisectors of the sides of triangle ABC meet in O, which is equally far from A, B and C. "
        "Draw the circle around O that passes through the three vertices, and draw the perpendiculars from O as three "
        "segments, each ending at the midpoint of one side.",
        givens.triangle(most=78),
        _circumcentre,
        mistakes=givens.cevians,
    ),
    Construction(
        "incentre",
        GROUP,
        "The bisectors of the angles of triangle ABC meet in the incentre I, the centre of the circle that touches "
        "all three sides from within. Draw this inscribed circle, and draw each bisector as a segment from its vertex "
        "to the opposite side.",
        givens.triangle(),
        _incentre,
        mistakes=givens.cevians,
    ),
    Construction(
        "gergonne-point",
        GROUP,
        "The incircle of triangle ABC touches BC at D, CA at E and AB at F. The segments AD, BE and CF all pass "
        "through one point, named after Gergonne. Add the incircle and these three segments.",
        givens.triangle(),
        _gergonne,
        mistakes=givens.cevians,
    ),
    Construction(
        "nagel-point",
        GROUP,
        "The excircle opposite to a vertex of a triangle touches the side that faces this vertex. Let D, E and F be "
        "these contact points on the sides BC, CA and AB of triangle ABC. The segments AD, BE and CF each halve the "
        "perimeter and are concurrent, in the Nagel point N. Draw the three segments; the excircles are not wanted.",
        givens.triangle(),
        _nagel,
        mistakes=givens.cevians,
    ),
    Construction(
        "symmedian-point",
        GROUP,
        "Reflect each median of triangle ABC in the angle bisector of the same vertex: the mirror images are the "
        "symmedians, and they share a point K, the Lemoine point. Draw the symmedians from A, B and C as far as their "
        "ends P, Q and R on the opposite sides, without the medians.",
        givens.triangle(),
        _symmedian,
        mistakes=givens.cevians,
    ),
    Construction(
        "fermat-point",
        GROUP,
        "Inside triangle ABC, no angle of which is as wide as 120°, there is one point F from which every side is "
        "seen at an angle of 120°. The sum of its distances to the vertices is the least possible. Join F to A, to B "
        "and to C.",
        givens.triangle(least=22, most=112, unlike=20),
        _fermat,
        mistakes=givens.spokes,
    ),
    Construction(
        "brocard-point",
        GROUP,
        "There is exactly one point W in triangle ABC such that the angles WAB, WBC and WCA are all equal; it is the "
        "first Brocard point. Draw the segments WA, WB and WC.",
        givens.triangle(unlike=14),
        _brocard,
        mistakes=givens.spokes,
    ),
    Construction(
        "vecten-point",
        GROUP,
        "On each side of triangle ABC, erect a square outwards; let X, Y and Z be the centres of the squares on BC, "
        "CA and AB. The lines AX, BY and CZ are concurrent in the Vecten point. Draw the three squares and the "
        "segments AX, BY and CZ.",
        givens.triangle(),
        _vecten,
        mistakes=givens.cevians,
    ),
    Construction(
        "cleavers",
        GROUP,
        "A cleaver of a triangle is a segment that starts at the midpoint of one side and divides the perimeter into "
        "two equal lengths. It is parallel to the bisector of the angle opposite to that side. Draw the three "
        "cleavers of triangle ABC: from the midpoints of BC, CA and AB to their other ends P, Q and R on the "
        "perimeter.",
        givens.triangle(unlike=14),
        _cleavers,
        mistakes=givens.cevians,
    ),
    Construction(
        "isogonal-conjugate",
        GROUP,
        "P is a point inside triangle ABC. Reflect the line AP in the bisector of angle A, the line BP in the "
        "bisector of angle B, and the line CP in the bisector of angle C. The three mirror images meet in a point Q, "
        "the isogonal conjugate of P. Draw the segments from A, B and C to Q.",
        _with_inner_point,
        _isogonal,
        mistakes=_through_inner_point,
    ),
    Construction(
        "isotomic-conjugate",
        GROUP,
        "The lines from the vertices of triangle ABC through the inner point P cut the opposite sides. Reflect each "
        "of these points of intersection in the midpoint of the side it lies on, which gives D on BC, E on CA and F "
        "on AB. Then AD, BE and CF are concurrent again, in the isotomic conjugate of P. Draw AD, BE and CF alone.",
        _with_inner_point,
        _isotomic,
        mistakes=_through_inner_point,
    ),
)
