"""Parquet files that came from somebody else, read so that a damaged one is told and ends nothing.

Arrow's reader checks what it reads, and is asked to check the texts too; Polars' own ends the whole process on some
damaged files, by asking for more memory than there is. For use inside `sgpkit.files.reading`.
"""

from pathlib import Path

import polars as pl


def read(path: Path) -> pl.DataFrame:
    import pyarrow.parquet as pq

    try:
        table = pq.ParquetFile(path).read()
    except OSError as error:
        raise damaged(error) from None
    table.validate(full=True)
    found = pl.from_arrow(table)
    assert isinstance(found, pl.DataFrame)
    return found


def height(path: Path) -> int:
    """How many rows it says that it has. A small file can hold a great many."""
    import pyarrow.parquet as pq

    try:
        return int(pq.ParquetFile(path).metadata.num_rows)
    except OSError as error:
        raise damaged(error) from None


def damaged(error: OSError) -> Exception:
    """Arrow's word for a damaged file is an OSError without a number; with one it is the system's."""
    return error if error.errno is not None else ValueError(str(error))
