"""SGP-GenBench's published prompts → rows of the three configs.

    --source sgp-genbench=FILE|FOLDER

    composition    JSON with `id, prompt, gen_type, major_type, minor_type, metadata` (sgp-compbench/prompts of SGP-RL)
    object         JSON with `description, svg_content` and classes (eval.json of SGP-Single-9k)
    scene          JSON with `image_id, caption, image_path` (coco_test_data.json); the photographs are found by their
                   names beside it, or in a folder `val2017` there, and left empty if they are not

Layouts as of github.com/nicekate/SGP-RL at 1788282. What is doubtful is kept and flagged: prompts that repeat an
earlier one (`copy_of`; they share its cluster), words for sizes that count as shapes, plurals by an "s" alone.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError
from sgpkit.sandbox.untrusted import documents

SOURCE = "sgp-genbench"
LICENSES: Mapping[str, str] = {
    "composition": "MIT",
    "object": "not stated by SGP-Single-9k",
    "scene": "CC-BY-4.0 (captions of COCO)",
}
FIELDS: Mapping[str, tuple[str, ...]] = {
    "composition": ("id", "prompt", "gen_type", "major_type", "minor_type", "metadata"),
    "object": ("description", "svg_content"),
    "scene": ("image_id", "caption"),
}
SIZE_WORDS = ("small", "big", "tall", "short", "long")
DOUBLED = re.compile(r"\b\w*(?:ss|sh|ch|x)s\b|\b\w*iss\b|\b(?:skiss|mans|knifes|sheeps|persons)\b")


def recognises(path: str) -> bool:
    """Return whether a path holds published prompts of any config."""
    return any(records(path, part) for part in FIELDS)


def records(path: str, part: str) -> list[dict[str, Any]]:
    """Return the records of a config in a file or in the JSON files of a folder."""
    root = Path(path)
    listed: list[dict[str, Any]] = []
    for file in sorted(root.rglob("*.json")) if root.is_dir() else [root]:
        try:
            held = documents.read_json(file)
        except (OSError, ValueError, RecursionError):
            continue
        if isinstance(held, list) and held and all(isinstance(entry, dict) for entry in held):
            listed += [entry for entry in held if all(name in entry for name in FIELDS[part])]
    return listed


def source(part: str) -> Callable[[str, int], Iterator[tuple[str, Row] | Skipped]]:
    """Return the source of one config."""

    def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
        listed = records(path, part)
        if not listed:
            raise UserError(
                f"{path!r} contains no prompts of SGP-GenBench for gen-{part}; expected JSON, a list of objects with "
                f"{', '.join(FIELDS[part])}"
            )
        first: dict[str, str] = {}
        seen: set[str] = set()
        for number, record in enumerate(listed):
            identifier, prompt, row = READERS[part](record, number, Path(path))
            if not prompt.strip() or identifier in seen:
                yield Skipped(identifier, "the prompt is empty" if not prompt.strip() else "the id stands twice")
                continue
            seen.add(identifier)
            key = " ".join(prompt.split()).casefold()
            earlier = first.setdefault(key, identifier)
            same = {"cluster": earlier, "copy_of": "" if earlier == identifier else earlier}
            yield "test", {"id": identifier, **common(part, prompt), **row, **same}

    return rows


def common(part: str, prompt: str) -> Row:
    """Return the columns of every published row."""
    row: Row = dict.fromkeys(("generator", "specification", "metadata", "code", "flags", "picture"), "")
    row |= {"source": SOURCE, "license": LICENSES[part], "prompt": " ".join(prompt.split())}
    return row | {"major_type": part, "minor_type": part, "gen_type": "published", "figures": 0, "level": 0}


def composition(record: Mapping[str, Any], number: int, path: Path) -> tuple[str, str, Row]:
    """Return id, prompt and columns of a composition."""
    prompt, metadata = str(record["prompt"]), record["metadata"]
    doubts = ["a plural that is none"] if DOUBLED.search(prompt.casefold()) else []
    if any(word in SIZE_WORDS for word in metadata.get("shapes", ())):
        doubts.append("a size that counts as a shape")
    return (
        f"gen-{record['id']}".replace("_", "-"),
        prompt,
        {
            "major_type": str(record["major_type"]),
            "minor_type": str(record["minor_type"]),
            "gen_type": str(record["gen_type"]),
            "figures": int(metadata.get("total_count", len(metadata.get("nouns", ())))),
            "metadata": json.dumps(metadata),
            "flags": "; ".join(doubts),
        },
    )


def single(record: Mapping[str, Any], number: int, path: Path) -> tuple[str, str, Row]:
    """Return id, prompt and columns of an object; its reference drawing is the published one."""
    minor = str(record.get("sub_class") or record.get("major_class") or "object")
    return (
        f"gen-object-{number:04d}",
        str(record["description"]),
        {"code": str(record["svg_content"]), "minor_type": minor},
    )


def scene(record: Mapping[str, Any], number: int, path: Path) -> tuple[str, str, Row]:
    """Return id, prompt and columns of a scene, with the path of its photograph where that is at hand."""
    name = Path(str(record.get("image_path") or f"{int(record['image_id']):012d}.jpg")).name
    folder = path if path.is_dir() else path.parent
    photographs = [file for file in (folder / name, folder / "val2017" / name) if file.is_file()]
    picture = str(photographs[0]) if photographs else ""
    return f"gen-scene-{record['image_id']}-{number}", str(record["caption"]), {"picture": picture}


READERS: Mapping[str, Callable[[Mapping[str, Any], int, Path], tuple[str, str, Row]]] = {
    "composition": composition,
    "object": single,
    "scene": scene,
}
