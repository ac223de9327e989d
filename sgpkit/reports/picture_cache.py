"""A cache of small pictures in the run folder, `pictures.parquet`, so that the next report need not render them.

The key of a picture is a hash of all its inputs, including the version of sgpkit. The file may be deleted at any time.
"""

import hashlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

import sgpkit
from sgpkit.files import replacing

NAME = "pictures.parquet"
SCHEMA = {"key": pl.String, "picture": pl.Binary, "reason": pl.String}


@dataclass
class PictureCache:
    """Pictures by key: the bytes, or the reason why there is none. `stored` has the keys in the file of each folder."""

    known: dict[str, bytes | str] = field(default_factory=dict)
    stored: dict[Path, set[str]] = field(default_factory=dict)

    def get(self, key: str) -> bytes | str | None:
        """Return a picture, or the reason why there is none; None for an unknown key."""
        return self.known.get(key)

    def put(self, key: str, picture: bytes | str) -> None:
        """Store a picture, or the reason why there is none."""
        self.known[key] = picture


def key_of(*pieces: str | bytes) -> str:
    """Return the key of a picture from all its inputs."""
    digest = hashlib.sha256(sgpkit.__version__.encode())
    for piece in pieces:
        encoded = piece if isinstance(piece, bytes) else piece.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.hexdigest()


def read(folders: Iterable[Path]) -> PictureCache:
    """Read the pictures of earlier reports of the runs; unreadable files are ignored."""
    cache = PictureCache()
    for folder in folders:
        try:
            table = pl.read_parquet(folder / NAME, columns=list(SCHEMA))
        except (OSError, pl.exceptions.PolarsError):
            continue
        cache.stored[folder] = set(table["key"])
        for key, picture, reason in table.iter_rows():
            cache.known[key] = reason if picture is None else picture
    return cache


def write(folder: Path, pictures: Mapping[str, bytes | str]) -> None:
    """Write the pictures of a run; without write access to the run folder, nothing is cached."""
    table = pl.DataFrame(
        [
            (key, *((None, outcome) if isinstance(outcome, str) else (outcome, None)))
            for key, outcome in sorted(pictures.items())
        ],
        schema=SCHEMA,
        orient="row",
    )
    # Polars raises its own errors for a full disk.
    with suppress(OSError, pl.exceptions.PolarsError), replacing(folder / NAME) as part:
        table.write_parquet(part, compression="uncompressed")
