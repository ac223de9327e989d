"""Additions: elements of a drawing that do not belong to the asserted things.

A figure belongs to the drawing if it is on an explained one or connected to it, directly or through others, as
highlights, wheels and handles are, or if it fills most of the page, as a background does. All others are additions,
weighted by size: specks do not count, and a dot counts less than a star. Figures that touch each other are one
addition, such as a node and its frame, and so are those with the same paints, such as rain. The frame of a label or a
formula is none, since its words count as words. A translucent area over the whole page is an addition too.
"""

from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from sgpkit.graphics.svg.outline import Box, flatten
from sgpkit.metrics.structure.recall.shapes import Figure, size_of

SIDE = 160
"""Longer side in pixels of the page on which figures are painted."""

NEAR = 3
"""Maximum distance in pixels of figures that are connected."""

WHOLE = 0.6
"""Minimum share of the page that a background fills."""

NOTICED, LARGE = 0.03, 0.2
"""The sizes from which an addition counts, and counts fully, as shares of the page's longer side."""

GROWTH = 0.6
"""The exponent of the size between them; below 1, so that small additions soon count as large faults."""

Mask = npt.NDArray[np.bool_]


def weights(
    figures: Sequence[Figure], explained: Collection[int], page: Box, frames: Collection[int] = ()
) -> list[float]:
    """Return the weight of each addition, from 0 to 1, the largest first. `explained` are the indices of the figures
    that the caption explains, `frames` those of the frames of single words."""
    from scipy import ndimage

    if not explained or len(explained) == len(figures) or size_of(page) <= 0:
        return []
    there, others = (np.zeros((SIDE, SIDE), bool) for _ in range(2))
    whole = WHOLE * (page.right - page.left) * (page.bottom - page.top) * (SIDE / size_of(page)) ** 2
    unexplained: list[tuple[Figure, Mask]] = []
    for index, figure in enumerate(figures):
        own = mask(figure, page)
        if own.sum() >= whole or (index in frames and index not in explained):
            continue
        if index in explained:
            there |= own
        else:
            others |= own
            unexplained.append((figure, own))
    groups, _ = ndimage.label(ndimage.binary_dilation(others, iterations=NEAR))
    joined = set(np.unique(groups[there]).tolist())
    sizes = [
        (max(part.stop - part.start for part in parts) - 2 * NEAR) / SIDE for parts in ndimage.find_objects(groups)
    ]
    paints: dict[int, set[object]] = {
        number: set() for number, size in enumerate(sizes, start=1) if size > NOTICED and number not in joined
    }
    for figure, own in unexplained:
        for number in np.unique(groups[own]).tolist():
            if number in paints:
                paints[number].add((figure.fill, figure.stroke))
    by_paints: dict[frozenset[object], float] = {}
    for number, used in paints.items():
        share = min(1.0, (sizes[number - 1] - NOTICED) / (LARGE - NOTICED)) ** GROWTH
        by_paints[frozenset(used)] = min(1.0, by_paints.get(frozenset(used), 0.0) + share)
    return sorted(by_paints.values(), reverse=True)


def mask(figure: Figure, page: Box) -> Mask:
    """Return the pixels of a figure, including its inside if it is closed or filled."""
    scale = SIDE / size_of(page)
    corners = flatten(figure.outline, 1 / scale)
    points = [(clamped((corner.x - page.left) * scale), clamped((corner.y - page.top) * scale)) for corner in corners]
    picture = Image.new("1", (SIDE, SIDE))
    draw = ImageDraw.Draw(picture)
    if (figure.closed or figure.fill is not None) and len(points) > 2:
        draw.polygon(points, fill=1, outline=1)
    else:
        draw.line(points, fill=1)
    return np.asarray(picture, bool)


def clamped(length: float) -> float:
    """Return a coordinate limited to a page's distance, since Pillow visits every pixel of a line, even off the
    page.
    """
    return min(2.0 * SIDE, max(-1.0 * SIDE, length))
