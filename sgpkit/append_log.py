"""Append-only logs: files of JSON objects, one a line, that lose nothing which was acknowledged.

A line is handed to the system whole before `append` returns. One that cannot be written whole (no space) is taken back,
so a log ends in half a line only where its process died while it wrote. Such a torn line is never read, and is cut off
before the next one is written.
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
"""Errors of a file system that has no locks."""

BLOCK = 4096


class AppendLog:
    """One log, open for writing. There is no file until there is a line.

    Threads may share a log. With `shared`, so may processes: the file is locked and opened for each call, and a line is
    on the disk before `append` returns. Without it the file stays open, and `sync_every` is the number of seconds after
    which written lines are forced to the disk, in case the machine itself goes down. Without `allow_nan`, numbers that
    JSON does not know are refused with a ValueError.
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
        """Append each entry as a line: all of them, or on an OSError none."""
        texts = [json.dumps(entry, ensure_ascii=True, allow_nan=self.allow_nan) + "\n" for entry in entries]
        self.append_lines("".join(texts))

    def append_lines(self, text: str) -> None:
        """Append whole lines, each a JSON object in ASCII: all of them, or on an OSError none."""
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
    """Yield the number of each whole line, from 1, with its object; None for a line that holds no JSON object.

    Yield nothing where there is no file. A torn last line, which another process may still be writing, is left out.
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
    """Cut off an unfinished last line; return whether there was one. Only for a log that nobody else writes."""
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
    """Return the offset after the last line end of an open file."""
    end = os.fstat(handle).st_size
    while end > 0:
        start = max(0, end - BLOCK)
        block = os.pread(handle, end - start, start)
        if b"\n" in block:
            return start + block.rindex(b"\n") + 1
        end = start
    return 0


def lock(handle: int) -> None:
    """Wait for the only lock on an open file. A file system without locks has none."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
