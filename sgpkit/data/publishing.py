"""Turn finished shards into a config of a dataset repo folder, on this machine or at a URL.

In a folder, the new config appears in one step: the README stops declaring it before its files change and declares it
again afterwards, so that `load_dataset` always finds the old version, the new one, or no such config.
"""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import fsspec
from datasets.splits import SplitInfo

from sgpkit.benchmark import Benchmark
from sgpkit.data import record
from sgpkit.data.card import readme
from sgpkit.errors import UserError
from sgpkit.files import locked, write_atomically
from sgpkit.sandbox.cluster import stores

WORK = ".build"
"""The folder inside the repo folder where an unfinished build stores its shards."""

LOG = "build-log.jsonl"


class Named(NamedTuple):
    """Shards of a config under their final names: the name of each, their splits, and the total size."""

    files: list[tuple[str, Mapping[str, Any]]]
    splits: list[SplitInfo]
    size: int

    def hashes(self) -> dict[str, str]:
        """Return the SHA-256 of each file by its name."""
        return {name: shard["sha256"] for name, shard in self.files}


def path_below(out: Path | str, name: str) -> Path | str:
    """Return the path of a file in a folder or at a URL."""
    return f"{out.rstrip('/')}/{name}" if isinstance(out, str) and stores.is_url(out) else Path(out) / name


def require_folder(out: Path | str, config: str) -> Path:
    """Return the folder to build into. Raises UserError for a URL if the config is built from other configs."""
    if stores.is_url(out):
        raise UserError(
            f"{config} is built from other configs in the same folder; expected a local folder as --out, got {out}"
        )
    return Path(out)


@contextmanager
def work_folder(out: Path | str, config: str) -> Iterator[str]:
    """Yield the path of a folder for the shards of a config, which is removed if the block ends without an error. A
    local folder is locked for other processes; an address cannot be."""
    work = str(path_below(out, f"{WORK}/{config}"))
    if stores.is_url(out):
        yield work
        files, root = stores.open_store(str(path_below(out, WORK)))
        if files.exists(root):
            files.rm(root, recursive=True)
        return
    with locked(Path(out)):
        Path(work).mkdir(parents=True, exist_ok=True)
        yield str(Path(work).resolve())
        shutil.rmtree(Path(out) / WORK)


def publish(
    benchmark: Benchmark,
    out: Path | str,
    work: str,
    shards: Sequence[Mapping[str, Any]],
    skipped: Sequence[Mapping[str, str]],
    origin: Mapping[str, Any],
) -> None:
    """Replace the config in a folder, or at a URL, by the finished one."""
    finished = with_final_names(shards)
    if isinstance(out, str) and stores.is_url(out):
        publish_at(benchmark, out, work, finished, skipped, origin)
        return
    folder = Path(out)
    stage, target = folder / WORK / f"{benchmark.config}.new", folder / benchmark.config
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir()
    for name, shard in finished.files:
        os.link(Path(work) / shard["file"], stage / name)
    describe(stage, benchmark.config, finished, skipped, origin)
    readme.remove(folder, benchmark.config)
    if target.exists():
        old = folder / WORK / f"{benchmark.config}.old"
        shutil.rmtree(old, ignore_errors=True)
        target.rename(old)
    stage.rename(target)
    readme.add(folder, benchmark.config, benchmark.rows.features, finished.splits, finished.size)


def publish_at(
    benchmark: Benchmark,
    out: str,
    work: str,
    finished: Named,
    skipped: Sequence[Mapping[str, str]],
    origin: Mapping[str, Any],
) -> None:
    """Replace the config at a URL. The shards are there already and are renamed; only the README and the records are
    sent.
    """
    files, root = stores.open_store(out)
    _, shards_at = stores.open_store(work)
    target = f"{root}/{benchmark.config}"
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        stage = folder / benchmark.config
        stage.mkdir()
        describe(stage, benchmark.config, finished, skipped, origin)
        if files.exists(f"{root}/{readme.NAME}"):
            files.get_file(f"{root}/{readme.NAME}", str(folder / readme.NAME))
            readme.remove(folder, benchmark.config)
            put_file(files, folder / readme.NAME, root)
        if files.exists(target):
            files.rm(target, recursive=True)
        files.makedirs(target, exist_ok=True)
        for name, shard in finished.files:
            files.mv(f"{shards_at}/{shard['file']}", f"{target}/{name}")
        for path in sorted(stage.iterdir()):
            put_file(files, path, target)
        readme.add(folder, benchmark.config, benchmark.rows.features, finished.splits, finished.size)
        put_file(files, folder / readme.NAME, root)


def put_file(files: fsspec.AbstractFileSystem, path: Path, folder: str) -> None:
    """Write a small file of this machine into a folder at an address."""
    stores.write(files, f"{folder}/{path.name}", path.read_bytes())


def describe(
    stage: Path,
    config: str,
    finished: Named,
    skipped: Sequence[Mapping[str, str]],
    origin: Mapping[str, Any],
) -> None:
    """Write the log of skipped items, and the record of the build."""
    log = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in skipped)
    write_atomically(stage / LOG, log)
    record.write(stage, config, origin, finished.hashes())


def with_final_names(shards: Sequence[Mapping[str, Any]]) -> Named:
    """Return shards under their final names, with their number and the number of shards of the split."""
    files: list[tuple[str, Mapping[str, Any]]] = []
    splits = []
    for split in dict.fromkeys(shard["split"] for shard in shards):
        mine = [shard for shard in shards if shard["split"] == split]
        files += [(f"{split}-{number:05d}-of-{len(mine):05d}.parquet", shard) for number, shard in enumerate(mine)]
        num_bytes, rows = sum(shard["bytes"] for shard in mine), sum(shard["rows"] for shard in mine)
        splits.append(SplitInfo(name=split, num_bytes=num_bytes, num_examples=rows))
    return Named(files, splits, sum(shard["size"] for shard in shards))
