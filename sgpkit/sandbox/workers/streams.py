"""Reading from and writing to the pipes of a sandboxed program without waiting for it."""

import fcntl
import os
from contextlib import suppress
from typing import IO

WIDE = 1 << 18
"""Bytes that a pipe of answers holds: a picture of 224 pixels a side goes through at once, and wakes nobody halfway."""


def widen(stream: IO[bytes]) -> None:
    """Make a pipe hold `WIDE` bytes, where the system lets us."""
    if hasattr(fcntl, "F_SETPIPE_SZ"):  # Linux alone has it
        with suppress(OSError):
            fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, WIDE)


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
