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


def _four_touching(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    excircles = tuple(trigon.excircle(*three) for three in ((a, b, c), (b, c, a), (c, a, b)))
    return Figure(circles=(trigon.incircle(a, b, c), *excircles))


def _feuerbach(figure: Figure) -> Figure:
    corners = figure["ABC"]
    return Figure(circles=(trigon.incircle(*corners), trigon.nine_point_circle(*corners)))


def _brocard_circles(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    circles = []
    for one, other, far in ((a, b, c), (b, c, a), (c, a, b)):
        centre = plane.meet(plane.bisector(one, other), plane.perpendicular(Segment(other, far), other))
        circles.append(Circle(centre, centre.distance(one)))
    return Figure({"W": max(plane.common_points(*circles[:2]), key=b.distance)}, (), tuple(circles))


def _fuhrmann(figure: Figure) -> Figure:
    corners = figure["ABC"]
    around = plane.circle_through(*corners)
    images = []
    for index in range(3):
        side = Segment(corners[index - 2], corners[index - 1])
        arc = plane.onward(around.centre, plane.midpoint(*side), around.radius)
        images.append(plane.mirrored(arc, side))
    return Figure(dict(zip("PQR", images, strict=True)), plane.closed(*images), (plane.circle_through(*images),))


def _kosnita(figure: Figure) -> Figure:
    corners = figure["ABC"]
    middle = plane.circle_through(*corners).centre
    circles = [plane.circle_through(middle, corners[index - 2], corners[index - 1]) for index in range(3)]
    spokes = tuple(Segment(corner, circle.centre) for corner, circle in zip(corners, circles, strict=True))
    return Figure({"O": middle}, spokes, tuple(circles))


def _mixtilinear_three(figure: Figure) -> Figure:
    corners = figure["ABC"]
    circles, spokes = [], []
    for index, corner in enumerate(corners):
        circle, around = _mixtilinear(Figure(dict(zip("ABC", corners[index:] + corners[:index], strict=True)))).circles
        circles.append(circle)
        spokes.append(Segment(corner, plane.onward(around.centre, circle.centre, around.radius)))
    return Figure(segments=tuple(spokes), circles=tuple(circles))


def _thales_circles(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    sides = Segment(b, c), Segment(c, a), Segment(a, b)
    altitudes = tuple(Segment(corner, plane.foot(corner, side)) for corner, side in zip((a, b, c), sides, strict=True))
    return Figure({}, altitudes, tuple(plane.circle_on(*side) for side in sides))


CONSTRUCTIONS = (
    Construction(
        "incircle-and-excircles",
        GROUP,
        "Four circles touch the lines of all three sides of a triangle ABC. One of them, the incircle, lies inside "
        "the triangle. Each of the three others, the excircles, touches one side from outside and the extensions of "
        "the two others.",
        givens.triangle(45, 76, 6),
        _four_touching,
    ),
    Construction(
        "feuerbach",
        GROUP,
        "The nine-point circle of a triangle ABC passes through the midpoints of its sides and the feet of its "
        "altitudes. Feuerbach's theorem states that the incircle touches it from inside.",
        givens.triangle(25, 88, 12),
        _feuerbach,
        mistakes=givens.circles,
    ),
    Construction(
        "circles-of-the-brocard-point",
        GROUP,
        "In a triangle ABC, let one circle pass through A and B and be tangent to BC at B, a second one through B and "
        "C and be tangent to CA at C, and a third one through C and A and be tangent to AB at A. The three circles "
        "have one point W in common, the first Brocard point.",
        givens.triangle(45, 76, 6),
        _brocard_circles,
    ),
    Construction(
        "fuhrmann-triangle",
        GROUP,
        "Each side of a triangle ABC, inscribed in a circle, cuts off an arc on which the third corner does not lie. "
        "The reflections of the midpoints of these arcs in the sides - P in BC, Q in CA and R in AB - are the corners "
        "of the Fuhrmann triangle PQR. Its circumcircle, the Fuhrmann circle, passes through the orthocentre of ABC.",
        _circled,
        _fuhrmann,
    ),
    Construction(
        "kosnita-point",
        GROUP,
        "O is the circumcentre of the triangle ABC. The segments that join A with the centre of the circle through O, "
        "B and C, B with the centre of the circle through O, C and A, and C with the centre of the circle through O, "
        "A and B are concurrent: this is the theorem of Kosnita.",
        givens.triangle(48, 72, 6),
        _kosnita,
    ),
    Construction(
        "three-mixtilinear-incircles",
        GROUP,
        "A mixtilinear incircle of a triangle ABC touches two of its sides and, from inside, its circumcircle. There "
        "are three of them, one at each corner. The segments that join each corner with the point in which its "
        "mixtilinear incircle touches the circumcircle pass through one point.",
        _circled,
        _mixtilinear_three,
    ),
    Construction(
        "circles-on-the-sides",
        GROUP,
        "The circles that have two sides of an acute triangle ABC as their diameters cross on the third side, at the "
        "foot of the altitude from the corner that the two sides share. So each of the three altitudes lies on the "
        "common chord of two of the three circles on the sides, and all of them meet in one point.",
        givens.triangle(45, 76, 8),
        _thales_circles,
    ),
    Construction(
        "excircle",
        GROUP,
        "The excircle of a triangle ABC opposite to A touches the side BC at D. It also touches the extensions of the "
        "sides AC and AB, the segments CE and BF beyond C and B, at their ends E and F.",
        givens.triangle(),
        _excircle,
        mistakes=_other_excircles,
    ),
    Construction(
        "nine-point-circle",
        GROUP,
        "The nine-point circle of a triangle ABC passes through the midpoints of the sides, the feet of the "
        "altitudes, and the midpoints between the orthocentre H and the three corners. Three of its diameters join "
        "the midpoint of a side to the midpoint between H and the opposite corner; they meet in its centre N.",
        givens.triangle(),
        _nine_points,
        mistakes=givens.circles,
    ),
    Construction(
        "spieker-circle",
        GROUP,
        "The Spieker circle of a triangle ABC is the incircle of its medial triangle, whose corners are the midpoints "
        "of the sides of ABC. The centre of the circle is the centre of gravity of a wire that is bent along the "
        "sides.",
        givens.triangle(),
        _spieker,
        mistakes=givens.circles,
    ),
    Construction(
        "lemoine-circle",
        GROUP,
        "K is the Lemoine point of a triangle ABC, in which its symmedians meet. The parallels to the three sides "
        "through K end on the other two sides in six points, which lie on one circle, the first Lemoine circle.",
        givens.triangle(unlike=14),
        _lemoine,
        mistakes=givens.circles,
    ),
    Construction(
        "taylor-circle",
        GROUP,
        "From the foot of each altitude of a triangle ABC, perpendiculars lead to the two other sides. The feet of "
        "these six perpendiculars lie on one circle, which is called the Taylor circle.",
        givens.triangle(most=76, unlike=8),
        _taylor,
    ),
    Construction(
        "van-lamoen-circle",
        GROUP,
        "The three medians of a triangle ABC divide it into six smaller triangles. The circumcentres of the six "
        "triangles lie on one circle, the van Lamoen circle.",
        givens.triangle(least=42, most=84),
        _van_lamoen,
    ),
    Construction(
        "conway-circle",
        GROUP,
        "Conway's circle theorem: if the two sides that meet at each corner of a triangle ABC are extended beyond it "
        "by the length of the opposite side, that is, by BC beyond A, by CA beyond B and by AB beyond C, the six ends "
        "of the extensions lie on one circle. Its centre is the incentre.",
        givens.triangle(),
        _conway,
    ),
    Construction(
        "johnson-circles",
        GROUP,
        "The three circles that pass through the orthocentre H and through two corners of a triangle ABC are equally "
        "large. They are the Johnson circles of the triangle, and have the same radius as its circumcircle.",
        givens.triangle(),
        _johnson,
        mistakes=_circles_on_sides,
    ),
    Construction(
        "mixtilinear-incircle",
        GROUP,
        "The mixtilinear incircle of a triangle ABC at the corner A touches the sides AB and AC and, from inside, the "
        "circumcircle of the triangle.",
        givens.triangle(),
        _mixtilinear,
        mistakes=givens.circles,
    ),
    Construction(
        "malfatti-circles",
        GROUP,
        "The Malfatti circles of a triangle ABC are three circles inside it, one in each corner, each of which "
        "touches the two others and two sides of the triangle.",
        givens.triangle(),
        _malfatti,
    ),
    Construction(
        "arc-midpoint",
        GROUP,
        "A triangle ABC is inscribed in a circle. The bisector of the angle at A meets the circle again at M, the "
        "midpoint of the arc BC. M is equally far from B, from C and from the incentre, so that the circle around M "
        "through these three points exists.",
        _circled,
        _trillium,
    ),
)
