"""Theorems on several circles that belong together. One answer each."""

import math
from itertools import combinations
from random import Random

from sgpkit.graphics.geometry import Circle, Segment

from .. import givens, plane, trigon
from ..engine import Construction, Figure
from .inferred import ORIGIN, regular

GROUP = "families of circles"


def _around_corners(figure: Figure) -> Figure:
    """The incircle with its radii to the sides, and the circles around the corners through their ends."""
    corners = [side.start for side in figure.segments]
    within = figure.circles[0] if figure.circles else trigon.incircle(*figure["ABC"])
    contacts = [plane.foot(within.centre, side) for side in figure.segments]
    radii = tuple(Segment(within.centre, contact) for contact in contacts)
    around = tuple(Circle(corner, corner.distance(contact)) for corner, contact in zip(corners, contacts, strict=True))
    given = Figure({"I": within.centre}, radii, (within, *around))
    return Figure({}, radii, around) if figure.circles else given


def _tangential(random: Random) -> Figure:
    circle, contacts = givens.cyclic(random, 4, least=80)
    tangents = [plane.perpendicular(Segment(circle.centre, contact), contact) for contact in contacts]
    corners = [plane.meet(tangents[index - 1], tangents[index]) for index in range(4)]
    drawn = givens.polygon("ABCD", corners)
    return Figure(drawn.points, drawn.segments, (circle,))


def _in_its_circle(random: Random) -> Figure:
    drawn = givens.polygon("ABC", givens.corners(random, 45, 76, 6))
    return Figure(drawn.points, drawn.segments, (plane.circle_through(*drawn["ABC"]),))


def _arc_middles(figure: Figure) -> Figure:
    corners, around = figure["ABC"], figure.circles[0]
    centre = trigon.incentre(*corners)
    ends = [plane.second(Segment(corner, centre), around, corner) for corner in corners]
    bisectors = tuple(Segment(corner, end) for corner, end in zip(corners, ends, strict=True))
    circles = tuple(Circle(end, end.distance(centre)) for end in ends)
    return Figure(dict(zip("DEF", ends, strict=True)), (*bisectors, *plane.closed(*ends)), circles)


def _through_one_point(random: Random) -> Figure:
    turn = random.uniform(0, 360)
    circles = []
    for index in range(4):
        radius = random.uniform(70, 130)
        circles.append(Circle(plane.at(ORIGIN, radius, turn + 90 * index + random.uniform(-25, 25)), radius))
    return Figure({"P": ORIGIN}, (), tuple(circles))


def _clifford(figure: Figure) -> Figure:
    start = figure.points["P"]
    crossings = {
        pair: max(plane.common_points(*(figure.circles[index] for index in pair)), key=start.distance)
        for pair in combinations(range(4), 2)
    }
    circles = [
        plane.circle_through(*(crossings[pair] for pair in combinations(three, 2)))
        for three in combinations(range(4), 3)
    ]
    return Figure(circles=tuple(circles))


def _four_lines(random: Random) -> Figure:
    a, p, q = givens.corners(random, 40, 90, 5)
    b, d = plane.between(a, p, random.uniform(0.4, 0.6)), plane.between(a, q, random.uniform(0.4, 0.6))
    return Figure(segments=(Segment(a, p), Segment(a, q), Segment(b, q), Segment(d, p)))


def _steiner_miquel(figure: Figure) -> Figure:
    circles = []
    for three in combinations(figure.segments, 3):
        circles.append(plane.circle_through(*(plane.meet(*pair) for pair in combinations(three, 2))))
    return Figure(circles=(*circles, plane.circle_through(*(circle.centre for circle in circles[:3]))))


def _nine_point_circles(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    circles = tuple(trigon.nine_point_circle(*three) for three in combinations((a, b, c, d), 3))
    return Figure({}, (Segment(a, c), Segment(b, d)), circles)


def _any_quadrilateral(random: Random) -> Figure:
    return givens.polygon("ABCD", givens.quadrilateral(random))


def _large_circle(random: Random) -> Figure:
    end = plane.at(ORIGIN, givens.SIZE, random.uniform(0, 360))
    return Figure({"O": ORIGIN, "A": end}, (), (Circle(ORIGIN, givens.SIZE),))


def _rose(figure: Figure) -> Figure:
    centre, end = figure["OA"]
    middles = [plane.turned(plane.between(centre, end, 2 / 3), centre, 60 * step) for step in range(6)]
    radius = figure.circles[0].radius / 3
    circles = tuple(Circle(middle, radius) for middle in (centre, *middles))
    return Figure({}, plane.closed(*middles), circles)


def _quatrefoil(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    circles = tuple(plane.circle_on(*side) for side in figure.segments)
    return Figure({}, (Segment(a, c), Segment(b, d)), (*circles, plane.circle_on(a, c)))


def _four_tangents(figure: Figure) -> Figure:
    one, other = figure.circles
    outer = plane.outer_tangents(one, other)
    inner = tuple(
        Segment(plane.meet(tangent, outer[0]), plane.meet(tangent, outer[1]))
        for tangent in plane.inner_tangents(one, other)
    )
    return Figure({}, (*outer, *inner), (plane.circle_on(one.centre, other.centre),))


def _incircles_of_quarters(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    middles = plane.midpoint(b, c), plane.midpoint(c, a), plane.midpoint(a, b)
    d, e, f = middles
    outer = [trigon.incircle(*three) for three in ((a, e, f), (b, f, d), (c, d, e))]
    circles = (*outer, trigon.incircle(*middles), trigon.incircle(a, b, c))
    return Figure({}, (*plane.closed(*middles), *plane.closed(*(circle.centre for circle in outer))), circles)


def _hexagrams(figure: Figure) -> Figure:
    corners = [side.start for side in figure.segments]
    centre = plane.mean(corners)
    radius = centre.distance(corners[0])
    middles = [plane.midpoint(corners[index], corners[(index + 2) % 6]) for index in range(6)]
    stars = [plane.closed(*points[start::2]) for points in (corners, middles) for start in (0, 1)]
    sides = tuple(side for star in stars for side in star)
    return Figure({}, sides, (Circle(centre, radius), Circle(centre, radius * math.cos(math.pi / 3))))


def _reuleaux(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    circles = tuple(Circle(corner, corner.distance(other)) for corner, other in ((a, b), (b, c), (c, a)))
    return Figure({}, plane.closed(b + c - a, c + a - b, a + b - c), circles)


CONSTRUCTIONS = (
    Construction(
        "circles-around-the-corners",
        GROUP,
        "The incircle of a triangle ABC touches each side in one point. Around each corner lies a circle through the "
        "contact points on the two sides that meet there. The three circles touch each other in these points, and "
        "the radii from the incentre I to the contact points are on their common tangents.",
        givens.triangle(45, 76, 6),
        _around_corners,
    ),
    Construction(
        "circles-around-four-corners",
        GROUP,
        "The circle inscribed in the quadrilateral ABCD touches each side in one point. Around each corner lies a "
        "circle through the contact points on the two sides that meet there. Each of these four circles touches the "
        "next one, and the radii of the inscribed circle to the contact points are on their common tangents.",
        _tangential,
        _around_corners,
    ),
    Construction(
        "arc-midpoints-and-incentre",
        GROUP,
        "The angle bisectors of a triangle ABC, extended to its circumcircle, end in the midpoints D, E and F of the "
        "arcs opposite to A, B and C. D is equally far from B, from C and from the incentre, and the same holds for E "
        "and F. So the three circles around D, E and F that pass through two corners each all pass through the "
        "incentre, which is the orthocentre of the triangle DEF.",
        _in_its_circle,
        _arc_middles,
    ),
    Construction(
        "clifford-four-circles",
        GROUP,
        "Four circles pass through a point P. Every two of them cross in a second point, so that every three of them "
        "have three such points, and these lie on a further circle. The first of Clifford's theorems states that the "
        "four further circles, one for each three of the circles through P, again pass through one point.",
        _through_one_point,
        _clifford,
    ),
    Construction(
        "steiner-miquel",
        GROUP,
        "Four lines, of which no two are parallel and no three meet in one point, form four triangles. Their "
        "circumcircles pass through one point, the Miquel point. Steiner found that the centres of the four circles "
        "lie on a fifth circle, which passes through the Miquel point too.",
        _four_lines,
        _steiner_miquel,
    ),
    Construction(
        "poncelet-point",
        GROUP,
        "The two diagonals of a quadrilateral ABCD divide it, each in its own way, into two triangles. The nine-point "
        "circles of these four triangles have a point in common, the Poncelet point of the quadrilateral.",
        _any_quadrilateral,
        _nine_point_circles,
    ),
    Construction(
        "rose-window",
        GROUP,
        "In a rose window seven equal circles fill a large circle around O. One of them lies in the middle. Each of "
        "the six others touches it, its two neighbours, and the large circle, one of them at A. The centres of these "
        "six are the corners of a regular hexagon.",
        _large_circle,
        _rose,
    ),
    Construction(
        "lunes-of-a-square",
        GROUP,
        "The circumcircle of a square ABCD and the four circles that have its sides as diameters bound four lunes, "
        "which together have the same area as the square. The four circles pass through the centre of the square, and "
        "its diagonals are the common chords of adjacent ones.",
        regular(4),
        _quatrefoil,
    ),
    Construction(
        "four-common-tangents",
        GROUP,
        "Two circles around A and B that lie outside each other have four common tangents. The two outer ones reach "
        "from contact point to contact point; the two inner ones cross between the circles and end on the outer ones. "
        "The four ends of the inner tangents lie on the circle that has AB as its diameter.",
        givens.two_circles,
        _four_tangents,
    ),
    Construction(
        "incircles-of-four-quarters",
        GROUP,
        "The medial triangle divides a triangle ABC into four congruent triangles, itself among them. Their incircles "
        "have half the radius of the incircle of ABC. The centres of the three incircles at the corners form a "
        "triangle that is congruent to the four as well.",
        givens.triangle(45, 76, 6),
        _incircles_of_quarters,
    ),
    Construction(
        "hexagram-in-a-hexagram",
        GROUP,
        "The circumcircle of the regular hexagon ABCDEF is also that of the two equilateral triangles of its "
        "hexagram. A circle of half its radius touches the six sides of these triangles at their midpoints, which are "
        "the corners of a second, smaller hexagram of two triangles.",
        regular(6),
        _hexagrams,
    ),
    Construction(
        "reuleaux-triangle",
        GROUP,
        "The Reuleaux triangle is what three discs have in common whose centres are the corners of an equilateral "
        "triangle ABC and whose circles pass through the two other corners. Every two of the circles cross in a "
        "further point outside of ABC; these three points form an equilateral triangle with sides twice as long, on "
        "which A, B and C lie.",
        regular(3),
        _reuleaux,
    ),
)
