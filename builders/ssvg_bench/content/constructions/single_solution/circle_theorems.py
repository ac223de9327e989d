"""Theorems about several circles: chains, rings, and circles that others lead to. One answer each."""

import math
from collections.abc import Sequence
from random import Random

from sgpkit.graphics.geometry import Circle, Point, Segment

from .. import givens, plane, trigon
from ..engine import Construction, Degenerate, Figure
from ..multi_solution.circles import chain_in_ring, ring

GROUP = "theorems on circles"
ORIGIN = Point(0.0, 0.0)


def _tucked(corner: Point, left: Point, right: Point, radius: float) -> Circle:
    """The circle of this radius between the two sides of a triangle at a corner."""
    half = math.radians(plane.angle(left, corner, right) / 2)
    middle = plane.angle_bisector(left, corner, right)
    return Circle(plane.onward(corner, middle.end, radius / math.sin(half)), radius)


def _six_given(random: Random) -> Figure:
    a, b, c = givens.corners(random, 45, 76, 5)
    radius = trigon.incircle(a, b, c).radius * random.choice((random.uniform(0.36, 0.44), random.uniform(0.7, 0.85)))
    drawn = givens.polygon("ABC", (a, b, c))
    return Figure(drawn.points, drawn.segments, (_tucked(a, b, c, radius),))


def _six_circles(figure: Figure) -> Figure:
    corners, (chain,) = figure["ABC"], figure.circles
    circles: list[Circle] = []
    for index in range(5):
        here, there = corners[index % 3], corners[(index + 1) % 3]
        slope = 1 / math.tan(math.radians(plane.angle(here, there, corners[(index + 2) % 3]) / 2))
        # On their common side, circles of radii r and s that touch stand 2√(rs) apart.
        left = here.distance(there) - here.distance(plane.foot(chain.centre, Segment(here, there)))
        if left <= 0:
            raise Degenerate("a circle of the chain fills its side")
        root = (math.sqrt(chain.radius + slope * left) - math.sqrt(chain.radius)) / slope
        chain = _tucked(there, here, corners[(index + 2) % 3], root * root)
        circles.append(chain)
    return Figure(circles=tuple(circles))


def _seven_given(random: Random) -> Figure:
    """Six circles in a ring inside a seventh: five drawn at random, the last one so large that the ring closes."""
    radii = [random.uniform(0.27, 0.4) for _ in range(5)]
    low, high = 0.1, 0.6
    for _ in range(60):
        last = (low + high) / 2
        low, high = (last, high) if sum(_steps([*radii, last])) < math.tau else (low, last)
    if not 0.22 < low < 0.48:
        raise Degenerate("the last circle of the ring is too small or too large")
    radii.append(low)
    way, circles = random.uniform(0, math.tau), []
    for radius, step in zip(radii, _steps(radii), strict=True):
        circles.append(Circle(plane.at(ORIGIN, 100 * (1 - radius), math.degrees(way)), 100 * radius))
        way += step
    return Figure(circles=(Circle(ORIGIN, 100.0), *circles))


def _steps(radii: Sequence[float]) -> list[float]:
    """The angles, seen from the centre of the circle of radius 1, between circles inside it that touch."""
    pairs = zip(radii, (*radii[1:], radii[0]), strict=True)
    return [math.acos(((1 - r) ** 2 + (1 - s) ** 2 - (r + s) ** 2) / (2 * (1 - r) * (1 - s))) for r, s in pairs]


def _seven_circles(figure: Figure) -> Figure:
    outer, *ring_of_six = figure.circles
    touches = [plane.onward(outer.centre, circle.centre, outer.radius) for circle in ring_of_six]
    return Figure(segments=tuple(Segment(touches[index], touches[index + 3]) for index in range(3)))


def _porism_given(random: Random) -> Figure:
    drawn = ring(random)
    return Figure(circles=(*drawn.circles, chain_in_ring(drawn, random.uniform(0, 360))[0]))


def _steiners_porism(figure: Figure) -> Figure:
    _, inner, first = figure.circles
    towards = first.centre - inner.centre
    return Figure(circles=chain_in_ring(figure, math.degrees(math.atan2(towards.y, towards.x)))[1:])


def _star_given(random: Random) -> Figure:
    tips = [plane.at(ORIGIN, random.uniform(88, 108), 72 * index + random.uniform(-8, 8) + 18) for index in range(5)]
    turn = random.uniform(0, 360)
    return givens.polygon("ACEBD", [plane.turned(tips[index], ORIGIN, turn) for index in (0, 2, 4, 1, 3)])


def _pentagram(figure: Figure) -> Figure:
    tips = figure["ABCDE"]

    def crossing(index: int) -> Point:
        """Return the corner of the inner pentagon that lies between this tip and the next."""
        one = Segment(tips[index % 5], tips[(index + 2) % 5])
        return plane.meet(one, Segment(tips[index - 1], tips[(index + 1) % 5]))

    circles = [plane.circle_through(tips[index], crossing(index), crossing(index - 1)) for index in range(5)]
    ends = [
        max(plane.common_points(circles[index], circles[(index + 1) % 5]), key=crossing(index).distance)
        for index in range(3)
    ]
    return Figure(circles=(*circles, plane.circle_through(*ends)))


def _four_on_a_circle(random: Random) -> Figure:
    circle, corners = givens.cyclic(random, 4, 62)
    others = []
    for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
        middle = plane.midpoint(a, b)
        centre = plane.onward(circle.centre, middle, circle.centre.distance(middle) + random.uniform(-15, 45))
        others.append(Circle(centre, centre.distance(a)))
    return Figure(dict(zip("ABCD", corners, strict=True)), (), (circle, *others))


def _six_of_miquel(figure: Figure) -> Figure:
    corners, (_, *circles) = figure["ABCD"], figure.circles
    ends = [
        max(plane.common_points(circles[index - 1], circles[index]), key=corner.distance)
        for index, corner in enumerate(corners)
    ]
    return Figure(circles=(plane.circle_through(*ends[:3]),))


def _apollonius_point(figure: Figure) -> Figure:
    corners = figure["ABC"]
    excircles = [trigon.excircle(corners[index], corners[index - 2], corners[index - 1]) for index in range(3)]
    around = plane.touching_circle(excircles, (-1, -1, -1))
    touches = [plane.onward(around.centre, circle.centre, around.radius) for circle in excircles]
    segments = tuple(Segment(corner, touch) for corner, touch in zip(corners, touches, strict=True))
    return Figure(dict(zip(("A'", "B'", "C'"), touches, strict=True)), segments, (*excircles, around))


def _two_that_cross(random: Random) -> Figure:
    one, other = random.uniform(70, 85), random.uniform(95, 120)
    apart = random.uniform(0.62, 0.8) * (one + other)
    return givens.labelled(Circle(ORIGIN, one), Circle(plane.at(ORIGIN, apart, random.uniform(0, 360)), other))


def _radical_axis(figure: Figure) -> Figure:
    tangents = plane.outer_tangents(*figure.circles)
    middles = [plane.midpoint(*tangent) for tangent in tangents]
    return Figure(dict(zip("MN", middles, strict=True)), (*tangents, Segment(*middles)))


def _pentagon_in_a_circle(random: Random) -> Figure:
    circle, corners = givens.cyclic(random, 5, 48)
    drawn = givens.polygon("ABCDE", corners)
    return Figure(drawn.points, drawn.segments, (circle,))


def _fan_of_incircles(figure: Figure) -> Figure:
    a, b, c, d, e = figure["ABCDE"]
    circles = tuple(trigon.incircle(*three) for three in ((a, b, c), (a, c, d), (a, d, e)))
    return Figure(segments=(Segment(a, c), Segment(a, d)), circles=circles)


def _thebault_given(random: Random) -> Figure:
    a, b, c = givens.corners(random, 40, 85, 5)
    d = plane.between(b, c, random.uniform(0.38, 0.62))
    drawn = givens.polygon("ABC", (a, b, c), D=d)
    return Figure(drawn.points, (*drawn.segments, Segment(a, d)), (plane.circle_through(a, b, c),))


def _thebault(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    middle, base = trigon.incentre(a, b, c), Segment(b, c)
    circles = []
    for end in (b, c):
        # Sawayama's lemma: the chord between the contacts with AD and BC passes through the incentre.
        halving = plane.angle_bisector(a, d, end)
        contact = plane.meet(plane.perpendicular(halving, middle), base)
        circles.append(plane.touching(plane.meet(halving, plane.perpendicular(base, contact)), base))
    centres = [circle.centre for circle in circles]
    return Figure(dict(zip("PQ", centres, strict=True)), (Segment(*centres),), tuple(circles))


CONSTRUCTIONS = (
    Construction(
        "six-circles-theorem",
        GROUP,
        "The six circles theorem is about a chain of six circles in a triangle ABC, each of which touches two sides "
        "of the triangle and the circle before it. The first one lies at A, the second at B, the third at C, the "
        "fourth at A again, and so on. The chain always closes: its sixth circle, at C, touches the first.",
        _six_given,
        _six_circles,
    ),
    Construction(
        "seven-circles-theorem",
        GROUP,
        "In the seven circles theorem, six circles form a closed chain inside a seventh: each touches its two "
        "neighbors and the large circle. The three segments that join opposite points of contact with the large "
        "circle, that is the first with the fourth, the second with the fifth and the third with the sixth, all pass "
        "through one point.",
        _seven_given,
        _seven_circles,
    ),
    Construction(
        "steiners-porism",
        GROUP,
        "A Steiner chain consists of circles which all touch two given circles, one of them inside the other, and each "
        "of which touches the one before and the one after it. Steiner's porism states that if one such chain closes, "
        "it closes wherever its first circle lies. Around the inner circle here, it closes with six circles.",
        _porism_given,
        _steiners_porism,
    ),
    Construction(
        "pentagram-of-miquel",
        GROUP,
        "The lines AC, CE, EB, BD and DA of a pentagram cut off five small triangles with the corners A, B, C, D and "
        "E. Miquel's pentagram theorem states that the circumcircles of adjacent small triangles cross, apart from "
        "the corners of the pentagon in the middle, in five points that lie on one circle.",
        _star_given,
        _pentagram,
    ),
    Construction(
        "six-circles-of-miquel",
        GROUP,
        "Let A, B, C and D be four points on a circle, and let four other circles each pass through two adjacent "
        "points of them. Where two of these four circles cross at A, B, C or D they cross a second time. Miquel's "
        "theorem on six circles says that these four second points lie on one circle, too.",
        _four_on_a_circle,
        _six_of_miquel,
    ),
    Construction(
        "apollonius-point",
        GROUP,
        "The Apollonius point of a triangle ABC is defined by means of its three excircles. There is one circle that "
        "contains all three and touches each of them; A', B' and C' are its points of contact with the excircles "
        "opposite to A, B and C. The segments AA', BB' and CC' are concurrent, and the point in which they meet is the "
        "Apollonius point.",
        givens.triangle(45, 78, 5),
        _apollonius_point,
    ),
    Construction(
        "radical-axis-and-tangents",
        GROUP,
        "The radical axis of two circles that cross, such as those around A and B, is the line through both of their "
        "common points. As tangents to both circles from any of its points are equally long, it bisects the two "
        "common tangents, taken as segments from contact to contact: it passes through their midpoints M and N.",
        _two_that_cross,
        _radical_axis,
    ),
    Construction(
        "japanese-theorem-for-polygons",
        GROUP,
        "If a polygon with all its corners on one circle is cut into triangles by diagonals, the radii of the "
        "incircles of the triangles have the same sum, however the diagonals are chosen. This is an old Japanese "
        "theorem; here the pentagon ABCDE is cut by its two diagonals from A, and each of the three triangles has its "
        "incircle.",
        _pentagon_in_a_circle,
        _fan_of_incircles,
    ),
    Construction(
        "theorem-of-sawayama-and-thebault",
        GROUP,
        "D is a point on the side BC of the triangle ABC. Two circles touch the segment AD, the side BC and, from "
        "inside, the circumcircle of ABC: one around P, on the side of B, and one around Q, on the side of C. By the "
        "theorem of Sawayama and Thébault the segment PQ passes through the incentre of the triangle.",
        _thebault_given,
        _thebault,
    ),
)
