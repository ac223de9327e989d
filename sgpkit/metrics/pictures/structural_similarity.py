"""Structural similarity (SSIM, Wang et al. 2004) and mean squared error of two pictures of 8 bits a channel.

SSIM is as in scikit-image's `structural_similarity` with its defaults: a uniform window, the sample covariance, K1 =
0.01, K2 = 0.03, and the mean over channels and over all positions at which the window fits. All sums are integers, and
only the final fraction is in single precision. It is computed only where the pictures differ, since the index is 1
elsewhere.
"""

import math
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.raster import Pixels

MAX_WINDOW = 101  # sums of two squares over the window fit into 32 bits
K1, K2, RANGE = 0.01, 0.03, 255

STRIP = 1 << 18
"""Number of values processed at once: more would not fit into the processor's cache, fewer would keep its threads
waiting.
"""

Numbers = npt.NDArray[Any]


class Buffers(threading.local):
    """Arrays of each thread that are reused from one picture to the next: allocating the memory takes longer than
    computing the sums.
    """

    def __init__(self) -> None:
        self.held: dict[tuple[str, type], Numbers] = {}

    def array(self, name: str, shape: tuple[int, ...], kind: type) -> Numbers:
        """Return the array with this name and type in this shape, with undefined content."""
        size = math.prod(shape)
        held = self.held.get((name, kind))
        if held is None or held.size < size:
            held = self.held[name, kind] = np.empty(size, kind)
        return held[:size].reshape(shape)


BUFFERS = Buffers()


def ssim(first: Pixels, second: Pixels, window: int) -> float:
    """Return the SSIM of two pictures, -1 to 1; both (height, width) or (height, width, channels)."""
    expect(first, second)
    return ssim_of_planes(planes(first), planes(second), window)


def ssim_of_planes(first: Pixels, second: Pixels, window: int) -> float:
    """Return the SSIM of two pictures of (channels, height, width)."""
    channels, height, width = first.shape
    check_window(window, min(height, width))
    differs = (first != second).any(axis=0)
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not rows.size:
        return 1.0
    reach = window - 1
    top, left = max(0, int(rows[0]) - reach), max(0, int(columns[0]) - reach)
    bottom, right = min(height, int(rows[-1]) + window), min(width, int(columns[-1]) + window)
    total, seen = 0.0, 0
    for begin, end in strips(top, bottom, (right - left) * channels, reach):
        here = slice(None), slice(begin, end), slice(left, right)
        indices = index_map(first[here], second[here], window)
        total += float(indices.sum(dtype=np.float64))
        seen += indices.size
    positions = (height - reach) * (width - reach) * channels
    return float((total + (positions - seen)) / positions)


def check_window(window: int, side: int) -> None:
    """Raise ValueError for a window that does not fit."""
    largest = min(side, MAX_WINDOW)
    if not (3 <= window <= largest and window % 2):
        raise ValueError(f"window={window}: expected an odd number of pixels from 3 to {largest} for this picture")


def strips(top: int, bottom: int, width: int, reach: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the last row of strips, so that each position of the window is in one strip."""
    rows = max(reach, STRIP // width - reach)
    for begin in range(top, bottom - reach, rows):
        yield begin, min(bottom, begin + rows + reach)


def index_map(first: Pixels, second: Pixels, window: int) -> npt.NDArray[np.float32]:
    """Return the index at each position of the window, in an array that the next call overwrites.

    Numerator and denominator are multiplied by the window's area squared. Terms that cancel are subtracted as integers.
    """
    area = window * window
    sample = area / (area - 1)
    narrow = np.uint16 if area * RANGE < 1 << 16 else np.int32
    small = 2 * (area * RANGE) ** 2 < 1 << 32
    whole, natural = (np.int32, np.uint32) if small else (np.int64, np.int64)
    x, y = widened("x", first, np.int32), widened("y", second, np.int32)
    products = np.multiply(x, y, out=BUFFERS.array("products", x.shape, np.int32))
    np.square(x, out=x)
    np.square(y, out=y)
    x += y
    variances = widened("variances", box_sums(x, window), natural)
    covariances = widened("covariances", box_sums(products, window), whole)
    sum_x = widened("sum of x", box_sums(widened("x", first, narrow), window), natural)
    sum_y = widened("sum of y", box_sums(widened("y", second, narrow), window), natural)
    means = np.multiply(sum_x, sum_y, out=BUFFERS.array("means", sum_x.shape, natural))
    covariances *= area
    covariances -= means.view(whole)
    np.square(sum_x, out=sum_x)
    np.square(sum_y, out=sum_y)
    sum_x += sum_y  # of both squares
    variances *= natural(area)
    variances -= sum_x
    above = line("above", means, 2.0, (K1 * RANGE * area) ** 2)
    above *= line("factor", covariances, 2.0 * sample, (K2 * RANGE * area) ** 2)
    above /= line("factor", sum_x, 1.0, (K1 * RANGE * area) ** 2)
    above /= line("factor", variances, sample, (K2 * RANGE * area) ** 2)
    return above


def widened(name: str, values: Numbers, kind: type) -> Numbers:
    """Return the values in another type, in the buffer of this name."""
    copy = BUFFERS.array(name, values.shape, kind)
    np.copyto(copy, values, casting="unsafe")
    return copy


def line(name: str, values: Numbers, factor: float, constant: float) -> npt.NDArray[np.float32]:
    """Return the values times a factor plus a constant, in the buffer of this name."""
    scaled = widened(name, values, np.float32)
    scaled *= np.float32(factor)
    scaled += np.float32(constant)
    return scaled


def box_sums(values: Numbers, window: int) -> Numbers:
    """Return the sums over every square window that fits, in each channel, by rows and then by columns."""
    return run_sums(run_sums(values, window, 1), window, 2)


def run_sums(values: Numbers, length: int, axis: int) -> Numbers:
    """Return the sums over every run of this length, composed from runs of 1, 2, 4, 8 …"""
    kind = values.dtype.type
    fitting = values.shape[axis] - length + 1

    def cut(begin: int, count: int) -> Numbers:
        return values[:, begin : begin + count] if axis == 1 else values[:, :, begin : begin + count]

    def array(name: str, count: int) -> Numbers:
        shape = (*values.shape[:axis], count, *values.shape[axis + 1 :])
        return BUFFERS.array(f"{name} along {axis}", shape, kind)

    total = array("total", fitting)
    total[:] = cut(0, fitting)  # a window is odd
    begin, power = 1, 1
    while 2 * power <= length:
        count = values.shape[axis] - power
        values = np.add(cut(0, count), cut(power, count), out=array(f"runs of {2 * power}", count))
        power *= 2
        if length & power:
            total += cut(begin, fitting)
            begin += power
    return total


def planes(picture: Pixels) -> Pixels:
    """Return a picture as (channels, height, width), each channel contiguous."""
    whole = picture[..., np.newaxis] if picture.ndim == 2 else picture
    return np.ascontiguousarray(np.moveaxis(whole, 2, 0))


def mean_squared_error(first: Pixels, second: Pixels) -> float:
    """Return the mean squared error over all pixels and channels, from 0 to 1 (white is 1)."""
    expect(first, second)
    difference = np.subtract(first, second, dtype=np.int16)
    return float(np.square(difference, dtype=np.int32).mean() / RANGE**2)


def expect(first: Pixels, second: Pixels) -> None:
    """Raise ValueError unless both are pictures of 8 bits and of one shape."""
    if first.shape != second.shape or first.ndim not in (2, 3) or not first.size:
        raise ValueError(f"pictures of shapes {first.shape} and {second.shape}; expected the same shape")
    if first.dtype != np.uint8 or second.dtype != np.uint8:
        raise ValueError(f"pictures of types {first.dtype} and {second.dtype}; expected uint8")
