"""Cases with many answers about lines and circles that touch."""

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random

from sgpkit.graphics.geometry import Circle, Point, Segment

from .. import plane
from ..engine import Construction, Figure

ORIGIN = Point(0.0, 0.0)


def _touching_inside_given(random: Random) -> Figure:
    """A large circle and four that touch it from inside, apart from each other."""
    turn = random.uniform(0, 360)
    small = []
    for index in range(4):
        radius = random.uniform(27, 55)
        small.append(Circle(plane.at(ORIGIN, 200 - radius, turn + 90 * index + random.uniform(-12, 12)), radius))
    return Figure(circles=(Circle(ORIGIN, 200), *small))


def _one_each(figure: Figure, which: Sequence[int]) -> Figure:
    pairs = combinations(figure.circles[1:], 2)
    return Figure({}, tuple(plane.outer_tangents(*pair)[side] for pair, side in zip(pairs, which, strict=True)))


def _casey(figure: Figure) -> Figure:
    return _one_each(figure, (1, 1, 1, 1, 1, 1))


def _casey_answers(figure: Figure) -> Sequence[Figure]:
    both = (*_one_each(figure, (0,) * 6).segments, *_casey(figure).segments)
    return (_casey(figure), _one_each(figure, (0, 1, 0, 1, 0, 1)), Figure({}, both))


def _casey_misses(figure: Figure) -> Sequence[Figure]:
    """Lines of centres, tangents that cross between the circles, and one tangent too few."""
    pairs = list(combinations(figure.circles[1:], 2))
    return (
        Figure({}, tuple(Segment(one.centre, other.centre) for one, other in pairs)),
        Figure({}, tuple(plane.inner_tangents(*pair)[0] for pair in pairs)),
        Figure({}, _casey(figure).segments[:5]),
    )


def _porism_given(random: Random) -> Figure:
    """Euler: a triangle fits between two circles where the square of the distance of their centres is R² - 2Rr."""
    inner = random.uniform(82, 94)
    apart = math.sqrt(200**2 - 2 * 200 * inner)
    centre = plane.at(ORIGIN, apart, random.uniform(0, 360))
    return Figure(circles=(Circle(ORIGIN, 200), Circle(centre, inner)))


def _poristic(figure: Figure, way: float) -> tuple[Point, ...]:
    outer, inner = figure.circles
    a = plane.at(outer.centre, outer.radius, way)
    b, c = (plane.second(Segment(a, contact), outer, a) for contact in plane.tangent_points(a, inner))
    return a, b, c


def _porism(figure: Figure) -> Figure:
    return Figure({}, plane.closed(*_poristic(figure, 20)))


def _porism_answers(figure: Figure) -> Sequence[Figure]:
    return tuple(Figure({}, plane.closed(*_poristic(figure, way))) for way in (20, 55, 75))


def _porism_misses(figure: Figure) -> Sequence[Figure]:
    """A corner moved along the circle, an equilateral triangle of the wrong size, two sides only."""
    outer = figure.circles[0]
    a, b, c = _poristic(figure, 20)
    moved = plane.turned(a, outer.centre, 25)
    shrunk = [plane.between(outer.centre, point, 0.8) for point in (a, b, c)]
    return (
        Figure({}, plane.closed(moved, b, c)),
        Figure({}, plane.closed(*shrunk)),
        Figure({}, plane.chain(a, b, c)),
    )


def _ice_cream_given(random: Random) -> Figure:
    circle = Circle(ORIGIN, 100)
    p = plane.at(ORIGIN, random.uniform(230, 300), random.uniform(0, 360))
    a, b = plane.tangent_points(p, circle)
    return Figure({"P": p, "A": a, "B": b}, (Segment(p, a), Segment(p, b)), (circle,))


def _third(figure: Figure, tilt: float, off: float = 1.0) -> Figure:
    """The tangent at the point of the circle turned by `tilt` from the one next to P, or a parallel to it."""
    (p,) = figure["P"]
    circle = figure.circles[0]
    contact = plane.turned(plane.onward(circle.centre, p, circle.radius * off), circle.centre, tilt)
    line = plane.perpendicular(Segment(circle.centre, contact), contact)
    return Figure({}, (Segment(*(plane.meet(line, leg) for leg in figure.segments)),))


def _third_tangent(figure: Figure) -> Figure:
    return _third(figure, 18)


def _third_answers(figure: Figure) -> Sequence[Figure]:
    return (_third(figure, 18), _third(figure, 0), _third(figure, -24))


def _third_misses(figure: Figure) -> Sequence[Figure]:
    """Return mistakes: through the circle, past the circle, short of the second leg, and the chord of contact."""
    a, b = figure["AB"]
    start, end = _third(figure, 18).segments[0]
    return (
        _third(figure, 18, off=0.75),
        _third(figure, -10, off=1.3),
        Figure({}, (Segment(start, plane.between(start, end, 0.75)),)),
        Figure({}, (Segment(a, b),)),
    )


def _angle_given(random: Random) -> Figure:
    way, turn = random.uniform(0, 360), random.uniform(35, 55)
    b, c = plane.at(ORIGIN, 400, way), plane.at(ORIGIN, 400, way + turn)
    return Figure({"A": ORIGIN, "B": b, "C": c}, (Segment(ORIGIN, b), Segment(ORIGIN, c)))


def _two_in_angle(figure: Figure, apart: float, growth: float = 1.0, size: float = 1.0) -> Figure:
    """The smaller circle's centre at a distance from A; `growth` and `size` spoil the second and both circles."""
    a, b, c = figure["ABC"]
    half = math.radians(plane.angle(b, a, c) / 2)
    bisector = plane.angle_bisector(b, a, c)
    larger = apart * (1 + math.sin(half)) / (1 - math.sin(half)) * growth
    centres = [plane.onward(a, bisector.end, reach) for reach in (apart, larger)]
    radii = [reach * math.sin(half) * size for reach in (apart, larger)]
    return Figure(circles=tuple(Circle(centre, radius) for centre, radius in zip(centres, radii, strict=True)))


def _leg(figure: Figure) -> float:
    a, b = figure["AB"]
    return a.distance(b)


def _in_angle(figure: Figure) -> Figure:
    return _two_in_angle(figure, 0.38 * _leg(figure))


def _in_angle_answers(figure: Figure) -> Sequence[Figure]:
    return (_in_angle(figure), _two_in_angle(figure, 0.3 * _leg(figure)))


def _in_angle_misses(figure: Figure) -> Sequence[Figure]:
    """Apart from each other, too small to touch the legs, and one circle only."""
    apart = 0.38 * _leg(figure)
    return (
        _two_in_angle(figure, 0.3 * _leg(figure), growth=1.2),
        _two_in_angle(figure, apart, size=0.65),
        Figure(circles=_in_angle(figure).circles[:1]),
    )


def _three_given(random: Random) -> Figure:
    turn = random.uniform(0, 360)
    circles = [
        Circle(plane.at(ORIGIN, random.uniform(105, 125), turn + 120 * index), radius)
        for index, radius in enumerate(random.sample((34.0, 46.0, 60.0), 3))
    ]
    return Figure(circles=tuple(circles))


def _touching(figure: Figure) -> Figure:
    """All three from outside: the small circle between them."""
    return Figure(circles=(plane.touching_circle(figure.circles, (1, 1, 1)),))


def _touching_answers(figure: Figure) -> Sequence[Figure]:
    return (_touching(figure), Figure(circles=(plane.touching_circle(figure.circles, (-1, -1, -1)),)))


def _touching_misses(figure: Figure) -> Sequence[Figure]:
    """Return mistakes: through the centres, too large between them, too small around them, and a given circle again."""
    between, around = (plane.touching_circle(figure.circles, signs) for signs in ((1, 1, 1), (-1, -1, -1)))
    return (
        Figure(circles=(plane.circle_through(*(circle.centre for circle in figure.circles)),)),
        Figure(circles=(Circle(between.centre, between.radius + 24),)),
        Figure(circles=(Circle(around.centre, around.radius - 24),)),
        Figure(circles=figure.circles[:1]),
    )


CONSTRUCTIONS = (
    Construction(
        "tangents-of-casey",
        "tangents",
        "Four circles touch a large circle from inside, and no two of them meet. Casey's theorem relates the lengths "
        "of the outer common tangents, those that leave both circles on the same side, from contact to contact, of "
        "the six pairs of these circles. One of the two tangents of each pair is enough to state it, no matter which.",
        _touching_inside_given,
        _casey,
        rule="outer_tangents",
        answers=_casey_answers,
        near_misses=_casey_misses,
    ),
    Construction(
        "porism-of-poncelet",
        "tangents",
        "Poncelet's porism states that if two circles permit a triangle with its corners on the larger one and its "
        "sides tangent to the smaller one, they permit infinitely many, and each point of the larger circle is a "
        "corner of one of them. The figure shows any one of these triangles.",
        _porism_given,
        _porism,
        rule="poristic_triangle",
        answers=_porism_answers,
        near_misses=_porism_misses,
    ),
    Construction(
        "third-tangent",
        "tangents",
        "PA and PB touch the circle at A and B. Draw any third tangent that cuts across between them: a segment from "
        "a point inside PA to a point inside PB that touches the circle on the side of P. It cuts off a triangle "
        "whose perimeter is always twice PA.",
        _ice_cream_given,
        _third_tangent,
        rule="third_tangent",
        answers=_third_answers,
        near_misses=_third_misses,
    ),
    Construction(
        "two-circles-in-an-angle",
        "tangents",
        "Draw two circles of different size, each of which touches both segments AB and AC, and which also touch "
        "each other.",
        _angle_given,
        _in_angle,
        rule="circles_in_angle",
        answers=_in_angle_answers,
        near_misses=_in_angle_misses,
    ),
    Construction(
        "problem-of-apollonius",
        "tangents",
        "The problem of Apollonius asks for a circle that touches three given circles. It may touch each of them "
        "from outside or so that one lies inside the other. Draw any solution for the three circles here.",
        _three_given,
        _touching,
        rule="touching_circle",
        answers=_touching_answers,
        near_misses=_touching_misses,
    ),
)
