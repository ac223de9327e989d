"""Constructions with compass and straightedge in which the opening of the compass is free."""

import math
from collections.abc import Sequence
from random import Random

from sgpkit.graphics.geometry import Circle, Point, Segment

from .. import plane
from ..engine import Construction, Figure

GROUP = "compass and straightedge"
ORIGIN = Point(0.0, 0.0)


def _segment_given(random: Random) -> Figure:
    a, b = ORIGIN, plane.at(ORIGIN, 200, random.uniform(0, 360))
    return Figure({"A": a, "B": b}, (Segment(a, b),))


def _bisected(figure: Figure, opening: float, other: float | None = None, reach: float = 1.15) -> Figure:
    """Circles about both ends, with openings as shares of AB, and the line of their crossings, a little beyond them."""
    a, b = figure["AB"]
    length = a.distance(b)
    circles = (Circle(a, opening * length), Circle(b, (other or opening) * length))
    common = Segment(*plane.common_points(*circles))
    middle = plane.midpoint(*common)
    line = Segment(*(plane.between(middle, end, reach) for end in common))
    return Figure({}, (line,), circles)


def _bisector(figure: Figure) -> Figure:
    return _bisected(figure, 0.75)


def _bisector_answers(figure: Figure) -> Sequence[Figure]:
    return (_bisected(figure, 0.75), _bisected(figure, 0.62, reach=1.0), _bisected(figure, 1.0, reach=1.3))


def _bisector_misses(figure: Figure) -> Sequence[Figure]:
    """Unequal circles, a line that ends too early, a circle too few, circles that do not cross."""
    a, b = figure["AB"]
    right = _bisected(figure, 0.75)
    small = a.distance(b) * 0.4
    return (
        _bisected(figure, 0.75, 0.77),
        _bisected(figure, 0.75, reach=0.98),
        Figure({}, right.segments, right.circles[:1]),
        Figure({}, right.segments, (Circle(a, small), Circle(b, small))),
        Figure({}, (), right.circles),
    )


def _angle_given(random: Random) -> Figure:
    a, way, turn = ORIGIN, random.uniform(0, 360), random.uniform(40, 110)
    b, c = plane.at(a, random.uniform(180, 230), way), plane.at(a, random.uniform(180, 230), way + turn)
    return Figure({"A": a, "B": b, "C": c}, (Segment(a, b), Segment(a, c)))


def _halved_angle(figure: Figure, opening: float, second: float, third: float = 0.0, tilt: float = 0.0) -> Figure:
    """Openings as shares of the shorter leg; `third` makes the circles about the legs' points unequal."""
    a, b, c = figure["ABC"]
    leg = min(a.distance(b), a.distance(c))
    p, q = plane.onward(a, b, opening * leg), plane.onward(a, c, opening * leg)
    one, other = Circle(p, second * leg), Circle(q, (third or second) * leg)
    far = max(plane.common_points(one, other), key=a.distance)
    return Figure({}, (Segment(a, plane.turned(far, a, tilt)),), (Circle(a, opening * leg), one, other))


def _halving(figure: Figure) -> Figure:
    return _halved_angle(figure, 0.6, 0.6)


def _halving_answers(figure: Figure) -> Sequence[Figure]:
    return (_halved_angle(figure, 0.6, 0.6), _halved_angle(figure, 0.85, 0.75), _halved_angle(figure, 0.5, 0.7))


def _halving_misses(figure: Figure) -> Sequence[Figure]:
    right = _halved_angle(figure, 0.6, 0.6)
    return (
        _halved_angle(figure, 0.6, 0.6, tilt=9),
        _halved_angle(figure, 0.6, 0.6, 0.78),
        Figure({}, right.segments, right.circles[1:]),
        Figure({}, right.segments, right.circles[:2]),
    )


def _beside_given(random: Random) -> Figure:
    way = random.uniform(0, 360)
    a, b = plane.at(ORIGIN, 150, way), plane.at(ORIGIN, 150, way + 180)
    foot = plane.between(a, b, random.uniform(0.42, 0.58))
    p = foot + plane.normal(plane.unit(a, b)) * (random.choice((-1, 1)) * random.uniform(70, 95))
    return Figure({"A": a, "B": b, "P": p}, (Segment(a, b),))


def _dropped(figure: Figure, half: float, opening: float, shift: float = 0.0, unequal: float = 1.0) -> Figure:
    """The first circle cuts off a piece of AB of twice `half` its length; the second ones open to `opening` of half."""
    a, b, p = figure["ABP"]
    foot = plane.foot(p, Segment(a, b))
    away, cut = plane.unit(p, foot), half * a.distance(b)
    u, v = foot - plane.unit(a, b) * cut, foot + plane.unit(a, b) * cut
    reach = cut * math.sqrt(opening**2 - 1)
    end = foot + away * reach + plane.unit(a, b) * (shift * a.distance(b))
    circles = (Circle(p, p.distance(u)), Circle(u, opening * cut), Circle(v, unequal * opening * cut))
    return Figure({}, (Segment(p, end),), circles)


def _drop(figure: Figure) -> Figure:
    return _dropped(figure, 0.3, 1.5)


def _drop_answers(figure: Figure) -> Sequence[Figure]:
    return (_dropped(figure, 0.3, 1.5), _dropped(figure, 0.36, 1.3), _dropped(figure, 0.24, 1.8))


def _drop_misses(figure: Figure) -> Sequence[Figure]:
    """Aslant, too short, with unequal circles, and without the first circle."""
    right = _dropped(figure, 0.3, 1.5)
    p, end = right.segments[0]
    return (
        _dropped(figure, 0.3, 1.5, shift=0.1),
        Figure({}, (Segment(p, plane.between(p, end, 0.8)),), right.circles),
        _dropped(figure, 0.3, 1.5, unequal=1.3),
        Figure({}, right.segments, right.circles[1:]),
    )


def _on_line_given(random: Random) -> Figure:
    way = random.uniform(0, 360)
    a, b = plane.at(ORIGIN, 150, way), plane.at(ORIGIN, 150, way + 180)
    return Figure({"A": a, "B": b, "P": plane.between(a, b, random.uniform(0.4, 0.6))}, (Segment(a, b),))


def _erected(figure: Figure, half: float, opening: float, unequal: float = 1.0, tilt: float = 0.0) -> Figure:
    a, b, p = figure["ABP"]
    cut = half * a.distance(b)
    u, v = p - plane.unit(a, b) * cut, p + plane.unit(a, b) * cut
    reach = cut * math.sqrt(opening**2 - 1)
    up = plane.turned(plane.normal(plane.unit(a, b)) * reach, ORIGIN, tilt)
    circles = (Circle(p, cut), Circle(u, opening * cut), Circle(v, unequal * opening * cut))
    return Figure({}, (Segment(p - up, p + up),), circles)


def _erect(figure: Figure) -> Figure:
    return _erected(figure, 0.25, 1.6)


def _erect_answers(figure: Figure) -> Sequence[Figure]:
    return (_erected(figure, 0.25, 1.6), _erected(figure, 0.32, 1.35), _erected(figure, 0.2, 2.0))


def _erect_misses(figure: Figure) -> Sequence[Figure]:
    right = _erected(figure, 0.25, 1.6)
    (a, b), (p,) = right.segments[0], figure["P"]
    return (
        _erected(figure, 0.25, 1.6, tilt=12),
        _erected(figure, 0.25, 1.6, unequal=1.35),
        Figure({}, (Segment(p, b),), right.circles),
        Figure({}, (Segment(a, b),), right.circles[:2]),
    )


def _in_three(figure: Figure, steep: float, length: float, uneven: float = 0.0, skew: float = 0.0) -> Figure:
    """A ray from A with three steps; `uneven` moves the middle step, `skew` the foot of its parallel."""
    a, b = figure["AB"]
    end = plane.turned(plane.between(a, b, length), a, steep)
    shares = (1 / 3 - uneven, 2 / 3)
    rungs = [
        Segment(plane.between(a, end, share), plane.between(a, b, foot))
        for share, foot in zip(shares, (1 / 3 + skew, 2 / 3 + skew), strict=True)
    ]
    return Figure({}, (Segment(a, end), *rungs, Segment(end, b)))


def _thirds(figure: Figure) -> Figure:
    return _in_three(figure, -40, 0.9)


def _thirds_answers(figure: Figure) -> Sequence[Figure]:
    return (_in_three(figure, -40, 0.9), _in_three(figure, 55, 0.7), _in_three(figure, 30, 1.0))


def _thirds_misses(figure: Figure) -> Sequence[Figure]:
    """Unequal steps, feet that are off, and a parallel too few."""
    right = _in_three(figure, -40, 0.9)
    return (
        _in_three(figure, -40, 0.9, uneven=0.08),
        _in_three(figure, -40, 0.9, skew=0.06),
        Figure({}, (*right.segments[:2], right.segments[3])),
        Figure({}, right.segments[1:]),
    )


CONSTRUCTIONS = (
    Construction(
        "perpendicular-bisector-by-compass",
        GROUP,
        "Construct the perpendicular bisector of AB: with one and the same opening of the compass, larger than half "
        "of AB, draw a circle about A and a circle about B. Draw a straight segment that passes through both points "
        "where the two circles cross.",
        _segment_given,
        _bisector,
        rule="perpendicular_bisector",
        answers=_bisector_answers,
        near_misses=_bisector_misses,
    ),
    Construction(
        "angle-bisector-by-compass",
        GROUP,
        "Bisect the angle BAC. Draw a circle about A, of any size, that cuts the segments AB and AC. About each of "
        "these two points on the legs draw a circle, both with the same radius and large enough to cross. Draw a "
        "straight segment from A through the crossing of these two circles that is farther from A.",
        _angle_given,
        _halving,
        rule="angle_bisector",
        answers=_halving_answers,
        near_misses=_halving_misses,
    ),
    Construction(
        "perpendicular-from-a-point-by-compass",
        GROUP,
        "Drop the perpendicular from P to the line AB. Draw a circle about P that cuts the segment AB in two points. "
        "About these two points draw circles with one common radius, large enough to cross. Draw a straight segment "
        "from P to their crossing on the far side of AB.",
        _beside_given,
        _drop,
        rule="perpendicular_from_point",
        answers=_drop_answers,
        near_misses=_drop_misses,
    ),
    Construction(
        "perpendicular-at-a-point-by-compass",
        GROUP,
        "Erect the perpendicular to AB at its point P. Draw a circle about P, small enough to cut the segment AB in "
        "two points. About these two points draw circles with one common, larger radius. Draw a straight segment "
        "that passes through both crossings of these two circles.",
        _on_line_given,
        _erect,
        rule="perpendicular_at_point",
        answers=_erect_answers,
        near_misses=_erect_misses,
    ),
    Construction(
        "three-equal-parts",
        GROUP,
        "Divide AB into three equal parts. Draw a segment from A in any other direction, made of three equally long "
        "steps; its end is E. Draw the segment EB, and through the two inner marks of AE the parallels to EB as far "
        "as AB.",
        _segment_given,
        _thirds,
        rule="equal_parts",
        answers=_thirds_answers,
        near_misses=_thirds_misses,
    ),
)
