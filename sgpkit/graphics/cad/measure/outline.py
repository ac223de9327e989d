"""A solid's silhouettes from +x, +y and +z, each with the name of its figure.

The silhouette is painted and traced to a fraction of a pixel; its corners are then put on the solid's own corners. A
name is given only where all of the outline lies within `TOLERANCE` of the figure; anything else is `other`.
"""

import math
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sgpkit.graphics import trace
from sgpkit.graphics.cad.measure.measurements import ByAxis, Outline
from sgpkit.graphics.cad.sketch.form import CELLS, EMPTY, FULL
from sgpkit.graphics.cad.view import scan
from sgpkit.graphics.cad.view.camera import Numbers
from sgpkit.graphics.cad.view.mesh import Mesh
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.trace import Ring

SIDE = 256
"""Pixels across the larger side of a silhouette."""
_SAMPLES = 2
_BORDER = 4
TOLERANCE = 1.0
"""The tolerance in these pixels: 0.4 % of the larger side."""
_FINE = 0.2
_LEAST = 5.0
"""Roundings and sides smaller than this are ignored in the name of a figure."""
_SNAP = 3.0
"""The largest distance of a traced corner from the corresponding corner of the solid."""
MOST_CORNERS = 16
CELL_MARGIN = 0.015
"""The smallest distance of a silhouette's edge from the middle of a cell, as a share of the box."""
_RIGHT = math.radians(3)  # how far a corner may be from square, sides from parallel
_STRAIGHT = math.radians(6)  # a corner that turns less is none
_SQUARE = 0.006
"""Sides whose relative difference is smaller are equal."""


def outlines(mesh: Mesh) -> ByAxis[Outline]:
    """Return the silhouettes of a solid along the three axes."""
    # Right and up as one sees them from the axis' far end.
    return ByAxis(*(_outline(mesh, right, up) for right, up in ((1, 2), (0, 2), (0, 1))))


def _outline(mesh: Mesh, right: int, up: int) -> Outline:
    flat = mesh.points[:, [right, up]]
    lower, upper = flat.min(axis=0), flat.max(axis=0)
    width, height = (float(value) for value in upper - lower)
    factor = SIDE / max(width, height)
    placed = (flat - lower) * factor + _BORDER
    corners = placed[mesh.triangles] * _SAMPLES
    one, two = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    corners = corners[one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0] > 1e-9]  # a single face covers the whole silhouette
    side = SIDE + 2 * _BORDER
    mask = scan.silhouette(corners, side * _SAMPLES).astype(np.float32)
    offsets = [slice(start, None, _SAMPLES) for start in range(_SAMPLES)]
    grey = sum((mask[down, across] for down in offsets for across in offsets), np.float32(0)) / _SAMPLES**2
    pieces = trace.outlines(grey, 0.5, _FINE)
    outer = pieces[0].outer
    shape, corner_count = ("other", 0) if len(pieces) > 1 else name(outer, placed)
    openings = [hole for piece in pieces for hole in piece.holes]
    round_openings = [hole for hole in openings if is_round(hole)]
    middle = _middle(outer)
    return Outline(
        shape=shape,
        width=width,
        height=height,
        filled=min(1.0, round(sum(abs(trace.area(piece.outer)) for piece in pieces) / (width * height * factor**2), 3)),
        openings=len(openings),
        round_openings=len(round_openings),
        convex=len(pieces) == 1 and is_convex(outer),
        corners=corner_count,
        ring=shape == "circle"
        and len(openings) == len(round_openings) == 1
        and _middle(round_openings[0]).distance(middle) < TOLERANCE,
        cells=_cells(mask, width * factor * _SAMPLES, height * factor * _SAMPLES),
    )


def _cells(mask: npt.NDArray[np.float32], width: float, height: float) -> str | None:
    """Return the rows of the grid over a painted silhouette, None if the middle of a cell is near its edge."""
    border = _BORDER * _SAMPLES
    rows = []
    for row in reversed(range(CELLS)):
        marks = ""
        for column in range(CELLS):
            windows = []
            for cell, extent in ((row, height), (column, width)):
                middle, reach = border + (cell + 0.5) / CELLS * extent, max(1.0, CELL_MARGIN * extent)
                windows.append(slice(math.floor(middle - reach), math.ceil(middle + reach) + 1))
            seen = mask[windows[0], windows[1]]
            if seen.min() != seen.max():
                return None
            marks += FULL if seen.max() else EMPTY
        rows.append(marks)
    return " ".join(rows)


def name(ring: Ring, vertices: Numbers) -> tuple[str, int]:
    """Return a figure's name, and its number of corners if its sides are straight. `vertices` are the solid's own."""
    if is_elliptic(ring):
        return ("circle" if is_round(ring) else "ellipse"), 0
    polygon = corners_of(ring, vertices)
    straight = 3 <= len(polygon) <= MOST_CORNERS and _is_close(ring, polygon)
    if straight and len(polygon) <= 4:
        return _polygon_name(polygon), len(polygon)
    if rounded := _rounded_name(ring) or _rounded_name(upright(ring)):
        return rounded, 0
    if not straight or min(a.distance(b) for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True)) < _LEAST:
        return "other", 0
    return _polygon_name(polygon), len(polygon)


def _rounded_name(ring: Ring) -> str | None:
    width, height = _extents(ring)
    half = min(width, height) / 2
    radius = min(half, math.sqrt(max(0.0, width * height - abs(trace.area(ring))) / (4 - math.pi)))
    if not _is_rounded(ring, radius):
        return None
    if radius > half - TOLERANCE and abs(width - height) > _SQUARE * max(width, height):
        return "slot"
    return "rounded rectangle" if radius > _LEAST else "other"


def is_round(ring: Ring) -> bool:
    """Return whether a traced ring is a circle."""
    width, height = _extents(ring)
    return abs(width - height) < max(1.0, _SQUARE * width) and is_elliptic(ring)


def is_elliptic(ring: Ring) -> bool:
    """Return whether a traced ring is an ellipse."""
    return _fills_ellipse(ring) or _fills_ellipse(upright(ring))


def _fills_ellipse(ring: Ring) -> bool:
    """Return whether corners and middles of sides all lie on the ellipse that fills the box."""
    middle = _middle(ring)
    width, height = _extents(ring)
    if len(ring) < 5 or min(width, height) < 4:
        return False
    # A traced point lies within half a pixel or so of the truth, which is more for a small opening.
    tolerance = TOLERANCE / min(width, height) * 2
    return all(
        abs(math.hypot((x - middle.x) * 2 / width, (y - middle.y) * 2 / height) - 1) < tolerance
        for x, y in (*ring, *_halves(ring))
    )


def upright(ring: Ring) -> Ring:
    """Return the ring turned so that the smallest rectangle about it, one of whose sides lies on one of the hull's
    (Freeman and Shapira 1975, doi:10.1145/360881.360919), lies along the axes."""
    hull = _hull(ring)
    corners, points = np.array(hull), np.array(ring)
    smallest, kept = math.inf, points
    for a, b in zip(hull, (*hull[1:], hull[0]), strict=True):
        length = a.distance(b)
        if length < _LEAST:
            continue
        turn = np.array([[b.x - a.x, a.y - b.y], [b.y - a.y, b.x - a.x]]) / length
        width, height = np.ptp(_times(corners, turn), axis=0)
        if width * height < smallest:
            smallest, kept = width * height, _times(points, turn)
    return tuple(Point(float(x), float(y)) for x, y in kept)


def _times(points: Numbers, turn: Numbers) -> Numbers:
    turned: Numbers = points[:, :1] * turn[0] + points[:, 1:] * turn[1]
    return turned


def is_convex(ring: Ring) -> bool:
    """Return whether a traced ring is convex, except for errors of tracing."""
    hull = _hull(ring)
    return abs(trace.area(ring)) > abs(trace.area(hull)) - TOLERANCE * math.dist(*_box(ring))


def corners_of(ring: Ring, vertices: Numbers) -> Ring:
    """Return the ring's corners, moved to the nearest of the vertices, without those that are almost straight."""
    rough = np.array(trace.simplify(np.array(ring), TOLERANCE))
    if len(rough) > 4 * MOST_CORNERS:
        return ()
    apart = np.hypot(*(rough[:, None] - vertices).transpose(2, 0, 1))
    nearest = apart.argmin(axis=1)
    placed = np.where((apart.min(axis=1) < _SNAP)[:, None], vertices[nearest], rough)
    distinct = [Point(float(x), float(y)) for x, y in placed]
    distinct = [here for number, here in enumerate(distinct) if here.distance(distinct[number - 1]) > 1e-6]
    if len(distinct) < 3:
        return ()
    return tuple(
        here
        for before, here, after in zip(
            (distinct[-1], *distinct[:-1]), distinct, (*distinct[1:], distinct[0]), strict=True
        )
        if abs(_turn(before, here, after)) > _STRAIGHT
    )


def _polygon_name(polygon: Ring) -> str:
    turns = _turns(polygon)
    if all(turn > 0 for turn in turns):
        if len(polygon) == 4:
            return _quadrilateral(polygon)
        return {3: "triangle", 5: "pentagon", 6: "hexagon", 8: "octagon"}.get(len(polygon), "other")
    if any(abs(abs(turn) - math.pi / 2) > _RIGHT for turn in turns):
        return "other"
    inward = [index for index, turn in enumerate(turns) if turn < 0]
    gaps = tuple(b - a - 1 for a, b in pairwise((*inward, inward[0] + len(turns))))
    smallest = min(gaps[index:] + gaps[:index] for index in range(len(gaps)))
    names = {(5,): "L", (0, 6): "U", (1, 5): "stairs", (2, 4): "T", (3, 3): "Z", (2, 2, 2, 2): "cross"}
    return (names | {(0, 4, 0, 4): "H", (1, 1, 6): "stairs", (1, 1, 1, 7): "stairs"}).get(smallest, "other")


def _quadrilateral(polygon: Ring) -> str:
    sides = [b - a for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True)]
    lengths = [math.hypot(*side) for side in sides]
    parallel = [
        abs(math.asin(max(-1.0, min(1.0, sides[i].cross(sides[i + 2]) / (lengths[i] * lengths[i + 2]))))) < _RIGHT
        for i in (0, 1)
    ]
    # Half a pixel at either end of a side.
    equal = max(lengths) - min(lengths) < max(_SQUARE * max(lengths), TOLERANCE)
    if all(abs(abs(turn) - math.pi / 2) < _RIGHT for turn in _turns(polygon)):
        return "square" if equal else "rectangle"
    if all(parallel):
        return "rhombus" if equal else "parallelogram"
    return "trapezoid" if any(parallel) else "other"


def _turns(polygon: Ring) -> list[float]:
    """Return the angle by which one turns at each corner, positive towards the inside."""
    before, after = (polygon[-1], *polygon[:-1]), (*polygon[1:], polygon[0])
    sign = math.copysign(1.0, trace.area(polygon))
    return [sign * _turn(*three) for three in zip(before, polygon, after, strict=True)]


def _turn(before: Point, here: Point, after: Point) -> float:
    come, go = here - before, after - here
    return math.atan2(come.cross(go), come.dot(go))


def _is_close(ring: Ring, polygon: Ring) -> bool:
    """Return whether the polygon encloses the same area as the ring, except for errors of tracing."""
    length = sum(a.distance(b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
    return abs(abs(trace.area(polygon)) - abs(trace.area(ring))) < 0.25 * TOLERANCE * length and all(
        _distance(point, polygon) < TOLERANCE for point in (*ring, *_halves(ring))
    )


def _distance(point: Point, polygon: Ring) -> float:
    nearest = math.inf
    for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        along = b - a
        share = max(0.0, min(1.0, (point - a).dot(along) / max(along.dot(along), 1e-12)))
        nearest = min(nearest, point.distance(a + along * share))
    return nearest


def _is_rounded(ring: Ring, radius: float) -> bool:
    """Return whether all points lie on the rectangle that fills the box, its corners rounded by `radius`."""
    middle = _middle(ring)
    width, height = _extents(ring)
    for x, y in (*ring, *_halves(ring)):
        across = abs(x - middle.x) - width / 2 + radius
        along = abs(y - middle.y) - height / 2 + radius
        off = math.hypot(max(across, 0.0), max(along, 0.0)) + min(max(across, along), 0.0) - radius
        if abs(off) > TOLERANCE:
            return False
    return True


def _halves(ring: Ring) -> list[Point]:
    return [(a + b) * 0.5 for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)]


def _box(ring: Ring) -> tuple[Point, Point]:
    xs, ys = [p.x for p in ring], [p.y for p in ring]
    return Point(min(xs), min(ys)), Point(max(xs), max(ys))


def _extents(ring: Ring) -> Point:
    lower, upper = _box(ring)
    return upper - lower


def _middle(ring: Ring) -> Point:
    lower, upper = _box(ring)
    return (lower + upper) * 0.5


def _hull(ring: Ring) -> Ring:
    """Return the convex hull, by Andrew's monotone chain (1979, doi:10.1016/0020-0190(79)90072-3)."""
    points: Numbers = np.unique(np.array(ring), axis=0)
    ordered = [Point(float(x), float(y)) for x, y in points]
    hull: list[Point] = []
    for run in (ordered, ordered[::-1]):
        start = len(hull)
        for point in run:
            while len(hull) >= start + 2 and (hull[-1] - hull[-2]).cross(point - hull[-2]) <= 0:
                hull.pop()
            hull.append(point)
        hull.pop()
    return tuple(hull)
