"""Read from and write to the pipes of a sandboxed program without blocking."""

import fcntl
import os
from contextlib import suppress
from typing import IO

PIPE_BYTES = 1 << 18
"""Capacity of a pipe for answers: enough for a picture of 224 x 224 pixels in one read."""


def widen(stream: IO[bytes]) -> None:
    """Set the capacity of a pipe to `PIPE_BYTES`, if the system allows it."""
    if hasattr(fcntl, "F_SETPIPE_SZ"):  # Linux only
        with suppress(OSError):
            fcntl.fcntl(stream.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)


def read(descriptor: int) -> bytes:
    """Return the available bytes, b"" at the end of the stream, from a non-blocking descriptor that is ready."""
    return os.read(descriptor, 1 << 18)


def write(stream: IO[bytes], unsent: memoryview) -> memoryview:
    """Write as much as fits and return the rest, which is empty if the program has stopped reading."""
    try:
        return unsent[stream.write(unsent[: 1 << 16]) or 0 :]
    except BrokenPipeError:
        return unsent[:0]
