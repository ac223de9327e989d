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
        "In every triangle that is not equilateral, the circumcentre O, the centroid and the orthocentre H lie on one "
        "line, named after Euler. Draw the piece of this line from O to H for triangle ABC.",
        givens.triangle(unlike=15),
        _euler_line,
        mistakes=_centre_lines,
    ),
    Construction(
        "medial-triangle",
        GROUP,
        "Mark the midpoints D of BC, E of CA and F of AB. Draw the triangle DEF: it is half as large as triangle ABC, "
        "with sides parallel to the sides of ABC.",
        givens.triangle(),
        _medial,
        mistakes=lambda figure: (_orthic(figure),),
    ),
    Construction(
        "orthic-triangle",
        GROUP,
        "D, E and F are the points where the altitudes of the acute triangle ABC from A, B and C meet the opposite "
        "sides. Draw the triangle DEF. Of all triangles with a corner on each side of ABC it has the shortest "
        "perimeter.",
        givens.triangle(most=80),
        _orthic,
        mistakes=lambda figure: (_medial(figure),),
    ),
    Construction(
        "excentral-triangle",
        GROUP,
        "Each excircle of triangle ABC touches one side from outside and the two other sides on their extensions. Its "
        "centre is an excentre: P opposite to A, Q opposite to B, R opposite to C. Draw the triangle PQR of the "
        "excentres, on whose sides A, B and C lie.",
        givens.triangle(most=82),
        _excentral,
    ),
    Construction(
        "tangential-triangle",
        GROUP,
        "Add the circumcircle of triangle ABC and the three tangents to it at A, B and C. Each tangent is to be drawn "
        "as the segment between its intersections with the other two, so that together they form a triangle around "
        "the circle.",
        givens.triangle(least=44, most=74, unlike=8),
        _tangential,
    ),
    Construction(
        "pedal-triangle",
        GROUP,
        "From the point P inside triangle ABC drop perpendiculars PD, PE and PF to the sides BC, CA and AB, with feet "
        "D, E and F. Draw these three perpendiculars and the triangle DEF, the pedal triangle of P.",
        _pedal_given,
        _pedal,
        mistakes=_ceva_triangle,
    ),
    Construction(
        "napoleon-triangle",
        GROUP,
        "Theorem ascribed to Napoleon: if equilateral triangles are erected outwards on the three sides of any "
        "triangle, their centres are the corners of another equilateral triangle. For triangle ABC, draw the three "
        "erected triangles and the triangle XYZ of their centres.",
        givens.triangle(),
        _napoleon,
    ),
    Construction(
        "morley-triangle",
        GROUP,
        "Divide each angle of triangle ABC into three equal parts. The two trisectors nearest to a side meet in a "
        "point: P for side BC, Q for CA, R for AB. By Morley's theorem, PQR is equilateral. Draw the six trisectors "
        "as segments from the vertices to these points, and draw the triangle PQR.",
        givens.triangle(),
        _morley,
    ),
    Construction(
        "de-longchamps-point",
        GROUP,
        "Draw through each vertex of triangle ABC the parallel to the opposite side. The three parallels form a "
        "larger triangle PQR that has A, B and C as the midpoints of its sides. Its orthocentre L is called the de "
        "Longchamps point of ABC. Draw the triangle PQR, and the segments from P, Q and R to L.",
        givens.triangle(most=80),
        _anticomplementary,
    ),
    Construction(
        "simson-line",
        GROUP,
        "P is a point on the circumcircle of triangle ABC. The feet of the perpendiculars from P to the lines BC, CA "
        "and AB, extended where needed, lie on one straight line (Wallace and Simson). Draw the three perpendiculars "
        "from P to their feet, and the segment of that line between the two feet that are farthest apart.",
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
        "On the sides of triangle ABC lie D with BD : DC = 1 : 2, E with CE : EA = 1 : 2, and F with AF : FB = 1 : 2. "
        "The segments AD, BE and CF enclose a small triangle that has one seventh of the area of ABC. Draw AD, BE and "
        "CF.",
        givens.triangle(),
        _thirds,
        mistakes=_other_thirds,
    ),
    Construction(
        "outer-bisectors-axis",
        GROUP,
        "The bisector of the outer angle at A meets the extended side BC at D; in the same way the outer bisectors at "
        "B and C meet the lines CA and AB at E and F. The points D, E and F are collinear. Draw the outer bisectors "
        "as the segments AD, BE and CF, and join the two outermost of the three points by a segment.",
        givens.triangle(least=25, most=110, unlike=24),
        _outer_bisectors,
    ),
    Construction(
        "lemoine-axis",
        GROUP,
        "Draw the circle through the corners of triangle ABC. Its tangent at each corner meets the line through the "
        "other two corners: at D (tangent at A), E (tangent at B) and F (tangent at C). These three points are on one "
        "line. Draw the tangents as the segments AD, BE and CF, and the segment between the two outermost of D, E and "
        "F.",
        givens.triangle(least=25, most=110, unlike=24),
        _lemoine_axis,
    ),
)
