"""The rows of a built folder, as benchmarks take them."""

from collections.abc import Iterator
from pathlib import Path

import polars as pl

from sgpkit.benchmark import Benchmark, Row


def read(folder: Path, benchmark: Benchmark, split: str) -> Iterator[Row]:
    """Yield rows with images as bytes and labels as letters, without the library's cache, which would copy all
    files first."""
    labels = {name: column for name, column in benchmark.columns.items() if isinstance(column, tuple)}
    images = [name for name, column in benchmark.columns.items() if column == "image"]
    for path in sorted((folder / benchmark.config).glob(f"{split}-*.parquet")):
        for row in pl.read_parquet(path).iter_rows(named=True):
            for name in images:
                row[name] = row[name] and row[name]["bytes"]
            for name, letters in labels.items():
                if row[name] is not None:
                    row[name] = letters[row[name]]
            yield row
