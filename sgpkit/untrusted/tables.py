"""Untrusted Parquet files, read so that a damaged one raises an error and does not end the process.

Arrow's reader checks its input, and with an option its texts too; Polars' own ends the whole process on some damaged
files, by requesting more memory than there is. For use inside `sgpkit.files.reading`.
"""

from pathlib import Path

import polars as pl


def read(path: Path) -> pl.DataFrame:
    """Return the table in a file."""
    import pyarrow.parquet as pq

    try:
        table = pq.ParquetFile(path).read()
    except OSError as error:
        raise damaged(error) from None
    table.validate(full=True)
    frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)
    return frame


def height(path: Path) -> int:
    """Return the number of rows that a file claims to have. A small file can hold a great many."""
    import pyarrow.parquet as pq

    try:
        return int(pq.ParquetFile(path).metadata.num_rows)
    except OSError as error:
        raise damaged(error) from None


def damaged(error: OSError) -> Exception:
    """Return the error to raise: for a damaged file Arrow raises an OSError without a number; others are the
    system's."""
    return error if error.errno is not None else ValueError(str(error))
