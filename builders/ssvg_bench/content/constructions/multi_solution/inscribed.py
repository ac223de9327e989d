"""Cases with many answers about lines inside a circle or an ellipse."""

from collections.abc import Sequence
from random import Random

from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment

from .. import conic, plane
from ..engine import Construction, Figure

ORIGIN = Point(0.0, 0.0)


def _circle_given(random: Random) -> Figure:
    # Its size and place are drawn by the fitting, which leaves room for both.
    return Figure({"O": ORIGIN}, (), (Circle(ORIGIN, random.uniform(180, 200)),))


def _regular(figure: Figure, count: int, way: float, size: float = 1.0, flat: float = 1.0) -> Figure:
    """Return a regular polygon. `size` and `flat` spoil it: corners off the circle, or nearer to one diameter."""
    centre, radius = figure.circles[0]
    corners = [plane.at(ORIGIN, radius * size, way + 360 * index / count) for index in range(count)]
    return Figure({}, plane.closed(*(centre + Point(x, y * flat) for x, y in corners)))


def _square(figure: Figure) -> Figure:
    return _regular(figure, 4, 17)


def _square_answers(figure: Figure) -> Sequence[Figure]:
    return tuple(_regular(figure, 4, way) for way in (17, 45, 70))


def _square_misses(figure: Figure) -> Sequence[Figure]:
    """Too small, a rectangle, an open square, a triangle."""
    circle = figure.circles[0]
    oblong = [plane.at(circle.centre, circle.radius, way) for way in (25, 155, 205, 335)]
    return (
        _regular(figure, 4, 17, size=0.85),
        Figure({}, plane.closed(*oblong)),
        Figure({}, _regular(figure, 4, 17).segments[:3]),
        _regular(figure, 3, 17),
    )


def _hexagon(figure: Figure) -> Figure:
    return _regular(figure, 6, 12)


def _hexagon_answers(figure: Figure) -> Sequence[Figure]:
    return tuple(_regular(figure, 6, way) for way in (12, 0, 44))


def _hexagon_misses(figure: Figure) -> Sequence[Figure]:
    return (
        _regular(figure, 6, 12, size=0.85),
        _regular(figure, 6, 12, flat=0.8),
        _regular(figure, 5, 12),
        Figure({}, _regular(figure, 6, 12).segments[:5]),
    )


def _chord_given(random: Random) -> Figure:
    way, half = random.uniform(0, 360), random.uniform(45, 70)
    a, b = plane.at(ORIGIN, 200, way - half), plane.at(ORIGIN, 200, way + half)
    return Figure({"A": a, "B": b}, (Segment(a, b),), (Circle(ORIGIN, 200),))


def _angles(figure: Figure, turns: Sequence[float], size: float = 1.0) -> Figure:
    """Vertices by their turn from the middle of the longer arc."""
    a, b = figure["AB"]
    centre, radius = figure.circles[0]
    far = plane.onward(plane.midpoint(a, b), centre, plane.midpoint(a, b).distance(centre) + radius * size)
    vertices = [plane.turned(far, centre, turn) for turn in turns]
    return Figure({}, tuple(Segment(end, vertex) for vertex in vertices for end in (a, b)))


def _inscribed(figure: Figure) -> Figure:
    return _angles(figure, (-38, 26))


def _inscribed_answers(figure: Figure) -> Sequence[Figure]:
    return (_inscribed(figure), _angles(figure, (-20, 45)), _angles(figure, (0, 60)))


def _inscribed_misses(figure: Figure) -> Sequence[Figure]:
    """Return mistakes: inside the circle, on both arcs, one angle only, and a leg missing."""
    right = _inscribed(figure)
    return (
        _angles(figure, (-38, 26), size=0.8),
        _angles(figure, (-30, 180)),
        Figure({}, right.segments[:2]),
        Figure({}, right.segments[:3]),
    )


def _ellipse_given(random: Random) -> Figure:
    ellipse = Ellipse(ORIGIN, 200, random.uniform(105, 145), random.uniform(0, 180))
    return Figure({"O": ORIGIN}, ellipses=(ellipse,))


def _diameters(figure: Figure, way: float, apart: float = 90.0, short: float = 1.0) -> Figure:
    ellipse = figure.ellipses[0]
    pairs = []
    for turn in (way, way + apart):
        p, q = conic.on(ellipse, turn), conic.on(ellipse, turn + 180)
        pairs.append(Segment(plane.between(q, p, 1 - short), plane.between(q, p, short)))
    return Figure({}, tuple(pairs))


def _conjugate(figure: Figure) -> Figure:
    return _diameters(figure, 35)


def _conjugate_answers(figure: Figure) -> Sequence[Figure]:
    return (_conjugate(figure), _diameters(figure, 65), _diameters(figure, 0))


def _conjugate_misses(figure: Figure) -> Sequence[Figure]:
    """Return mistakes: at the wrong angle, at a right angle to each other, too short, and one only."""
    ellipse = figure.ellipses[0]
    first = _diameters(figure, 45).segments[0]
    upright = conic.chord(plane.perpendicular(first, ellipse.centre), ellipse)
    return (
        _diameters(figure, 35, apart=70),
        Figure({}, (first, upright)),
        _diameters(figure, 35, short=0.9),
        Figure({}, _conjugate(figure).segments[:1]),
    )


CONSTRUCTIONS = (
    Construction(
        "square-in-a-circle",
        "compass and straightedge",
        "Inscribe a square in the circle with centre O: its four corners lie on the circle. How it is turned is up "
        "to you. Draw its four sides.",
        _circle_given,
        _square,
        rule="inscribed_square",
        answers=_square_answers,
        near_misses=_square_misses,
    ),
    Construction(
        "inscribed-angles",
        "classical theorems",
        "All angles that are inscribed over the chord AB, with their vertices on the same arc, are equal. Choose two "
        "different points of the circle, well apart, on the same side of AB, and join each of them to A and to B.",
        _chord_given,
        _inscribed,
        rule="inscribed_angles",
        answers=_inscribed_answers,
        near_misses=_inscribed_misses,
    ),
    Construction(
        "conjugate-diameters",
        "conics",
        "Two diameters of an ellipse are conjugate if each is parallel to the tangents at the ends of the other. "
        "Draw any pair of conjugate diameters of the ellipse with centre O, from rim to rim.",
        _ellipse_given,
        _conjugate,
        rule="conjugate_diameters",
        answers=_conjugate_answers,
        near_misses=_conjugate_misses,
    ),
    Construction(
        "hexagon-in-a-circle",
        "compass and straightedge",
        "Draw the six sides of a regular hexagon whose corners all lie on the circle with centre O. Any position on "
        "the circle will do.",
        _circle_given,
        _hexagon,
        rule="inscribed_hexagon",
        answers=_hexagon_answers,
        near_misses=_hexagon_misses,
    ),
)
