"""Circles that touch or cross other circles, and radical axes. One answer each."""

import math
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
    sides = plane.closed(*(circle.centre for circle in figure.circles))
    return Figure(segments=sides, circles=(plane.touching_circle(figure.circles, (-1, -1, -1)),))


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
        "If the circles around the corners of a triangle ABC touch each other from outside, they do so on its sides "
        "AB, BC and CA. Such circles can be surrounded by one that all three of them touch from inside. It is the "
        "outer Soddy circle of the triangle.",
        _touching_three,
        _soddy,
    ),
    Construction(
        "radical-centre",
        GROUP,
        "If two circles cross, their radical axis is the line of their common chord. Of three circles of which any "
        "two cross, like those around A, B and C, the three common chords meet in a single point R, the radical "
        "centre.",
        _three_crossing,
        _radical_centre,
    ),
    Construction(
        "twin-circles",
        GROUP,
        "The arbelos is the figure bounded by the semicircles over AB, AC and CB, where C is a point of AB. The "
        "segment CD, perpendicular to AB, with D on the largest semicircle, divides it into two parts. In each part "
        "lies a circle that touches CD, the largest semicircle and one of the smaller ones. These two circles, the "
        "twins of Archimedes, are equally large.",
        _any_arbelos,
        _twins,
    ),
    Construction(
        "circle-in-the-gap",
        GROUP,
        "A problem that is common on Japanese temple tablets deals with the circles around A and B, which touch each "
        "other and stand on the same line, and with the small circle in the gap, which touches both circles and the "
        "line. If the radii are a, b and c, then 1/√c = 1/√a + 1/√b.",
        _gap_given,
        _gap_circle,
    ),
)
