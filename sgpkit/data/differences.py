"""The rows that differ between two versions of a config, by their ids and contents.

Files that are equal on both sides are not read. Of the others, a digest of every row is kept in memory instead of the
row, so that memory does not grow with the size of pictures.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from sgpkit.benchmark import NOTHING
from sgpkit.files import file_digest

BATCH = 500

Digests = dict[str, bytes]


class Difference(NamedTuple):
    """Ids in the order of the rows. `columns` has the number of changed rows in which each column differs; a row that
    moved to another split differs in `split`. Columns that were added, removed, or changed their type are listed
    separately.
    """

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    columns: Mapping[str, int] = NOTHING
    columns_added: tuple[str, ...] = ()
    columns_removed: tuple[str, ...] = ()
    columns_retyped: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return any(self)

    def counts(self) -> str:
        """Return the numbers in words, such as "3 rows added, 1 removed", with columns that were added or removed."""
        rows = [(len(self.added), "added"), (len(self.removed), "removed"), (len(self.changed), "changed")]
        parts = [f"{count:,} {what}" for count, what in rows if count]
        first = int(parts[0].partition(" ")[0].replace(",", "")) if parts else 0
        words = [parts[0].replace(" ", " row " if first == 1 else " rows ", 1), *parts[1:]] if parts else []
        for names, what in (
            (self.columns_added, "new"),
            (self.columns_removed, "gone"),
            (self.columns_retyped, "retyped"),
        ):
            if names:
                words.append(
                    f"{what}: column{'s' if len(names) > 1 else ''} {', '.join(f'`{name}`' for name in names)}"
                )
        return ", ".join(words) or "no changes"


def difference(old: Path, new: Path, config: str) -> Difference:
    """Return the difference of a config between two repo folders; a folder without the config has none of its rows."""
    before, after = files(old / config), files(new / config)
    same = before.keys() & after.keys()
    return between(
        [path for key, path in before.items() if key not in same],
        [path for key, path in after.items() if key not in same],
    )


def files(folder: Path) -> dict[tuple[str, str], Path]:
    """Return a config's files by their split and the hash of their contents."""
    return {(split_of(path.name), file_digest(path)): path for path in sorted(folder.glob("*.parquet"))}


def split_of(name: str) -> str:
    """Return the split of a file: "test" of `test-00000-of-00002.parquet`."""
    return name.split("-")[0]


def between(old: Sequence[Path], new: Sequence[Path]) -> Difference:
    """Return the difference between the rows of two lists of Parquet files."""
    before, after = schema(old), schema(new)
    common = [name for name in after if name in before]
    one, other = digests(old, common), digests(new, common)
    changed = tuple(name for name, digest in other.items() if one.get(name, digest) != digest)
    columns = differing_columns(old, new, common, set(changed)) if changed else {}
    return Difference(
        tuple(name for name in other if name not in one),
        tuple(name for name in one if name not in other),
        changed,
        columns,
        tuple(name for name in after if name not in before) if old and new else (),
        tuple(name for name in before if name not in after) if old and new else (),
        tuple(name for name in common if before[name] != after[name]),
    )


def schema(paths: Sequence[Path]) -> dict[str, pa.DataType]:
    """Return the types of the columns."""
    return {field.name: field.type for field in pq.read_schema(paths[0])} if paths else {}


def digests(paths: Sequence[Path], columns: Sequence[str]) -> Digests:
    """Return, by id, the digest of the values of a row in these columns, and its split."""
    by_id: Digests = {}
    for path in paths:
        split = split_of(path.name)
        for batch in pq.ParquetFile(path).iter_batches(BATCH, columns=["id", *columns]):
            ids = batch.column("id").to_pylist()
            by_id.update(zip(ids, row_digests(batch.select(list(columns)), split), strict=True))
    return by_id


def row_digests(rows: pa.RecordBatch | pa.Table, split: str) -> Iterator[bytes]:
    """Yield a digest of the values of each row, independent of the file format, its reader, and its shards."""
    for values in tuples(rows):
        yield digest([split, *values])


def tuples(rows: pa.RecordBatch | pa.Table) -> Iterator[tuple[object, ...]]:
    """Yield rows as tuples of Python values."""
    if not rows.num_columns:
        return iter([()] * rows.num_rows)
    return iter(pl.from_arrow(rows).rows())  # type: ignore[union-attr, return-value]


def digest(values: object) -> bytes:
    """Return the hash of values."""
    text = json.dumps(values, ensure_ascii=False, sort_keys=True, default=plain)
    return hashlib.sha256(text.encode()).digest()[:16]


def plain(value: object) -> object:
    """Convert a value that JSON cannot represent into one that it can."""
    if isinstance(value, bytes):
        return {"sha256": hashlib.sha256(value).hexdigest()}
    if isinstance(value, pl.Series):
        return value.to_list()
    return repr(value)


def differing_columns(
    old: Sequence[Path], new: Sequence[Path], columns: Sequence[str], ids: set[str]
) -> dict[str, int]:
    """Return in how many of these rows each column differs; only columns that do."""
    one, other = cells(old, columns, ids), cells(new, columns, ids)
    names = ["split", *columns]
    counted = dict.fromkeys(names, 0)
    for name, digested in other.items():
        for column, before, after in zip(names, one[name], digested, strict=True):
            counted[column] += before != after
    return {column: count for column, count in counted.items() if count}


def cells(paths: Sequence[Path], columns: Sequence[str], ids: set[str]) -> dict[str, tuple[bytes, ...]]:
    """Return by id the digests of a row's values, column by column."""
    texts = {}
    for path in paths:
        split = split_of(path.name)
        for batch in pq.ParquetFile(path).iter_batches(BATCH, columns=["id", *columns]):
            named = batch.column("id").to_pylist()
            for name, values in zip(named, tuples(batch.select(list(columns))), strict=True):
                if name in ids:
                    texts[name] = tuple(digest(value) for value in (split, *values))
    return texts
