"""Parabolas and hyperbolas, whose curves are given: tangents, chords, asymptotes. One answer each."""

import math
from random import Random

from sgpkit.graphics.geometry import Circle, Point, Segment

from .. import conic, plane
from ..engine import Construction, Degenerate, Figure

GROUP = "conics"
ORIGIN = Point(0.0, 0.0)
REACH = 100.0
"""From the focus to the directrix."""


def _parabola_given(random: Random, low: float = -2.2, high: float = 2.2) -> Figure:
    """Focus F, directrix DE and the curve, turned at random. The middle of DE lies on the axis."""
    way = random.uniform(0, 360)
    focus = plane.at(ORIGIN, REACH, way - 90)
    along = plane.at(ORIGIN, REACH, way)
    d, e = along * low, along * high
    curve = conic.parabola(focus, Segment(d, e), low * REACH, high * REACH)
    return Figure({"F": focus, "D": d, "E": e}, (Segment(d, e),), curves=(curve,))


def _with_point_on_directrix(random: Random) -> Figure:
    figure = _parabola_given(random)
    d, e = figure["DE"]
    share = 0.5 + random.choice((-1, 1)) * random.uniform(0.06, 0.14)
    return Figure({**figure.points, "P": plane.between(d, e, share)}, figure.segments, curves=figure.curves)


def _coordinates(figure: Figure, point: Point) -> tuple[float, float, float]:
    """A point's way along the directrix from the axis, its height over the directrix, and the height of the focus."""
    focus, directrix = figure.points["F"], figure.segments[0]
    base = plane.foot(focus, directrix)
    along, up = plane.unit(directrix.start, directrix.end), plane.unit(base, focus)
    return (point - base).dot(along), (point - base).dot(up), base.distance(focus)


def _touches(figure: Figure, point: Point) -> tuple[Point, Point]:
    """Return the points where the tangents from a point touch: along the axis of x they are x ± √(x² + p² − 2py)."""
    across, height, reach = _coordinates(figure, point)
    square = across * across + reach * reach - 2 * reach * height
    if square < (0.2 * reach) ** 2:
        raise Degenerate("a point inside the parabola or near it")
    root, focus, directrix = math.sqrt(square), figure.points["F"], figure.segments[0]
    return (
        conic.parabola_point(focus, directrix, across - root),
        conic.parabola_point(focus, directrix, across + root),
    )


def _right_angle(figure: Figure) -> Figure:
    """From a point of the directrix the tangents are at right angles, and their chord passes through the focus."""
    (p,) = figure["P"]
    s, t = _touches(figure, p)
    return Figure({"S": s, "T": t}, (Segment(p, s), Segment(p, t), Segment(s, t)))


def _chord_given(random: Random) -> Figure:
    figure = _parabola_given(random)
    focus, directrix = figure.points["F"], figure.segments[0]
    ways = (random.uniform(-2.0, -1.2) * REACH, random.uniform(0.5, 1.9) * REACH)
    a, b = (conic.parabola_point(focus, directrix, way) for way in ways)
    points = {**figure.points, "A": a, "B": b}
    return Figure(points, (*figure.segments, Segment(a, b)), curves=figure.curves)


def _archimedes(figure: Figure) -> Figure:
    """The tangents at the ends of a chord meet over its middle."""
    focus, directrix = figure.points["F"], figure.segments[0]
    (one, _, reach), (other, _, _) = (_coordinates(figure, point) for point in figure["AB"])
    base = plane.foot(focus, directrix)
    along, up = plane.unit(directrix.start, directrix.end), plane.unit(base, focus)
    corner = base + along * ((one + other) / 2) + up * ((one * other + reach * reach) / (2 * reach))
    touch = conic.parabola_point(focus, directrix, (one + other) / 2)
    a, b = figure["AB"]
    return Figure(
        {"T": corner, "C": touch}, (Segment(a, corner), Segment(b, corner), Segment(a, touch), Segment(touch, b))
    )


def _mirror_given(random: Random) -> Figure:
    figure = _parabola_given(random)
    focus, directrix = figure.points["F"], figure.segments[0]
    ways = (random.uniform(-2.0, -1.4), random.uniform(-0.9, -0.5), random.uniform(0.8, 1.3))
    up = plane.unit(plane.foot(focus, directrix), focus)
    points = {}
    for label, way in zip("PQR", ways, strict=True):
        on = conic.parabola_point(focus, directrix, way * REACH)
        height = conic.parabola_point(focus, directrix, 2.2 * REACH)
        top = (height - on).dot(up)
        points[label] = on + up * (top + 0.3 * REACH)
    return Figure({**figure.points, **points}, figure.segments, curves=figure.curves)


def _rays(figure: Figure) -> Figure:
    """A ray parallel to the axis goes to the focus."""
    focus, directrix = figure.points["F"], figure.segments[0]
    rays: list[Segment] = []
    for source in figure["PQR"]:
        across, _, _ = _coordinates(figure, source)
        touch = conic.parabola_point(focus, directrix, across)
        rays += plane.chain(source, touch, focus)
    return Figure({}, tuple(rays))


def _circle_of_three_tangents_given(random: Random) -> Figure:
    figure = _parabola_given(random)
    focus, directrix = figure.points["F"], figure.segments[0]
    ways = (random.uniform(-2.1, -1.5), random.uniform(-0.3, 0.4), random.uniform(1.3, 2.1))
    points = {
        label: conic.parabola_point(focus, directrix, way * REACH) for label, way in zip("ABC", ways, strict=True)
    }
    return Figure({**figure.points, **points}, figure.segments, curves=figure.curves)


def _lambert(figure: Figure) -> Figure:
    """The triangle of three tangents has the focus on its circumcircle."""
    focus, directrix = figure.points["F"], figure.segments[0]
    base = plane.foot(focus, directrix)
    along, up = plane.unit(directrix.start, directrix.end), plane.unit(base, focus)
    parameters = [_coordinates(figure, point) for point in figure["ABC"]]
    reach = parameters[0][2]
    corners = []
    for index in range(3):
        one, other = parameters[index][0], parameters[(index + 1) % 3][0]
        corners.append(base + along * ((one + other) / 2) + up * ((one * other + reach * reach) / (2 * reach)))
    around = plane.circle_through(*corners)
    return Figure(dict(zip("KLM", corners, strict=True)), plane.closed(*corners), (around,))


def _hyperbola_given(random: Random) -> Figure:
    """Both branches, the vertices A and B, and the foci F and G."""
    way, half, across = random.uniform(0, 180), 80.0, random.uniform(45, 75)
    a, b = plane.at(ORIGIN, half, way + 180), plane.at(ORIGIN, half, way)
    reach = math.hypot(half, across)
    f, g = plane.at(ORIGIN, reach, way + 180), plane.at(ORIGIN, reach, way)
    curves = tuple(conic.hyperbola_branch(ORIGIN, vertex, across, 1.6) for vertex in (a, b))
    return Figure({"A": a, "B": b, "F": f, "G": g}, curves=curves)


def _frame_of_hyperbola(figure: Figure) -> tuple[Point, Point, Point, float]:
    """Centre, half the real axis and half the imaginary one as arrows, and the distance of a focus."""
    a, b, f, g = figure["ABFG"]
    centre, along, reach = plane.midpoint(f, g), (b - a) * 0.5, f.distance(g) / 2
    half = a.distance(b) / 2
    return centre, along, plane.normal(along) * (math.sqrt(reach * reach - half * half) / half), reach


def _asymptotes(figure: Figure) -> Figure:
    centre, along, across, _ = _frame_of_hyperbola(figure)
    corners = [centre + along * x + across * y for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    longer = tuple(Segment(centre - (corner - centre) * 2, centre + (corner - centre) * 2) for corner in corners[:2])
    return Figure({}, (*plane.closed(*corners), *longer))


def _focal_circle(figure: Figure) -> Figure:
    """The tangents at the vertices meet the circle through the foci on the asymptotes."""
    centre, along, across, reach = _frame_of_hyperbola(figure)
    tangents = tuple(Segment(centre + along * x - across, centre + along * x + across) for x in (1, -1))
    return Figure({}, tangents, (Circle(centre, reach),))


CONSTRUCTIONS = (
    Construction(
        "right-angle-on-the-directrix",
        GROUP,
        "From every point P of the directrix DE of a parabola with the focus F, the two tangents PS and PT to the "
        "parabola are perpendicular to each other, and the chord ST of their points of contact passes through the "
        "focus.",
        _with_point_on_directrix,
        _right_angle,
    ),
    Construction(
        "triangle-of-archimedes",
        GROUP,
        "Archimedes found the area between a chord AB and the arc of a parabola, here with the focus F and the "
        "directrix DE. It is two thirds of that of the triangle of the chord and the tangents AT and BT at its ends, "
        "and four thirds of that of the triangle with the sides AC and CB, where C is the point in which the parallel "
        "to the axis through T meets the parabola.",
        _chord_given,
        _archimedes,
    ),
    Construction(
        "parabolic-mirror",
        GROUP,
        "A parabolic mirror collects light that arrives parallel to its axis. The rays that start from P, Q and R, "
        "towards the directrix DE, are reflected where they reach the parabola, and all of them go on to the focus F.",
        _mirror_given,
        _rays,
    ),
    Construction(
        "circle-around-three-tangents",
        GROUP,
        "Lambert's theorem on the parabola states that the circumcircle of the triangle formed by three tangents "
        "passes through the focus. The tangents at the points A, B and C of the parabola with the focus F and the "
        "directrix DE form such a triangle.",
        _circle_of_three_tangents_given,
        _lambert,
    ),
    Construction(
        "asymptotes-of-a-hyperbola",
        GROUP,
        "The hyperbola has the vertices A, B and the foci F, G. With a half of AB and c half of FG, let b be the "
        "root of c² - a². Draw the rectangle that is centred in the middle of AB, has A and B in the middles of two "
        "sides, and is 2b wide across AB. Also draw its two diagonals, lengthened at both ends to twice their "
        "length: they are pieces of the asymptotes.",
        _hyperbola_given,
        _asymptotes,
    ),
    Construction(
        "vertex-tangents-of-a-hyperbola",
        GROUP,
        "A and B are the vertices, F and G the foci of the hyperbola. Draw the circle that has FG as diameter, and "
        "the two chords of this circle that touch the hyperbola at A and at B.",
        _hyperbola_given,
        _focal_circle,
    ),
)
