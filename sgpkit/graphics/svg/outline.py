"""Outlines of lines, Bézier curves and elliptical arcs: transform, measure and flatten them.

Arcs follow https://www.w3.org/TR/SVG2/implnote.html#ArcImplementationNotes. `path.py` reads and writes path data.
"""

import math
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from sgpkit.graphics.geometry import Affine, Point

FLAT = 1e-9
"""Ratio of an ellipse's axes below which the shorter one counts as 0."""


class Line(NamedTuple):
    """A straight line to its end."""

    end: Point


class Cubic(NamedTuple):
    """A cubic Bézier curve by two control points and its end."""

    first: Point
    second: Point
    end: Point


class Quadratic(NamedTuple):
    """A quadratic Bézier curve by its control point and its end."""

    control: Point
    end: Point


class Arc(NamedTuple):
    """An elliptical arc in the form of SVG's `A`; `angle` is the rotation of the ellipse's x axis in degrees."""

    radius_x: float
    radius_y: float
    angle: float
    large: bool
    sweep: bool
    end: Point


Piece = Line | Cubic | Quadratic | Arc


class Subpath(NamedTuple):
    """One connected outline: a start point and consecutive segments."""

    start: Point
    pieces: tuple[Piece, ...]
    closed: bool

    @property
    def end(self) -> Point:
        """The end of the last segment."""
        return self.pieces[-1].end if self.pieces else self.start


class Box(NamedTuple):
    """An axis-aligned bounding box, y down."""

    left: float
    top: float
    right: float
    bottom: float


class ArcCentre(NamedTuple):
    """An arc in centre form, with radii large enough to reach both ends and angles in radians."""

    centre: Point
    radius_x: float
    radius_y: float
    angle: float
    begin: float
    turn: float

    def at(self, angle: float) -> Point:
        """Return the point at an angle of the ellipse's parameter."""
        x, y = self.radius_x * math.cos(angle), self.radius_y * math.sin(angle)
        cosine, sine = math.cos(self.angle), math.sin(self.angle)
        return Point(self.centre.x + cosine * x - sine * y, self.centre.y + sine * x + cosine * y)


def centre_of_arc(start: Point, arc: Arc) -> ArcCentre:
    """Return the centre form (F.6.5), with radii enlarged if they cannot reach both ends (F.6.6).

    An arc with a zero or negligible radius is a line (F.6.2).
    """
    radius_x, radius_y = abs(arc.radius_x), abs(arc.radius_y)
    angle = math.radians(arc.angle)
    cosine, sine = math.cos(angle), math.sin(angle)
    half_x, half_y = (start.x - arc.end.x) / 2, (start.y - arc.end.y) / 2
    longest = max(radius_x, radius_y)
    if min(radius_x, radius_y) <= FLAT * longest:
        middle = Point((start.x + arc.end.x) / 2, (start.y + arc.end.y) / 2)
        return ArcCentre(middle, math.hypot(half_x, half_y), 0.0, math.atan2(half_y, half_x), 0.0, math.pi)
    x, y = cosine * half_x + sine * half_y, cosine * half_y - sine * half_x
    reached = max(abs(x), abs(y))
    if longest < FLAT * reached:  # they grow in any case; their squares must not leave the range of numbers before
        radius_x, radius_y = radius_x / longest * reached, radius_y / longest * reached
    reach = (x / radius_x) ** 2 + (y / radius_y) ** 2
    if reach > 1:
        radius_x, radius_y = radius_x * math.sqrt(reach), radius_y * math.sqrt(reach)
        factor = 0.0
    else:
        factor = math.sqrt((1 - reach) / reach) if reach else 0.0
    if arc.large == arc.sweep:
        factor = -factor
    along, across = factor * radius_x * y / radius_y, -factor * radius_y * x / radius_x
    centre = Point(
        cosine * along - sine * across + (start.x + arc.end.x) / 2,
        sine * along + cosine * across + (start.y + arc.end.y) / 2,
    )
    begin = math.atan2((y - across) / radius_y, (x - along) / radius_x)
    turn = math.atan2((-y - across) / radius_y, (-x - along) / radius_x) - begin
    if arc.sweep and turn < 0:
        turn += math.tau
    elif not arc.sweep and turn > 0:
        turn -= math.tau
    return ArcCentre(centre, radius_x, radius_y, angle, begin, turn)


def arc_to_cubics(start: Point, arc: Arc) -> tuple[Cubic, ...]:
    """Return curves of at most a quarter turn, which deviate from the arc by less than 0.03 % of the radius."""
    form = centre_of_arc(start, arc)
    count = max(1, math.ceil(abs(form.turn) / (math.pi / 2) - 1e-9))
    step = form.turn / count
    handle = 4 / 3 * math.tan(step / 4)
    cosine, sine = math.cos(form.angle), math.sin(form.angle)

    def spot(angle: float, pull: float) -> Point:
        x = form.radius_x * (math.cos(angle) - pull * math.sin(angle))
        y = form.radius_y * (math.sin(angle) + pull * math.cos(angle))
        return Point(form.centre.x + cosine * x - sine * y, form.centre.y + sine * x + cosine * y)

    curves = []
    for index in range(count):
        angle = form.begin + index * step
        end = arc.end if index == count - 1 else spot(angle + step, 0.0)
        curves.append(Cubic(spot(angle, handle), spot(angle + step, -handle), end))
    return tuple(curves)


def mapped_axes(radius_x: float, radius_y: float, degrees: float, by: Affine) -> tuple[float, float, float]:
    """Return the half axes and angle (degrees) of the image of an ellipse: the singular values of its matrix."""
    angle = math.radians(degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    a, b = (by.a * cosine + by.c * sine) * radius_x, (by.b * cosine + by.d * sine) * radius_x
    c, d = (by.c * cosine - by.a * sine) * radius_y, (by.d * cosine - by.b * sine) * radius_y
    sum_part, difference = math.hypot(a + d, b - c), math.hypot(a - d, b + c)
    longer, shorter = (sum_part + difference) / 2, abs(sum_part - difference) / 2
    # The direction of the longer axis is the mean of the two parts' angles.
    direction = (math.atan2(b - c, a + d) + math.atan2(b + c, a - d)) / 2 if difference else math.atan2(b, a)
    return longer, shorter, math.degrees(direction)


def map_piece(piece: Piece, by: Affine) -> Piece:
    """Return the image of one segment. For an arc, the map must be invertible."""
    if isinstance(piece, Line):
        return Line(by(piece.end))
    if isinstance(piece, Cubic):
        return Cubic(by(piece.first), by(piece.second), by(piece.end))
    if isinstance(piece, Quadratic):
        return Quadratic(by(piece.control), by(piece.end))
    longer, shorter, angle = mapped_axes(piece.radius_x, piece.radius_y, piece.angle, by)
    return Arc(longer, shorter, angle, piece.large, piece.sweep != (by.determinant < 0), by(piece.end))


def _is_flattened(arc: Arc, by: Affine) -> bool:
    longer, shorter, _ = mapped_axes(arc.radius_x, arc.radius_y, arc.angle, by)
    return shorter <= FLAT * longer


def transform(subpath: Subpath, by: Affine) -> Subpath:
    """Return the image of an outline; arcs stay arcs unless the map flattens them."""
    if by.determinant == 0 or any(isinstance(piece, Arc) and _is_flattened(piece, by) for piece in subpath.pieces):
        subpath = without_arcs(subpath)
    return Subpath(by(subpath.start), tuple([map_piece(piece, by) for piece in subpath.pieces]), subpath.closed)


def steps(subpath: Subpath) -> Iterator[tuple[Point, Piece]]:
    """Yield the segments with their start points; the closing line only if it has a length."""
    position = subpath.start
    for piece in subpath.pieces:
        yield position, piece
        position = piece.end
    if subpath.closed and position != subpath.start:
        yield position, Line(subpath.start)


def without_arcs(subpath: Subpath) -> Subpath:
    """Return the outline with cubic curves instead of arcs."""
    pieces: list[Piece] = []
    position = subpath.start
    for piece in subpath.pieces:
        if isinstance(piece, Arc):
            pieces.extend(arc_to_cubics(position, piece))
        else:
            pieces.append(piece)
        position = piece.end
    return Subpath(subpath.start, tuple(pieces), subpath.closed)


def as_cubic(start: Point, piece: Line | Cubic | Quadratic) -> Cubic:
    """Return a segment as a cubic curve."""
    if isinstance(piece, Cubic):
        return piece
    if isinstance(piece, Quadratic):
        (x, y), (end_x, end_y), lift = start, piece.end, piece.control * (2 / 3)
        return Cubic(
            Point(x * (1 / 3) + lift.x, y * (1 / 3) + lift.y),
            Point(end_x * (1 / 3) + lift.x, end_y * (1 / 3) + lift.y),
            piece.end,
        )
    return Cubic(start * (2 / 3) + piece.end * (1 / 3), start * (1 / 3) + piece.end * (2 / 3), piece.end)


def point_at(start: Point, piece: Piece, share: float) -> Point:
    """Return the point of a segment at a parameter between 0 and 1."""
    # Computed per coordinate: arithmetic on points takes five times as long, and a build computes millions.
    rest = 1 - share
    (x, y), (end_x, end_y) = start, piece.end
    if isinstance(piece, Line):
        return Point(x * rest + end_x * share, y * rest + end_y * share)
    if isinstance(piece, Quadratic):
        (first_x, first_y), a, b, c = piece.control, rest * rest, 2 * rest * share, share * share
        return Point(x * a + first_x * b + end_x * c, y * a + first_y * b + end_y * c)
    if isinstance(piece, Cubic):
        (first_x, first_y), (second_x, second_y) = piece.first, piece.second
        a, b, c, d = rest**3, 3 * rest * rest * share, 3 * rest * share * share, share**3
        return Point(x * a + first_x * b + second_x * c + end_x * d, y * a + first_y * b + second_y * c + end_y * d)
    form = centre_of_arc(start, piece)
    return form.at(form.begin + share * form.turn)


def _turning_shares(start: Point, piece: Piece) -> Iterable[float]:
    """Return the parameters at which a segment is horizontal or vertical, which may determine its box."""
    if isinstance(piece, Line):
        return ()
    if isinstance(piece, Quadratic):
        halves = [(start[k] - piece.control[k], start[k] - 2 * piece.control[k] + piece.end[k]) for k in (0, 1)]
        return [over / under for over, under in halves if under]
    if isinstance(piece, Cubic):
        shares = []
        for begin, first, second, end in zip(start, *piece, strict=True):
            a = end - 3 * second + 3 * first - begin
            b, c = second - 2 * first + begin, first - begin
            root = b * b - a * c
            if root >= 0:
                # The stable form of the quadratic formula: no difference of nearly equal numbers.
                q = -(b + math.copysign(math.sqrt(root), b))
                shares += [q / a if a else -1.0, c / q if q else -1.0]
        return shares
    form = centre_of_arc(start, piece)
    tangent = math.tan(form.angle)
    upright = math.atan2(-form.radius_y * tangent, form.radius_x)
    level = math.atan2(form.radius_y, form.radius_x * tangent)
    angles = [base + half * math.pi for base in (upright, level) for half in (0, 1)]
    if not form.turn:
        return ()
    return [((angle - form.begin) * math.copysign(1, form.turn)) % math.tau / abs(form.turn) for angle in angles]


def bounding_box(subpaths: Iterable[Subpath]) -> Box | None:
    """Return the bounding box of outlines without their strokes, or None if there are none."""
    xs: list[float] = []
    ys: list[float] = []
    for subpath in subpaths:
        xs.append(subpath.start.x)
        ys.append(subpath.start.y)
        for start, piece in steps(subpath):
            xs.append(piece.end.x)
            ys.append(piece.end.y)
            if isinstance(piece, Line):
                continue
            for share in _turning_shares(start, piece):
                if 0 < share < 1:
                    x, y = point_at(start, piece, share)
                    xs.append(x)
                    ys.append(y)
    return Box(min(xs), min(ys), max(xs), max(ys)) if xs else None


def flatten(subpath: Subpath, tolerance: float = 0.1) -> list[Point]:
    """Return the points of a polyline that deviates from the outline by at most about `tolerance`."""
    points = [subpath.start]
    for start, piece in steps(subpath):
        if isinstance(piece, Line):
            points.append(piece.end)
            continue
        if isinstance(piece, Arc):
            form = centre_of_arc(start, piece)
            sag = min(max(tolerance, 1e-12) / max(form.radius_x, form.radius_y, 1e-12), 1.0)
            count = min(max(1, math.ceil(abs(form.turn) / (2 * math.acos(1 - sag) or 1e-6))), 10_000)
            points += [form.at(form.begin + form.turn * index / count) for index in range(1, count)]
            points.append(piece.end)
            continue
        first, second, end = as_cubic(start, piece)
        bend = max((start - first * 2 + second).distance(Point(0, 0)), (first - second * 2 + end).distance(Point(0, 0)))
        count = min(max(1, math.ceil(math.sqrt(0.75 * bend / max(tolerance, 1e-12)))), 1000)
        curve = Cubic(first, second, end)
        points += [point_at(start, curve, index / count) for index in range(1, count)]
        points.append(end)
    return points


def length(subpath: Subpath) -> float:
    """Return the length of an outline, including its closing line, to about six digits."""
    points = flatten(subpath, 1e-6 * max(_extent(subpath), 1e-9))
    return sum(here.distance(there) for here, there in pairwise(points))


def _extent(subpath: Subpath) -> float:
    box = bounding_box((subpath,))
    return math.hypot(box.right - box.left, box.bottom - box.top) if box else 0.0
