"""Circles that touch or cross other circles, and radical axes. One answer each."""

import cmath
import math
from collections.abc import Sequence
from random import Random

from sgpkit.graphics.geometry import Circle, Point, Segment

from .. import givens, plane
from ..engine import Construction, Degenerate, Figure

GROUP = "circles and radical axes"
ORIGIN = Point(0.0, 0.0)


def _touching_three(random: Random) -> Figure:
    one, other, third = (random.uniform(55, 110) for _ in range(3))
    turn = random.uniform(0, 360)
    b = plane.at(ORIGIN, one + other, turn)
    c, _ = plane.common_points(Circle(ORIGIN, one + third), Circle(b, other + third))
    return givens.labelled(Circle(ORIGIN, one), Circle(b, other), Circle(c, third))


def _soddy(figure: Figure) -> Figure:
    # Descartes' theorem, for curvatures and for curvatures times centres as complex numbers (Lagarias, Mallows, Wilks).
    curvatures = [1 / circle.radius for circle in figure.circles]
    scaled = [complex(*circle.centre) / circle.radius for circle in figure.circles]
    k1, k2, k3 = curvatures
    z1, z2, z3 = scaled
    around = sum(curvatures) - 2 * math.sqrt(k1 * k2 + k2 * k3 + k3 * k1)
    if around > -1e-4:
        raise Degenerate("no circle surrounds the three")
    root = 2 * cmath.sqrt(z1 * z2 + z2 * z3 + z3 * z1)
    centres = [(sum(scaled) + root) / around, (sum(scaled) - root) / around]
    circles = [Circle(Point(centre.real, centre.imag), -1 / around) for centre in centres]
    return Figure({}, (), (min(circles, key=lambda circle: _gap(circle, figure.circles)),))


def _gap(around: Circle, circles: Sequence[Circle]) -> float:
    """Return the distance of circles from touching a larger one from inside."""
    return sum(abs(around.centre.distance(circle.centre) - around.radius + circle.radius) for circle in circles)


def _three_crossing(random: Random) -> Figure:
    corners = givens.corners(random)
    circles = [Circle(corner, random.uniform(0.75, 1.25) * givens.SIZE) for corner in corners]
    return givens.labelled(*circles)


def _radical_centre(figure: Figure) -> Figure:
    one, other, third = figure.circles
    chords = [Segment(*plane.common_points(*pair)) for pair in ((other, third), (third, one), (one, other))]
    centre = plane.meet(chords[0], chords[1])
    if any(plane.power(centre, circle) > -0.1 * circle.radius**2 for circle in figure.circles):
        raise Degenerate("the chords do not cross within the circles")
    return Figure({"R": centre}, tuple(chords))


def _arbelos(random: Random, share: float) -> Figure:
    turn, hand = random.uniform(0, 360), random.choice((180, -180))
    a, b = plane.at(ORIGIN, 200, turn), plane.at(ORIGIN, 200, turn + 180)
    c = plane.between(a, b, share)
    arcs = tuple(plane.arc(plane.midpoint(start, end), start, hand) for start, end in ((a, b), (a, c), (c, b)))
    return Figure({"A": a, "B": b, "C": c}, (Segment(a, b),), curves=arcs)


def _any_arbelos(random: Random) -> Figure:
    return _arbelos(random, random.choice((random.uniform(0.56, 0.68), random.uniform(0.32, 0.44))))


def _arbelos_frame(figure: Figure) -> tuple[Point, Point, float, float]:
    """The directions along AB and to the side of the arcs, and the radii of the two smaller arcs."""
    a, b, c = figure["ABC"]
    along = plane.unit(a, b)
    across = plane.normal(along)
    top = figure.curves[0].points[3]
    return along, across if across.dot(top - a) > 0 else across * -1, a.distance(c) / 2, c.distance(b) / 2


def _twins(figure: Figure) -> Figure:
    c = figure.points["C"]
    along, across, first, other = _arbelos_frame(figure)
    radius = first * other / (first + other)
    # Each twin touches the perpendicular in C; its height follows from touching the adjacent arc.
    left = c - along * radius + across * (2 * math.sqrt(first * radius))
    right = c + along * radius + across * (2 * math.sqrt(other * radius))
    top = c + across * (2 * math.sqrt(first * other))
    return Figure({"D": top}, (Segment(c, top),), (Circle(left, radius), Circle(right, radius)))


def _gap_given(random: Random) -> Figure:
    one, other = random.uniform(70, 90), random.uniform(96, 120)
    apart = 2 * math.sqrt(one * other)
    centres = Point(0.0, -one), Point(apart, -other)
    turn, about = random.choice((0, 90, 180, 270)) + random.uniform(-20, 20), ORIGIN
    left, right = Point(-one, 0.0), Point(apart + other, 0.0)
    start, end, first, second = (plane.turned(point, about, turn) for point in (left, right, *centres))
    figure = givens.labelled(Circle(first, one), Circle(second, other))
    return Figure(figure.points, (Segment(start, end),), figure.circles)


def _gap_circle(figure: Figure) -> Figure:
    line = figure.segments[0]
    one, other = figure.circles
    radius = (one.radius**-0.5 + other.radius**-0.5) ** -2
    feet = plane.foot(one.centre, line), plane.foot(other.centre, line)
    touch = plane.onward(feet[0], feet[1], 2 * math.sqrt(one.radius * radius))
    return Figure({}, (), (Circle(plane.onward(touch, touch + one.centre - feet[0], radius), radius),))


CONSTRUCTIONS = (
    Construction(
        "soddy-circle",
        GROUP,
        "The circles around A, B and C touch each other from outside. One further circle surrounds them, so that all "
        "three touch it from inside. Draw this outer Soddy circle.",
        _touching_three,
        _soddy,
    ),
    Construction(
        "radical-centre",
        GROUP,
        "Any two of the circles around A, B and C cross in two points. Draw the three common chords, one for each "
        "pair of circles. They meet in a single point R, the radical centre of the circles.",
        _three_crossing,
        _radical_centre,
    ),
    Construction(
        "twin-circles",
        GROUP,
        "The arbelos is bounded by the three semicircles over AB, AC and CB. The perpendicular to AB at C meets the "
        "large semicircle at D and divides the arbelos into two parts. In each part draw the circle that touches CD, "
        "the large semicircle and one small one: they are the equal twins of Archimedes. Draw the segment CD too.",
        _any_arbelos,
        _twins,
    ),
    Construction(
        "circle-in-the-gap",
        GROUP,
        "The circles around A and B stand on the same line and touch each other. Draw the small circle in the gap "
        "between them, which touches both circles and the line.",
        _gap_given,
        _gap_circle,
    ),
)
