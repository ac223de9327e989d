"""Plane geometry in coordinates: the building blocks of the solvers. y points down, as on the canvas.

A `Segment` represents the line through its ends if a line is expected. A case without a clear answer is `Degenerate`.
"""

import math
from collections.abc import Sequence
from itertools import combinations, pairwise

from sgpkit.graphics.geometry import Circle, Point, Segment

from .engine import Curve, Degenerate

Line = Segment


def midpoint(a: Point, b: Point) -> Point:
    return Point((a.x + b.x) / 2, (a.y + b.y) / 2)


def between(a: Point, b: Point, share: float) -> Point:
    """The point that lies this share of the way from a to b; beyond them for shares outside 0 to 1."""
    return Point(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)


def mean(points: Sequence[Point]) -> Point:
    return Point(sum(point.x for point in points) / len(points), sum(point.y for point in points) / len(points))


def weighted(points: Sequence[Point], weights: Sequence[float]) -> Point:
    """The point with these barycentric coordinates; they need not add up to one."""
    total = sum(weights)
    if abs(total) < 1e-9 * max(abs(weight) for weight in weights):
        raise Degenerate("the weights add up to nothing")
    return Point(
        sum(point.x * weight for point, weight in zip(points, weights, strict=True)) / total,
        sum(point.y * weight for point, weight in zip(points, weights, strict=True)) / total,
    )


def at(centre: Point, radius: float, degrees: float) -> Point:
    """The point at a distance and a direction, counted from the x axis clockwise on the screen."""
    angle = math.radians(degrees)
    return Point(centre.x + radius * math.cos(angle), centre.y + radius * math.sin(angle))


def unit(a: Point, b: Point) -> Point:
    """The direction from a to b, of length one."""
    length = a.distance(b)
    if length < 1e-9:
        raise Degenerate("two points fall together")
    return Point((b.x - a.x) / length, (b.y - a.y) / length)


def onward(a: Point, b: Point, length: float) -> Point:
    """The point this far from a, on the ray through b."""
    return a + unit(a, b) * length


def normal(vector: Point) -> Point:
    """Return the vector turned by a right angle."""
    return Point(-vector.y, vector.x)


def turned(point: Point, about: Point, degrees: float) -> Point:
    """Return the point turned about a centre, clockwise on the screen for positive degrees."""
    angle = math.radians(degrees)
    dx, dy = point.x - about.x, point.y - about.y
    cosine, sine = math.cos(angle), math.sin(angle)
    return Point(about.x + dx * cosine - dy * sine, about.y + dx * sine + dy * cosine)


def angle(a: Point, vertex: Point, b: Point) -> float:
    """The angle a-vertex-b in degrees, 0 to 180."""
    one, other = a - vertex, b - vertex
    return math.degrees(math.atan2(abs(one.cross(other)), one.dot(other)))


def foot(point: Point, line: Line) -> Point:
    """Return the foot of the perpendicular from a point to a line."""
    along = line.end - line.start
    if along.dot(along) < 1e-12:
        raise Degenerate("a line through one point only")
    return line.start + along * ((point - line.start).dot(along) / along.dot(along))


def mirrored(point: Point, line: Line) -> Point:
    return foot(point, line) * 2 - point


def meet(one: Line, other: Line) -> Point:
    """Return the point where two lines meet, extended as needed.

    Lines within about three degrees of parallel have no clear answer."""
    first, second = one.end - one.start, other.end - other.start
    cross = first.cross(second)
    if abs(cross) <= 0.05 * math.sqrt(first.dot(first) * second.dot(second)):
        raise Degenerate("two lines are nearly parallel")
    return one.start + first * ((other.start - one.start).cross(second) / cross)


def parallel(line: Line, through: Point) -> Line:
    return Segment(through, through + (line.end - line.start))


def perpendicular(line: Line, through: Point) -> Line:
    return Segment(through, through + normal(line.end - line.start))


def bisector(a: Point, b: Point) -> Line:
    """The perpendicular bisector of a and b."""
    return perpendicular(Segment(a, b), midpoint(a, b))


def angle_bisector(a: Point, vertex: Point, b: Point) -> Line:
    """Return the direction from the vertex into the angle, of length one."""
    return Segment(vertex, vertex + unit(Point(0.0, 0.0), unit(vertex, a) + unit(vertex, b)))


def outer_bisector(a: Point, vertex: Point, b: Point) -> Line:
    return perpendicular(angle_bisector(a, vertex, b), vertex)


def closed(*points: Point) -> tuple[Segment, ...]:
    """The sides of a polygon."""
    return tuple(Segment(a, b) for a, b in zip(points, (*points[1:], points[0]), strict=True))


def chain(*points: Point) -> tuple[Segment, ...]:
    return tuple(Segment(a, b) for a, b in pairwise(points))


def longest(points: Sequence[Point]) -> Segment:
    """Return the segment between the two points that are farthest apart: of collinear points, the outermost."""
    one, other = max(combinations(points, 2), key=lambda pair: pair[0].distance(pair[1]))
    return Segment(one, other)


def chord(line: Line, circle: Circle) -> Segment:
    """Return the points where a line crosses a circle, in the line's own direction."""
    middle = foot(circle.centre, line)
    square = circle.radius**2 - middle.distance(circle.centre) ** 2
    if square < (0.05 * circle.radius) ** 2:
        raise Degenerate("a line does not clearly cross a circle")
    half = unit(line.start, line.end) * math.sqrt(square)
    return Segment(middle - half, middle + half)


def second(line: Line, circle: Circle, first: Point) -> Point:
    """Return the other point where a line crosses a circle, given one point of both."""
    start, end = chord(line, circle)
    return start if start.distance(first) > end.distance(first) else end


def common_points(one: Circle, other: Circle) -> tuple[Point, Point]:
    """Return the points where two circles cross: first the right one, seen from the first centre on the screen."""
    apart = one.centre.distance(other.centre)
    if apart < 1e-9:
        raise Degenerate("two circles have one centre")
    along = (apart**2 + one.radius**2 - other.radius**2) / (2 * apart)
    square = one.radius**2 - along**2
    if square < (0.05 * min(one.radius, other.radius)) ** 2:
        raise Degenerate("two circles do not clearly cross")
    direction = unit(one.centre, other.centre)
    middle, half = one.centre + direction * along, normal(direction) * math.sqrt(square)
    return middle + half, middle - half


def circle_through(a: Point, b: Point, c: Point) -> Circle:
    centre = meet(bisector(a, b), bisector(a, c))
    return Circle(centre, centre.distance(a))


def circle_on(a: Point, b: Point) -> Circle:
    """The circle that has a and b as a diameter."""
    return Circle(midpoint(a, b), a.distance(b) / 2)


def touching(centre: Point, line: Line) -> Circle:
    return Circle(centre, centre.distance(foot(centre, line)))


def tangent_points(point: Point, circle: Circle) -> tuple[Point, Point]:
    """Return the points where the two tangents from a point outside touch a circle."""
    if point.distance(circle.centre) < 1.05 * circle.radius:
        raise Degenerate("a point is not clearly outside its circle")
    return common_points(circle, circle_on(point, circle.centre))


def outer_tangents(one: Circle, other: Circle) -> tuple[Segment, Segment]:
    """The two common tangents that do not cross between the circles, from contact to contact."""
    return _tangents(one, other, 1.0)


def inner_tangents(one: Circle, other: Circle) -> tuple[Segment, Segment]:
    """The two common tangents that cross between the circles, from contact to contact."""
    return _tangents(one, other, -1.0)


def _tangents(one: Circle, other: Circle, side: float) -> tuple[Segment, Segment]:
    apart = one.centre.distance(other.centre)
    rise = one.radius - side * other.radius
    if apart < 1.02 * abs(rise) or apart < 1e-9:
        raise Degenerate("two circles have no such common tangents")
    direction = unit(one.centre, other.centre)
    cosine = rise / apart
    sine = math.sqrt(1 - cosine * cosine)
    tangents = []
    for sign in (1.0, -1.0):
        to_contact = direction * cosine + normal(direction) * (sign * sine)
        tangents.append(
            Segment(one.centre + to_contact * one.radius, other.centre + to_contact * (side * other.radius)),
        )
    return tangents[0], tangents[1]


def inverse(point: Point, circle: Circle) -> Point:
    square = point.distance(circle.centre) ** 2
    if square < (0.02 * circle.radius) ** 2:
        raise Degenerate("a point lies near the centre of its inversion")
    return circle.centre + (point - circle.centre) * (circle.radius**2 / square)


def power(point: Point, circle: Circle) -> float:
    return point.distance(circle.centre) ** 2 - circle.radius**2


def touching_circle(circles: Sequence[Circle], signs: Sequence[int]) -> Circle:
    """The smallest circle that touches three others: from outside for the sign 1, around them for -1."""
    # Its centre is r + s·rᵢ from theirs: two linear equations in r, and one that is square.
    one, *others = circles
    rows = []
    for sign, other in zip(signs[1:], others, strict=True):
        step, change = other.centre - one.centre, sign * other.radius - signs[0] * one.radius
        rows.append((step, change, (step.dot(step) - other.radius**2 + one.radius**2) / 2))
    (p, u, m), (q, v, n) = rows
    area = p.cross(q)
    # The centre is base + slope·r from the first one.
    base = Point((m * q.y - n * p.y) / area, (n * p.x - m * q.x) / area)
    slope = Point((-u * q.y + v * p.y) / area, (-v * p.x + u * q.x) / area)
    square = slope.dot(slope) - 1
    linear = base.dot(slope) - signs[0] * one.radius
    constant = base.dot(base) - one.radius**2
    root = linear * linear - square * constant
    if root < 0 or abs(square) < 1e-6:
        raise Degenerate("no such circle touches the three")
    radii = [radius for radius in ((-linear + s * math.sqrt(root)) / square for s in (-1, 1)) if radius > 0]
    if not radii:
        raise Degenerate("no such circle touches the three")
    radius = min(radii)
    return Circle(one.centre + base + slope * radius, radius)


def arc(centre: Point, start: Point, degrees: float) -> Curve:
    """The arc that begins at a point and turns about a centre, clockwise on the screen for positive degrees."""
    pieces = max(1, math.ceil(abs(degrees) / 45))
    step = degrees / pieces
    reach = 4 / 3 * math.tan(math.radians(step) / 4)
    points = [start]
    for _ in range(pieces):
        here = points[-1]
        there = turned(here, centre, step)
        points += (here + normal(here - centre) * reach, there - normal(there - centre) * reach, there)
    return Curve(tuple(points))
