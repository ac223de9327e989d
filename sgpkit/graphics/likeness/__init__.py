"""Compare pictures by thumbnails, to find copies of a drawing in large sets.

A thumbnail shows a picture's content, that is, all pixels that differ from the colour along its border, scaled to a
fixed size and centred. So a drawing's position in its frame and an empty background do not matter. `vectors` allows
cheap, coarse comparisons of all pairs; `compare` aligns two thumbnails by a small shift, rotation and scaling, and then
measures their difference in three ways.

Near copies are pairs below all three limits. The limits were chosen on 150 drawings of the object grammar and 150 icons
of SGP-Bench, each compared with a modified version, and on pairs that are not copies:

    ids renamed, attributes in another order, transforms flattened, window scaled   all found
    coordinates rounded to a tenth (a hundredth in windows below 100)                150 and 149 of 150
    colours two levels off                                                           150 and 150
    moved by one user unit                                                           149 and 150
    moved by a 64th of the window, which cuts off what touched its edge              150 and 142
    turned by 2°, by 5°                                                              149 and 150, 105 and 72
    a margin of a tenth added                                                        149 and 149
    the published translations of 55 icons, five each                                all found
    17,000 drawings of the grammar against 1,085 others of its 106 kinds             3 taken for copies
    600 scenes of VectorGym against 400 others                                       none
    169 icons, 199 handwritten digits, each against the others                       none but those published twice

Drawings that differ only in colour are not copies, since questions about them have different answers; neither are
shapes that differ in size by half.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float32]

PAINTED = 64
"""Size of the square pictures from which thumbnails are made."""

SIDE = 32
CONTENT = 28
"""Longer side of a thumbnail's content, which leaves a margin for rotation and smoothing."""

GRID = 8
DIMENSIONS = GRID * GRID * 3

MIN_CONTRAST = 16
"""Minimum difference of content from the background, in levels of 255; the edges of faint shadows are below it."""

WHITE = np.full(3, 255, np.int16)
BACKDROP, DOUBTFUL = 0.9, 0.25
"""Minimum fractions of the border's pixels in one colour for it to be the background, and to be possibly the
background: a shifted backdrop leaves part of the border white, and drawings that fill their frame touch the border.
"""

STRIP = 16
"""Width of the white strip that a shifted backdrop may leave: the picture's side divided by this."""

MAX_SHARE, MAX_DIFFERENCE, MAX_PATCHES = 0.02, 0.2, 0.12
"""Maximum differences of near copies; see `Differences`."""

FAINTEST = 0.02
"""Minimum contrast of a patch that counts, with levels from 0 to 1."""

ALIGN_BELOW = (0.15, 0.03)
"""Maximum difference of pairs before the first and second alignment step; other pairs are not aligned. For copies, one
step removes nearly all of the removable difference."""

MAX_SHIFT = 3.0
MAX_TURN = 0.12
"""Maximum motion in the alignment: shift in pixels; rotation in radians, and scaling as a fraction."""


class Thumbnail(NamedTuple):
    """(SIDE, SIDE, 3) bytes; `scale` is the content's longer side relative to the picture's."""

    pixels: Pixels
    scale: float


def looks(pixels: Pixels) -> list[Thumbnail]:
    """Return the thumbnails of a square picture without alpha: none if it is blank; two if its background is doubtful,
    one with the border's colour as background and one with white."""
    color, share = _border(pixels)
    backgrounds = [color] if share >= BACKDROP else [WHITE, color] if share >= DOUBTFUL else [WHITE]
    thumbnails = [thumbnail(pixels, background) for background in backgrounds]
    return [one for one in thumbnails if one is not None] if thumbnails[-1] is not None else []


def thumbnail(pixels: Pixels, background: npt.NDArray[np.int16]) -> Thumbnail | None:
    """Return the thumbnail of the content that differs from the background, or None if there is none."""
    apart = pixels.astype(np.int16) - background
    if background.min() < 255 - MIN_CONTRAST:
        _clear_strips(apart, background)
    content = (np.abs(apart) > MIN_CONTRAST).any(2)
    rows, columns = np.flatnonzero(content.any(1)), np.flatnonzero(content.any(0))
    if not len(rows):
        return None
    size, side = len(pixels), float(max(rows[-1] - rows[0], columns[-1] - columns[0]) + 1)
    down = _resampling(size, (rows[0] + rows[-1] + 1) / 2, side / CONTENT)
    across = _resampling(size, (columns[0] + columns[-1] + 1) / 2, side / CONTENT)
    # Outside the frame is background.
    shown = np.stack([down @ apart[..., channel].astype(np.float32) @ across.T for channel in range(3)], 2) + background
    return Thumbnail(np.clip(np.rint(shown), 0, 255).astype(np.uint8), side / size)


def _border(pixels: Pixels) -> tuple[npt.NDArray[np.int16], float]:
    """Return the most common colour along the border other than white, and its fraction of the border."""
    border = np.concatenate([pixels[0], pixels[-1], pixels[1:-1, 0], pixels[1:-1, -1]])
    colored = border[border.min(1) < 255 - MIN_CONTRAST].astype(np.int32)
    if len(colored) < DOUBTFUL * len(border):
        return WHITE, 0.0
    names = (colored // 8) @ (1024, 32, 1)
    counts = np.bincount(names)
    commonest = counts.argmax()
    return np.asarray(np.median(colored[names == commonest], axis=0), np.int16), float(counts[commonest] / len(border))


def _clear_strips(apart: npt.NDArray[np.int16], background: npt.NDArray[np.int16]) -> None:
    """Clear the white strips that a slightly shifted backdrop leaves along the frame, which are not content."""
    width = len(apart) // STRIP
    ring = np.ones(apart.shape[:2], bool)
    ring[width:-width, width:-width] = False
    to_white = (WHITE - background).astype(np.float32)
    there = apart[ring].astype(np.float32)
    mixed = np.clip(there @ to_white / (to_white @ to_white), 0, 1)[:, np.newaxis] * to_white
    apart[ring] = np.where((np.abs(there - mixed) <= MIN_CONTRAST).all(1)[:, np.newaxis], 0, apart[ring])


def _resampling(size: int, middle: float, scale: float) -> Numbers:
    """Return the matrix that resamples a line of `size` pixels to SIDE pixels, by weighted means of neighbours."""
    reach = max(scale, 1.0)
    beyond = int(reach) + 2
    centres = middle + (np.arange(SIDE) + 0.5 - SIDE / 2) * scale
    positions = np.arange(-beyond, size + beyond) + 0.5
    weights = np.maximum(1 - np.abs(positions - centres[:, np.newaxis]) / reach, 0)
    weights /= np.maximum(weights.sum(1, keepdims=True), 1e-6)
    return weights[:, beyond:-beyond].astype(np.float32)


def vectors(thumbnails: Pixels) -> Numbers:
    """Return unit vectors (n, DIMENSIONS) for thumbnails (n, SIDE, SIDE, 3): coarse cells minus their mean. The dot
    product of two similar drawings is close to 1."""
    cell = SIDE // GRID
    cells = thumbnails.reshape(-1, GRID, cell, GRID, cell, 3).mean((2, 4), dtype=np.float32) / 255
    flat = (cells - cells.mean((1, 2), keepdims=True)).reshape(-1, DIMENSIONS)
    lengths = np.sqrt((flat**2).sum(1, keepdims=True))
    return np.asarray(flat / np.maximum(lengths, 1e-6), np.float32)


class Differences(NamedTuple):
    """The differences of n pairs, as arrays of length n. `share` is the squared difference relative to the squared
    contrast of the content. `most` is the largest difference of a pixel, with levels from 0 to 1. `patches` is the
    mean, over the patches with contrast, of the difference relative to the patch's contrast, so that faint content
    counts as much as strong content."""

    share: Numbers
    most: Numbers
    patches: Numbers

    @property
    def near(self) -> npt.NDArray[np.bool_]:
        """Return which pairs are near copies."""
        return (self.share <= MAX_SHARE) & (self.most <= MAX_DIFFERENCE) & (self.patches <= MAX_PATCHES)


def compare(ones: Pixels, others: Pixels) -> Differences:
    """Compare pairs of thumbnails, (n, SIDE, SIDE, 3) each, after aligning the second with the first."""
    fixed, moving = _smooth(_levels(ones)), _smooth(_levels(others))
    contrast = np.maximum(_contrast(fixed), _contrast(moving))
    motion = np.zeros((len(fixed), 4), np.float32)
    warped = moving.copy()
    share = _share(fixed, warped, contrast)
    for largest in ALIGN_BELOW:
        some = np.flatnonzero((share > 0) & (share <= largest))
        if not len(some):
            break
        motion[some] += _step(fixed[some], warped[some])
        motion[some, :2] = np.clip(motion[some, :2], -MAX_SHIFT, MAX_SHIFT)
        motion[some, 2:] = np.clip(motion[some, 2:], -MAX_TURN, MAX_TURN)
        there = _warp(moving[some], motion[some])
        now = _share(fixed[some], there, contrast[some])
        better = now < share[some]
        share[some[better]], warped[some[better]] = now[better], there[better]
    return Differences(share, np.abs(fixed - warped).max((1, 2, 3)), _patches(fixed, warped))


def _levels(pixels: Pixels) -> Numbers:
    return np.asarray(pixels, np.float32) / np.float32(255)


def _smooth(pictures: Numbers) -> Numbers:
    """Smooth with weights 1/4, 1/2, 1/4 along both axes, repeating the border."""
    for axis in (1, 2):
        first, last = np.take(pictures, [0], axis), np.take(pictures, [-1], axis)
        wide = np.concatenate([first, pictures, last], axis)
        before, after = np.take(wide, range(SIDE), axis), np.take(wide, range(2, SIDE + 2), axis)
        pictures = (before + 2 * pictures + after) / 4
    return pictures


def _contrast(pictures: Numbers) -> Numbers:
    apart = pictures - pictures.mean((1, 2), keepdims=True)
    return np.asarray(np.maximum((apart**2).sum((1, 2, 3)), 1e-6), np.float32)


def _share(fixed: Numbers, warped: Numbers, contrast: Numbers) -> Numbers:
    return np.asarray(((fixed - warped) ** 2).sum((1, 2, 3)) / contrast, np.float32)


def _patches(fixed: Numbers, warped: Numbers) -> Numbers:
    ours, theirs = (pictures.reshape(-1, GRID, SIDE // GRID, GRID, SIDE // GRID, 3) for pictures in (fixed, warped))
    apart = ((ours - theirs) ** 2).sum(5).mean((2, 4))
    own = np.maximum(
        *[((pictures - pictures.mean((2, 4), keepdims=True)) ** 2).sum(5).mean((2, 4)) for pictures in (ours, theirs)]
    )
    drawn = own > FAINTEST**2
    shares = np.where(drawn, np.minimum(apart / np.maximum(own, FAINTEST**2), 1), 0)
    return np.asarray(shares.sum((1, 2)) / np.maximum(drawn.sum((1, 2)), 1), np.float32)


_ACROSS, _DOWN = np.meshgrid(*[np.arange(SIDE, dtype=np.float32) - (SIDE - 1) / 2] * 2)


def _warp(pictures: Numbers, motion: Numbers) -> Numbers:
    """Return the pictures shifted, scaled and rotated, with linear interpolation."""
    right, down, larger, turn = (motion[:, column, np.newaxis, np.newaxis] for column in range(4))
    x = np.clip(_ACROSS + right + larger * _ACROSS - turn * _DOWN + (SIDE - 1) / 2, 0, SIDE - 1.001)
    y = np.clip(_DOWN + down + larger * _DOWN + turn * _ACROSS + (SIDE - 1) / 2, 0, SIDE - 1.001)
    left, top = x.astype(np.intp), y.astype(np.intp)
    x, y = (x - left)[..., np.newaxis], (y - top)[..., np.newaxis]
    number = np.arange(len(pictures))[:, np.newaxis, np.newaxis]
    upper = pictures[number, top, left] * (1 - x) + pictures[number, top, left + 1] * x
    lower = pictures[number, top + 1, left] * (1 - x) + pictures[number, top + 1, left + 1] * x
    return np.asarray(upper * (1 - y) + lower * y, np.float32)


def _step(fixed: Numbers, warped: Numbers) -> Numbers:
    """Return the small motion that removes most of the difference, by least squares on the picture's gradients (Lucas
    and Kanade 1981)."""
    down, across = np.gradient(warped, axis=(1, 2))
    x, y = _ACROSS[..., np.newaxis], _DOWN[..., np.newaxis]
    slopes = np.stack([across, down, x * across + y * down, x * down - y * across], 1).reshape(len(warped), 4, -1)
    apart = (fixed - warped).reshape(len(warped), -1, 1)
    normal = slopes @ slopes.transpose(0, 2, 1) + 1e-4 * np.eye(4, dtype=np.float32)
    return np.linalg.solve(normal, slopes @ apart)[..., 0].astype(np.float32)
