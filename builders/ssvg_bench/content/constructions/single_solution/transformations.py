"""Reflections, rotations, translations, enlargements, and constructions that use them. One answer each."""

from collections.abc import Callable
from random import Random

from sgpkit.graphics.geometry import Point, Segment

from .. import givens, plane
from ..engine import Construction, Degenerate, Figure

GROUP = "transformations"
ORIGIN = Point(0.0, 0.0)


def _triangle_at(random: Random, centre: Point, radius: float = 100.0) -> tuple[Point, ...]:
    return tuple(centre + corner * (radius / givens.SIZE) for corner in givens.corners(random, least=34))


def _image(labels: str, points: tuple[Point, ...], sign: str = "'") -> Figure:
    return Figure({label + sign: point for label, point in zip(labels, points, strict=True)}, plane.closed(*points))


def _beside_a_line(random: Random) -> Figure:
    way = random.uniform(0, 360)
    middle = plane.at(ORIGIN, random.uniform(115, 165), way)
    ends = [plane.at(middle, random.uniform(140, 190), way + turn) for turn in (90, 270)]
    random.shuffle(ends)
    p, q = ends
    triangle = givens.polygon("ABC", _triangle_at(random, ORIGIN))
    return Figure({**triangle.points, "P": p, "Q": q}, (*triangle.segments, Segment(p, q)))


def _mirror(figure: Figure) -> Figure:
    mirror = Segment(*figure["PQ"])
    return _image("ABC", tuple(plane.mirrored(point, mirror) for point in figure["ABC"]))


def _beside_a_point(low: float, high: float) -> Callable[[Random], Figure]:
    def given(random: Random) -> Figure:
        centre = plane.at(ORIGIN, random.uniform(low, high), random.uniform(0, 360))
        return givens.polygon("ABC", _triangle_at(random, ORIGIN), O=centre)

    return given


def _quarter_turn(figure: Figure) -> Figure:
    (centre,) = figure["O"]
    return _image("ABC", tuple(plane.turned(point, centre, 90) for point in figure["ABC"]))


def _wrong_turns(figure: Figure) -> tuple[Figure, ...]:
    (centre,) = figure["O"]
    turns = ([plane.turned(point, centre, degrees) for point in figure["ABC"]] for degrees in (180, 270))
    return tuple(Figure(segments=plane.closed(*corners)) for corners in turns)


def _beside_an_arrow(random: Random) -> Figure:
    way = random.uniform(0, 360)
    start = plane.at(ORIGIN, random.uniform(130, 160), way + random.choice((-90, 90)))
    end = plane.at(start, random.uniform(190, 260), way + random.uniform(-20, 20))
    triangle = givens.polygon("ABC", _triangle_at(random, ORIGIN))
    return Figure({**triangle.points, "P": start, "Q": end}, (*triangle.segments, Segment(start, end)))


def _shift(figure: Figure) -> Figure:
    p, q = figure["PQ"]
    return _image("ABC", tuple(point + (q - p) for point in figure["ABC"]))


def _scaled(factor: float) -> Callable[[Figure], Figure]:
    def solve(figure: Figure) -> Figure:
        (centre,) = figure["O"]
        return _image("ABC", tuple(plane.between(centre, point, factor) for point in figure["ABC"]))

    return solve


def _enlarged(figure: Figure) -> Figure:
    """Return the figure twice as large, with the rays of the enlargement."""
    image = _scaled(2.0)(figure)
    (centre,) = figure["O"]
    return Figure(image.points, (*image.segments, *(Segment(centre, point) for point in image.points.values())))


def _glide(figure: Figure) -> Figure:
    p, q = figure["PQ"]
    mirrored = _mirror(figure)
    first = tuple(mirrored.points[label] for label in ("A'", "B'", "C'"))
    moved = tuple(point + (q - p) * 0.5 for point in first)
    one, other = _image("ABC", first, "1"), _image("ABC", moved, "2")
    return Figure({**one.points, **other.points}, (*one.segments, *other.segments))


def _half_turn_given(random: Random) -> Figure:
    corners = [point * 0.5 for point in givens.quadrilateral(random)]
    centre = plane.at(ORIGIN, random.uniform(135, 180), random.uniform(0, 360))
    return givens.polygon("ABCD", corners, O=centre)


def _half_turn(figure: Figure) -> Figure:
    (centre,) = figure["O"]
    return _image("ABCD", tuple(centre * 2 - point for point in figure["ABCD"]))


def _two_mirrors_given(random: Random) -> Figure:
    way, angle = random.uniform(0, 360), random.uniform(38, 62)
    triangle = givens.polygon("ABC", _triangle_at(random, plane.at(ORIGIN, 230, way - 24), 62))
    q, r = plane.at(ORIGIN, 320, way), plane.at(ORIGIN, 320, way + angle)
    return Figure(
        {**triangle.points, "P": ORIGIN, "Q": q, "R": r}, (*triangle.segments, Segment(ORIGIN, q), Segment(ORIGIN, r))
    )


def _two_mirrors(figure: Figure) -> Figure:
    p, q, r = figure["PQR"]
    once = tuple(plane.mirrored(point, Segment(p, q)) for point in figure["ABC"])
    twice = tuple(plane.mirrored(point, Segment(p, r)) for point in once)
    one, other = _image("ABC", once, "1"), _image("ABC", twice, "2")
    return Figure({**one.points, **other.points}, (*one.segments, *other.segments))


def _shear_given(random: Random) -> Figure:
    way = random.uniform(0, 360)
    up, along = plane.at(ORIGIN, 1.0, way - 90), plane.at(ORIGIN, 1.0, way)
    corners = [plane.turned(corner, ORIGIN, way) for corner in _triangle_at(random, ORIGIN, 110)]
    heights = [corner.dot(up) for corner in corners]
    shift = random.choice((-1, 1)) * random.uniform(0.5, 0.9)
    base = up * (min(heights) - random.uniform(30, 60))
    moved = corners[0] + along * (shift * (corners[0] - base).dot(up))
    p, q = base - along * 170, base + along * 170
    triangle = givens.polygon("ABC", corners)
    return Figure({**triangle.points, "P": p, "Q": q, "D": moved}, (*triangle.segments, Segment(p, q)))


def _shear(figure: Figure) -> Figure:
    a, b, c, d, p, q = figure["ABCDPQ"]
    along = plane.unit(p, q)
    height = (a - p).cross(along)
    shift = (d - a).dot(along) / height
    e, f = (point + along * (shift * (point - p).cross(along)) for point in (b, c))
    return Figure({"E": e, "F": f}, plane.closed(a + along * (shift * height), e, f))


def _spiral_given(random: Random) -> Figure:
    a, b = plane.at(ORIGIN, 100, 0), plane.at(ORIGIN, random.uniform(110, 190), random.uniform(40, 100))
    turn, factor = random.uniform(50, 130), random.uniform(0.75, 1.35)
    c, d = (plane.turned(point, ORIGIN, turn) * factor for point in (a, b))
    about = random.uniform(0, 360)
    a, b, c, d = (plane.turned(point, ORIGIN, about) for point in (a, b, c, d))
    return Figure({"A": a, "B": b, "C": c, "D": d}, (Segment(a, b), Segment(c, d)))


def _spiral(figure: Figure) -> Figure:
    a, b, c, d = figure["ABCD"]
    p = plane.meet(Segment(a, b), Segment(c, d))
    one, other = plane.circle_through(a, c, p), plane.circle_through(b, d, p)
    centre = max(plane.common_points(one, other), key=p.distance)
    if max(one.radius, other.radius) > 2.2 * a.distance(b) or centre.distance(p) < 0.3 * one.radius:
        raise Degenerate("a large circle, or the circles hardly cross")
    spokes = tuple(Segment(centre, point) for point in (a, b, c, d))
    return Figure({"P": p, "O": centre}, spokes, (one, other))


def _same_side_given(random: Random) -> Figure:
    way = random.uniform(0, 360)
    along, up = plane.at(ORIGIN, 1.0, way), plane.at(ORIGIN, 1.0, way - 90)
    p, q = along * -200, along * 200
    a = along * random.uniform(-170, -110) + up * random.uniform(60, 190)
    b = along * random.uniform(110, 170) + up * random.uniform(60, 190)
    return Figure({"P": p, "Q": q, "A": a, "B": b}, (Segment(p, q),))


def _shortest_way(figure: Figure) -> Figure:
    p, q, a, b = figure["PQAB"]
    line = Segment(p, q)
    image = plane.mirrored(b, line)
    touch = plane.meet(Segment(a, image), line)
    return Figure({"B'": image, "X": touch}, (Segment(a, image), Segment(touch, b)))


def _other_touches(figure: Figure) -> tuple[Figure, ...]:
    """Return mistakes: by way of the middle, and of the feet of the two points."""
    p, q, a, b = figure["PQAB"]
    line = Segment(p, q)
    touches = (plane.midpoint(p, q), plane.foot(a, line), plane.foot(b, line), plane.foot(plane.midpoint(a, b), line))
    image = plane.mirrored(b, line)
    return tuple(Figure(segments=(Segment(a, image), Segment(touch, b))) for touch in touches)


def _table_given(random: Random) -> Figure:
    way = random.uniform(-15, 15)
    wide, high = 400.0, random.uniform(230, 300)
    corners = [plane.turned(Point(x, y), ORIGIN, way) for x, y in ((0, 0), (wide, 0), (wide, high), (0, high))]
    p = Point(random.uniform(40, 180), random.uniform(40, 120))
    q = Point(random.uniform(40, 260), random.uniform(40, high - 40))
    return givens.polygon("ABCD", corners, P=plane.turned(p, ORIGIN, way), Q=plane.turned(q, ORIGIN, way))


def _two_cushions(figure: Figure) -> Figure:
    b, c, d, p, q = figure["BCDPQ"]
    right, bottom = Segment(b, c), Segment(c, d)
    image = plane.mirrored(q, bottom)
    first = plane.meet(Segment(p, plane.mirrored(image, right)), right)
    second = plane.meet(Segment(first, image), bottom)
    shares = ((first - b).dot(c - b) / (c - b).dot(c - b), (second - c).dot(d - c) / (d - c).dot(d - c))
    if min(shares) < 0.12 or max(shares) > 0.88:
        raise Degenerate("the ball meets a corner or the wrong side")
    return Figure({"R": first, "S": second}, plane.chain(p, first, second, q))


def _square_given(random: Random) -> Figure:
    turn = random.uniform(0, 90)
    return givens.polygon("ABCD", [plane.at(ORIGIN, 150, turn + 90 * index) for index in range(4)])


def _star(figure: Figure) -> Figure:
    corners = figure["ABCD"]
    centre = plane.mean(corners)
    return _image("ABCD", tuple(plane.turned(corner, centre, 45) for corner in corners))


CONSTRUCTIONS = (
    Construction(
        "mirror-image",
        GROUP,
        "Triangle ABC is reflected in the line PQ: every point goes straight across the line and ends as far behind "
        "it as it was in front. Draw the image, triangle A'B'C'.",
        _beside_a_line,
        _mirror,
    ),
    Construction(
        "quarter-turn",
        GROUP,
        "Turn triangle ABC about the point O by a quarter of a full turn, clockwise as seen by the reader. Draw the "
        "turned triangle A'B'C'.",
        _beside_a_point(130, 190),
        _quarter_turn,
        mistakes=_wrong_turns,
    ),
    Construction(
        "translation",
        GROUP,
        "A translation moves P to Q, and every other point by the same distance in the same direction. Draw the "
        "triangle A'B'C' that it makes of triangle ABC.",
        _beside_an_arrow,
        _shift,
    ),
    Construction(
        "enlargement",
        GROUP,
        "Enlarge triangle ABC from the centre O to twice its size (a homothety with factor 2): each corner moves "
        "away from O along its ray until it is twice as far. Draw the triangle A'B'C' and the segments OA', OB' and "
        "OC'.",
        _beside_a_point(120, 150),
        _enlarged,
    ),
    Construction(
        "negative-homothety",
        GROUP,
        "The homothety with centre O and factor -2/3 sends each point X to the point X' on the far side of O for "
        "which OX' is two thirds of OX. Draw the image A'B'C' of triangle ABC.",
        _beside_a_point(120, 170),
        _scaled(-2 / 3),
    ),
    Construction(
        "glide-reflection",
        GROUP,
        "Reflect triangle ABC in the line PQ to get triangle A1B1C1. Then move A1B1C1 parallel to the line, in the "
        "direction from P to Q, by half the length of PQ to get A2B2C2. Draw both triangles.",
        _beside_a_line,
        _glide,
    ),
    Construction(
        "half-turn",
        GROUP,
        "A half-turn about O carries the quadrilateral ABCD to A'B'C'D', so that O is the midpoint of AA', BB', CC' "
        "and DD'. Draw A'B'C'D'.",
        _half_turn_given,
        _half_turn,
    ),
    Construction(
        "two-mirrors",
        GROUP,
        "Two mirrors PQ and PR meet at P. Reflecting first in one and then in the other is a rotation about P by "
        "twice the angle between them. Draw the reflection A1B1C1 of triangle ABC in PQ, and the reflection A2B2C2 "
        "of A1B1C1 in PR.",
        _two_mirrors_given,
        _two_mirrors,
    ),
    Construction(
        "shear",
        GROUP,
        "A shear leaves the points of the line PQ in place and slides every other point parallel to PQ, by an amount "
        "in proportion to its distance from PQ. One such shear slides A to D, B to E and C to F. Draw triangle DEF.",
        _shear_given,
        _shear,
    ),
    Construction(
        "spiral-similarity",
        GROUP,
        "A rotation together with an enlargement about one centre O takes A to C and B to D. To find O, let the "
        "lines AB and CD meet at P; the circle through A, C, P and the circle through B, D, P cross at P and again "
        "at O. Draw these two circles and the segments OA, OB, OC and OD.",
        _spiral_given,
        _spiral,
    ),
    Construction(
        "shortest-way-by-a-line",
        GROUP,
        "Heron's problem: the shortest way from A to B that touches the line PQ on the way. Let B' be the mirror "
        "image of B in PQ, and let AB' cross PQ at X; the way leads from A to X to B. Draw the segments AB' and XB.",
        _same_side_given,
        _shortest_way,
        mistakes=_other_touches,
    ),
    Construction(
        "billiards-two-cushions",
        GROUP,
        "A ball lies at P on the billiard table ABCD. It is to bounce off the side BC at R, then off the side CD at "
        "S, and arrive at Q; at each bounce the angles on both sides are equal. Draw its path P, R, S, Q.",
        _table_given,
        _two_cushions,
    ),
    Construction(
        "eight-pointed-star",
        GROUP,
        "Turn the square ABCD about its own centre by 45 degrees, and draw the turned square: the two together make "
        "an eight-pointed star.",
        _square_given,
        _star,
    ),
)
