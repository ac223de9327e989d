"""The page of a drawing as flat colours: shapes painted one after another, with the owner of every pixel.

A pixel's owner is the last shape that changed it clearly, where nothing has been painted on it since, its paint is
opaque and flat, and what lies beneath is known. A shape that owns a pixel is therefore visible, without painting the
drawing again without it.
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
"""Pixels of the page's longer side."""

CLEAR = 12
"""The change of a channel, of 255, that proves a shape visible on a pixel that it covers; 8 is what counts as seen."""

CLEAR_AT_EDGES = 24
"""The same for a pixel that it covers in part, where renderers differ."""

TOLERANCE = 0.2
"""Pixels by which cairo may be off a curve; lines thinner than about half of it are not painted."""

UNSURE = 0.1
"""Pixels that may be a shape's, for each that it owns, above which its pixels are painted for."""

FARTHEST = 1e5
"""Pixels off the page beyond which outlines are not painted here: cairo counts in fixed steps."""

DEFAULT_MITER_LIMIT, MITER_LIMIT = 4.0, 10.0
"""SVG's own, and what compilers of TikZ and EPS write. Where a drawing sets a larger one, nothing is proven."""

NOBODY = -1
UNKNOWN = 0

Coverage = npt.NDArray[np.uint8]
Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, right and bottom not included."""

CAPS = {"butt": 0, "round": 1, "square": 2}


class Page:
    """A square page of SIDE pixels that shows a window of the drawing's plane, centred."""

    def __init__(self, window: Window) -> None:
        import cairocffi

        self._cairo = cairocffi
        self.scale = SIDE / max(window.width, window.height)
        self.left = (SIDE - window.width * self.scale) / 2 - window.x * self.scale
        self.top = (SIDE - window.height * self.scale) / 2 - window.y * self.scale
        # What lies outside the window is not shown.
        left, top = self.left + window.x * self.scale, self.top + window.y * self.scale
        self.shown = (
            max(0, int(np.floor(left))),
            max(0, int(np.floor(top))),
            min(SIDE, int(np.ceil(left + window.width * self.scale))),
            min(SIDE, int(np.ceil(top + window.height * self.scale))),
        )
        self.palette: list[Color] = [Color(0, 0, 0), Color(255, 255, 255)]  # the first stands for unknown
        self.beneath = np.ones((SIDE, SIDE), np.uint16)
        self.owners = np.full((SIDE, SIDE), NOBODY, np.int32)
        # How its owner has changed a pixel: from which colour of the palette to which, and how far.
        self._from = np.ones((SIDE, SIDE), np.uint16)
        self._to = np.ones((SIDE, SIDE), np.uint16)
        self._far = np.zeros((SIDE, SIDE), np.uint8)
        # The last shape that was put on a pixel, and whether something was painted there in an unknown way below it or
        # above it.
        self._painters = np.full((SIDE, SIDE), NOBODY, np.int32)
        self._doubted = np.zeros((SIDE, SIDE), np.bool_)
        self._veiled = np.zeros((SIDE, SIDE), np.bool_)
        self._numbers: dict[Color, int] = {Color(255, 255, 255): 1}
        self._surface = cairocffi.ImageSurface(cairocffi.FORMAT_A8, SIDE, SIDE)
        self._context = cairocffi.Context(self._surface)
        self._context.set_tolerance(TOLERANCE)
        stride = self._surface.get_stride()
        self._data = np.frombuffer(self._surface.get_data(), np.uint8).reshape(SIDE, stride)[:, :SIDE]

    def pixel(self, point: Point) -> tuple[float, float]:
        """Return a point of the drawing's plane in pixels."""
        return point.x * self.scale + self.left, point.y * self.scale + self.top

    def box(self, points: Sequence[Point], margin: float = 1.0) -> Box | None:
        """Return the box of points on the page, with a margin in pixels; None where it is off the page."""
        pixels = np.array([self.pixel(point) for point in points])
        if not np.isfinite(pixels).all():
            return self.shown
        low, high = np.floor(pixels.min(0) - margin), np.ceil(pixels.max(0) + margin)
        left, top = max(self.shown[0], int(max(low[0], -1e6))), max(self.shown[1], int(max(low[1], -1e6)))
        right, bottom = min(self.shown[2], int(min(high[0], 1e6))), min(self.shown[3], int(min(high[1], 1e6)))
        return (left, top, right, bottom) if left < right and top < bottom else None

    def trace(self, outline: Sequence[Subpath]) -> bool:
        """Make an outline the current path; return False for one that reaches too far off the page."""
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
        """Return whether a point is near enough to be painted at all."""
        return abs(point.x * self.scale + self.left) < FARTHEST and abs(point.y * self.scale + self.top) < FARTHEST

    def filled(self, even_odd: bool = False) -> tuple[Box, Coverage] | None:
        """Return the box and coverage of the current path's inside; None where it is off the page."""
        context = self._context
        context.set_fill_rule(self._cairo.FILL_RULE_EVEN_ODD if even_odd else self._cairo.FILL_RULE_WINDING)
        return self._painted(context.fill_extents(), context.fill_preserve)

    def stroked(self, width: float, cap: str, join: str = "") -> tuple[Box, Coverage] | None:
        """Return the box and coverage of the current path's stroke; None where it is off the page. `join` is "widest"
        or "bevel" where a drawing sets its joins, else as SVG's own."""
        context = self._context
        context.set_line_width(width * self.scale)
        context.set_line_cap(CAPS.get(cap, 0))
        context.set_line_join(self._cairo.LINE_JOIN_BEVEL if join == "bevel" else self._cairo.LINE_JOIN_MITER)
        context.set_miter_limit(MITER_LIMIT if join == "widest" else DEFAULT_MITER_LIMIT)
        return self._painted(context.stroke_extents(), context.stroke_preserve)

    def _painted(self, extents: tuple[float, float, float, float], paint: Any) -> tuple[Box, Coverage] | None:
        left, top = max(self.shown[0], int(np.floor(extents[0]))), max(self.shown[1], int(np.floor(extents[1])))
        right = min(self.shown[2], int(np.ceil(extents[2])))
        bottom = min(self.shown[3], int(np.ceil(extents[3])))
        if left >= right or top >= bottom:
            return None
        self._surface.flush()
        self._data[top:bottom, left:right] = 0
        self._surface.mark_dirty()
        paint()
        self._surface.flush()
        return (left, top, right, bottom), self._data[top:bottom, left:right].copy()

    def clipped(self, touched: tuple[Box, Coverage], clip: tuple[Box, Coverage] | None) -> Coverage:
        """Return coverage with the share that a clip path, given as coverage too, leaves of it."""
        return (touched[1].astype(np.uint16) * within(clip, touched[0]) // 255).astype(np.uint8)

    def cover(self, box: Box | None, where: npt.NDArray[np.bool_] | None = None) -> None:
        """Mark pixels as painted in an unknown way; None for all of the page."""
        left, top, right, bottom = box or self.shown
        region = np.s_[top:bottom, left:right]
        part = np.s_[:, :] if where is None else where
        self.beneath[region][part] = UNKNOWN
        self.owners[region][part] = NOBODY
        self._doubted[region][part] = True
        self._veiled[region][part] = True

    def put(self, owner: int, color: Color, touched: tuple[Box, Coverage], sure: Coverage | None) -> None:
        """Paint a shape in one flat opaque colour: what it may touch, and what it covers for sure where that is
        less."""
        (left, top, _, _), mask = touched
        number = self._numbers.get(color)
        if number is None:
            number = self._numbers[color] = len(self.palette)
            self.palette.append(color)
        rows, columns = np.nonzero(mask)  # few of the box's pixels are a line's
        at = (rows + top) * SIDE + columns + left
        touches = mask[rows, columns]
        shares = touches if sure is None else np.minimum(touches, sure[rows, columns])
        # A stroke is upon the fill of its own shape: what lies beneath the shape is what counts.
        before, owners = self.beneath.reshape(-1), self.owners.reshape(-1)
        start = np.where(owners[at] == owner, self._from.reshape(-1)[at], before[at])
        change = self._differences(number)[start] * shares
        whole = shares == 255
        proven = change >= np.where(whole, CLEAR, CLEAR_AT_EDGES).astype(np.uint16) * 255
        if sure is not None:
            proven &= sure[rows, columns] == touches
        owners[at] = np.where(proven, owner, NOBODY)
        won = at[proven]
        self._from.reshape(-1)[won] = start[proven]
        self._to.reshape(-1)[won] = number
        self._far.reshape(-1)[won] = touches[proven]
        before[at] = np.where(whole, number, UNKNOWN)
        self._painters.reshape(-1)[at] = owner
        veiled = self._veiled.reshape(-1)
        self._doubted.reshape(-1)[at] = veiled[at]
        veiled[at[whole]] = False

    def proven(self) -> set[int]:
        """Return the shapes that own pixels, without those that may be seen on many more than they own."""
        owned = np.bincount((self.owners + 1).ravel())
        unsure = np.bincount((self._painters[self._doubted] + 1).ravel(), minlength=len(owned))[: len(owned)]
        sure = (owned > 0) & (unsure <= UNSURE * owned)
        return set((np.flatnonzero(sure) - 1).tolist()) - {NOBODY}

    def _differences(self, number: int) -> npt.NDArray[np.uint16]:
        """Return by number the largest difference of a channel between each colour and this one; 0 from unknown."""
        colors = np.array([color[:3] for color in self.palette], np.int16)
        result: npt.NDArray[np.uint16] = np.abs(colors - colors[number]).max(1).astype(np.uint16)
        result[UNKNOWN] = 0
        return result

    def colors(self, at: npt.NDArray[np.intp]) -> npt.NDArray[np.uint8]:
        """Return the colours that pixels with an owner should have: (number, 3), by their numbers row by row."""
        table = np.array([color[:3] for color in self.palette], np.float32)
        start, end, far = (values.ravel()[at] for values in (self._from, self._to, self._far))
        share = far[:, np.newaxis] * np.float32(1 / 255)
        result: npt.NDArray[np.uint8] = np.rint(table[start] + (table[end] - table[start]) * share).astype(np.uint8)
        return result


def within(part: tuple[Box, Coverage] | None, outer: Box) -> Coverage:
    """Return coverage in another box, 0 outside of its own."""
    left, top, right, bottom = outer
    result = np.zeros((bottom - top, right - left), np.uint8)
    if part is not None:
        (x, y, x_end, y_end), mask = part
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
