"""Compare two figures, independent of size, by the lines that only one of them has."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import tracing

GRID = 96
"""Cells on the longer side of a figure."""

UNCHANGED = 0.08
"""A tweak that changes a smaller share of the lines might pass without the change: the grader forgives 0.05."""

EQUAL = 0.03
"""Minimum share of lines in which two different figures differ."""


WORD = 64
"""Bits of the numbers that cells are kept in."""


@lru_cache(maxsize=8192)
def cells(code: str) -> NDArray[np.uint64]:
    """The cells that a program's lines go through, and those within one cell of them, as the bits of two rows of
    numbers: figures are compared by the hundred thousand."""
    pieces = [np.array(stroke) for stroke in tracing.strokes(code)]
    ends = np.concatenate(pieces)
    left, low = ends.real.min(), ends.imag.min()
    span = max(np.ptp(ends.real), np.ptp(ends.imag))
    wide = np.zeros((GRID + 2, GRID + 2), bool)
    for piece in pieces:
        number = np.maximum(1, np.ceil(2 * GRID * abs(np.diff(piece)) / span)).astype(int)
        starts = np.repeat(piece[:-1], number)
        share = np.arange(number.sum()) - np.repeat(np.cumsum(number) - number, number)
        points = np.append(starts + np.repeat(np.diff(piece) / number, number) * share, piece[-1])
        columns = np.rint((points.real - left) / span * (GRID - 1)).astype(int)
        rows = np.rint((points.imag - low) / span * (GRID - 1)).astype(int)
        wide[rows + 1, columns + 1] = True
    near = np.zeros_like(wide)
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            near |= np.roll(wide, (down, across), (0, 1))
    bits = np.stack([wide.ravel(), near.ravel()])
    return np.packbits(np.pad(bits, ((0, 0), (0, -bits.shape[1] % WORD))), axis=1).view(np.uint64)


def differences(one: str, others: Sequence[str]) -> NDArray[np.floating[Any]]:
    """For each of the other programs, the share of the lines of both that only one of them has."""
    first, near_first = cells(one)
    known = np.array([cells(other) for other in others], np.uint64).reshape(-1, 2, len(first))
    second, near_second = known[:, 0], known[:, 1]
    alone = counted(first & ~near_second) + counted(second & ~near_first)
    return alone / counted(first | second)


def difference(one: str, other: str) -> float:
    """The share of the lines of both programs that only one of them has."""
    return float(differences(one, [other])[0])


def counted(bits: NDArray[np.uint64]) -> NDArray[np.int64]:
    count: NDArray[np.int64] = np.bitwise_count(bits).sum(axis=-1, dtype=np.int64)
    return count
