"""Concatenate tables that arrive in chunks. Of a large run only the latest chunk is in memory; the others are in a
temporary folder and are read back column by column, so that the peak memory is that of the whole table without its
chunks.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import polars as pl

TOGETHER = 50_000
"""Number of rows in memory before they are written."""


class Columns:
    """Tables one below another."""

    def __init__(self) -> None:
        self.latest: list[pl.DataFrame] = []
        self.names: dict[str, None] = {}
        self.written: list[tuple[Path, frozenset[str], int]] = []
        self.folder: tempfile.TemporaryDirectory[str] | None = None

    def add(self, table: pl.DataFrame) -> None:
        """Add a table below the others."""
        self.latest.append(table)
        self.names |= dict.fromkeys(table.columns)
        if sum(table.height for table in self.latest) >= TOGETHER:
            self.write()

    def write(self) -> None:
        """Move the data in memory to a file."""
        if self.folder is None:
            self.folder = tempfile.TemporaryDirectory()
        table, self.latest = joined(self.latest), []
        path = Path(self.folder.name, f"{len(self.written)}.arrow")
        table.write_ipc(path)
        self.written.append((path, frozenset(table.columns), table.height))

    def table(self) -> pl.DataFrame:
        """Return all rows as one table, and remove the files."""
        if self.folder is None:
            return joined(self.latest)
        if self.latest:
            self.write()
        with self.folder:
            return pl.DataFrame([self.column(name) for name in self.names])

    def column(self, name: str) -> pl.Series:
        """Return a column of the written data."""
        read = [
            pl.read_ipc(path, columns=[name]) if name in names else empty(name, height)
            for path, names, height in self.written
        ]
        return joined(read)[name]


def joined(tables: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Return tables one below another, in one piece; a column that one lacks is empty there."""
    return tables[0] if len(tables) == 1 else pl.concat(tables, how="diagonal_relaxed").rechunk()


def empty(name: str, height: int) -> pl.DataFrame:
    """Return a column without a value."""
    return pl.DataFrame({name: pl.Series([None] * height)})
