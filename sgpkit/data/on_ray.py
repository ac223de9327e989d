"""Build a config on a Ray cluster: a task finishes the rows of one shard and writes it to the output folder.

The driver reads the source and sends the items of each shard; finished rows, with their pictures, are not sent back."""

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit import bars
from sgpkit.benchmark import Benchmark, Row, Skipped
from sgpkit.data.shards import SplitWriter, State
from sgpkit.sandbox.cluster import shared_work, stores
from sgpkit.sandbox.cluster.shared_work import Made, Store


class Batch(NamedTuple):
    """The items of one shard, each with its number in the source; `shard` counts those of the split."""

    split: str
    shard: int
    items: list[tuple[int, Row]]


@dataclass(frozen=True)
class ShardTask:
    """Finishes the rows of a shard. The note contains the shard in the form of `State`, or None if no item became a
    row, and the skipped items by number.
    """

    benchmark: Benchmark
    key: str

    def name(self, batch: Batch) -> str:
        """Return the name of a shard's file, which contains the key of the build."""
        return f"{batch.split}-{batch.shard:05d}-{self.key[:16]}"

    def make(self, batch: Batch) -> Made:
        """Write the shard into a temporary folder, and return its content."""
        closed: list[dict[str, Any]] = []
        skipped: list[tuple[int, str, str]] = []
        finish = self.benchmark.rows.finish
        with tempfile.TemporaryDirectory() as folder:
            writer = SplitWriter(
                Path(folder), batch.split, self.benchmark.rows.features, len(batch.items), 0, 0, closed.append
            )
            for number, row in batch.items:
                made = finish(row) if finish else row
                if isinstance(made, Skipped):
                    skipped.append((number, made.name, made.reason))
                    writer.skip()
                else:
                    writer.add(made)
            writer.close()
            content = Path(folder, closed[0]["file"]).read_bytes() if closed else None
        shard = closed[0] | {"file": f"{self.name(batch)}.parquet"} if closed else None
        return Made({"shard": shard, "skipped": skipped, "items": len(batch.items)}, content)


def write_shards(
    benchmark: Benchmark, rows: Iterable[tuple[str, Row]], base: str, state: State, shard_rows: int, address: str
) -> None:
    """Finish and write every row on the cluster at an address; `state` gets the shards and the skipped items, in the
    order in which a single process would add them.
    """
    splits: list[str] = []
    with bars.Bar(benchmark.config) as bar:
        notes = shared_work.notes(
            store_of(base),
            ShardTask(benchmark, state.key),
            batches(rows, shard_rows, splits),
            address,
            lambda note: bar.update(note["items"]),
        )
    state.shards += [note["shard"] for note in notes if note["shard"] is not None]
    skipped = sorted(
        (item, split, *why) for split, note in zip(splits, notes, strict=True) for item, *why in note["skipped"]
    )
    state.skipped += [
        {"split": split, "item": item, "name": name, "reason": reason} for item, split, name, reason in skipped
    ]


def store_of(base: str) -> Store:
    """Return the store of the shards of a build, at a folder or address."""
    out = Path(stores.open_store(base)[1]).parent.parent
    return Store(base, f"{out}\nGive a shared folder or a URL (s3://…, hf://…) as --out")


def batches(rows: Iterable[tuple[str, Row]], shard_rows: int, splits: list[str]) -> Iterator[Batch]:
    """Yield the items of each shard, in the order in which a single process would close the shards; their splits are
    appended to `splits`.
    """
    held: dict[str, Batch] = {}
    for number, (split, row) in enumerate(rows):
        batch = held.setdefault(split, Batch(split, 0, []))
        batch.items.append((number, row))
        if len(batch.items) == shard_rows:
            splits.append(split)
            yield batch
            held[split] = Batch(split, batch.shard + 1, [])
    for batch in held.values():
        if batch.items:
            splits.append(batch.split)
            yield batch
