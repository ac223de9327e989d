"""Describe the forms in a drawing by a vector, so that drawings of the same thing have similar vectors.

A description has two halves, each scaled to the same length: the strength of the edges between colours by direction, in
each cell of a grid, and the fraction of each cell of a finer grid that is ink. Both are measured on the drawing's
content, scaled to a fixed size and centred. So its position and size on the page do not matter, and of its colours only
the edges between them.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from PIL import Image

Pixels = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.float32]
_Number = TypeVar("_Number", bound=np.number[Any])

PAINTED = 128
"""Size in pixels of the square pictures that are described."""

SIDE = 64
"""Size in pixels of the content's longer side."""

CELLS = 8
DIRECTIONS = 8
SILHOUETTE = 16
EDGES = CELLS * CELLS * DIRECTIONS
LENGTH = EDGES + SILHOUETTE * SILHOUETTE

INK = 12
"""Minimum difference of a channel from the paper, of 255, of a pixel that counts as ink."""

STRAY, SMALL = 0.08, 0.2
"""A separate part at the edge of the content is a stray if it has at most the first fraction of the ink, or is at most
the second fraction of the content's longer side.
"""

OUTER = 0.12
"""Fraction of the content's height or width that is cut off on a side."""

APART = 2
"""Maximum distance in pixels between inked pixels of one part."""

STRONGEST = 48.0
"""Difference between neighbours, of 255, above which stronger edges do not count more."""

FAINTEST = 6.0
"""Minimum difference between neighbours, of 255, that counts as an edge."""


def describe(pixels: Pixels) -> Numbers | None:
    """Return the description of a square picture without alpha, as a vector of length 1, or None if the picture is
    blank.
    """
    content = centered(pixels)
    if content is None:
        return None
    picture, ink = content
    directed = directions(picture)
    covered = ink.reshape(SILHOUETTE, SIDE // SILHOUETTE, SILHOUETTE, -1).mean((1, 3), dtype=np.float32)
    return unit(np.concatenate([unit(np.sqrt(directed).ravel()), unit((covered - covered.mean()).ravel())]))


def unit(values: Numbers) -> Numbers:
    """Return values scaled to a vector of length 1; a zero vector is returned unchanged."""
    scaled: Numbers = values / max(float(np.linalg.norm(values)), 1e-6)
    return scaled


def without_strays(pixels: Pixels) -> list[Pixels]:
    """Return a picture, its variants without one of the strays at its edges, and the one without any stray. A dot in a
    corner of the page would otherwise shift everything else in the description.
    """
    from scipy import ndimage

    paper = pixels[0, 0]
    ink = inked(pixels)
    parts, _ = ndimage.label(ndimage.binary_dilation(ink, iterations=APART))
    parts[~ink] = 0
    spans = ndimage.find_objects(parts)
    if not spans:
        return [pixels]
    whole = [(min(span[axis].start for span in spans), max(span[axis].stop for span in spans)) for axis in (0, 1)]
    ink_least, least = STRAY * ink.sum(), SMALL * max(stop - start for start, stop in whole)
    strays = [
        parts == number
        for number, span in enumerate(spans, start=1)
        if any(side.start == start or side.stop == stop for side, (start, stop) in zip(span, whole, strict=True))
        and ((parts[span] == number).sum() <= ink_least or max(side.stop - side.start for side in span) <= least)
    ]
    masks = strays + ([np.logical_or.reduce(strays)] if len(strays) > 1 else [])
    return [pixels, *(np.where(mask[..., np.newaxis], paper, pixels) for mask in masks)]


def cut(pixels: Pixels) -> Iterator[Pixels]:
    """Yield variants of a picture with the outer part of its content cut off, one for each combination of sides.
    Labels, axes and notes may extend the content of one drawing but not of the other, which shifts and shrinks the rest
    in the description.
    """
    rows, columns = (np.flatnonzero(inked(pixels).any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return
    for top, bottom, left, right in itertools.product((0.0, OUTER), repeat=4):
        kept = np.zeros(pixels.shape[:2], bool)
        height, width = np.ptp(rows) + 1, np.ptp(columns) + 1
        kept[
            rows[0] + int(top * height) : rows[-1] + 1 - int(bottom * height),
            columns[0] + int(left * width) : columns[-1] + 1 - int(right * width),
        ] = True
        yield np.where(kept[..., np.newaxis], pixels, pixels[0, 0])


def inked(pixels: Pixels) -> npt.NDArray[np.bool_]:
    """Return which pixels differ from the paper, whose colour is that of the first pixel."""
    apart = np.abs(pixels.astype(np.int16) - pixels[0, 0].astype(np.int16))
    different: npt.NDArray[np.bool_] = strongest_channel(apart) > INK
    return different


def strongest_channel(values: npt.NDArray[_Number]) -> npt.NDArray[_Number]:
    """Return the largest of the three channels of each pixel, ten times as fast as `max` on the last axis."""
    strongest: npt.NDArray[_Number] = np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2])
    return strongest


def centered(pixels: Pixels) -> tuple[Numbers, Numbers] | None:
    """Return the content of a picture (its difference from the colour of the first pixel), scaled to a fixed size and
    centred in a square, and the mask of its ink.
    """
    paper = pixels[0, 0]
    ink = inked(pixels)
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows):
        return None
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    scale = (SIDE - 2) / max(bottom - top, right - left)
    height, width = (max(1, round(float(side) * scale)) for side in (bottom - top, right - left))
    box = (float(left), float(top), float(right), float(bottom))
    y, x = (SIDE - height) // 2, (SIDE - width) // 2
    picture = np.empty((SIDE, SIDE, 3), np.float32)
    picture[:] = paper
    shown = Image.fromarray(pixels).resize((width, height), Image.Resampling.BILINEAR, box=box)
    picture[y : y + height, x : x + width] = np.asarray(shown, np.float32)
    return picture, np.asarray(strongest_channel(np.abs(picture - paper)) > INK, np.float32)


def directions(picture: Numbers) -> Numbers:
    """Return (CELLS, CELLS, DIRECTIONS): the strength of the edges per cell and direction. A pixel contributes to the
    four nearest cells, weighted by distance.
    """
    wide = np.pad(picture, ((1, 1), (1, 1), (0, 0)), mode="edge")
    across, down = wide[1:-1, 2:] - wide[1:-1, :-2], wide[2:, 1:-1] - wide[:-2, 1:-1]
    strengths = np.hypot(across, down)
    strongest = strengths.argmax(axis=2)[..., np.newaxis]
    dx, dy, strength = (np.take_along_axis(one, strongest, 2)[..., 0] for one in (across, down, strengths))
    strength = np.where(strength < FAINTEST, 0, np.minimum(strength, STRONGEST)) / STRONGEST
    angle = np.mod(np.arctan2(dy, dx), np.pi) * (DIRECTIONS / np.pi) - 0.5
    first = np.floor(angle)
    share = angle - first
    number = first.astype(np.intp) % DIRECTIONS
    layers = np.zeros((SIDE * SIDE, DIRECTIONS), np.float32)
    at = np.arange(SIDE * SIDE)
    layers[at, number.ravel()] = (strength * (1 - share)).ravel()
    layers[at, (number.ravel() + 1) % DIRECTIONS] += (strength * share).ravel()
    pooled = np.einsum("cy,yxd,kx->ckd", POOLING, layers.reshape(SIDE, SIDE, DIRECTIONS), POOLING, optimize=True)
    return np.asarray(pooled, np.float32)


def _pooling() -> Numbers:
    """Return the weight of each line of pixels in each line of cells."""
    middles = (np.arange(CELLS) + 0.5) * (SIDE / CELLS)
    away = np.abs(np.arange(SIDE) + 0.5 - middles[:, np.newaxis]) * (CELLS / SIDE)
    return np.asarray(np.maximum(1 - away, 0), np.float32)


POOLING = _pooling()


def mirrored(descriptions: Numbers) -> Numbers:
    """Return the descriptions (…, LENGTH) of the mirrored drawings."""
    directed = descriptions[..., :EDGES].reshape(*descriptions.shape[:-1], CELLS, CELLS, DIRECTIONS)
    covered = descriptions[..., EDGES:].reshape(*descriptions.shape[:-1], SILHOUETTE, SILHOUETTE)
    flat = descriptions.shape[:-1]
    turned = directed[..., :, ::-1, ::-1].reshape(*flat, EDGES), covered[..., :, ::-1].reshape(*flat, -1)
    return np.concatenate(turned, axis=-1)


def edge_likeness(ones: Sequence[Pixels], others: Numbers | None) -> float:
    """Return the maximum similarity of edges, from 0 to 1, between pictures of a list and those described by
    `both_ways`; 0 if either has only blank pictures.
    """
    first = [one for one in map(describe, ones) if one is not None]
    return float((edges(np.stack(first)) @ others.T).max()) if first and others is not None else 0.0


def both_ways(pictures: Sequence[Pixels]) -> Numbers | None:
    """Return the edges of pictures and of their mirror images, or None if all are blank."""
    described = [one for one in map(describe, pictures) if one is not None]
    if not described:
        return None
    sides = np.stack(described)
    return edges(np.concatenate([sides, mirrored(sides)]))


def edges(descriptions: Numbers) -> Numbers:
    """Return the first halves of descriptions (N, LENGTH), each scaled to length 1."""
    return np.stack([unit(one[:EDGES]) for one in descriptions])
