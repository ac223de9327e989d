"""What `author.json` says of an authored folder, and that one folder never holds the questions of two authors."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Skipped
from sgpkit.errors import UserError
from sgpkit.files import reading, write_atomically
from sgpkit.submission.computed import differences

FACTS = "author.json"
LOG = "author-log.jsonl"

FIXED = (
    "format", "engine", "model", "identity", "sampling", "texts", "per_type", "guesses", "seed", "checker"
)  # fmt: skip
"""What may not change between two calls. Types, captions, source and limit may: what was answered stays answered."""


def read(folder: Path) -> dict[str, Any]:
    path = folder / FACTS
    if not path.is_file():
        raise UserError(f"{folder} holds no candidates: it has no {FACTS}\nMake some: sgpkit author … --out {folder}")
    with reading(path, "Restore it, or author into another folder."):
        facts = json.loads(path.read_text(encoding="utf-8"))
        if missing := [name for name in FIXED if name not in facts]:
            raise ValueError(f"it says nothing of {', '.join(missing)}")
        return dict(facts)


def write(folder: Path, facts: Mapping[str, Any]) -> None:
    write_atomically(folder / FACTS, json.dumps(facts, indent=1, ensure_ascii=False) + "\n")


def refuse_another(folder: Path, facts: Mapping[str, Any]) -> None:
    if not (folder / FACTS).exists():
        return
    earlier = read(folder)
    now = json.loads(json.dumps(facts))
    was, is_now = ({name: each[name] for name in FIXED} for each in (earlier, now))
    for place, before, after in differences(was, is_now):
        raise UserError(
            f"{folder} holds other candidates: their {place} was {before!r:.120}, is {after!r:.120}\n"
            "Choose another --out."
        )


def write_log(folder: Path, skipped: Sequence[Skipped]) -> None:
    """The drawings that are not asked about, each with the reason."""
    lines = [json.dumps(each._asdict(), ensure_ascii=False) + "\n" for each in skipped]
    write_atomically(folder / LOG, "".join(lines))
