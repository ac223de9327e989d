"""Colour by hand: areas of a picture filled with hatching, or with a broad brush.

White areas and the background stay paper.
"""

import itertools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter
from scipy import ndimage

from .hand import Bend, Stroke
from .outlines import apart

WHITE = 244
SAME = 26.0
LEAST = 0.04
"""The minimum share of coloured area besides the background for which the background is left out."""

SHORTEST = 5
"""The minimum length in pixels of a hatching stroke. Shorter ones come from lines and antialiased edges."""

COARSE = 8
"""The distance in pixels over which the sheet's slow bend is treated as constant."""

ANGLES = (-50.0, 40.0, -15.0)


class Hatching(NamedTuple):
    spacing: float
    width: float


PENCIL = Hatching(4.6, 2.3)
MARKER = Hatching(5.6, 5.2)


def hatched(picture: NDArray[np.uint8], how: Hatching, bent: Bend, random: np.random.Generator) -> list[Stroke]:
    """Return strokes in the colours of the picture; areas of different colours are hatched in different directions."""
    size = picture.shape[0]
    colors = picture.astype(np.int16)
    blank = left_blank(colors)
    turn = (np.right_shift(colors, 5) @ np.array([3, 5, 7])) % len(ANGLES)
    strokes = []
    lean = random.uniform(-12, 12)
    for number, angle in enumerate(ANGLES):
        mine = (turn == number) & ~blank
        if mine.any():
            strokes += lines(colors, mine, np.radians(angle + lean), how, size, bent, random)
    return strokes


def left_blank(colors: NDArray[np.int16]) -> NDArray[np.bool_]:
    """Return the mask of blank pixels: white, and the border's colour unless nothing else is left to colour."""
    white = np.minimum(np.minimum(colors[..., 0], colors[..., 1]), colors[..., 2]) > WHITE
    behind = apart(colors, background(colors)) < SAME
    return white if (~(white | behind)).mean() < LEAST else white | behind


def background(colors: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return the most frequent colour of the border."""
    border = np.concatenate([colors[2], colors[-3], colors[:, 2], colors[:, -3]]) >> 3
    keys, counts = np.unique(border.astype(np.int32) @ np.array([1 << 10, 1 << 5, 1]), return_counts=True)
    key = int(keys[np.argmax(counts)])
    return np.array([(key >> 10 & 31) * 8 + 4, (key >> 5 & 31) * 8 + 4, (key & 31) * 8 + 4], np.int16)


def lines(
    colors: NDArray[np.int16],
    mine: NDArray[np.bool_],
    angle: float,
    how: Hatching,
    size: int,
    bent: Bend,
    random: np.random.Generator,
) -> list[Stroke]:
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    middle = np.array([size / 2, size / 2])
    reach = size * 0.71
    steps = np.arange(-reach, reach, 2.0)
    strokes = []
    for offset in np.arange(-reach, reach, how.spacing):
        path = middle + across * (offset + random.normal(0, how.spacing / 7)) + steps[:, None] * along
        pixels = np.floor(path).astype(int)
        inside = np.all((pixels >= 0) & (pixels < size), axis=1)
        column, row = np.clip(pixels, 0, size - 1).T
        on = inside & mine[row, column]
        if not on.any():
            continue
        here = colors[row, column]
        breaks = np.r_[True, apart(here[1:], here[:-1]) > SAME] | ~on
        runs = np.cumsum(breaks)
        for first, last in stretches(on, runs):
            if (last - first) * 2 < SHORTEST:
                continue
            strokes.append(stroke(path[first], path[last - 1], here[(first + last) // 2], how, bent, random))
    return strokes


def stretches(on: NDArray[np.bool_], runs: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Return the parts of a line inside one area, as indices of their first and last points."""
    key = np.where(on, runs, -1)
    edges = np.flatnonzero(np.diff(np.r_[-1, key, -1]))
    return [(int(first), int(last)) for first, last in itertools.pairwise(edges) if key[first] != -1]


def stroke(
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    color: NDArray[np.int16],
    how: Hatching,
    bent: Bend,
    random: np.random.Generator,
) -> Stroke:
    shares = np.linspace(0, 1, 5)[:, None]
    points = bent(start * (1 - shares) + end * shares)
    points[[0, -1]] += random.normal(0, 1.2, (2, 2))
    points[1:-1] += random.normal(0, 0.5, (3, 2))
    widths = np.full(5, how.width * random.uniform(0.8, 1.15))
    return Stroke(points, widths, (int(color[0]), int(color[1]), int(color[2])))


def washed(picture: NDArray[np.uint8], bent: Bend, random: np.random.Generator) -> NDArray[np.float64]:
    """Return the areas as painted with a broad brush, without thin lines and with wavy, soft edges, as an array (size,
    size, 4) in 0-1."""
    size = picture.shape[0]
    small = Image.fromarray(picture).resize((size // 2, size // 2), Image.Resampling.BILINEAR)
    flat = np.asarray(small.filter(ImageFilter.MedianFilter(5)).resize((size, size), Image.Resampling.BILINEAR))
    grid = np.stack(np.meshgrid(np.arange(size), np.arange(size)), axis=2).astype(np.float64)
    coarse = grid[::COARSE, ::COARSE].reshape(-1, 2)
    few = -(-size // COARSE)
    slow = (bent(coarse) - coarse).reshape(few, few, 2)
    shift = np.repeat(np.repeat(slow, COARSE, axis=0), COARSE, axis=1)[:size, :size]
    frayed = ndimage.gaussian_filter(random.normal(0, 1, (2, size, size)), (0, 9, 9))
    frayed *= 2.2 / max(float(frayed.std()), 1e-9)
    slipped = random.uniform(-2.5, 2.5, 2)
    grid_points = np.moveaxis(grid - shift - slipped, 2, 0) + frayed
    column, row = np.clip(np.round(grid_points), 0, size - 1).astype(int)
    color = flat[row, column].astype(np.int16)
    cover = ndimage.gaussian_filter((~left_blank(color)).astype(np.float64), 0.8)
    streaks = ndimage.gaussian_filter(random.normal(0, 1, (size, size)), (1.5, 24))
    streaks *= 0.05 / max(float(streaks.std()), 1e-9)
    return np.dstack((color / 255, np.clip(cover * (0.86 + streaks), 0, 1)))
