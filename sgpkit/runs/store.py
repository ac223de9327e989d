"""Store items by key: a Parquet table, and append-only logs of later items. Runs store responses in this form, and
annotations the replies of models.
"""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import polars as pl

from sgpkit import append_log
from sgpkit.append_log import AppendLog
from sgpkit.files import reading
from sgpkit.runs import parts
from sgpkit.sandbox.untrusted import tables as untrusted_tables

T = TypeVar("T")

SYNC_EVERY = 5.0
"""Seconds after which new items are synchronised to disk, in case the machine crashes."""


@dataclass(frozen=True)
class Kind(Generic[T]):
    """The form in which items of one kind are kept: in `NAME.parquet` with these columns, and in the logs
    `NAME*.jsonl`.

    `from_json` raises ValueError, TypeError, KeyError or AttributeError for an invalid object. `replaces` returns
    whether an item of a log replaces an earlier one with the same key. `explain` converts an error of writing into the
    one to raise; `remedy` is the advice for a damaged table. `to_line` optionally writes the line of an item directly,
    if that is faster than through `to_json`.
    """

    name: str
    schema: Mapping[str, pl.DataType | type[pl.DataType]]
    key: Callable[[T], str]
    from_table: Callable[[pl.DataFrame], Iterable[T]]
    to_json: Callable[[T], Mapping[str, Any]]
    from_json: Callable[[dict[str, Any]], T]
    remedy: str
    replaces: Callable[[T, T], bool] = lambda new, old: True
    to_line: Callable[[T], str] | None = None
    explain: Callable[[OSError, Path], Exception] = lambda error, path: error


@dataclass(frozen=True, slots=True)
class Torn:
    """The unreadable part of a log, whose requests are sent again: an incomplete last line, and damaged lines before
    it.
    """

    path: Path
    tail: bool
    lines: int

    def __str__(self) -> str:
        parts = ["the last line is incomplete"] if self.tail else []
        parts += [f"{self.lines:,} lines are unreadable"] if self.lines else []
        one = self.tail + self.lines == 1
        return f"{self.path}: {' and '.join(parts)}; {'it is' if one else 'they are'} requested again"


class Log(Generic[T]):
    """Appends items to a file that only this process writes. The file is created with the first item."""

    def __init__(self, path: Path, kind: Kind[T]) -> None:
        self.kind = kind
        self.log = AppendLog(path, sync_every=SYNC_EVERY)

    def append(self, *items: T) -> None:
        try:
            if self.kind.to_line is not None:
                self.log.append_lines("".join(map(self.kind.to_line, items)))
            else:
                self.log.append(*map(self.kind.to_json, items))
        except OSError as error:
            raise self.kind.explain(error, self.log.path) from error

    def close(self) -> None:
        self.log.close()

    def __enter__(self) -> "Log[T]":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Store(Generic[T]):
    """The items of one kind in a folder."""

    def __init__(self, folder: Path, kind: Kind[T]) -> None:
        self.folder, self.kind = folder, kind

    @property
    def path(self) -> Path:
        return self.folder / f"{self.kind.name}.parquet"

    def logs(self) -> list[Path]:
        return sorted(self.folder.glob(f"{self.kind.name}*.jsonl"))

    def log(self, part: str = "") -> Log[T]:
        """Return the log to append to: the store's own, or that of a part of the work."""
        return Log(self.folder / log_name(self.kind, part), self.kind)

    def load(self, owned: Collection[Path] | None = None) -> dict[str, T]:
        """Read every item by key, and report unreadable lines of logs. They are cut off the logs `owned` by this
        process (default: all).
        """
        items: dict[str, T] = {}
        for path in parts.Table.open(self.folder, self.kind.name).files:
            with reading(path, self.kind.remedy):
                items |= {self.kind.key(item): item for item in self.kind.from_table(untrusted_tables.read(path))}
        for path in self.logs():
            logged, torn = read_log(path, self.kind, owned is None or path in owned)
            for item in logged:
                earlier = items.get(self.kind.key(item))
                if earlier is None or self.kind.replaces(item, earlier):
                    items[self.kind.key(item)] = item
            if torn:
                print(torn, file=sys.stderr)
        return items

    def write(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Write the table atomically, then remove the logs."""
        table = pl.DataFrame(list(rows), schema=dict(self.kind.schema), orient="row")
        try:
            parts.write_file(self.path, parts.encoded(table))
        except OSError as error:
            raise self.kind.explain(error, self.path) from error
        for path in self.logs():
            path.unlink()


def log_name(kind: Kind[Any], part: str = "") -> str:
    """Return the file name of the log of a kind of items, or of one part of it."""
    return f"{kind.name}-{part}.jsonl" if part else f"{kind.name}.jsonl"


def read_log(path: Path, kind: Kind[T], owned: bool) -> tuple[list[T], Torn | None]:
    """Read every item of a log. If this process has `owned` it, an incomplete last line is cut off; the log of another
    process may still grow, and is not changed.
    """
    torn = owned and append_log.cut_torn_line(path)
    items: list[T] = []
    unreadable = 0
    for item in parsed(path, kind):
        if item is None:
            unreadable += 1
        else:
            items.append(item)
    return items, Torn(path, torn, unreadable) if torn or unreadable else None


def parsed(path: Path, kind: Kind[T]) -> Iterator[T | None]:
    """Yield the items of a log; None for a line that cannot be read."""
    for _, entry in append_log.read(path):
        try:
            yield kind.from_json(entry or {})
        except (ValueError, TypeError, KeyError, AttributeError):
            yield None
