"""Small pictures kept beside a run, so that its next report need not render them again: `pictures.parquet`.

A picture is named by the hash of all that it depends on. A picture that a newer version may draw otherwise is
rendered again. The file may be deleted at any time.
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
    """Pictures by their keys: the bytes, or why there are none. `stored` holds the keys that each folder's file has."""

    known: dict[str, bytes | str] = field(default_factory=dict)
    stored: dict[Path, set[str]] = field(default_factory=dict)

    def get(self, key: str) -> bytes | str | None:
        """Return a picture, or why there is none; None for a key that is not known."""
        return self.known.get(key)

    def put(self, key: str, picture: bytes | str) -> None:
        """Keep a picture, or the reason why there is none."""
        self.known[key] = picture


def key_of(*pieces: str | bytes) -> str:
    """Return the key of a picture from all that it depends on."""
    digest = hashlib.sha256(sgpkit.__version__.encode())
    for piece in pieces:
        encoded = piece if isinstance(piece, bytes) else piece.encode("utf-8", "surrogatepass")
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return digest.hexdigest()


def read(folders: Iterable[Path]) -> PictureCache:
    """Read the pictures of the runs' earlier reports; a file that cannot be read is ignored."""
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
    """Write the pictures of a run; a run folder that cannot be written to has no cache."""
    table = pl.DataFrame(
        [
            (key, *((None, outcome) if isinstance(outcome, str) else (outcome, None)))
            for key, outcome in sorted(pictures.items())
        ],
        schema=SCHEMA,
        orient="row",
    )
    # Polars has errors of its own for a full disk.
    with suppress(OSError, pl.exceptions.PolarsError), replacing(folder / NAME) as part:
        table.write_parquet(part, compression="uncompressed")
