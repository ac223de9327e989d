"""Predicates of cases with many answers about triangles, quadrilaterals and ellipses. All are ours."""

import math

from sgpkit.graphics.elements import Elements
from sgpkit.graphics.geometry import Ellipse, Point, Segment
from sgpkit.metrics.structure.geometry import candidates, distances
from sgpkit.metrics.structure.geometry.candidates import (
    CLEAR,
    across,
    between,
    corners,
    direction,
    drawn,
    ends,
    foot,
    height,
    lines,
    meet,
    middle,
    share_along,
    sides,
    within,
)

CEVIANS = 40
"""Maximum number of lines from one corner that are combined with those from another."""


def cevians(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check three cevians through one point inside the given triangle, each from a corner to the opposite side."""
    a, b, c = corners(given)[:3]
    segments, margin = lines(added), 2 * tolerance
    from_a, from_b = (_cevians(segments, *three, tolerance)[:CEVIANS] for three in ((a, b, c), (b, c, a)))
    thirds = []
    for d in from_a:
        for e in from_b:
            crossing = meet(Segment(a, d), Segment(b, e))
            f = meet(Segment(c, crossing), Segment(a, b)) if crossing else None
            if f is not None and within(f, Segment(a, b), margin):
                thirds.append(Segment(c, f))
    if distances.covered(thirds, segments, tolerance).any():
        return None
    if not (from_a and from_b):
        return "no line from a corner to the inside of the opposite side"
    return "no three lines from the corners to the opposite sides pass through one point"


def _cevians(segments: list[Segment], corner: Point, left: Point, right: Point, tolerance: float) -> list[Point]:
    """Return the points where drawn lines from a corner meet the opposite side, clearly inside it."""
    side, crossings = Segment(left, right), []
    for segment in segments:
        far = max(segment, key=corner.distance)
        end = meet(Segment(corner, far), side) if far != corner else None
        if end is None or not within(end, side, 2 * tolerance):
            continue
        if drawn([Segment(corner, end)], [segment], tolerance):
            crossings.append(end)
    return crossings


def transversal(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check a line that meets AB and AC inside and BC beyond C, with the piece of BC beyond C that it needs."""
    a, b, c = corners(given)[:3]
    segments, margin = lines(added), 2 * tolerance
    for segment in segments[: candidates.MAX_TRIED]:
        d, e, f = (meet(segment, Segment(*side)) for side in ((a, b), (a, c), (b, c)))
        if d is None or e is None or f is None:
            continue
        beyond = (share_along(f, Segment(b, c)) - 1) * b.distance(c)
        if not within(d, Segment(a, b), margin) or not within(e, Segment(a, c), margin) or beyond < margin:
            continue
        if drawn([Segment(d, f), Segment(c, f)], segments, tolerance):
            return None
    return "no line crosses AB and AC and reaches BC, extended beyond C, together with that extension"


def parallelogram(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check a parallelogram with the three given dots as corners: there are three."""
    a, b, c = candidates.dots(given)[:3]
    for one, other, third in ((a, b, c), (b, c, a), (c, a, b)):
        if drawn(sides(one, other, third, one + third - other), lines(added), tolerance):
            return None
    return "no parallelogram has the three points as corners"


def quadrilateral_of_midpoints(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check a quadrilateral whose sides have the corners of the given parallelogram as midpoints, in their order."""
    k, l, m, n = corners(given)[:4]  # noqa: E741  # the letters of the figure
    segments = lines(added)
    for a in ends(segments):
        b = k * 2 - a
        c = l * 2 - b
        d = m * 2 - c
        quadrilateral = sides(a, b, c, d)
        if min(side.length for side in quadrilateral) < CLEAR * tolerance:
            continue
        if drawn(quadrilateral, segments, tolerance) and middle(d, a).distance(n) <= tolerance:
            return None
    return "no quadrilateral has the corners of the parallelogram as midpoints of its sides"


def conjugate_diameters(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check two diameters of the given ellipse, each parallel to the tangents at the ends of the other."""
    ellipse, segments = given.ellipses[0].geometry, lines(added)
    for end in ends(segments):
        angle = _eccentric(ellipse, end)
        p, q = _on(ellipse, angle), _on(ellipse, angle + math.pi / 2)
        if end.distance(p) > tolerance:
            continue
        diameters = [Segment(point, ellipse.centre * 2 - point) for point in (p, q)]
        if drawn(diameters, segments, tolerance):
            return None
    return "no two diameters of the ellipse are conjugate"


def _eccentric(ellipse: Ellipse, point: Point) -> float:
    """Return the parameter of the point of the ellipse in the direction of a point."""
    along = candidates.turned(point - ellipse.centre, Point(0.0, 0.0), -math.radians(ellipse.angle))
    return math.atan2(along.y / ellipse.radius_y, along.x / ellipse.radius_x)


def _on(ellipse: Ellipse, angle: float) -> Point:
    flat = Point(ellipse.radius_x * math.cos(angle), ellipse.radius_y * math.sin(angle))
    return ellipse.centre + candidates.turned(flat, Point(0.0, 0.0), math.radians(ellipse.angle))


def halving_line(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check a segment from AB to AC, cutting the given triangle into two parts of equal area: AD · AE = AB · AC / 2."""
    a, b, c = corners(given)[:3]
    side, segments = Segment(a, b), lines(added)
    for end in ends(segments):
        share = share_along(end, side)
        if abs(height(end, side)) > tolerance or not 0.5 <= share <= 1.0:
            continue
        if drawn([Segment(between(a, b, share), between(a, c, 0.5 / share))], segments, tolerance):
            return None
    return "no line from AB to AC halves the area of the triangle"


def equal_area(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check another triangle on AB that is as high as the given one, on either side."""
    a, b, c = corners(given)[:3]
    base, segments = Segment(a, b), lines(added)
    wanted = abs(height(c, base))
    for end in ends(segments):
        side = math.copysign(1.0, height(end, base))
        apex = foot(end, base) + across(direction(a, b)) * (side * wanted)
        if apex.distance(end) > tolerance or apex.distance(c) < CLEAR * tolerance:
            continue
        if drawn([Segment(a, apex), Segment(b, apex)], segments, tolerance):
            return None
    return "no other triangle on AB has the height of the given one"


def rhombus(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check a rhombus with the given segment as a diagonal."""
    a, c = lines(given)[0]
    centre, segments = middle(a, c), lines(added)
    bisector = Segment(centre, centre + across(direction(a, c)))
    for end in ends(segments):
        b = foot(end, bisector)
        if b.distance(end) > tolerance or b.distance(centre) < CLEAR * tolerance:
            continue
        if drawn(sides(a, b, c, centre * 2 - b), segments, tolerance):
            return None
    return "no rhombus has the segment as a diagonal"


def rectangle_in_triangle(given: Elements, added: Elements, tolerance: float) -> str | None:
    """Check a rectangle with two corners on AB and AC and one side on BC, which need not be drawn."""
    a, b, c = corners(given)[:3]
    left, base, segments = Segment(a, b), Segment(b, c), lines(added)
    for end in ends(segments):
        s = foot(end, left)
        if s.distance(end) > tolerance or not within(s, left, 2 * tolerance):
            continue
        r = between(a, c, share_along(s, left))
        if drawn([Segment(foot(s, base), s), Segment(s, r), Segment(r, foot(r, base))], segments, tolerance):
            return None
    return "no rectangle stands on BC with its other corners on AB and AC"
