"""Tables of a run as Parquet parts: `RUN/responses/part-00000-3f2a….parquet`, …, and likewise `RUN/scores`.

`manifest.json` next to them lists the parts in order. A part has about `PART_ROWS` rows at most, so that a small run
has one part. A part is named by the hash of its content: the complete parts of an interrupted run are recognised, and
no file is overwritten while another process reads it. The manifest is written last, atomically, and defines the table.

The replies of annotating models and the responses of a submission are a single file, `NAME.parquet`, which is read by
the same functions.
"""

import hashlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from sgpkit.errors import UserError
from sgpkit.files import file_digest, reading, write_atomically
from sgpkit.sandbox.untrusted import json_values
from sgpkit.sandbox.untrusted import tables as untrusted_tables

PART_ROWS = 20_000
"""Rows per part: some megabytes of answers to questions. A part never divides the samples of a row."""

GROUP_ROWS = 5_000
"""Rows per row group, which readers load as a unit."""

MANIFEST = "manifest.json"
MAX_MANIFEST = 2**22
"""Maximum size of a manifest in bytes: about 20,000 parts."""

REMEDY = "Remove it and run again the command that wrote it."
DAMAGED_REMEDY = "Restore it, or remove that folder and run again the command that wrote it."


class Part(NamedTuple):
    """One part of a table: its file, the number of its rows, and the SHA-256 of its content."""

    file: str
    rows: int
    sha256: str


def paths(folder: Path, name: str) -> list[Path]:
    """Return the files of a table, in order; none if the table does not exist yet."""
    if is_divided(folder, name):
        return [folder / name / part.file for part in manifest(folder, name)]
    single = folder / f"{name}.parquet"
    return [single] if single.exists() else []


def is_divided(folder: Path, name: str) -> bool:
    """Return whether a table has parts and a manifest, unlike the single file of a submission or an annotation."""
    return (folder / name / MANIFEST).exists()


def read(folder: Path, name: str, remedy: str = REMEDY) -> pl.DataFrame:
    """Return a table, read as untrusted input. Raises UserError, with the remedy, if it is damaged."""
    files = require(folder, name, f"{folder} has no {name}\n{remedy}")
    require_whole(folder, name)
    with reading(files[0], remedy):
        return pl.concat([untrusted_tables.read(file) for file in files], how="diagonal_relaxed")


def write(folder: Path, name: str, table: pl.DataFrame) -> str:
    """Write a table in parts; return its hash, as `digest` does."""
    writer = Writer(folder, name)
    for start in range(0, table.height, PART_ROWS) or (0,):
        writer.add(table[start : start + PART_ROWS])
    return writer.commit()


def manifest(folder: Path, name: str) -> Sequence[Part]:
    """Return the parts in a table's manifest, which is read again only if it changed. Raises UserError if it is
    damaged."""
    path = folder / name / MANIFEST
    return manifest_in_state(path, *state_of(path))


@lru_cache(maxsize=256)
def manifest_in_state(path: Path, *state: int) -> Sequence[Part]:
    """Return the entries of a manifest in this state."""
    with reading(path, REMEDY):
        parts = tuple(Part(str(item["file"]), int(item["rows"]), str(item["sha256"])) for item in listed(path))
        if any("/" in part.file or part.file.startswith(".") for part in parts):
            raise ValueError("it lists a file outside its folder")
    return parts


def listed(path: Path) -> list[Mapping[str, Any]]:
    """Return the entries of a manifest."""
    entries: list[Mapping[str, Any]] = json_values.read_object(path, MAX_MANIFEST)["parts"]
    return entries


def groups(folder: Path, name: str, remedy: str = REMEDY) -> Iterator[pl.DataFrame]:
    """Yield a table by row groups. Raises UserError, with the remedy, for a damaged file."""
    require_whole(folder, name)
    for path in paths(folder, name):
        with reading(path, remedy):
            yield from untrusted_tables.groups(path)


def columns(folder: Path, name: str, wanted: Sequence[str], remedy: str = REMEDY) -> Iterator[pl.DataFrame]:
    """Yield the wanted columns that a table has, one file at a time. Other columns are not read. Raises UserError, with
    the remedy, for a damaged file."""
    require_whole(folder, name)
    for path in paths(folder, name):
        with reading(path, remedy):
            yield untrusted_tables.read_compact(path, wanted)


def height(folder: Path, name: str) -> int:
    """Return the number of rows of a table, from the metadata of its files."""
    require_whole(folder, name)
    return sum(height_of(path) for path in paths(folder, name))


def height_of(path: Path) -> int:
    """Return the number of rows in a file's metadata."""
    with reading(path, REMEDY):
        return untrusted_tables.height(path)


def digest(folder: Path, name: str) -> str:
    """Return the SHA-256 of a table: of its file, or of the list of its parts; "" if the table does not exist."""
    files = paths(folder, name)
    if not files:
        return ""
    if is_divided(folder, name):
        return digest_of(manifest(folder, name))
    return known_digest(files[0])


def digest_of(parts: Sequence[Part]) -> str:
    """Return the SHA-256 of a list of parts."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def known_digest(path: Path) -> str:
    """Return the SHA-256 of a file, which is read again only if it changed."""
    return digest_in_state(path, *state_of(path))


def state_of(path: Path) -> tuple[int, int, int]:
    """Return modification time, size and inode, which change when a file is written."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size, status.st_ino


@lru_cache(maxsize=4096)
def digest_in_state(path: Path, *state: int) -> str:
    """Return the SHA-256 of a file in a certain state."""
    return file_digest(path)


def require_whole(folder: Path, name: str) -> None:
    """Refuse a table with a part that is missing or differs from the manifest: Parquet files have no checksum."""
    if not is_divided(folder, name):
        return
    for part in manifest(folder, name):
        path = folder / name / part.file
        if not path.exists():
            raise UserError(f"{path} is missing\n{DAMAGED_REMEDY}")
        if known_digest(path) != part.sha256:
            raise UserError(f"{path} is damaged: its SHA-256 differs from the one in {MANIFEST}\n{DAMAGED_REMEDY}")


class Writer:
    """Writes a table part by part. Readers see it only after `commit`."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self.parts: list[Part] = []
        self.held: list[pl.DataFrame] = []
        self.rows = 0

    def add(self, table: pl.DataFrame) -> None:
        """Append rows; all samples of a row must be in one call."""
        self.held.append(table)
        self.rows += table.height
        if self.rows >= PART_ROWS:
            self.close_part()

    def close_part(self) -> None:
        """Write the waiting rows as one part."""
        content = encoded(pl.concat(self.held, how="diagonal_relaxed"))
        part = named(len(self.parts), self.rows, content)
        path = self.folder / self.name / part.file
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_file(path, content)
        self.parts.append(part)
        self.held, self.rows = [], 0

    def commit(self) -> str:
        """Publish the table: write the manifest, remove the parts of earlier tables, and return the hash of the
        table."""
        if self.held:
            self.close_part()
        entries = [part._asdict() for part in self.parts]
        write_atomically(self.folder / self.name / MANIFEST, json.dumps({"parts": entries}, indent=1) + "\n")
        kept = {part.file for part in self.parts}
        for path in (self.folder / self.name).glob("*part-*.parquet*"):
            if path.name not in kept:
                path.unlink()
        return digest_of(self.parts)


def named(number: int, rows: int, content: io.BytesIO) -> Part:
    """Return the shard that holds this content."""
    digest = hashlib.sha256(content.getbuffer()).hexdigest()
    return Part(f"part-{number:05d}-{digest[:12]}.parquet", rows, digest)


def encoded(table: pl.DataFrame) -> io.BytesIO:
    """Return a table as a Parquet file."""
    content = io.BytesIO()
    table.write_parquet(content, compression="zstd", row_group_size=GROUP_ROWS)
    return content


def write_file(path: Path, content: io.BytesIO) -> None:
    """Write a Parquet file atomically."""
    write_atomically(path, content.getbuffer())


def require(folder: Path, name: str, reason: str) -> list[Path]:
    """Return the files of a table. Raises UserError, with the reason, if there are none."""
    files = paths(folder, name)
    if not files:
        raise UserError(reason)
    return files
