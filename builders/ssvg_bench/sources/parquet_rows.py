"""Parquet files row by row, without holding one in memory."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError

BATCH = 64
"""Rows at a time: pictures make them heavy."""


def columns(file: Path) -> set[str]:
    """The names of a file's columns; none where it is no Parquet file."""
    import pyarrow.lib
    import pyarrow.parquet

    try:
        return set(pyarrow.parquet.read_schema(file).names)
    except (pyarrow.lib.ArrowException, OSError, UnicodeDecodeError):
        return set()


def read(file: Path, wanted: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Rows with those of the wanted columns that the file has."""
    import pyarrow.parquet

    with whole(file):
        opened = pyarrow.parquet.ParquetFile(file)
        batches = opened.iter_batches(BATCH, columns=[name for name in opened.schema_arrow.names if name in wanted])
    while True:
        with whole(file):
            batch = next(batches, None)
            rows = [] if batch is None else batch.to_pylist()
        if batch is None:
            return
        yield from rows


@contextmanager
def whole(file: Path) -> Iterator[None]:
    """Report errors inside this context as a damaged file. Arrow raises an OSError without a number for that."""
    import pyarrow.lib

    try:
        yield
    except (pyarrow.lib.ArrowException, OSError, UnicodeDecodeError, OverflowError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise UserError(f"{file} is damaged ({(str(error).splitlines() or [''])[0]:.120})\nGet it again.") from None
