"""Read untrusted Parquet files in this process; `tables.py` calls this in a worker.

Arrow's reader validates its input; Polars' own reader aborts the process on some damaged files, by requesting more
memory than there is. Memory is bounded twice: by the sizes that the file states, before reading, and by adding up the
lengths of texts while they are still dictionary-encoded, because a file of 6 kB can repeat a text of 60 MB in each row.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

MAX_BYTES = 2**30
"""Default for the maximum memory of a table."""

MAX_LEAVES = 200
MAX_ROW_GROUPS = 100_000
MAX_FOOTER = 64 * 2**20

VALUE_BYTES = 8
"""Memory for one value besides its text: an offset or a number."""

BATCH = 1_024
"""Rows read at a time."""

FEW = 64
"""Rows read at a time from tables that may contain pictures."""

MANY = 4_096
"""Rows read at a time from tables whose other values than texts are small."""

MOST_SHARED = 2**28
"""Bound on the bytes of the other values than texts in the rows read at a time, even if all these rows share one value,
which the file stores once."""

UNBOUNDED = {"DELTA_BYTE_ARRAY"}
"""Encodings in which a few bytes can represent a text of any length; writers use them only on request."""


def read(path: Path, max_bytes: int = MAX_BYTES, number: int | None = None) -> "pa.Table":
    """Return the table in a file or in one of its row groups. Raises ValueError if it takes more than `max_bytes`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, **footer_limits()) as file:
            wanted = range(file.num_row_groups) if number is None else (number,)
            texts = check_footer(file.metadata, max_bytes, wanted)
        try:
            table = read_bounded(path, texts, BATCH, max_bytes, wanted)
        except pa.ArrowNotImplementedError:  # lists of texts that are only partly dictionary-encoded
            flat = [name for name in texts if "." not in name]
            table = read_bounded(path, flat, BATCH // 64, max_bytes, wanted)
    except OSError as error:
        raise damage_error(error) from None
    table.validate(full=True)
    return table


def read_bounded(path: Path, texts: list[str], rows: int, max_bytes: int, groups: Sequence[int]) -> "pa.Table":
    """Return the table in some row groups, read `rows` at a time. The columns in `texts` stay dictionary-encoded until
    their total length has been checked."""
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
    """Return the number of rows that a file claims to have; a small file can claim billions."""
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, **footer_limits()) as file:
            return int(file.metadata.num_rows)
    except OSError as error:
        raise damage_error(error) from None


def columns(path: Path) -> list[str]:
    """Return the names of a file's columns."""
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, **footer_limits()) as file:
            return list(file.schema_arrow.names)
    except OSError as error:
        raise damage_error(error) from None


def groups(path: Path) -> int:
    """Return the number of row groups of a file."""
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, **footer_limits()) as file:
            return int(file.num_row_groups)
    except OSError as error:
        raise damage_error(error) from None


def group_sizes(path: Path) -> list[tuple[int, int]]:
    """Return the number of rows and bytes that a file states for each row group."""
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, **footer_limits()) as file:
            metadata = file.metadata
            if metadata.num_row_groups > MAX_ROW_GROUPS:
                raise ValueError(f"{metadata.num_row_groups:,} row groups; at most {MAX_ROW_GROUPS:,}")
            groups = (metadata.row_group(number) for number in range(metadata.num_row_groups))
            sizes = [(int(group.num_rows), int(group.total_byte_size)) for group in groups]
    except OSError as error:
        raise damage_error(error) from None
    if any(min(size) < 0 for size in sizes):
        raise ValueError("it states a negative size")
    return sizes


def read_selection(
    path: Path,
    numbers: Sequence[int] | None,
    wanted: Sequence[str] | None,
    max_bytes: int = MAX_BYTES,
    rows: int = FEW,
) -> "pa.Table":
    """Return the wanted columns (None: all) of some row groups (None: all), read `rows` at a time. Raises ValueError if
    they take more than `max_bytes`."""
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
        raise damage_error(error) from None
    table = pa.Table.from_batches(batches, schema=schema)
    table.validate(full=True)
    return table


def nested_bytes(group: "pq.RowGroupMetaData", texts: Sequence[str]) -> int:
    """Return the bytes that a row group states for its columns other than texts."""
    columns = map(group.column, range(group.num_columns))
    return sum(abs(column.total_uncompressed_size) for column in columns if column.path_in_schema not in texts)


def is_text(kind: "pa.DataType") -> bool:
    """Return whether a type is string or binary, which can be read dictionary-encoded."""
    import pyarrow as pa

    types = pa.types
    return bool(
        types.is_string(kind) or types.is_large_string(kind) or types.is_binary(kind) or types.is_large_binary(kind)
    )


def head(path: Path, count: int, max_bytes: int = MAX_BYTES) -> "pa.Table":
    """Return the first rows of a file, at most `FEW`. Raises ValueError if they take more than `max_bytes`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, **footer_limits()) as file:
            batch = next(file.iter_batches(min(count, FEW)), None)
            table = file.schema_arrow.empty_table() if batch is None else pa.Table.from_batches([batch])
    except OSError as error:
        raise damage_error(error) from None
    refuse_large(table.nbytes, max_bytes)
    table.validate(full=True)
    return table


def footer_limits() -> dict[str, Any]:
    """Return the limits on a file's footer."""
    return {"thrift_string_size_limit": MAX_FOOTER, "thrift_container_size_limit": 1_000_000}


def check_footer(metadata: "pq.FileMetaData", max_bytes: int, wanted: Sequence[int]) -> list[str]:
    """Return the paths of the text columns. Raises ValueError if the wanted row groups take more than `max_bytes`
    according to the footer, or use an encoding whose size the footer does not tell."""
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
    """Return the total length of the texts of an array, which may be dictionary-encoded."""
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
    """Raise ValueError if more than `max_bytes` are needed."""
    if taken > max_bytes:
        raise ValueError(f"it takes more than {max_bytes / 2**20:,.0f} MiB of memory to read")


def damage_error(error: OSError) -> Exception:
    """Return the error to raise: Arrow raises OSError without an errno for damaged files, which becomes ValueError;
    other errors are the operating system's."""
    return error if error.errno is not None else ValueError(str(error))
