"""What people said, a line each as it comes: a file that only grows, and that nothing which is acknowledged leaves.

A line is on the disk before `append` returns. Several threads and several processes may append to one file. What a
process that died left of a line is cut off before the next one is written, and not read before.
"""

import fcntl
import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError
from sgpkit.runs.lock import NO_LOCKS


class Journal:
    """One file of JSON objects, a line each. There is no file until there is a line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.mine = threading.Lock()

    def append(self, entry: Mapping[str, Any]) -> None:
        """Put it onto the disk, whole; where that cannot be done (no space), the file is as it was."""
        line = (json.dumps(entry, ensure_ascii=True, allow_nan=False) + "\n").encode()
        with self.mine:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                lock(handle)
                end = end_of_last_line(handle)
                os.ftruncate(handle, end)
                write(handle, line, end)
            finally:
                os.close(handle)


def lock(handle: int) -> None:
    """Alone among processes, where the file system has locks."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise


def write(handle: int, line: bytes, end: int) -> None:
    try:
        written = 0
        while written < len(line):
            written += os.pwrite(handle, line[written:], end + written)
        os.fsync(handle)
    except OSError:
        os.ftruncate(handle, end)
        raise


def end_of_last_line(handle: int) -> int:
    """Where the next line begins: after the last line end, whatever a process that died left behind it."""
    end, tail = os.fstat(handle).st_size, b""
    while end > 0:
        begin = max(0, end - 4096)
        tail = os.pread(handle, end - begin, begin)
        if b"\n" in tail:
            return begin + tail.rindex(b"\n") + 1
        end = begin
    return 0


def read(path: Path) -> list[dict[str, Any]]:
    """Every whole line, oldest first; [] where there is no file."""
    if not path.is_file():
        return []
    entries = []
    for number, line in enumerate(path.read_bytes().split(b"\n")[:-1], start=1):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            entry = None
        if not isinstance(entry, dict):
            raise UserError(
                f"{path}, line {number}: expected one JSON object, found {line[:60].decode(errors='replace')!r}\n"
                "Take that line out of the file; the others stand for themselves."
            )
        entries.append(entry)
    return entries
