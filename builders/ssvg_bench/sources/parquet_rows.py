"""Parquet files row by row, without holding one in memory, parsed in a separate process."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError, first_line
from sgpkit.sandbox.untrusted import tables


def columns(file: Path) -> set[str]:
    """The names of a file's columns; none if it is not a Parquet file."""
    try:
        return set(tables.columns(file))
    except (ValueError, OSError):
        return set()


def read(file: Path, wanted: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Rows with those of the wanted columns that the file has."""
    rows = tables.rows(file, wanted)
    while True:
        with whole(file):
            row = next(rows, None)
        if row is None:
            return
        yield row


@contextmanager
def whole(file: Path) -> Iterator[None]:
    """Report errors inside this context as a damaged file."""
    try:
        yield
    except (ValueError, OverflowError) as error:
        raise UserError(f"{file} is damaged ({first_line(error):.120})\nGet it again.") from None
