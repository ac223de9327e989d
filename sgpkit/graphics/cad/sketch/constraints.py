"""Checking the constraints of a sketch against its drawn geometry."""

import math
from collections.abc import Callable, Sequence
from itertools import permutations

from sgpkit.graphics.cad.model import Arc, Circle, Constraint, Curve, Ellipse, EllipticArc, Line, Sketch
from sgpkit.graphics.cad.sketch.curves import box_of, box_of_points, ends, turn_of
from sgpkit.graphics.cad.sketch.curves import length as length_of
from sgpkit.graphics.geometry import Point

Shape = Curve | Point


def violation(sketch: Sketch, constraint: Constraint) -> float | None:
    """Return the error of a constraint: lengths as shares of the sketch's size, angles in radians.

    None if it cannot be measured: it names something outside the sketch, or is of a kind without a measure here.
    """
    shapes = {entity.name: entity.shape for entity in sketch.entities}
    members = [member_shape(shapes, member) for member in constraint.members]
    measure = _MEASURES.get(constraint.kind)
    if measure is None or any(member is None for member in members):
        return None
    error = measure([member for member in members if member is not None], constraint.value)
    if error is None or constraint.kind in ("Parallel", "Perpendicular", "Angle"):
        return error
    curves = [shape for shape in shapes.values() if not isinstance(shape, Point)]
    points = [shape for shape in shapes.values() if isinstance(shape, Point)]
    size = box_of(curves).size if curves else box_of_points(points).size
    return error / size if size else error


def in_likeliest_order(sketch: Sketch, constraint: Constraint) -> Constraint:
    """Return the constraint with its members in the order in which its error is smallest, since sequences do not keep
    the order.
    """

    def rank(members: tuple[str, ...]) -> float:
        error = violation(sketch, Constraint(constraint.kind, members, constraint.value))
        return math.inf if error is None else error

    return Constraint(constraint.kind, min(permutations(constraint.members), key=rank), constraint.value)


def member_shape(shapes: dict[str, Shape], member: str) -> Shape | None:
    """Return the curve or point that a constraint's member names; None for what lies outside the sketch."""
    if member in shapes:
        return shapes[member]
    if member == "origin":
        return Point(0.0, 0.0)
    if member in ("x-axis", "y-axis"):
        return Line(Point(0.0, 0.0), Point(1.0, 0.0) if member == "x-axis" else Point(0.0, 1.0))
    name, _, part = member.rpartition(".")
    curve = shapes.get(name)
    if curve is None or isinstance(curve, Point):
        return None
    if part == "center":
        return center_of(curve)
    return {"start": ends(curve)[0], "end": ends(curve)[1]}.get(part)


def center_of(shape: Shape) -> Point | None:
    """Return the centre of a round curve, or a point itself; None for other curves."""
    if isinstance(shape, Circle | Ellipse | EllipticArc):
        return shape.center
    turn = turn_of(shape) if isinstance(shape, Arc) else None
    return None if turn is None else turn.center


def radius_of(shape: Shape) -> float | None:
    """Return the radius of a circle or arc; None for other shapes."""
    if isinstance(shape, Circle):
        return shape.radius
    turn = turn_of(shape) if isinstance(shape, Arc) else None
    return None if turn is None else turn.radius


def direction(line: Line) -> Point:
    """Return the unit vector along a line."""
    return (line.end - line.start) * (1 / line.start.distance(line.end))


def from_line(line: Line, point: Point) -> float:
    """Return the signed distance of a point from a line."""
    return abs(direction(line).cross(point - line.start))


# --- measures ---------------------------------------------------------------------------------------------------------


def _coincident(members: Sequence[Shape], value: float | None) -> float | None:
    one, other = members
    if isinstance(other, Point):
        one, other = other, one
    if not isinstance(one, Point):
        if isinstance(one, Line) and isinstance(other, Line):
            return max(from_line(one, other.start), from_line(one, other.end))
        return _same_circle(one, other)
    if isinstance(other, Point):
        return one.distance(other)
    if isinstance(other, Line):
        return from_line(other, one)
    center, radius = center_of(other), radius_of(other)
    return None if center is None or radius is None else abs(center.distance(one) - radius)


def _same_circle(one: Shape, other: Shape) -> float | None:
    centers, radii = (center_of(one), center_of(other)), (radius_of(one), radius_of(other))
    if centers[0] is None or centers[1] is None or radii[0] is None or radii[1] is None:
        return None
    return max(centers[0].distance(centers[1]), abs(radii[0] - radii[1]))


def _concentric(members: Sequence[Shape], value: float | None) -> float | None:
    one, other = (member if isinstance(member, Point) else center_of(member) for member in members)
    return None if one is None or other is None else one.distance(other)


def _equal(members: Sequence[Shape], value: float | None) -> float | None:
    one, other = members
    if isinstance(one, Line) and isinstance(other, Line):
        return abs(length_of(one) - length_of(other))
    radii = radius_of(one), radius_of(other)
    return None if radii[0] is None or radii[1] is None else abs(radii[0] - radii[1])


def _parallel(members: Sequence[Shape], value: float | None) -> float | None:
    one, other = members
    if not (isinstance(one, Line) and isinstance(other, Line)):
        return None
    return math.asin(min(1.0, abs(direction(one).cross(direction(other)))))


def _perpendicular(members: Sequence[Shape], value: float | None) -> float | None:
    one, other = members
    if not (isinstance(one, Line) and isinstance(other, Line)):
        return None
    return math.asin(min(1.0, abs(direction(one).dot(direction(other)))))


def _level(axis: int) -> Callable[[Sequence[Shape], float | None], float | None]:
    def measure(members: Sequence[Shape], value: float | None) -> float | None:
        if len(members) == 1 and isinstance(members[0], Line):
            return abs(members[0].end[axis] - members[0].start[axis])
        if len(members) == 2 and isinstance(members[0], Point) and isinstance(members[1], Point):
            return abs(members[0][axis] - members[1][axis])
        return None

    return measure


def _tangent(members: Sequence[Shape], value: float | None) -> float | None:
    one, other = members
    if isinstance(other, Line):
        one, other = other, one
    center, radius = center_of(other), radius_of(other)
    if center is None or radius is None:
        return None
    if isinstance(one, Line):
        return abs(from_line(one, center) - radius)
    second, width = center_of(one), radius_of(one)
    if second is None or width is None:
        return None
    apart = center.distance(second)
    return min(abs(apart - (radius + width)), abs(apart - abs(radius - width)))


def _normal(members: Sequence[Shape], value: float | None) -> float | None:
    one, other = members
    if isinstance(other, Line):
        one, other = other, one
    center = center_of(other)
    return from_line(one, center) if isinstance(one, Line) and center is not None else None


def _midpoint(members: Sequence[Shape], value: float | None) -> float | None:
    middle, *rest = members
    if not isinstance(middle, Point):
        return None
    if len(rest) == 1 and isinstance(rest[0], Line):
        rest = [rest[0].start, rest[0].end]
    if len(rest) != 2 or not isinstance(rest[0], Point) or not isinstance(rest[1], Point):
        return None
    return middle.distance((rest[0] + rest[1]) * 0.5)


def _mirror(members: Sequence[Shape], value: float | None) -> float | None:
    axis, one, other = members
    if not isinstance(axis, Line):
        return None

    def image(point: Point) -> Point:
        along, across = direction(axis), point - axis.start
        return axis.start + along * (2 * along.dot(across)) - across

    if isinstance(one, Point) and isinstance(other, Point):
        return image(one).distance(other)
    if isinstance(one, Line) and isinstance(other, Line):
        start, end = image(one.start), image(one.end)
        return min(
            max(start.distance(other.start), end.distance(other.end)),
            max(start.distance(other.end), end.distance(other.start)),
        )
    centers, radii = (center_of(one), center_of(other)), (radius_of(one), radius_of(other))
    if centers[0] is None or centers[1] is None or radii[0] is None or radii[1] is None:
        return None
    return max(image(centers[0]).distance(centers[1]), abs(radii[0] - radii[1]))


def _length(members: Sequence[Shape], value: float | None) -> float | None:
    (one,) = members
    return None if value is None or isinstance(one, Point) else abs(length_of(one) - value)


def _distance(members: Sequence[Shape], value: float | None) -> float | None:
    """Measure a distance. In the data, it may be Euclidean or along an axis; the reading with the smallest error
    counts.
    """
    one, other = (center_of(member) or member for member in members)
    if value is None:
        return None
    if isinstance(other, Point):
        one, other = other, one
    if isinstance(one, Point) and isinstance(other, Point):
        apart = other - one
        return min(abs(abs(span) - abs(value)) for span in (math.hypot(*apart), apart.x, apart.y))
    if isinstance(other, Line):
        if isinstance(one, Line):
            return abs(from_line(other, (one.start + one.end) * 0.5) - abs(value))
        if isinstance(one, Point):
            return abs(from_line(other, one) - abs(value))
    return None


def _round(factor: float) -> Callable[[Sequence[Shape], float | None], float | None]:
    def measure(members: Sequence[Shape], value: float | None) -> float | None:
        radius = radius_of(members[0])
        return None if radius is None or value is None else abs(factor * radius - value)

    return measure


def _angle(members: Sequence[Shape], value: float | None) -> float | None:
    if len(members) != 2 or value is None:
        return None
    one, other = members
    if not (isinstance(one, Line) and isinstance(other, Line)):
        return None
    between = math.acos(max(-1.0, min(1.0, direction(one).dot(direction(other)))))
    wanted = math.radians(abs(value) % 360)
    return min(abs(between - angle) for angle in (wanted, math.pi - wanted, wanted - math.pi, math.tau - wanted))


_MEASURES: dict[str, Callable[[Sequence[Shape], float | None], float | None]] = {
    "Coincident": _coincident,
    "Concentric": _concentric,
    "Equal": _equal,
    "Parallel": _parallel,
    "Perpendicular": _perpendicular,
    "Horizontal": _level(1),
    "Vertical": _level(0),
    "Tangent": _tangent,
    "Normal": _normal,
    "Midpoint": _midpoint,
    "Mirror": _mirror,
    "Length": _length,
    "Distance": _distance,
    "Radius": _round(1.0),
    "Diameter": _round(2.0),
    "Angle": _angle,
}
