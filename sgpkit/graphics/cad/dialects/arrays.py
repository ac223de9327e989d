"""Read the headers of untrusted `.npy` files.

https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
"""

import io
import math
import tokenize
from typing import NamedTuple

import numpy as np

from sgpkit.status import Rejected, Status

BROKEN = (
    ValueError,
    TypeError,
    EOFError,
    OSError,
    SyntaxError,
    MemoryError,
    RecursionError,
    OverflowError,
    tokenize.TokenError,
)
"""The exceptions that numpy raises for a broken header, which it reads as a Python literal."""


class Head(NamedTuple):
    """Shape and type of the array in a `.npy` file, and the bytes after the header."""

    shape: tuple[int, ...]
    dtype: "np.dtype[np.generic]"
    rest: bytes


def head(content: bytes) -> Head:
    """Read the header of a `.npy` file. Raises Rejected for a broken header, or one that claims more data than the file
    has.
    """
    stream = io.BytesIO(content)
    try:
        version = np.lib.format.read_magic(stream)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, _, dtype = read(stream)
        claimed = math.prod(shape) * dtype.itemsize
    except BROKEN as error:
        reason = f"not a .npy file, or a broken one: {type(error).__name__}: {str(error)[:200]}"
        raise Rejected(Status.PARSE_ERROR, reason) from None
    rest = stream.read()
    if not dtype.hasobject and not 0 <= claimed <= len(rest):
        raise Rejected(Status.PARSE_ERROR, f"an array of {claimed:,} bytes, in a file that has {len(rest):,} for it")
    return Head(tuple(shape), dtype, rest)
