"""Locate each response of a run, so that a page of responses can be read without the others. A finished run has a table
in parts. An unfinished run has logs, of which only new lines are read at each update; it also has a table if it was
finished before and then extended.
"""

import json
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.runs import parts, responses
from sgpkit.runs.responses import Response
from sgpkit.sandbox.untrusted import tables as untrusted_tables

KEPT_GROUPS = 8
"""Maximum number of row groups of a run in memory, of 5,000 responses each."""

REMEDY = "Run the command that wrote it again."

SHOWN = ("id", "sample", "completion", "finish_reason", "turns", "thinking")
"""The columns of responses that a card shows."""

Name = tuple[str, int]
"""A response by the id of its row and its sample."""


class Table:
    """The responses of a finished run that count, by position. A few row groups are in memory."""

    def __init__(self, stored: parts.Table) -> None:
        stored.require_whole()
        self.groups: list[tuple[Path, int]] = []
        self.ends: list[int] = []
        self.cache: OrderedDict[int, pl.DataFrame] = OrderedDict()
        end = 0
        for path, number, counted in counted_groups(stored):
            end += counted
            self.groups.append((path, number))
            self.ends.append(end)

    def rows(self, positions: Sequence[int]) -> pl.DataFrame:
        """Return the responses at some positions, in this order."""
        tables = [pl.DataFrame(schema={name: responses.SCHEMA[name] for name in SHOWN})]
        for position in positions:
            number = bisect_right(self.ends, position)
            start = self.ends[number - 1] if number else 0
            tables.append(self.group(number)[position - start])
        return pl.concat(tables)

    def group(self, number: int) -> pl.DataFrame:
        """Return the responses of a row group that count."""
        if number not in self.cache:
            path, index = self.groups[number]
            with reading(path, REMEDY):
                table = responses.check_columns(untrusted_tables.group(path, index))
            self.cache[number] = table.filter(pl.col("counted")).select(SHOWN)
            while len(self.cache) > KEPT_GROUPS:
                self.cache.popitem(last=False)
        self.cache.move_to_end(number)
        return self.cache[number]


def counted_groups(stored: parts.Table) -> Iterator[tuple[Path, int, int]]:
    """Yield each row group of a run's table: its file, its number there, and how many of its responses count."""
    for path in stored.files:
        with reading(path, REMEDY):
            counted = untrusted_tables.column(path, "counted")
            start = 0
            for number, (rows, _) in enumerate(untrusted_tables.group_sizes(path)):
                yield path, number, int(counted[start : start + rows].sum())
                start += rows


class Line(NamedTuple):
    """A line of a log: its beginning, its number of bytes, and the reason why its completion ended."""

    path: Path
    start: int
    size: int
    finish_reason: str


@dataclass
class Logs:
    """The last response of each conversation of a run that is not finished, by name."""

    folder: Path
    lines: dict[Name, Line] = field(default_factory=dict)
    read: dict[Path, int] = field(default_factory=dict)

    @property
    def failed(self) -> int:
        """The number of conversations on which the engine failed."""
        return sum(line.finish_reason == "error" for line in self.lines.values())

    def update(self) -> None:
        """Read what was added to the logs since the last call. Everything is read again if a log is shorter than
        before, or missing.
        """
        sizes = {path: path.stat().st_size for path in responses.logs(self.folder)}
        if any(sizes.get(path, 0) < end for path, end in self.read.items()):
            self.lines.clear()
            self.read.clear()
        for path, size in sizes.items():
            if size > self.read.get(path, 0):
                self.read[path] = self.read_on(path, self.read.get(path, 0))

    def read_on(self, path: Path, start: int) -> int:
        """Read the complete lines of a log from an offset; return the offset of the next one."""
        with path.open("rb") as file:
            file.seek(start)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                response = parsed(line)
                if response is not None and response.final:
                    self.add(response, Line(path, start, len(line), response.completion.finish_reason))
                start += len(line)
        return start

    def add(self, response: Response, line: Line) -> None:
        """Add a response, unless it is a failure and an answer is known."""
        name = (response.id, response.sample)
        if line.finish_reason != "error" or self.lines.get(name, line).finish_reason == "error":
            self.lines[name] = line

    def rows(self, names: Sequence[Name]) -> pl.DataFrame:
        """Return some responses, in this order."""
        turns = [self.response(self.lines[name]) for name in names]
        columns: dict[str, list[Any]] = {
            "id": [one.id for one in turns],
            "sample": [one.sample for one in turns],
            "completion": [one.completion.text for one in turns],
            "finish_reason": [one.completion.finish_reason for one in turns],
            "turns": [list(one.completion.turns) for one in turns],
            "thinking": [one.completion.thinking for one in turns],
        }
        return pl.DataFrame(columns, schema={name: responses.SCHEMA[name] for name in SHOWN})

    def response(self, line: Line) -> Response:
        """Return the response of a line."""
        with line.path.open("rb") as file:
            file.seek(line.start)
            response = parsed(file.read(line.size))
        if response is None:
            raise UserError(f"{line.path} was written again; reload the page")
        return response

    def names(self) -> pl.DataFrame:
        """Return the names of all responses, with the reasons of their ends."""
        columns = {
            "id": [identifier for identifier, _ in self.lines],
            "sample": [sample for _, sample in self.lines],
            "finish_reason": [line.finish_reason for line in self.lines.values()],
        }
        return pl.DataFrame(columns, schema={name: responses.SCHEMA[name] for name in columns})


def parsed(line: bytes) -> Response | None:
    """Return the response in a line of a log, or None if it has none."""
    try:
        return responses.from_json(json.loads(line))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
