"""Recognise outlines that are a complete circle or ellipse, written as arcs or Bézier curves."""

import math

from sgpkit.graphics.geometry import Circle, Ellipse, Point
from sgpkit.graphics.svg.outline import (
    Arc,
    Cubic,
    Line,
    Quadratic,
    Subpath,
    as_cubic,
    centre_of_arc,
    point_at,
    without_arcs,
)

# Maximum relative deviation. Four Bézier curves with the usual constant 0.5523 deviate from a circle by 0.027 % of its
# radius, eight quadratic ones by 0.16 %; coordinates rounded to two or three digits add about as much. Superellipses
# and squircles deviate much more.
TOLERANCE = 0.003
# A complete circle cannot be one arc, and many are written as an almost complete arc and a closing line: maximum gap in
# radians. Half circles with rounded ends do not add up to a full turn either, and their centres differ by the square
# root of the rounding: maximum distance of centres, relative to the radius.
GAP = 0.06
APART = 0.02
PIECES = 32
# Abscissae and weights of Gauss–Legendre quadrature of order 6 on [0, 1]: exact for the moments of cubic curves.
NODES = (
    (0.0337652428984240, 0.0856622461895852),
    (0.1693953067668677, 0.1803807865240693),
    (0.3806904069584015, 0.2339569672863455),
    (0.6193095930415985, 0.2339569672863455),
    (0.8306046932331323, 0.1803807865240693),
    (0.9662347571015760, 0.0856622461895852),
)


def circle_or_ellipse(subpath: Subpath) -> Circle | Ellipse | None:
    """Return the circle or ellipse that an outline traces exactly once, or None."""
    pieces = subpath.pieces
    if not 1 <= len(pieces) <= PIECES or not (subpath.closed or _nearly_closed(subpath)):
        return None
    arcs: list[tuple[Point, Arc]] = []
    curves: list[tuple[Point, Cubic]] = []
    lines: list[tuple[Point, Line]] = []
    position = subpath.start
    for piece in pieces:
        if isinstance(piece, Arc):
            arcs.append((position, piece))
        elif isinstance(piece, Line):
            lines.append((position, piece))
        else:
            curves.append((position, as_cubic(position, piece)))
        position = piece.end
    if lines and (len(lines) == len(pieces) or not _all_tiny(lines, subpath)):
        return None
    if arcs and not curves:
        return _from_arcs(arcs)
    if arcs:
        curves = []
        position = subpath.start
        for piece in without_arcs(subpath).pieces:
            if isinstance(piece, Cubic | Quadratic):
                curves.append((position, as_cubic(position, piece)))
            position = piece.end
    return _from_curves(curves)


def _nearly_closed(subpath: Subpath) -> bool:
    reach = max((piece.end.distance(subpath.start) for piece in subpath.pieces), default=0.0)
    return subpath.end.distance(subpath.start) <= TOLERANCE * reach


def _all_tiny(lines: list[tuple[Point, Line]], subpath: Subpath) -> bool:
    reach = max(piece.end.distance(subpath.start) for piece in subpath.pieces)
    return all(start.distance(line.end) <= TOLERANCE * reach for start, line in lines)


def _figure(centre: Point, longer: float, shorter: float, degrees: float) -> Circle | Ellipse | None:
    if longer < shorter:
        longer, shorter, degrees = shorter, longer, degrees + 90
    if shorter <= 0 or not math.isfinite(longer):
        return None
    if longer - shorter <= TOLERANCE * longer:
        return Circle(centre, (longer + shorter) / 2)
    return Ellipse(centre, longer, shorter, degrees % 180.0)


def _from_arcs(arcs: list[tuple[Point, Arc]]) -> Circle | Ellipse | None:
    forms = [centre_of_arc(start, arc) for start, arc in arcs]
    # Short arcs have uncertain centres: compare all with the longest one.
    main = max(forms, key=lambda form: abs(form.turn))
    size = max(main.radius_x, main.radius_y)
    total = sum(form.turn for form in forms)
    if abs(abs(total) - math.tau) > GAP or any(form.turn * total < 0 for form in forms):
        return None
    for form in forms:
        if form.centre.distance(main.centre) > APART * size:
            return None
        if _differs(form.radius_x, form.radius_y, form.angle, main.radius_x, main.radius_y, main.angle):
            return None
    weights = [form.turn / total for form in forms]
    centre = Point(
        sum(weight * form.centre.x for weight, form in zip(weights, forms, strict=True)),
        sum(weight * form.centre.y for weight, form in zip(weights, forms, strict=True)),
    )
    return _figure(centre, main.radius_x, main.radius_y, math.degrees(main.angle))


def _differs(x: float, y: float, angle: float, other_x: float, other_y: float, other_angle: float) -> bool:
    """Return whether two ellipses differ apart from their centres. Compares the matrices R·diag(x², y²)·Rᵀ, because
    axes and angles are ambiguous."""

    def matrix(x: float, y: float, angle: float) -> tuple[float, float, float]:
        cosine, sine = math.cos(angle), math.sin(angle)
        return (
            (x * cosine) ** 2 + (y * sine) ** 2,
            (x * sine) ** 2 + (y * cosine) ** 2,
            (x * x - y * y) * sine * cosine,
        )

    pairs = zip(matrix(x, y, angle), matrix(other_x, other_y, other_angle), strict=True)
    return any(abs(here - there) > 4 * TOLERANCE * max(other_x, other_y) ** 2 for here, there in pairs)


def _from_curves(curves: list[tuple[Point, Cubic]]) -> Circle | Ellipse | None:
    """Return the ellipse with the outline's moments of area, if all curves lie on it, else None."""
    if len(curves) < 2:
        return None
    origin = curves[0][0]
    area = first_x = first_y = square_x = square_y = product = 0.0
    for start, curve in curves:
        x0, y0 = start - origin
        x1, y1 = curve.first - origin
        x2, y2 = curve.second - origin
        x3, y3 = curve.end - origin
        for share, weight in NODES:
            rest = 1 - share
            w0, w1, w2, w3 = rest**3, 3 * rest * rest * share, 3 * rest * share * share, share**3
            d0, d1, d2 = 3 * rest * rest, 6 * rest * share, 3 * share * share
            x, y = w0 * x0 + w1 * x1 + w2 * x2 + w3 * x3, w0 * y0 + w1 * y1 + w2 * y2 + w3 * y3
            dx = d0 * (x1 - x0) + d1 * (x2 - x1) + d2 * (x3 - x2)
            dy = d0 * (y1 - y0) + d1 * (y2 - y1) + d2 * (y3 - y2)
            swept = weight * (x * dy - y * dx)
            area += swept / 2
            first_x += swept * x / 3
            first_y += swept * y / 3
            square_x += swept * x * x / 4
            square_y += swept * y * y / 4
            product += swept * x * y / 4
    if not area:
        return None
    x, y = first_x / area, first_y / area
    across, along, mixed = square_x / area - x * x, square_y / area - y * y, product / area - x * y
    mean, spread = (across + along) / 2, math.hypot((across - along) / 2, mixed)
    if mean - spread <= 0:
        return None
    longer, shorter = 2 * math.sqrt(mean + spread), 2 * math.sqrt(mean - spread)
    if abs(abs(area) / (math.pi * longer * shorter) - 1) > 2 * TOLERANCE:
        return None
    angle = math.atan2(2 * mixed, across - along) / 2
    cosine, sine = math.cos(angle), math.sin(angle)
    centre = Point(origin.x + x, origin.y + y)
    for start, curve in curves:
        for share in (0.0, 0.2, 0.5, 0.8):
            off = point_at(start, curve, share) - centre
            ratio = math.hypot((cosine * off.x + sine * off.y) / longer, (cosine * off.y - sine * off.x) / shorter)
            if abs(ratio - 1) > TOLERANCE:
                return None
    return _figure(centre, longer, shorter, math.degrees(angle))
