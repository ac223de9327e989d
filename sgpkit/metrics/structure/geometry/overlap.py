"""The exact overlap of two circles or two ellipses: the area of the intersection divided by that of the union."""

import math

import numpy as np

from sgpkit.graphics.geometry import Affine, Circle, Ellipse, Point, rotation, scaling, translation

EDGE = 1e-9
"""Relative distance below which a piece of one outline counts as running along the other."""


NOUGHT = 1e-13
"""Relative size below which a coefficient counts as 0 with rounding errors."""


def of_circles(one: Circle, other: Circle) -> float:
    """Return the intersection over union of two circles: 0 for separate circles, 1 for equal ones."""
    apart = one.centre.distance(other.centre)
    small, large = sorted((one.radius, other.radius))
    if apart >= small + large or small <= 0:
        return 0.0
    if apart <= large - small:
        return (small / large) ** 2
    # Two circular segments, each a sector minus a triangle:
    # https://mathworld.wolfram.com/Circle-CircleIntersection.html
    reach = (apart * apart + small * small - large * large) / (2 * apart)
    rest = apart - reach
    half = math.sqrt(max(small * small - reach * reach, 0.0))
    shared = small * small * math.acos(_cosine(reach / small)) + large * large * math.acos(_cosine(rest / large))
    shared -= apart * half
    return shared / (math.pi * (small * small + large * large) - shared)


def of_ellipses(one: Ellipse, other: Ellipse) -> float:
    """Return the overlap of two ellipses.

    An affine map turns the first one into the unit circle and the second one upright, which preserves ratios of areas.
    """
    if min(one.radius_x, one.radius_y, other.radius_x, other.radius_y) <= 0:
        return 0.0
    to_unit = (
        scaling(1 / one.radius_x, 1 / one.radius_y) @ rotation(-one.angle) @ translation(-one.centre.x, -one.centre.y)
    )
    centre, across, along = _upright(other, to_unit)
    shared = _shared_with_unit_circle(centre, across, along)
    return shared / (math.pi * (1 + across * along) - shared)


def _cosine(value: float) -> float:
    return min(max(value, -1.0), 1.0)


def _upright(ellipse: Ellipse, by: Affine) -> tuple[Point, float, float]:
    """Return centre and half axes of an ellipse's image, turned about the origin until it is upright."""
    shape = by @ rotation(ellipse.angle) @ scaling(ellipse.radius_x, ellipse.radius_y)
    matrix = np.array([[shape.a, shape.c], [shape.b, shape.d]])
    turn, (across, along), _ = np.linalg.svd(matrix)
    x, y = np.array(by(ellipse.centre)) @ turn
    return Point(float(x), float(y)), float(across), float(along)


def _shared_with_unit_circle(centre: Point, across: float, along: float) -> float:
    """Return the shared area, by Green's theorem over the pieces of each outline that are inside the other. Breaks
    that are not crossings are harmless, since the middle of each piece decides; so all roots are used.
    """
    x, y = centre
    breaks = [0.0, *_crossings(x, y, across, along)]
    own = sorted({angle % math.tau for angle in breaks})
    others = sorted(
        {math.atan2((math.sin(angle) - y) / along, (math.cos(angle) - x) / across) % math.tau for angle in breaks}
    )
    area = 0.0
    for begin, end in zip(own, [*own[1:], own[0] + math.tau], strict=True):
        middle = (begin + end) / 2
        if math.hypot((math.cos(middle) - x) / across, (math.sin(middle) - y) / along) <= 1 + EDGE:
            area += (end - begin) / 2
    for begin, end in zip(others, [*others[1:], others[0] + math.tau], strict=True):
        middle = (begin + end) / 2
        if math.hypot(x + across * math.cos(middle), y + along * math.sin(middle)) < 1 - EDGE:
            area += across * along * (end - begin) / 2
            area += across * y * (math.cos(begin) - math.cos(end)) / 2
            area += along * x * (math.sin(end) - math.sin(begin)) / 2
    return area


def _crossings(x: float, y: float, across: float, along: float) -> list[float]:
    """Return angles on the unit circle where it may cross the ellipse: those of the roots of a quartic in e^(iθ)."""
    p, q = 1 / across**2, 1 / along**2
    # p(cos θ − x)² + q(sin θ − y)² − 1 with cos and sin written by z = e^(iθ), times 4z².
    square = p - q
    linear = complex(-4 * p * x, 4 * q * y)
    constant = 2 * (p + q) + 4 * (p * x * x + q * y * y - 1)
    coefficients = np.array([square, linear, constant, linear.conjugate(), square])
    coefficients[abs(coefficients) < NOUGHT * (p + q)] = 0
    roots = np.roots(coefficients)
    return [float(np.angle(root)) for root in roots if root]
