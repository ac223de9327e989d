"""The form of a drawing according to its recipe, from points inside or outside the material, by the even-odd rule.

`sgpkit.graphics.cad.sketch.form` measures the same in other ways; here more cases are left open as too close to decide.
"""

import itertools
import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.cad.model import Arc, Circle, Curve, Line, Loop
from sgpkit.graphics.cad.sketch.form import CELLS, EMPTY, FULL
from sgpkit.graphics.geometry import Point

from ..drafting import CLOSE, Drawing
from ..piece import arc_circle, arc_sweep, plane_box

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Pair = tuple[float, float]
"""The x and y of points, as arrays because there are too many for `Point` objects."""

MARGIN = 0.025
FAR = 0.09
LARGE, SMALL = 0.07, 0.025
"""Minimum share of the hull of a hollow, and maximum share that is certainly not a hollow."""

ROUND = [(math.cos(math.tau * step / 72), math.sin(math.tau * step / 72)) for step in range(72)]
"""Points on the unit circle."""

ACROSS = 24
"""Points along each side by which areas are estimated."""

SLANT = 0.1
"""The most by which the mouth of a hollow may be out of its direction."""


def points_on(curve: Curve) -> list[Pair]:
    """Return points on a curve from its start, close to each other, without its end."""
    match curve:
        case Line(start, _):
            return [start]
        case Circle((x, y), radius):
            return [(x + cosine * radius, y + sine * radius) for cosine, sine in ROUND]
        case Arc(start, _, _):
            ((x, y), radius), sweep = arc_circle(curve), arc_sweep(curve)
            first = math.atan2(start.y - y, start.x - x)
            angles = [first + sweep * step / 40 for step in range(40)]
            return [(x + math.cos(angle) * radius, y + math.sin(angle) * radius) for angle in angles]
    raise TypeError(f"no sketch of ours has a {type(curve).__name__.lower()}")


def contour(loop: Loop) -> list[Pair]:
    """Return points on an outline, in order."""
    return [point for curve in loop for point in points_on(curve)]


@lru_cache(maxsize=1024)
def edges(drawing: Drawing) -> tuple[Numbers, Numbers]:
    """Return the starts and ends of short pieces of all outlines, the box being a square of side 1."""
    rings = [contour(loop) for loop in drawing.loops]
    pairs = [pair for ring in rings for pair in itertools.pairwise([*ring, ring[0]])]
    boxes = [plane_box(loop) for loop in drawing.loops]
    low = np.array([min(box[0] for box in boxes), min(box[1] for box in boxes)])
    high = np.array([max(box[2] for box in boxes), max(box[3] for box in boxes)])
    starts, ends = (np.array([pair[side] for pair in pairs], float) for side in (0, 1))
    return (starts - low) / (high - low), (ends - low) / (high - low)


def middles(count: int) -> Numbers:
    """Return the middles of a grid's cells, from the top, row by row."""
    at = (np.arange(count) + 0.5) / count
    xs, ys = np.meshgrid(at, at[::-1])
    return np.stack([xs.ravel(), ys.ravel()], axis=1)


def covered(points: Numbers, starts: Numbers, ends: Numbers) -> Flags:
    """Return which points are inside the material: a line upwards from them crosses an odd number of edges."""
    x, y = points[:, 0][:, None], points[:, 1][:, None]
    beside = (starts[:, 0] > x) != (ends[:, 0] > x)
    run = np.where(ends[:, 0] == starts[:, 0], 1.0, ends[:, 0] - starts[:, 0])
    height = starts[:, 1] + (x - starts[:, 0]) / run * (ends[:, 1] - starts[:, 1])
    return np.asarray((beside & (height > y)).sum(axis=1) % 2 == 1)


def nearness(points: Numbers, starts: Numbers, ends: Numbers) -> float:
    """Return the least distance of any point from any edge."""
    steps = ends - starts
    squares = np.maximum(np.einsum("ij,ij->i", steps, steps), 1e-18)
    off = points[:, None, :] - starts[None, :, :]
    share = np.clip(np.einsum("ijk,jk->ij", off, steps) / squares, 0, 1)
    off -= share[:, :, None] * steps[None, :, :]
    return float(np.sqrt(np.einsum("ijk,ijk->ij", off, off).min()))


def cells(drawing: Drawing) -> str | None:
    """Return the rows of the grid over the box, from the top; None if a cell's middle is near an outline, and where
    a half turn or two mirror images would change nothing."""
    if drawing.nested:
        return None
    starts, ends = edges(drawing)
    points = middles(CELLS)
    if nearness(points, starts, ends) < MARGIN:
        return None
    marks = [FULL if flag else EMPTY for flag in covered(points, starts, ends)]
    rows = ["".join(marks[CELLS * row : CELLS * (row + 1)]) for row in range(CELLS)]
    return " ".join(rows)


def images(rows: str) -> list[str]:
    """Return the other grids that result from rotating and mirroring one."""
    lines = rows.split()
    turned = ["".join(column) for column in zip(*lines, strict=True)]
    pockets = [
        " ".join(line[::step] for line in one[::other])
        for one in (lines, turned)
        for step in (1, -1)
        for other in (1, -1)
    ]
    return [one for one in dict.fromkeys(pockets) if one != rows]


@lru_cache(maxsize=16)
def areas(drawing: Drawing) -> npt.NDArray[np.float64] | None:
    """Return the shares of the material in the quarters of the box, upper left and right, lower left and right."""
    if drawing.nested:
        return None
    inside = covered(middles(ACROSS), *edges(drawing)).reshape(ACROSS, ACROSS)
    half = ACROSS // 2
    sizes = np.array([inside[:half, :half], inside[:half, half:], inside[half:, :half], inside[half:, half:]])
    counts: Numbers = sizes.sum(axis=(1, 2)).astype(float)
    shares: Numbers = counts / counts.sum()
    return shares


def fullest_half(drawing: Drawing) -> str | None:
    """Return the half of the box with the most material, None if it is a close thing."""
    shares = areas(drawing)
    if shares is None:
        return None
    a, b, c, d = shares
    halves = sorted(((a + c, "left"), (b + d, "right"), (c + d, "lower"), (a + b, "upper")), reverse=True)
    return halves[0][1] if halves[0][0] - halves[1][0] > FAR else None


def emptiest_quarter(drawing: Drawing) -> str | None:
    """Return the quarter of the box with the least material, None if it is a close thing."""
    shares = areas(drawing)
    if shares is None:
        return None
    named = sorted(zip(shares, ("upper left", "upper right", "lower left", "lower right"), strict=True))
    return named[0][1] if named[1][0] - named[0][0] > FAR else None


def opening(drawing: Drawing) -> str | None:
    """Return the side to which the hollows of the outer contour open, one or several; None if that is in doubt."""
    if drawing.separate:
        return None
    points = contour(drawing.loops[0])
    if doubled(points) < 0:
        points.reverse()
    corners = hull(points)
    whole = doubled([points[index] for index in corners])
    pockets = []
    for one, other in zip(corners, [*corners[1:], corners[0] + len(points)], strict=True):
        pocket = [points[index % len(points)] for index in range(one, other + 1)]
        size = abs(doubled(pocket)) / whole
        if size > SMALL:
            pockets.append((size, pocket[0], pocket[-1]))
    if len(pockets) != 1 or pockets[0][0] < LARGE:
        return None
    _, (x0, y0), (x1, y1) = pockets[0]
    along, up = x1 - x0, y1 - y0
    if min(abs(along), abs(up)) > SLANT * math.hypot(along, up):
        return None
    if abs(along) > abs(up):
        return "lower" if along > 0 else "upper"
    return "right" if up > 0 else "left"


def doubled(points: Sequence[Pair]) -> float:
    """Return twice the area of a polygon, positive if it runs counter-clockwise."""
    return sum(x0 * y1 - y0 * x1 for (x0, y0), (x1, y1) in itertools.pairwise([*points, points[0]]))


def hull(points: Sequence[Pair]) -> list[int]:
    """Return the corners of the convex hull of a polygon as indices, in the polygon's order."""
    order = sorted(range(len(points)), key=lambda index: points[index])

    def chain(indices: Sequence[int]) -> list[int]:
        kept: list[int] = []
        for index in indices:
            x, y = points[index]
            while len(kept) > 1:
                (x0, y0), (x1, y1) = points[kept[-2]], points[kept[-1]]
                if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) > 1e-9:
                    break
                kept.pop()
            kept.append(index)
        return kept

    return sorted({*chain(order), *chain(order[::-1])})


def inward_corners(drawing: Drawing) -> int | None:
    """Return the number of the outer contour's corners with an inside angle of more than 180 degrees."""
    if drawing.separate:
        return None
    loop = drawing.loops[0]
    if len(loop) == 1:
        return 0
    sense = math.copysign(1.0, doubled(contour(loop)))
    turns = [
        sense * tangent(one, True).cross(tangent(next_, False))
        for one, next_ in zip(loop, loop[1:] + loop[:1], strict=True)
    ]
    return sum(turn < -BEND for turn in turns)


BEND = 0.05
"""The sine of the angle from which two curves meet in a corner."""

PLAIN = 0.34
"""The sine of the angle from which a corner is seen for certain: 20 degrees."""


def has_faint_corners(drawing: Drawing) -> bool:
    """Return whether any two curves meet at an angle that is neither smooth nor plainly a corner."""
    for loop in drawing.loops:
        for one, next_ in zip(loop, loop[1:] + loop[:1], strict=True) if len(loop) > 1 else ():
            into, out = tangent(one, True), tangent(next_, False)
            if CLOSE < abs(into.cross(out)) < PLAIN and into.dot(out) > 0:
                return True
    return False


def tangent(curve: Curve, at_end: bool) -> Point:
    """Return the direction in which a curve runs at one of its ends."""
    if isinstance(curve, Arc):
        center, radius = arc_circle(curve)
        out = (curve.end if at_end else curve.start) - center
        return Point(-out.y, out.x) * (math.copysign(1.0, arc_sweep(curve)) / radius)
    assert isinstance(curve, Line)
    along = curve.end - curve.start
    return along * (1 / math.hypot(*along))
