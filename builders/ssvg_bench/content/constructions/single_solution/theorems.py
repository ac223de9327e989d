"""Classical theorems: points that turn out to be collinear, lines that turn out to be concurrent. One answer each."""

from random import Random

from sgpkit.graphics.geometry import Circle, Point, Segment

from .. import givens, plane, trigon
from ..engine import Construction, Degenerate, Figure

GROUP = "classical theorems"
ORIGIN = Point(0.0, 0.0)


def _near(reach: float, *points: Point) -> None:
    """Points far away would leave the rest of the drawing tiny."""
    if max(point.distance(plane.mean(points)) for point in points) > reach * givens.SIZE:
        raise Degenerate("a point of intersection lies far away")


def _ceva_given(random: Random) -> Figure:
    a, b, c = givens.corners(random)
    d = plane.between(b, c, random.uniform(0.28, 0.72))
    e = plane.between(c, a, random.uniform(0.28, 0.72))
    return givens.polygon("ABC", (a, b, c), D=d, E=e)


def _ceva(figure: Figure) -> Figure:
    a, b, c, d, e = figure["ABCDE"]
    crossing = plane.meet(Segment(a, d), Segment(b, e))
    line = trigon.cevian(c, crossing, a, b)
    return Figure({"F": line.end}, (Segment(a, d), Segment(b, e), line))


def _ceva_mistakes(figure: Figure) -> tuple[Figure, ...]:
    """The third line drawn to the midpoint, or at a right angle."""
    a, b, c, d, e = figure["ABCDE"]
    ends = plane.midpoint(a, b), plane.foot(c, Segment(a, b))
    return tuple(Figure(segments=(Segment(a, d), Segment(b, e), Segment(c, end))) for end in ends)


def _menelaus(figure: Figure) -> Figure:
    a, b, _, d, e = figure["ABCDE"]
    f = plane.meet(Segment(d, e), Segment(a, b))
    share = a.distance(f) / a.distance(b)
    _near(2.5, a, b, f)
    if share < 0.1 or share > 3:
        raise Degenerate("the third point lies near a corner, or far away")
    nearest = min((a, b), key=f.distance)
    return Figure({"F": f}, (plane.longest((d, e, f)), Segment(nearest, f)))


def _pascal_given(random: Random) -> Figure:
    # A, E, C on one side and D, B, F on the other: opposite sides of the hexagon ABCDEF cross within the circle.
    circle, (a, e, c, f, b, d) = givens.cyclic(random, 6, 38)
    points = {"A": a, "B": b, "C": c, "D": d, "E": e, "F": f}
    return Figure(points, plane.closed(a, b, c, d, e, f), (circle,))


def _pascal(figure: Figure) -> Figure:
    sides = figure.segments
    x, y, z = (plane.meet(sides[index], sides[index + 3]) for index in range(3))
    if max(point.distance(figure.circles[0].centre) for point in (x, y, z)) > 1.6 * figure.circles[0].radius:
        raise Degenerate("opposite sides meet far away")
    return Figure({"X": x, "Y": y, "Z": z}, (plane.longest((x, y, z)),))


def _brianchon_given(random: Random) -> Figure:
    circle, points = givens.cyclic(random, 6, 42)
    return Figure(dict(zip("ABCDEF", points, strict=True)), (), (circle,))


def _brianchon(figure: Figure) -> Figure:
    circle = figure.circles[0]
    touches = figure["ABCDEF"]
    tangents = [plane.perpendicular(Segment(circle.centre, touch), touch) for touch in touches]
    corners = [plane.meet(tangents[index - 1], tangents[index]) for index in range(6)]
    if max(corner.distance(circle.centre) for corner in corners) > 2 * circle.radius:
        raise Degenerate("two tangents meet far away")
    diagonals = tuple(Segment(corners[index], corners[index + 3]) for index in range(3))
    return Figure({}, (*plane.closed(*corners), *diagonals))


def _pappus_given(random: Random) -> Figure:
    upper, lower = random.uniform(-12, 12), random.uniform(-12, 12)
    first = [plane.at(ORIGIN, reach, upper) for reach in _steps(random)]
    beside = Point(random.uniform(-30, 30), 260.0)
    other = [plane.at(beside, reach, lower) for reach in _steps(random)]
    turn = random.uniform(0, 360)
    points = [plane.turned(point, ORIGIN, turn) for point in (*first, *other)]
    ends = (points[0], points[2]), (points[3], points[5])
    return Figure(dict(zip("ABCDEF", points, strict=True)), tuple(Segment(*pair) for pair in ends))


def _steps(random: Random) -> tuple[float, float, float]:
    return 0.0, random.uniform(110, 190), random.uniform(290, 380)


def _pappus(figure: Figure) -> Figure:
    a, b, c, d, e, f = figure["ABCDEF"]
    pairs = ((a, e), (b, d)), ((a, f), (c, d)), ((b, f), (c, e))
    lines = [Segment(*line) for pair in pairs for line in pair]
    x, y, z = (plane.meet(Segment(*one), Segment(*other)) for one, other in pairs)
    return Figure({"X": x, "Y": y, "Z": z}, (*lines, plane.longest((x, y, z))))


def _desargues_given(random: Random) -> Figure:
    turn = random.uniform(0, 360)
    rays = (turn, turn + random.uniform(20, 30), turn + random.uniform(42, 58))
    near = [plane.at(ORIGIN, random.uniform(90, 170), ray) for ray in rays]
    far = [plane.at(ORIGIN, random.uniform(220, 400), ray) for ray in rays]
    names = ("A", "B", "C", "A'", "B'", "C'")
    points = dict(zip(names, (*near, *far), strict=True)) | {"O": ORIGIN}
    return Figure(points, (*plane.closed(*near), *plane.closed(*far)))


def _desargues(figure: Figure) -> Figure:
    near, far = figure.segments[:3], figure.segments[3:]
    x, y, z = (plane.meet(one, other) for one, other in zip(near, far, strict=True))
    centre = figure.points["O"]
    _near(1.6, centre, *(side.start for side in far), x, y, z)
    rays = tuple(Segment(centre, side.start) for side in far)
    return Figure({"X": x, "Y": y, "Z": z}, (*rays, plane.longest((x, y, z))))


def _three_unequal(random: Random) -> Figure:
    corners = givens.corners(random)
    circles = [Circle(corner, random.uniform(0.15, 0.75) * givens.SIZE) for corner in corners]
    return givens.labelled(*circles)


def _monge(figure: Figure) -> Figure:
    one, other, third = figure.circles
    segments: list[Segment] = []
    points = []
    for left, right in ((other, third), (third, one), (one, other)):
        if left.centre.distance(right.centre) < 1.08 * (left.radius + right.radius):
            raise Degenerate("two circles are near each other")
        first, second = plane.outer_tangents(left, right)
        point = plane.meet(first, second)
        larger = left if left.radius > right.radius else right
        points.append(point)
        segments += [Segment(line.start if larger is left else line.end, point) for line in (first, second)]
    _near(3, *points)
    return Figure(dict(zip("XYZ", points, strict=True)), (*segments, plane.longest(points)))


def _butterfly_given(random: Random) -> Figure:
    circle = Circle(ORIGIN, 200.0)
    turn, height = random.uniform(0, 360), random.uniform(20, 90)
    middle = plane.at(ORIGIN, height, turn)
    chord = plane.chord(Segment(middle, plane.at(middle, 1, turn + 90)), circle)
    # Two ends on the same side of the chord, so that the wings cross it within the circle.
    a = plane.chord(Segment(middle, plane.at(middle, 1, turn + random.uniform(20, 55))), circle).end
    c = plane.chord(Segment(middle, plane.at(middle, 1, turn - random.uniform(30, 65))), circle).end
    points = {"P": chord.start, "Q": chord.end, "A": a, "C": c, "M": plane.midpoint(*chord)}
    return Figure(points, (chord,), (circle,))


def _butterfly(figure: Figure) -> Figure:
    a, c, m = figure["ACM"]
    circle = figure.circles[0]
    b, d = (plane.second(Segment(end, m), circle, end) for end in (a, c))
    wings = Segment(a, d), Segment(c, b)
    x, y = (plane.meet(wing, figure.segments[0]) for wing in wings)
    return Figure({"B": b, "D": d, "X": x, "Y": y}, (Segment(a, b), Segment(c, d), *wings))


def _miquel_given(random: Random) -> Figure:
    a, b, c = givens.corners(random)
    ends = [plane.between(*side, random.uniform(0.3, 0.7)) for side in ((b, c), (c, a), (a, b))]
    return givens.polygon("ABC", (a, b, c), **dict(zip("DEF", ends, strict=True)))


def _miquel(figure: Figure) -> Figure:
    a, b, c, d, e, f = figure["ABCDEF"]
    one, other, third = (plane.circle_through(*points) for points in ((a, e, f), (b, f, d), (c, d, e)))
    meeting = max(plane.common_points(one, other), key=f.distance)
    return Figure({"M": meeting}, (), (one, other, third))


def _ptolemy_given(random: Random) -> Figure:
    circle, (a, b, c, d) = givens.cyclic(random, 4, 50)
    return Figure(dict(zip("ABCD", (a, b, c, d), strict=True)), plane.closed(a, b, c, d), (circle,))


def _ptolemy(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    hand = 1 if (a - b).cross(c - b) > 0 else -1
    k = plane.meet(Segment(b, plane.turned(a, b, hand * plane.angle(c, b, d))), Segment(a, c))
    if k.distance(plane.meet(Segment(a, c), Segment(b, d))) < 0.1 * a.distance(c):
        raise Degenerate("the diagonal halves the angle at B")
    return Figure({"K": k}, (Segment(a, c), Segment(b, d), Segment(b, k)))


CONSTRUCTIONS = (
    Construction(
        "ceva",
        GROUP,
        "Ceva's theorem states that the segments AD, BE and CF, with D, E and F on the sides BC, CA and AB of a "
        "triangle ABC, pass through one point if and only if (BD : DC) · (CE : EA) · (AF : FB) = 1. Once D and E have "
        "been chosen there is thus exactly one such point F.",
        _ceva_given,
        _ceva,
        mistakes=_ceva_mistakes,
    ),
    Construction(
        "menelaus",
        GROUP,
        "A straight line crosses the side BC of triangle ABC at D, the side CA at E, and the extension of AB at F; "
        "Menelaus' theorem relates the ratios in which it divides the sides. D and E are given. Draw this line as one "
        "segment that reaches to the outermost two of D, E and F, and extend the side AB as far as F, by a segment "
        "from the end of AB that is nearer to F.",
        _ceva_given,
        _menelaus,
    ),
    Construction(
        "pascal",
        GROUP,
        "Pascal's theorem is valid for every hexagon ABCDEF that is inscribed in a circle, even if it crosses itself: "
        "the points X, Y and Z in which the opposite sides AB and DE, BC and EF, and CD and FA meet lie on a straight "
        "line.",
        _pascal_given,
        _pascal,
    ),
    Construction(
        "brianchon",
        GROUP,
        "Brianchon's theorem states that the three diagonals which join opposite corners of a hexagon are concurrent "
        "if all its sides touch a circle. The sides of the hexagon in the figure touch the circle at A, B, C, D, E "
        "and F, in this order.",
        _brianchon_given,
        _brianchon,
    ),
    Construction(
        "pappus",
        GROUP,
        "Pappus's hexagon theorem: if A, B and C lie on one line and D, E and F on another, the points X, in which AE "
        "and BD intersect, Y, in which AF and CD do so, and Z, in which BF and CE do so, lie on a third line.",
        _pappus_given,
        _pappus,
    ),
    Construction(
        "desargues",
        GROUP,
        "Two triangles ABC and A'B'C' are in perspective from a point O if the segments OA', OB' and OC' pass through "
        "A, B and C. In this case, Desargues's theorem states, the points X, where the lines AB and A'B' meet, Y, "
        "where BC and B'C' meet, and Z, where CA and C'A' meet, are collinear.",
        _desargues_given,
        _desargues,
    ),
    Construction(
        "monge",
        GROUP,
        "Monge's theorem considers three circles of different sizes, around A, B and C, none of which lies within "
        "another. The two outer common tangents of the circles around B and C meet in a point X, those of the circles "
        "around C and A in Y, and those of the circles around A and B in Z. The three points are collinear.",
        _three_unequal,
        _monge,
    ),
    Construction(
        "butterfly",
        GROUP,
        "The butterfly theorem: M is the midpoint of a chord PQ of a circle, and AB and CD are two more chords "
        "through M. The chords AD and CB then intersect PQ in two points X and Y that are equally far from M.",
        _butterfly_given,
        _butterfly,
    ),
    Construction(
        "miquel",
        GROUP,
        "Miquel's theorem states that the three circles through A, E and F, through B, F and D, and through C, D and "
        "E have a point M in common if D, E and F are any points on the sides BC, CA and AB of a triangle ABC.",
        _miquel_given,
        _miquel,
    ),
    Construction(
        "ptolemy",
        GROUP,
        "A proof of Ptolemy's theorem on cyclic quadrilaterals, AC · BD = AB · CD + BC · DA, uses the point K on the "
        "diagonal AC for which the angles ABK and CBD are equal. The segment BK and the diagonals AC and BD form two "
        "pairs of similar triangles, ABK and DBC, and KBC and ABD.",
        _ptolemy_given,
        _ptolemy,
    ),
)
