"""Find the visible elements of a drawing by rendering it without them.

Elements are removed in paint order. An element stays removed if no pixel of the picture, at 128 and at 512 px, then
differs from the complete drawing by more than `MAX_UNSEEN`, of 255; else it is visible and put back. `scene.worker`
calls this in a sandbox.

The cost is the number of renderings, so they are shared: elements in disjoint boxes are removed in one rendering, since
each changed pixel can be attributed to one of them; and after a batch without visible elements, whole groups are
removed at once, in groups that double while nothing changes.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.scene.page import SIDE, Box
from sgpkit.status import Rejected, Status

MAX_UNSEEN = 16
"""Maximum difference of a channel, of 255, that counts as invisible: a sixteenth. On white, light gray (#eeeeee) and
yellow are visible, and black with an opacity of 6 % is not. All drawing metrics take this constant."""

COARSE, FINE = 128, 512
"""Sizes in pixels at which a drawing is rendered."""

MAX_DEVIATION = 48
"""Maximum difference of a channel between a pixel and its predicted colour."""

MIN_CONFIRMED = 0.5
"""Fraction of a leaf's predicted pixels that must be right: a few may be right by chance, and renderers differ at thin
lines."""

LOOKAHEAD = 500
"""Number of leaves that are searched for disjoint boxes."""

MAX_PAINTINGS = 1_500
"""Maximum number of renderings of one drawing."""

MAX_WORK = 1_000_000
"""Maximum product of leaves and renderings; 300 translucent leaves take up to 180,000, in 8 seconds."""

Pixels = npt.NDArray[np.uint8]
Paint = Callable[[str, int], Pixels]
"""Render a square drawing at a size, on white: (size, size, 4), whose fourth channel is ignored."""

Sketch = Callable[[str, int], Pixels | None]
"""Render like `Paint`, faster but less exactly, or return None if that fails."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """An element of a drawing: the index of the text piece with its start tag, the start tag that hides it, the box on
    the page in which it may paint (None for anywhere), whether its outline has proven it visible, and whether its
    stroke is thinner than a pixel of the page."""

    piece: int
    hidden: str
    box: Box | None
    proven: bool
    thin: bool = False


class Predictions(NamedTuple):
    """Predictions from outlines: indices of pixels in row order, the leaf that owns each pixel, and its colour."""

    at: npt.NDArray[np.int32]
    owners: npt.NDArray[np.int32]
    colors: Pixels


@dataclass(frozen=True, slots=True)
class Visibility:
    """The result: whether the drawing is blank; per leaf, the mask of the pixels that it changes, or None if it is
    invisible or was not tested; and per leaf, whether its proof by outline is confirmed."""

    blank: bool
    masks: list[npt.NDArray[np.bool_] | None]
    confirmed: list[bool]


def find_visible(
    pieces: Sequence[str],
    leaves: Sequence[Leaf],
    paint: Paint,
    predicted: Predictions | None = None,
    sketch: Sketch | None = None,
) -> Visibility:
    """Return which leaves are visible. A proven leaf is not tested if the rendering confirms its predicted colours.
    Sketches replace all renderings but the first if the sketch of the complete drawing shows no difference."""
    if sketch is not None:
        try:
            return _find_visible(pieces, leaves, paint, predicted, sketch)
        except _NoSketchError:
            pass
    return _find_visible(pieces, leaves, paint, predicted, None)


class _NoSketchError(Exception):
    """A sketch failed."""


def _find_visible(
    pieces: Sequence[str],
    leaves: Sequence[Leaf],
    paint: Paint,
    predicted: Predictions | None,
    sketch: Sketch | None,
) -> Visibility:
    leaves = [_in_coarse_pixels(leaf) for leaf in leaves]
    removal = _Removal(list(pieces), leaves, paint, sketch)
    masks: list[npt.NDArray[np.bool_] | None] = [None] * len(leaves)
    confirmed = [leaf.proven for leaf in leaves]
    if removal.blank:
        return Visibility(True, masks, [False] * len(leaves))
    if predicted is not None:
        holds = _confirmed_pixels(predicted, removal.whole[FINE])
        owned = np.bincount(predicted.owners, minlength=len(leaves))
        held = np.bincount(predicted.owners[holds], minlength=len(leaves))
        confirmed = [
            proven and bool(held[index] >= MIN_CONFIRMED * owned[index]) for index, proven in enumerate(confirmed)
        ]
    waiting = [index for index, proven in enumerate(confirmed) if not proven]
    group_size = 1
    while waiting:
        if group_size > 1:  # after invisible leaves, try to remove many at once
            if not removal.changes_picture(waiting[:group_size]):
                removal.leave_out(waiting[:group_size])
                waiting = waiting[group_size:]
                group_size *= 2
            else:
                group_size //= 4
            continue
        batch = _disjoint(waiting, leaves)
        results = removal.try_batch(batch)
        for index, mask in results:
            masks[index] = mask
        waiting = [index for index in waiting if index not in set(batch)]
        group_size = 1 if any(mask is not None for _, mask in results) else 2 * len(batch)
    return Visibility(False, masks, confirmed)


def _confirmed_pixels(predicted: Predictions, fine: Pixels) -> npt.NDArray[np.bool_]:
    """Return which predicted pixels have nearly their predicted colour. A pixel of the page is the mean of four
    rendered ones."""
    rows, columns = np.divmod(predicted.at, SIDE)
    shown = np.zeros_like(predicted.colors, np.int16)
    for row, column in ((0, 0), (0, 1), (1, 0), (1, 1)):
        shown += fine[2 * rows + row, 2 * columns + column, :3]
    result: npt.NDArray[np.bool_] = (np.abs((shown + 2) // 4 - predicted.colors) <= MAX_DEVIATION).all(1)
    return result


def _in_coarse_pixels(leaf: Leaf) -> Leaf:
    """Return a leaf with its box extended to whole coarse pixels, because leaves that are removed together must not
    change the same one."""
    if leaf.box is None:
        return leaf
    left, top, right, bottom = leaf.box
    step = SIDE // COARSE
    return replace(
        leaf, box=(left // step * step, top // step * step, -(-right // step) * step, -(-bottom // step) * step)
    )


def _disjoint(waiting: Sequence[int], leaves: Sequence[Leaf]) -> list[int]:
    """Return the first waiting leaf, and all later ones whose boxes do not intersect those of any earlier waiting
    leaf."""
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
    """The drawing without the leaves removed so far, and the pictures of the complete drawing."""

    def __init__(self, pieces: list[str], leaves: Sequence[Leaf], paint: Paint, sketch: Sketch | None) -> None:
        self.pieces, self.leaves, self.paint = pieces, leaves, paint
        self.paintings = 0
        code = "".join(pieces)
        coarse = paint(code, COARSE)
        if sketch is not None:
            sketched = _sketch_or_raise(sketch, code, COARSE)
            if not visible_differences(coarse, sketched).any():
                self.paint, coarse = functools.partial(_sketch_or_raise, sketch), sketched
        self.whole = {COARSE: coarse, FINE: self.paint(code, FINE)}
        self.blank = all((255 - picture[..., :3] <= MAX_UNSEEN).all() for picture in self.whole.values())

    def try_batch(self, batch: Sequence[int]) -> list[tuple[int, npt.NDArray[np.bool_] | None]]:
        """Remove leaves with disjoint boxes for good if they are invisible; return each with the mask of the pixels
        that it changes, or None."""
        results: dict[int, npt.NDArray[np.bool_]] = {}
        coarse = self.changed_pixels(batch, COARSE)
        if coarse.any():
            coarse = coarse.repeat(2, 0).repeat(2, 1)
            astray = coarse.copy()
            for index in batch:
                mask = _within(coarse, self.leaves[index].box) if len(batch) > 1 else coarse
                if mask.any():
                    results[index] = mask
                astray &= ~_within(astray, self.leaves[index].box)
            if len(batch) > 1 and astray.any():  # a leaf paints outside of its box: test them one by one
                return [pair for index in batch for pair in self.try_batch([index])]
        # Only leaves without a visible change at the coarse size need the fine one, and thin lines, of which the parts
        # between two rows of pixels change each of them by half.
        rest = [index for index in batch if index not in results or self.leaves[index].thin]
        if rest:
            fine = self.changed_pixels(rest, FINE)
            if fine.any():
                fine = np.any(fine.reshape(SIDE, 2, SIDE, 2), axis=(1, 3))
                for index in rest:
                    mask = _within(fine, self.leaves[index].box) if len(batch) > 1 else fine
                    if mask.any():
                        results[index] = mask | results[index] if index in results else mask
        self.leave_out([index for index in batch if index not in results])
        return [(index, results.get(index)) for index in batch]

    def changes_picture(self, group: Sequence[int]) -> bool:
        """Return whether removing a group of leaves changes a pixel."""
        return any(self.changed_pixels(group, size).any() for size in (COARSE, FINE))

    def leave_out(self, group: Sequence[int]) -> None:
        """Remove leaves for good."""
        for index in group:
            self.pieces[self.leaves[index].piece] = self.leaves[index].hidden

    def changed_pixels(self, without: Sequence[int], size: int) -> npt.NDArray[np.bool_]:
        """Return the pixels that change visibly if leaves are removed."""
        self.paintings += 1
        if self.paintings > MAX_PAINTINGS:
            raise Rejected(Status.TOO_LARGE, f"finding the visible shapes takes more than {MAX_PAINTINGS:,} renderings")
        if self.paintings * len(self.leaves) > MAX_WORK:
            raise Rejected(Status.TOO_LARGE, f"finding the visible shapes takes more than {MAX_WORK:,} rendered shapes")
        pieces = self.pieces.copy()
        for index in without:
            pieces[self.leaves[index].piece] = self.leaves[index].hidden
        return visible_differences(self.paint("".join(pieces), size), self.whole[size])


def _sketch_or_raise(sketch: Sketch, code: str, size: int) -> Pixels:
    picture = sketch(code, size)
    if picture is None:
        raise _NoSketchError
    return picture


def visible_differences(one: Pixels, other: Pixels) -> npt.NDArray[np.bool_]:
    """Return which pixels of two pictures differ visibly."""
    first, second = (np.ascontiguousarray(picture).view("<u4").ravel() for picture in (one, other))
    unequal = np.flatnonzero(first != second)  # usually few: only these are compared channel by channel
    result = np.zeros(first.size, np.bool_)
    here, there = (picture[unequal].view(np.uint8).reshape(-1, 4)[:, :3] for picture in (first, second))
    result[unequal] = (np.maximum(here, there) - np.minimum(here, there) > MAX_UNSEEN).any(1)
    return result.reshape(one.shape[:2])


def _within(mask: npt.NDArray[np.bool_], box: Box | None) -> npt.NDArray[np.bool_]:
    if box is None:
        return mask
    left, top, right, bottom = box
    part = np.zeros_like(mask)
    part[top:bottom, left:right] = mask[top:bottom, left:right]
    return part
