"""Read untrusted files that may be gzipped, with a limit on their unpacked size: 1 MB can unpack to over 1 GB."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

from sgpkit.sandbox.untrusted import regular

MAX_BYTES = 2**30
MAX_LINE = 2**28
MAX_LINES_BYTES = 2**34


def read(path: Path, max_bytes: int = MAX_BYTES) -> bytes:
    """Return the content of a file, unpacked if gzipped. Raises ValueError if it is damaged or larger than
    `max_bytes`."""
    regular.refuse_endless(path)
    with path.open("rb") as file:
        is_packed = file.read(2) == b"\x1f\x8b"
    try:
        with gzip.open(path) if is_packed else path.open("rb") as file:
            content = file.read(max_bytes + 1)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"the gzip file is damaged or incomplete: {error}") from None
    if len(content) > max_bytes:
        raise ValueError(f"it holds more than {max_bytes:,} bytes unpacked")
    return content


def lines(path: Path, max_line: int = MAX_LINE, max_bytes: int = MAX_LINES_BYTES) -> Iterator[bytes]:
    """Yield the lines of a file, unpacked if gzipped. Raises ValueError for a damaged file, a line longer than
    `max_line`, or more than `max_bytes` unpacked bytes."""
    regular.refuse_endless(path)
    with path.open("rb") as file:
        is_packed = file.read(2) == b"\x1f\x8b"
    size = 0
    try:
        with gzip.open(path) if is_packed else path.open("rb") as file:
            while line := file.readline(max_line + 1):
                size += len(line)
                if len(line) > max_line:
                    raise ValueError(f"it has a line of more than {max_line:,} bytes")
                if is_packed and size > max_bytes:
                    raise ValueError(f"it holds more than {max_bytes:,} bytes unpacked")
                yield line
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ValueError(f"the gzip file is damaged or incomplete: {error}") from None
