"""Inversion in a circle, poles and polars, and their consequences. One answer each.

In an inversion in the circle with centre O and radius k, a point X goes to X' on the ray OX with OX · OX' = k².
"""

import math
from random import Random

from sgpkit.graphics.geometry import Circle, Point, Segment

from .. import givens, plane
from ..engine import Construction, Degenerate, Figure

GROUP = "inversion"
ORIGIN = Point(0.0, 0.0)
RADIUS = 100.0
MIRROR = Circle(ORIGIN, RADIUS)


def _point_outside_given(random: Random) -> Figure:
    p = plane.at(ORIGIN, random.uniform(1.5, 2.3) * RADIUS, random.uniform(0, 360))
    return Figure({"O": ORIGIN, "P": p}, (), (MIRROR,))


def _inverse_of_a_point(figure: Figure) -> Figure:
    o, p = figure["OP"]
    s, t = plane.tangent_points(p, figure.circles[0])
    return Figure(
        {"S": s, "T": t, "P'": plane.midpoint(s, t)}, (Segment(p, s), Segment(p, t), Segment(s, t), Segment(o, p))
    )


def _line_given(random: Random) -> Figure:
    way = random.uniform(0, 360)
    foot = plane.at(ORIGIN, random.uniform(0.6, 1.5) * RADIUS, way)
    a, b = (plane.at(foot, random.uniform(1.0, 1.5) * RADIUS, way + turn) for turn in (90, -90))
    return Figure({"O": ORIGIN, "A": a, "B": b}, (Segment(a, b),), (MIRROR,))


def _inverse_of_a_line(figure: Figure) -> Figure:
    (o,) = figure["O"]
    mirror = figure.circles[0]
    return Figure(circles=(plane.circle_on(o, plane.inverse(plane.foot(o, figure.segments[0]), mirror)),))


def _inverse_of_a_line_mistakes(figure: Figure) -> tuple[Figure, ...]:
    """The circle from O to the line, and the one around the foot."""
    (o,) = figure["O"]
    foot = plane.foot(o, figure.segments[0])
    return (
        Figure(circles=(plane.circle_on(o, foot),)),
        Figure(circles=(Circle(plane.inverse(foot, figure.circles[0]), figure.circles[0].radius / 2),)),
    )


def _circle_given(random: Random) -> Figure:
    centre = plane.at(ORIGIN, random.uniform(1.0, 1.35) * RADIUS, random.uniform(0, 360))
    other = Circle(centre, random.uniform(0.45, 0.65) * RADIUS)
    return Figure({"O": ORIGIN, "M": centre}, (), (MIRROR, other))


def _inverse_of_a_circle(figure: Figure) -> Figure:
    return Figure(circles=(_inverted(figure.circles[1], figure.circles[0]),))


def _inverted(circle: Circle, mirror: Circle) -> Circle:
    towards = plane.unit(mirror.centre, circle.centre) * circle.radius
    ends = (plane.inverse(circle.centre + towards, mirror), plane.inverse(circle.centre - towards, mirror))
    return plane.circle_on(*ends)


def _inverse_centre_mistake(figure: Figure) -> tuple[Figure, ...]:
    """The centre of a circle does not go to the centre of its image."""
    mirror, circle = figure.circles
    image = _inverted(circle, mirror)
    return (
        Figure(circles=(Circle(plane.inverse(circle.centre, mirror), image.radius),)),
        Figure(circles=(Circle(plane.inverse(circle.centre, mirror), circle.radius),)),
    )


def _circle_through_centre_given(random: Random) -> Figure:
    radius = random.uniform(0.62, 0.95) * RADIUS
    centre = plane.at(ORIGIN, radius, random.uniform(0, 360))
    return Figure({"O": ORIGIN, "M": centre}, (), (MIRROR, Circle(centre, radius)))


def _inverse_through_centre(figure: Figure) -> Figure:
    s, t = plane.common_points(*figure.circles)
    return Figure({"S": s, "T": t}, (Segment(s, t),))


def _triangle_around_given(random: Random) -> Figure:
    corners = givens.corners(random, least=40)
    centre = givens.inside(random, corners)
    sides = [centre.distance(plane.foot(centre, side)) for side in plane.closed(*corners)]
    radius = random.uniform(0.85, 1.15) * sum(sides) / 3
    figure = givens.polygon("ABC", corners, O=centre)
    return Figure(figure.points, figure.segments, (Circle(centre, radius),))


def _inverse_of_sides(figure: Figure) -> Figure:
    (o,) = figure["O"]
    mirror = figure.circles[0]
    images = tuple(plane.circle_on(o, plane.inverse(plane.foot(o, side), mirror)) for side in figure.segments)
    return Figure(circles=images)


def _polar_triangle(figure: Figure) -> Figure:
    (o,) = figure["O"]
    mirror = figure.circles[0]
    c, a, b = (plane.inverse(plane.foot(o, side), mirror) for side in figure.segments)
    return Figure({"A'": a, "B'": b, "C'": c}, plane.closed(a, b, c))


def _disc_given(random: Random) -> Figure:
    p, q = (plane.at(ORIGIN, random.uniform(0.3, 0.8) * RADIUS, random.uniform(0, 360)) for _ in "PQ")
    return Figure({"O": ORIGIN, "P": p, "Q": q}, (), (MIRROR,))


def _hyperbolic_line(figure: Figure) -> Figure:
    p, q = figure["PQ"]
    disc = figure.circles[0]
    circle = plane.circle_through(p, q, plane.inverse(p, disc))
    if circle.radius > 1.6 * disc.radius or p.distance(q) < 0.3 * disc.radius:
        raise Degenerate("a large circle, or two points near each other")
    return Figure(circles=(circle,))


def _arbelos_given(random: Random) -> Figure:
    way, share = random.uniform(0, 360), random.uniform(0.55, 0.7)
    a, b = ORIGIN, plane.at(ORIGIN, 400, way)
    c = plane.between(a, b, share)
    side = plane.turned(b, plane.midpoint(a, b), random.choice((-1, 1)) * random.uniform(60, 80))
    return Figure(
        {"A": a, "B": b, "C": c, "S": side},
        (Segment(a, b),),
        (plane.circle_on(a, b), plane.circle_on(a, c), plane.circle_on(c, b)),
    )


def _pappus_chain(figure: Figure) -> Figure:
    """Inverted in a circle around A, the circles on AB and AC are two parallel lines, and the chain is a stack."""
    a, b, c, s = figure["ABCS"]
    mirror = Circle(a, a.distance(b))
    far, near = plane.inverse(c, mirror), b
    up = plane.normal(plane.unit(a, b))
    if up.dot(s - a) < 0:
        up = up * -1
    middle, half = plane.midpoint(near, far), near.distance(far) / 2
    return Figure(circles=tuple(_inverted(Circle(middle + up * (2 * half * n), half), mirror) for n in (1, 2, 3)))


def _apart_given(random: Random) -> Figure:
    small = random.uniform(0.35, 0.55) * RADIUS
    centre = plane.at(ORIGIN, RADIUS + small + random.uniform(0.3, 0.7) * RADIUS, random.uniform(0, 360))
    return Figure({"M": ORIGIN, "N": centre}, (), (MIRROR, Circle(centre, small)))


def _mid_circle(figure: Figure) -> Figure:
    m, n = figure["MN"]
    large, small = figure.circles
    centre = plane.weighted((m, n), (-small.radius, large.radius))
    lengths = (math.sqrt(plane.power(centre, large)), math.sqrt(plane.power(centre, small)))
    return Figure({"S": centre}, (), (Circle(centre, math.sqrt(lengths[0] * lengths[1])),))


def _square_around_given(random: Random) -> Figure:
    turn = random.uniform(0, 90)
    corners = [plane.at(ORIGIN, RADIUS * math.sqrt(2), turn + 90 * index) for index in range(4)]
    figure = givens.polygon("ABCD", corners, O=ORIGIN)
    return Figure(figure.points, figure.segments, (MIRROR,))


def _two_points_given(random: Random) -> Figure:
    way = random.uniform(0, 360)
    p = plane.at(ORIGIN, random.uniform(0.45, 0.7) * RADIUS, way)
    q = plane.at(ORIGIN, random.uniform(1.5, 2.2) * RADIUS, way + random.uniform(50, 110))
    return Figure({"O": ORIGIN, "P": p, "Q": q}, (), (MIRROR,))


def _shared_inverses(figure: Figure) -> Figure:
    """Two points and their inverses lie on one circle."""
    p, q = figure["PQ"]
    mirror = figure.circles[0]
    one, other = plane.inverse(p, mirror), plane.inverse(q, mirror)
    return Figure({"P'": one, "Q'": other}, (Segment(p, one), Segment(q, other)), (plane.circle_through(p, q, one),))


CONSTRUCTIONS = (
    Construction(
        "inverse-of-a-point",
        GROUP,
        "The inverse of a point P outside a circle with centre O can be constructed by means of the tangents PS and "
        "PT, which touch the circle at S and T. The chord ST crosses the segment OP in the inverse P'.",
        _point_outside_given,
        _inverse_of_a_point,
    ),
    Construction(
        "inverse-of-a-line",
        GROUP,
        "Under inversion in a circle with centre O, the image of a straight line that does not pass through O is a "
        "circle through O. Such a circle is the image of the line through A and B.",
        _line_given,
        _inverse_of_a_line,
        mistakes=_inverse_of_a_line_mistakes,
    ),
    Construction(
        "inverse-of-a-circle",
        GROUP,
        "The circle with centre M does not pass through O, so inversion in the circle with centre O makes another "
        "circle of it. Draw this image. (Its centre is not the inverse of M.)",
        _circle_given,
        _inverse_of_a_circle,
        mistakes=_inverse_centre_mistake,
    ),
    Construction(
        "inverse-of-a-circle-through-the-centre",
        GROUP,
        "The circle with centre M passes through O, so inversion in the circle with centre O unbends it into a "
        "straight line. Draw the part of this line that lies inside the circle with centre O.",
        _circle_through_centre_given,
        _inverse_through_centre,
    ),
    Construction(
        "inverse-of-a-triangle",
        GROUP,
        "Inversion in the circle with centre O turns the three lines that carry the sides of a triangle ABC into "
        "three circles. All of these pass through O, and any two of them cross again in the inverse of a corner.",
        _triangle_around_given,
        _inverse_of_sides,
    ),
    Construction(
        "polar-triangle",
        GROUP,
        "The pole of a line with respect to a circle with centre O is the inverse of the foot of the perpendicular "
        "from O to the line. The poles A', B' and C' of the lines BC, CA and AB are the corners of the polar triangle "
        "A'B'C' of the triangle ABC.",
        _triangle_around_given,
        _polar_triangle,
    ),
    Construction(
        "line-of-the-hyperbolic-disc",
        GROUP,
        "In Poincaré's disc model of the hyperbolic plane, the straight line through two points P and Q is an arc of "
        "a circle. This circle passes through P and Q and cuts the rim of the disc, the circle with centre O, at "
        "right angles.",
        _disc_given,
        _hyperbolic_line,
    ),
    Construction(
        "chain-of-pappus",
        GROUP,
        "The circles with the diameters AB, AC and CB touch each other. In a Pappus chain, which starts from the "
        "circle over CB and runs towards A on the same side of AB as S, each further circle touches the circle over "
        "AB from inside, the circle over AC from outside, and the circle before it. The figure shows the first three "
        "of these further circles.",
        _arbelos_given,
        _pappus_chain,
    ),
    Construction(
        "circle-of-antisimilitude",
        GROUP,
        "Two circles with the centres M and N that lie outside each other are exchanged by exactly one inversion. The "
        "circle of this inversion, called their mid-circle, has its centre S where the two outer common tangents "
        "meet, and its radius is the geometric mean of the lengths of the tangents from S to the two circles.",
        _apart_given,
        _mid_circle,
    ),
    Construction(
        "inverse-of-a-square",
        GROUP,
        "The circle with centre O is inscribed in the square ABCD. Inversion in this circle turns the lines of the "
        "four sides into four circles through O, which form a rosette with four petals.",
        _square_around_given,
        _inverse_of_sides,
    ),
    Construction(
        "two-points-and-their-inverses",
        GROUP,
        "If P' and Q' are the inverses of two points P and Q in a circle with centre O, the four points lie on one "
        "circle, which cuts the given circle at right angles. The chords PP' and QQ' of the new circle lie on lines "
        "through O.",
        _two_points_given,
        _shared_inverses,
    ),
)
