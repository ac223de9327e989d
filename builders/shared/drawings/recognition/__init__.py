"""The recognition of drawings: how many kinds of things a drawing looks more like than the asked one.

A drawing looks like a kind by the mean likeness of the three drawings of that kind that are most like it, among those
of all designs that are kept with the package (`__main__.py` draws them). Likeness is that of their forms
(`sgpkit.graphics.likeness.forms`), in the directions in which kinds differ more than drawings of one kind; a drawing
and its mirror image are alike. Boxes and ellipses in the places of a thing's parts look like things too: so a judgement
also says by how much a drawing looks more like drawings of the kind than like such shapes. The shares of drawings whose
kind has one of the first ranks: of designs to which a model was not fitted, and of answers to captions of vgen-svg,
written by hand or read off them by patterns.

                             first   first three   first five   first ten   margin above 0
    unknown designs           .89        .95           .97          .98
    by hand, 25               .72        .92           .96         1.00          1.00
    boxes from captions       .07        .13           .17          .24           .12
    ellipses from captions    .10        .17           .20          .30           .19
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.likeness import forms
from sgpkit.graphics.likeness.forms import PAINTED, Numbers, Pixels

__all__ = ["FILE", "PAINTED", "Judgement", "Model", "judge", "model", "read"]

FILE = Path(__file__).parent / "forms.npz"

MOST_ALIKE = 3
"""Drawings of a kind that count."""


class Gallery(NamedTuple):
    """Drawings of kinds as unit vectors; those of the kind `i` begin at `starts[i]`."""

    starts: npt.NDArray[np.intp]
    lines: Numbers

    def likeness(self, both: Numbers) -> Numbers:
        """Return the similarity of a drawing, given with its mirror image, to each kind."""
        alike = (self.lines @ both.T).max(axis=1)
        ends = [*self.starts[1:], len(alike)]
        pairs = zip(self.starts, ends, strict=True)
        return np.array([np.sort(alike[start:end])[-MOST_ALIKE:].mean() for start, end in pairs], np.float32)


class Model(NamedTuple):
    """Drawings of the kinds `names`, and plain shapes in the places of their parts. A description minus `mean`, times
    `projection`, is a vector of them except for its length."""

    names: tuple[str, ...]
    drawings: Gallery
    crude: Gallery
    mean: Numbers
    projection: Numbers

    def project(self, descriptions: Numbers) -> Numbers:
        """Return the unit vectors of descriptions."""
        shorter = (descriptions - self.mean) @ self.projection
        projected: Numbers = shorter / np.maximum(np.linalg.norm(shorter, axis=1, keepdims=True), 1e-9)
        return projected


class Judgement(NamedTuple):
    """The place of a kind among all kinds, from 1, by how much a drawing looks like them; and by how much it looks more
    like drawings of the kind than like plain shapes in the places of their parts."""

    rank: int
    margin: float


@cache
def model() -> Model:
    """Return the model of the package."""
    with np.load(FILE, allow_pickle=False) as stored:
        return read(stored)


def read(stored: Any) -> Model:
    """Return a model from its arrays, in which numbers are bytes."""
    drawings, crude = (gallery(stored[f"{name}starts"], stored[f"{name}lines"]) for name in ("", "crude_"))
    names = tuple(stored["names"].tolist())
    return Model(names, drawings, crude, stored["mean"].astype(np.float32), stored["projection"].astype(np.float32))


def gallery(starts: Any, lines: Any) -> Gallery:
    """Return a gallery from its arrays."""
    values = lines.astype(np.float32)
    return Gallery(starts.astype(np.intp), values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-9))


def judge(pixels: Pixels, kind: str) -> Judgement | None:
    """Return the rank of a kind for a picture of `PAINTED` pixels; None for an unknown kind. For an empty picture every
    kind has the last rank."""
    known = model()
    if kind not in known.names:
        return None
    description = forms.describe(pixels)
    if description is None:
        return Judgement(len(known.names), -1.0)
    both = known.project(np.stack([description, forms.mirrored(description)]))
    alike, index = known.drawings.likeness(both), known.names.index(kind)
    return Judgement(1 + int((alike > alike[index]).sum()), float(alike[index] - known.crude.likeness(both)[index]))
