"""Circles that belong to a triangle. One answer each."""

import math
from itertools import combinations
from random import Random

from sgpkit.graphics.geometry import Circle, Point, Segment

from .. import givens, plane, trigon
from ..engine import Construction, Figure

GROUP = "circles of a triangle"


def _turns(figure: Figure) -> tuple[tuple[Point, Point, Point], ...]:
    """Each vertex of ABC with the two that follow it."""
    a, b, c = figure["ABC"]
    return (a, b, c), (b, c, a), (c, a, b)


def _excircle(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    circle = trigon.excircle(a, b, c)
    sides = Segment(b, c), Segment(a, c), Segment(a, b)
    touches = [plane.foot(circle.centre, side) for side in sides]
    labels = dict(zip("DEF", touches, strict=True))
    return Figure(labels, (Segment(c, touches[1]), Segment(b, touches[2])), (circle,))


def _other_excircles(figure: Figure) -> tuple[Figure, ...]:
    return tuple(Figure(circles=(trigon.excircle(*turn),)) for turn in _turns(figure)[1:])


def _nine_points(figure: Figure) -> Figure:
    corners = figure["ABC"]
    crossing = trigon.orthocentre(*corners)
    diameters = tuple(
        Segment(plane.midpoint(left, right), plane.midpoint(vertex, crossing)) for vertex, left, right in _turns(figure)
    )
    return Figure({"N": plane.midpoint(*diameters[0])}, diameters, (trigon.nine_point_circle(*corners),))


def _spieker(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    middles = plane.midpoint(b, c), plane.midpoint(c, a), plane.midpoint(a, b)
    circle = trigon.incircle(*middles)
    return Figure({"S": circle.centre}, plane.closed(*middles), (circle,))


def _lemoine(figure: Figure) -> Figure:
    centre = trigon.symmedian_point(*figure["ABC"])
    segments = []
    for vertex, left, right in _turns(figure):
        line = plane.parallel(Segment(left, right), centre)
        segments.append(Segment(plane.meet(line, Segment(vertex, left)), plane.meet(line, Segment(vertex, right))))
    circle = plane.circle_through(*segments[0], segments[1].start)
    return Figure({"K": centre}, tuple(segments), (circle,))


def _taylor(figure: Figure) -> Figure:
    segments = []
    for vertex, left, right in _turns(figure):
        foot = plane.foot(vertex, Segment(left, right))
        segments += [Segment(foot, plane.foot(foot, Segment(vertex, corner))) for corner in (left, right)]
    circle = plane.circle_through(segments[0].end, segments[1].end, segments[2].end)
    return Figure({}, tuple(segments), (circle,))


def _van_lamoen(figure: Figure) -> Figure:
    corners = figure["ABC"]
    centre = plane.mean(corners)
    medians = trigon.cevians(corners, centre)
    pieces = [
        plane.circle_through(centre, corner, medians[index].end).centre
        for index in range(3)
        for corner in (corners[index - 2], corners[index - 1])
    ]
    return Figure({}, medians, (plane.circle_through(*pieces[:3]),))


def _conway(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    segments = []
    for vertex, left, right in _turns(figure):
        length = left.distance(right)
        for corner in (left, right):
            segments.append(Segment(vertex, plane.onward(vertex, vertex * 2 - corner, length)))
    centre = trigon.incentre(a, b, c)
    return Figure({"I": centre}, tuple(segments), (Circle(centre, centre.distance(segments[0].end)),))


def _johnson(figure: Figure) -> Figure:
    crossing = trigon.orthocentre(*figure["ABC"])
    circles = tuple(plane.circle_through(crossing, left, right) for _, left, right in _turns(figure))
    return Figure({"H": crossing}, (), circles)


def _mixtilinear(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    within = trigon.incircle(a, b, c)
    growth = 1 / math.cos(math.radians(plane.angle(b, a, c) / 2)) ** 2
    circle = Circle(plane.between(a, within.centre, growth), within.radius * growth)
    return Figure({}, (), (circle, plane.circle_through(a, b, c)))


def _malfatti(figure: Figure) -> Figure:
    corners = figure["ABC"]
    within = trigon.incircle(*corners)
    sides = trigon.lengths(*corners)
    half = sum(sides) / 2
    reach = [within.centre.distance(corner) for corner in corners]
    circles = []
    for index, corner in enumerate(corners):
        # Malfatti's radii: r / (2 (s − a)) · (s − r + IA − IB − IC), and so on.
        rest = half - within.radius + 2 * reach[index] - sum(reach)
        radius = within.radius * rest / (2 * (half - sides[index]))
        circles.append(Circle(plane.between(corner, within.centre, radius / within.radius), radius))
    return Figure({}, (), tuple(circles))


def _trillium(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    around = figure.circles[0]
    middle = plane.second(Segment(a, trigon.incentre(a, b, c)), around, a)
    return Figure({"M": middle}, (Segment(a, middle),), (Circle(middle, middle.distance(b)),))


def _circled(random: Random) -> Figure:
    figure = givens.polygon("ABC", givens.corners(random))
    return Figure(figure.points, figure.segments, (plane.circle_through(*figure["ABC"]),))


def _circles_on_sides(figure: Figure) -> tuple[Figure, ...]:
    """Return a mistake: circles with the sides as diameters."""
    pairs = combinations(figure["ABC"], 2)
    return (Figure(circles=tuple(plane.circle_on(one, other) for one, other in pairs)),)


CONSTRUCTIONS = (
    Construction(
        "excircle",
        GROUP,
        "The excircle of triangle ABC opposite to A touches the side BC at D and the extensions of AC and AB beyond C "
        "and B, at E and F. Draw this excircle, and the extensions of the sides from C to E and from B to F.",
        givens.triangle(),
        _excircle,
        mistakes=_other_excircles,
    ),
    Construction(
        "nine-point-circle",
        GROUP,
        "The midpoints of the sides of triangle ABC, the feet of its altitudes, and the midpoints between the "
        "orthocentre H and each vertex all lie on one circle, with centre N. Draw this circle. Draw also three of its "
        "diameters: those that join the midpoint of a side to the midpoint between H and the opposite vertex.",
        givens.triangle(),
        _nine_points,
        mistakes=givens.circles,
    ),
    Construction(
        "spieker-circle",
        GROUP,
        "Draw the triangle whose corners are the midpoints of the sides of triangle ABC, and then the circle "
        "inscribed in that smaller triangle. Its centre is the centre of gravity of a wire bent along the sides of "
        "ABC.",
        givens.triangle(),
        _spieker,
        mistakes=givens.circles,
    ),
    Construction(
        "lemoine-circle",
        GROUP,
        "Through the Lemoine point K of triangle ABC, where its symmedians meet, draw the parallels to the three "
        "sides, each as a segment that ends on the other two sides. The six ends lie on one circle, the first Lemoine "
        "circle. Draw it too.",
        givens.triangle(unlike=14),
        _lemoine,
        mistakes=givens.circles,
    ),
    Construction(
        "taylor-circle",
        GROUP,
        "From the foot of each altitude of triangle ABC, drop perpendiculars to the two other sides. The six feet "
        "found in this way lie on the Taylor circle. Draw the six perpendiculars (not the altitudes) and the circle.",
        givens.triangle(most=76, unlike=8),
        _taylor,
    ),
    Construction(
        "van-lamoen-circle",
        GROUP,
        "The medians divide triangle ABC into six smaller triangles. Their six circumcentres lie on one circle, as "
        "van Lamoen found. Draw the three medians and this circle.",
        givens.triangle(least=42, most=84),
        _van_lamoen,
    ),
    Construction(
        "conway-circle",
        GROUP,
        "At each vertex of triangle ABC, extend the two sides that meet there beyond this vertex, both by the length "
        "of the opposite side: beyond A by BC, beyond B by CA, and beyond C by AB. Draw these six extensions, and the "
        "circle through their ends; its centre is the incentre.",
        givens.triangle(),
        _conway,
    ),
    Construction(
        "johnson-circles",
        GROUP,
        "H is the orthocentre of triangle ABC. Draw the three circles that pass through H and two vertices of the "
        "triangle: one through B and C, one through C and A, one through A and B. They have the same radius.",
        givens.triangle(),
        _johnson,
        mistakes=_circles_on_sides,
    ),
    Construction(
        "mixtilinear-incircle",
        GROUP,
        "Draw the circumcircle of triangle ABC, and the circle that touches it from inside and also touches the sides "
        "AB and AC. (It is the mixtilinear incircle of the corner A.)",
        givens.triangle(),
        _mixtilinear,
        mistakes=givens.circles,
    ),
    Construction(
        "malfatti-circles",
        GROUP,
        "Malfatti's problem: inside triangle ABC, draw three circles such that each touches the two others and two "
        "sides of the triangle, one circle in each corner.",
        givens.triangle(),
        _malfatti,
    ),
    Construction(
        "arc-midpoint",
        GROUP,
        "Triangle ABC is inscribed in a circle. The bisector of angle A cuts the circle again at M, the middle of the "
        "arc BC. M is as far from B and from C as from the incentre. Draw the segment AM, and the circle around M "
        "that passes through B, C and the incentre.",
        _circled,
        _trillium,
    ),
)
