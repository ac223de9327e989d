"""The visible strokes and areas of a program's drawing, as marks for the benchmark's pen.

The drawing is rendered, and the pixels decide. Only the visible stretches of a stroke count, so that clips, masks,
dashes, covering shapes and the page's edge cut it as they do in the picture. Of a partly visible area, the dark pixels
count, row by row. The strokes themselves come from the scene, because their centre lines must be exact to a tenth of a
pixel. A stroke that ends within the width of another stroke is made to end on that stroke's centre line, as it appears
to; the diagonal of a rectangle, for example, may start at the outer corner.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sgpkit.graphics import gate, raster, scene
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.raster import fit as raster_fit
from sgpkit.graphics.svg.outline import bounding_box, flatten
from sgpkit.graphics.svg.paint import Color, Paint
from sgpkit.graphics.turtle.marks import Fill, Mark, Stroke
from sgpkit.graphics.turtle.pixels import DARKEST_WHITE, is_ink
from sgpkit.graphics.turtle.report import MOST_POINTS
from sgpkit.status import Rejected, Status

SIZE = 1024
"""Pixels of the painted picture's side."""

FLATNESS = 4000  # curves become polylines that deviate by less than the drawing's size divided by this
MIN_ALPHA = 0.05
MIN_DARK = 0.98
"""Minimum fraction of an area's pixels that must be dark for its whole outline to count as visible."""

MAX_SAMPLES = 1_000_000
"""Maximum number of points, along all lines together, at which the picture is sampled; longer drawings are sampled more
coarsely.
"""

MAX_SEGMENTS = 2_000
"""Maximum number of segments for which ends are moved to centre lines, since all ends are compared with all segments.
"""

LEVEL = 0.9
"""Minimum cosine of the angle between two lines that run alongside each other rather than meet."""

Pixels = NDArray[np.bool_]
Numbers = NDArray[np.float64]


class Painted(NamedTuple):
    """A drawing as SVG, and the levels of gray that its program painted, if it paints pixels: (height, width).

    `given` is the drawing with the lines of outlines at the coordinates that the program gives, if its library paints
    outlines inside of them, as Pillow and pygame do; else "".
    """

    svg: str
    gray: NDArray[np.uint8] | None = None
    given: str = ""


class Picture:
    """The dark pixels of a painted drawing, by positions in the drawing's units."""

    def __init__(self, drawing: Painted, window: raster_fit.Window) -> None:
        self.own = drawing.gray is not None
        if drawing.gray is not None:
            self.dark: Pixels = drawing.gray <= DARKEST_WHITE
            self.scale, self.left, self.top = 1.0, 0.0, 0.0
        else:
            self.dark = raster.render(gate.text(drawing.svg), SIZE) @ np.array([0.299, 0.587, 0.114]) <= DARKEST_WHITE
            position = raster_fit.fit(window, SIZE)
            self.scale = SIZE / max(window.width, window.height)
            self.left, self.top = position.left - window.x * self.scale, position.top - window.y * self.scale
        self.height, self.width = self.dark.shape

    def cells(self, points: Numbers) -> NDArray[np.int64]:
        """Return the column and row of each point."""
        cells: NDArray[np.int64] = np.floor(points * self.scale + (self.left, self.top)).astype(np.int64)
        return cells

    def point(self, column: int, row: int) -> Point:
        """Return the upper left corner of a pixel."""
        return Point((column - self.left) / self.scale, (row - self.top) / self.scale)

    def is_dark(self, points: Numbers) -> Pixels:
        """Return for each point whether its pixel or a neighbouring one is dark."""
        columns, rows = self.cells(points).T
        dark = np.zeros(len(points), bool)
        for across in (-1, 0, 1):
            for down in (-1, 0, 1):
                x, y = columns + across, rows + down
                inside = (x >= 0) & (y >= 0) & (x < self.width) & (y < self.height)
                dark[inside] |= self.dark[y[inside], x[inside]]
        return dark


def marks(drawing: Painted) -> tuple[Mark, ...]:
    """Return the visible lines and areas of a drawing, y up, without texts and bitmaps. Raises Rejected."""
    drawn = scene.from_svg(drawing.svg)
    box = bounding_box(subpath for shape in drawn.shapes for subpath in shape.outline)
    if box is None:
        return ()
    tolerance = max(box.right - box.left, box.bottom - box.top) / FLATNESS
    picture = Picture(drawing, drawn.window)
    drawn_marks: list[Stroke | Fill] = []
    left = MOST_POINTS
    step = max(1 / picture.scale, _length(drawn, tolerance) / MAX_SAMPLES)
    for shape in drawn.shapes:
        more = list(_marks(drawn, shape, picture, tolerance, step))
        left -= sum(len(mark.points) for mark in more)
        if left < 0:
            raise Rejected(Status.TOO_LARGE, f"more than {MOST_POINTS:,} points are drawn")
        drawn_marks += more
    return tuple(_upright(mark) for mark in _on_middle_lines(drawn_marks, 2 * max(drawn.window[2:]) / SIZE))


def _length(drawn: scene.Scene, tolerance: float) -> float:
    """Return the length of all lines."""
    lines = [flatten(subpath, tolerance) for shape in drawn.shapes for subpath in shape.outline if shape.stroke]
    return sum(start.distance(end) for line in lines for start, end in pairwise(line))


def _marks(
    drawn: scene.Scene, shape: scene.Shape, picture: Picture, tolerance: float, step: float
) -> Iterator[Stroke | Fill]:
    lines = [tuple(flatten(subpath, tolerance)) for subpath in shape.outline]
    fill, stroke = _colour(shape.fill, shape.opacity), _colour(shape.stroke, shape.opacity)
    if fill and lines:
        yield from _area(Fill(_join_outlines(lines), fill), picture)
    for line in lines if stroke else ():
        for stretch in _seen(drawn, shape, line, picture, step) if is_ink(stroke) else [line]:
            yield Stroke(stretch, stroke, shape.stroke_width)


def _seen(
    drawn: scene.Scene, shape: scene.Shape, line: tuple[Point, ...], picture: Picture, step: float
) -> Iterator[tuple[Point, ...]]:
    """Yield the visible stretches of a line: where its shape is visible, or another dark shape covers it."""
    samples, before = _samples(line, step)
    seen = picture.is_dark(samples)
    if not picture.own:
        _add_pale(drawn, shape, samples, seen)
    if seen.all():
        yield line
        return
    for shown, run in groupby(range(len(samples)), lambda index: bool(seen[index])):
        indices = list(run)
        if shown:
            first, last = indices[0], indices[-1]
            corners = line[before[first] + 1 : before[last] + 1]
            yield (Point(*samples[first].tolist()), *corners, Point(*samples[last].tolist()))


def _add_pale(drawn: scene.Scene, shape: scene.Shape, samples: Numbers, seen: Pixels) -> None:
    """Mark the samples as seen where a shape is visible without being dark, as thin lines are."""
    waiting = [np.flatnonzero(~seen)]
    while waiting:
        indices = waiting.pop()
        share = drawn.visible_share(shape, samples[indices])
        if share == 1:
            seen[indices] = True
        elif share > 0:  # test each half
            waiting += [indices[: len(indices) // 2], indices[len(indices) // 2 :]]


def _samples(line: Sequence[Point], step: float) -> tuple[Numbers, list[int]]:
    """Return points at most a step apart along a line, including its corners, and for each the index of the corner
    before it.
    """
    points: list[Numbers] = [np.array([line[0]], float)]
    before = [0]
    for index, (start, end) in enumerate(pairwise(line)):
        count = max(1, math.ceil(start.distance(end) / step))
        shares = np.arange(1, count + 1)[:, np.newaxis] / count
        points.append(np.array(start) + shares * (np.array(end) - np.array(start)))
        before += [index] * count
    return np.concatenate(points), before


def _area(area: Fill, picture: Picture) -> Iterator[Fill]:
    """Yield an area, or its dark pixels as bars if it is dark and partly hidden. White areas cover what is below."""
    from scipy import ndimage

    if not is_ink(area.colour):
        yield area
        return
    corners = picture.cells(np.array(area.points, float))
    size = (picture.width, picture.height)
    left, top = np.clip(corners.min(0) - 1, 0, size)
    right, bottom = np.clip(corners.max(0) + 2, 0, size)
    if left >= right or top >= bottom:
        return
    inside = _inside(corners - (left, top), (int(right - left), int(bottom - top)))
    dark = inside & picture.dark[top:bottom, left:right]
    core = ndimage.binary_erosion(inside)  # pixels at the edge are pale
    if np.count_nonzero(dark & core) >= MIN_DARK * np.count_nonzero(core):
        yield area
        return
    for row in np.flatnonzero(dark.any(1)):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], dark[row].astype(np.int8), [0]])))
        for begin, end in edges.reshape(-1, 2):
            bar = ((begin, row), (end, row), (end, row + 1), (begin, row + 1))
            yield Fill(tuple(picture.point(int(left + x), int(top + y)) for x, y in bar), area.colour)


def _inside(corners: NDArray[np.int64], size: tuple[int, int]) -> Pixels:
    """Return the pixels of a picture inside a polygon, by the even-odd rule."""
    from PIL import Image, ImageDraw

    image = Image.new("1", size)
    limited = np.clip(corners, -4 * SIZE, 4 * SIZE)
    if len(limited) > 1:
        ImageDraw.Draw(image).polygon([(int(x), int(y)) for x, y in limited], fill=1)
    return np.array(image, bool)


def _join_outlines(lines: Sequence[tuple[Point, ...]]) -> tuple[Point, ...]:
    """Join several outlines into one with the same even-odd fill, by lines to each outline and back."""
    if len(lines) == 1:
        return lines[0]
    home = lines[0][0]
    return tuple(point for line in lines for point in (home, *line, line[0], home))


def _colour(paint: Paint, opacity: float) -> str:
    """Return a paint as it looks on white; gradients and patterns become a medium gray, which counts as ink."""
    if paint is None:
        return ""
    color = paint if isinstance(paint, Color) else Color(128, 128, 128)
    alpha = color.alpha * opacity
    if alpha < MIN_ALPHA:
        return ""
    parts = [round(255 - alpha * (255 - part)) for part in color[:3]]
    return "#{:02x}{:02x}{:02x}".format(*parts)


def _on_middle_lines(drawn_marks: list[Stroke | Fill], slack: float) -> Iterator[Stroke | Fill]:
    """Yield marks with the ends of open lines moved to the centre lines of the strokes that cover them; `slack` is the
    tolerance for ends that were read from pixels.
    """
    strokes = [mark for mark in drawn_marks if isinstance(mark, Stroke)]
    pieces = [
        (*pair, index) for index, mark in enumerate(strokes) for pair in pairwise(mark.points) if pair[0] != pair[1]
    ]
    if not 0 < len(pieces) <= MAX_SEGMENTS:
        yield from drawn_marks
        return
    starts, ends = (np.array([piece[side] for piece in pieces], float) for side in (0, 1))
    reach = np.array([strokes[piece[2]].width / 2 for piece in pieces]) + slack
    owner = np.array([piece[2] for piece in pieces])
    number = 0
    for mark in drawn_marks:
        if not isinstance(mark, Stroke):
            yield mark
            continue
        others = owner != number
        number += 1
        if len(mark.points) < 2 or mark.points[0] == mark.points[-1] or not others.any():
            yield mark
            continue
        around = starts[others], ends[others], reach[others]
        first = _laid(mark.points[0], mark.points[1], mark.width, around)
        last = _laid(mark.points[-1], mark.points[-2], mark.width, around)
        yield mark._replace(points=(first, *mark.points[1:-1], last))


def _laid(end: Point, inner: Point, width: float, around: tuple[Numbers, Numbers, Numbers]) -> Point:
    """Return the end of a line, moved along the line to the centre line of a stroke that covers it, if any."""
    starts, ends, reach = around
    spans, way = ends - starts, np.array(inner - end)
    length = float(np.hypot(*way))
    if not length:
        return end
    way /= length
    lengths = np.hypot(*spans.T)
    away = np.array(end) - starts
    shares = np.clip((away * spans).sum(1) / lengths**2, 0, 1)
    near = np.hypot(*(away - shares[:, np.newaxis] * spans).T) <= math.sqrt(2) * reach
    directions = spans / lengths[:, np.newaxis]
    turning = way[0] * directions[:, 1] - way[1] * directions[:, 0]
    candidates = np.flatnonzero(near & (np.abs(directions @ way) < LEVEL))
    if not len(candidates):
        return end
    # end + t · way lies on the line of the stroke.
    at = -(away[:, 0] * directions[:, 1] - away[:, 1] * directions[:, 0])[candidates] / turning[candidates]
    best = float(at[np.argmin(np.abs(at))])
    limit = float(np.max(reach[candidates])) * 2 + width / 2
    if not abs(best) <= min(limit, length / 2):
        return end
    return end + Point(float(way[0]), float(way[1])) * best


def _upright(mark: Stroke | Fill) -> Mark:
    """Return a mark with y up."""
    return mark._replace(points=tuple(Point(x, -y) for x, y in mark.points))
