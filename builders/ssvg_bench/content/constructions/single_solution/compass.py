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
        "The first proposition of Euclid's Elements: draw the circle about A through B and the circle about B "
        "through A. They cross at C, on the same side of AB as the point S. Draw both circles and the segments AC "
        "and BC, which complete an equilateral triangle.",
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
        "A Gothic arch stands on AB: it is bounded by AB and by the circle about A through B and the circle about B "
        "through A, on the side where S lies. Draw these two whole circles, and the circle inside the arch that "
        "touches AB and both of them.",
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
        "Mascheroni finds the midpoint of AB with the compass alone. Let C lie on the line AB so that B is the "
        "midpoint of AC. Draw the circle about A through B, the circle about B through A, and the circle about C "
        "through A. The first and the third cross at P and Q. Draw the circles about P and about Q that pass through "
        "A; they cross again at the midpoint of AB.",
        _segment_given,
        _compass_alone,
    ),
    Construction(
        "hexagon-and-its-circles",
        GROUP,
        "Starting from A, step around the circle with centre O with the compass opened to its radius: this gives the "
        "six corners of a regular hexagon. Draw the hexagon, and about each corner the circle that passes through O.",
        _circle_and_point_given,
        _hexagon,
    ),
    Construction(
        "pentagon-and-pentagram",
        GROUP,
        "Inscribe a regular pentagon in the circle with centre O so that A is one of its corners. Draw its five "
        "sides and its five diagonals.",
        _circle_and_point_given,
        _pentagon_in_circle,
    ),
    Construction(
        "twelve-points",
        GROUP,
        "Divide the circle with centre O into twelve equal arcs, beginning at A. Draw the four equilateral triangles "
        "whose corners are every fourth of these points.",
        _circle_and_point_given,
        _dodecagon,
    ),
    Construction(
        "octagon-in-a-square",
        GROUP,
        "To cut a square ABCD down to a regular octagon, masons drew about each corner the circle through the centre "
        "of the square; these circles cut the sides in the eight corners of the octagon. Draw the four whole "
        "circles, and the four sides of the octagon that do not lie on the square.",
        _square_given,
        _octagon,
    ),
    Construction(
        "geometric-mean",
        GROUP,
        "H divides AB. Draw the circle that has AB as diameter, and the perpendicular to AB from H to the point C of "
        "the circle on the side where S lies: HC is the geometric mean of AH and HB. Also draw AC and BC.",
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
        "The angle at C of triangle ABC is a right one. Draw three whole circles, each with one side of the triangle "
        "as diameter. The two lunes that the smaller circles leave outside the largest are together as large as the "
        "triangle.",
        _right_triangle_given,
        _lunes,
    ),
    Construction(
        "tangents-by-the-circle-of-thales",
        GROUP,
        "Draw the segment OP and the circle with the diameter OP. It cuts the circle with centre O at S and T. Draw "
        "PS and PT, which are the tangents from P, and the radii OS and OT.",
        _thales_given,
        _tangents_by_thales,
    ),
)
