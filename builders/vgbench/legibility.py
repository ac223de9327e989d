"""The size at which a drawing's labels can be read in its picture."""

import math
import re

from sgpkit.graphics.compiled import Converted

SIZE = 512
"""The minimum side of a picture in pixels."""

LARGEST = 2400
LETTER = 10.0
"""The intended height of labels in pixels, from the bottom of the lowest letter to the top of the highest."""

CAPITAL = 0.72
"""The height of a capital in a font of size 1."""

TALL = 0.75
"""The height of a capital or a `b` as a share of a word's box, which has room for a `g` as well."""

_VIEW = re.compile(r'viewBox="\S+ \S+ (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)"')
_FONT = re.compile(r'font-size="(\d+(?:\.\d+)?)"')


def legible_size(drawn: Converted, format: str) -> int:
    """Return the side in pixels of a picture in which most labels are `LETTER` pixels high, within `SIZE` and
    `LARGEST`."""
    return min(LARGEST, max(SIZE, needed_size(drawn)))


def is_legible(drawn: Converted) -> bool:
    """Return whether most labels of a drawing can be `LETTER` pixels high in a picture that is not too large."""
    return needed_size(drawn) <= LARGEST


def needed_size(drawn: Converted) -> int:
    """Return the side in pixels of the picture in which most labels are `LETTER` pixels high, 0 without any."""
    view = _VIEW.search(drawn.svg)
    heights = sorted(
        [TALL * (word.bottom - word.top) for word in drawn.words]
        or [CAPITAL * float(size) for size in _FONT.findall(drawn.svg)]
    )
    if view is None or not heights:
        return 0
    usual = heights[len(heights) // 10]  # smaller texts are indices and the like
    return math.ceil(LETTER * max(map(float, view.groups())) / max(usual, 0.1))
