"""Distances of drawn figures from having a property, in units or degrees: 0 if they have it.

Independent of the solvers' geometry, so that the two can check each other.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

from sgpkit.families.ssvg_bench.content.constructions import engine
from sgpkit.families.ssvg_bench.content.constructions.engine import Construction, Drawing
from sgpkit.graphics.geometry import Circle, Point, Segment


def apart(one: Point, other: Point) -> float:
    return math.dist(one, other)


def angle(one: Point, vertex: Point, other: Point) -> float:
    """Return an angle in degrees, by the law of cosines."""
    near, far, across = math.dist(vertex, one), math.dist(vertex, other), math.dist(one, other)
    cosine = (near * near + far * far - across * across) / (2 * near * far)
    return math.degrees(math.acos(max(-1.0, min(1.0, cosine))))


def off_line(point: Point, line: Segment) -> float:
    (ax, ay), (bx, by) = line
    return abs((bx - ax) * (point.y - ay) - (by - ay) * (point.x - ax)) / math.dist(line.start, line.end)


def off_circle(point: Point, circle: Circle) -> float:
    return abs(math.dist(point, circle.centre) - circle.radius)


def crossing(one: Segment, other: Segment) -> Point:
    """Return the crossing of two lines, by Cramer's rule."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    first, second = ax * by - ay * bx, cx * dy - cy * dx
    below = (ax - bx) * (cy - dy) - (ay - by) * (cx - dx)
    return Point(
        (first * (cx - dx) - (ax - bx) * second) / below,
        (first * (cy - dy) - (ay - by) * second) / below,
    )


def not_collinear(points: Sequence[Point]) -> float:
    line = Segment(*max(combinations(points, 2), key=lambda pair: math.dist(*pair)))
    return max(off_line(point, line) for point in points)


def not_concurrent(lines: Sequence[Segment]) -> float:
    meeting = crossing(lines[0], lines[1])
    return max(off_line(meeting, line) for line in lines)


def not_concyclic(points: Sequence[Point], circle: Circle) -> float:
    return max(off_circle(point, circle) for point in points)


def not_square_on(one: Segment, other: Segment) -> float:
    """Return the deviation in degrees of the angle between two lines from a right angle."""
    return abs(90 - between(one, other))


def not_parallel(one: Segment, other: Segment) -> float:
    turn = between(one, other)
    return min(turn, 180 - turn)


def between(one: Segment, other: Segment) -> float:
    """Return the angle between the directions of two lines, 0 to 180 degrees."""
    ways = [math.atan2(line.end.y - line.start.y, line.end.x - line.start.x) for line in (one, other)]
    return math.degrees(ways[1] - ways[0]) % 180


def not_tangent(line: Segment, circle: Circle) -> float:
    return abs(off_line(circle.centre, line) - circle.radius)


def not_touching(one: Circle, other: Circle) -> float:
    """Return how far two circles are from touching from outside."""
    return abs(math.dist(one.centre, other.centre) - one.radius - other.radius)


def not_inside(inner: Circle, outer: Circle) -> float:
    """Return how far a circle is from touching another from inside."""
    return abs(math.dist(inner.centre, outer.centre) + inner.radius - outer.radius)


def unequal(numbers: Sequence[float]) -> float:
    return max(numbers) - min(numbers)


def off_segment(point: Point, segment: Segment) -> float:
    """Return the distance of a point from a segment. Beyond the ends it is the excess of the path over the point, else
    the perpendicular distance."""
    detour = math.dist(segment.start, point) + math.dist(point, segment.end) - math.dist(*segment)
    return off_line(point, segment) if detour < 1.0 else detour


def triangle(drawing: Drawing) -> tuple[Point, Point, Point]:
    points = drawing.given.points
    return points["A"], points["B"], points["C"]


def sides(drawing: Drawing) -> tuple[Segment, Segment, Segment]:
    """Return the sides opposite to A, B and C."""
    a, b, c = triangle(drawing)
    return Segment(b, c), Segment(c, a), Segment(a, b)


def cycle(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Yield the sides of a polygon."""
    yield from pairwise((*points, points[0]))


def same_sides(segments: Sequence[Segment], corners: Sequence[Point]) -> float:
    """Return how far segments are from being the sides of a polygon, in any order."""
    return max(min(max(math.dist(a, c), math.dist(b, d)) for c, d in _both(segments)) for a, b in cycle(corners))


def _both(segments: Sequence[Segment]) -> Iterator[Segment]:
    for segment in segments:
        yield segment
        yield Segment(segment.end, segment.start)


def area(a: Point, b: Point, c: Point) -> float:
    """Return the area by Heron's formula."""
    first, second, third = apart(b, c), apart(c, a), apart(a, b)
    half = (first + second + third) / 2
    return math.sqrt(half * (half - first) * (half - second) * (half - third))


def orthocentre_of(a: Point, b: Point, c: Point) -> Point:
    """Return the orthocentre, whose barycentric coordinates are the tangents of the angles."""
    weights = [math.tan(math.radians(angle(*three))) for three in ((b, a, c), (c, b, a), (a, c, b))]
    pairs = list(zip(weights, (a, b, c), strict=True))
    return Point(
        sum(weight * corner.x for weight, corner in pairs) / sum(weights),
        sum(weight * corner.y for weight, corner in pairs) / sum(weights),
    )


def mean(drawing: Drawing) -> Point:
    a, b, c = triangle(drawing)
    return Point((a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3)


def centre_around(a: Point, b: Point, c: Point) -> Point:
    """Return the circle through three points, by the determinant formula."""
    below = 2 * (a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y))
    first, second, third = (point.x**2 + point.y**2 for point in (a, b, c))
    return Point(
        (first * (b.y - c.y) + second * (c.y - a.y) + third * (a.y - b.y)) / below,
        (first * (c.x - b.x) + second * (a.x - c.x) + third * (b.x - a.x)) / below,
    )


def touches(segment: Segment, circle: Circle, point: Point) -> float:
    """Return how far a segment is from touching a circle at a point that is one of its ends."""
    return not_tangent(segment, circle) + off_circle(point, circle) + min(apart(point, end) for end in segment)


def on_same_side(line: Segment, *points: Point) -> bool:
    (ax, ay), (bx, by) = line
    return len({(bx - ax) * (point.y - ay) - (by - ay) * (point.x - ax) > 0 for point in points}) == 1


def middle(one: Point, other: Point) -> Point:
    return Point((one.x + other.x) / 2, (one.y + other.y) / 2)


def around(circle: Circle) -> Iterator[Point]:
    """Return points around a circle."""
    for step in range(7):
        turn = math.tau * (step + 0.3) / 7
        yield Point(circle.centre.x + circle.radius * math.cos(turn), circle.centre.y + circle.radius * math.sin(turn))


Property = Callable[[Drawing], Iterator[float]]


def ends_on_sides(drawing: Drawing) -> Iterator[float]:
    """Yield how far three segments are from leading from A, B and C to the lines of the opposite sides, all through one
    point."""
    for segment, corner, side in zip(drawing.added.segments, triangle(drawing), sides(drawing), strict=True):
        yield apart(segment.start, corner)
        yield off_segment(segment.end, side)
    yield not_concurrent(drawing.added.segments)


def centroid(drawing: Drawing) -> Iterator[float]:
    yield from ends_on_sides(drawing)
    centre = drawing.added.points["G"]
    for segment, side in zip(drawing.added.segments, sides(drawing), strict=True):
        yield abs(apart(segment.start, centre) - 2 * apart(centre, segment.end))
        yield abs(apart(side.start, segment.end) - apart(segment.end, side.end))


def worst(holds: Property, drawing: Drawing) -> float:
    """Return the largest residual, infinite if the figure is of another kind."""
    try:
        return max(abs(residual) for residual in holds(drawing))
    except (AssertionError, ValueError, ZeroDivisionError):
        return math.inf


def disturbed(drawing: Drawing, by: float, random: Random) -> Iterator[tuple[str, Drawing]]:
    """Yield copies of the drawing, each with one end of an added segment moved, or an added circle moved or enlarged."""
    given, added = drawing

    def moved(point: Point) -> Point:
        turn = random.uniform(0, math.tau)
        return Point(point.x + by * math.cos(turn), point.y + by * math.sin(turn))

    for index, (start, end) in enumerate(added.segments):
        for name, segment in (("start", Segment(moved(start), end)), ("end", Segment(start, moved(end)))):
            segments = (*added.segments[:index], segment, *added.segments[index + 1 :])
            yield f"{name} of segment {index}", Drawing(given, replace(added, segments=segments))
    for index, (centre, radius) in enumerate(added.circles):
        for name, circle in (("place", Circle(moved(centre), radius)), ("size", Circle(centre, radius + by))):
            circles = (*added.circles[:index], circle, *added.circles[index + 1 :])
            yield f"{name} of circle {index}", Drawing(given, replace(added, circles=circles))


def assert_solved(construction: Construction, holds: Property, seeds: int, nearly: float) -> None:
    for seed in range(seeds):
        drawing = engine.draw(construction, Random(f"{seed}:{construction.name}"))
        off = worst(holds, drawing)
        assert off < nearly, f"seed {seed}: off by {off}"


def assert_every_element_counts(construction: Construction, holds: Property, nearly: float) -> None:
    """Assert that the property notices a change of every added element."""
    drawing = engine.draw(construction, Random(f"0:{construction.name}"))
    for what, other in disturbed(drawing, 5.0, Random(construction.name)):
        assert worst(holds, other) > nearly, what
