"""What is kept of a completion, and the log that takes each one as it comes.

The log has one JSON object a line, and a line is handed to the system whole before the next completion is awaited:
a process that is killed loses at most what was in flight. A line that does not get onto the disk whole (no space) is
taken back, so that the log never ends in half a line unless the process died while it wrote.
"""

import errno
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sgpkit import append_log
from sgpkit.append_log import AppendLog
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
        self.log = AppendLog(path, sync_every=SYNC_EVERY)

    def append(self, response: Response) -> None:
        try:
            self.log.append(asdict(response))
        except OSError as error:
            raise full_disk(error, self.log.path) from error

    def close(self) -> None:
        self.log.close()


def full_disk(error: OSError, path: Path) -> Exception:
    """Return the error to raise: a full disk in words, any other error as it is."""
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


def read_log(path: Path, owned: bool) -> tuple[list[Response], Torn | None]:
    """Read every response in a log. One that is `owned` by this process has an unfinished last line cut off; that of
    another process may just be growing, and is left alone."""
    torn = owned and append_log.cut_torn_line(path)
    responses = []
    unreadable = 0
    for _, entry in append_log.read(path):
        try:
            responses.append(from_json(entry or {}))
        except (ValueError, TypeError, KeyError, AttributeError):
            unreadable += 1
    return responses, Torn(path, torn, unreadable) if torn or unreadable else None


def from_json(entry: dict[str, Any]) -> Response:
    completion = entry["completion"]
    completion["turns"] = tuple(completion["turns"])
    return Response(**{**entry, "completion": Completion(**completion)})


def logs(folder: Path) -> Iterator[Path]:
    """The run's own log and those of its shares."""
    return iter(sorted(folder.glob("responses*.jsonl")))
