"""Outlines in the design square (0 to 100 both ways, y down), from which objects are put together.

A form remembers whether it is a plain circle, ellipse, box or polygon, so that it can be written as that element or as
a path. Constructors take design units; methods return new forms.
"""

import itertools
import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sgpkit.graphics.geometry import Affine, Point, rotation, scaling, translation
from sgpkit.graphics.svg import outline, path
from sgpkit.graphics.svg.outline import Box, Cubic, Line, Subpath

ARC = 0.5522847498
"""The distance of the control points of a quarter circle along its tangents:
https://spencermortensen.com/articles/bezier-circle/"""

CLEAR = 1e-6
"""The minimum distance of a curve's points from a line with which the curve does not touch the line, rounding errors
included."""

Pair = tuple[float, float]


class Primitive(NamedTuple):
    """circle: cx, cy, r; ellipse: cx, cy, rx, ry; rect: x, y, width, height, r; polygon, polyline: x, y, x, y, …"""

    tag: Literal["circle", "ellipse", "rect", "polygon", "polyline"]
    numbers: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """One element's outline; several loops make holes by the even-odd rule, which all writers here use then."""

    loops: tuple[Subpath, ...]
    primitive: Primitive | None = None

    def moved(self, across: float, down: float) -> "Form":
        return self.mapped(translation(across, down))

    def turned(self, degrees: float, x: float = 50.0, y: float = 50.0) -> "Form":
        """Return the form turned about (x, y), clockwise on the screen."""
        return self.mapped(rotation(degrees, Point(x, y)))

    def scaled(self, across: float, down: float | None = None, x: float = 50.0, y: float = 50.0) -> "Form":
        by = scaling(across, across if down is None else down)
        return self.mapped(translation(x, y) @ by @ translation(-x, -y))

    def mirrored(self, x: float = 50.0) -> "Form":
        """Return the form with left and right exchanged about the upright line at x."""
        return self.mapped(Affine(-1, 0, 0, 1, 2 * x, 0))

    def mapped(self, by: Affine) -> "Form":
        loops = tuple([outline.transform(loop, by) for loop in self.loops])
        return Form(loops, None if self.primitive is None else _mapped(self.primitive, by))

    def without(self, *holes: "Form") -> "Form":
        """Return the form with holes, which are wholly inside."""
        return Form(self.loops + tuple(loop for hole in holes for loop in hole.loops))

    @property
    def box(self) -> Box:
        box = outline.bounding_box(self.loops)
        if box is None:
            raise ValueError("an empty form has no box")
        return box

    def half(self, x: float | None = None) -> "Form | None":
        """The part to the right of the upright line at x (the middle of the form if not given); None if empty."""
        box = self.box
        x = (box.left + box.right) / 2 if x is None else x
        loops = [cut for loop in self.loops if (cut := _right_of(loop, x)) is not None]
        return Form(tuple(loops)) if loops else None


def _mapped(primitive: Primitive, by: Affine) -> Primitive | None:
    """The same element after the move, if it can still be written as one."""
    tag, numbers = primitive
    if tag in ("polygon", "polyline"):
        points = [by(Point(x, y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        return Primitive(tag, tuple(number for point in points for number in point))
    if tag == "circle":
        stretch = math.hypot(by.a, by.b), math.hypot(by.c, by.d)
        upright = abs(by.a * by.c + by.b * by.d) < 1e-9
        if upright and math.isclose(*stretch):
            return Primitive("circle", (*by(Point(*numbers[:2])), numbers[2] * stretch[0]))
    if by.b or by.c:
        return None
    centre = by(Point(*numbers[:2]))
    if tag == "circle":
        return Primitive("ellipse", (*centre, numbers[2] * abs(by.a), numbers[2] * abs(by.d)))
    if tag == "ellipse":
        return Primitive("ellipse", (*centre, numbers[2] * abs(by.a), numbers[3] * abs(by.d)))
    x, y, width, height, radius = numbers
    other = by(Point(x + width, y + height))
    if radius and not math.isclose(abs(by.a), abs(by.d)):
        return None
    corner = min(centre.x, other.x), min(centre.y, other.y)
    return Primitive("rect", (*corner, width * abs(by.a), height * abs(by.d), radius * abs(by.a)))


def _right_of(loop: Subpath, x: float) -> Subpath | None:
    """A closed loop cut by a half-plane, by Sutherland and Hodgman's way taken to curves: what leaves and comes back
    is joined along the cut."""
    pieces: list[Line | Cubic] = []
    start: Point | None = None
    closed = Subpath(loop.start, (*loop.pieces, Line(loop.start)), True)
    for at, piece in outline.steps(outline.without_arcs(closed)):
        if isinstance(piece, Line) and at == piece.end:
            continue
        cubic = outline.as_cubic(at, piece)  # type: ignore[arg-type]
        shares = [0.0, *_crossings(at, cubic, x), 1.0]
        for first, last in itertools.pairwise(shares):
            if outline.point_at(at, cubic, (first + last) / 2).x < x:
                continue
            begin, part = _section(at, cubic, first, last)
            if start is None:
                start = begin
            elif pieces and _apart(pieces[-1].end, begin):
                pieces.append(Line(begin))
            pieces.append(Line(part.end) if isinstance(piece, Line) else part)
    return None if start is None else Subpath(start, tuple(pieces), True)


def _apart(one: Point, other: Point) -> bool:
    return abs(one.x - other.x) + abs(one.y - other.y) > 1e-9


def _crossings(start: Point, cubic: Cubic, x: float) -> list[float]:
    """Return the points where a curve crosses an upright line: by bisection between sixteen samples.

    Sixteen are enough for every outline here.

    Only its x is worked out, as `outline.point_at` does it: this is where a drawing's time goes.
    """
    first, second, third, last = start.x, cubic.first.x, cubic.second.x, cubic.end.x
    if min(first, second, third, last) > x + CLEAR or max(first, second, third, last) < x - CLEAR:
        return []

    def is_right(share: float) -> bool:
        rest = 1 - share
        here = first * rest**3 + second * (3 * rest * rest * share) + third * (3 * rest * share * share)
        return here + last * share**3 - x >= 0

    crossings = []
    sides = [is_right(step / 16) for step in range(17)]
    for step, (before, after) in enumerate(itertools.pairwise(sides)):
        if before == after:
            continue
        low, high = step / 16, (step + 1) / 16
        for _ in range(24):
            middle = (low + high) / 2
            if is_right(middle) == before:
                low = middle
            else:
                high = middle
        crossings.append(low)
    return crossings


def _section(start: Point, cubic: Cubic, first: float, last: float) -> tuple[Point, Cubic]:
    """The part of a curve between two of its parameters, by de Casteljau's construction."""
    points = [start, *cubic]
    points = _split(points, last)[0]
    points = _split(points, first / last)[1] if last > 0 else points
    return points[0], Cubic(*points[1:])


def _split(points: list[Point], share: float) -> tuple[list[Point], list[Point]]:
    left, right = [points[0]], [points[-1]]
    while len(points) > 1:
        points = [Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share) for a, b in itertools.pairwise(points)]
        left.append(points[0])
        right.append(points[-1])
    return left, right[::-1]


def circle(x: float, y: float, radius: float) -> Form:
    return Form(_oval(x, y, radius, radius), Primitive("circle", (x, y, radius)))


def ellipse(x: float, y: float, across: float, down: float) -> Form:
    """Return an ellipse; `across` and `down` are its half widths."""
    return Form(_oval(x, y, across, down), Primitive("ellipse", (x, y, across, down)))


def _oval(x: float, y: float, across: float, down: float) -> tuple[Subpath, ...]:
    points = [(across, 0.0), (0.0, down), (-across, 0.0), (0.0, -down), (across, 0.0)]
    pieces = []
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        first = Point(x + ax + bx * ARC, y + ay + by * ARC)
        second = Point(x + bx + ax * ARC, y + by + ay * ARC)
        pieces.append(Cubic(first, second, Point(x + bx, y + by)))
    return (Subpath(Point(x + across, y), tuple(pieces), True),)


def box(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Form:
    """Return a box by its left upper corner, with round corners if a radius is given."""
    radius = min(radius, width / 2, height / 2)
    right, bottom, rest = x + width, y + height, radius * (1 - ARC)
    if not radius:
        corners = Point(x, y), Point(right, y), Point(right, bottom), Point(x, bottom)
        loop = Subpath(corners[0], tuple(Line(corner) for corner in corners[1:]), True)
        return Form((loop,), Primitive("rect", (x, y, width, height, 0.0)))
    pieces = (
        Line(Point(right - radius, y)),
        Cubic(Point(right - rest, y), Point(right, y + rest), Point(right, y + radius)),
        Line(Point(right, bottom - radius)),
        Cubic(Point(right, bottom - rest), Point(right - rest, bottom), Point(right - radius, bottom)),
        Line(Point(x + radius, bottom)),
        Cubic(Point(x + rest, bottom), Point(x, bottom - rest), Point(x, bottom - radius)),
        Line(Point(x, y + radius)),
        Cubic(Point(x, y + rest), Point(x + rest, y), Point(x + radius, y)),
    )
    return Form((Subpath(Point(x + radius, y), pieces, True),), Primitive("rect", (x, y, width, height, radius)))


def polygon(*points: Pair) -> Form:
    corners = [Point(*point) for point in points]
    loop = Subpath(corners[0], tuple(Line(corner) for corner in corners[1:]), True)
    return Form((loop,), Primitive("polygon", tuple(number for point in points for number in point)))


def line(*points: Pair) -> Form:
    """Return an open line, for `Sketch.line`."""
    corners = [Point(*point) for point in points]
    loop = Subpath(corners[0], tuple(Line(corner) for corner in corners[1:]), False)
    return Form((loop,), Primitive("polyline", tuple(number for point in points for number in point)))


def regular(x: float, y: float, radius: float, corners: int, turn: float = 0.0) -> Form:
    """A regular polygon, one corner straight up before it is turned."""
    angles = [math.radians(turn - 90 + 360 * corner / corners) for corner in range(corners)]
    return polygon(*((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles))


def star(x: float, y: float, radius: float, points: int = 5, inner: float = 0.45) -> Form:
    corners = []
    for step in range(2 * points):
        reach = radius * (inner if step % 2 else 1.0)
        angle = math.radians(180 * step / points - 90)
        corners.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return polygon(*corners)


def smooth(*points: Pair, closed: bool = True, tension: float = 1.0) -> Form:
    """A smooth curve through all points (Catmull-Rom, as Béziers); a lower tension pulls it towards the polygon."""
    corners = [Point(*point) for point in points]
    count, factor = len(corners), tension / 6
    pieces = []
    for index in range(count if closed else count - 1):
        before = corners[index - 1] if closed or index else corners[0]
        here, there = corners[index], corners[(index + 1) % count]
        after = corners[(index + 2) % count] if closed or index + 2 < count else corners[-1]
        first = Point(here.x + (there.x - before.x) * factor, here.y + (there.y - before.y) * factor)
        second = Point(there.x - (after.x - here.x) * factor, there.y - (after.y - here.y) * factor)
        pieces.append(Cubic(first, second, there))
    return Form((Subpath(corners[0], tuple(pieces), closed),))


def shape(data: str) -> Form:
    """Return the form of a path text in design units, which may use every path command of SVG."""
    loops = tuple(outline.without_arcs(loop) for loop in path.subpaths(data))
    if not loops:
        raise ValueError(f"no outline in {data!r}")
    return Form(loops)


def ring(x: float, y: float, radius: float, inner: float) -> Form:
    return circle(x, y, radius).without(circle(x, y, inner))


def sector(x: float, y: float, radius: float, start: float, end: float) -> Form:
    """A slice of a disc between two angles in degrees, 0 up, clockwise."""
    first, last = math.radians(start - 90), math.radians(end - 90)
    count = max(1, math.ceil((end - start) / 90))
    step = (last - first) / count
    reach = 4 / 3 * math.tan(step / 4) * radius
    begin = Point(x + radius * math.cos(first), y + radius * math.sin(first))
    pieces: list[Line | Cubic] = [Line(begin)]
    for index in range(count):
        one, two = first + index * step, first + (index + 1) * step
        here = Point(x + radius * math.cos(one), y + radius * math.sin(one))
        there = Point(x + radius * math.cos(two), y + radius * math.sin(two))
        pieces.append(
            Cubic(
                Point(here.x - reach * math.sin(one), here.y + reach * math.cos(one)),
                Point(there.x + reach * math.sin(two), there.y - reach * math.cos(two)),
                there,
            )
        )
    return Form((Subpath(Point(x, y), tuple(pieces), True),))


def around(x: float, y: float, radius: float, count: int, start: float = 0.0) -> list[Pair]:
    """Points on a circle, the first straight up before the start angle is added, clockwise."""
    angles = [math.radians(start - 90 + 360 * step / count) for step in range(count)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def spread(first: float, last: float, count: int) -> list[float]:
    """Return `count` numbers evenly from the first to the last; the middle for one."""
    if count == 1:
        return [(first + last) / 2]
    return [first + (last - first) * step / (count - 1) for step in range(count)]


def both(form: Form, x: float = 50.0) -> tuple[Form, Form]:
    """A form and its mirror image."""
    return form, form.mirrored(x)
