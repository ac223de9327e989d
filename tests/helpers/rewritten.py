"""Runs with replaced responses, as if the run had asked again."""

import json
from pathlib import Path

import polars as pl

from sgpkit.runs import parts
from sgpkit.runs.folder import WRITTEN


def responses(folder: Path, table: pl.DataFrame) -> None:
    """Replace a run's responses by a table."""
    parts.write(folder, "responses", table)
    metadata = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    metadata[WRITTEN] = parts.Table.open(folder, "responses").digest()
    (folder / "run.json").write_text(json.dumps(metadata), encoding="utf-8")
