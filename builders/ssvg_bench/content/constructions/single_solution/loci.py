"""Bisectors and loci: all points with a property. One answer each."""

import math
from random import Random

from sgpkit.graphics.geometry import Circle, Point, Segment

from .. import givens, plane
from ..engine import Construction, Degenerate, Figure

GROUP = "bisectors and loci"
ORIGIN = Point(0.0, 0.0)


def _segment(random: Random) -> Figure:
    a, b = plane.at(ORIGIN, 100, turn := random.uniform(0, 360)), plane.at(ORIGIN, 100, turn + 180)
    return Figure({"A": a, "B": b}, (Segment(a, b),))


def _seen_under_sixty(figure: Figure) -> Figure:
    a, b = figure["AB"]
    middle, half = plane.midpoint(a, b), plane.normal(b - a) * 0.5
    # The angle at the centre is 120°: the centre lies AB / (2 √3) from the chord.
    centres = middle + half * (1 / math.sqrt(3)), middle - half * (1 / math.sqrt(3))
    return Figure({}, (), tuple(Circle(centre, centre.distance(a)) for centre in centres))


def _ratio(figure: Figure) -> Figure:
    a, b = figure["AB"]
    return Figure({}, (), (plane.circle_on(plane.between(a, b, 2 / 3), plane.between(a, b, 2)),))


def _other_ratio(figure: Figure) -> tuple[Figure, ...]:
    a, b = figure["AB"]
    return (Figure(circles=(plane.circle_on(plane.between(b, a, 2 / 3), plane.between(b, a, 2)),)),)


def _framed(random: Random) -> Figure:
    """Three points in a rectangle, so that the circle through them lies within it."""
    wide, high = random.uniform(380, 440), random.uniform(300, 440)
    corners = givens.corners(random, unlike=9)
    scale = random.uniform(0.5, 0.62)
    shift = Point(wide / 2 + random.uniform(-40, 40), high / 2 + random.uniform(-30, 30))
    a, b, c = (corner * scale + shift for corner in corners)
    frame = plane.closed(ORIGIN, Point(wide, 0.0), Point(wide, high), Point(0.0, high))
    return Figure({"A": a, "B": b, "C": c}, frame)


def _voronoi(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    centre = plane.circle_through(a, b, c).centre
    low, high = figure.segments[0].start, figure.segments[1].end
    segments = []
    for left, right, other in ((a, b, c), (b, c, a), (c, a, b)):
        way = plane.unit(centre, centre + plane.normal(right - left))
        # Beyond the common point, the border of two cells runs away from the third point.
        if way.dot(other - centre) > 0:
            way = way * -1
        reaches = [
            ((high.x if way.x > 0 else low.x) - centre.x) / way.x if way.x else math.inf,
            ((high.y if way.y > 0 else low.y) - centre.y) / way.y if way.y else math.inf,
        ]
        segments.append(Segment(centre, centre + way * min(reaches)))
    return Figure({}, tuple(segments))


def _crossing_lines(random: Random) -> Figure:
    turn, width = random.uniform(0, 360), random.choice((random.uniform(40, 75), random.uniform(105, 140)))
    circle = Circle(ORIGIN, 200.0)
    lines = tuple(Segment(plane.at(ORIGIN, 200, way), plane.at(ORIGIN, 200, way + 180)) for way in (turn, turn + width))
    return Figure({"O": ORIGIN}, lines, (circle,))


def _both_bisectors(figure: Figure) -> Figure:
    one, other = figure.segments
    circle = figure.circles[0]
    middle = plane.angle_bisector(one.start, circle.centre, other.start)
    return Figure({}, (plane.chord(middle, circle), plane.chord(plane.perpendicular(middle, circle.centre), circle)))


def _with_distance(random: Random) -> Figure:
    a, b = plane.at(ORIGIN, 120, turn := random.uniform(0, 360)), plane.at(ORIGIN, 120, turn + 180)
    distance = random.uniform(60, 90)
    middle = plane.at(ORIGIN, 190 + distance, turn + 90)
    way = plane.unit(a, b) * (distance / 2)
    c, d = middle - way, middle + way
    return Figure({"A": a, "B": b, "C": c, "D": d}, (Segment(a, b), Segment(c, d)))


def _strip(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    side = plane.normal(plane.unit(a, b)) * c.distance(d)
    edges = Segment(a + side, b + side), Segment(a - side, b - side)
    return Figure({}, edges, (Circle(a, c.distance(d)), Circle(b, c.distance(d))))


def _inner_point(random: Random) -> Figure:
    circle = Circle(ORIGIN, 200.0)
    point = plane.at(ORIGIN, random.uniform(70, 160), random.uniform(0, 360))
    return Figure({"O": circle.centre, "P": point}, (), (circle,))


def _chord_midpoints(figure: Figure) -> Figure:
    return Figure({}, (), (plane.circle_on(*figure["OP"]),))


def _round_middle(figure: Figure) -> tuple[Figure, ...]:
    o, p = figure["OP"]
    return tuple(Figure(circles=(Circle(centre, o.distance(p)),)) for centre in (o, p))


def _chord(random: Random) -> Figure:
    circle = Circle(ORIGIN, 120.0)
    turn = random.uniform(0, 360)
    a, b = plane.at(ORIGIN, 120, turn), plane.at(ORIGIN, 120, turn + random.uniform(85, 150))
    return Figure({"A": a, "B": b}, (Segment(a, b),), (circle,))


def _orthocentres(figure: Figure) -> Figure:
    line, circle = figure.segments[0], figure.circles[0]
    return Figure({}, (), (Circle(plane.mirrored(circle.centre, line), circle.radius),))


def _outer_point(random: Random) -> Figure:
    circle = Circle(ORIGIN, 120.0)
    point = plane.at(ORIGIN, random.uniform(170, 320), random.uniform(0, 360))
    return Figure({"A": point, "O": ORIGIN}, (), (circle,))


def _halfway(figure: Figure) -> Figure:
    circle = figure.circles[0]
    return Figure({}, (), (Circle(plane.midpoint(figure.points["A"], circle.centre), circle.radius / 2),))


def _three_points(random: Random) -> Figure:
    a, b = plane.at(ORIGIN, 100, turn := random.uniform(0, 360)), plane.at(ORIGIN, 100, turn + 180)
    c = plane.at(ORIGIN, random.uniform(125, 220), turn + random.choice((1, -1)) * random.uniform(20, 70))
    return Figure({"A": a, "B": b, "C": c}, (Segment(a, b),))


def _sum_of_squares(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    middle = plane.midpoint(a, b)
    return Figure({"M": middle}, (Segment(a, c), Segment(b, c)), (Circle(middle, middle.distance(c)),))


def _around(figure: Figure) -> tuple[Figure, ...]:
    return (Figure(circles=(plane.circle_through(*figure["ABC"]),)),)


def _steady_difference(figure: Figure) -> Figure:
    """The chord, within the circle through all three points, of the perpendicular to AB through C."""
    a, b, c = figure["ABC"]
    if plane.foot(c, Segment(a, b)).distance(plane.midpoint(a, b)) < 0.15 * a.distance(b):
        raise Degenerate("the perpendicular halves AB")
    line = plane.perpendicular(Segment(a, b), c)
    return Figure({}, (plane.chord(line, figure.circles[0]),))


def _circle_with_chord(random: Random) -> Figure:
    circle = Circle(ORIGIN, 200.0)
    a = plane.at(ORIGIN, random.uniform(60, 150), turn := random.uniform(0, 360))
    b = plane.at(ORIGIN, random.uniform(60, 150), turn + random.uniform(100, 180))
    c = plane.at(ORIGIN, random.uniform(0, 120), random.uniform(0, 360))
    return Figure({"A": a, "B": b, "C": c}, (Segment(a, b),), (circle,))


CONSTRUCTIONS = (
    Construction(
        "seen-under-sixty-degrees",
        GROUP,
        "The points from which a segment AB is seen at an angle of 60° form two arcs from A to B, one on each side of "
        "the segment. They belong to two circles of the same size, each of which passes through A and B.",
        _segment,
        _seen_under_sixty,
    ),
    Construction(
        "twice-as-far",
        GROUP,
        "A circle of Apollonius consists of all points whose distances from two points have a given ratio. An example "
        "is the circle of those points that are exactly twice as far from A as from B.",
        _segment,
        _ratio,
        mistakes=_other_ratio,
    ),
    Construction(
        "nearest-of-three",
        GROUP,
        "A Voronoi diagram divides a region, here a rectangle, according to which of several points is nearest. For "
        "three points A, B and C, its edges are three segments from the point that is equally far from A, B and C to "
        "the border of the rectangle.",
        _framed,
        _voronoi,
    ),
    Construction(
        "equally-far-from-two-lines",
        GROUP,
        "Two lines cross at O, the centre of the given circle. Draw everything within this circle that is equally far "
        "from both lines: two segments with ends on the circle.",
        _crossing_lines,
        _both_bisectors,
    ),
    Construction(
        "parallels-and-circles",
        GROUP,
        "All points whose distance from the segment AB is the length CD lie on a curve like a running track. Draw its "
        "two straight edges, which are parallel to AB and as long, and the two complete circles, around A and B, to "
        "which its round ends belong.",
        _with_distance,
        _strip,
    ),
    Construction(
        "midpoints-of-chords",
        GROUP,
        "If a point P lies inside a circle with centre O, the midpoints of all chords through P form a circle, which "
        "passes through O and P.",
        _inner_point,
        _chord_midpoints,
        mistakes=_round_middle,
    ),
    Construction(
        "locus-of-the-orthocentre",
        GROUP,
        "Let A and B be fixed points of a circle. While a third point C runs all the way around the circle, the "
        "orthocentre of the triangle ABC describes a circle of the same size.",
        _chord,
        _orthocentres,
    ),
    Construction(
        "halfway-to-a-circle",
        GROUP,
        "While a point P runs along a circle around O, and A stays in its place, the midpoint of AP describes a "
        "circle with half the radius.",
        _outer_point,
        _halfway,
    ),
    Construction(
        "steady-sum-of-squares",
        GROUP,
        "Draw the curve of all points P for which the sum of the squares PA² + PB² is as large as it is for the point "
        "C, that is CA² + CB². Draw the segments CA and CB too.",
        _three_points,
        _sum_of_squares,
        mistakes=_around,
    ),
    Construction(
        "steady-difference-of-squares",
        GROUP,
        "Consider the points P for which the difference PA² − PB² is the same as CA² − CB². They form a straight "
        "line. Draw the part of it that lies within the given circle.",
        _circle_with_chord,
        _steady_difference,
    ),
)
