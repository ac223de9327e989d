"""What is kept of a completion, and the log that takes each one as it comes.

The log has one JSON object a line, and a line is handed to the system whole before the next completion is awaited:
a process that is killed loses at most what was in flight. A line that does not get onto the disk whole (no space) is
taken back, so that the log never ends in half a line unless the process died while it wrote.
"""

import errno
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Completion
from sgpkit.errors import UserError

SYNC_EVERY = 5.0
"""Seconds after which what was written is forced to the disk, for the case that the machine itself goes down."""

NO_SPACE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


@dataclass(frozen=True, slots=True)
class Response:
    """One turn of one conversation. `key` identifies all that the completion depends on.

    `attempt` counts from 0 how often the conversation was begun anew before, because nothing compiled.
    """

    key: str
    id: str
    sample: int
    turn: int
    final: bool
    completion: Completion
    attempt: int = 0


class ResponseLog:
    """Appends responses to a file that no other process writes. There is no file until there is a response."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.handle: int | None = None
        self.end = 0
        self.synced = time.monotonic()

    def append(self, response: Response) -> None:
        line = (json.dumps(asdict(response), ensure_ascii=True) + "\n").encode()
        written = 0
        try:
            if self.handle is None:
                self.handle = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o666)
                self.end = os.lseek(self.handle, 0, os.SEEK_END)
            while written < len(line):
                written += os.write(self.handle, line[written:])
            if time.monotonic() - self.synced > SYNC_EVERY:
                os.fsync(self.handle)
                self.synced = time.monotonic()
        except OSError as error:
            if self.handle is not None:
                os.ftruncate(self.handle, self.end)
                os.lseek(self.handle, self.end, os.SEEK_SET)
            raise told(error, self.path) from error
        self.end += len(line)

    def close(self) -> None:
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None


def told(error: OSError, path: Path) -> Exception:
    """A full disk, in words; any other error as it is."""
    if error.errno not in NO_SPACE:
        error.filename = error.filename or str(path)
        return error
    return UserError(
        f"{path}: {error.strerror}. What was answered until now is kept.\n"
        "Make room and give the same command again: it asks only for the rest."
    )


@dataclass(frozen=True, slots=True)
class Torn:
    """What of a log cannot be read, and so is asked for again: its unfinished last line, and lines further up."""

    path: Path
    tail: bool
    lines: int

    def __str__(self) -> str:
        parts = ["the last line was torn"] if self.tail else []
        parts += [f"{self.lines:,} lines cannot be read"] if self.lines else []
        one = self.tail + self.lines == 1
        return f"{self.path}: {' and '.join(parts)}; {'that response is' if one else 'these are'} asked for again"


def read_log(path: Path, mine: bool) -> tuple[list[Response], Torn | None]:
    """Every response in a log. One that is `mine` has an unfinished last line cut off, so that the next one begins on
    its own; that of another process may just be growing, and is left alone."""
    found, bad, end = [], 0, 0
    torn = False
    with path.open("rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                torn = True
                break
            end += len(line)
            try:
                found.append(from_json(line))
            except (ValueError, TypeError, KeyError, AttributeError):
                bad += 1
    if torn and mine:
        os.truncate(path, end)
    torn = torn and mine
    return found, Torn(path, torn, bad) if torn or bad else None


def from_json(line: bytes) -> Response:
    item: dict[str, Any] = json.loads(line)
    completion = item["completion"]
    completion["turns"] = tuple(completion["turns"])
    return Response(**{**item, "completion": Completion(**completion)})


def logs(folder: Path) -> Iterator[Path]:
    """The run's own log and those of its shares."""
    return iter(sorted(folder.glob("responses*.jsonl")))
