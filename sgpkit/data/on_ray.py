"""A config built on a Ray cluster: a task finishes the rows of one shard and writes it where it belongs.

The source is read here, and gives the items of each shard; finished rows, with their pictures, never travel back. What
a task writes is named after everything that it depends on: one that is repeated, on another node after its own died or
by another call, writes the same bytes or finds them there."""

import json
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import fsspec
from fsspec.implementations.local import LocalFileSystem

import sgpkit
from sgpkit import bars
from sgpkit.benchmark import Benchmark, Row, Skipped
from sgpkit.data.shards import SplitWriter, State
from sgpkit.errors import UserError
from sgpkit.sandbox import cluster
from sgpkit.sandbox.cluster import stores

SHARED = "shared"
"""A file by which nodes see that they share the folder."""


@dataclass(frozen=True)
class Work:
    """Everything that tasks need, other than the rows: the benchmark, the folder or address of the shards, the key of
    the build, and the version of sgpkit that the build is made with."""

    benchmark: Benchmark
    base: str
    key: str
    version: str


class Batch(NamedTuple):
    """The items of one shard, each with its number in the source; `shard` counts those of the split."""

    split: str
    shard: int
    items: list[tuple[int, Row]]


class Written(NamedTuple):
    """A task's result: the shard as `State` keeps it, None if no item became a row, and what was skipped, by number."""

    shard: dict[str, Any] | None
    skipped: list[tuple[int, str, str]]
    items: int


def write_shards(
    benchmark: Benchmark, rows: Iterable[tuple[str, Row]], base: str, state: State, shard_rows: int, address: str
) -> None:
    """Finish and write every row on the cluster at an address; `state` gets the shards and what was skipped, in the
    order in which one process closes and skips them."""
    work = Work(benchmark, base, state.key, sgpkit.__version__)
    files, root = stores.open_store(base)
    splits: list[str] = []
    done: dict[int, Written] = {}
    with cluster.connected(address), bars.Bar(benchmark.config) as bar:
        stores.write(files, f"{root}/{SHARED}", state.key.encode())
        for number, written in cluster.as_finished(write_shard, in_order(work, rows, shard_rows, splits)):
            done[number] = written
            bar.update(written.items)
    skipped: list[tuple[int, str, str, str]] = []
    for number, split in enumerate(splits):
        shard = done[number].shard
        state.shards += [shard] if shard is not None else []
        skipped += [(item, split, name, reason) for item, name, reason in done[number].skipped]
    state.skipped += [
        {"split": split, "item": item, "name": name, "reason": reason} for item, split, name, reason in sorted(skipped)
    ]


def in_order(
    work: Work, rows: Iterable[tuple[str, Row]], shard_rows: int, splits: list[str]
) -> Iterator[tuple[Work, Batch]]:
    """Yield the work of each task, in the order in which one process closes the shards; `splits` gets their splits."""
    for batch in batches(rows, shard_rows):
        splits.append(batch.split)
        yield work, batch


def batches(rows: Iterable[tuple[str, Row]], shard_rows: int) -> Iterator[Batch]:
    """Yield the items of one shard after another."""
    held: dict[str, Batch] = {}
    for number, (split, row) in enumerate(rows):
        batch = held.setdefault(split, Batch(split, 0, []))
        batch.items.append((number, row))
        if len(batch.items) == shard_rows:
            yield batch
            held[split] = Batch(split, batch.shard + 1, [])
    yield from (batch for batch in held.values() if batch.items)


def write_shard(item: tuple[Work, Batch]) -> Written:
    """Finish the rows of a shard and write it, unless that was done before: on a node."""
    work, batch = item
    files, root = stores.open_store(work.base)
    refuse_other_node(work, files, root)
    name = f"{batch.split}-{batch.shard:05d}-{work.key[:16]}"
    note = f"{root}/{name}.json"
    if files.exists(note):
        return Written(**json.loads(files.cat_file(note)))
    with tempfile.TemporaryDirectory() as folder:
        written = finished(work.benchmark, batch, Path(folder))
        if written.shard is not None:
            path = Path(folder) / written.shard["file"]
            written.shard["file"] = f"{name}.parquet"
            stores.write(files, f"{root}/{name}.parquet", path.read_bytes())
    stores.write(files, note, json.dumps(written._asdict()).encode())
    return written


def finished(benchmark: Benchmark, batch: Batch, folder: Path) -> Written:
    """Write the shard into a folder of this machine."""
    closed: list[dict[str, Any]] = []
    skipped: list[tuple[int, str, str]] = []
    writer = SplitWriter(folder, batch.split, benchmark.rows.features, len(batch.items), 0, 0, closed.append)
    finish = benchmark.rows.finish
    for number, row in batch.items:
        made = finish(row) if finish else row
        if isinstance(made, Skipped):
            skipped.append((number, made.name, made.reason))
            writer.skip()
        else:
            writer.add(made)
    writer.close()
    return Written(closed[0] if closed else None, skipped, len(batch.items))


def refuse_other_node(work: Work, files: fsspec.AbstractFileSystem, root: str) -> None:
    """Raise UserError on a node that would write elsewhere, or other bytes."""
    if work.version != sgpkit.__version__:
        raise UserError(
            f"a node of the cluster has sgpkit {sgpkit.__version__}; expected {work.version}, the version of the build"
        )
    if isinstance(files, LocalFileSystem) and not files.exists(f"{root}/{SHARED}"):
        raise UserError(
            f"a node of the cluster cannot access {Path(root).parent.parent}\n"
            "Give a shared folder or a URL (s3://…, hf://…) as --out"
        )
