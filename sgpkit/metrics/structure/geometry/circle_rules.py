"""Predicates of cases with many answers about circles. The first is published (SSVG-Bench, appendix F.1.3, Figures 33
and 34): common tangents, either of the two of each pair of circles. The others are ours."""

import math
from itertools import combinations

from sgpkit.graphics.elements import Elements
from sgpkit.graphics.geometry import Circle, Point, Segment
from sgpkit.metrics.structure.geometry import candidates
from sgpkit.metrics.structure.geometry.candidates import (
    CLEAR,
    across,
    circles,
    direction,
    drawn,
    ends,
    foot,
    has,
    lines,
    meet,
    on,
    onto,
    sides,
    turned,
    within,
)

FOUR = 4
CHAIN = 6
"""Number of circles of a Steiner chain, for which the given circles were made."""


def outer_tangents(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check, as published, one outer tangent for each pair of the four smallest of at least five given circles."""
    sorted_circles = sorted((item.geometry for item in given.circles), key=lambda circle: circle.radius)
    if len(sorted_circles) <= FOUR:
        return "the given part has fewer than five circles"
    segments = lines(added)
    for one, other in combinations(sorted_circles[:FOUR], 2):
        tangents = _outer(one, other)
        if not tangents:
            return "one of the two given circles is inside the other"
        if not any(drawn([tangent], segments, tolerance) for tangent in tangents):
            return "a pair of circles has no outer common tangent, from contact to contact"
    return None


def _outer(one: Circle, other: Circle) -> list[Segment]:
    """Return the two outer common tangents from contact to contact; none if one circle is inside the other."""
    apart = one.centre.distance(other.centre)
    if apart <= abs(one.radius - other.radius):
        return []
    towards, cosine = direction(one.centre, other.centre), (one.radius - other.radius) / apart
    sine = math.sqrt(1 - cosine * cosine)
    normals = (towards * cosine + across(towards) * sine, towards * cosine - across(towards) * sine)
    return [Segment(one.centre + normal * one.radius, other.centre + normal * other.radius) for normal in normals]


def _inscribed(count: int, given: Elements, added: Elements, tolerance: float) -> bool:
    """Check that a regular polygon is inscribed in the first given circle, at any angle."""
    circle, segments = circles(given)[0], lines(added)
    for end in ends(segments):
        if on(end, circle, tolerance):
            start = onto(end, circle)
            corners = [turned(start, circle.centre, math.tau * index / count) for index in range(count)]
            if drawn(sides(*corners), segments, tolerance):
                return True
    return False


def inscribed_square(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check that the first given circle has an inscribed square. Returns None if so, else the missing part."""
    return None if _inscribed(4, given, added, tolerance) else "no square with its four corners on the circle"


def inscribed_hexagon(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check that the first given circle has an inscribed regular hexagon. Returns None if so, else the missing part."""
    return None if _inscribed(6, given, added, tolerance) else "no regular hexagon with its corners on the circle"


def poristic_triangle(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check a polygon inscribed in the larger given circle, its sides touching the smaller one; by Poncelet's
    theorem, it closes.
    """
    inner, outer = sorted(circles(given), key=lambda circle: circle.radius)[:2]
    segments = lines(added)
    for end in ends(segments):
        if on(end, outer, tolerance):
            a = onto(end, outer)
            b, c = (_second(a, contact, outer) for contact in _contacts(a, inner))
            if drawn(sides(a, b, c), segments, tolerance):
                return None
    return "no triangle with its corners on the larger circle whose sides touch the smaller one"


def _contacts(point: Point, circle: Circle) -> tuple[Point, Point]:
    """Return the points where the tangents from a point outside touch a circle."""
    apart = point.distance(circle.centre)
    angle = math.acos(min(circle.radius / apart, 1.0))
    towards = onto(point, circle)
    return turned(towards, circle.centre, angle), turned(towards, circle.centre, -angle)


def _second(start: Point, towards: Point, circle: Circle) -> Point:
    """Return the other point of a circle on a line through one of its points."""
    return foot(circle.centre, Segment(start, towards)) * 2 - start


def steiner_chain(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check six circles in the ring between the two given ones, each touching both and its two neighbours."""
    inner, outer = sorted(circles(given), key=lambda circle: circle.radius)[:2]
    drawn_circles = circles(added)
    for circle in drawn_circles[: candidates.MAX_TRIED]:
        ways = [_way(inner, circle.centre)]
        if not candidates.near(_in_ring(inner, outer, ways[0]), circle, tolerance):
            continue
        for _ in range(CHAIN - 1):
            ways.append(_next_in_ring(inner, outer, ways[-1]))
        if all(has(_in_ring(inner, outer, way), drawn_circles, tolerance) for way in ways):
            return None
    return "no closed chain of six circles that touch both given circles and each other in turn"


def _way(inner: Circle, centre: Point) -> float:
    return math.atan2(centre.y - inner.centre.y, centre.x - inner.centre.x)


def _in_ring(inner: Circle, outer: Circle, way: float) -> Circle:
    """Return the circle that touches the inner one from outside, in this direction from its centre, and the outer one.

    With its centre at a distance t from the inner centre, its radius is t - r and also R - (its distance from the outer
    centre): a linear equation for t, once squared.
    """
    towards = Point(math.cos(way), math.sin(way))
    offset = inner.centre - outer.centre
    total = outer.radius + inner.radius
    apart = (total**2 - offset.dot(offset)) / (2 * (total + offset.dot(towards)))
    return Circle(inner.centre + towards * apart, apart - inner.radius)


def _next_in_ring(inner: Circle, outer: Circle, way: float) -> float:
    """Return the direction of the next circle of the chain: found by bisection, since the two circles separate
    monotonically from overlapping to opposite.
    """
    first = _in_ring(inner, outer, way)
    low, high = way, way + math.pi
    for _ in range(50):
        middle = (low + high) / 2
        other = _in_ring(inner, outer, middle)
        if other.centre.distance(first.centre) < other.radius + first.radius:
            low = middle
        else:
            high = middle
    return high


def inscribed_angles(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check two angles over the given chord, with their vertices on the given circle on one side of it."""
    circle, chord = circles(given)[0], lines(given)[0]
    segments = lines(added)
    clear = CLEAR * tolerance
    vertices: list[Point] = []
    for end in ends(segments):
        vertex = onto(end, circle)
        if on(end, circle, tolerance) and min(map(vertex.distance, chord)) >= clear:
            if not drawn([Segment(vertex, corner) for corner in chord], segments, tolerance):
                continue
            side = candidates.height(vertex, chord)
            if any(side * candidates.height(o, chord) > 0 and o.distance(vertex) >= clear for o in vertices):
                return None
            vertices.append(vertex)
    if vertices:
        return "there are no two different vertices on the circle, on one side of the chord"
    return "no point of the circle is joined to both ends of the chord"


def third_tangent(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check a tangent from one given tangent to the other, on the side of the circle where these two meet."""
    circle, (one, other) = circles(given)[0], lines(given)[:2]
    segments = lines(added)
    for segment in segments[: candidates.MAX_TRIED]:
        normal = across(direction(*segment))
        if normal.dot(one.start - circle.centre) < 0:
            normal = normal * -1
        contact = circle.centre + normal * circle.radius
        tangent = Segment(contact, contact + across(normal))
        crossings = meet(tangent, one), meet(tangent, other)
        if crossings[0] is None or crossings[1] is None:
            continue
        inside = all(within(end, leg, tolerance) for end, leg in zip(crossings, (one, other), strict=True) if end)
        if inside and drawn([Segment(crossings[0], crossings[1])], segments, tolerance):
            return None
    return "no line from one tangent to the other touches the circle on the side of the given point"


def circles_in_angle(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check two circles that touch both given segments, which start at one vertex, and each other."""
    first, second = lines(given)[:2]
    vertex, drawn_circles = first.start, circles(added)
    half = math.acos(max(-1.0, min(1.0, direction(*first).dot(direction(*second))))) / 2
    towards = direction(vertex, vertex + direction(*first) + direction(*second))
    growth = (1 + math.sin(half)) / (1 - math.sin(half))
    shortest = min(first.length, second.length)
    for circle in drawn_circles[: candidates.MAX_TRIED]:
        apart = (circle.centre - vertex).dot(towards)
        small = Circle(vertex + towards * apart, apart * math.sin(half))
        large = Circle(vertex + towards * (apart * growth), small.radius * growth)
        touches = large.centre.distance(vertex) * math.cos(half)
        if apart <= 0 or touches > shortest + tolerance or small.radius < tolerance:
            continue
        if candidates.near(small, circle, tolerance) and has(large, drawn_circles, tolerance):
            return None
    return "no two circles that touch both legs of the angle and each other"


def orthogonal_circles(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check two circles through the given dot P (not the centre) that cut the given circle at right angles.

    Their centres lie on one line: the perpendicular bisector of P and its inverse.
    """
    mirror = circles(given)[0]
    point = max(candidates.dots(given), key=mirror.centre.distance)
    out = direction(mirror.centre, point)
    apart = mirror.centre.distance(point)
    base = mirror.centre + out * ((apart + mirror.radius**2 / apart) / 2)
    axis = Segment(base, base + across(out))
    centres: list[Point] = []
    for circle in circles(added):
        centre = foot(circle.centre, axis)
        if candidates.near(Circle(centre, centre.distance(point)), circle, tolerance):
            if any(centre.distance(other) >= CLEAR * tolerance for other in centres):
                return None
            centres.append(centre)
    few = "only one circle" if centres else "no circle"
    return f"{few} through the point cuts the given circle at right angles"


def touching_circle(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check a circle that touches the three given circles, each from inside or outside."""
    wanted = circles(given)[:3]
    for circle in circles(added):
        ways = [
            min(
                abs(circle.centre.distance(other.centre) - circle.radius - other.radius),
                abs(circle.centre.distance(other.centre) - abs(circle.radius - other.radius)),
            )
            for other in wanted
        ]
        if max(ways) <= tolerance and not has(circle, wanted, tolerance):
            return None
    return "no circle touches all three given circles"


def common_chord_circles(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check three different circles through both given dots."""
    a, b = candidates.dots(given)[:2]
    apart = a.distance(b)
    bisector = Segment(candidates.middle(a, b), candidates.middle(a, b) + across(direction(a, b)))
    positions: list[float] = []
    for circle in circles(added):
        centre = foot(circle.centre, bisector)
        if not candidates.near(Circle(centre, centre.distance(a)), circle, tolerance):
            continue
        position = candidates.share_along(centre, bisector)
        if (
            all(abs(position - other) >= CLEAR * tolerance for other in positions)
            and circle.radius >= apart / 2 - tolerance
        ):
            positions.append(position)
    return None if len(positions) >= 3 else f"{len(positions)} different circles through both points, of three"
