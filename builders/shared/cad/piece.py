"""A part from the point of view of its maker: features on the planes of the axes, and known properties of the finished
part.

What is known here is what the recipe says; the rows' answers are measured on the built solid, and a row is kept only
where both agree (`sources/solid_answers.py`).
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np

from sgpkit.graphics.cad.model import Arc, Circle, Curve, Ellipse, EllipticArc, Line, Loop, Operation, Region, Spline
from sgpkit.graphics.cad.sketch import curves
from sgpkit.graphics.geometry import Point

T = TypeVar("T")

AXES = ("x", "y", "z")
EXACT = 6
"""Decimals to which two features are the same."""


class Feature(NamedTuple):
    """A prism: a region on the plane at right angles to `axis`, from one level along it to another.

    In the plane, the first coordinate runs along the axis after `axis`, the second along the one after that (x, y on
    the plane at right angles to z; y, z to x; z, x to y).
    """

    region: Region
    start: float
    end: float
    operation: Operation = "join"
    axis: int = 2
    taper: float = 0.0
    """Degrees; outwards where positive, on both sides of the sketch's plane."""
    plane: float | None = None
    """The level of the sketch, if it is not `start`."""


class Bore(NamedTuple):
    """A round hole: the axis it runs along and its (narrowest) diameter."""

    axis: int
    diameter: float
    through: bool = True


@dataclass(frozen=True)
class Piece:
    """A part as its recipe knows it: `flat` and `curved` count faces; `outlines` are the shapes seen along x, y, z,
    None if they have no name; `steps` are the outside diameters along the main axis, `coaxial` the distinct
    diameters on one axis. What is None is not known and not asked."""

    name: str
    features: tuple[Feature, ...]
    bores: tuple[Bore, ...] | None = ()
    flat: int | None = None
    curved: int | None = None
    outlines: tuple[str | None, str | None, str | None] = (None, None, None)
    bodies: int = 1
    cavities: int = 0
    pockets: int = 0
    """Hollows of any shape that are open on one side only."""
    ways_through: int | None = None
    steps: int | None = None
    coaxial: int | None = None
    mirrors: tuple[bool, bool, bool] | None = None
    in_one: bool = False
    """Whether its prisms and circles are written in one piece each, because the pieces would not be merged again."""
    adds_up: bool = True
    """Whether added prisms touch without overlap, and cut prisms are inside the material."""


def extents(piece: Piece) -> tuple[float, float, float]:
    """Return the extents of the box around the added features; no recipe cuts anything off that would shrink it."""
    lower, upper = box(piece.features)
    return tuple(high - low for low, high in zip(lower, upper, strict=True))  # type: ignore[return-value]


def volume(piece: Piece) -> float:
    signs = {"new": 1, "join": 1, "cut": -1}
    return sum(
        signs[feature.operation]
        * (feature.end - feature.start)
        * (area(feature.region.outer) - sum(map(area, feature.region.holes)))
        for feature in piece.features
    )


def area(loop: Loop) -> float:
    """Return the area inside a loop; splines count as polygons."""
    total = 0.0
    for curve in loop:
        match curve:
            case Circle(_, radius):
                return math.pi * radius**2
            case Ellipse(_, major, ratio):
                return math.pi * ratio * major.dot(major)
            case Line(start, end):
                total += start.cross(end) / 2
            case Arc(start, _, end):
                radius, sweep = arc_circle(curve)[1], arc_sweep(curve)
                total += start.cross(end) / 2 + radius**2 / 2 * (sweep - math.sin(sweep))
            case _:
                points = sampled(curve)  # an elliptic arc is in no recipe
                total += sum(one.cross(other) for one, other in itertools.pairwise(points)) / 2
    return abs(total)


def box(features: Sequence[Feature]) -> tuple[list[float], list[float]]:
    lower, upper = [math.inf] * 3, [-math.inf] * 3
    for feature in features:
        if feature.operation == "cut":
            continue
        grow, shrink = (min, max) if feature.operation != "intersect" else (max, min)
        first, second = (feature.axis + 1) % 3, (feature.axis + 2) % 3
        left, bottom, right, top = plane_box(feature.region.outer)
        flare = flaring(feature)
        for axis, low, high in (
            (first, left - flare, right + flare),
            (second, bottom - flare, top + flare),
            (feature.axis, feature.start, feature.end),
        ):
            lower[axis], upper[axis] = grow(lower[axis], low), shrink(upper[axis], high)
    return lower, upper


def flaring(feature: Feature) -> float:
    """Return the distance by which a tapered prism reaches beyond its sketch."""
    plane = feature.start if feature.plane is None else feature.plane
    return max(0.0, math.tan(math.radians(feature.taper)) * max(feature.end - plane, plane - feature.start))


@lru_cache(maxsize=1024)
def plane_box(loop: Loop) -> tuple[float, float, float, float]:
    points = [point for curve in loop for point in reach(curve)]
    xs, ys = [point.x for point in points], [point.y for point in points]
    return min(xs), min(ys), max(xs), max(ys)


def reach(curve: Curve) -> Sequence[Point]:
    """Points among which the curve's outermost ones are."""
    match curve:
        case Line(start, end):
            return [start, end]
        case Arc(start, middle, end):
            center, radius = arc_circle(curve)
            sweep = arc_sweep(curve)
            begin = math.atan2(start.y - center.y, start.x - center.x)
            tips = []
            for quadrant in range(4):
                angle = quadrant * math.pi / 2
                ahead = (angle - begin) % math.tau if sweep > 0 else (begin - angle) % math.tau
                if ahead <= abs(sweep):
                    tips.append(Point(center.x + radius * math.cos(angle), center.y + radius * math.sin(angle)))
            return [start, middle, end, *tips]
        case Circle(center, radius):
            return [center - Point(radius, radius), center + Point(radius, radius)]
        case Ellipse(center, major, ratio):
            half = Point(math.hypot(major.x, major.y * ratio), math.hypot(major.y, major.x * ratio))
            return [center - half, center + half]
        case EllipticArc():
            raise TypeError("no recipe asks for the reach of an elliptic arc")
        case _:
            return sampled(curve)


SAMPLES = 240
"""Points on a spline: a multiple of the number of its spans, so that mirror images are sampled at mirror images."""


@lru_cache(maxsize=1024)
def sampled(curve: Spline, count: int = SAMPLES) -> tuple[Point, ...]:
    """Return points on a spline, evenly over its parameter."""
    low, high = curve.knots[curve.degree], curve.knots[-curve.degree - 1]
    at = low + (high - low) * np.arange(count + 1) / count
    return tuple(Point(x, y) for x, y in curves.de_boor(curve, at, np.array(curve.control_points)).tolist())


def arc_circle(arc: Arc) -> tuple[Point, float]:
    """Centre and radius of the circle through its three points."""
    (ax, ay), (bx, by), (cx, cy) = arc.start, arc.middle, arc.end
    d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    a, b, c = ax**2 + ay**2, bx**2 + by**2, cx**2 + cy**2
    x = (a * (by - cy) + b * (cy - ay) + c * (ay - by)) / d
    y = (a * (cx - bx) + b * (ax - cx) + c * (bx - ax)) / d
    return Point(x, y), math.hypot(x - ax, y - ay)


def arc_sweep(arc: Arc) -> float:
    """Radians from start to end, positive counter-clockwise."""
    center, _ = arc_circle(arc)
    angles = [math.atan2(point.y - center.y, point.x - center.x) for point in (arc.start, arc.middle, arc.end)]
    ahead = [(angle - angles[0]) % math.tau for angle in angles[1:]]
    return ahead[1] if ahead[0] <= ahead[1] else ahead[1] - math.tau


# --- motions ----------------------------------------------------------------------------------------------------------


def turned(piece: Piece, times: int) -> Piece:
    """The same part with its axes x, y, z permuted to y, z, x this number of times."""
    times %= 3
    if not times:
        return piece
    return replace(
        piece,
        features=tuple(feature._replace(axis=(feature.axis + times) % 3) for feature in piece.features),
        bores=None
        if piece.bores is None
        else tuple(feature._replace(axis=(feature.axis + times) % 3) for feature in piece.bores),
        outlines=_shifted(piece.outlines, times),
        mirrors=None if piece.mirrors is None else _shifted(piece.mirrors, times),
    )


def _shifted(values: tuple[T, T, T], times: int) -> tuple[T, T, T]:
    """Return the known properties of x, y and z in the order of the rotated axes."""
    return values[-times % 3], values[(1 - times) % 3], values[(2 - times) % 3]


def mirror(feature: Feature, axis: int, total: float) -> Feature:
    """The feature with each coordinate c along an axis as total - c."""
    if axis == feature.axis:
        plane = feature.plane
        if feature.taper:
            plane = total - (feature.start if plane is None else plane)
        return feature._replace(start=total - feature.end, end=total - feature.start, plane=plane)
    first = axis == (feature.axis + 1) % 3

    def move(point: Point) -> Point:
        return Point(total - point.x, point.y) if first else Point(point.x, total - point.y)

    def direct(vector: Point) -> Point:
        return Point(-vector.x, vector.y) if first else Point(vector.x, -vector.y)

    def bend(curve: Curve) -> Curve:
        match curve:
            case Line(start, end):
                return Line(move(start), move(end))
            case Arc(start, middle, end):
                return Arc(move(start), move(middle), move(end))
            case Circle(center, radius):
                return Circle(move(center), radius)
            case Ellipse(center, major, ratio):
                return Ellipse(move(center), direct(major), ratio)
            case Spline():
                return replace(curve, control_points=tuple(map(move, curve.control_points)))
            case _:
                raise TypeError("no recipe has an elliptic arc")

    region = feature.region
    holes = tuple(tuple(map(bend, hole)) for hole in region.holes)
    return feature._replace(region=Region(tuple(map(bend, region.outer)), holes))


def signature(feature: Feature) -> Any:
    """Return a key that is equal for equal features, independent of the order and direction of their curves."""
    loops = frozenset(frozenset(map(_curve_signature, loop)) for loop in (feature.region.outer, *feature.region.holes))
    plane = (feature.start if feature.plane is None else feature.plane) if feature.taper else 0.0
    position = (feature.axis, *(round(level, EXACT) + 0.0 for level in (feature.start, feature.end, plane)))
    return position, feature.operation if feature.operation != "new" else "join", feature.taper, loops


def _curve_signature(curve: Curve) -> Any:
    match curve:
        case Line(start, end):
            return "line", frozenset((_rounded(start), _rounded(end)))
        case Arc(start, middle, end):
            return "arc", frozenset((_rounded(start), _rounded(end))), _rounded(middle)
        case Circle(center, radius):
            return "circle", _rounded(center), round(radius, EXACT)
        case Ellipse(center, major, ratio):
            ends = frozenset((_rounded(center + major), _rounded(center - major)))
            return "ellipse", ends, round(ratio, EXACT)
        case Spline():
            points = map(_rounded, curve.control_points)
            return "spline", frozenset(points) if curve.periodic else tuple(sorted(points))
        case _:
            raise TypeError("no recipe has an elliptic arc")


def _rounded(point: Point) -> tuple[float, float]:
    return round(point.x, EXACT) + 0.0, round(point.y, EXACT) + 0.0
