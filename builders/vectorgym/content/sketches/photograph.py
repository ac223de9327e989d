"""A sheet of paper as photographed with a telephone: tint and grain, uneven light, a slightly oblique view, some blur
and noise, and sometimes an edge of the table.
"""

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

TINTS = ((250, 249, 246), (247, 244, 236), (243, 245, 248), (248, 243, 228))
TABLES = ((120, 90, 62), (70, 66, 64), (176, 150, 118), (52, 60, 72))
SHADES = 256
"""The number of colours in the photograph. More would be invisible noise, which makes up half the size of the file."""


def sheet(side: int, random: np.random.Generator) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return blank paper as an array (side, side, 3) in 0-1, and its tooth (roughness), about 1. A pencil leaves less
    on low places."""
    fine = ndimage.gaussian_filter(random.normal(0, 1, (side, side)), 0.7)
    coarse = ndimage.gaussian_filter(random.normal(0, 1, (side, side)), 5.0)
    grain = fine / fine.std() * 0.008 + coarse / coarse.std() * 0.005
    tint = np.array(TINTS[int(random.integers(len(TINTS)))]) / 255
    return np.clip(tint * (1 + grain[..., None]), 0, 1), np.clip(1 + fine / fine.std() * 0.22, 0.2, 1.6)


def taken(page: NDArray[np.float64], side: int, random: np.random.Generator) -> Image.Image:
    """Return the photograph of a page, `side` pixels wide and high."""
    size = page.shape[0]
    table = tuple(int(level * random.uniform(0.85, 1.1)) for level in TABLES[int(random.integers(len(TABLES)))])
    flat = Image.fromarray((page * 255).round().astype(np.uint8))
    photo = flat.transform(
        (side, side),
        Image.Transform.PERSPECTIVE,
        tuple(perspective(corners(side, random), size)),
        Image.Resampling.BICUBIC,
        fillcolor=table,
    )
    pixels = np.asarray(photo).astype(np.float64) / 255
    pixels = ndimage.gaussian_filter(pixels, (*[random.uniform(0.35, 0.8)] * 2, 0))
    pixels *= light(side, random)[..., None] * warmth(random)
    noise = ndimage.gaussian_filter(random.normal(0, 1, (side, side)), 0.5)
    pixels += noise[..., None] * (random.uniform(0.006, 0.014) / noise.std())
    levels = (np.clip(pixels, 0, 1) * 255).round().astype(np.uint8)
    photo = Image.fromarray(levels)
    shades = photo.resize((side // 4, side // 4), Image.Resampling.NEAREST).quantize(SHADES, Image.Quantize.MEDIANCUT)
    return photo.quantize(palette=shades, dither=Image.Dither.NONE)


def corners(side: int, random: np.random.Generator) -> NDArray[np.float64]:
    """Return the corners of the page in the picture, clockwise from the top left: in most photographs just outside
    of the picture, in others within. At most the margin of the page is cut off."""
    inside = random.random() < 0.4
    inset = random.uniform(0.005, 0.03) if inside else random.uniform(-0.02, -0.005)
    square = np.array([(inset, inset), (1 - inset, inset), (1 - inset, 1 - inset), (inset, 1 - inset)])
    inward = np.sign(0.5 - square) * (1 if inside else -1)
    shift = inward * np.clip(np.abs(random.normal(0, 0.03 if inside else 0.01, (4, 2))), 0, 0.06 if inside else 0.015)
    angle = np.radians(np.clip(random.normal(0, 1.2), -1.5, 1.5))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    seen: NDArray[np.float64] = ((square + shift - 0.5) @ turn + 0.5) * side
    return seen


def perspective(seen: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """Return the eight coefficients, in Pillow's order, that map a point of the photograph to one of the page."""
    page = np.array([(0, 0), (size, 0), (size, size), (0, size)], float)
    rows, wanted = [], []
    for (x, y), (u, v) in zip(seen, page, strict=True):
        rows += [(x, y, 1, 0, 0, 0, -u * x, -u * y), (0, 0, 0, x, y, 1, -v * x, -v * y)]
        wanted += [u, v]
    return np.linalg.solve(np.array(rows), np.array(wanted))


def light(side: int, random: np.random.Generator) -> NDArray[np.float64]:
    """Return the light: brighter on one side, darker in the corners, at times with the soft shadow of a hand or
    phone."""
    down, across = np.mgrid[0:side, 0:side] / side - 0.5
    angle = random.uniform(0, 2 * np.pi)
    slope = random.uniform(0.06, 0.26) * (across * np.cos(angle) + down * np.sin(angle))
    corner = random.uniform(0.05, 0.22) * (across**2 + down**2) * 2
    field = random.uniform(0.86, 0.97) + slope - corner
    if random.random() < 0.4:
        angle, edge = random.uniform(0, 2 * np.pi), random.uniform(0.12, 0.45)
        depth = random.uniform(0.08, 0.2)
        beyond = across * np.cos(angle) + down * np.sin(angle) - edge
        field = field - depth / (1 + np.exp(-beyond / random.uniform(0.02, 0.08)))
    lit: NDArray[np.float64] = np.clip(field, 0.45, 1.08)
    return lit


def warmth(random: np.random.Generator) -> NDArray[np.float64]:
    warm = random.normal(0.01, 0.025)
    return np.array([1 + warm, 1.0, 1 - warm])
