"""The papers' result tables, one CSV file a table, for comparison with a run: `table("sgp-bench-table-1")`.

The figures are those that were printed. Where some do not add up, `note` says so and nothing is corrected; `source`
names the paper and the table. A row that a table prints twice is there once, and a row that is printed as a strategy
for the model above it names both, the strategy by our name.
"""

from importlib import resources
from typing import TYPE_CHECKING

from sgpkit.errors import UserError, nearest

if TYPE_CHECKING:
    import polars as pl

WORDS = (
    *("group", "model", "data", "benchmark", "strategy", "annotator", "task", "format", "band", "note", "source"),
    *("dataset", "scientific", "evaluation", "languages", "quantity", "keyword", "year", "size", "content", "tasks"),
    *("annotation", "cause", "from"),
)
"""Columns that hold text; the others hold figures."""


def names() -> list[str]:
    """Return the names of all tables."""
    files = (entry.name for entry in resources.files(__name__).iterdir())
    return sorted(name.removesuffix(".csv") for name in files if name.endswith(".csv"))


def rows(name: str) -> list[dict[str, str]]:
    """Return one table with its figures as they are printed; an empty text where none is."""
    import csv

    text = resources.files(__name__).joinpath(f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def table(name: str) -> "pl.DataFrame":
    """Return one table: a row a model, figures as floats (null where none is printed), `note` "" where there is
    none."""
    import polars as pl

    if name not in names():
        raise UserError(f"no published table {name!r}{nearest(name, names())}")
    data = resources.files(__name__).joinpath(f"{name}.csv").read_bytes()
    columns = data.partition(b"\n")[0].decode().split(",")
    schema = {column: pl.String if column in WORDS else pl.Float64 for column in columns}
    return pl.read_csv(data, schema=schema).with_columns(pl.col(pl.String).fill_null(""))
