"""Constructions with compass and straightedge in which every circle and line is prescribed. One answer each."""

import math
from random import Random

from sgpkit.graphics.geometry import Circle, Point, Segment

from .. import plane
from ..engine import Construction, Figure

GROUP = "compass and straightedge"
ORIGIN = Point(0.0, 0.0)


def _segment_given(random: Random) -> Figure:
    a, b = ORIGIN, plane.at(ORIGIN, 200, random.uniform(0, 360))
    return Figure({"A": a, "B": b}, (Segment(a, b),))


def _segment_and_side_given(random: Random) -> Figure:
    """A segment AB, and a point S that says on which side of it to build."""
    a, b = ORIGIN, plane.at(ORIGIN, 200, random.uniform(0, 360))
    side = random.choice((-1, 1))
    s = plane.midpoint(a, b) + plane.normal(b - a) * (side * random.uniform(0.15, 0.3))
    s = s + (b - a) * random.uniform(-0.2, 0.2)
    return Figure({"A": a, "B": b, "S": s}, (Segment(a, b),))


def _upwards(figure: Figure) -> Point:
    """AB turned by a right angle, to the side of S."""
    a, b, s = figure["ABS"]
    up = plane.normal(b - a)
    return up if up.dot(s - a) > 0 else up * -1


def _euclid_first(figure: Figure) -> Figure:
    a, b = figure["AB"]
    c = plane.midpoint(a, b) + _upwards(figure) * (math.sqrt(3) / 2)
    radius = a.distance(b)
    return Figure({"C": c}, (Segment(a, c), Segment(b, c)), (Circle(a, radius), Circle(b, radius)))


def _square_on_segment(figure: Figure) -> Figure:
    a, b = figure["AB"]
    up = _upwards(figure)
    c, d = b + up, a + up
    return Figure({"C": c, "D": d}, (*plane.chain(b, c, d, a), Segment(a, c), Segment(b, d)))


def _golden_cut(figure: Figure) -> Figure:
    """Heron's way: half of AB upright at B, its circle, and the rest of the hypotenuse."""
    a, b = figure["AB"]
    half = a.distance(b) / 2
    c = b + _upwards(figure) * 0.5
    rest = a.distance(c) - half
    d, e = plane.onward(a, c, rest), plane.onward(a, b, rest)
    return Figure({"C": c, "D": d, "E": e}, (Segment(b, c), Segment(a, c)), (Circle(c, half), Circle(a, rest)))


def _gothic_arch(figure: Figure) -> Figure:
    """The circle under the arch: 3/8 of AB is the height of its centre, and its radius."""
    a, b = figure["AB"]
    centre = plane.midpoint(a, b) + _upwards(figure) * 0.375
    side = a.distance(b)
    return Figure({}, (), (Circle(a, side), Circle(b, side), Circle(centre, 0.375 * side)))


def _pentagon_on_segment(figure: Figure) -> Figure:
    a, b = figure["AB"]
    up, along, side = plane.unit(ORIGIN, _upwards(figure)), plane.unit(a, b), a.distance(b)

    def step(start: Point, degrees: float) -> Point:
        angle = math.radians(degrees)
        return start + along * (side * math.cos(angle)) + up * (side * math.sin(angle))

    c = step(b, 72)
    d = step(c, 144)
    e = step(d, 216)
    return Figure({"C": c, "D": d, "E": e}, plane.chain(b, c, d, e, a))


def _compass_alone(figure: Figure) -> Figure:
    """Three steps around B reach the point C opposite to A; the inverse of C in the circle around A is the middle."""
    a, b = figure["AB"]
    side = a.distance(b)
    c = b * 2 - a
    p, q = plane.common_points(Circle(a, side), Circle(c, c.distance(a)))
    circles = (Circle(a, side), Circle(b, side), Circle(c, 2 * side), Circle(p, side), Circle(q, side))
    return Figure({"C": c, "P": p, "Q": q, "M": plane.midpoint(a, b)}, (), circles)


def _circle_and_point_given(random: Random) -> Figure:
    a = plane.at(ORIGIN, 100, random.uniform(0, 360))
    return Figure({"O": ORIGIN, "A": a}, (), (Circle(ORIGIN, 100),))


def _around(figure: Figure, count: int) -> list[Point]:
    o, a = figure["OA"]
    return [plane.turned(a, o, 360 * index / count) for index in range(count)]


def _hexagon(figure: Figure) -> Figure:
    corners = _around(figure, 6)
    radius = figure.circles[0].radius
    return Figure({}, plane.closed(*corners), tuple(Circle(corner, radius) for corner in corners))


def _pentagon_in_circle(figure: Figure) -> Figure:
    corners = _around(figure, 5)
    star = [corners[index * 2 % 5] for index in range(5)]
    return Figure({}, (*plane.closed(*corners), *plane.closed(*star)))


def _dodecagon(figure: Figure) -> Figure:
    """Two squares and the inner star of triangles share these corners."""
    corners = _around(figure, 12)
    sides: list[Segment] = []
    for first in range(4):
        sides += plane.closed(*corners[first::4])
    return Figure({}, tuple(sides))


def _square_given(random: Random) -> Figure:
    turn = random.uniform(0, 90)
    corners = [plane.at(ORIGIN, 150, turn + 90 * index) for index in range(4)]
    return Figure(dict(zip("ABCD", corners, strict=True)), plane.closed(*corners))


def _octagon(figure: Figure) -> Figure:
    """The old masons' way: circles around the corners through the centre."""
    corners = figure["ABCD"]
    reach = corners[0].distance(plane.mean(corners))
    sides = []
    for index, corner in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % 4]
        sides.append(Segment(plane.onward(before, corner, reach), plane.onward(after, corner, reach)))
    return Figure({}, tuple(sides), tuple(Circle(corner, reach) for corner in corners))


def _two_lengths_given(random: Random) -> Figure:
    a, b = ORIGIN, plane.at(ORIGIN, 300, random.uniform(0, 360))
    h = plane.between(a, b, random.choice((1, -1)) * random.uniform(0.14, 0.3) + 0.5)
    s = plane.midpoint(a, b) + plane.normal(b - a) * (random.choice((-1, 1)) * random.uniform(0.08, 0.3))
    return Figure({"A": a, "B": b, "H": h, "S": s}, (Segment(a, b),))


def _geometric_mean(figure: Figure) -> Figure:
    a, b, h = figure["ABH"]
    up = plane.unit(ORIGIN, _upwards(figure))
    c = h + up * math.sqrt(a.distance(h) * h.distance(b))
    return Figure({"C": c}, (Segment(h, c), Segment(a, c), Segment(b, c)), (plane.circle_on(a, b),))


def _rectangle_given(random: Random) -> Figure:
    way, high = random.uniform(0, 360), random.uniform(55, 120)
    flat = (Point(0, 0), Point(200, 0), Point(200, high), Point(0, high))
    corners = [plane.turned(point, ORIGIN, way) for point in flat]
    return Figure(dict(zip("ABCD", corners, strict=True)), plane.closed(*corners))


def _square_of_rectangle(figure: Figure) -> Figure:
    """Euclid II.14: BE = BC on AB extended; the semicircle on AE meets CB extended at F; BF is the side."""
    a, b, c, _ = figure["ABCD"]
    e = plane.onward(a, b, a.distance(b) + b.distance(c))
    side = math.sqrt(a.distance(b) * b.distance(c))
    f = plane.onward(c, b, c.distance(b) + side)
    g = f + plane.unit(a, b) * side
    h = b + plane.unit(a, b) * side
    return Figure(
        {"E": e, "F": f, "G": g, "H": h},
        plane.closed(b, f, g, h),
        (plane.circle_on(a, e),),
    )


def _steps_given(random: Random) -> Figure:
    """A segment AB and a ray with five equal steps on it."""
    way, turn = random.uniform(0, 360), random.choice((-1, 1)) * random.uniform(28, 55)
    a, b = ORIGIN, plane.at(ORIGIN, 300, way)
    end = plane.at(ORIGIN, random.uniform(200, 290), way + turn)
    steps = {f"{index}": plane.between(a, end, index / 5) for index in range(1, 6)}
    return Figure({"A": a, "B": b, **steps}, (Segment(a, b), Segment(a, end)))


def _five_parts(figure: Figure) -> Figure:
    a, b = figure["AB"]
    steps = figure["12345"]
    return Figure({}, tuple(Segment(step, plane.between(a, b, (n + 1) / 5)) for n, step in enumerate(steps)))


def _right_triangle_given(random: Random) -> Figure:
    a, b = ORIGIN, plane.at(ORIGIN, 200, random.uniform(0, 360))
    circle = plane.circle_on(a, b)
    c = plane.turned(b, circle.centre, random.choice((-1, 1)) * (90 + random.choice((-1, 1)) * random.uniform(15, 40)))
    return Figure({"A": a, "B": b, "C": c}, plane.closed(a, b, c))


def _lunes(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    return Figure(circles=(plane.circle_on(a, b), plane.circle_on(b, c), plane.circle_on(c, a)))


def _thales_given(random: Random) -> Figure:
    p = plane.at(ORIGIN, random.uniform(180, 280), random.uniform(0, 360))
    return Figure({"O": ORIGIN, "P": p}, (), (Circle(ORIGIN, 100),))


def _tangents_by_thales(figure: Figure) -> Figure:
    o, p = figure["OP"]
    s, t = plane.tangent_points(p, figure.circles[0])
    lines = (Segment(p, s), Segment(p, t), Segment(o, s), Segment(o, t), Segment(o, p))
    return Figure({"S": s, "T": t}, lines, (plane.circle_on(o, p),))


CONSTRUCTIONS = (
    Construction(
        "equilateral-triangle-of-euclid",
        GROUP,
        "Euclid's Elements begin with the construction of an equilateral triangle on a segment AB. The circle about A "
        "through B and the circle about B through A cross at C, on the same side of AB as S; together with AB, the "
        "segments AC and BC form the triangle.",
        _segment_and_side_given,
        _euclid_first,
    ),
    Construction(
        "square-on-a-segment",
        GROUP,
        "Erect the square ABCD on the segment AB, on the side of AB where S lies. Draw its missing sides BC, CD, DA "
        "and its two diagonals.",
        _segment_and_side_given,
        _square_on_segment,
    ),
    Construction(
        "golden-section",
        GROUP,
        "Cut AB in the golden ratio. At B erect BC, perpendicular to AB, half as long as AB, on the side where S "
        "lies. Draw the segments BC and AC and the circle about C through B; it cuts the segment AC at D. Then draw "
        "the circle about A through D, which cuts AB in the golden ratio at E.",
        _segment_and_side_given,
        _golden_cut,
    ),
    Construction(
        "gothic-arch",
        GROUP,
        "The pointed arch of Gothic windows is bounded by a segment AB and by two arcs, on the side where S lies, of "
        "the circle about A through B and the circle about B through A. Often a circle is inscribed in it, which "
        "touches AB and, from inside, both of these circles.",
        _segment_and_side_given,
        _gothic_arch,
    ),
    Construction(
        "pentagon-on-a-side",
        GROUP,
        "AB is one side of a regular pentagon ABCDE that lies on the same side of AB as S. Draw the other four sides.",
        _segment_and_side_given,
        _pentagon_on_segment,
    ),
    Construction(
        "midpoint-with-compass-alone",
        GROUP,
        "Mascheroni proved that the midpoint of a segment AB can be found with the compass alone. Let C be the point "
        "on the line AB for which B is the midpoint of AC; it is found by means of the circle about B through A. The "
        "circle about A through B and the circle about C through A cross at P and Q, and the circles about P and Q "
        "that pass through A cross once more at the midpoint of AB.",
        _segment_given,
        _compass_alone,
    ),
    Construction(
        "hexagon-and-its-circles",
        GROUP,
        "The radius of a circle can be stepped off along it exactly six times. Beginning at A on the circle with "
        "centre O, this yields the corners of a regular hexagon. The six circles about these corners that pass "
        "through O form the well-known rosette inside the given circle.",
        _circle_and_point_given,
        _hexagon,
    ),
    Construction(
        "pentagon-and-pentagram",
        GROUP,
        "The pentagram consists of the five diagonals of a regular pentagon, any two of which divide each other in "
        "the golden ratio if they cross. A regular pentagon that is inscribed in the circle with centre O, with one "
        "corner at A, is determined together with its pentagram.",
        _circle_and_point_given,
        _pentagon_in_circle,
    ),
    Construction(
        "twelve-points",
        GROUP,
        "If the circle with centre O is divided into twelve equal arcs, beginning at A, every fourth point of "
        "division is a corner of the same equilateral triangle. In this way the twelve points are the corners of four "
        "equilateral triangles, which make the star {12/4}.",
        _circle_and_point_given,
        _dodecagon,
    ),
    Construction(
        "octagon-in-a-square",
        GROUP,
        "Masons used to cut a square ABCD down to a regular octagon by means of four circles. They are drawn about "
        "the corners of the square, pass through its centre, and cut its sides in the eight corners of the octagon. "
        "Four sides of the octagon lie on those of the square, and the other four cut off its corners.",
        _square_given,
        _octagon,
    ),
    Construction(
        "geometric-mean",
        GROUP,
        "The geometric mean theorem states that the altitude HC of a right-angled triangle ABC to its hypotenuse AB "
        "is the geometric mean of AH and HB. So this mean can be constructed: C is the point, on the side of AB where "
        "S lies, at which the perpendicular to AB at H meets the circle with the diameter AB, and AC and BC complete "
        "the triangle.",
        _two_lengths_given,
        _geometric_mean,
    ),
    Construction(
        "squaring-a-rectangle",
        GROUP,
        "Make a square as large as the rectangle ABCD. Extend AB beyond B to E, with BE as long as BC. Draw the "
        "circle with the diameter AE; the line CB, extended beyond B, meets it at F. Draw the square BFGH on the "
        "side BF, whose corner H lies on AB extended beyond B.",
        _rectangle_given,
        _square_of_rectangle,
    ),
    Construction(
        "five-equal-parts",
        GROUP,
        "To divide AB into five equal parts, five equal steps 1, 2, 3, 4, 5 were marked on a ray from A. Draw the "
        "segment from 5 to B, and from each of the other steps the parallel to it as far as AB.",
        _steps_given,
        _five_parts,
    ),
    Construction(
        "lunes-of-hippocrates",
        GROUP,
        "Hippocrates of Chios studied the three circles that have the sides of a triangle ABC as their diameters, in "
        "the case of a right angle at C. The two lunes that the circles over the legs leave outside the circle over "
        "the hypotenuse have together the same area as the triangle.",
        _right_triangle_given,
        _lunes,
    ),
    Construction(
        "tangents-by-the-circle-of-thales",
        GROUP,
        "The tangents from a point P to a circle with centre O can be found by means of the circle that has the "
        "segment OP as its diameter. It cuts the given circle at S and T. By Thales' theorem the radii OS and OT are "
        "perpendicular to the segments PS and PT, which are therefore the tangents.",
        _thales_given,
        _tangents_by_thales,
    ),
)
