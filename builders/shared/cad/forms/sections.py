"""Cross-sections of parts of any kind, small enough to fit into a circle."""

import math
import random
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from sgpkit.graphics.cad.model import Arc, Circle, Curve, Ellipse, Line, Loop, Region, Spline
from sgpkit.graphics.cad.sketch.curves import outline
from sgpkit.graphics.geometry import Point

from .. import conical_parts, curved_parts, oval_parts
from ..piece import Piece

Kind = Callable[[random.Random], Piece]
KINDS: tuple[Kind, ...] = curved_parts.KINDS + oval_parts.KINDS + conical_parts.KINDS

FILLED = 0.9
"""Share of the circle's radius that a section takes."""

THINNEST = 0.006
"""Centimetres of the finest opening or edge of a section; with a finer one it is not drawn."""

DECIMALS = 4
PER_TURN = 24
"""Points on a whole turn of an outline, of which the circle is drawn about all."""


def section(draw: random.Random, x: float, y: float, radius: float) -> Region | None:
    """Return a section of a part of some kind within a circle; None if it would be too fine to draw."""
    region = drawn(draw)
    points = outline(region.outer, PER_TURN)
    left, bottom = (min(values) for values in zip(*points, strict=True))
    right, top = (max(values) for values in zip(*points, strict=True))
    middle = Point((left + right) / 2, (bottom + top) / 2)
    reach = max(middle.distance(point) for point in points)
    factor = FILLED * radius / reach
    loops = (region.outer, *region.holes)
    if min(finest(curve) for loop in loops for curve in loop) * factor < THINNEST:
        return None
    outer, *holes = (moved(loop, middle, factor, Point(x, y)) for loop in loops)
    return Region(outer, tuple(holes))


def drawn(draw: random.Random) -> Region:
    """Return a section of a part of some kind, every mixture of curves as often."""
    kinds = by_curves()
    wanted = draw.choice(sorted(kinds))
    regions = [feature.region for feature in draw.choice(kinds[wanted])(draw).features]
    return draw.choice([region for region in regions if curves(region) == wanted] or regions)


def curves(region: Region) -> tuple[str, ...]:
    """Return the names of the curves that a region's outline is made of."""
    return tuple(sorted({type(curve).__name__ for curve in region.outer}))


@lru_cache(maxsize=1)
def by_curves() -> dict[tuple[str, ...], list[Kind]]:
    """Return the kinds by the curves that outlines of theirs are made of."""
    result: dict[tuple[str, ...], list[Kind]] = {}
    for kind in KINDS:
        for wanted in {curves(feature.region) for feature in kind(random.Random(0)).features}:
            result.setdefault(wanted, []).append(kind)
    return result


def finest(curve: Curve) -> float:
    """Return the least size of a curve: a radius, or the distance of its ends."""
    match curve:
        case Circle(_, radius):
            return radius
        case Ellipse(_, major, ratio):
            return math.hypot(*major) * ratio
        case Line(start, end) | Arc(start, _, end):
            return start.distance(end)
        case Spline(_, points):
            return min(one.distance(other) for one, other in pairwise(points))
    raise TypeError(f"no part of ours has a {type(curve).__name__}")


def moved(loop: Loop, middle: Point, factor: float, center: Point) -> Loop:
    """Return an outline scaled about a point, which is moved to another point."""

    def at(point: Point) -> Point:
        spot = (point - middle) * factor + center
        return Point(round(spot.x, DECIMALS), round(spot.y, DECIMALS))

    def bend(curve: Curve) -> Curve:
        match curve:
            case Line(start, end):
                return Line(at(start), at(end))
            case Arc(start, through, end):
                return Arc(at(start), (through - middle) * factor + center, at(end))
            case Circle(own, radius):
                return Circle(at(own), round(radius * factor, DECIMALS))
            case Ellipse(own, major, ratio):
                return Ellipse(at(own), major * factor, ratio)
            case Spline():
                return replace(curve, control_points=tuple(map(at, curve.control_points)))
        raise TypeError(f"no part of ours has a {type(curve).__name__}")

    return tuple(map(bend, loop))
