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
        "The three medians of a triangle join each corner to the midpoint of the opposite side: AD, BE and CF in the "
        "triangle ABC, where D, E and F are the midpoints of BC, CA and AB. They pass through one point G, the "
        "centroid, which cuts each of them in the ratio 2 : 1.",
        givens.triangle(),
        _centroid,
        mistakes=givens.cevians,
    ),
    Construction(
        "orthocentre",
        GROUP,
        "An altitude of a triangle is the segment from a corner to the opposite side that is perpendicular to that "
        "side. The three altitudes AD, BE and CF of an acute triangle ABC meet in one point H, the orthocentre.",
        givens.triangle(most=80),
        _orthocentre,
        mistakes=givens.cevians,
    ),
    Construction(
        "circumcentre",
        GROUP,
        "The circumcircle of a triangle ABC passes through its three corners. Its centre O is the point in which the "
        "perpendicular bisectors of the sides meet: the segments OD, OE and OF, where D, E and F are the midpoints of "
        "BC, CA and AB, are perpendicular to the sides.",
        givens.triangle(most=78),
        _circumcentre,
        mistakes=givens.cevians,
    ),
    Construction(
        "incentre",
        GROUP,
        "The bisectors AD, BE and CF of the angles of a triangle ABC, with D, E and F on the opposite sides, meet in "
        "the incentre I. It is equally far from all three sides and is therefore the centre of the incircle, which "
        "touches them from within.",
        givens.triangle(),
        _incentre,
        mistakes=givens.cevians,
    ),
    Construction(
        "gergonne-point",
        GROUP,
        "The incircle of a triangle ABC touches BC at D, CA at E and AB at F. The segments AD, BE and CF pass through "
        "one point, which is named after Gergonne.",
        givens.triangle(),
        _gergonne,
        mistakes=givens.cevians,
    ),
    Construction(
        "nagel-point",
        GROUP,
        "The excircle opposite to a corner of a triangle touches the side that faces this corner. If D, E and F are "
        "these points of contact on the sides BC, CA and AB of a triangle ABC, each of the segments AD, BE and CF "
        "bisects the perimeter. These three splitters are concurrent; their common point N is the Nagel point.",
        givens.triangle(),
        _nagel,
        mistakes=givens.cevians,
    ),
    Construction(
        "symmedian-point",
        GROUP,
        "A symmedian of a triangle is the reflection of a median in the bisector of the angle at the same corner. The "
        "three symmedians of a triangle ABC, AP, BQ and CR, with P, Q and R on the opposite sides, have a point K in "
        "common, the symmedian point or Lemoine point.",
        givens.triangle(),
        _symmedian,
        mistakes=givens.cevians,
    ),
    Construction(
        "fermat-point",
        GROUP,
        "If no angle of a triangle ABC is as wide as 120°, there is exactly one point F from which every side is seen "
        "at an angle of 120°. It is called the Fermat point: the sum of the lengths of the segments FA, FB and FC is "
        "smaller than for every other point.",
        givens.triangle(least=22, most=112, unlike=20),
        _fermat,
        mistakes=givens.spokes,
    ),
    Construction(
        "brocard-point",
        GROUP,
        "In every triangle ABC there is exactly one point W for which the angles WAB, WBC and WCA, which the segments "
        "WA, WB and WC form with the sides AB, BC and CA, are equal. It is the first Brocard point of the triangle.",
        givens.triangle(unlike=14),
        _brocard,
        mistakes=givens.spokes,
    ),
    Construction(
        "vecten-point",
        GROUP,
        "Let squares be erected outwards on the sides of a triangle ABC, and let X, Y and Z be the centres of the "
        "squares on BC, CA and AB. The segments AX, BY and CZ, from each corner to the centre of the opposite square, "
        "are concurrent in the Vecten point of the triangle.",
        givens.triangle(),
        _vecten,
        mistakes=givens.cevians,
    ),
    Construction(
        "cleavers",
        GROUP,
        "A cleaver of a triangle is a segment that starts at the midpoint of a side and bisects the perimeter. It is "
        "parallel to the bisector of the angle opposite to that side. The three cleavers of a triangle ABC meet in "
        "one point, the centre of the Spieker circle.",
        givens.triangle(unlike=14),
        _cleavers,
        mistakes=givens.cevians,
    ),
    Construction(
        "isogonal-conjugate",
        GROUP,
        "The isogonal conjugate of a point P with respect to a triangle ABC is found by reflecting the line PA in the "
        "bisector of the angle at A, the line PB in the bisector at B, and the line PC in the bisector at C. The "
        "three reflections are concurrent, and their common point Q, the end of the segments AQ, BQ and CQ, is the "
        "isogonal conjugate.",
        _with_inner_point,
        _isogonal,
        mistakes=_through_inner_point,
    ),
    Construction(
        "isotomic-conjugate",
        GROUP,
        "The lines from the corners of a triangle ABC through a point P cut the opposite sides. Let D on BC, E on CA "
        "and F on AB be the reflections of these three intersections in the midpoints of their sides. The segments "
        "AD, BE and CF are again concurrent; their common point is called the isotomic conjugate of P.",
        _with_inner_point,
        _isotomic,
        mistakes=_through_inner_point,
    ),
)
