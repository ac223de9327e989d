"""Read and write `author.json`, the metadata of an authored folder; one folder holds the questions of one author."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Skipped
from sgpkit.errors import UserError
from sgpkit.files import reading, write_atomically
from sgpkit.sandbox.untrusted.json_values import differences

METADATA = "author.json"
LOG = "author-log.jsonl"

FIXED = (
    "format", "engine", "model", "identity", "sampling", "texts", "per_type", "guesses", "seed", "checker"
)  # fmt: skip
"""Metadata that may not change between two calls. Types, captions, source and limit may."""


def read(folder: Path) -> dict[str, Any]:
    """Return the metadata of an authored folder."""
    path = folder / METADATA
    if not path.is_file():
        raise UserError(
            f"{folder} has no candidates: {METADATA} is missing\nCreate it: sgpkit author draft … --out {folder}"
        )
    with reading(path, "Restore it, or choose another --out."):
        metadata = json.loads(path.read_text(encoding="utf-8"))
        if missing := [name for name in FIXED if name not in metadata]:
            raise ValueError(f"it lacks {', '.join(missing)}")
        return dict(metadata)


def write(folder: Path, metadata: Mapping[str, Any]) -> None:
    """Write the metadata of an authored folder."""
    write_atomically(folder / METADATA, json.dumps(metadata, indent=1, ensure_ascii=False) + "\n")


def refuse_another(folder: Path, metadata: Mapping[str, Any]) -> None:
    """Raise a UserError if the folder holds candidates of other options."""
    if not (folder / METADATA).exists():
        return
    earlier = read(folder)
    now = json.loads(json.dumps(metadata))
    was, is_now = ({name: version[name] for name in FIXED} for version in (earlier, now))
    for path, before, after in differences(was, is_now):
        raise UserError(
            f"{folder} contains different candidates: {path} was {before!r:.120}, now {after!r:.120}\n"
            "Choose another --out."
        )


def write_log(folder: Path, skipped: Sequence[Skipped]) -> None:
    """Write the drawings that are not asked about, with the reasons."""
    lines = [json.dumps(skip._asdict(), ensure_ascii=False) + "\n" for skip in skipped]
    write_atomically(folder / LOG, "".join(lines))
