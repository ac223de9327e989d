"""Cases with many answers about families of circles: chains, pencils, circles at right angles."""

from collections.abc import Sequence
from random import Random

from sgpkit.graphics.geometry import Circle, Point

from .. import plane
from ..engine import Construction, Figure

ORIGIN = Point(0.0, 0.0)


def ring(random: Random) -> Figure:
    """Two circles that a chain of six fits between: two concentric ones, as 3 to 1, inverted.

    The image's diameters on the line of the centres end at the images of the ends of theirs.
    """
    mirror, way = random.uniform(4.2, 6.5), random.uniform(0, 360)
    circles = []
    for radius in (3.0, 1.0):
        near, far = 1000 / (mirror - radius), 1000 / (mirror + radius)
        circles.append(Circle(plane.at(ORIGIN, (near + far) / 2, way), (near - far) / 2))
    return Figure(circles=tuple(circles))


def _in_ring(figure: Figure, way: float) -> Circle:
    outer, inner = figure.circles[:2]
    towards = plane.at(ORIGIN, 1.0, way)
    total, offset = outer.radius + inner.radius, inner.centre - outer.centre
    apart = (total**2 - offset.dot(offset)) / (2 * (total + offset.dot(towards)))
    return Circle(inner.centre + towards * apart, apart - inner.radius)


def chain_in_ring(figure: Figure, way: float) -> tuple[Circle, ...]:
    """Each circle found from the one before by halving the interval of its direction."""
    ways = [way]
    for _ in range(5):
        last, low, high = _in_ring(figure, ways[-1]), ways[-1], ways[-1] + 180
        for _ in range(50):
            middle = (low + high) / 2
            other = _in_ring(figure, middle)
            overlap = other.centre.distance(last.centre) < other.radius + last.radius
            low, high = (middle, high) if overlap else (low, middle)
        ways.append(low)
    return tuple(_in_ring(figure, way) for way in ways)


def _steiner(figure: Figure) -> Figure:
    return Figure(circles=chain_in_ring(figure, 10))


def _steiner_answers(figure: Figure) -> Sequence[Figure]:
    return tuple(Figure(circles=chain_in_ring(figure, way)) for way in (10, 33, 120))


def _steiner_misses(figure: Figure) -> Sequence[Figure]:
    """One circle missing, one in the wrong place, and all of one size on a circle."""
    chain = chain_in_ring(figure, 10)
    outer, inner = figure.circles
    radius = (outer.radius - inner.radius) / 2
    even = tuple(Circle(plane.at(outer.centre, outer.radius - radius, 60 * index), radius) for index in range(6))
    moved = Circle(plane.turned(chain[2].centre, inner.centre, 40), chain[2].radius)
    return (Figure(circles=chain[:5]), Figure(circles=(*chain[:2], moved, *chain[3:])), Figure(circles=even))


def _mirror_given(random: Random) -> Figure:
    p = plane.at(ORIGIN, random.uniform(1.45, 1.8) * 100, random.uniform(0, 360))
    return Figure({"O": ORIGIN, "P": p}, (), (Circle(ORIGIN, 100),))


def _through_both(figure: Figure, offsets: Sequence[float], off: float = 0.0) -> Figure:
    """Circles through P and its inverse, their centres this number of radii to the side; `off` moves them off the
    bisector."""
    o, p = figure["OP"]
    mirror = figure.circles[0]
    middle = plane.midpoint(p, plane.inverse(p, mirror))
    out = plane.unit(o, p)
    side = plane.normal(out) * mirror.radius
    centres = [middle + side * offset + out * (off * mirror.radius) for offset in offsets]
    return Figure(circles=tuple(Circle(centre, centre.distance(p)) for centre in centres))


def _orthogonal(figure: Figure) -> Figure:
    return _through_both(figure, (0.15, -0.7))


def _orthogonal_answers(figure: Figure) -> Sequence[Figure]:
    return (_orthogonal(figure), _through_both(figure, (0.6, -0.6)), _through_both(figure, (-0.2, 0.5)))


def _orthogonal_misses(figure: Figure) -> Sequence[Figure]:
    """Both aslant, the same circle twice, and only one of two."""
    o, p = figure["OP"]
    small = tuple(Circle(circle.centre, circle.radius * 0.75) for circle in _orthogonal(figure).circles)
    return (
        _through_both(figure, (0.15, -0.7), off=0.3),
        _through_both(figure, (0.4, 0.4)),
        Figure(circles=_orthogonal(figure).circles[:1]),
        Figure(circles=small),
        Figure(circles=(plane.circle_on(o, p), Circle(p, p.distance(o) / 2))),
    )


def _two_dots_given(random: Random) -> Figure:
    way = random.uniform(0, 360)
    return Figure({"A": plane.at(ORIGIN, 60, way), "B": plane.at(ORIGIN, 60, way + 180)})


def _pencil(figure: Figure, offsets: Sequence[float], off: float = 0.0) -> Figure:
    a, b = figure["AB"]
    middle = plane.between(a, b, 0.5 + off)
    centres = [middle + plane.normal(b - a) * offset for offset in offsets]
    return Figure(circles=tuple(Circle(centre, centre.distance(a)) for centre in centres))


def _three_circles(figure: Figure) -> Figure:
    return _pencil(figure, (-0.5, 0.1, 0.7))


def _pencil_answers(figure: Figure) -> Sequence[Figure]:
    return (_three_circles(figure), _pencil(figure, (-0.5, 0.0, 0.5)), _pencil(figure, (0.1, 0.6, 1.1)))


def _pencil_misses(figure: Figure) -> Sequence[Figure]:
    """Return mistakes: not through B, two circles only, one of them twice."""
    return (
        _pencil(figure, (-0.5, 0.1, 0.7), off=0.15),
        _pencil(figure, (-0.5, 0.7)),
        _pencil(figure, (-0.5, 0.7, 0.7)),
    )


CONSTRUCTIONS = (
    Construction(
        "chain-of-steiner",
        "inversion",
        "Between the two given circles there is room for closed chains of six circles: each touches both given "
        "circles and the two circles next to it in the chain. Where the first of the six lies is free. Draw such a "
        "chain.",
        ring,
        _steiner,
        rule="steiner_chain",
        answers=_steiner_answers,
        near_misses=_steiner_misses,
    ),
    Construction(
        "circles-at-right-angles",
        "inversion",
        "Draw two different circles that pass through P and cut the circle with centre O at right angles.",
        _mirror_given,
        _orthogonal,
        rule="orthogonal_circles",
        answers=_orthogonal_answers,
        near_misses=_orthogonal_misses,
    ),
    Construction(
        "pencil-of-circles",
        "circles and radical axes",
        "Draw three circles of clearly different position that all pass through both A and B.",
        _two_dots_given,
        _three_circles,
        rule="common_chord_circles",
        answers=_pencil_answers,
        near_misses=_pencil_misses,
    ),
)
