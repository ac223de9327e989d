"""Read untrusted tables in a worker process with limits on processor time and memory.

    table = tables.read(path)                  Parquet, checked: see `parquet.py`
    for row in tables.rows(path, ("id",)):     Parquet, a row group at a time
    table = tables.read_text(path, "csv")      CSV, JSON or JSON Lines

A worker returns a table as an Arrow file in memory, which is validated but not copied. Every failure of the reader,
even a crash, becomes a ValueError with the reason. Use it inside `sgpkit.files.reading`.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from sgpkit.errors import first_line
from sgpkit.sandbox.untrusted import parquet, regular, workers
from sgpkit.sandbox.untrusted.parquet import MAX_BYTES
from sgpkit.sandbox.untrusted.workers import Failure, Limits

if TYPE_CHECKING:
    import pyarrow as pa

Kind = Literal["csv", "json", "jsonl"]

LIMITS = Limits(cpu_seconds=120.0, memory=4 << 30)
"""Limits for reading one table or row group."""

in_confined_process = False
"""True in a process that is already confined, such as a verifier: it reads tables itself."""


def read(path: Path, max_bytes: int = MAX_BYTES) -> pl.DataFrame:
    """Return the table in a Parquet file. Raises ValueError if it is damaged or takes more than `max_bytes` of
    memory."""
    return frame(table_of(parquet.read, path, max_bytes))


def groups(path: Path, max_bytes: int = MAX_BYTES) -> Iterator[pl.DataFrame]:
    """Yield the tables of a Parquet file's row groups. Raises ValueError if the file is damaged, or a group takes more
    than `max_bytes` of memory."""
    for number in range(int(value_of(parquet.groups, path))):
        yield group(path, number, max_bytes)


def group(path: Path, number: int, max_bytes: int = MAX_BYTES) -> pl.DataFrame:
    """Return the table of one row group of a Parquet file."""
    return frame(table_of(parquet.read, path, max_bytes, number))


def height(path: Path) -> int:
    """Return the number of rows that a Parquet file claims to have; a small file can claim billions."""
    return int(value_of(parquet.height, path))


def columns(path: Path) -> list[str]:
    """Return the names of the columns of a Parquet file."""
    return list(value_of(parquet.columns, path))


def rows(path: Path, wanted: Sequence[str] | None = None, max_bytes: int = MAX_BYTES) -> Iterator[dict[str, Any]]:
    """Yield the rows of a Parquet file with the wanted columns that exist, one row group in memory at a time."""
    for number in range(int(value_of(parquet.groups, path))):
        for batch in table_of(parquet.read_selection, path, (number,), wanted, max_bytes).to_batches(parquet.FEW):
            yield from batch.to_pylist()


def group_sizes(path: Path) -> list[tuple[int, int]]:
    """Return the number of rows and bytes that a Parquet file states for each row group."""
    return list(value_of(parquet.group_sizes, path))


def read_groups(
    path: Path, numbers: Sequence[int], wanted: Sequence[str] | None = None, max_bytes: int = MAX_BYTES
) -> pl.DataFrame:
    """Return some row groups of a Parquet file, or some of their columns, which may contain pictures."""
    return frame(table_of(parquet.read_selection, path, tuple(numbers), wanted, max_bytes))


def column(path: Path, name: str, max_bytes: int = MAX_BYTES) -> pl.Series:
    """Return one column of a Parquet file with texts or numbers."""
    return frame(table_of(parquet.read_selection, path, None, (name,), max_bytes, parquet.BATCH))[name]


def read_columns(path: Path, wanted: Sequence[str], max_bytes: int = MAX_BYTES) -> pl.DataFrame:
    """Return the wanted columns of a Parquet file that exist."""
    return frame(table_of(parquet.read_selection, path, None, tuple(wanted), max_bytes))


def read_compact(path: Path, wanted: Sequence[str], max_bytes: int = MAX_BYTES) -> pl.DataFrame:
    """Return some columns of a Parquet file with texts or numbers, copied out of the memory map: otherwise keeping one
    column would keep the whole table in memory."""
    return frame(table_of(parquet.read_selection, path, None, tuple(wanted), max_bytes, parquet.BATCH).combine_chunks())


def head(path: Path, count: int, max_bytes: int = MAX_BYTES) -> pl.DataFrame:
    """Return the first rows of a Parquet file."""
    return frame(table_of(parquet.head, path, count, max_bytes))


def read_text(
    path: Path, kind: Kind, first: int | None = None, schema: Sequence[str] = (), max_bytes: int = MAX_BYTES
) -> pl.DataFrame:
    """Return the table in a text file, or its first rows. All columns of a CSV file and the columns in `schema` are
    strings."""
    return frame(table_of(text_table, path, kind, first, tuple(schema), max_bytes))


def text_table(path: Path, kind: Kind, first: int | None, schema: Sequence[str], max_bytes: int) -> "pa.Table":
    """Return the table in a text file, in a worker."""
    if path.stat().st_size > max_bytes:
        raise ValueError(f"it has {path.stat().st_size:,} bytes; at most {max_bytes:,} are read")
    texts: Any = dict.fromkeys(schema, pl.String) or None
    try:
        if kind == "csv":
            return pl.read_csv(path, infer_schema=False, n_rows=first).to_arrow()
        if kind == "jsonl":
            return pl.read_ndjson(path, schema=texts, infer_schema_length=None, n_rows=first).to_arrow()
        return pl.read_json(path, schema=texts, infer_schema_length=None).to_arrow()
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise ValueError(first_line(error)) from None


def frame(table: "pa.Table") -> pl.DataFrame:
    """Convert an Arrow table to Polars."""
    converted = pl.from_arrow(table)
    assert isinstance(converted, pl.DataFrame)
    return converted


def value_of(function: Callable[..., Any], *arguments: Any, limits: Limits = LIMITS) -> Any:
    """Call a function of sgpkit in a worker and return its plain value."""
    if in_confined_process or not workers.in_use():
        return call_here(function, *arguments)
    (outcome,) = workers.run(partial(call_each, function), [arguments], limits)
    if outcome.failure is not None:
        raise as_error(outcome.failure)
    return outcome.value


def table_of(function: Callable[..., "pa.Table"], *arguments: Any) -> "pa.Table":
    """Call a function of sgpkit in a worker and return its table."""
    if in_confined_process or not workers.in_use():
        return call_here(function, *arguments)
    import pyarrow as pa

    handle = os.memfd_create("table", os.MFD_CLOEXEC)
    try:
        value_of(write_table, f"/proc/{os.getpid()}/fd/{handle}", function, *arguments)
        with pa.memory_map(f"/proc/self/fd/{handle}") as file:
            table = pa.ipc.open_file(file).read_all()
        table.validate(full=True)
        return table
    except OSError as error:
        raise parquet.damage_error(error) from None
    finally:
        os.close(handle)  # the mapping stays valid


def call_here(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function in this process. Errors become ValueError, except those of the operating system."""
    try:
        for argument in arguments:
            if isinstance(argument, Path):
                regular.refuse_endless(argument)
        return function(*arguments)
    except MemoryError:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise ValueError(first_line(error)) from None


def write_table(out: str, function: Callable[..., "pa.Table"], *arguments: Any) -> int:
    """Write a table to a file and return its number of rows, in a worker."""
    import pyarrow as pa

    table = function(*arguments)
    with pa.OSFile(out, "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    return int(table.num_rows)


def call_each(function: Callable[..., Any], items: list[tuple[Any, ...]]) -> list[Any]:
    """Call a function with each tuple of arguments, in a worker."""
    return [call_here(function, *arguments) for arguments in items]


def as_error(failure: Failure) -> Exception:
    """Return the error to raise: the original OSError or ValueError, else a ValueError with the reason."""
    error = failure.error
    return error if isinstance(error, OSError | ValueError) else ValueError(failure.reason)
