"""Write rows into typed Parquet shards, closed one by one so that an interrupted build can resume.

A shard covers a fixed number of source items, including skipped ones, so it can be built independently of the earlier
shards.

Parquet is written by pyarrow with zstd, content-defined chunking (so that the Hub stores and sends only pages that
changed, https://huggingface.co/blog/parquet-cdc) and the `huggingface` schema metadata (so that features survive).
"""

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any, NoReturn

import datasets
import pyarrow as pa
import pyarrow.parquet as pq

from sgpkit.benchmark import Row
from sgpkit.files import write_atomically

SHARD_ROWS = 20_000
"""Number of items per shard."""

FINISHED_SHARD_ROWS = 1_000
"""Number of items per shard if rows are expensive to finish, so that a killed build loses less work."""

GROUP_ROWS = 500
GROUP_BYTES = 32_000_000


@dataclass
class State:
    """The part of a build that is on disk: the closed shards, and per split the source items that they consumed."""

    key: str
    shards: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[dict[str, Any]] = field(default_factory=list)

    def items(self, split: str) -> int:
        """Return how many items of the source the closed shards of a split consumed."""
        return sum(shard["items"] for shard in self.shards if shard["split"] == split)


def load_state(folder: Path, key: str) -> State:
    """Return the state of an earlier build with the same key, or a new one; files of other builds are removed."""
    path = folder / "state.json"
    try:
        known = State(**json.loads(path.read_text()))
    except (OSError, ValueError, TypeError):
        known = State("")
    state = known if known.key == key else State(key)
    # Items that were skipped after the last closed shard are read and logged again.
    state.skipped = [entry for entry in state.skipped if entry["item"] <= state.items(entry["split"])]
    finished = {shard["file"] for shard in state.shards}
    for leftover in folder.glob("*"):
        if leftover.name not in finished and leftover != path:
            leftover.unlink()
    return state


def save_state(folder: Path, state: State) -> None:
    """Write the state of a build."""
    write_atomically(folder / "state.json", json.dumps(vars(state)))


class SplitWriter:
    """Writes one split's rows into shards of `shard_rows` items, and reports each shard when it is complete on disk.
    Values are collected by column, which Arrow converts faster than rows.
    """

    def __init__(
        self,
        folder: Path,
        split: str,
        features: datasets.Features,
        shard_rows: int,
        first_shard: int,
        items_before: int,
        closed: Callable[[dict[str, Any]], None],
    ) -> None:
        self.folder, self.split, self.shard_rows, self.closed = folder, split, shard_rows, closed
        self.schema = features.arrow_schema
        self.encoders = [column_encoder(features[name]) for name in self.schema.names]
        self.values_of = itemgetter(*self.schema.names)
        sized = [name for name, kind in features.items() if is_sized(kind)]
        self.sized_of = itemgetter(*sized, "id", "id")  # at least two, so that it gives a tuple
        self.number, self.items_before = first_shard, items_before
        self.buffer: list[tuple[Any, ...]] = []
        self.buffered = self.rows = self.bytes = self.items = 0
        self.writer: pq.ParquetWriter | None = None

    def add(self, row: Row) -> None:
        """Add a row, and close the shard if it is full."""
        try:
            self.buffer.append(self.values_of(row))
            self.buffered += sum(map(len, self.sized_of(row)))
        except TypeError:  # a text or a picture that is None
            self.buffered += sum(len(value) for value in self.sized_of(row) if value is not None)
        except KeyError:
            self.refuse(row)
        if len(row) != len(self.encoders):
            self.refuse(row)
        if self.buffered >= GROUP_BYTES or len(self.buffer) >= GROUP_ROWS:
            self.flush()
        self.close_full()

    def refuse(self, row: Row) -> NoReturn:
        odd = sorted(row.keys() ^ set(self.schema.names))
        raise ValueError(f"row {row.get('id')!r}: columns {odd} are missing or not in the features")

    def taken(self) -> int:
        """Return the number of items of the split so far."""
        return self.items_before + self.items + len(self.buffer)

    def skip(self) -> None:
        """Count a skipped item."""
        self.items += 1
        self.close_full()

    def close_full(self) -> None:
        """Close the shard after its last item. A shard without rows is extended by the items of the next."""
        if self.taken() % self.shard_rows == 0:
            self.close()

    def path(self) -> Path:
        return self.folder / f"{self.split}-{self.number:05d}.parquet"

    def flush(self) -> None:
        if not self.buffer:
            return
        if self.writer is None:
            self.writer = pq.ParquetWriter(
                self.path(), self.schema, compression="zstd", use_content_defined_chunking=True
            )
        columns = zip(*self.buffer, strict=True)
        arrays = [
            pa.array(encode(column), type=kind)
            for encode, column, kind in zip(self.encoders, columns, self.schema.types, strict=True)
        ]
        table = pa.Table.from_arrays(arrays, schema=self.schema)
        self.rows += table.num_rows
        self.items += table.num_rows
        self.bytes += table.nbytes
        self.writer.write_table(table)
        self.buffer, self.buffered = [], 0

    def close(self) -> None:
        self.flush()
        if self.writer is None:
            return
        self.writer.close()
        with self.path().open("rb") as file:
            os.fsync(file.fileno())
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        counts = {"rows": self.rows, "bytes": self.bytes, "items": self.items, "size": self.path().stat().st_size}
        self.closed({"file": self.path().name, "split": self.split, "sha256": digest, **counts})
        self.writer, self.number = None, self.number + 1
        self.items_before += self.items
        self.rows = self.bytes = self.items = 0


def is_sized(kind: object) -> bool:
    """Return whether a column has texts or pictures, whose bytes count towards the size of a shard."""
    return isinstance(kind, datasets.Image) or getattr(kind, "dtype", "") in ("string", "binary")


def column_encoder(kind: object) -> Callable[[Sequence[Any]], Sequence[Any]]:
    """Return the function from values as benchmarks write them (PNG bytes, letters) to values of the Arrow column."""
    if isinstance(kind, datasets.Image):
        return lambda values: [value and {"bytes": value, "path": None} for value in values]
    if isinstance(kind, datasets.ClassLabel):
        return lambda values: [None if value is None else kind.str2int(value) for value in values]
    return lambda values: values
