"""The kinds whose drawings have the most similar silhouettes, as found by someone with drawings of another seed.

A set of silhouettes, of three drawings of each design, is kept with the package (`__main__.py` draws it).
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.quality.probes import features

Numbers = npt.NDArray[np.float64]

FILE = Path(__file__).parent / "silhouettes.npz"
PIXELS = features.SIDE**2

MOST_ALIKE = 3
"""Silhouettes of a kind that count: which single one is the most alike is another with another seed."""


class Known(NamedTuple):
    """Silhouettes as lines of unit length, whose numbers had a `mean` and a `deviation`, in the order of their kinds'
    names; those of the kind `names[i]` begin at `starts[i]`."""

    names: tuple[str, ...]
    starts: npt.NDArray[np.intp]
    lines: Numbers
    mean: Numbers
    deviation: Numbers

    def likeness(self, outline: Numbers) -> Numbers:
        """Return for each kind the mean similarity of its most similar silhouettes."""
        line = (outline - self.mean) / self.deviation
        alike = self.lines @ (line / max(float(np.linalg.norm(line)), 1e-9))
        ends = [*self.starts[1:], len(alike)]
        return np.array(
            [np.sort(alike[start:end])[-MOST_ALIKE:].mean() for start, end in zip(self.starts, ends, strict=True)]
        )


@cache
def known() -> Known:
    """Return the silhouettes of the package."""
    with np.load(FILE, allow_pickle=False) as stored:
        return read(stored)


def read(stored: Any) -> Known:
    """Return silhouettes from their arrays: pixels are bits, proportions short numbers."""
    pixels = np.unpackbits(stored["pixels"], axis=1, count=PIXELS).astype(float) - 0.5
    values = np.concatenate([pixels, stored["proportions"].astype(float)], axis=1)
    mean, deviation = values.mean(axis=0), np.maximum(values.std(axis=0), 1e-9)
    lines = (values - mean) / deviation
    lines /= np.maximum(np.linalg.norm(lines, axis=1, keepdims=True), 1e-9)
    return Known(tuple(stored["names"].tolist()), stored["starts"].astype(np.intp), lines, mean, deviation)


def packed(drawn: dict[str, list[Numbers]]) -> dict[str, np.ndarray]:
    """Return the arrays of silhouettes of kinds."""
    names = sorted(drawn)
    values = np.stack([outline for name in names for outline in drawn[name]])
    sizes = [len(drawn[name]) for name in names]
    return {
        "names": np.array(names),
        "starts": np.cumsum([0, *sizes[:-1]]).astype(np.int32),
        "pixels": np.packbits(values[:, :PIXELS] > 0, axis=1),
        "proportions": values[:, PIXELS:].astype(np.float16),
    }
