"""Prove that one drawing is another one moved, by comparing renderings of two renderers pixel by pixel.

The expected picture is the original inside a group with the motion as its transform, so no pixels are resampled and
only differences of anti-aliasing must be tolerated. There are two limits:

- except for a few pixels at sharp corners, no pixel changes by more than a few of the renderer's coverage steps: cairo
  has 15, resvg 4 per pixel row, and several edges can coincide;
- no pixel exceeds the range of its neighbours in the other picture. A slightly displaced edge stays in this range,
  however high its contrast; a missing or unmoved element does not, however low its contrast.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics import raster
from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.perturb import shapes
from sgpkit.graphics.perturb.edits import Edits
from sgpkit.graphics.perturb.frame import Frame
from sgpkit.graphics.perturb.motion import MOST_DIGITS, Motion, Unsupported, matrix, window_of, write
from sgpkit.graphics.raster import Pixels
from sgpkit.graphics.raster.fit import Window
from sgpkit.graphics.svg import document, style
from sgpkit.status import Rejected

# `raster.render` (sandboxed) for untrusted drawings, `raster.paint` for trusted ones.
Painter = Callable[..., Pixels]

SIZE = 512
ROUND = re.compile(r"<(?:\w+:)?rect\s[^>]*\br[xy]\s*=")
FEW = 4  # pixels of 262,144
INK_SIZE = 256
INK = 8  # minimum alpha, of 255, of a pixel that counts as drawn
MARGIN = 0.25  # of the canvas on each side, rendered to find content outside
SLACK = 0.005  # of the canvas: content that exceeds its edge by less counts as inside


class Limits(NamedTuple):
    """Limits in levels of 255. `excess` is in addition to a quarter of the neighbours' range, for corners and
    hairlines."""

    change: int
    excess: int


# Maxima on real icons that were moved correctly: 35 and 1 (cairo; 99 in a single pixel), 112 and 17 (resvg).
LIMITS = {"cairo": Limits(56, 6), "resvg": Limits(144, 20)}


class Unproven(Exception):
    """The second drawing is not the first one moved, or this could not be proven."""


class Difference(NamedTuple):
    """The largest change of a pixel, the largest excess over its neighbours' range in the other picture, and where."""

    change: int
    excess: int
    x: int
    y: int


def verify(before: str, after: str, motion: Motion, *, paint: Painter = raster.render) -> None:
    """Raise Unproven unless `after` is `before` moved according to both renderers; Rejected if `before` is invalid."""
    root = document.parse(before).root
    moved = wrap_in_group(before, matrix(motion, window_of(root.attributes)))
    if "viewBox" in root.attributes:
        # Render both without width and height, as in a viewer of another size: this proves that the viewBox is intact.
        moved = without_size(moved)
        try:
            after = without_size(after)
        except Rejected as rejected:
            raise Unproven(f"it cannot be read: {rejected.reason}") from None
    for renderer, limits in LIMITS.items():
        expected = paint(for_renderer(moved, renderer), SIZE, renderer=renderer)
        try:
            painted = paint(for_renderer(after, renderer), SIZE, renderer=renderer)
        except Rejected as rejected:
            raise Unproven(f"{renderer} cannot paint it: {rejected.reason}") from None
        worst = difference(expected, painted)
        if worst.change > limits.change or worst.excess > limits.excess:
            where = f"at {worst.x},{worst.y} of {SIZE}"
            raise Unproven(
                f"{renderer}: differs by {worst.change}, {worst.excess} outside its neighbours' range, {where}"
            )


def without_size(code: str) -> str:
    """Return the drawing without the root's width and height, so that only the viewBox determines what is visible."""
    tree = document.parse(code)
    edits = Edits(tree)
    for name in ("width", "height"):
        if name in edits.spans(tree.root):
            edits.remove(tree.root, name)
    return edits.result()


def for_renderer(code: str, renderer: str) -> str:
    """Return the drawing for a renderer, with rounded rectangles as paths for cairo, because cairosvg 2.9 draws two of
    their corners too flat.

    The other renderer, which gets the rectangles, proves that the paths are equivalent.
    """
    if renderer != "cairo" or not ROUND.search(code):
        return code
    tree = document.parse(code)
    frame = Frame(tree, Motion(), window_of(tree.root.attributes))
    try:
        for element in tree.root.subtree():
            if element.tag == "rect" and not element.attributes.keys().isdisjoint(("rx", "ry")):
                shapes.to_path(frame, element, MOST_DIGITS)
    except Unsupported:
        return code
    return frame.edits.result()


def difference(expected: Pixels, painted: Pixels) -> Difference:
    """Return the largest change except of a few pixels, and the largest excess over the neighbours' range."""
    apart = np.maximum(expected, painted) - np.minimum(expected, painted)
    change = np.maximum(np.maximum(apart[..., 0], apart[..., 1]), apart[..., 2])  # ten times as fast as `max(2)`
    rows, columns = np.nonzero(change > min(limits.excess for limits in LIMITS.values()))
    if not len(rows):
        return Difference(0, 0, 0, 0)
    largest = np.sort(change[rows, columns])[::-1]
    low_first, high_first = (values[rows, columns].astype(np.int16) for values in _around(expected))
    low_second, high_second = (values[rows, columns].astype(np.int16) for values in _around(painted))
    here, there = expected[rows, columns].astype(np.int16), painted[rows, columns].astype(np.int16)
    excess = np.maximum.reduce([there - high_first, low_first - there, here - high_second, low_second - here])
    excess = (excess - np.minimum(high_first - low_first, high_second - low_second) // 4).max(1)
    # Pixels at the picture's rim lack neighbours.
    rim = (rows == 0) | (columns == 0) | (rows == change.shape[0] - 1) | (columns == change.shape[1] - 1)
    excess[rim] = 0
    worst = int(excess.argmax() if excess.max() > 0 else change[rows, columns].argmax())
    usual = int(largest[FEW]) if len(largest) > FEW else 0
    return Difference(usual, max(int(excess[worst]), 0), int(columns[worst]), int(rows[worst]))


def _around(pixels: Pixels) -> tuple[Pixels, Pixels]:
    """Return, per channel, the minimum and maximum over each pixel and its neighbours."""
    return _over_neighbours(np.minimum, pixels), _over_neighbours(np.maximum, pixels)


def _over_neighbours(extreme: np.ufunc, pixels: Pixels) -> Pixels:
    down = pixels.copy()
    extreme(down[1:], pixels[:-1], out=down[1:])
    extreme(down[:-1], pixels[1:], out=down[:-1])
    result = down.copy()
    extreme(result[:, 1:], down[:, :-1], out=result[:, 1:])
    extreme(result[:, :-1], down[:, 1:], out=result[:, :-1])
    return result


def wrap_in_group(code: str, by: Affine) -> str:
    """Return the drawing with its contents in a group with a transform."""
    tree = document.parse(code)
    edits = Edits(tree)
    text = edits.text
    begin = edits.start_end(tree.root)
    name = text[tree.root.byte + 1 : edits.name_end(tree.root)]
    closing = [match.start() for match in re.finditer(rf"</{re.escape(name)}[ \t\r\n]*>", text)]
    if text[begin - 1] == "/" or not closing:
        return code
    group = name.removesuffix("svg") + "g"
    numbers = " ".join([write(number, 12) for number in by])
    inside = f'<{group} transform="matrix({numbers})">{text[begin + 1 : closing[-1]]}</{group}>'
    result = edits.decoded(text[: begin + 1] + inside + text[closing[-1] :])
    if tree.styled:
        _same_rules(tree, document.parse(result))
    return result


def _same_rules(before: document.Document, after: document.Document) -> None:
    """Raise Unproven if the added group changes which elements style sheets match, as with `svg > path`."""
    one, other = style.sheet(before).matches, style.sheet(after).matches
    inside = [element for element in after.root.subtree() if element is not after.root.children[0]]
    for old, new in zip(before.root.subtree(), inside, strict=True):
        if one.get(id(old)) != other.get(id(new)):
            raise Unproven(f"{old.path}: a style sheet's rule depends on elements being children of the root")
    if id(after.root.children[0]) in other:
        raise Unproven("a style sheet's rule matches every group")


def stays_on_canvas(code: str, motion: Motion, *, paint: Painter = raster.render) -> bool:
    """Return whether a motion moves no content out of the canvas, and none into it from outside."""
    window, points = _ink(code, paint)
    if not len(points):
        return True
    a, b, c, d, e, f = matrix(motion, window)
    x, y = a * points[:, 0] + c * points[:, 1] + e, b * points[:, 0] + d * points[:, 1] + f
    slack = SLACK * max(window.width, window.height)
    left, top = window.x - slack, window.y - slack
    right, bottom = window.x + window.width + slack, window.y + window.height + slack
    return bool(x.min() >= left and y.min() >= top and x.max() <= right and y.max() <= bottom)


@lru_cache(maxsize=32)
def _ink(code: str, paint: Painter) -> tuple[Window, npt.NDArray[np.float64]]:
    """Return the canvas, and the outermost points drawn on and around it in root user units, from one rendering."""
    tree = document.parse(code)
    window = window_of(tree.root.attributes)
    edits = Edits(tree)
    x, y = window.x - MARGIN * window.width, window.y - MARGIN * window.height
    width, height = window.width * (1 + 2 * MARGIN), window.height * (1 + 2 * MARGIN)
    edits.put(tree.root, "viewBox", " ".join([write(number, 12) for number in (x, y, width, height)]))
    drawn = paint(edits.result(), INK_SIZE, None, renderer="resvg")[..., 3] >= INK
    scale = INK_SIZE / max(width, height)
    left, top = x - (INK_SIZE / scale - width) / 2, y - (INK_SIZE / scale - height) / 2
    corners = []
    for row in np.nonzero(drawn.any(1))[0]:
        columns = np.nonzero(drawn[row])[0]
        for column in (columns[0], columns[-1]):
            corners.append(((column + 0.5) / scale + left, (row + 0.5) / scale + top))
    return window, np.array(corners).reshape(-1, 2)
