"""Reading from and writing to the pipes of a sandboxed program without waiting for it."""

import os
from typing import IO


def read(descriptor: int) -> bytes:
    """Return the available bytes, b"" at the end. For descriptors that do not block and that a selector reports
    ready."""
    return os.read(descriptor, 1 << 18)


def write(stream: IO[bytes], unsent: memoryview) -> memoryview:
    """Write as much as fits and return the rest; nothing is left for a program that has stopped reading."""
    try:
        return unsent[stream.write(unsent[: 1 << 16]) or 0 :]
    except BrokenPipeError:
        return unsent[:0]
