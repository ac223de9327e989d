"""Theorems on triangles, squares and other polygons that belong to a polygon. One answer each."""

from collections.abc import Iterator
from random import Random

from sgpkit.graphics.geometry import Point, Segment

from .. import givens, plane, trigon
from ..engine import Construction, Figure
from .inferred import regular

GROUP = "figures in figures"


def _turns(figure: Figure) -> Iterator[tuple[Point, Point, Point]]:
    """Yield each corner of ABC with the two that follow it."""
    a, b, c = figure["ABC"]
    yield from ((a, b, c), (b, c, a), (c, a, b))


def _perigal(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    corners, squares = trigon.squares(a, b, c)
    _, _, f, g, _, _ = corners
    centre = plane.midpoint(b, f)
    along, across = plane.parallel(Segment(a, b), centre), plane.perpendicular(Segment(a, b), centre)
    sides = plane.closed(b, c, f, g)
    cuts = []
    for line in (along, across):
        # The line crosses the square on the longer leg in two opposite sides.
        ends = [plane.meet(line, side) for side in sides]
        nearest = sorted(ends, key=centre.distance)[:2]
        cuts.append(Segment(*nearest))
    return Figure(dict(zip("DEFGHK", corners, strict=True)), (*squares, *cuts))


def _legs(random: Random) -> Figure:
    a = plane.at(Point(0.0, 0.0), givens.SIZE, random.uniform(0, 360))
    c = Point(0.0, 0.0)
    ratio, hand = random.uniform(1.25, 1.7), random.choice((1, -1))
    return givens.polygon("ABC", (a, plane.turned(a, c, hand * 90) * ratio, c))


def _two_triangles_and_circle(figure: Figure) -> Figure:
    corners = figure["ABC"]
    feet = [plane.foot(corner, Segment(left, right)) for corner, left, right in _turns(figure)]
    middles = [plane.midpoint(left, right) for _, left, right in _turns(figure)]
    altitudes = tuple(Segment(corner, foot) for corner, foot in zip(corners, feet, strict=True))
    sides = (*plane.closed(*feet), *plane.closed(*middles), *altitudes)
    return Figure({}, sides, (trigon.nine_point_circle(*corners),))


def _with_incircle(random: Random) -> Figure:
    drawn = givens.polygon("ABC", givens.corners(random, 45, 76, 6))
    return Figure(drawn.points, drawn.segments, (trigon.incircle(*drawn["ABC"]),))


def _contact_and_excentral(figure: Figure) -> Figure:
    corners = figure["ABC"]
    centre = figure.circles[0].centre
    contacts = [plane.foot(centre, Segment(left, right)) for _, left, right in _turns(figure)]
    excentres = [trigon.excircle(*turn).centre for turn in _turns(figure)]
    bisectors = tuple(Segment(corner, end) for corner, end in zip(corners, excentres, strict=True))
    points = dict(zip("DEFPQR", (*contacts, *excentres), strict=True))
    return Figure(points, (*plane.closed(*contacts), *plane.closed(*excentres), *bisectors))


def _with_point(random: Random) -> Figure:
    corners = givens.corners(random)
    return givens.polygon("ABC", corners, P=givens.inside(random, corners))


def _pedal_circle(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    point = figure.points["P"]
    images = [
        plane.mirrored(point, plane.angle_bisector(left, corner, right)) for corner, left, right in _turns(figure)
    ]
    conjugate = plane.meet(Segment(a, images[0]), Segment(b, images[1]))
    lines = tuple(
        Segment(start, plane.foot(start, side))
        for start in (point, conjugate)
        for side in (Segment(b, c), Segment(c, a), Segment(a, b))
    )
    return Figure({"Q": conjugate}, lines, (plane.circle_through(*(line.end for line in lines[:3])),))


def _any_quadrilateral(random: Random) -> Figure:
    return givens.polygon("ABCD", givens.quadrilateral(random))


def _four_centroids(figure: Figure) -> Figure:
    corners = figure["ABCD"]
    centroids = [plane.mean([other for other in corners if other != corner]) for corner in corners]
    middles = [plane.midpoint(*side) for side in figure.segments]
    lines = tuple(Segment(corner, centroid) for corner, centroid in zip(corners, centroids, strict=True))
    points = dict(zip("PQRS", centroids, strict=True))
    return Figure(points, (*plane.closed(*centroids), *plane.closed(*middles), *lines))


def _gauss(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    outer = b + c - a, c + a - b, a + b - c
    feet = [plane.foot(corner, Segment(left, right)) for corner, left, right in _turns(figure)]
    altitudes = tuple(Segment(corner, foot) for corner, foot in zip((a, b, c), feet, strict=True))
    points = dict(zip("PQRH", (*outer, trigon.orthocentre(a, b, c)), strict=True))
    return Figure(points, (*plane.closed(*outer), *altitudes), (plane.circle_through(*outer),))


def _inner_square(figure: Figure) -> Figure:
    centre = plane.mean(figure["ABCD"])
    apexes = [plane.mirrored(trigon.apex(*side, centre), side) for side in figure.segments]
    sides = tuple(Segment(corner, apex) for side, apex in zip(figure.segments, apexes, strict=True) for corner in side)
    return Figure(dict(zip("KLMN", apexes, strict=True)), (*sides, *plane.closed(*apexes)))


CONSTRUCTIONS = (
    Construction(
        "dissection-of-perigal",
        GROUP,
        "The squares ABDE, BCFG and CAHK stand outward on the sides of a triangle ABC with a right angle at C, of "
        "which BC is the longer leg. In Perigal's proof of the theorem of Pythagoras two segments cut the square BCFG "
        "into four equal parts: they pass through its centre from side to side, one parallel to AB and one at right "
        "angles to AB. These parts and the square CAHK fill the square ABDE.",
        _legs,
        _perigal,
    ),
    Construction(
        "orthic-and-medial",
        GROUP,
        "The altitudes of a triangle ABC end in the corners of its orthic triangle, and the midpoints of its sides are "
        "the corners of its medial triangle. Both triangles have the same circumcircle: the nine-point circle of ABC.",
        givens.triangle(40, 80, 12),
        _two_triangles_and_circle,
    ),
    Construction(
        "contact-and-excentral",
        GROUP,
        "D, E and F are the points in which the incircle of a triangle ABC touches BC, CA and AB. P, Q and R are the "
        "excentres opposite to A, B and C, in which the angle bisectors AP, BQ and CR end. The triangles DEF and PQR "
        "have parallel sides, and A, B and C lie on those of PQR.",
        _with_incircle,
        _contact_and_excentral,
    ),
    Construction(
        "pedal-circle",
        GROUP,
        "P and Q are isogonal conjugates in a triangle ABC: at each corner the lines to P and to Q are mirror images "
        "in the angle bisector. The perpendiculars from P and from Q to the three sides have six feet, which lie on "
        "one circle, the pedal circle of both points.",
        _with_point,
        _pedal_circle,
    ),
    Construction(
        "four-centroids",
        GROUP,
        "The centroids P of BCD, Q of CDA, R of DAB and S of ABC are the corners of a quadrilateral PQRS that is "
        "similar to the quadrilateral ABCD. The segments AP, BQ, CR and DS meet in one point, which is also the "
        "centre of the parallelogram of the midpoints of AB, BC, CD and DA.",
        _any_quadrilateral,
        _four_centroids,
    ),
    Construction(
        "altitudes-as-bisectors",
        GROUP,
        "The parallels to the sides of a triangle ABC through the opposite corners form a triangle PQR, with P "
        "opposite to A, Q to B and R to C, whose sides have A, B and C as their midpoints. So the altitudes of ABC "
        "lie on the perpendicular bisectors of the sides of PQR, and the orthocentre H of ABC is the centre of the "
        "circumcircle of PQR, as Gauss remarked.",
        givens.triangle(45, 76, 6),
        _gauss,
    ),
    Construction(
        "triangles-in-a-square",
        GROUP,
        "Equilateral triangles ABK, BCL, CDM and DAN stand inward on the sides of the square ABCD. KLMN is a square as "
        "well: its diagonals are parallel to the sides of ABCD, and it has 2 - √3 times the area.",
        regular(4),
        _inner_square,
    ),
)
