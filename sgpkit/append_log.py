"""Append-only logs: files with one JSON object per line that never lose an acknowledged entry.

A line is completely written before `append` returns. If that fails (for lack of space), it is removed again, so a log
ends with an incomplete line only if its process died while writing. Such a torn line is never read, and is removed
before the next line is written.
"""

import errno
import fcntl
import json
import os
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}
"""Errors of file systems without locks."""

BLOCK = 4096


class AppendLog:
    """A log open for writing. The file is created with the first line.

    Threads can share a log. If `shared`, processes can too: the file is opened and locked for each call, and a line is
    on disk before `append` returns. Otherwise the file stays open and is synced every `sync_every` seconds, in case the
    machine crashes. Unless `allow_nan`, NaN and infinities raise ValueError.
    """

    def __init__(self, path: Path, shared: bool = False, sync_every: float = 0.0, allow_nan: bool = True) -> None:
        self.path = path
        self.shared = shared
        self.sync_every = sync_every
        self.allow_nan = allow_nan
        self.mutex = threading.Lock()
        self.handle: int | None = None
        self.end = 0
        self.synced = time.monotonic()

    def append(self, *entries: Mapping[str, Any]) -> None:
        """Append each entry as a line; on OSError, none is appended."""
        texts = [json.dumps(entry, ensure_ascii=True, allow_nan=self.allow_nan) + "\n" for entry in entries]
        self.append_lines("".join(texts))

    def append_lines(self, text: str) -> None:
        """Append complete lines, each a JSON object in ASCII; on OSError, none is appended."""
        lines = text.encode("ascii")
        with self.mutex:
            try:
                self._write(lines)
            except OSError as error:
                error.filename = error.filename or str(self.path)
                raise
            finally:
                if self.shared:
                    self._close()

    def close(self) -> None:
        with self.mutex:
            self._close()

    def _write(self, lines: bytes) -> None:
        handle = self._open() if self.handle is None else self.handle
        try:
            written = 0
            while written < len(lines):
                written += os.pwrite(handle, lines[written:], self.end + written)
            if self.shared or time.monotonic() - self.synced >= self.sync_every:
                os.fsync(handle)
                self.synced = time.monotonic()
        except OSError:
            os.ftruncate(handle, self.end)
            raise
        self.end += len(lines)

    def _open(self) -> int:
        self.handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
        if self.shared:
            lock(self.handle)
        self.end = end_of_last_line(self.handle)
        os.ftruncate(self.handle, self.end)
        return self.handle

    def _close(self) -> None:
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None


def read(path: Path) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """Yield the number of each complete line, from 1, with its object, or None for a line that is not a JSON object.

    Yields nothing if there is no file. A torn last line, which another process may still be writing, is skipped.
    """
    if not path.is_file():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if line.endswith(b"\n"):
                try:
                    entry = json.loads(line)
                except (ValueError, RecursionError):
                    entry = None
                yield number, entry if isinstance(entry, dict) else None


def cut_torn_line(path: Path) -> bool:
    """Remove a torn last line, and return whether there was one. Only for a log that no other process writes."""
    handle = os.open(path, os.O_RDONLY)
    try:
        end = end_of_last_line(handle)
        torn = end < os.fstat(handle).st_size
    finally:
        os.close(handle)
    if torn:
        os.truncate(path, end)
    return torn


def end_of_last_line(handle: int) -> int:
    """Return the offset after the last newline of an open file."""
    end = os.fstat(handle).st_size
    while end > 0:
        start = max(0, end - BLOCK)
        block = os.pread(handle, end - start, start)
        if b"\n" in block:
            return start + block.rindex(b"\n") + 1
        end = start
    return 0


def lock(handle: int) -> None:
    """Wait for an exclusive lock on an open file; does nothing on file systems without locks."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
