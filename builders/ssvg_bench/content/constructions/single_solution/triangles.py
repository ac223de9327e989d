"""Lines and further triangles that belong to a triangle. One answer each."""

from collections.abc import Sequence
from random import Random

from sgpkit.graphics.geometry import Point, Segment

from .. import givens, plane, trigon
from ..engine import Construction, Degenerate, Figure

GROUP = "lines and triangles of a triangle"


def _turns(figure: Figure) -> tuple[tuple[Point, Point, Point], ...]:
    """Each vertex of ABC with the two that follow it."""
    a, b, c = figure["ABC"]
    return (a, b, c), (b, c, a), (c, a, b)


def _named(labels: str, points: Sequence[Point], *more: Segment) -> Figure:
    """A triangle with labels, and further segments."""
    return Figure(dict(zip(labels, points, strict=True)), (*plane.closed(*points), *more))


def _euler_line(figure: Figure) -> Figure:
    corners = figure["ABC"]
    centre, crossing = plane.circle_through(*corners).centre, trigon.orthocentre(*corners)
    return Figure({"O": centre, "H": crossing}, (Segment(centre, crossing),))


def _centre_lines(figure: Figure) -> tuple[Figure, ...]:
    """Return mistakes: lines between any two of the best known centres of a triangle."""
    corners = figure["ABC"]
    centres = (
        plane.mean(corners),
        trigon.incentre(*corners),
        plane.circle_through(*corners).centre,
        trigon.orthocentre(*corners),
    )
    return tuple(
        Figure(segments=(Segment(one, other),))
        for index, one in enumerate(centres)
        for other in centres[:index]
        if one.distance(other) > 1
    )


def _medial(figure: Figure) -> Figure:
    return _named("DEF", [plane.midpoint(left, right) for _, left, right in _turns(figure)])


def _orthic(figure: Figure) -> Figure:
    return _named("DEF", [plane.foot(vertex, Segment(left, right)) for vertex, left, right in _turns(figure)])


def _excentral(figure: Figure) -> Figure:
    return _named("PQR", [trigon.excircle(*turn).centre for turn in _turns(figure)])


def _tangential(figure: Figure) -> Figure:
    a, b, c = figure["ABC"]
    around = plane.circle_through(a, b, c)
    tangents = [plane.perpendicular(Segment(around.centre, corner), corner) for corner in (a, b, c)]
    points = [plane.meet(tangents[index - 2], tangents[index - 1]) for index in range(3)]
    return Figure(dict(zip("PQR", points, strict=True)), plane.closed(*points), (around,))


def _pedal_given(random: Random) -> Figure:
    corners = givens.corners(random)
    return givens.polygon("ABC", corners, P=givens.inside(random, corners))


def _pedal(figure: Figure) -> Figure:
    point = figure.points["P"]
    feet = [plane.foot(point, Segment(left, right)) for _, left, right in _turns(figure)]
    return _named("DEF", feet, *(Segment(point, foot) for foot in feet))


def _ceva_triangle(figure: Figure) -> tuple[Figure, ...]:
    """The ends of the lines through P instead of the feet of its perpendiculars."""
    a, b, c, point = figure["ABCP"]
    ends = [line.end for line in trigon.cevians((a, b, c), point)]
    return (_named("DEF", ends, *(Segment(point, end) for end in ends)),)


def _napoleon(figure: Figure) -> Figure:
    segments: list[Segment] = []
    centres = []
    for vertex, left, right in _turns(figure):
        peak = trigon.apex(left, right, vertex)
        segments += plane.chain(left, peak, right)
        centres.append(plane.mean((left, right, peak)))
    return _named("XYZ", centres, *segments)


def _morley(figure: Figure) -> Figure:
    segments: list[Segment] = []
    points = []
    for vertex, left, right in _turns(figure):
        hand = 1 if (right - left).cross(vertex - left) > 0 else -1
        from_left = Segment(left, plane.turned(right, left, hand * plane.angle(vertex, left, right) / 3))
        from_right = Segment(right, plane.turned(left, right, -hand * plane.angle(vertex, right, left) / 3))
        point = plane.meet(from_left, from_right)
        points.append(point)
        segments += (Segment(left, point), Segment(right, point))
    return _named("PQR", points, *segments)


def _anticomplementary(figure: Figure) -> Figure:
    corners = figure["ABC"]
    around = plane.circle_through(*corners).centre
    points = [left + right - vertex for vertex, left, right in _turns(figure)]
    longchamps = around * 2 - trigon.orthocentre(*corners)
    added = _named("PQR", points, *(Segment(point, longchamps) for point in points))
    return Figure({**added.points, "L": longchamps}, added.segments)


def _simson_given(random: Random) -> Figure:
    corners = givens.corners(random)
    around = plane.circle_through(*corners)
    point = plane.at(around.centre, around.radius, random.uniform(0, 360))
    figure = givens.polygon("ABC", corners, P=point)
    return Figure(figure.points, figure.segments, (around,))


def _simson(figure: Figure) -> Figure:
    point = figure.points["P"]
    feet = [plane.foot(point, Segment(left, right)) for _, left, right in _turns(figure)]
    perpendiculars = tuple(Segment(point, foot) for foot in feet)
    return Figure(dict(zip("DEF", feet, strict=True)), (*perpendiculars, plane.longest(feet)))


def _polar_given(random: Random) -> Figure:
    # Near the centroid the polar would be far away, and near a median one of its points.
    weights = [random.uniform(0.1, 0.15), random.uniform(0.24, 0.3)]
    weights.append(1 - sum(weights))
    random.shuffle(weights)
    corners = givens.corners(random)
    return givens.polygon("ABC", corners, P=plane.weighted(corners, weights))


def _trilinear_polar(figure: Figure) -> Figure:
    a, b, c, point = figure["ABCP"]
    d, e, f = (line.end for line in trigon.cevians((a, b, c), point))
    meeting = [
        plane.meet(Segment(*one), Segment(*other))
        for one, other in (((e, f), (b, c)), ((f, d), (c, a)), ((d, e), (a, b)))
    ]
    if max(crossing.distance(plane.mean((a, b, c))) for crossing in meeting) > 3 * givens.SIZE:
        raise Degenerate("the polar runs far away")
    labels = dict(zip("DEFXYZ", (d, e, f, *meeting), strict=True))
    return Figure(labels, (*plane.closed(d, e, f), plane.longest(meeting)))


def _thirds(figure: Figure) -> Figure:
    ends = [plane.between(left, right, 1 / 3) for _, left, right in _turns(figure)]
    lines = tuple(Segment(vertex, end) for (vertex, _, _), end in zip(_turns(figure), ends, strict=True))
    return Figure(dict(zip("DEF", ends, strict=True)), lines)


def _other_thirds(figure: Figure) -> tuple[Figure, ...]:
    """Each side divided from its other end; or halved."""
    return tuple(
        Figure(
            segments=tuple(Segment(vertex, plane.between(left, right, share)) for vertex, left, right in _turns(figure))
        )
        for share in (2 / 3, 1 / 2)
    )


def _outer_bisectors(figure: Figure) -> Figure:
    ends = []
    for vertex, left, right in _turns(figure):
        ends.append(plane.meet(plane.outer_bisector(left, vertex, right), Segment(left, right)))
    if max(end.distance(vertex) for end, (vertex, _, _) in zip(ends, _turns(figure), strict=True)) > 4 * givens.SIZE:
        raise Degenerate("an outer bisector meets its side far away")
    lines = [Segment(vertex, end) for (vertex, _, _), end in zip(_turns(figure), ends, strict=True)]
    return Figure(dict(zip("DEF", ends, strict=True)), (*lines, plane.longest(ends)))


def _lemoine_axis(figure: Figure) -> Figure:
    around = plane.circle_through(*figure["ABC"])
    ends = []
    for vertex, left, right in _turns(figure):
        tangent = plane.perpendicular(Segment(around.centre, vertex), vertex)
        ends.append(plane.meet(tangent, Segment(left, right)))
    if max(end.distance(around.centre) for end in ends) > 4 * givens.SIZE:
        raise Degenerate("a tangent meets its side far away")
    lines = [Segment(vertex, end) for (vertex, _, _), end in zip(_turns(figure), ends, strict=True)]
    return Figure(dict(zip("DEF", ends, strict=True)), (*lines, plane.longest(ends)), (around,))


CONSTRUCTIONS = (
    Construction(
        "euler-line",
        GROUP,
        "In every triangle ABC that is not equilateral, the circumcentre O, the centroid and the orthocentre H lie on "
        "one line, the Euler line. The centroid divides the segment OH in the ratio 1 : 2.",
        givens.triangle(unlike=15),
        _euler_line,
        mistakes=_centre_lines,
    ),
    Construction(
        "medial-triangle",
        GROUP,
        "The medial triangle DEF of a triangle ABC has its corners at the midpoints of the sides BC, CA and AB. Its "
        "sides are parallel to those of ABC and half as long.",
        givens.triangle(),
        _medial,
        mistakes=lambda figure: (_orthic(figure),),
    ),
    Construction(
        "orthic-triangle",
        GROUP,
        "The orthic triangle DEF of an acute triangle ABC has its corners at the feet of the altitudes. It is the "
        "solution of Fagnano's problem: of all triangles with one corner on each side of ABC it has the shortest "
        "perimeter.",
        givens.triangle(most=80),
        _orthic,
        mistakes=lambda figure: (_medial(figure),),
    ),
    Construction(
        "excentral-triangle",
        GROUP,
        "The centres P, Q and R of the excircles of a triangle ABC opposite to A, B and C are the corners of the "
        "excentral triangle PQR. Its sides bisect the outer angles of ABC at the corners, through which they pass.",
        givens.triangle(most=82),
        _excentral,
    ),
    Construction(
        "tangential-triangle",
        GROUP,
        "The tangential triangle of a triangle ABC is formed by the tangents to its circumcircle at the corners A, B "
        "and C; each of its sides is the part of a tangent between the two others.",
        givens.triangle(least=44, most=74, unlike=8),
        _tangential,
    ),
    Construction(
        "pedal-triangle",
        GROUP,
        "The pedal triangle of a point P with respect to a triangle ABC is the triangle DEF, whose corners are the "
        "feet of the perpendiculars PD, PE and PF from P to the sides BC, CA and AB.",
        _pedal_given,
        _pedal,
        mistakes=_ceva_triangle,
    ),
    Construction(
        "napoleon-triangle",
        GROUP,
        "Napoleon's theorem states that if equilateral triangles are erected outwards on the sides of any triangle "
        "ABC, the centres X, Y and Z of the ones on BC, CA and AB are themselves the corners of an equilateral "
        "triangle.",
        givens.triangle(),
        _napoleon,
    ),
    Construction(
        "morley-triangle",
        GROUP,
        "Morley's trisector theorem: if each angle of a triangle ABC is divided into three equal parts, the two "
        "trisectors next to each side meet in a point: BP and CP next to BC, CQ and AQ next to CA, and AR and BR next "
        "to AB. The triangle PQR of these points is always equilateral.",
        givens.triangle(),
        _morley,
    ),
    Construction(
        "de-longchamps-point",
        GROUP,
        "The parallels to the sides of a triangle ABC through the opposite corners form a larger triangle PQR. The "
        "point L in which its altitudes meet is the de Longchamps point of ABC; the segments PL, QL and RL join it to "
        "the corners of the larger triangle.",
        givens.triangle(most=80),
        _anticomplementary,
    ),
    Construction(
        "simson-line",
        GROUP,
        "If P is a point on the circumcircle of a triangle ABC, the feet of the perpendiculars from P to the lines "
        "BC, CA and AB lie on one straight line. It is called the Simson line of P, though Wallace found it.",
        _simson_given,
        _simson,
    ),
    Construction(
        "trilinear-polar",
        GROUP,
        "The lines AP, BP and CP through the inner point P of triangle ABC meet the opposite sides at D, E and F. "
        "Extend EF to meet the line BC at X, FD to meet CA at Y, and DE to meet AB at Z: these three are collinear, "
        "on the trilinear polar of P. Draw the triangle DEF, and the polar as one segment that joins the two "
        "outermost of X, Y and Z.",
        _polar_given,
        _trilinear_polar,
    ),
    Construction(
        "one-seventh-area",
        GROUP,
        "Let D, E and F divide the sides BC, CA and AB of a triangle ABC so that BD : DC = CE : EA = AF : FB = 1 : 2. "
        "The segments AD, BE and CF enclose a triangle that has one seventh of the area of ABC.",
        givens.triangle(),
        _thirds,
        mistakes=_other_thirds,
    ),
    Construction(
        "outer-bisectors-axis",
        GROUP,
        "The bisectors of the outer angles of a triangle ABC at A, B and C meet the lines of the opposite sides at D, "
        "E and F. These three points, the ends of the bisectors AD, BE and CF, are collinear.",
        givens.triangle(least=25, most=110, unlike=24),
        _outer_bisectors,
    ),
    Construction(
        "lemoine-axis",
        GROUP,
        "The tangents to the circumcircle of a triangle ABC at A, B and C meet the lines of the opposite sides at D, "
        "E and F. The ends D, E and F of the segments AD, BE and CF lie on one straight line, the Lemoine axis of the "
        "triangle.",
        givens.triangle(least=25, most=110, unlike=24),
        _lemoine_axis,
    ),
)
