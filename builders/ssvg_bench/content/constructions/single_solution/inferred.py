"""Theorems in statements, as in encyclopedias: what to add follows from the text and is not listed.

Figures have many lines, as those of the paper: figures on the sides of polygons, stars, nets of parallels, nested
polygons.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from random import Random

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

CONSTRUCTIONS = (
    Construction(
        "ad-quadratum",
        GROUP,
        "Medieval masons designed ad quadratum: the circle inscribed in a square ABCD touches its sides at their "
        "midpoints, which are the corners of a second square of half the area. The circle inscribed in the second "
        "square touches it at the corners of a third one, which has a quarter of the area of the first.",
        regular(4),
        _rounds(2),
    ),
    Construction(
        "rounds-in-a-triangle",
        GROUP,
        "In an equilateral triangle ABC the incircle is at the same time the circumcircle of the triangle of the "
        "midpoints of the sides. Again this holds for the smaller triangle: its incircle passes through the midpoints "
        "of its sides, which are the corners of a third triangle.",
        regular(3),
        _rounds(2),
    ),
    Construction(
        "circles-around-a-square",
        GROUP,
        "The tangents to the circumcircle of a square ABCD at its corners form a square of twice its area. The "
        "circumcircle of this larger square, too, has twice the area of the first circle.",
        regular(4),
        _circumscribed,
    ),
    Construction(
        "circles-around-a-triangle",
        GROUP,
        "If tangents are drawn to the circumcircle of an equilateral triangle ABC at its corners, they form an "
        "equilateral triangle with sides twice as long, the circumcircle of which has twice the radius.",
        regular(3),
        _circumscribed,
    ),
    Construction(
        "circles-around-a-pentagon",
        GROUP,
        "The circumcircle of the regular pentagon ABCDE is the incircle of another regular pentagon, which touches it "
        "at A, B, C, D and E. Between this circle and the circumcircle of the outer pentagon lies a ring, the area of "
        "which is that of the circle that has a side of the outer pentagon as its diameter.",
        regular(5),
        _circumscribed,
    ),
    Construction(
        "squares-on-a-parallelogram",
        GROUP,
        "Squares are erected outward on all sides of the parallelogram ABCD. According to Thébault, their "
        "centres P, Q, R "
        "and S are themselves the corners of a square, whatever the angles of the parallelogram.",
        _parallelogram,
        _squares_and_centres,
    ),
    Construction(
        "flank-triangles",
        GROUP,
        "When a square stands outward on each side of a triangle, each pair of adjacent squares leaves a gap at the "
        "corner that they share. The three triangles that fill these gaps all have the same area as ABC.",
        TRIANGLE,
        _squares_and_gaps,
    ),
    Construction(
        "dodecagon-around-a-hexagon",
        GROUP,
        "If squares are erected outward on the sides of the regular hexagon ABCDEF, their outer corners are the "
        "corners "
        "of a regular dodecagon: between adjacent squares there is just room for equilateral triangles.",
        regular(6),
        _squares_and_gaps,
    ),
    Construction(
        "decagon-around-a-pentagon",
        GROUP,
        "On each side of the regular pentagon ABCDE stands a square, outward. The outer corners of these "
        "squares form a "
        "decagon whose angles are equal, though its sides are of two lengths.",
        regular(5),
        _squares_and_gaps,
    ),
    Construction(
        "octagon-around-a-square",
        GROUP,
        "Four equal squares stand outward on the sides of the square ABCD. Their outer corners span an octagon "
        "with equal "
        "angles, in which four right-angled triangles lie between adjacent squares.",
        regular(4),
        _squares_and_gaps,
    ),
    Construction(
        "squares-around-a-quadrilateral",
        GROUP,
        "Squares lie outward on the four sides of the quadrilateral ABCD. The triangles that close the gaps between "
        "adjacent squares at A and C have together the same area as those at B and D.",
        _any_quadrilateral,
        _squares_and_gaps,
    ),
    Construction(
        "triangles-on-a-square",
        GROUP,
        "The outer corners of the four equilateral triangles on the sides of the square ABCD, all turned "
        "outward, are the "
        "corners of a larger square.",
        regular(4),
        _triangles_and_outline,
    ),
    Construction(
        "hexagram-in-a-hexagon",
        GROUP,
        "Equilateral triangles on the sides of the regular hexagon ABCDEF, outward, make a star with six points. Its "
        "points are the corners of a regular hexagon, the area of which is three times that of ABCDEF.",
        regular(6),
        _triangles_and_outline,
    ),
    Construction(
        "triangles-on-a-pentagon",
        GROUP,
        "On each side of the regular pentagon ABCDE an equilateral triangle points outward; the five outer corners are "
        "again those of a regular pentagon.",
        regular(5),
        _triangles_and_outline,
    ),
    Construction(
        "equal-lines-of-fermat",
        GROUP,
        "Equilateral triangles are erected outward on the sides of the triangle ABC. The three lines from their outer "
        "corners to the corners of ABC that lie opposite are equally long and pass through one point, at which "
        "they make "
        "angles of 60°.",
        TRIANGLE,
        _triangles_and_spokes,
    ),
    Construction(
        "equilateral-triangle-of-a-parallelogram",
        GROUP,
        "Let ABCD be a parallelogram, and let ABE and BCF be equilateral triangles that lie outside of it. Then the "
        "triangle DEF is equilateral too.",
        _parallelogram,
        _two_triangles,
    ),
    Construction(
        "diagonals-of-a-hexagon",
        GROUP,
        "A convex hexagon has nine diagonals. In the regular hexagon ABCDEF three of them pass through the "
        "centre and six "
        "form two equilateral triangles.",
        regular(6),
        _diagonals,
    ),
    Construction(
        "diagonals-of-a-heptagon",
        GROUP,
        "All diagonals of the regular heptagon ABCDEFG are of only two lengths. There are fourteen of them, and "
        "no three "
        "meet in a point inside.",
        regular(7),
        _diagonals,
    ),
    Construction(
        "diagonals-of-an-octagon",
        GROUP,
        "The diagonals of the regular octagon ABCDEFGH, twenty in all, are of three lengths; four are diameters of the "
        "circle through its corners.",
        regular(8),
        _diagonals,
    ),
    Construction(
        "squares-in-an-octagon",
        GROUP,
        "Every second corner of the regular octagon ABCDEFGH belongs to a square. The sides of its two squares "
        "meet each "
        "other in the corners of a smaller regular octagon.",
        regular(8),
        _star(2),
    ),
    Construction(
        "great-star-of-an-octagon",
        GROUP,
        "From each corner of the regular octagon ABCDEFGH two diagonals lead to the corners that are three "
        "places further "
        "along the outline. Together they are one closed line, the star {8/3}.",
        regular(8),
        _star(3),
    ),
    Construction(
        "triangles-in-a-nonagon",
        GROUP,
        "The corners of the regular nonagon ABCDEFGHI can be divided into those of three equilateral triangles, "
        "which make "
        "the compound star {9/3}.",
        regular(9),
        _star(3),
    ),
    Construction(
        "pentagons-in-a-decagon",
        GROUP,
        "Two regular pentagons are inscribed in the regular decagon ABCDEFGHIJ so that each of its corners "
        "belongs to one "
        "of them; their sides enclose another regular decagon.",
        regular(10),
        _star(2),
    ),
    Construction(
        "squares-in-a-dodecagon",
        GROUP,
        "The regular dodecagon ABCDEFGHIJKL holds exactly three squares with corners among its own. Each is the "
        "image of "
        "another under a turn by 30°.",
        regular(12),
        _star(3),
    ),
    Construction(
        "triangles-in-a-dodecagon",
        GROUP,
        "Four equilateral triangles share out the twelve corners of the regular dodecagon ABCDEFGHIJKL among "
        "them, so that "
        "no corner belongs to two.",
        regular(12),
        _star(4),
    ),
    Construction(
        "star-of-a-heptagon",
        GROUP,
        "The shorter diagonals of the regular heptagon ABCDEFG, each of which cuts off one corner, form the "
        "star {7/2}, with "
        "a smaller heptagon in its middle.",
        regular(7),
        _star(2),
    ),
    Construction(
        "star-around-a-hexagon",
        GROUP,
        "The sides of the regular hexagon ABCDEF, extended both ways until each meets the next but one, form a "
        "hexagram. The convex hexagon whose corners are the points of the hexagram is regular.",
        regular(6),
        _stretched(6),
    ),
    Construction(
        "star-around-an-octagon",
        GROUP,
        "Each side of the regular octagon ABCDEFGH is extended both ways as far as its meeting points with the "
        "next but one "
        "sides. These eight points are the corners of a larger regular octagon.",
        regular(8),
        _stretched(8),
    ),
    Construction(
        "sixteen-triangles",
        GROUP,
        "If each side of the triangle ABC is divided into four equal parts, the parallels to the sides through "
        "all points of "
        "division cut the triangle into sixteen congruent ones.",
        TRIANGLE,
        _parallels(4),
    ),
    Construction(
        "twenty-five-triangles",
        GROUP,
        "The points that divide each side of ABC into five equal parts lie on parallels to the sides that split "
        "the whole "
        "triangle into 25 congruent triangles.",
        TRIANGLE,
        _parallels(5),
    ),
    Construction(
        "net-of-a-quadrilateral",
        GROUP,
        "Both pairs of opposite sides of ABCD are divided into five equal parts, and points of division that "
        "correspond to "
        "each other are joined. Every line of the net is then divided into five equal parts by the lines of the other "
        "family.",
        _any_quadrilateral,
        _net(5),
    ),
    Construction(
        "sixteen-fields",
        GROUP,
        "Corresponding points of the divisions of AB and DC into four equal parts are joined, and so are those "
        "of AD and BC. "
        "The sum of the areas of the four fields along a diagonal of this net is a quarter of that of ABCD.",
        _any_quadrilateral,
        _net(4),
    ),
    Construction(
        "varignon-three-times",
        GROUP,
        "The midpoints of the sides of any quadrilateral ABCD form a parallelogram. If the same is done with this "
        "parallelogram, and once more with the result, the third figure has sides parallel to those of the first "
        "parallelogram and half as long.",
        _any_quadrilateral,
        _nested(0.5, 3),
    ),
    Construction(
        "squares-that-turn",
        GROUP,
        "On the sides AB, BC, CD and DA of a square, points one quarter of the way along are the corners of an "
        "inscribed "
        "square; in this one, the points a quarter of the way along its sides, in the same sense, give a third, "
        "and so on. "
        "The figure shows the first five squares, of which ABCD is the largest.",
        regular(4),
        _nested(0.25, 4),
    ),
    Construction(
        "pentagons-that-turn",
        GROUP,
        "The midpoints of the sides of the regular pentagon ABCDE are the corners of a second regular pentagon, "
        "the midpoints "
        "of whose sides form a third, and those of the third a fourth. Each is turned by 36° against the one before.",
        regular(5),
        _nested(0.5, 3),
    ),
    Construction(
        "hexagons-of-midpoints",
        GROUP,
        "The hexagon of the midpoints of the sides of a regular hexagon ABCDEF has three quarters of its area. "
        "Continued in "
        "the same way, the fourth hexagon of such a sequence, which begins with ABCDEF, has 27/64 of the first "
        "one's area.",
        regular(6),
        _nested(0.5, 3),
    ),
    Construction(
        "orthic-and-tangential",
        GROUP,
        "The three altitudes of the acute triangle ABC have feet that are the corners of the orthic triangle. The "
        "tangents to the circumcircle at A, B and C form another triangle, with sides parallel to those of the "
        "orthic one.",
        _with_circle,
        _orthic_and_tangential,
    ),
    Construction(
        "hexagon-of-walter",
        GROUP,
        "Each side of the triangle ABC is divided into three equal parts, and the points of division are joined "
        "with the "
        "opposite corners. Marion Walter's theorem states that the hexagon that these lines enclose has a tenth of the "
        "triangle's area.",
        TRIANGLE,
        _walter,
    ),
    Construction(
        "medial-and-anticomplementary",
        GROUP,
        "The parallels to the sides of ABC through its opposite corners form a triangle with four times its area, the "
        "midpoints of the sides of ABC one with a quarter of it. The segments that join each corner of the "
        "large triangle "
        "with the corner of ABC on the opposite side bisect the sides of ABC, and meet in its centroid.",
        TRIANGLE,
        _anticomplementary,
    ),
)
