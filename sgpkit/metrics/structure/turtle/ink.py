"""The agreement of two black-and-white drawings: intersection over union of their black pixels.

TurtleBench, appendix C.1: both are cropped to their bounding boxes; above 0.95 they are the same. The published code
stretches one to the size of the other, in both ways, and takes the better; boxes that differ by at most two pixels are
compared here without scaling, at the best shift of up to two pixels, because stretching by a pixel destroys the overlap
of thin lines.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Black = NDArray[np.bool_]

SLACK = 2  # maximum difference in pixels of two boxes that are compared without scaling, and maximum shift


class Overlap(NamedTuple):
    """The black pixels that two drawings share, and those of each."""

    shared: int
    first: int
    second: int

    @property
    def iou(self) -> float:
        """Intersection over union."""
        union = self.first + self.second - self.shared
        return self.shared / union if union else 0.0


def iou(first: Black, second: Black) -> float:
    """Return the published measure, which ignores any stretch. Both are cropped to their ink."""
    if same_size(first.shape, second.shape):
        return best_shift(first, second).iou
    return max(
        overlap(first, resized(second, first.shape)).iou,
        overlap(resized(first, second.shape), second).iou,
    )


def strict_iou(first: Black, second: Black) -> float:
    """Return the same measure with uniform scaling, so that nothing is stretched."""
    if same_size(first.shape, second.shape):
        return best_shift(first, second).iou
    return max(best_shift(first, to_scale(second, first)).iou, best_shift(to_scale(first, second), second).iou)


def to_scale(moving: Black, fixed: Black) -> Black:
    """Scale a drawing so that it fits into the other's box."""
    factor = min(fixed.shape[0] / moving.shape[0], fixed.shape[1] / moving.shape[1])
    height, width = (max(1, round(side * factor)) for side in moving.shape)
    return resized(moving, (height, width))


def same_size(first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """Return whether two boxes differ by no more than `SLACK` pixels."""
    return all(abs(one - other) <= SLACK for one, other in zip(first, second, strict=True))


def overlap(first: Black, second: Black) -> Overlap:
    """Return the overlap of two drawings of one size."""
    return Overlap(int(np.count_nonzero(first & second)), int(np.count_nonzero(first)), int(np.count_nonzero(second)))


def best_shift(first: Black, second: Black, slack: int = SLACK) -> Overlap:
    """Return the overlap at the best offset within `slack` pixels of the positions at which the upper left corners,
    or the middles, coincide.
    """
    ink = int(np.count_nonzero(first)), int(np.count_nonzero(second))
    if first.shape == second.shape and np.array_equal(first, second):
        return Overlap(ink[0], *ink)
    return Overlap(shared_at(first, second, best_slack(first, second, slack)), *ink)


def best_slack(first: Black, second: Black, slack: int = SLACK) -> tuple[int, int]:
    """Return the offset at which `best_shift` has the best overlap."""
    down, right = ((one - other) // 2 for one, other in zip(first.shape, second.shape, strict=True))
    close = same_size(first.shape, second.shape)
    centre = (0, 0) if close else (down, right)
    offsets = [(centre[0] + y, centre[1] + x) for y in range(-slack, slack + 1) for x in range(-slack, slack + 1)]
    return max(offsets, key=lambda offset: shared_at(first, second, offset))


def strays(first: Black, second: Black) -> tuple[bool, bool]:
    """Return whether either drawing, in this order, has ink farther than `SLACK` pixels from the other's ink.

    Both are scaled and aligned as in `strict_iou`.
    """
    if first.shape == second.shape and np.array_equal(first, second):
        return False, False
    if not same_size(first.shape, second.shape):
        second = to_scale(second, first)
    down, right = best_slack(first, second)
    top, left = max(0, -down), max(0, -right)
    height = max(top + first.shape[0], top + down + second.shape[0])
    width = max(left + first.shape[1], left + right + second.shape[1])
    boards = np.zeros((2, height, width), bool)
    boards[0, top : top + first.shape[0], left : left + first.shape[1]] = first
    boards[1, top + down :, left + right :][: second.shape[0], : second.shape[1]] = second
    return _is_far(boards[0], boards[1]), _is_far(boards[1], boards[0])


def _is_far(ink: Black, other: Black) -> bool:
    from scipy import ndimage

    alone = ink & ~other
    return bool(alone.any() and (ndimage.distance_transform_edt(~other)[alone] > SLACK).any())


def shared_at(first: Black, second: Black, offset: tuple[int, int]) -> int:
    """Count the black pixels that the two share when the second's corner lies at `offset` in the first."""
    cuts = []
    for shift, length, other in zip(offset, first.shape, second.shape, strict=True):
        begin, end = max(0, shift), min(length, shift + other)
        if begin >= end:
            return 0
        cuts.append((slice(begin, end), slice(begin - shift, end - shift)))
    (rows, own_rows), (columns, own_columns) = cuts
    return int(np.count_nonzero(first[rows, columns] & second[own_rows, own_columns]))


def resized(pixels: Black, shape: tuple[int, ...]) -> Black:
    """Return a drawing in another size, by nearest-neighbour sampling."""
    rows, columns = (
        ((np.arange(new) + 0.5) * old / new).astype(np.int64) for new, old in zip(shape, pixels.shape, strict=True)
    )
    taken: Black = pixels[rows[:, None], columns[None, :]]
    return taken


def best_offset(first: Black, second: Black) -> tuple[int, int]:
    """Return the position of the second's corner in the first at which they share most, of all positions.

    It is found at a quarter of the size, by a product of Fourier transforms, and then refined by single pixels.
    """
    small = [_quartered(pixels).astype(np.float32) for pixels in (first, second)]
    height, width = (small[0].shape[axis] + small[1].shape[axis] for axis in (0, 1))
    shape = (height, width)
    product = np.fft.rfft2(small[0], shape) * np.conj(np.fft.rfft2(small[1], shape))
    shared = np.fft.irfft2(product, shape)
    y, x = np.unravel_index(int(np.argmax(shared)), shape)
    coarse_y = 4 * (int(y) - height if y >= small[0].shape[0] else int(y))
    coarse_x = 4 * (int(x) - width if x >= small[0].shape[1] else int(x))
    near = range(-4, 5)
    return max(
        ((coarse_y + down, coarse_x + right) for down in near for right in near),
        key=lambda offset: shared_at(first, second, offset),
    )


def _quartered(pixels: Black) -> NDArray[np.float32]:
    """Return the share of black in each block of four by four pixels."""
    height, width = (side + (-side) % 4 for side in pixels.shape)
    padded = np.zeros((height, width), np.float32)
    padded[: pixels.shape[0], : pixels.shape[1]] = pixels
    share: NDArray[np.float32] = padded.reshape(height // 4, 4, width // 4, 4).mean((1, 3))
    return share
