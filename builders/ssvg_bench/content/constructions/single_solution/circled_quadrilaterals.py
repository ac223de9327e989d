"""Quadrilaterals with a circle around or inside them. One answer each."""

from random import Random

from sgpkit.graphics.geometry import Circle, Point, Segment

from .. import givens, plane, trigon
from ..engine import Construction, Degenerate, Figure

GROUP = "quadrilaterals"
ORIGIN = Point(0.0, 0.0)


def _cyclic_given(random: Random) -> Figure:
    """Corners on a circle, far from any symmetry."""
    circle, corners = givens.cyclic(random, 4, least=55)
    a, b, c, d = corners
    sides = sorted(one.distance(other) for one, other in ((a, b), (b, c), (c, d), (d, a)))
    if sides[3] < 1.3 * sides[0] or abs(a.distance(c) - b.distance(d)) < 0.05 * sides[3]:
        raise Degenerate("a quadrilateral that is nearly a rectangle or a symmetric trapezium")
    figure = givens.polygon("ABCD", corners)
    return Figure(figure.points, figure.segments, (circle,))


def _incentre(a: Point, b: Point, c: Point) -> Point:
    return plane.weighted((a, b, c), (b.distance(c), c.distance(a), a.distance(b)))


def _triples(figure: Figure) -> tuple[tuple[Point, ...], ...]:
    """The triangles that leave out D, A, B, C in turn."""
    return figure["ABC"], figure["BCD"], figure["CDA"], figure["DAB"]


def _japanese(figure: Figure) -> Figure:
    centres = [_incentre(*three) for three in _triples(figure)]
    return Figure(dict(zip("PQRS", centres, strict=True)), plane.closed(*centres))


def _orthocentres(figure: Figure) -> Figure:
    centre = figure.circles[0].centre
    orthocentres = [sum(three, centre * -2) for three in _triples(figure)]
    return Figure(dict(zip("PQRS", orthocentres, strict=True)), plane.closed(*orthocentres))


def _maltitudes(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    pairs = (((a, b), (c, d)), ((b, c), (d, a)), ((c, d), (a, b)), ((d, a), (b, c)))
    middles = [plane.midpoint(*side) for side, _ in pairs]
    feet = [plane.foot(middle, Segment(*other)) for middle, (_, other) in zip(middles, pairs, strict=True)]
    return Figure({}, tuple(Segment(middle, foot) for middle, foot in zip(middles, feet, strict=True)))


def _centre_lines(figure: Figure) -> tuple[Figure, ...]:
    """Return a mistake: lines through the middle of the circle instead."""
    (centre, _), sides = figure.circles[0], figure.segments
    wrong = tuple(
        Segment(plane.midpoint(*sides[index]), plane.foot(centre, sides[(index + 2) % 4])) for index in range(4)
    )
    return (Figure(segments=wrong),)


def _brahmagupta_given(random: Random) -> Figure:
    way = random.uniform(0, 360)
    crossing = plane.at(ORIGIN, random.uniform(0.25, 0.5) * 100, way + random.uniform(18, 72))
    along = Segment(crossing, crossing + plane.at(ORIGIN, 1, way))
    circle = Circle(ORIGIN, 100.0)
    a, c = plane.chord(along, circle)
    b, d = plane.chord(plane.perpendicular(along, crossing), circle)
    figure = givens.polygon("ABCD", (a, b, c, d))
    return Figure(figure.points, (*figure.segments, Segment(a, c), Segment(b, d)), (circle,))


def _brahmagupta(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    x = plane.meet(Segment(a, c), Segment(b, d))
    foot = plane.foot(x, Segment(a, b))
    end = plane.meet(Segment(foot, x), Segment(c, d))
    return Figure({"F": foot, "M": end}, (Segment(foot, end),))


def _brahmagupta_mistakes(figure: Figure) -> tuple[Figure, ...]:
    """Return mistakes: from midpoint to foot, and from midpoint to midpoint."""
    a, b, c, d = figure["ABCD"]
    x = plane.meet(Segment(a, c), Segment(b, d))
    middle, other = plane.midpoint(a, b), plane.midpoint(c, d)
    wrong = (Segment(middle, plane.foot(x, Segment(c, d))), Segment(middle, other))
    return tuple(Figure(segments=(segment,)) for segment in wrong)


def _arc_middles(figure: Figure) -> Figure:
    """The middle of an arc lies straight over the middle of its side, away from the quadrilateral."""
    circle, within = figure.circles[0], plane.mean(figure["ABCD"])
    middles = []
    for a, b in figure.segments:
        outward = plane.normal(plane.unit(a, b))
        if outward.dot(within - a) > 0:
            outward = outward * -1
        middles.append(circle.centre + outward * circle.radius)
    p, q, r, s = middles
    return Figure({"P": p, "Q": q, "R": r, "S": s}, (Segment(p, r), Segment(q, s)))


def _tangential_given(random: Random) -> Figure:
    """The tangents at four points of a circle."""
    circle, contacts = givens.cyclic(random, 4, least=62)
    lines = [plane.perpendicular(Segment(circle.centre, contact), contact) for contact in contacts]
    corners = [plane.meet(lines[index - 1], lines[index]) for index in range(4)]
    a, b, c, d = corners
    if max(corner.distance(circle.centre) for corner in corners) > 2.4 * circle.radius:
        raise Degenerate("a corner far away")
    if abs(a.distance(b) - b.distance(c)) < 40 or abs(b.distance(c) - c.distance(d)) < 40:
        raise Degenerate("a quadrilateral that is nearly a kite")
    return givens.polygon("ABCD", corners)


def _incircle(figure: Figure) -> Circle:
    a, b, c, d = figure["ABCD"]
    centre = plane.meet(plane.angle_bisector(d, a, b), plane.angle_bisector(a, b, c))
    return plane.touching(centre, Segment(a, b))


def _contact_chords(figure: Figure) -> Figure:
    circle = _incircle(figure)
    p, q, r, s = (plane.foot(circle.centre, side) for side in figure.segments)
    return Figure({"P": p, "Q": q, "R": r, "S": s}, (Segment(p, r), Segment(q, s)), (circle,))


def _newton(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    m, n = plane.midpoint(a, c), plane.midpoint(b, d)
    return Figure({"M": m, "N": n}, (Segment(a, c), Segment(b, d), Segment(m, n)), (_incircle(figure),))


def _extended_cyclic_given(random: Random) -> Figure:
    """Half the difference of two opposite arcs is the angle at which the other two sides meet."""
    two_arcs, uneven, unlike = random.uniform(165, 195), random.uniform(75, 105), random.uniform(75, 105)
    small, narrow = (two_arcs - uneven) / 2, (360 - two_arcs - unlike) / 2
    ways = [random.uniform(0, 360)]
    for arc in (small + uneven, narrow + unlike, small):
        ways.append(ways[-1] + arc)
    corners = [plane.at(ORIGIN, 100.0, way) for way in ways]
    figure = givens.polygon("ABCD", corners)
    return Figure(figure.points, figure.segments, (Circle(ORIGIN, 100.0),))


def _bisectors_of_opposite_sides(figure: Figure) -> Figure:
    """Return the bisector from each meeting point of opposite sides, as far as the second side that it crosses."""
    a, b, c, d = figure["ABCD"]
    e, f = plane.meet(Segment(a, b), Segment(c, d)), plane.meet(Segment(b, c), Segment(d, a))
    bisectors = []
    for outer, near, far in ((e, (a, d), (b, c)), (f, (a, b), (d, c))):
        bisector = plane.angle_bisector(near[0], outer, near[1])
        ends = [plane.meet(bisector, Segment(*side)) for side in (near, far)]
        bisectors.append(Segment(outer, max(ends, key=outer.distance)))
    return Figure({"E": e, "F": f}, tuple(bisectors))


def _two_incircles(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    circles = tuple(trigon.incircle(*three) for three in ((a, b, d), (b, c, d)))
    return Figure(segments=(Segment(b, d),), circles=(_incircle(figure), *circles))


CONSTRUCTIONS = (
    Construction(
        "incircles-beside-a-diagonal",
        GROUP,
        "A quadrilateral ABCD is tangential, that is, it has an incircle that touches all of its sides, if and only if "
        "the incircles of the two triangles into which the diagonal BD divides it touch each other.",
        _tangential_given,
        _two_incircles,
    ),
    Construction(
        "japanese-theorem",
        GROUP,
        "The Japanese theorem for cyclic quadrilaterals states that the centres P, Q, R and S of the incircles of the "
        "triangles ABC, BCD, CDA and DAB are the corners of a rectangle PQRS if the corners of the quadrilateral ABCD "
        "lie on a circle.",
        _cyclic_given,
        _japanese,
    ),
    Construction(
        "four-orthocentres",
        GROUP,
        "If a quadrilateral ABCD is inscribed in a circle, the orthocentres P, Q, R and S of the triangles ABC, BCD, "
        "CDA and DAB are the corners of a quadrilateral PQRS that is congruent to ABCD.",
        _cyclic_given,
        _orthocentres,
    ),
    Construction(
        "maltitudes",
        GROUP,
        "A maltitude of a quadrilateral is a segment from the midpoint of a side to the line of the opposite side, to "
        "which it is perpendicular. The four maltitudes of a cyclic quadrilateral ABCD are concurrent, and their "
        "common point is known as the anticentre.",
        _cyclic_given,
        _maltitudes,
        mistakes=_centre_lines,
    ),
    Construction(
        "brahmagupta",
        GROUP,
        "Brahmagupta's theorem is about a cyclic quadrilateral ABCD with perpendicular diagonals. It states that the "
        "perpendicular from the intersection of the diagonals to a side bisects the opposite side when it is extended "
        "backwards: the segment FM through the intersection, which is perpendicular to AB at F, ends at the midpoint "
        "M of CD.",
        _brahmagupta_given,
        _brahmagupta,
        mistakes=_brahmagupta_mistakes,
    ),
    Construction(
        "middles-of-the-arcs",
        GROUP,
        "If the corners of a quadrilateral ABCD lie on a circle, and P, Q, R and S are the midpoints of the arcs AB, "
        "BC, CD and DA that contain no other corner, then the segments PR and QS are perpendicular to each other.",
        _cyclic_given,
        _arc_middles,
    ),
    Construction(
        "contact-chords",
        GROUP,
        "A quadrilateral ABCD is called tangential if there is a circle inside it that touches all four sides. The "
        "two chords that join the points of contact on opposite sides, from AB to CD and from BC to DA, meet in the "
        "point in which the diagonals intersect.",
        _tangential_given,
        _contact_chords,
    ),
    Construction(
        "newtons-theorem-on-tangential-quadrilaterals",
        GROUP,
        "A circle can be inscribed in the quadrilateral ABCD. Its centre lies on the straight line through the "
        "midpoints M of AC and N of BD. Draw the inscribed circle, the diagonals AC and BD, and the segment MN.",
        _tangential_given,
        _newton,
    ),
    Construction(
        "bisectors-between-opposite-sides",
        GROUP,
        "The opposite sides AB and CD of a cyclic quadrilateral, extended, meet at E; the sides BC and DA, extended, "
        "meet at F. From E draw the bisector of the angle between the two lines there that contains the "
        "quadrilateral, through the quadrilateral as far as the second side that it crosses. Do the same from F. The "
        "two bisectors are perpendicular.",
        _extended_cyclic_given,
        _bisectors_of_opposite_sides,
    ),
)
