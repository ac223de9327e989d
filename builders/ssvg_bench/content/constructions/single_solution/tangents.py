"""Tangents from points, between circles and around them. One answer each."""

import math
from random import Random

from sgpkit.graphics.geometry import Circle, Point, Segment

from .. import givens, plane, trigon
from ..engine import Construction, Degenerate, Figure

GROUP = "tangents"
ORIGIN = Point(0.0, 0.0)


def _inner_tangents(figure: Figure) -> Figure:
    return Figure({}, plane.inner_tangents(*figure.circles))


def _crossing_chords(random: Random) -> Figure:
    circle, (a, c, b, d) = givens.cyclic(random, 4, 55)
    chords = Segment(a, b), Segment(c, d)
    points = {"A": a, "B": b, "C": c, "D": d, "P": plane.meet(*chords)}
    return Figure(points, chords, (circle,))


def _polar(figure: Figure) -> Figure:
    circle = figure.circles[0]
    segments = []
    poles = []
    for start, end in figure.segments:
        tangents = [plane.perpendicular(Segment(circle.centre, point), point) for point in (start, end)]
        pole = plane.meet(*tangents)
        if pole.distance(circle.centre) > 4 * circle.radius:
            raise Degenerate("two tangents meet far away")
        poles.append(pole)
        segments += [Segment(start, pole), Segment(end, pole)]
    return Figure(dict(zip("XY", poles, strict=True)), (*segments, Segment(*poles)))


def _line_and_point(random: Random) -> Figure:
    touch = plane.at(ORIGIN, random.uniform(0.2, 0.6) * 100, 0)
    point = Point(touch.x + random.uniform(60, 130) * random.choice((1, -1)), random.uniform(50, 190))
    turn = random.uniform(0, 360)
    ends = Point(-180.0, 0.0), Point(220.0, 0.0)
    start, end, touch, point = (plane.turned(position, ORIGIN, turn) for position in (*ends, touch, point))
    return Figure({"A": point, "B": touch}, (Segment(start, end),))


def _touching_line(figure: Figure) -> Figure:
    a, b = figure["AB"]
    centre = plane.meet(plane.perpendicular(figure.segments[0], b), plane.bisector(a, b))
    return Figure({"O": centre}, (), (Circle(centre, centre.distance(b)),))


def _on_diameter(figure: Figure) -> tuple[Figure, ...]:
    return (Figure(circles=(plane.circle_on(*figure["AB"]),)),)


def _angle(random: Random) -> Figure:
    turn, width = random.uniform(0, 360), random.uniform(38, 78)
    arms = plane.at(ORIGIN, 300, turn), plane.at(ORIGIN, random.uniform(260, 340), turn + width)
    touch = plane.between(ORIGIN, arms[0], random.uniform(0.5, 0.75))
    return Figure({"V": ORIGIN, "T": touch}, (Segment(ORIGIN, arms[0]), Segment(ORIGIN, arms[1])))


def _in_angle(figure: Figure) -> Figure:
    one, other = figure.segments
    middle = plane.angle_bisector(one.end, one.start, other.end)
    centre = plane.meet(middle, plane.perpendicular(one, figure.points["T"]))
    circle = Circle(centre, centre.distance(figure.points["T"]))
    return Figure({"U": plane.foot(centre, other)}, (), (circle,))


def _eyeballs(figure: Figure) -> Figure:
    segments: list[Segment] = []
    chords = []
    for eye, seen in (figure.circles, figure.circles[::-1]):
        touches = plane.tangent_points(eye.centre, seen)
        segments += [Segment(eye.centre, touch) for touch in touches]
        chords.append(Segment(*(plane.onward(eye.centre, touch, eye.radius) for touch in touches)))
    return Figure({}, (*segments, *chords))


def _poncelet_given(random: Random) -> Figure:
    corners = givens.corners(random)
    around, within = plane.circle_through(*corners), trigon.incircle(*corners)
    point = plane.at(around.centre, around.radius, random.uniform(0, 360))
    return Figure({"A": point}, (), (around, within))


def _poncelet(figure: Figure) -> Figure:
    around, within = figure.circles
    a = figure.points["A"]
    b, c = (plane.second(Segment(a, touch), around, a) for touch in plane.tangent_points(a, within))
    return Figure({"B": b, "C": c}, plane.closed(a, b, c))


def _sector(random: Random) -> Figure:
    turn, width = random.uniform(0, 360), random.choice((random.uniform(50, 85), random.uniform(95, 150)))
    a, b = plane.at(ORIGIN, 200, turn), plane.at(ORIGIN, 200, turn + width)
    return Figure(
        {"O": ORIGIN, "A": a, "B": b}, (Segment(ORIGIN, a), Segment(ORIGIN, b)), curves=(plane.arc(ORIGIN, a, width),)
    )


def _in_sector(figure: Figure) -> Figure:
    o, a, b = figure["OAB"]
    sine = math.sin(math.radians(plane.angle(a, o, b) / 2))
    radius = o.distance(a) * sine / (1 + sine)
    centre = plane.onward(o, plane.midpoint(a, b), o.distance(a) - radius)
    return Figure({}, (), (Circle(centre, radius),))


def _in_triangle(figure: Figure) -> tuple[Figure, ...]:
    return (Figure(circles=(trigon.incircle(*figure["OAB"]),)),)


CONSTRUCTIONS = (
    Construction(
        "inner-common-tangents",
        GROUP,
        "Two circles with centres A and B lie apart. Draw those two of their common tangents that pass between them "
        "and cross on the line AB, each as a segment from one point of contact to the other.",
        givens.two_circles,
        _inner_tangents,
        mistakes=lambda figure: (Figure(segments=plane.outer_tangents(*figure.circles)),),
    ),
    Construction(
        "polar-line",
        GROUP,
        "The chords AB and CD of a circle cross at P. The tangents at A and B meet at X, those at C and D at Y. "
        "Wherever the chords through P lie, such points are on one line, the polar of P. Draw the tangents as the "
        "segments AX, BX, CY and DY, and draw the segment XY.",
        _crossing_chords,
        _polar,
    ),
    Construction(
        "circle-touching-a-line",
        GROUP,
        "B lies on the given line and A beside it. Draw the circle that passes through A and touches the line at B.",
        _line_and_point,
        _touching_line,
        mistakes=_on_diameter,
    ),
    Construction(
        "circle-in-an-angle",
        GROUP,
        "T is a point on one arm of the given angle with vertex V. Draw the circle that touches this arm at T and "
        "also touches the other arm.",
        _angle,
        _in_angle,
    ),
    Construction(
        "eyeball-theorem",
        GROUP,
        "Let the two tangents be drawn from the centre A of one circle to the points in which they touch a circle "
        "around B, and let the same be done from B. The points where they leave the circle around their own starting "
        "point are the ends of two chords, one in each circle. The eyeball theorem states that these chords are "
        "equally long.",
        givens.two_circles,
        _eyeballs,
    ),
    Construction(
        "poncelet-triangle",
        GROUP,
        "The two given circles are such that triangles exist with corners on the larger one and sides that touch the "
        "smaller one. By Poncelet's theorem there is then such a triangle for every first corner. Draw the one that "
        "has its corner at A.",
        _poncelet_given,
        _poncelet,
    ),
    Construction(
        "circle-in-a-sector",
        GROUP,
        "The radii OA and OB and the arc AB bound a sector of a circle. Draw the circle inscribed in it: it touches "
        "both radii and the arc.",
        _sector,
        _in_sector,
        mistakes=_in_triangle,
    ),
)
