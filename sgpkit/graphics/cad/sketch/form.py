"""The form of flat material within its box: which cells of a grid it covers, where most of it lies, where it is hollow.
Ambiguous properties have no value.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sgpkit.graphics.cad.model import Loop, Region
from sgpkit.graphics.cad.sketch.curves import Box, outline, signed_area
from sgpkit.graphics.geometry import Point, Segment

CELLS = 5
"""Rows and columns of the grid."""

FULL, EMPTY = "X", "."
MARGIN = 0.02
"""The least distance of a cell's middle from every outline, as a share of the box."""

FAR = 0.06
"""The least difference of two halves or quarters, as a share of all material."""

HOLLOW = 0.04
"""The least area of a hollow, as a share of the hull."""

UPRIGHT = 0.98
"""The least share of a hollow's mouth by which it faces a side."""

SIDES = ("left", "right", "lower", "upper")
"""Halves and directions, in the order left, right, down, up."""


@dataclass(frozen=True)
class Form:
    """The form of flat material; None if it is in doubt."""

    cells: str | None
    """Rows of the grid from the top, with X where a cell's middle is material."""
    fullest_half: str | None
    emptiest_quarter: str | None
    """As "upper left"."""
    opening: str | None
    """The side to which the only hollow of the outer contour opens."""


NO_FORM = Form(None, None, None, None)


def form_of(regions: Sequence[Region], extent: Box) -> Form:
    """Return the form of regions."""
    if not regions or not extent.width or not extent.height:
        return NO_FORM
    rings = [ring(loop, index == 0) for region in regions for index, loop in enumerate((region.outer, *region.holes))]
    return Form(
        cells(rings, extent),
        fullest_half(rings, extent),
        emptiest_quarter(rings, extent),
        opening(outline(regions[0].outer)) if len(regions) == 1 else None,
    )


def ring(loop: Loop, outer: bool) -> list[Point]:
    """Return points along a contour, counter-clockwise round material, clockwise round a hole."""
    points = outline(loop)
    return points if (signed_area(points) > 0) == outer else points[::-1]


# --- the grid ---------------------------------------------------------------------------------------------------------


def cells(rings: Sequence[Sequence[Point]], extent: Box) -> str | None:
    """Return the rows of the grid from the top; None if a middle is too near to an outline."""
    unit = [
        [Point((x - extent.left) / extent.width, (y - extent.bottom) / extent.height) for x, y in points]
        for points in rings
    ]
    rows = []
    for row in reversed(range(CELLS)):
        marks = ""
        for column in range(CELLS):
            middle = Point((column + 0.5) / CELLS, (row + 0.5) / CELLS)
            if any(distance(middle, points) < MARGIN for points in unit):
                return None
            marks += FULL if round(sum(winding(middle, points) for points in unit)) > 0 else EMPTY
        rows.append(marks)
    return " ".join(rows)


def distance(point: Point, ring: Sequence[Point]) -> float:
    """Return the distance of a point from a closed line."""
    return min(Segment(one, other).distance(point) for one, other in zip(ring, [*ring[1:], *ring[:1]], strict=True))


def winding(point: Point, ring: Sequence[Point]) -> float:
    """Return how often a closed line goes round a point."""
    turned = 0.0
    for one, other in zip(ring, [*ring[1:], *ring[:1]], strict=True):
        a, b = one - point, other - point
        turned += math.atan2(a.cross(b), a.dot(b))
    return turned / math.tau


# --- halves and quarters ----------------------------------------------------------------------------------------------


def cut(ring: Sequence[Point], depth: Callable[[Point], float]) -> list[Point]:
    """Return the part of a closed line where a linear function is positive."""
    kept: list[Point] = []
    for one, other in zip(ring, [*ring[1:], *ring[:1]], strict=True):
        here, there = depth(one), depth(other)
        if here >= 0:
            kept.append(one)
        if (here < 0) != (there < 0):
            kept.append(one + (other - one) * (here / (here - there)))
    return kept


def within(rings: Sequence[Sequence[Point]], extent: Box, *sides: str) -> float:
    """Return the area of the material in the halves of the box that are named."""
    middle = extent.center
    depths: dict[str, Callable[[Point], float]] = {
        "left": lambda point: middle.x - point.x,
        "right": lambda point: point.x - middle.x,
        "lower": lambda point: middle.y - point.y,
        "upper": lambda point: point.y - middle.y,
    }
    total = 0.0
    for points in rings:
        for side in sides:
            points = cut(points, depths[side])
        total += signed_area(points) if len(points) > 2 else 0.0
    return total


def fullest_half(rings: Sequence[Sequence[Point]], extent: Box) -> str | None:
    """Return the half with the most material, None where another has nearly as much."""
    sizes = sorted(((within(rings, extent, side), side) for side in SIDES), reverse=True)
    whole = sum(size for size, _ in sizes) / 2
    return sizes[0][1] if sizes[0][0] - sizes[1][0] > FAR * whole else None


def emptiest_quarter(rings: Sequence[Sequence[Point]], extent: Box) -> str | None:
    """Return the quarter with the least material, None where another has nearly as little."""
    named = [(level, side) for level in ("lower", "upper") for side in ("left", "right")]
    sizes = sorted((within(rings, extent, *pair), " ".join(pair)) for pair in named)
    whole = sum(size for size, _ in sizes)
    return sizes[0][1] if sizes[1][0] - sizes[0][0] > FAR * whole else None


# --- hollows ----------------------------------------------------------------------------------------------------------


def opening(points: Sequence[Point]) -> str | None:
    """Return the side to which the only hollow of a contour opens; None if it has none or several, or opens at a
    slant. A hollow lies between the contour and its convex hull."""
    import numpy as np
    from scipy.spatial import ConvexHull, QhullError

    points = list(points) if signed_area(points) > 0 else list(points)[::-1]
    try:
        corners = sorted(int(index) for index in ConvexHull(np.array(points, float)).vertices)
    except QhullError:
        return None
    whole = abs(signed_area([points[index] for index in corners]))
    mouths = []
    for one, other in zip(corners, [*corners[1:], corners[0] + len(points)], strict=True):
        pocket = [points[index % len(points)] for index in range(one, other + 1)]
        if len(pocket) > 2 and abs(signed_area(pocket)) > HOLLOW * whole:
            mouths.append(pocket[-1] - pocket[0])
    if len(mouths) != 1:
        return None
    outward = Point(mouths[0].y, -mouths[0].x) * (1 / math.hypot(*mouths[0]))
    facing = {"left": -outward.x, "right": outward.x, "lower": -outward.y, "upper": outward.y}
    side = max(facing, key=lambda name: facing[name])
    return side if facing[side] > UPRIGHT else None
