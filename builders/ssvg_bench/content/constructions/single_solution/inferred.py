"""Theorems in statements, as in encyclopedias: what to add follows from the text and is not listed.

Figures have many lines, as those of the paper: figures on the sides of polygons, stars, nets of parallels, nested
polygons.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random

from sgpkit.families.shared import tables
from sgpkit.graphics.geometry import Point, Segment

from .. import givens, plane, trigon
from ..engine import Construction, Figure

GROUP = "figures on polygons"
ORIGIN = Point(0.0, 0.0)
LABELS = "ABCDEFGHIJKL"


def regular(count: int) -> Callable[[Random], Figure]:
    """A given part that is a regular polygon."""

    def given(random: Random) -> Figure:
        turn, hand = random.uniform(0, 360), random.choice((1, -1))
        corners = [plane.at(ORIGIN, givens.SIZE, turn + hand * 360 / count * index) for index in range(count)]
        return givens.polygon(LABELS[:count], corners)

    return given


def _any_quadrilateral(random: Random) -> Figure:
    return givens.polygon("ABCD", givens.quadrilateral(random))


def _parallelogram(random: Random) -> Figure:
    turn, angle = random.uniform(0, 360), random.choice((1, -1)) * random.uniform(55, 80)
    along = plane.at(ORIGIN, random.uniform(150, 190), turn)
    up = plane.at(ORIGIN, random.uniform(95, 130), turn + angle)
    return givens.polygon("ABCD", (ORIGIN, along, along + up, up))


def _corners(figure: Figure) -> list[Point]:
    return [side.start for side in figure.segments]


def _loops(corners: Sequence[Point], step: int) -> Iterator[Segment]:
    """Yield the diagonals from corners to those `step` places on, along one closed line after the other."""
    count = len(corners)
    for start in range(math.gcd(step, count)):
        round_trip = range(start, start + step * count // math.gcd(step, count), step)
        yield from plane.closed(*(corners[index % count] for index in round_trip))


def _diagonals(figure: Figure) -> Figure:
    corners = _corners(figure)
    half = len(corners) // 2
    loops = [segment for step in range(2, (len(corners) + 1) // 2) for segment in _loops(corners, step)]
    diameters = zip(corners[:half], corners[half:], strict=True) if len(corners) % 2 == 0 else ()
    return Figure(segments=(*loops, *(Segment(*pair) for pair in diameters)))


def _star(step: int) -> Callable[[Figure], Figure]:
    def solve(figure: Figure) -> Figure:
        return Figure(segments=tuple(_loops(_corners(figure), step)))

    return solve


def _squares(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The outer corners of the squares on the sides of a polygon, side by side."""
    middle = plane.mean(corners)
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    # The one next to a side's first corner comes first.
    return [(near, far) for far, near in (trigon.square(start, end, middle) for start, end in sides)]


def _erected(corners: Sequence[Point]) -> list[Segment]:
    segments: list[Segment] = []
    for index, (first, second) in enumerate(_squares(corners)):
        segments += plane.chain(corners[index], first, second, corners[(index + 1) % len(corners)])
    return segments


def _squares_and_gaps(figure: Figure) -> Figure:
    """Squares on all sides, and the segments that join adjacent squares."""
    corners = _corners(figure)
    squares = _squares(corners)
    gaps = [Segment(squares[index - 1][1], squares[index][0]) for index in range(len(corners))]
    return Figure(segments=(*_erected(corners), *gaps))


def _squares_and_centres(figure: Figure) -> Figure:
    corners = _corners(figure)
    centres = [
        plane.mean((corners[index], corners[(index + 1) % 4], *square))
        for index, square in enumerate(_squares(corners))
    ]
    return Figure(dict(zip("PQRS", centres, strict=True)), (*_erected(corners), *plane.closed(*centres)))


def _apexes(corners: Sequence[Point]) -> list[Point]:
    middle = plane.mean(corners)
    return [trigon.apex(corners[index], corners[(index + 1) % len(corners)], middle) for index in range(len(corners))]


def _triangles_and_outline(figure: Figure) -> Figure:
    """Equilateral triangles on all sides, and the polygon of their outer corners."""
    corners = _corners(figure)
    apexes = _apexes(corners)
    sides: list[Segment] = []
    for index, apex in enumerate(apexes):
        sides += plane.chain(corners[index], apex, corners[(index + 1) % len(corners)])
    return Figure(segments=(*sides, *plane.closed(*apexes)))


def _triangles_and_spokes(figure: Figure) -> Figure:
    """Equilateral triangles on the sides of a triangle, and the lines from their outer corners to those opposite."""
    corners = _corners(figure)
    apexes = _apexes(corners)
    sides: list[Segment] = []
    for index, apex in enumerate(apexes):
        sides += plane.chain(corners[index], apex, corners[(index + 1) % 3])
    return Figure(segments=(*sides, *(Segment(apex, corners[index - 1]) for index, apex in enumerate(apexes))))


def _two_triangles(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    middle = plane.mean((a, b, c, d))
    e, f = trigon.apex(a, b, middle), trigon.apex(b, c, middle)
    return Figure({"E": e, "F": f}, (*plane.chain(a, e, b, f, c), *plane.closed(d, e, f)))


def _parallels(count: int) -> Callable[[Figure], Figure]:
    """The parallels to the sides of a triangle through the points that divide its sides into equal parts."""

    def solve(figure: Figure) -> Figure:
        corners = _corners(figure)
        segments = []
        for index in range(3):
            top, left, right = corners[index], corners[index - 1], corners[index - 2]
            shares = [step / count for step in range(1, count)]
            segments += [Segment(plane.between(top, left, share), plane.between(top, right, share)) for share in shares]
        return Figure(segments=tuple(segments))

    return solve


def _net(count: int) -> Callable[[Figure], Figure]:
    """The segments between the points that divide opposite sides of a quadrilateral alike."""

    def solve(figure: Figure) -> Figure:
        a, b, c, d = _corners(figure)
        shares = [step / count for step in range(1, count)]
        across = [Segment(plane.between(a, d, share), plane.between(b, c, share)) for share in shares]
        up = [Segment(plane.between(a, b, share), plane.between(d, c, share)) for share in shares]
        return Figure(segments=(*across, *up))

    return solve


def _nested(share: float, depth: int) -> Callable[[Figure], Figure]:
    """Polygons in one another, each with its corners on the sides of the one before."""

    def solve(figure: Figure) -> Figure:
        corners = _corners(figure)
        segments: list[Segment] = []
        for _ in range(depth):
            following = [*corners[1:], corners[0]]
            corners = [plane.between(one, other, share) for one, other in zip(corners, following, strict=True)]
            segments += plane.closed(*corners)
        return Figure(segments=tuple(segments))

    return solve


def _orthic_and_tangential(figure: Figure) -> Figure:
    a, b, c = _corners(figure)
    feet = plane.foot(a, Segment(b, c)), plane.foot(b, Segment(c, a)), plane.foot(c, Segment(a, b))
    centre = figure.circles[0].centre
    tangents = [plane.perpendicular(Segment(centre, corner), corner) for corner in (a, b, c)]
    outer = [plane.meet(tangents[index - 1], tangents[index - 2]) for index in range(3)]
    altitudes = (Segment(corner, foot) for corner, foot in zip((a, b, c), feet, strict=True))
    return Figure(segments=(*altitudes, *plane.closed(*feet), *plane.closed(*outer)))


def _with_circle(random: Random) -> Figure:
    corners = givens.corners(random, 50, 70, 6)
    drawn = givens.polygon("ABC", corners)
    return Figure(drawn.points, drawn.segments, (plane.circle_through(*corners),))


def _walter(figure: Figure) -> Figure:
    corners = _corners(figure)
    segments = []
    for index in range(3):
        left, right = corners[index - 1], corners[index - 2]
        segments += [Segment(corners[index], plane.between(left, right, share)) for share in (1 / 3, 2 / 3)]
    return Figure(segments=tuple(segments))


def _anticomplementary(figure: Figure) -> Figure:
    a, b, c = _corners(figure)
    outer = b + c - a, c + a - b, a + b - c
    medial = plane.midpoint(b, c), plane.midpoint(c, a), plane.midpoint(a, b)
    medians = (Segment(one, corner) for one, corner in zip(outer, (a, b, c), strict=True))
    return Figure(segments=(*plane.closed(*outer), *plane.closed(*medial), *medians))


def _stretched(count: int) -> Callable[[Figure], Figure]:
    """All sides of a regular polygon, extended both ways until they meet: the star around it."""

    def solve(figure: Figure) -> Figure:
        corners = _corners(figure)
        tips = [
            plane.meet(
                Segment(corners[index - 1], corners[index]),
                Segment(corners[(index + 1) % count], corners[(index + 2) % count]),
            )
            for index in range(count)
        ]
        sides = [
            Segment(corner, tip)
            for index, tip in enumerate(tips)
            for corner in (corners[index], corners[(index + 1) % count])
        ]
        return Figure(segments=(*sides, *plane.closed(*tips)))

    return solve


def _rounds(depth: int) -> Callable[[Figure], Figure]:
    """Circles inscribed in a regular polygon and in those of the midpoints, one within the other."""

    def solve(figure: Figure) -> Figure:
        corners = _corners(figure)
        segments: list[Segment] = []
        circles = []
        for _ in range(depth):
            following = [*corners[1:], corners[0]]
            circles.append(plane.touching(plane.mean(corners), Segment(*corners[:2])))
            corners = [plane.midpoint(one, other) for one, other in zip(corners, following, strict=True)]
            segments += plane.closed(*corners)
        return Figure(segments=tuple(segments), circles=tuple(circles))

    return solve


def _circumscribed(figure: Figure) -> Figure:
    """The circle around a regular polygon, the polygon of its tangents at the corners, and the circle around that."""
    corners = _corners(figure)
    around = plane.circle_through(*corners[:3])
    tangents = [plane.perpendicular(Segment(around.centre, corner), corner) for corner in corners]
    outer = [plane.meet(tangents[index - 1], tangents[index]) for index in range(len(corners))]
    return Figure(segments=plane.closed(*outer), circles=(around, plane.circle_through(*outer[:3])))


TRIANGLE = givens.triangle()

STATEMENTS = tables.read(__file__, "inferred.toml")["statements"]
"""The text of each construction by its name."""

_TASKS: tuple[tuple[str, Callable[[Random], Figure], Callable[[Figure], Figure]], ...] = (
    ("ad-quadratum", regular(4), _rounds(2)),
    ("rounds-in-a-triangle", regular(3), _rounds(2)),
    ("circles-around-a-square", regular(4), _circumscribed),
    ("circles-around-a-triangle", regular(3), _circumscribed),
    ("circles-around-a-pentagon", regular(5), _circumscribed),
    ("squares-on-a-parallelogram", _parallelogram, _squares_and_centres),
    ("flank-triangles", TRIANGLE, _squares_and_gaps),
    ("hexagon-around-a-triangle", regular(3), _squares_and_gaps),
    ("dodecagon-around-a-hexagon", regular(6), _squares_and_gaps),
    ("decagon-around-a-pentagon", regular(5), _squares_and_gaps),
    ("octagon-around-a-square", regular(4), _squares_and_gaps),
    ("sixteen-corners-around-an-octagon", regular(8), _squares_and_gaps),
    ("squares-around-a-quadrilateral", _any_quadrilateral, _squares_and_gaps),
    ("triangles-on-a-square", regular(4), _triangles_and_outline),
    ("hexagram-in-a-hexagon", regular(6), _triangles_and_outline),
    ("triangles-on-a-pentagon", regular(5), _triangles_and_outline),
    ("equal-lines-of-fermat", TRIANGLE, _triangles_and_spokes),
    ("equilateral-triangle-of-a-parallelogram", _parallelogram, _two_triangles),
    ("diagonals-of-a-hexagon", regular(6), _diagonals),
    ("diagonals-of-a-heptagon", regular(7), _diagonals),
    ("diagonals-of-an-octagon", regular(8), _diagonals),
    ("diagonals-of-a-nonagon", regular(9), _diagonals),
    ("diagonals-of-a-decagon", regular(10), _diagonals),
    ("diagonals-of-a-hendecagon", regular(11), _diagonals),
    ("diagonals-of-a-dodecagon", regular(12), _diagonals),
    ("squares-in-an-octagon", regular(8), _star(2)),
    ("great-star-of-an-octagon", regular(8), _star(3)),
    ("triangles-in-a-nonagon", regular(9), _star(3)),
    ("pentagons-in-a-decagon", regular(10), _star(2)),
    ("squares-in-a-dodecagon", regular(12), _star(3)),
    ("triangles-in-a-dodecagon", regular(12), _star(4)),
    ("star-of-a-heptagon", regular(7), _star(2)),
    ("star-around-a-pentagon", regular(5), _stretched(5)),
    ("star-around-a-hexagon", regular(6), _stretched(6)),
    ("star-around-a-heptagon", regular(7), _stretched(7)),
    ("star-around-an-octagon", regular(8), _stretched(8)),
    ("sixteen-triangles", TRIANGLE, _parallels(4)),
    ("twenty-five-triangles", TRIANGLE, _parallels(5)),
    ("thirty-six-triangles", TRIANGLE, _parallels(6)),
    ("net-of-a-quadrilateral", _any_quadrilateral, _net(5)),
    ("sixteen-fields", _any_quadrilateral, _net(4)),
    ("varignon-three-times", _any_quadrilateral, _nested(0.5, 3)),
    ("squares-that-turn", regular(4), _nested(0.25, 4)),
    ("squares-of-midpoints", regular(4), _nested(0.5, 4)),
    ("pentagons-that-turn", regular(5), _nested(0.5, 3)),
    ("hexagons-of-midpoints", regular(6), _nested(0.5, 3)),
    ("orthic-and-tangential", _with_circle, _orthic_and_tangential),
    ("hexagon-of-walter", TRIANGLE, _walter),
    ("medial-and-anticomplementary", TRIANGLE, _anticomplementary),
)
"""The name of each construction, its given part, and its solver."""

CONSTRUCTIONS = tuple(Construction(name, GROUP, STATEMENTS[name], given, solve) for name, given, solve in _TASKS)
