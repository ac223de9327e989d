"""A page on which shapes are painted in flat colours, which records the owner of every pixel.

A shape owns a pixel if it is the last one painted there, has an opaque flat paint, and has clearly changed a known
colour. A shape that owns a pixel is therefore visible, which saves rendering the drawing without it.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.raster.fit import Window
from sgpkit.graphics.svg.outline import Arc, Cubic, Line, Subpath, arc_to_cubics, as_cubic, steps
from sgpkit.graphics.svg.paint import Color

SIDE = 256
"""Width and height of the page in pixels."""

MIN_CHANGE = 20
"""Change of a channel, of 255, on a fully covered pixel that proves a shape visible; above `removal.MAX_UNSEEN`."""

MIN_EDGE_CHANGE = 24
"""The same for a partly covered pixel, where renderers differ."""

TOLERANCE = 0.2
"""Tolerance of cairo's curves in pixels; cairo skips lines thinner than about half of it."""

ROUNDING = 12
"""Maximum difference, of 255, between a pixel's coverage by one stroke with different joins, away from corners: cairo
uses another algorithm, with other rounding, for lines along the axes."""

MAX_UNSURE = 0.1
"""Maximum ratio of a shape's uncertain pixels to its owned ones; above it the shape is tested by rendering."""

MAX_DISTANCE = 1e5
"""Maximum distance of outlines from the page in pixels: cairo uses fixed-point coordinates."""

COVERED = 0.95
"""Fraction of the page's pixels that an area as large as the page paints."""

DEFAULT_MITER_LIMIT, MITER_LIMIT = 4.0, 10.0
"""SVG's default, and the value that TikZ and EPS compilers write. Shapes with larger ones are never proven."""

NO_OWNER = -1
UNKNOWN = 0

Coverage = npt.NDArray[np.uint8]
Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, right and bottom exclusive."""

CAPS = {"butt": 0, "round": 1, "square": 2}


class Page:
    """A square page of SIDE pixels that shows a window of the drawing, centred."""

    def __init__(self, window: Window) -> None:
        import cairocffi

        self._cairo = cairocffi
        self.scale = SIDE / max(window.width, window.height)
        self.left = (SIDE - window.width * self.scale) / 2 - window.x * self.scale
        self.top = (SIDE - window.height * self.scale) / 2 - window.y * self.scale
        # Nothing outside the window is visible.
        left, top = self.left + window.x * self.scale, self.top + window.y * self.scale
        self.visible_box = (
            max(0, int(np.floor(left))),
            max(0, int(np.floor(top))),
            min(SIDE, int(np.ceil(left + window.width * self.scale))),
            min(SIDE, int(np.ceil(top + window.height * self.scale))),
        )
        self.palette: list[Color] = [Color(0, 0, 0), Color(255, 255, 255)]  # the first is a placeholder for UNKNOWN
        self.beneath = np.ones((SIDE, SIDE), np.uint16)
        self.owners = np.full((SIDE, SIDE), NO_OWNER, np.int32)
        # How a pixel's owner has changed it: palette indices of the colours before and after, and the coverage.
        self._from = np.ones((SIDE, SIDE), np.uint16)
        self._to = np.ones((SIDE, SIDE), np.uint16)
        self._far = np.zeros((SIDE, SIDE), np.uint8)
        # The last shape painted on a pixel, and whether an unknown paint is below it (doubted) or somewhere on the
        # pixel (veiled).
        self._painters = np.full((SIDE, SIDE), NO_OWNER, np.int32)
        self._doubted = np.zeros((SIDE, SIDE), np.bool_)
        self._veiled = np.zeros((SIDE, SIDE), np.bool_)
        self._numbers: dict[Color, int] = {Color(255, 255, 255): 1}
        self._surface = cairocffi.ImageSurface(cairocffi.FORMAT_A8, SIDE, SIDE)
        self._context = cairocffi.Context(self._surface)
        self._context.set_tolerance(TOLERANCE)
        stride = self._surface.get_stride()
        self._data = np.frombuffer(self._surface.get_data(), np.uint8).reshape(SIDE, stride)[:, :SIDE]

    def pixel(self, point: Point) -> tuple[float, float]:
        """Convert a point from user units to pixels."""
        return point.x * self.scale + self.left, point.y * self.scale + self.top

    def box(self, points: Sequence[Point], margin: float = 1.0) -> Box | None:
        """Return the bounding box of points on the page, with a margin in pixels, or None if it is off the page."""
        pixels = np.array([self.pixel(point) for point in points])
        if not np.isfinite(pixels).all():
            return self.visible_box
        low, high = np.floor(pixels.min(0) - margin), np.ceil(pixels.max(0) + margin)
        left, top = max(self.visible_box[0], int(max(low[0], -1e6))), max(self.visible_box[1], int(max(low[1], -1e6)))
        right, bottom = (
            min(self.visible_box[2], int(min(high[0], 1e6))),
            min(self.visible_box[3], int(min(high[1], 1e6))),
        )
        return (left, top, right, bottom) if left < right and top < bottom else None

    def trace(self, outline: Sequence[Subpath]) -> bool:
        """Make an outline cairo's current path. Return False if it extends too far off the page."""
        context = self._context
        context.new_path()
        if not all(self.is_near(point) for subpath in outline for point in _controls(subpath)):
            return False
        scale, left, top = self.scale, self.left, self.top
        for subpath in outline:
            context.move_to(subpath.start.x * scale + left, subpath.start.y * scale + top)
            for start, piece in steps(subpath):
                if isinstance(piece, Line):
                    context.line_to(piece.end.x * scale + left, piece.end.y * scale + top)
                    continue
                curves = arc_to_cubics(start, piece) if isinstance(piece, Arc) else (as_cubic(start, piece),)
                for curve in curves:
                    context.curve_to(*_flat(curve, scale, left, top))
            if subpath.closed:
                context.close_path()
        return True

    def is_near(self, point: Point) -> bool:
        """Return whether cairo can represent a point."""
        return (
            abs(point.x * self.scale + self.left) < MAX_DISTANCE and abs(point.y * self.scale + self.top) < MAX_DISTANCE
        )

    def fill_coverage(self, even_odd: bool = False) -> tuple[Box, Coverage] | None:
        """Return the box and coverage of the current path's fill, or None if it is off the page."""
        context = self._context
        context.set_fill_rule(self._cairo.FILL_RULE_EVEN_ODD if even_odd else self._cairo.FILL_RULE_WINDING)
        return self._painted(context.fill_extents(), context.fill_preserve)

    def stroke_coverage(self, width: float, cap: str, join: str = "") -> tuple[Box, Coverage] | None:
        """Return the box and coverage of the current path's stroke, or None if it is off the page. `join` is "widest"
        (an upper bound), "bevel" (a lower bound), or "" for SVG's default."""
        context = self._context
        context.set_line_width(width * self.scale)
        context.set_line_cap(CAPS.get(cap, 0))
        context.set_line_join(self._cairo.LINE_JOIN_BEVEL if join == "bevel" else self._cairo.LINE_JOIN_MITER)
        context.set_miter_limit(MITER_LIMIT if join == "widest" else DEFAULT_MITER_LIMIT)
        return self._painted(context.stroke_extents(), context.stroke_preserve)

    def _painted(self, extents: tuple[float, float, float, float], paint: Any) -> tuple[Box, Coverage] | None:
        left, top = (
            max(self.visible_box[0], int(np.floor(extents[0]))),
            max(self.visible_box[1], int(np.floor(extents[1]))),
        )
        right = min(self.visible_box[2], int(np.ceil(extents[2])))
        bottom = min(self.visible_box[3], int(np.ceil(extents[3])))
        if left >= right or top >= bottom:
            return None
        self._surface.flush()
        self._data[top:bottom, left:right] = 0
        self._surface.mark_dirty()
        paint()
        self._surface.flush()
        return (left, top, right, bottom), self._data[top:bottom, left:right].copy()

    def clip_coverage(self, touched: tuple[Box, Coverage], clip: tuple[Box, Coverage] | None) -> Coverage:
        """Return coverage multiplied by that of a clip path."""
        return (touched[1].astype(np.uint16) * crop_coverage(clip, touched[0]) // 255).astype(np.uint8)

    def is_covered(self, touched: tuple[Box, Coverage]) -> bool:
        """Return whether a paint reaches nearly all of the page."""
        left, top, right, bottom = self.visible_box
        least = COVERED * (right - left) * (bottom - top)
        return touched[1].size >= least and bool(np.count_nonzero(touched[1]) >= least)

    def mark_unknown(self, box: Box | None, where: npt.NDArray[np.bool_] | None = None) -> None:
        """Mark pixels as painted with an unknown colour: those of a box (None: the page) in the mask `where`."""
        left, top, right, bottom = box or self.visible_box
        region = np.s_[top:bottom, left:right]
        part = np.s_[:, :] if where is None else where
        self.beneath[region][part] = UNKNOWN
        self.owners[region][part] = NO_OWNER
        self._doubted[region][part] = True
        self._veiled[region][part] = True

    def paint(self, owner: int, color: Color, touched: tuple[Box, Coverage], sure: Coverage | None) -> None:
        """Paint a shape in a flat opaque colour, given the coverage that it may have, and the coverage that is certain
        (None if that is the same)."""
        (left, top, _, _), mask = touched
        number = self._numbers.get(color)
        if number is None:
            number = self._numbers[color] = len(self.palette)
            self.palette.append(color)
        rows, columns = np.nonzero(mask)  # a line touches few pixels of its box
        at = (rows + top) * SIDE + columns + left
        touches = mask[rows, columns]
        shares = touches if sure is None else np.minimum(touches, sure[rows, columns])
        # The stroke of a shape is painted on its fill: compare with the colour below the shape.
        before, owners = self.beneath.reshape(-1), self.owners.reshape(-1)
        start = np.where(owners[at] == owner, self._from.reshape(-1)[at], before[at])
        change = self._differences(number)[start] * shares
        whole = shares == 255
        proven_shapes = change >= np.where(whole, MIN_CHANGE, MIN_EDGE_CHANGE).astype(np.uint16) * 255
        if sure is not None:
            proven_shapes &= touches - shares <= ROUNDING
        owners[at] = np.where(proven_shapes, owner, NO_OWNER)
        won = at[proven_shapes]
        self._from.reshape(-1)[won] = start[proven_shapes]
        self._to.reshape(-1)[won] = number
        self._far.reshape(-1)[won] = touches[proven_shapes]
        before[at] = np.where(whole, number, UNKNOWN)
        self._painters.reshape(-1)[at] = owner
        veiled = self._veiled.reshape(-1)
        self._doubted.reshape(-1)[at] = veiled[at]
        veiled[at[whole]] = False

    def proven_shapes(self) -> set[int]:
        """Return the shapes that own pixels, except those with too many uncertain pixels."""
        owned = np.bincount((self.owners + 1).ravel())
        unsure = np.bincount((self._painters[self._doubted] + 1).ravel(), minlength=len(owned))[: len(owned)]
        sure = (owned > 0) & (unsure <= MAX_UNSURE * owned)
        return set((np.flatnonzero(sure) - 1).tolist()) - {NO_OWNER}

    def _differences(self, number: int) -> npt.NDArray[np.uint16]:
        """Return the maximum channel difference between each palette colour and this one, 0 for the unknown colour."""
        colors = np.array([color[:3] for color in self.palette], np.int16)
        result: npt.NDArray[np.uint16] = np.abs(colors - colors[number]).max(1).astype(np.uint16)
        result[UNKNOWN] = 0
        return result

    def colors(self, at: npt.NDArray[np.intp]) -> npt.NDArray[np.uint8]:
        """Return the predicted colours of owned pixels as (count, 3), given their indices in row order."""
        table = np.array([color[:3] for color in self.palette], np.float32)
        start, end, far = (values.ravel()[at] for values in (self._from, self._to, self._far))
        share = far[:, np.newaxis] * np.float32(1 / 255)
        result: npt.NDArray[np.uint8] = np.rint(table[start] + (table[end] - table[start]) * share).astype(np.uint8)
        return result


def crop_coverage(covered: tuple[Box, Coverage] | None, outer: Box) -> Coverage:
    """Return coverage cropped or padded with 0 to another box."""
    left, top, right, bottom = outer
    result = np.zeros((bottom - top, right - left), np.uint8)
    if covered is not None:
        (x, y, x_end, y_end), mask = covered
        x0, y0, x1, y1 = max(x, left), max(y, top), min(x_end, right), min(y_end, bottom)
        if x0 < x1 and y0 < y1:
            result[y0 - top : y1 - top, x0 - left : x1 - left] = mask[y0 - y : y1 - y, x0 - x : x1 - x]
    return result


def _controls(subpath: Subpath) -> Iterator[Point]:
    yield subpath.start
    for piece in subpath.pieces:
        yield piece.end
        if isinstance(piece, Cubic):
            yield piece.first
            yield piece.second
        elif isinstance(piece, Arc):
            yield Point(piece.end.x + 2 * piece.radius_x, piece.end.y + 2 * piece.radius_y)
        elif not isinstance(piece, Line):
            yield piece.control


def _flat(curve: Cubic, scale: float, left: float, top: float) -> tuple[float, float, float, float, float, float]:
    first, second, end = curve
    return (
        first.x * scale + left,
        first.y * scale + top,
        second.x * scale + left,
        second.y * scale + top,
        end.x * scale + left,
        end.y * scale + top,
    )
