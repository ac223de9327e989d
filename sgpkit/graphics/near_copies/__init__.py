"""Search for drawings of one set that copy, or nearly copy, drawings of another, to keep test drawings out of training.

Try it: sgpkit dataset copies sgp-bench:sgp-svg
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit import bars
from sgpkit.graphics import likeness
from sgpkit.graphics.likeness import Pixels
from sgpkit.graphics.near_copies.signature import Drawing, Look, Signature, signatures

__all__ = ["Copy", "Drawing", "Index", "SearchResult", "find", "search"]

SAME_CODE = "same code"
ROUNDED_CODE = "same code except for rounded numbers"
SAME_PICTURE = "same picture"
NEAR_PICTURE = "nearly the same picture"

CLOSE = 0.97
"""Minimum cosine of two drawings' coarse vectors for a detailed comparison."""

SIZES = 1.5
"""Maximum ratio of the sizes of a copy and its original in their frames."""

EXACT_SIZES = 1.04
CANDIDATES = 8
BATCH = 256
PAIRS = 64


class Copy(NamedTuple):
    """A drawing of the first set, `name`, that copies a drawing of the second set, `of`.

    `distance` is 0 for the same code or picture.
    """

    name: str
    of: str
    how: str
    distance: float = 0.0

    @property
    def description(self) -> str:
        """A description of the kind of copy and its distance."""
        if not self.distance:
            return self.how
        return f"{self.how}, {'less than ' * (self.distance < 0.001)}{max(self.distance, 0.001):.1%} of it differs"


class SearchResult(NamedTuple):
    """The copies, the sizes of both sets, and the drawings that could only be compared as code (`undrawn`), with
    reasons."""

    copies: list[Copy]
    train: int
    test: int
    undrawn: list[tuple[str, str]]


def find(train: Iterable[Drawing], test: Iterable[Drawing], workers: int = 1) -> list[Copy]:
    """Return the drawings of `train` that copy one of `test`, in order, each with the nearest one."""
    return search(train, test, workers).copies


def search(train: Iterable[Drawing], test: Iterable[Drawing], workers: int = 1) -> SearchResult:
    """Return the drawings of `train` that copy one of `test`, and the drawings that could not be compared as
    pictures."""
    known = list(with_progress(signatures(test, workers), "test"))
    index = Index(known)
    undrawn = [(one.name, one.defect) for one in known if one.defect]
    copies: list[Copy] = []
    count = 0
    for batch in batches(with_progress(signatures(train, workers), "train"), BATCH):
        count += len(batch)
        undrawn += [(one.name, one.defect) for one in batch if one.defect]
        copies += [copy for copy in index.copies(batch) if copy is not None]
    return SearchResult(copies, count, len(known), undrawn)


def with_progress(items: Iterator[Signature], name: str) -> Iterator[Signature]:
    """Yield the signatures of a set, with a progress bar."""
    yield from bars.counted(items, f"drawings of {name}", unit="drawings")


def batches(items: Iterable[Signature], size: int) -> Iterator[list[Signature]]:
    """Yield the items in lists of a fixed size."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch


class Index:
    """An index of drawings whose copies are searched for. Drawings that look exactly the same are represented by the
    first one."""

    def __init__(self, drawings: Iterable[Signature]) -> None:
        self.same: dict[bytes, str] = {}
        self.rounded: dict[bytes, str] = {}
        first: dict[Look, str] = {}
        for one in drawings:
            self.same.setdefault(one.same, one.name)
            self.rounded.setdefault(one.rounded, one.name)
            for look in one.looks:
                first.setdefault(look, one.name)
        self.looks, self.names = list(first), list(first.values())
        self.scales = np.array([look.scale for look in self.looks], np.float32)
        self.vectors = np.zeros((len(self.looks), likeness.DIMENSIONS), np.float32)
        for start in range(0, len(self.looks), BATCH):
            some = stack_pixels(self.looks[start : start + BATCH])
            self.vectors[start : start + BATCH] = likeness.vectors(some)

    def copies(self, drawings: Sequence[Signature]) -> list[Copy | None]:
        """Return, for each drawing, the nearest indexed drawing that it copies, or None."""
        copies = [self.find_by_code(one) for one in drawings]
        left = [index for index, copy in enumerate(copies) if copy is None and drawings[index].looks]
        if left and self.looks:
            for index, copy in self.find_by_picture(drawings, left).items():
                copies[index] = copy
        return copies

    def find_by_code(self, drawing: Signature) -> Copy | None:
        """Return the indexed drawing with the same program, if any."""
        if drawing.same in self.same:
            return Copy(drawing.name, self.same[drawing.same], SAME_CODE)
        if drawing.rounded in self.rounded:
            return Copy(drawing.name, self.rounded[drawing.rounded], ROUNDED_CODE)
        return None

    def find_by_picture(self, drawings: Sequence[Signature], indices: Sequence[int]) -> dict[int, Copy]:
        """Return the copies, by index, among the drawings at `indices` that look like an indexed drawing."""
        owners = [index for index in indices for _ in drawings[index].looks]
        looks = [look for index in indices for look in drawings[index].looks]
        pixels = stack_pixels(looks)
        ones, others = self.candidates(likeness.vectors(pixels), np.array([look.scale for look in looks], np.float32))
        best: dict[int, Copy] = {}
        for start in range(0, len(ones), PAIRS):
            left, right = ones[start : start + PAIRS], others[start : start + PAIRS]
            apart = likeness.compare(pixels[left], stack_pixels([self.looks[other] for other in right]))
            for pair in np.flatnonzero(apart.near):
                one, other, share = left[pair], right[pair], float(apart.share[pair])
                owner = owners[one]
                if owner not in best or share < best[owner].distance:
                    ratio = max(looks[one].scale / self.scales[other], self.scales[other] / looks[one].scale)
                    how = SAME_PICTURE if share == 0 and ratio <= EXACT_SIZES else NEAR_PICTURE
                    best[owner] = Copy(drawings[owner].name, self.names[other], how, share)
        return best

    def candidates(
        self, vectors: likeness.Numbers, scales: npt.NDArray[np.float32]
    ) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Return the pairs to compare in detail: at most `CANDIDATES` of the closest ones per drawing."""
        cosines = vectors @ self.vectors.T
        ones, others = np.divmod(np.flatnonzero(cosines.ravel() >= CLOSE), len(self.looks))
        ratio = scales[ones] / self.scales[others]
        near = (ratio <= SIZES) & (ratio >= 1 / SIZES)
        ones, others = ones[near], others[near]
        order = np.lexsort((-cosines[ones, others], ones))
        ones, others = ones[order], others[order]
        rank = np.arange(len(ones)) - np.searchsorted(ones, ones)
        return ones[rank < CANDIDATES], others[rank < CANDIDATES]


def stack_pixels(looks: Sequence[Look]) -> Pixels:
    """Return the pixels of thumbnails as one array."""
    return np.stack([look.pixels for look in looks])
