"""Check the form of the annotations in a submission, which are untrusted."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.runs import responses
from sgpkit.sandbox.untrusted import json_values
from sgpkit.sandbox.untrusted import tables as untrusted_tables

REMEDY = "Package the run again: sgpkit submit RUN"
TEXT, OBJECT = "a text", "an object"
ROWS_PER_RESPONSE = 8
"""Rows per response in a file: three attempts of a judge, and earlier ones with other prompts."""
MIN_ROWS = 1_000


def max_rows(responses: int) -> int:
    """Return the largest number of rows that annotations of this number of responses may have."""
    return max(MIN_ROWS, ROWS_PER_RESPONSE * responses)


def check_metadata(folder: Path, expected: Mapping[str, str]) -> dict[str, Any]:
    """Return a folder's run.json, whose fields have the expected forms: TEXT or OBJECT."""
    metadata = json_values.read_object(folder / "run.json")
    for name, form in expected.items():
        if not isinstance(metadata.get(name), str if form == TEXT else dict):
            raise UserError(f"{folder / 'run.json'}: {name}: expected {form}, found {metadata.get(name)!r:.60}")
    texts = metadata.get("texts", {})
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise UserError(f"{folder / 'run.json'}: texts: expected texts")
    return metadata


def check_responses(folder: Path, max_rows: int) -> pl.DataFrame | None:
    """Return the replies of a folder, which have the form of a run's responses; None if there are none."""
    path = folder / "responses.parquet"
    return check_table(path, responses.SCHEMA, max_rows) if path.exists() else None


def check_table(path: Path, schema: Mapping[str, Any], max_rows: int) -> pl.DataFrame:
    """Read a table of untrusted content. Raises UserError if it has too many rows, other columns, or cannot be read."""
    refuse_many(path, max_rows)
    with reading(path, REMEDY):
        table = untrusted_tables.read(path)
        if table.schema != pl.Schema(dict(schema)):
            raise ValueError("its columns differ from those that sgpkit writes")
    return table


def refuse_many(path: Path, max_rows: int) -> None:
    """Raise UserError for a table with more rows: a small file can have more rows than fit into memory."""
    with reading(path, REMEDY):
        rows = untrusted_tables.height(path)
        if rows > max_rows:
            raise ValueError(f"{rows:,} rows; expected at most {max_rows:,}")
