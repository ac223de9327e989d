"""Theorems on any quadrilateral, and on squares put to sides. One answer each."""

from random import Random

from sgpkit.graphics.geometry import Point, Segment

from .. import givens, plane
from ..engine import Construction, Degenerate, Figure

GROUP = "quadrilaterals"
ORIGIN = Point(0.0, 0.0)


def square_outside(a: Point, b: Point, within: Point) -> tuple[Point, Point]:
    """The corners next to b and next to a of the square on ab that does not hold a point."""
    up = plane.normal(b - a)
    if up.dot(within - a) > 0:
        up = up * -1
    return b + up, a + up


def _quadrilateral_given(random: Random) -> Figure:
    return givens.polygon("ABCD", givens.quadrilateral(random))


def _middles(figure: Figure) -> tuple[Point, ...]:
    return tuple(plane.midpoint(*side) for side in figure.segments[:4])


def _varignon(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    middles = _middles(figure)
    points = dict(zip("KLMN", middles, strict=True))
    return Figure(points, (*plane.closed(*middles), Segment(a, c), Segment(b, d)))


def _van_aubel(figure: Figure) -> Figure:
    corners = figure["ABCD"]
    within = plane.mean(corners)
    sides: list[Segment] = []
    centres = []
    for a, b in plane.closed(*corners):
        c, d = square_outside(a, b, within)
        sides += plane.chain(b, c, d, a)
        centres.append(plane.midpoint(a, c))
    p, q, r, s = centres
    return Figure({"P": p, "Q": q, "R": r, "S": s}, (*sides, Segment(p, r), Segment(q, s)))


def _parallelogram_given(random: Random) -> Figure:
    way = random.uniform(0, 360)
    along = plane.at(ORIGIN, 100, way)
    across = plane.at(ORIGIN, random.uniform(55, 75), way + random.choice((-1, 1)) * random.uniform(50, 72))
    return givens.polygon("ABCD", [ORIGIN, along, along + across, across])


def _thebault(figure: Figure) -> Figure:
    corners = figure["ABCD"]
    within = plane.mean(corners)
    centres = []
    for a, b in plane.closed(*corners):
        c, _ = square_outside(a, b, within)
        centres.append(plane.midpoint(a, c))
    return Figure(dict(zip("PQRS", centres, strict=True)), plane.closed(*centres))


def _rectangle_of_bisectors(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    lines = [plane.angle_bisector(*three) for three in ((d, a, b), (a, b, c), (b, c, d), (c, d, a))]
    corners = [plane.meet(lines[index], lines[(index + 1) % 4]) for index in range(4)]
    return Figure(dict(zip("PQRS", corners, strict=True)), plane.closed(*corners))


def _complete_given(random: Random) -> Figure:
    a, e, f = givens.corners(random, least=45)
    b, d = plane.between(a, e, random.uniform(0.4, 0.65)), plane.between(a, f, random.uniform(0.4, 0.65))
    c = plane.meet(Segment(b, f), Segment(d, e))
    points = {"A": a, "B": b, "C": c, "D": d, "E": e, "F": f}
    return Figure(points, (Segment(a, e), Segment(a, f), Segment(b, f), Segment(d, e)))


def _newton_line(figure: Figure) -> Figure:
    """C is solved again from the rounded lines that carry it."""
    a, b, d, e, f = figure["ABDEF"]
    c = plane.meet(Segment(b, f), Segment(d, e))
    middles = plane.midpoint(a, c), plane.midpoint(b, d), plane.midpoint(e, f)
    return Figure(
        dict(zip("LMN", middles, strict=True)),
        (Segment(a, c), Segment(b, d), Segment(e, f), Segment(middles[0], middles[2])),
    )


def _wittenbauer(figure: Figure) -> Figure:
    """The line of the two trisection points nearest to each corner; neighbours of these lines meet in the corners."""
    corners = figure["ABCD"]
    lines = []
    for index, corner in enumerate(corners):
        before, after = corners[index - 1], corners[(index + 1) % 4]
        lines.append(Segment(plane.between(corner, before, 1 / 3), plane.between(corner, after, 1 / 3)))
    meeting = [plane.meet(lines[index], lines[(index + 1) % 4]) for index in range(4)]
    return Figure(dict(zip("PQRS", meeting, strict=True)), plane.closed(*meeting))


def _hadwiger_given(random: Random) -> Figure:
    turn, apart = random.uniform(0, 360), random.uniform(105, 150)
    first = _square_at(random.uniform(85, 110), turn)
    other = _square_at(random.uniform(60, 85), turn + apart)
    figure, more = givens.polygon("ABCD", first), givens.polygon("AEFG", other)
    return Figure({**figure.points, **more.points}, (*figure.segments, *more.segments))


def _square_at(side: float, way: float) -> list[Point]:
    b, d = plane.at(ORIGIN, side, way), plane.at(ORIGIN, side, way + 90)
    return [ORIGIN, b, b + d, d]


def _hadwiger(figure: Figure) -> Figure:
    a, b, c, d, e, f, g = figure["ABCDEFG"]
    corners = (plane.midpoint(a, c), plane.midpoint(b, g), plane.midpoint(a, f), plane.midpoint(d, e))
    return Figure(dict(zip("PQRS", corners, strict=True)), plane.closed(*corners))


def _right_diagonals_given(random: Random) -> Figure:
    way = random.uniform(0, 360)
    lengths = [random.uniform(55, 150) for _ in range(4)]
    if max(lengths) < 1.5 * min(lengths) or abs(lengths[0] * lengths[2] - lengths[1] * lengths[3]) < 4000:
        raise Degenerate("a quadrilateral that is nearly a kite or cyclic")
    corners = [plane.at(ORIGIN, length, way + 90 * index) for index, length in enumerate(lengths)]
    figure = givens.polygon("ABCD", corners)
    return Figure(figure.points, (*figure.segments, Segment(corners[0], corners[2]), Segment(corners[1], corners[3])))


def _eight_points(figure: Figure) -> Figure:
    k, l, m, n = _middles(figure)  # noqa: E741  # the letters of the figure
    circle = plane.circle_on(k, m)
    return Figure({"K": k, "L": l, "M": m, "N": n}, plane.closed(k, l, m, n), (circle,))


def _equal_triangle(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    e = plane.meet(Segment(b, c), plane.parallel(Segment(a, c), d))
    return Figure({"E": e}, (Segment(a, c), Segment(d, e), Segment(c, e), Segment(a, e)))


def _trapezium(random: Random) -> Figure:
    way, wide, high = random.uniform(0, 360), 300.0, random.uniform(150, 210)
    short = random.uniform(0.32, 0.42) * wide
    left = random.uniform(0.1, 0.9) * (wide - short)
    if abs(left - (wide - short) / 2) < 25:
        raise Degenerate("a trapezium that is nearly symmetric")
    flat = (Point(0.0, 0.0), Point(wide, 0.0), Point(left + short, -high), Point(left, -high))
    return givens.polygon("ABCD", [plane.turned(point, ORIGIN, way) for point in flat])


def _means(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    x = plane.meet(Segment(a, c), Segment(b, d))
    level = plane.parallel(Segment(a, b), x)
    through = Segment(plane.meet(level, Segment(a, d)), plane.meet(level, Segment(b, c)))
    middle = Segment(plane.midpoint(a, d), plane.midpoint(b, c))
    return Figure(dict(zip("PQRS", (*middle, *through), strict=True)), (middle, through))


def _steiner_line(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    s = plane.meet(Segment(a, d), Segment(b, c))
    end = plane.midpoint(a, b)
    return Figure({"S": s, "M": end}, (Segment(d, s), Segment(c, s), Segment(a, c), Segment(b, d), Segment(s, end)))


def _square_in_triangle(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    base = Segment(b, c)
    foot = plane.foot(a, base)
    share = a.distance(foot) / (a.distance(foot) + b.distance(c))
    # The enlargement from A that brings the square below BC between the sides.
    up, right = square_outside(b, c, a)
    p, q, r, s = (plane.between(a, point, share) for point in (right, up, c, b))
    return Figure({"P": p, "Q": q, "R": r, "S": s}, (Segment(p, s), Segment(s, r), Segment(r, q)))


CONSTRUCTIONS = (
    Construction(
        "parallelogram-of-varignon",
        GROUP,
        "Varignon's theorem states that the midpoints K, L, M and N of the sides AB, BC, CD and DA of any "
        "quadrilateral are the corners of a parallelogram KLMN. Its sides are parallel to the diagonals AC and BD of "
        "the quadrilateral, and half as long.",
        _quadrilateral_given,
        _varignon,
    ),
    Construction(
        "van-aubel",
        GROUP,
        "Van Aubel's theorem describes a relation between squares erected outwards on the sides of a quadrilateral "
        "ABCD. If P, Q, R and S are the centres of the squares on AB, BC, CD and DA, the segments PR and QS, which "
        "join the centres of opposite squares, are equally long and perpendicular to each other.",
        _quadrilateral_given,
        _van_aubel,
    ),
    Construction(
        "thebault-square",
        GROUP,
        "Imagine a square on each side of the parallelogram ABCD, pointing outwards, and let P, Q, R, S be the "
        "centres of the squares on AB, BC, CD, DA. Thébault found that PQRS is itself a square. Draw PQRS; the four "
        "squares need not be shown.",
        _parallelogram_given,
        _thebault,
    ),
    Construction(
        "rectangle-of-bisectors",
        GROUP,
        "The bisectors of the angles of a parallelogram ABCD form a rectangle PQRS. Its corner P is where the "
        "bisectors at A and B meet, Q where those at B and C, R where those at C and D, and S where those at D and A "
        "meet.",
        _parallelogram_given,
        _rectangle_of_bisectors,
    ),
    Construction(
        "newton-gauss-line",
        GROUP,
        "Four lines of which no three meet in a point form a complete quadrilateral. It has the six corners A to F, "
        "where two of the lines meet, and three diagonals: here AC, BD and EF. The midpoints L, M and N of these "
        "diagonals are collinear; the segment LN is a part of the Newton-Gauss line.",
        _complete_given,
        _newton_line,
    ),
    Construction(
        "parallelogram-of-wittenbauer",
        GROUP,
        "If each side of a quadrilateral ABCD is divided into three equal parts, the line through the two points of "
        "division next to A, and the corresponding lines at B, C and D, form a parallelogram PQRS. The lines at A and "
        "B meet at P, those at B and C at Q, those at C and D at R, and those at D and A at S. This is Wittenbauer's "
        "theorem.",
        _quadrilateral_given,
        _wittenbauer,
    ),
    Construction(
        "finsler-hadwiger",
        GROUP,
        "The Finsler-Hadwiger theorem is about two squares ABCD and AEFG that share a corner A. It states that their "
        "centres P and R, the midpoint Q of BG and the midpoint S of DE are the corners of another square PQRS.",
        _hadwiger_given,
        _hadwiger,
    ),
    Construction(
        "eight-point-circle",
        GROUP,
        "If the diagonals of a quadrilateral ABCD are perpendicular, the midpoints K, L, M and N of AB, BC, CD and DA "
        "are the corners of a rectangle. The circle through its corners passes also through the feet of the "
        "perpendiculars from these midpoints to the opposite sides, and is therefore known as the eight-point circle.",
        _right_diagonals_given,
        _eight_points,
    ),
    Construction(
        "quadrilateral-into-triangle",
        GROUP,
        "Turn the quadrilateral ABCD into a triangle of equal area: the parallel to AC through D meets the line BC, "
        "extended, at E; then triangle ABE has the area of ABCD. Draw the segments AC, DE, CE and AE.",
        _quadrilateral_given,
        _equal_triangle,
    ),
    Construction(
        "means-in-a-trapezium",
        GROUP,
        "A segment from the leg AD to the leg BC of a trapezium ABCD, parallel to AB and CD, shows the arithmetic "
        "mean of their lengths if it lies half-way between them, and the harmonic mean if it passes through the "
        "intersection of the diagonals. The figure compares these two segments.",
        _trapezium,
        _means,
    ),
    Construction(
        "steiner-line-of-a-trapezium",
        GROUP,
        "In the trapezium ABCD with AB parallel to CD, extend AD beyond D and BC beyond C until they meet at S. The "
        "straight line from S through the crossing of the diagonals bisects CD, and bisects AB at M. Draw DS, CS, "
        "both diagonals and the segment SM.",
        _trapezium,
        _steiner_line,
    ),
    Construction(
        "square-in-a-triangle",
        GROUP,
        "Inscribe a square PQRS in triangle ABC so that its side PQ lies on BC, S on AB and R on AC. Draw its three "
        "sides PS, SR and RQ.",
        givens.triangle(),
        _square_in_triangle,
    ),
)
