"""Packed files of strangers, of which only so much is unpacked as was agreed: 1 MB can stand for 1 GB and more."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

from sgpkit.sandbox.untrusted import regular

MAX_BYTES = 2**30
MAX_LINE = 2**28
MAX_LINES_BYTES = 2**34


def read(path: Path, max_bytes: int = MAX_BYTES) -> bytes:
    """Return the content of a file, unpacked where it is packed by gzip. Raises ValueError for one that is larger or
    damaged."""
    regular.refuse_endless(path)
    with path.open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    try:
        with gzip.open(path) if packed else path.open("rb") as file:
            content = file.read(max_bytes + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"it is no whole gzip file: {error}") from None
    if len(content) > max_bytes:
        raise ValueError(f"it holds more than {max_bytes:,} bytes unpacked")
    return content


def lines(path: Path, max_line: int = MAX_LINE, max_bytes: int = MAX_LINES_BYTES) -> Iterator[bytes]:
    """Yield the lines of a file, unpacked where it is packed by gzip. Raises ValueError for a longer line, for more
    unpacked bytes, and for a damaged file."""
    regular.refuse_endless(path)
    with path.open("rb") as file:
        is_packed = file.read(2) == b"\x1f\x8b"
    taken = 0
    try:
        with gzip.open(path) if is_packed else path.open("rb") as file:
            while line := file.readline(max_line + 1):
                taken += len(line)
                if len(line) > max_line:
                    raise ValueError(f"a line of it holds more than {max_line:,} bytes")
                if is_packed and taken > max_bytes:
                    raise ValueError(f"it holds more than {max_bytes:,} bytes unpacked")
                yield line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"it is no whole gzip file: {error}") from None
