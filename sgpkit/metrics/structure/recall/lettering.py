"""Handle the letters of a compiled page separately from its figures, since a scene would test hundreds of them one by
one.

Letters are outlines of the class `glyph` in the page's definitions. A word is visible if removing the letters changes
the picture in the word's box by more than the threshold of a scene.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from sgpkit.graphics import guard, raster, svg
from sgpkit.graphics.compiled import Converted, Word
from sgpkit.graphics.scene.removal import MAX_UNSEEN
from sgpkit.graphics.svg.outline import Box, bounding_box
from sgpkit.graphics.svg.paint import Color
from sgpkit.metrics.structure.recall import shapes

SIDE = 512
"""Pixels of the picture's longer side."""

_GLYPH = re.compile(r'<path class="glyph" [^>]*/>')


def without_letters(code: str) -> str:
    """Return a compiled page without its letters."""
    return _GLYPH.sub("", code)


def seen_words(converted: Converted, bare: str, page: Box) -> Iterator[Word]:
    """Yield the visible words of a page; `bare` is the page without letters."""
    scale = SIDE / max(page.right - page.left, page.bottom - page.top)
    left = (SIDE - (page.right - page.left) * scale) / 2 - page.left * scale
    top = (SIDE - (page.bottom - page.top) * scale) / 2 - page.top * scale
    full, empty = raster.render(converted.svg, SIDE), raster.render(bare, SIDE)
    changed = (np.abs(full.astype(np.int16) - empty) > MAX_UNSEEN).any(2)
    for word in converted.words:
        rows = slice(*bounds(word.top * scale + top, word.bottom * scale + top))
        columns = slice(*bounds(word.left * scale + left, word.right * scale + left))
        if changed[rows, columns].any():
            yield word


def colors(code: str, words: Sequence[Word], limits: guard.Limits) -> frozenset[tuple[int, int, int]]:
    """Return the colours of the letters in these words of a compiled page."""
    boxes = np.array([(word.left, word.top, word.right, word.bottom) for word in words]).reshape(-1, 4)
    shown: set[tuple[int, int, int]] = set()
    for shape in svg.shapes(code, limits):
        paint = shapes.seen(shape.fill, shape.opacity)
        if shapes.GLYPH not in shape.classes or not isinstance(paint, Color) or paint[:3] in shown:
            continue
        box = bounding_box(shape.outline)
        if box is not None:
            x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
            across = (boxes[:, 0] - 1 <= x) & (x <= boxes[:, 2] + 1)
            if (across & (boxes[:, 1] - 1 <= y) & (y <= boxes[:, 3] + 1)).any():
                shown.add(paint[:3])
    return frozenset(shown)


def bounds(first: float, last: float) -> tuple[int, int]:
    """Return the range of pixels between two positions, at least one."""
    begin = int(min(max(first, 0), SIDE - 1))
    return begin, int(min(max(last, begin), SIDE - 1)) + 1
