"""Hashes of the answers to each row, by which equal answers are found without their texts."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import polars as pl

from sgpkit.runs.folder import Run

LONG = 40
"""Minimum length in characters of an answer that two models do not give by chance."""

SCHEMA = {"id": pl.String, "answer_hash": pl.String, "is_long": pl.Boolean}
"""The columns of a table of hashes. No benchmark may group its rows by a column of these names."""


def of_run(run: Run) -> pl.DataFrame:
    """Return one line per row: a hash of the texts of all its samples, stripped of blanks, and whether they are long
    enough to distinguish two models. A large run is read in chunks."""
    return pl.concat([of_table(table) for table in run.tables()] or [pl.DataFrame(schema=SCHEMA)])


def of_table(table: pl.DataFrame) -> pl.DataFrame:
    """Return the lines for a table that contains all samples of each of its rows."""
    lines: dict[str, tuple[list[str], int]] = {}
    for identifier, completion in table.select("id", "completion").iter_rows():
        texts, longest = lines.get(identifier, ([], 0))
        text = " ".join(completion.split())
        lines[identifier] = ([*texts, text], max(longest, len(text)))
    return pl.DataFrame(
        [(identifier, short_hash(texts), longest >= LONG) for identifier, (texts, longest) in lines.items()],
        schema=SCHEMA,
        orient="row",
    )


def short_hash(texts: Iterable[str]) -> str:
    """Return the first 16 digits of a SHA-256 over texts."""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def same(first: pl.DataFrame, second: pl.DataFrame) -> int:
    """Return the number of rows with equal answers."""
    joined = first.join(second, on="id", suffix="_other")
    return int((joined["answer_hash"] == joined["answer_hash_other"]).sum())


def is_greedy(metadata: Mapping[str, Any]) -> bool:
    """Return whether a run asked once at temperature 0, so that the model has one answer to each prompt."""
    return bool(metadata["n"] == metadata["resample"] == 1 and metadata["sampling"].get("temperature") == 0)
