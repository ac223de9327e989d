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
from contextlib import AbstractContextManager
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Table:
    """A table that was opened: its files in order, none if it does not exist yet, and the `listed` parts of its
    manifest, none for a single file. `remedy` is what to do about a damaged file.

    It is read as untrusted input. Raises UserError, with the remedy, where it is damaged.
    """

    folder: Path
    name: str
    files: Sequence[Path]
    listed: Sequence[Part]
    remedy: str

    @classmethod
    def open(cls, folder: Path, name: str, remedy: str = REMEDY) -> "Table":
        """Open the table of a folder."""
        if is_divided(folder, name):
            listed = manifest(folder / name / MANIFEST)
            return cls(folder, name, tuple(folder / name / part.file for part in listed), listed, remedy)
        single = folder / f"{name}.parquet"
        return cls(folder, name, (single,) if single.exists() else (), (), remedy)

    def require(self, reason: str) -> "Table":
        """Return this table. Raises UserError, with the reason, if it does not exist."""
        if not self.files:
            raise UserError(reason)
        return self

    def require_whole(self) -> None:
        """Refuse a table with a part that is missing or differs from the manifest: Parquet files have no checksum."""
        for path, part in zip(self.files, self.listed, strict=False):
            if not path.exists():
                raise UserError(f"{path} is missing\n{DAMAGED_REMEDY}")
            if known_digest(path) != part.sha256:
                raise UserError(f"{path} is damaged: its SHA-256 differs from the one in {MANIFEST}\n{DAMAGED_REMEDY}")

    def read(self) -> pl.DataFrame:
        """Return all rows."""
        self.require(f"{self.folder} has no {self.name}\n{self.remedy}").require_whole()
        with self.reading():
            return pl.concat([untrusted_tables.read(file) for file in self.files], how="diagonal_relaxed")

    def groups(self) -> Iterator[pl.DataFrame]:
        """Yield the rows by row groups."""
        self.require_whole()
        for path in self.files:
            with reading(path, self.remedy):
                yield from untrusted_tables.groups(path)

    def columns(self, wanted: Sequence[str]) -> Iterator[pl.DataFrame]:
        """Yield the wanted columns that the table has, one file at a time. Other columns are not read."""
        self.require_whole()
        for path in self.files:
            with reading(path, self.remedy):
                yield untrusted_tables.read_compact(path, wanted)

    def digest(self) -> str:
        """Return the SHA-256 of the table: of its file, or of the list of its parts; "" if it does not exist."""
        if not self.files:
            return ""
        return digest_of(self.listed) if self.listed else known_digest(self.files[0])

    def reading(self) -> AbstractContextManager[None]:
        """Raise UserError for an error of reading in the `with` block."""
        return reading(self.files[0], self.remedy)


def is_divided(folder: Path, name: str) -> bool:
    """Return whether a table has parts and a manifest, unlike the single file of a submission or an annotation."""
    return (folder / name / MANIFEST).exists()


def write(folder: Path, name: str, table: pl.DataFrame) -> str:
    """Write a table in parts; return its hash, as `digest` does."""
    writer = Writer(folder, name)
    for start in range(0, table.height, PART_ROWS) or (0,):
        writer.add(table[start : start + PART_ROWS])
    return writer.commit()


def manifest(path: Path) -> Sequence[Part]:
    """Return the parts in a table's manifest. Raises UserError if it is damaged."""
    with reading(path, REMEDY):
        entries: list[Mapping[str, Any]] = json_values.read_object(path, MAX_MANIFEST)["parts"]
        listed = tuple(Part(str(item["file"]), int(item["rows"]), str(item["sha256"])) for item in entries)
        if any("/" in part.file or part.file.startswith(".") for part in listed):
            raise ValueError("it lists a file outside its folder")
    return listed


def digest_of(parts: Sequence[Part]) -> str:
    """Return the SHA-256 of a list of parts."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def known_digest(path: Path) -> str:
    """Return the SHA-256 of a file, which is read again only if its modification time, size or inode changed."""
    status = path.stat()
    return digest_in_state(path, status.st_mtime_ns, status.st_size, status.st_ino)


@lru_cache(maxsize=4096)
def digest_in_state(path: Path, *state: int) -> str:
    """Return the SHA-256 of a file in a certain state."""
    return file_digest(path)


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
