"""The rows of a built folder in the form that benchmarks take: a small split as a list, a large one in chunks."""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, overload

import numpy as np
import polars as pl

from sgpkit.benchmark import Benchmark, Row
from sgpkit.sandbox.untrusted import tables

LEAST = 2**32
GROWTH = 50
"""The memory limit in bytes for rows that are read at once: a constant, or a multiple of the size of their files if
that is larger."""

IN_MEMORY_ROWS = 20_000
IN_MEMORY_BYTES = 128 << 20
"""The largest split that is read at once; of a larger one, a few row groups are in memory at a time."""

KEPT_GROUPS = 4

TOGETHER_ROWS = 4_000
TOGETHER_BYTES = 16 << 20
"""Maximum number of rows, and of bytes by their files' metadata, of row groups that are read together."""


def read(folder: Path, benchmark: Benchmark, split: str) -> Iterator[Row]:
    """Yield rows with images as bytes and labels as letters, without the library's cache, which would copy all
    files first. The files may come from the Hub: they are parsed in a worker process."""
    for rows in Shards(folder, benchmark, split).in_order():
        yield from rows


def load(folder: Path, benchmark: Benchmark, split: str) -> Sequence[Row]:
    """Return the rows of a split: a list, or `Rows` for a large one."""
    shards = Shards(folder, benchmark, split)
    if sum(shards.counts) <= IN_MEMORY_ROWS and sum(shards.sizes) <= IN_MEMORY_BYTES:
        return shards.in_memory()
    return Rows(shards)


class Shards:
    """The files of a split, and the number of rows in each of their row groups."""

    def __init__(self, folder: Path, benchmark: Benchmark, split: str) -> None:
        self.labels = {name: column for name, column in benchmark.rows.columns.items() if isinstance(column, tuple)}
        self.images = [name for name, column in benchmark.rows.columns.items() if column == "image"]
        self.paths = sorted((folder / benchmark.config).glob(f"{split}-*.parquet"))
        self.counts: list[int] = []
        self.groups: list[tuple[Path, int]] = []
        self.sizes: list[int] = []
        for path in self.paths:
            for number, (rows, size) in enumerate(tables.group_sizes(path)):
                self.counts.append(rows)
                self.groups.append((path, number))
                self.sizes.append(size)
        self.most = max(LEAST, GROWTH * sum(path.stat().st_size for path in self.paths))

    def in_memory(self) -> list[Row]:
        """Return the rows of all row groups. Raises ValueError for rows that take much more than their files."""
        rows: list[Row] = []
        taken = 0
        for numbers in self.spans():
            table = self.table(numbers)
            taken += int(table.estimated_size())
            if taken > self.most:
                raise ValueError(f"its rows need more than {self.most / 2**20:,.0f} MiB of memory")
            rows += self.rows(table)
        return rows

    def spans(self) -> Iterator[list[int]]:
        """Yield the numbers of all row groups; small ones of one file are read together."""
        span: list[int] = []
        rows = size = 0
        for number, (path, _) in enumerate(self.groups):
            rows += self.counts[number]
            size += self.sizes[number]
            if span and (rows > TOGETHER_ROWS or size > TOGETHER_BYTES or self.groups[span[0]][0] != path):
                yield span
                span, rows, size = [], self.counts[number], self.sizes[number]
            span.append(number)
        if span:
            yield span

    def table(self, numbers: Sequence[int]) -> pl.DataFrame:
        """Return some row groups of one file as stored. Raises ValueError if the number of rows differs from the file's
        metadata."""
        path, _ = self.groups[numbers[0]]
        table = tables.read_groups(path, [self.groups[number][1] for number in numbers])
        stated = sum(self.counts[number] for number in numbers)
        if len(table) != stated:
            raise ValueError(f"a row group has {len(table):,} rows, but its metadata states {stated:,}")
        return table

    def group(self, number: int) -> list[Row]:
        """Return the rows of one row group."""
        return self.rows(self.table([number]))

    def in_order(self) -> Iterator[list[Row]]:
        """Yield all rows, some thousands at a time."""
        for numbers in self.spans():
            yield self.rows(self.table(numbers))

    def rows(self, table: pl.DataFrame) -> list[Row]:
        """Return the rows of a table in the form that benchmarks take."""
        columns = {column.name: column.to_list() for column in table}
        for name in self.images:
            columns[name] = [image and image["bytes"] for image in columns[name]]
        for name, letters in self.labels.items():
            columns[name] = [number if number is None else letters[number] for number in columns[name]]
        names = tuple(columns)
        return [dict(zip(names, values, strict=True)) for values in zip(*columns.values(), strict=True)]

    def column(self, name: str) -> pl.Series:
        """Return one column of all rows, as it is stored."""
        return pl.concat([tables.column(path, name) for path in self.paths])


class Rows(Sequence[Row]):
    """The rows of a split that is not in memory. Access is fast in the order of the rows, or nearly so."""

    def __init__(self, shards: Shards) -> None:
        self.shards = shards
        self.starts = [0]
        for count in shards.counts:
            self.starts.append(self.starts[-1] + count)
        self.kept: OrderedDict[int, list[Row]] = OrderedDict()

    def __len__(self) -> int:
        return self.starts[-1]

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> "Picked": ...
    def __getitem__(self, index: int | slice) -> "Row | Picked":
        if isinstance(index, slice):
            return Picked(self, range(*index.indices(len(self))))
        position = index + len(self) if index < 0 else index
        if not 0 <= position < len(self):
            raise IndexError(index)
        number = bisect_right(self.starts, position) - 1
        return self.group(number)[position - self.starts[number]]

    def group(self, number: int) -> list[Row]:
        """Return the rows of one row group, and keep the latest."""
        rows = self.kept.get(number)
        if rows is None:
            rows = self.kept[number] = self.shards.group(number)
            if len(self.kept) > KEPT_GROUPS:
                self.kept.popitem(last=False)
        return rows

    def __iter__(self) -> Iterator[Row]:
        for rows in self.shards.in_order():
            yield from rows

    @cached_property
    def ids(self) -> pl.Series:
        """The ids of all rows."""
        return self.column("id")

    def column(self, name: str) -> pl.Series:
        """Return one column of texts or numbers, of all rows."""
        return self.shards.column(name)

    @cached_property
    def option_counts(self) -> pl.Series:
        """The number of options of all rows, whose texts are in memory for one file at a time."""
        return pl.concat([tables.column(path, "options").list.len() for path in self.shards.paths])


class Picked(Sequence[Row]):
    """Rows of a large split by position, with repetitions; all have the same additional values."""

    def __init__(
        self, rows: Sequence[Row], positions: Sequence[int] | np.ndarray, values: dict[str, Any] | None = None
    ) -> None:
        self.rows, self.positions, self.values = rows, positions, values

    def __len__(self) -> int:
        return len(self.positions)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> "Picked": ...
    def __getitem__(self, index: int | slice) -> "Row | Picked":
        if isinstance(index, slice):
            return Picked(self.rows, self.positions[index], self.values)
        row = self.rows[self.positions[index]]
        return row if self.values is None else row | self.values

    def __iter__(self) -> Iterator[Row]:
        return (self[index] for index in range(len(self)))


def distinct_values(rows: Sequence[Row], name: str) -> set[str]:
    """Return the distinct values of one column of rows, as texts."""
    if isinstance(rows, Rows):
        return set(map(str, rows.column(name).unique().to_list()))
    return {str(row.get(name)) for row in rows}
