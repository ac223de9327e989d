"""Journals of people's actions on a page: append-only logs in which every acknowledged line is on disk."""

from pathlib import Path
from typing import Any

from sgpkit import append_log
from sgpkit.append_log import AppendLog
from sgpkit.errors import UserError


def open_journal(path: Path) -> AppendLog:
    """Return a log that several threads and processes may append to."""
    return AppendLog(path, shared=True, allow_nan=False)


def read(path: Path) -> list[dict[str, Any]]:
    """Return every complete line, oldest first; [] if the file does not exist, UserError for a damaged line."""
    entries = []
    for number, entry in append_log.read(path):
        if entry is None:
            raise UserError(
                f"{path}, line {number}: expected one JSON object\n"
                "Remove that line from the file; the other lines are valid."
            )
        entries.append(entry)
    return entries
