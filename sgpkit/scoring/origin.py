"""What the scores of a run were made of: `scored.json` has the hashes of the tables, so that scores are never shown
beside other responses than their own, nor figures beside other scores."""

import json
from collections.abc import Mapping
from pathlib import Path

from sgpkit.files import reading, write_atomically
from sgpkit.runs import parts
from sgpkit.scoring.annotations import extracted
from sgpkit.untrusted import documents

FILE = "scored.json"


def tables(folder: Path) -> dict[str, str]:
    """Return the hashes of the tables that are scored, by their names."""
    return {
        "responses": parts.digest(folder, "responses"),
        extracted.FOLDER: parts.digest(folder / extracted.FOLDER, "responses"),
    }


def write(folder: Path, scored: Mapping[str, str]) -> None:
    """Note which tables the scores that are in a folder now were made of."""
    entries = {**scored, "scores": parts.digest(folder, "scores")}
    write_atomically(folder / FILE, json.dumps(entries, indent=1) + "\n")


def changed(folder: Path, remedy: str) -> list[str]:
    """Return the names of the tables that are not those of the scores; none for a run that was scored before sgpkit
    noted them."""
    if not (folder / FILE).exists():
        return []
    with reading(folder / FILE, remedy):
        noted = documents.read_small(folder / FILE)
    now = {**tables(folder), "scores": parts.digest(folder, "scores")}
    return [name for name, digest in now.items() if noted.get(name) != digest]
