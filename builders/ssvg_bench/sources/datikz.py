"""DaTikZ → rows: captions with the TikZ that draws them (https://huggingface.co/datasets/nllg/datikz-v3).

    --source datikz=datikz-v3/                         a copy of the dataset repo: its test split
    --source datikz=data/test-00000-of-00001.parquet   one of its files

The format is Parquet with `caption`, `code`, `image` (PNG bytes and a path), `pdf`, `uri`, `origin` and `date`, as the
dataset's own builder writes it (github.com/potamides/DaTikZ, datikz/datikz.py); only the first two must be there. A
row has `id`, `cluster` (its `uri`: drawings of one paper are not independent), `source`, `license`, `caption`, `code`,
`uri`, `origin`, `date` ("2024-03-01", "" where there is none), and `image`, the published picture as bytes, or None if
the file has none. SSVG-Bench asks these captions in its appendix E.4 and scores them by similarity alone.
"""

import hashlib
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError
from sgpkit.metrics.code.tokens import MAX_LENGTH

from . import parquet_rows

LICENSE = "as at its origin (see uri)"
NEEDED = ("caption", "code")
WANTED = (*NEEDED, "image", "uri", "origin", "date")
"""`pdf` is left unread: it is the greater part of the files."""

_SPLIT = re.compile(r"(?<![a-z])(test|train)(?![a-z])")


def recognises(path: str) -> bool:
    """Return whether a path is a Parquet file with captions and code, or a folder that holds one."""
    location = Path(path)
    files = [location] if location.is_file() else sorted(location.rglob("*.parquet"))[:4] if location.is_dir() else []
    return any(set(NEEDED) <= parquet_rows.columns(file) for file in files)


def captions(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    """The rows of a file, in the split that its name says; of a folder, those of its test split."""
    del seed  # published rows are not changed
    seen: set[str] = set()
    for file in files(Path(path)):
        if missing := set(NEEDED) - parquet_rows.columns(file):
            raise UserError(f"{file} has no column {min(missing)!r}; expected DaTikZ's caption and code")
        for number, item in enumerate(parquet_rows.read(file, WANTED), start=1):
            name = f"{file.name}, row {number}"
            if wrong := next((column for column in NEEDED if not is_text(item[column])), None):
                yield Skipped(name, f"{wrong} is {item[wrong]!r:.60}; expected text")
                continue
            if len(item["code"]) > MAX_LENGTH:
                yield Skipped(name, f"{len(item['code']):,} characters of code; at most {MAX_LENGTH:,} are compared")
                continue
            row = as_row(item)
            if row["id"] in seen:
                yield Skipped(name, "its code was read before")
                continue
            seen.add(row["id"])
            yield split(file), row


def files(location: Path) -> list[Path]:
    if location.is_file():
        return [location]
    candidates = sorted(location.rglob("*.parquet")) if location.is_dir() else []
    if not candidates:
        raise UserError(f"no Parquet file at {str(location)!r}; expected a copy of nllg/datikz-v3, or one of its files")
    return [file for file in candidates if split(file) == "test"] or candidates


def split(file: Path) -> str:
    named = _SPLIT.search(file.stem.lower())
    return named[1] if named else "test"


def is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def as_row(item: dict[str, Any]) -> Row:
    identifier = f"datikz-{hashlib.sha256(item['code'].encode()).hexdigest()[:16]}"
    image, date = item.get("image"), item.get("date")
    png = image.get("bytes") if isinstance(image, dict) else image
    return {
        "id": identifier,
        "cluster": item.get("uri") or identifier,
        "source": "datikz",
        "license": LICENSE,
        "generator": "",
        "caption": item["caption"].strip(),
        "code": item["code"],
        "uri": item.get("uri") or "",
        "origin": item.get("origin") or "",
        "date": date.date().isoformat() if isinstance(date, datetime) else str(date or ""),
        "image": png if isinstance(png, bytes) and png else None,
    }
