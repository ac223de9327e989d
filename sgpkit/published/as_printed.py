"""Printing a paper's tables for runs as Markdown: the common part of the families' own `tables.py`."""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sgpkit.errors import UserError

if TYPE_CHECKING:
    import polars as pl

Run = TypeVar("Run")


def show(
    module: str,
    arguments: Sequence[str],
    read: Callable[[Path], Run],
    tables: Mapping[str, "Callable[[Sequence[Run]], pl.DataFrame]"],
    decimals: int,
) -> int:
    """Print every table that the runs fill, under its title; returns the exit code."""
    try:
        runs = [read(Path(argument)) for argument in arguments]
        if not runs:
            raise UserError(f"expected run folders: python -m {module} runs/*")
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    for title, make in tables.items():
        table = make(runs)
        if table.height:
            print(f"{title}\n\n{as_text(table, decimals)}\n")
    return 0


def as_text(table: "pl.DataFrame", decimals: int) -> str:
    """Return a Markdown table, with figures rounded as in the paper."""

    def cell(value: object) -> str:
        return "" if value is None else f"{value:.{decimals}f}" if isinstance(value, float) else str(value)

    rows = [table.columns, ["---"] * table.width, *table.rows()]
    return "\n".join(f"| {' | '.join(map(cell, row))} |" for row in rows)
