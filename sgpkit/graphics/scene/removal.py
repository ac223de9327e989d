"""Elements that can be left out of a drawing without anybody seeing a difference, found by painting.

Elements are tried in paint order, the earliest first, and an element stays out if no pixel of the picture at 128 and at
512 px then differs from the whole drawing's by more than 8 of 255. Elements that paint in separate boxes are tried in
one painting. Runs where painting a foreign drawing may run: `scene.worker` calls it in a sandbox.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.scene.page import SIDE, Box
from sgpkit.status import Rejected, Status

SEEN = 8
"""The largest difference of a channel, of 255, that nobody sees."""

COARSE, FINE = 128, 512
"""Sizes in pixels at which a drawing is looked at."""

AGREED = 48
"""The largest difference of a channel between a pixel and its prediction, for the prediction to hold."""

HELD = 0.5
"""The share of the pixels of a leaf on which its prediction must hold: on a few it may hold by chance, and at
thin lines renderers differ."""

LOOKAHEAD = 500
"""Leaves among which those in separate boxes are looked for."""

MAX_PAINTINGS = 1_500
"""Paintings of one drawing, after which it is refused."""

MAX_WORK = 1_000_000
"""Leaves times paintings, after which a drawing is refused: 300 translucent leaves take up to 180,000, in 8 seconds."""

Pixels = npt.NDArray[np.uint8]
Paint = Callable[[str, int], Pixels]
"""Paint a square drawing at a size, on white: (size, size, 4), of which the fourth channel is not looked at."""

Sketch = Callable[[str, int], Pixels | None]
"""Paint as `Paint` does, faster and nearly as well; None where that fails."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """An element of a drawing: the piece that is its start tag, the piece that hides it, the box on the page in which
    it may paint (None for anywhere), and whether its outline has proven it visible."""

    piece: int
    hidden: str
    box: Box | None
    proven: bool


class Predicted(NamedTuple):
    """Predictions by outlines: pixels by their numbers row by row, the leaf that owns each, and the colour that
    it should have."""

    at: npt.NDArray[np.int32]
    owners: npt.NDArray[np.int32]
    colors: Pixels


@dataclass(frozen=True, slots=True)
class Looked:
    """The result: whether nothing at all is seen; for each leaf that was tried the pixels of the page that it changes,
    None for one that nobody sees; and whether it stays proven by its outline."""

    blank: bool
    masks: list[npt.NDArray[np.bool_] | None]
    kept: list[bool]


def look(
    pieces: Sequence[str],
    leaves: Sequence[Leaf],
    paint: Paint,
    predicted: Predicted | None = None,
    sketch: Sketch | None = None,
) -> Looked:
    """Return which leaves are seen. A leaf that is proven stays so if the predicted colours hold on nearly all of its
    pixels. All but the first painting are sketches where the sketch of the whole drawing is as its painting."""
    if sketch is not None:
        try:
            return _look(pieces, leaves, paint, predicted, sketch)
        except _NoSketchError:
            pass
    return _look(pieces, leaves, paint, predicted, None)


class _NoSketchError(Exception):
    """Raised where a sketch fails."""


def _look(
    pieces: Sequence[str],
    leaves: Sequence[Leaf],
    paint: Paint,
    predicted: Predicted | None,
    sketch: Sketch | None,
) -> Looked:
    leaves = [_in_coarse_pixels(leaf) for leaf in leaves]
    removal = _Removal(list(pieces), leaves, paint, sketch)
    masks: list[npt.NDArray[np.bool_] | None] = [None] * len(leaves)
    kept = [leaf.proven for leaf in leaves]
    if removal.blank:
        return Looked(True, masks, [False] * len(leaves))
    if predicted is not None:
        holds = _holding(predicted, removal.whole[FINE])
        owned = np.bincount(predicted.owners, minlength=len(leaves))
        held = np.bincount(predicted.owners[holds], minlength=len(leaves))
        kept = [proven and bool(held[index] >= HELD * owned[index]) for index, proven in enumerate(kept)]
    waiting = [index for index, proven in enumerate(kept) if not proven]
    together = 1
    while waiting:
        if together > 1:  # stacks of what nobody sees are left out in few paintings
            if not removal.missed(waiting[:together]):
                removal.leave_out(waiting[:together])
                waiting = waiting[together:]
                together *= 2
            else:
                together //= 4
            continue
        batch = _apart(waiting, leaves)
        results = removal.tried(batch)
        for index, mask in results:
            masks[index] = mask
        waiting = [index for index in waiting if index not in set(batch)]
        together = 1 if any(mask is not None for _, mask in results) else 2 * len(batch)
    return Looked(False, masks, kept)


def _holding(predicted: Predicted, fine: Pixels) -> npt.NDArray[np.bool_]:
    """Return which pixels of the page have nearly the colour that they should have, each being the mean of four."""
    rows, columns = np.divmod(predicted.at, SIDE)
    shown = np.zeros_like(predicted.colors, np.int16)
    for row, column in ((0, 0), (0, 1), (1, 0), (1, 1)):
        shown += fine[2 * rows + row, 2 * columns + column, :3]
    result: npt.NDArray[np.bool_] = (np.abs((shown + 2) // 4 - predicted.colors) <= AGREED).all(1)
    return result


def _in_coarse_pixels(leaf: Leaf) -> Leaf:
    """Return a leaf with a box of whole coarse pixels: what it paints in half of one changes all of it, and leaves that
    are tried together must not share one."""
    if leaf.box is None:
        return leaf
    left, top, right, bottom = leaf.box
    step = SIDE // COARSE
    return replace(
        leaf, box=(left // step * step, top // step * step, -(-right // step) * step, -(-bottom // step) * step)
    )


def _apart(waiting: Sequence[int], leaves: Sequence[Leaf]) -> list[int]:
    """Return the first leaf and all further ones whose boxes meet those of no earlier leaf that waits."""
    batch: list[int] = []
    boxes = np.empty((LOOKAHEAD, 4), int)
    for count, index in enumerate(waiting[:LOOKAHEAD]):
        box = leaves[index].box
        if box is None:
            return batch or [index]
        earlier = boxes[:count]
        boxes[count] = left, top, right, bottom = box
        meets = (earlier[:, 0] < right) & (left < earlier[:, 2]) & (earlier[:, 1] < bottom) & (top < earlier[:, 3])
        if not meets.any():
            batch.append(index)
    return batch


class _Removal:
    """The drawing without what is out so far, compared with the whole one."""

    def __init__(self, pieces: list[str], leaves: Sequence[Leaf], paint: Paint, sketch: Sketch | None) -> None:
        self.pieces, self.leaves, self.paint = pieces, leaves, paint
        self.paintings = 0
        code = "".join(pieces)
        coarse = paint(code, COARSE)
        if sketch is not None:
            sketched = _sketched(sketch, code, COARSE)
            if not differing(coarse, sketched).any():
                self.paint, coarse = functools.partial(_sketched, sketch), sketched
        self.whole = {COARSE: coarse, FINE: self.paint(code, FINE)}
        self.blank = all((255 - picture[..., :3] <= SEEN).all() for picture in self.whole.values())

    def tried(self, batch: Sequence[int]) -> list[tuple[int, npt.NDArray[np.bool_] | None]]:
        """Try leaves that paint in separate boxes, and leave out those that nobody misses."""
        results: dict[int, npt.NDArray[np.bool_]] = {}
        coarse = self.changed(batch, COARSE)
        if coarse.any():
            coarse = coarse.repeat(2, 0).repeat(2, 1)
            astray = coarse.copy()
            for index in batch:
                mask = _within(coarse, self.leaves[index].box) if len(batch) > 1 else coarse
                if mask.any():
                    results[index] = mask
                astray &= ~_within(astray, self.leaves[index].box)
            if len(batch) > 1 and astray.any():  # something paints out of its box
                return [pair for index in batch for pair in self.tried([index])]
        rest = [index for index in batch if index not in results]
        if rest:
            fine = self.changed(rest, FINE)
            if fine.any():
                fine = np.any(fine.reshape(SIDE, 2, SIDE, 2), axis=(1, 3))
                for index in rest:
                    mask = _within(fine, self.leaves[index].box) if len(batch) > 1 else fine
                    if mask.any():
                        results[index] = mask
        self.leave_out([index for index in batch if index not in results])
        return [(index, results.get(index)) for index in batch]

    def missed(self, group: Sequence[int]) -> bool:
        """Return whether any pixel changes when a group of leaves is left out."""
        return any(self.changed(group, size).any() for size in (COARSE, FINE))

    def leave_out(self, group: Sequence[int]) -> None:
        """Leave leaves out of the drawing."""
        for index in group:
            self.pieces[self.leaves[index].piece] = self.leaves[index].hidden

    def changed(self, without: Sequence[int], size: int) -> npt.NDArray[np.bool_]:
        """Return the pixels that change when leaves are left out."""
        self.paintings += 1
        if self.paintings > MAX_PAINTINGS:
            raise Rejected(Status.TOO_LARGE, f"more than {MAX_PAINTINGS:,} paintings to see what is visible")
        if self.paintings * len(self.leaves) > MAX_WORK:
            raise Rejected(Status.TOO_LARGE, f"more than {MAX_WORK:,} shapes painted to see what is visible")
        pieces = self.pieces.copy()
        for index in without:
            pieces[self.leaves[index].piece] = self.leaves[index].hidden
        return differing(self.paint("".join(pieces), size), self.whole[size])


def _sketched(sketch: Sketch, code: str, size: int) -> Pixels:
    picture = sketch(code, size)
    if picture is None:
        raise _NoSketchError
    return picture


def differing(one: Pixels, other: Pixels) -> npt.NDArray[np.bool_]:
    """Return which pixels of two pictures differ so much that somebody sees it."""
    first, second = (np.ascontiguousarray(picture).view("<u4").ravel() for picture in (one, other))
    changed = np.flatnonzero(first != second)  # few are: only these are looked at channel by channel
    result = np.zeros(first.size, np.bool_)
    here, there = (picture[changed].view(np.uint8).reshape(-1, 4)[:, :3] for picture in (first, second))
    result[changed] = (np.maximum(here, there) - np.minimum(here, there) > SEEN).any(1)
    return result.reshape(one.shape[:2])


def _within(mask: npt.NDArray[np.bool_], box: Box | None) -> npt.NDArray[np.bool_]:
    if box is None:
        return mask
    left, top, right, bottom = box
    part = np.zeros_like(mask)
    part[top:bottom, left:right] = mask[top:bottom, left:right]
    return part
