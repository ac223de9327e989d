"""The lines that a person who copies a drawing would trace: the visible parts of its outlines, in pixels.

Outlines come from the program, so that corners and ends are exact. Their visible parts are read from the picture, which
leaves out parts that are covered, clipped away or have the colour of their surroundings. A thin line is one stroke, a
thick one its two edges. Where two shapes share an edge it is traced once. `lettering.py` traces letters.
"""

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgpkit.graphics import svg
from sgpkit.graphics.raster.fit import Fit
from sgpkit.graphics.svg.document import Document
from sgpkit.graphics.svg.outline import flatten
from sgpkit.graphics.svg.paint import Color
from sgpkit.graphics.svg.visible import Shape

Points = NDArray[np.float64]
"""Shape (n, 2): x and y in pixels of the picture."""

STEP = 2.0
"""The distance in pixels between the points of a line."""

THICK = 8.0
"""The width in pixels from which a line is drawn as its two edges."""

CORNER = np.cos(np.radians(40))
SHORTEST_SIDE = 6.0
"""The length in pixels of a side below which the pen does not stop at its corner."""

SHORTEST = 7.0
"""The minimum length in pixels of a visible part. Shorter parts come from edges that cross a covered outline."""

SEEN = 22.0
"""The minimum difference, of 255, between the two sides of a visible outline."""

ALIKE = 48.0
"""The difference, of 255, within which a pixel has the colour of a shape, since antialiased edges and thin lines are
mixed."""

TRACED = 0.7
"""The share of a line's points on earlier lines above which it is the same edge again."""

CELL = 3.0
EDGE = 1.5
"""The distance in pixels outside the picture within which a line is on its edge."""

MOST_SUBPATHS = 4000


class Line(NamedTuple):
    """One movement of the pen: points `STEP` apart, the colour of the bounded area, and the visible width in pixels."""

    points: Points
    color: tuple[int, int, int]
    thickness: float
    closed: bool


class Candidate(NamedTuple):
    """A line before its visible parts are known; `reach` is the distance at which its two sides are examined."""

    line: Line
    color: Color | None
    reach: float


def visible(document: Document, picture: NDArray[np.uint8], fit: Fit) -> list[Line]:
    """Return the lines of everything but text, in painting order from the top down."""
    candidates = list(itertools.islice(traced(document, fit), MOST_SUBPATHS))
    if not candidates:
        return []
    seen = are_seen(candidates, picture.astype(np.float64))
    lines = []
    # The last painted shape is on top. Of a shared edge, the line of the upper shape is kept.
    for candidate, mask in reversed(list(zip(candidates, seen, strict=True))):
        lines += parts(candidate.line, mask)
    return once(lines, picture.shape[0])


def traced(document: Document, fit: Fit) -> Iterator[Candidate]:
    scale = fit.width / fit.window.width
    for shape in reversed(svg.shapes_of(document)):
        yield from lines_of(shape, scale, fit)


def lines_of(shape: Shape, scale: float, fit: Fit) -> Iterator[Candidate]:
    thickness = shape.stroke_width * scale if shape.stroke is not None else 0.0
    paint = shape.stroke if thickness >= 0.4 else shape.fill
    solid = paint if isinstance(paint, Color) and paint.alpha * shape.opacity > 0.98 else None
    color = (paint.red, paint.green, paint.blue) if isinstance(paint, Color) else (64, 64, 64)
    for subpath in shape.outline:
        ring = flatten(subpath, 0.06 / scale)
        points = (np.asarray(ring) - (fit.window.x, fit.window.y)) * scale + (fit.left, fit.top)
        if (subpath.closed or shape.fill is not None) and len(points) > 2:
            points = np.vstack((points, points[:1]))
        points = points[np.r_[True, np.any(np.abs(np.diff(points, axis=0)) > 1e-6, axis=1)]]
        if len(points) < 2:
            continue
        for piece, closed in pieces(points):
            if thickness <= THICK:
                yield Candidate(Line(piece, color, thickness, closed), solid, thickness / 2 + 2.0)
                continue
            across = normals(piece) * (thickness / 2)
            for edge in (piece + across, piece - across):
                yield Candidate(Line(edge, color, 0.0, closed), solid, 2.0)


def pieces(points: Points) -> Iterator[tuple[Points, bool]]:
    """Yield the pieces of an outline between corners, each evenly spaced. A loop without corners is one closed
    piece."""
    closed = bool(np.all(np.abs(points[0] - points[-1]) < 1e-6)) and len(points) > 3
    steps = np.diff(points, axis=0)
    lengths = np.hypot(*steps.T)
    along = np.r_[0.0, np.cumsum(lengths)]
    if not along[-1] > 0:
        return
    directions = steps / lengths[:, None]
    turns = np.flatnonzero((directions[:-1] * directions[1:]).sum(axis=1) < CORNER) + 1
    if closed and float(directions[-1] @ directions[0]) >= CORNER and len(turns):
        # start at a corner, not in the middle of a side
        start = int(turns[0])
        points = np.vstack((points[start:-1], points[: start + 1]))
        yield from pieces_at_corners(points)
        return
    if closed and not len(turns) and float(directions[-1] @ directions[0]) >= CORNER:
        yield evenly(points, along), True
        return
    yield from pieces_at_corners(points)


def pieces_at_corners(points: Points) -> Iterator[tuple[Points, bool]]:
    steps = np.diff(points, axis=0)
    lengths = np.hypot(*steps.T)
    along = np.r_[0.0, np.cumsum(lengths)]
    directions = steps / lengths[:, None]
    turns = np.flatnonzero((directions[:-1] * directions[1:]).sum(axis=1) < CORNER) + 1
    cuts = [0]
    for turn in turns:
        if along[turn] - along[cuts[-1]] >= SHORTEST_SIDE and along[-1] - along[turn] >= SHORTEST_SIDE:
            cuts.append(int(turn))
    cuts.append(len(points) - 1)
    for first, last in itertools.pairwise(cuts):
        if along[last] - along[first] > 1.0:
            yield evenly(points[first : last + 1], along[first : last + 1] - along[first]), False


def evenly(points: Points, along: Points) -> Points:
    count = max(2, round(float(along[-1]) / STEP) + 1)
    distances = np.linspace(0.0, float(along[-1]), count)
    return np.column_stack([np.interp(distances, along, points[:, axis]) for axis in (0, 1)])


def normals(points: Points) -> Points:
    slopes = np.gradient(points, axis=0) if len(points) > 1 else np.ones_like(points)
    lengths = np.hypot(*slopes.T)[:, None]
    units = slopes / np.where(lengths > 0, lengths, 1.0)
    return np.column_stack((-units[:, 1], units[:, 0]))


def are_seen(candidates: list[Candidate], picture: NDArray[np.float64]) -> list[NDArray[np.bool_]]:
    """Return for every point whether the picture changes there, and has the shape's colour on one side."""
    sizes = [len(candidate.line.points) for candidate in candidates]
    points = np.vstack([candidate.line.points for candidate in candidates])
    across = np.vstack([normals(candidate.line.points) for candidate in candidates])
    reach = np.repeat([candidate.reach for candidate in candidates], sizes)[:, None]
    middle, left, right = (sample(picture, points + across * reach * side) for side in (0, 1, -1))
    change = np.max([apart(left, right), apart(middle, left), apart(middle, right)], axis=0)
    own = np.repeat([candidate.color[:3] if candidate.color else (0, 0, 0) for candidate in candidates], sizes, axis=0)
    anything = np.repeat([candidate.color is None for candidate in candidates], sizes)
    nearest = np.min([apart(side, own) for side in (middle, left, right)], axis=0)
    inside = np.all((points > -EDGE) & (points < picture.shape[0] + EDGE), axis=1)
    seen = (change > SEEN) & (anything | (nearest < ALIKE)) & inside
    return np.split(seen, np.cumsum(sizes)[:-1])


def sample(picture: NDArray[np.float64], points: Points) -> NDArray[np.float64]:
    """Return the colours at the points. Everything outside the picture is white, so that a coloured picture gets a
    frame."""
    size = picture.shape[0]
    column, row = np.clip(np.floor(points).astype(int), 0, size - 1).T
    beyond = np.any((points < 0) | (points >= size), axis=1)
    return np.where(beyond[:, None], 255.0, picture[row, column])


def apart(one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """Return the largest difference of the three channels, which are the last axis."""
    red, green, blue = np.moveaxis(np.abs(one - other), -1, 0)  # numpy is slow along an axis of three
    largest: NDArray[Any] = np.maximum(np.maximum(red, green), blue)
    return largest


def parts(line: Line, seen: NDArray[np.bool_]) -> list[Line]:
    """Return the visible parts of a line. A line that is visible except for a few points is left whole."""
    if seen.mean() > 0.9 and len(seen) > 3:
        return [line]
    bridged = seen.copy()
    for gap in range(1, 3):  # a crossing edge hides a point or two
        bridged[gap:-gap] |= seen[: -2 * gap] & seen[2 * gap :]
    edges = np.flatnonzero(np.diff(np.r_[0, bridged.astype(np.int8), 0]))
    return [
        Line(line.points[first:last], line.color, line.thickness, False)
        for first, last in zip(edges[::2], edges[1::2], strict=True)
        if (last - first - 1) * STEP >= SHORTEST
    ]


def once(lines: list[Line], size: int) -> list[Line]:
    """Return the lines without those that run along earlier ones."""
    cells = int(size // CELL) + 3
    taken = np.zeros((cells, cells), bool)
    kept = []
    for line in lines:
        cells_of = np.clip((line.points / CELL).astype(int) + 1, 1, cells - 2)
        if len(cells_of) > 3 and taken[cells_of[:, 1], cells_of[:, 0]].mean() > TRACED:
            continue
        kept.append(line)
        for right, down in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)):
            taken[cells_of[:, 1] + down, cells_of[:, 0] + right] = True
    return kept
