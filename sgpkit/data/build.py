"""Build the rows of a benchmark into typed Parquet splits in a dataset repo folder.

A build is a pipeline: the source yields rows, worker processes finish them (pictures, proofs), and one process writes
them in order. Memory does not grow with the number of rows, and the bytes do not depend on the number of workers. On a
cluster, each task finishes and writes one shard (`on_ray.py`), with the same bytes. An interrupted build leaves the
folder unchanged, and the next build resumes after the last closed shard.
"""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import datasets
import numpy as np
import polars as pl
import pyarrow.parquet as pq

from sgpkit import bars, user_cache
from sgpkit.benchmark import Benchmark, Row, Skipped
from sgpkit.data import on_ray, publishing, shards
from sgpkit.data.card import readme
from sgpkit.data.shards import SplitWriter, State, load_state, save_state
from sgpkit.errors import UserError, nearest
from sgpkit.sandbox import parallel
from sgpkit.sandbox.cluster import stores


class Report(NamedTuple):
    """A built config: the number of rows of each split, and of skipped source items."""

    config: str
    rows: dict[str, int]
    skipped: int
    folder: Path | str


def choose_source(benchmark: Benchmark, argument: str | None) -> tuple[str, str]:
    """Return the source's name and its path from `[NAME=]PATH`. Without a name, exactly one reader must recognise the
    path."""
    if argument is None:
        if "builtin" not in benchmark.rows.sources:
            names = " or ".join(f"--source {name}=PATH" for name in benchmark.rows.sources)
            raise UserError(f"{benchmark.config} has no builtin source; give the published data: {names}")
        return "builtin", ""
    name, equals, path = argument.partition("=")
    if equals and name in benchmark.rows.sources:
        return name, path
    if argument in benchmark.rows.sources and benchmark.rows.sources[argument].detects is None:
        return argument, ""
    able = benchmark.rows.detecting(argument)
    if len(able) == 1:
        return able[0], argument
    readers = sorted(set(benchmark.rows.sources) - {"builtin"})
    if equals and name.isidentifier() and not Path(argument).exists():
        raise UserError(f"{benchmark.config} has no source {name!r}{nearest(name, benchmark.rows.sources)}")
    problem = "several readers recognise" if able else "no reader recognises"
    raise UserError(
        f"{problem} {argument!r}; the readers of {benchmark.config} are {', '.join(readers) or 'none'}.\n"
        f"Name one: --source NAME={argument}"
    )


def build(
    benchmark: Benchmark,
    out: Path | str,
    source: str = "builtin",
    path: str = "",
    seed: int = 0,
    limit: int | None = None,
    workers: int = 1,
    ray: str | None = None,
    origin: Mapping[str, Any] | None = None,
) -> Report:
    """Add the config to the folder `out`, or replace it there. With `ray`, the address of a cluster, its tasks finish
    the rows and write the shards into the folder, which all nodes share, or into any URL that fsspec supports. `origin`
    describes the published data, for the record of the build."""
    with publishing.work_folder(out, benchmark.config) as work:
        if benchmark.rows.finish_in_folder is not None:
            benchmark = benchmark.replacing(
                finish=benchmark.rows.finish_in_folder(publishing.require_folder(out, benchmark.config))
            )
        key = build_key(benchmark, source, path, seed, limit)
        items = benchmark.rows.sources[source].read(path, seed)
        made_from = {"source": source, "seed": seed, "limit": limit, **painter(benchmark), **(origin or {})}
        if ray is None:
            state = load_state(Path(work), key)
            source_skips = write_shards(benchmark, items, Path(work), state, limit, workers)
        else:
            state, source_skips = State(key), []
            fresh = pending(items, benchmark.rows.counts, state, limit, source_skips)
            on_ray.write_shards(benchmark, fresh, work, state, shard_rows(benchmark), ray)
        skipped = [skip._asdict() for skip in source_skips]
        skipped += [{"name": entry["name"], "reason": entry["reason"]} for entry in state.skipped]
        needed = "train" if benchmark.scoring.score is None else "test"
        if not any(shard["split"] == needed for shard in state.shards):
            first = f"; the first: {skipped[0]['name']}: {skipped[0]['reason']}" if skipped else ""
            taken = f"{source} {path}".strip()
            raise UserError(f"{benchmark.config}: no {needed} rows from source {taken}, {len(skipped)} skipped{first}")
        refuse_duplicates(work, state)
        publishing.publish(benchmark, out, work, state.shards, skipped, made_from)
    rows: dict[str, int] = {}
    for shard in state.shards:
        rows[shard["split"]] = rows.get(shard["split"], 0) + shard["rows"]
    return Report(benchmark.config, rows, len(skipped), publishing.path_below(out, benchmark.config))


def shard_rows(benchmark: Benchmark) -> int:
    """Return the number of source items per shard."""
    return shards.FINISHED_SHARD_ROWS if benchmark.rows.finish else shards.SHARD_ROWS


def painter(benchmark: Benchmark) -> dict[str, Any]:
    """Return the entry of a build's record about the renderer of its pictures; empty if rows have none."""
    from sgpkit.graphics import raster

    columns = benchmark.rows.columns.values()
    pictured = any(isinstance(column, str) and "image" in column for column in columns)
    return {"renderer": raster.renderer_metadata(raster.current_renderer())} if pictured else {}


def build_key(benchmark: Benchmark, source: str, path: str, seed: int, limit: int | None) -> str:
    """Return the key of a build: only a build with the same key reuses the closed shards of an earlier one. It
    changes with the code, so that a corrected source does not continue with rows of the failed build."""
    stamps: list[object] = []
    location = Path(path)
    if path and location.exists():
        files = sorted(location.rglob("*")) if location.is_dir() else [location]
        stamps = [(str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files if file.is_file()]
    read, finish = benchmark.rows.sources[source].read, benchmark.rows.finish
    options = finish.keywords if isinstance(finish, partial) else {}
    finished = sorted(f"{name}={value}" for name, value in options.items())
    inputs = [
        user_cache.stamp([*user_cache.code_folders(), *code_of(read), *code_of(finish)]),
        benchmark.config,
        sorted(benchmark.rows.columns),
        source,
        path,
        stamps,
        seed,
        limit,
        finished,
        painter(benchmark),
    ]
    return hashlib.sha256(json.dumps(inputs).encode()).hexdigest()


def code_of(function: object) -> list[Path]:
    """Return the package that defines a function, or its file if it is in no package."""
    file = user_cache.file_of(function)
    if file is None:
        return []
    return [file.parent if (file.parent / "__init__.py").exists() else file]


def write_shards(
    benchmark: Benchmark,
    items: Iterator[tuple[str, Row] | Skipped],
    work: Path,
    state: State,
    limit: int | None,
    workers: int,
) -> list[Skipped]:
    """Finish and write every row that is not yet in a closed shard; return the items that the source itself skipped."""
    writers: dict[str, SplitWriter] = {}
    source_skips: list[Skipped] = []
    most = shard_rows(benchmark)

    def closed(shard: dict[str, Any]) -> None:
        state.shards.append(shard)
        save_state(work, state)

    def writer(split: str) -> SplitWriter:
        if split not in writers:
            first = sum(shard["split"] == split for shard in state.shards)
            before = state.items(split)
            writers[split] = SplitWriter(work, split, benchmark.rows.features, most, first, before, closed)
        return writers[split]

    fresh = pending(items, benchmark.rows.counts, state, limit, source_skips)
    finished = finish_all(benchmark.rows.finish, fresh, workers)
    total = sum(min(count, limit or count) for count in benchmark.rows.counts.values()) or None
    for split, row in bars.counted(finished, benchmark.config, total):
        if not isinstance(row, Skipped):
            (writers.get(split) or writer(split)).add(row)
        else:
            open_writer = writer(split)
            item = open_writer.taken() + 1
            state.skipped.append({"split": split, "item": item, "name": row.name, "reason": row.reason})
            open_writer.skip()
    for open_writer in writers.values():
        open_writer.close()
    return source_skips


def pending(
    items: Iterator[tuple[str, Row] | Skipped],
    declared: Mapping[str, int],
    state: State,
    limit: int | None,
    source_skips: list[Skipped],
) -> Iterator[tuple[str, Row]]:
    """Yield the source's rows that no closed shard holds yet, at most `limit` of each split."""
    seen = dict.fromkeys(declared, 0)
    done = {split: state.items(split) for split in {shard["split"] for shard in state.shards}}
    for item in items:
        if isinstance(item, Skipped):
            source_skips.append(item)
            continue
        if limit is None and not done:
            yield item
            continue
        split = item[0]
        seen[split] = seen.get(split, 0) + 1
        if limit is None or seen[split] <= limit:
            if seen[split] > done.get(split, 0):
                yield item
        elif all(count >= min(limit, declared.get(name, limit)) for name, count in seen.items()):
            return


def finish_all(
    finish: Callable[[Row], Row | Skipped] | None, rows: Iterable[tuple[str, Row]], workers: int
) -> Iterator[tuple[str, Row | Skipped]]:
    """Yield the rows completed, in their order."""
    if finish is None:
        return iter(rows)
    work = partial(finish_one, finish)
    if workers <= 1:
        return map(work, rows)
    return parallel.in_workers(work, rows, workers)


def finish_one(finish: Callable[[Row], Row | Skipped], item: tuple[str, Row]) -> tuple[str, Row | Skipped]:
    """Complete the row of a (split, row) pair."""
    split, row = item
    return split, finish(row)


def refuse_duplicates(work: str, state: State) -> None:
    """Raise an error for duplicate ids, which must identify rows permanently. Uses eight bytes per row."""
    hashes = np.concatenate([ids.hash(0).to_numpy() for ids in identifiers(work, state)])
    values, counts = np.unique(hashes, return_counts=True)
    if len(values) == len(hashes):
        return
    suspects = pl.Series(values[counts > 1])
    same_hash = pl.concat([ids.filter(ids.hash(0).is_in(suspects.implode())) for ids in identifiers(work, state)])
    twice = same_hash.filter(same_hash.is_duplicated())
    if len(twice):
        raise ValueError(f"two rows have the id {twice[0]!r}; ids must be unique within a config")


def identifiers(work: str, state: State) -> Iterator[pl.Series]:
    """Yield the ids of each shard; no other column is read."""
    files, root = stores.open_store(work)
    for shard in state.shards:
        ids = pq.read_table(f"{root}/{shard['file']}", columns=["id"], filesystem=files)["id"]
        yield pl.Series(ids.to_pylist(), dtype=pl.String)


def save_arrow(out: Path, config: str) -> Path:
    """Write the `save_to_disk` form of a built config (memory-mapped Arrow) alongside the folder; return its path."""
    target = out.with_name(f"{out.name}-arrow") / config
    with tempfile.TemporaryDirectory() as cache:
        files = {split: str(out / config / f"{split}-*.parquet") for split in readme.open_readme(out).splits(config)}
        loaded = datasets.load_dataset("parquet", data_files=files, cache_dir=cache)
        shutil.rmtree(target, ignore_errors=True)
        loaded.save_to_disk(str(target))
    return target
