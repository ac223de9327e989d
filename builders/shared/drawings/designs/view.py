"""A painted drawing: which item and which colour each pixel shows, and the connected patches of one colour.

Each is worked out when it is asked for, once: some questions need the colours alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics import raster
from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.svg import path

from ..looks import Finish
from ..sketch import Item, Part
from ..writing.styling import Picture, Style

SIZE = 256
AROUND = 2
"""Pixels around what is visible of an item in its window."""

Numbers = npt.NDArray[np.int64]
Window = tuple[slice, slice]
NOWHERE = slice(0, 0), slice(0, 0)


@dataclass(frozen=True, eq=False)
class Drawn:
    """A sketch as it was drawn: its parts and items, the colours of its picture, white first, and the program; `by`
    maps the sketch onto a square of 100."""

    parts: tuple[Part, ...]
    members: tuple[Item, ...]
    style: Style
    finish: Finish
    palette: tuple[str, ...]
    code: str
    by: Affine


class Patches(NamedTuple):
    """The patches of a picture: the number of each pixel's; and for each patch how many pixels it has, the number of
    its colour, its height and its width."""

    numbers: Numbers
    sizes: Numbers
    colors: Numbers
    heights: Numbers
    widths: Numbers


@dataclass(frozen=True, eq=False)
class View:
    """The visible content of a drawing."""

    drawn: Drawn

    @cached_property
    def owner(self) -> Numbers:
        """The number of the item that each pixel shows, -1 for none."""
        return _owners(self.drawn.members, self.drawn.by)

    @cached_property
    def colors(self) -> Numbers:
        """The number in the palette of the colour that each pixel shows, or comes nearest to."""
        palette = [[int(name[at : at + 2], 16) for at in (1, 3, 5)] for name in self.drawn.palette]
        return _nearest(_painted(self.drawn.code), np.array(palette))

    @cached_property
    def patches(self) -> Patches:
        """The connected patches of one colour."""
        return _patches(self.colors)

    @cached_property
    def windows(self) -> tuple[Window, ...]:
        """The window around the visible part of each item."""
        runs = _runs(self.owner)
        shown = runs.values >= 0
        shown_runs = _Runs(runs.values[shown], runs.rows[shown], runs.columns[shown], runs.lengths[shown])
        boxes = _boxes(shown_runs, len(self.drawn.members)).tolist()
        return tuple(
            (slice(max(0, top - AROUND), bottom + AROUND), slice(max(0, left - AROUND), right + AROUND))
            if top < bottom
            else NOWHERE
            for top, bottom, left, right in boxes
        )

    def of_part(self, part: int) -> list[int]:
        """Return the numbers of a part's items."""
        return [number for number, item in enumerate(self.drawn.members) if item.part == part]

    def around(self, numbers: Sequence[int]) -> Window:
        """Return the window around the visible parts of some items."""
        windows = [self.windows[number] for number in numbers if self.windows[number] != NOWHERE]
        if not windows:
            return NOWHERE
        rows, columns = zip(*windows, strict=True)
        return _span(rows), _span(columns)


@lru_cache(maxsize=1)
def view_of(drawn: Drawn) -> View:
    """Return the view of a drawing. It is large, and cached for one drawing only."""
    return View(drawn)


def paints(picture: Picture) -> tuple[str, ...]:
    """Return the colours of a picture, white first."""
    names = ["#ffffff"]
    for ink in picture.layers:
        for paint in (*(ink.gradient or (ink.paint,)), ink.stroke):
            if paint is not None and paint.lower() not in names:
                names.append(paint.lower())
    return tuple(names)


def _span(slices: Sequence[slice]) -> slice:
    return slice(min(part.start for part in slices), max(part.stop for part in slices))


def _painted(code: str) -> npt.NDArray[np.uint32]:
    """Return the colour of each pixel of a program's picture as one number."""
    words = np.ascontiguousarray(raster.paint(code, SIZE, raster.ON_WHITE)).view(">u4")[..., 0]
    return words.astype(np.uint32) >> np.uint32(8)


def _owners(members: Sequence[Item], by: Affine) -> Numbers:
    """Return the topmost item at each pixel, by painting each item in a unique colour."""
    texts = []
    for number, item in enumerate(members):
        color = f"#{number + 1:06x}"
        data = path.write(item.form.loops, by)
        if item.stroke:
            width = max(item.stroke, 1.0) * abs(by.a * by.d - by.b * by.c) ** 0.5
            paint = f'fill="none" stroke="{color}" stroke-width="{width:.3f}" stroke-linecap="round"'
        else:
            paint = f'fill="{color}" fill-rule="evenodd"'
        texts.append(f'<path d="{data}" {paint}/>')
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" shape-rendering="crispEdges">'
    numbers = _painted(head + "".join(texts) + "</svg>").astype(np.int64) - 1
    numbers[(numbers < 0) | (numbers >= len(members))] = -1
    return numbers


class _Runs(NamedTuple):
    """The runs of equal numbers in the rows of a picture."""

    values: npt.NDArray[np.integer]
    rows: Numbers
    columns: Numbers
    lengths: Numbers


def _starts(picture: npt.NDArray[np.integer]) -> npt.NDArray[np.bool_]:
    starts = np.ones(picture.shape, bool)
    np.not_equal(picture[:, 1:], picture[:, :-1], out=starts[:, 1:])
    return starts


def _runs(picture: npt.NDArray[np.integer]) -> _Runs:
    starts = np.flatnonzero(_starts(picture))
    rows, columns = np.divmod(starts, picture.shape[1])
    return _Runs(picture.ravel()[starts], rows, columns, np.diff(starts, append=picture.size))


def _boxes(runs: _Runs, count: int) -> Numbers:
    """Return the first row, the one after the last, and likewise the columns, of each of this number of values."""
    boxes = np.tile([SIZE, 0, SIZE, 0], (count, 1))
    np.minimum.at(boxes[:, 0], runs.values, runs.rows)
    np.maximum.at(boxes[:, 1], runs.values, runs.rows + 1)
    np.minimum.at(boxes[:, 2], runs.values, runs.columns)
    np.maximum.at(boxes[:, 3], runs.values, runs.columns + runs.lengths)
    return boxes


def _nearest(packed: npt.NDArray[np.uint32], palette: Numbers) -> Numbers:
    """Return for each pixel the index of the nearest colour, worked out once for each run of equal pixels."""
    runs = _runs(packed)
    values = runs.values.astype(np.int64)
    channels = np.stack([values >> 16, values >> 8 & 255, values & 255], 1)
    nearest = np.abs(channels[:, None] - palette).sum(2).argmin(1)
    return np.repeat(nearest, runs.lengths).reshape(packed.shape)


def _patches(colors: Numbers) -> Patches:
    """Return the patches of one number: the runs of its rows, joined to those above that they meet."""
    from scipy import sparse
    from scipy.sparse import csgraph

    starts, runs = _starts(colors), _runs(colors)
    numbers = np.repeat(np.arange(runs.values.size), runs.lengths).reshape(colors.shape)
    meet = colors[1:] == colors[:-1]
    first = meet & (starts[1:] | starts[:-1])  # where two runs begin to meet
    first[:, 1:] |= meet[:, 1:] & ~meet[:, :-1]
    above, below = numbers[:-1][first], numbers[1:][first]
    joints = sparse.coo_matrix((np.ones(above.size, bool), (above, below)), (runs.values.size, runs.values.size))
    count, patches = csgraph.connected_components(joints, directed=False)
    boxes = _boxes(runs._replace(values=patches), count)
    sizes = np.bincount(patches, runs.lengths, count).astype(np.int64)
    own = np.empty(count, np.int64)
    own[patches] = runs.values
    shown = np.repeat(patches, runs.lengths).reshape(colors.shape)
    return Patches(shown, sizes, own, boxes[:, 1] - boxes[:, 0], boxes[:, 3] - boxes[:, 2])
