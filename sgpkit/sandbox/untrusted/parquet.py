"""Untrusted Parquet files, read by this process: `tables.py` has it done by another.

Arrow's reader checks its input, and with an option its texts too; Polars' own ends the whole process on some damaged
files, by requesting more memory than there is. What a file takes when it is read is bounded before and while it is:
its own account of its sizes comes first, then texts are read by reference to their dictionary and added up, since a
file of 6 kB can name a text of 60 MB in each of its rows.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

MAX_BYTES = 2**30
"""The most memory that a table may take, if the caller names no less."""

MAX_LEAVES = 200
MAX_ROW_GROUPS = 100_000
MAX_FOOTER = 64 * 2**20

VALUE_BYTES = 8
"""Memory for one value beside its text: an offset, or a number."""

BATCH = 1_024
"""Rows that are read at a time."""

FEW = 64
"""The same, of tables that may hold pictures."""

MANY = 4_096
"""The same, of tables whose values that are no plain texts are known to take few bytes."""

MOST_SHARED = 2**28
"""Bytes of the rows that are read at a time, where values that are no plain texts take few bytes in a row group: even
if all these rows have one such value in common, which a file holds once."""

UNBOUNDED = {"DELTA_BYTE_ARRAY"}
"""Encodings in which a few bytes stand for a text of any length; no writer uses one unless told to."""


def read(path: Path, max_bytes: int = MAX_BYTES, number: int | None = None) -> "pa.Table":
    """Return the table in a file, or in one row group of it. Raises ValueError for one that takes more memory."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, **footer_limits()) as file:
            wanted = range(file.num_row_groups) if number is None else (number,)
            texts = checked_leaves(file.metadata, max_bytes, wanted)
        try:
            table = unfolded(path, texts, BATCH, max_bytes, wanted)
        except pa.ArrowNotImplementedError:  # lists of texts of which only some are in a dictionary
            flat = [name for name in texts if "." not in name]
            table = unfolded(path, flat, BATCH // 64, max_bytes, wanted)
    except OSError as error:
        raise damaged(error) from None
    table.validate(full=True)
    return table


def unfolded(path: Path, texts: list[str], rows: int, max_bytes: int, groups: Sequence[int]) -> "pa.Table":
    """Return the table in some row groups, read so many rows at a time, the columns of `texts` by reference to their
    dictionaries until it is known how long they are together."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    batches, taken = [], 0
    with pq.ParquetFile(path, **footer_limits()) as file:
        schema = file.schema_arrow
    with pq.ParquetFile(path, read_dictionary=texts, **footer_limits()) as file:
        for group in groups:
            for batch in file.iter_batches(batch_size=rows, row_groups=[group]):
                taken += sum(text_bytes(column) for column in batch.columns) + VALUE_BYTES * batch.num_rows
                refuse_large(taken, max_bytes)
                batches.append(pa.Table.from_batches([batch]).cast(schema))
    return pa.concat_tables(batches) if batches else schema.empty_table()


def height(path: Path) -> int:
    """Return the number of rows that a file claims to have. A small file can hold a great many."""
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, **footer_limits()) as file:
            return int(file.metadata.num_rows)
    except OSError as error:
        raise damaged(error) from None


def columns(path: Path) -> list[str]:
    """Return the names of a file's columns."""
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, **footer_limits()) as file:
            return list(file.schema_arrow.names)
    except OSError as error:
        raise damaged(error) from None


def groups(path: Path) -> int:
    """Return the number of row groups of a file."""
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, **footer_limits()) as file:
            return int(file.num_row_groups)
    except OSError as error:
        raise damaged(error) from None


def group_sizes(path: Path) -> list[tuple[int, int]]:
    """Return the rows and bytes that a file states of each of its row groups."""
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, **footer_limits()) as file:
            metadata = file.metadata
            if metadata.num_row_groups > MAX_ROW_GROUPS:
                raise ValueError(f"{metadata.num_row_groups:,} row groups; at most {MAX_ROW_GROUPS:,}")
            groups = (metadata.row_group(number) for number in range(metadata.num_row_groups))
            sizes = [(int(group.num_rows), int(group.total_byte_size)) for group in groups]
    except OSError as error:
        raise damaged(error) from None
    if any(min(size) < 0 for size in sizes):
        raise ValueError("a size that it states is negative")
    return sizes


def some(
    path: Path,
    numbers: Sequence[int] | None,
    wanted: Sequence[str] | None,
    max_bytes: int = MAX_BYTES,
    rows: int = FEW,
) -> "pa.Table":
    """Return some row groups of a file, or some of their columns; of all groups where none is named. So many rows are
    read at a time. Raises ValueError for what takes more memory."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    batches, taken = [], 0
    try:
        with pq.ParquetFile(path, **footer_limits()) as file:
            names = [name for name in file.schema_arrow.names if wanted is None or name in wanted]
            schema = pa.schema([file.schema_arrow.field(name) for name in names])
            texts = [field.name for field in schema if is_text(field.type)]
            footer = file.metadata
            if rows == FEW and numbers:
                nested = max(nested_bytes(footer.row_group(number), texts) for number in numbers)
                rows = min(max(FEW, MOST_SHARED // max(nested, 1)), MANY)
        with pq.ParquetFile(path, metadata=footer, read_dictionary=texts, **footer_limits()) as file:
            groups = None if numbers is None else list(numbers)
            for batch in file.iter_batches(rows, row_groups=groups, columns=names):
                taken += sum(text_bytes(column) for column in batch.columns)
                refuse_large(taken, max_bytes)
                batches += pa.Table.from_batches([batch]).cast(schema).to_batches()
    except OSError as error:
        raise damaged(error) from None
    table = pa.Table.from_batches(batches, schema=schema)
    table.validate(full=True)
    return table


def nested_bytes(group: "pq.RowGroupMetaData", texts: Sequence[str]) -> int:
    """Return the bytes that a row group is said to have in columns of other values than texts."""
    columns = map(group.column, range(group.num_columns))
    return sum(abs(column.total_uncompressed_size) for column in columns if column.path_in_schema not in texts)


def is_text(kind: "pa.DataType") -> bool:
    """Return whether a column holds texts or bytes, which can be read by reference to a dictionary."""
    import pyarrow as pa

    types = pa.types
    return bool(
        types.is_string(kind) or types.is_large_string(kind) or types.is_binary(kind) or types.is_large_binary(kind)
    )


def head(path: Path, count: int, max_bytes: int = MAX_BYTES) -> "pa.Table":
    """Return the first rows of a file, at most `FEW`. Raises ValueError for rows that take more memory."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, **footer_limits()) as file:
            batch = next(file.iter_batches(min(count, FEW)), None)
            table = file.schema_arrow.empty_table() if batch is None else pa.Table.from_batches([batch])
    except OSError as error:
        raise damaged(error) from None
    refuse_large(table.nbytes, max_bytes)
    table.validate(full=True)
    return table


def footer_limits() -> dict[str, Any]:
    """Return the bounds of what the end of a file, which describes it, may hold."""
    return {"thrift_string_size_limit": MAX_FOOTER, "thrift_container_size_limit": 1_000_000}


def checked_leaves(metadata: "pq.FileMetaData", max_bytes: int, wanted: Sequence[int]) -> list[str]:
    """Return the paths of the columns of texts. Raises ValueError for a file that says of the wanted row groups that
    they take more memory, or is made so that it cannot say."""
    leaves, groups = metadata.num_columns, metadata.num_row_groups
    if leaves > MAX_LEAVES or groups > MAX_ROW_GROUPS:
        raise ValueError(f"{leaves:,} columns in {groups:,} row groups; at most {MAX_LEAVES} in {MAX_ROW_GROUPS:,}")
    taken, texts = 0, set()
    for group in wanted:
        for leaf in range(leaves):
            chunk = metadata.row_group(group).column(leaf)
            sizes = (chunk.total_uncompressed_size, chunk.total_compressed_size, chunk.num_values)
            if min(sizes) < 0:
                raise ValueError(f"column {chunk.path_in_schema:.60}: a size is negative")
            if odd := UNBOUNDED.intersection(chunk.encodings):
                raise ValueError(f"column {chunk.path_in_schema:.60}: the encoding {min(odd)} is not read")
            taken += chunk.total_uncompressed_size + VALUE_BYTES * chunk.num_values
            refuse_large(taken, max_bytes)
            if chunk.physical_type == "BYTE_ARRAY":
                texts.add(chunk.path_in_schema)
    return sorted(texts)


def text_bytes(array: "pa.Array") -> int:
    """Return the length of all texts of an array, which has them by reference to dictionaries."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_dictionary(array.type):
        lengths = pc.binary_length(array.dictionary)
        if not pa.types.is_integer(lengths.type):
            return int(array.nbytes)
        taken = pc.sum(lengths.cast(pa.int64()).take(array.indices)).as_py()
        return int(taken or 0) + VALUE_BYTES * len(array)
    if pa.types.is_list(array.type) or pa.types.is_large_list(array.type):
        return text_bytes(array.flatten()) + VALUE_BYTES * len(array)
    return int(array.nbytes)


def refuse_large(taken: int, max_bytes: int) -> None:
    """Raise ValueError for more bytes than may be taken."""
    if taken > max_bytes:
        raise ValueError(f"it takes more than {max_bytes / 2**20:,.0f} MiB of memory to read")


def damaged(error: OSError) -> Exception:
    """Return the error to raise: for a damaged file Arrow raises an OSError without a number; others are the
    system's."""
    return error if error.errno is not None else ValueError(str(error))
