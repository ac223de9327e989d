"""Describe the forms of a drawing by numbers, such that drawings of the same thing have similar ones.

A description has two halves of equal length: how strongly the edges between colours run in each direction in each cell
of a grid, and how much of each cell of a finer grid is covered by ink. Both are of the drawing's content, scaled to one
size and centred, so that neither its place and size on the page nor its colours count, only where colours meet.
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
"""Difference of a channel from the paper, of 255, from which a pixel is ink."""

STRAY, SMALL = 0.08, 0.2
"""A part apart from the others, at the edge of the content, is a stray if it has at most the first share of the ink, or
at most the second share of the content's longer side."""

OUTER = 0.12
"""The share of the content's height or width that is its outer part on a side."""

APART = 2
"""Pixels around a part of the ink within which another belongs to it."""

STRONGEST = 48.0
"""Difference of neighbours, of 255, from which all edges count the same."""

FAINTEST = 6.0
"""Difference of neighbours below which there is no edge."""


def describe(pixels: Pixels) -> Numbers | None:
    """Return the description of a square picture without alpha, of length 1; None if it shows nothing."""
    content = centered(pixels)
    if content is None:
        return None
    picture, ink = content
    directed = directions(picture)
    covered = ink.reshape(SILHOUETTE, SIDE // SILHOUETTE, SILHOUETTE, -1).mean((1, 3), dtype=np.float32)
    return unit(np.concatenate([unit(np.sqrt(directed).ravel()), unit((covered - covered.mean()).ravel())]))


def unit(values: Numbers) -> Numbers:
    """Return values as a vector of length 1; zeros stay."""
    scaled: Numbers = values / max(float(np.linalg.norm(values)), 1e-6)
    return scaled


def without_strays(pixels: Pixels) -> list[Pixels]:
    """Return a picture, the picture without each of the strays at its edges, and without all of them. A dot in a corner
    of the page would otherwise move everything else in a description."""
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
    """Yield a picture without the outer part of its content, on each choice of sides: labels, axes and notes may reach
    farther out on one side in one drawing than in another, which shifts and shrinks the rest of its description."""
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
    """Return which pixels differ from the paper, whose colour the first pixel has."""
    apart = np.abs(pixels.astype(np.int16) - pixels[0, 0].astype(np.int16))
    different: npt.NDArray[np.bool_] = strongest_channel(apart) > INK
    return different


def strongest_channel(values: npt.NDArray[_Number]) -> npt.NDArray[_Number]:
    """Return the largest of the three channels of each pixel: ten times as fast as `max` on the last axis."""
    strongest: npt.NDArray[_Number] = np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2])
    return strongest


def centered(pixels: Pixels) -> tuple[Numbers, Numbers] | None:
    """Return what differs from the paper, whose colour the first pixel has, at one size in the middle of a square, and
    which of its pixels are ink."""
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
    """Return (CELLS, CELLS, DIRECTIONS): how much of the edges lies in a cell and runs in a direction. A pixel counts
    for the four cells around it, by how near it is."""
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
    """Return the descriptions (…, LENGTH) of the same drawings seen in a mirror."""
    directed = descriptions[..., :EDGES].reshape(*descriptions.shape[:-1], CELLS, CELLS, DIRECTIONS)
    covered = descriptions[..., EDGES:].reshape(*descriptions.shape[:-1], SILHOUETTE, SILHOUETTE)
    flat = descriptions.shape[:-1]
    turned = directed[..., :, ::-1, ::-1].reshape(*flat, EDGES), covered[..., :, ::-1].reshape(*flat, -1)
    return np.concatenate(turned, axis=-1)


def edge_likeness(ones: Sequence[Pixels], others: Numbers | None) -> float:
    """Return how alike the edges of two pictures run, one of a list and one of those that `both_ways` has described,
    from 0 to 1; 0 if none of either shows anything."""
    first = [one for one in map(describe, ones) if one is not None]
    return float((edges(np.stack(first)) @ others.T).max()) if first and others is not None else 0.0


def both_ways(pictures: Sequence[Pixels]) -> Numbers | None:
    """Return the edges of pictures as they are and seen in a mirror; None if they show nothing."""
    described = [one for one in map(describe, pictures) if one is not None]
    if not described:
        return None
    sides = np.stack(described)
    return edges(np.concatenate([sides, mirrored(sides)]))


def edges(descriptions: Numbers) -> Numbers:
    """Return the first halves of descriptions (N, LENGTH), each of length 1."""
    return np.stack([unit(one[:EDGES]) for one in descriptions])
