"""SGP-Bench's published questions as files: CSV (also .csv.gz) and Parquet, single files or a folder of them.

    --source sgp_bench=FOLDER     the Hub dataset's files (`data/svg-00000-of-00001.parquet`, `inv_t0…`, `cad…`), or the
                                  authors' development CSVs (`semantics.csv`, `inv.csv`, `inv_t0.csv`, `cad.csv`, …)

Columns as published: `Question` (with the program inside), `A` to `D`, `Answer`, `Subject`; symmetry and MNIST have no
options. Each config takes the files that are its own by name and columns.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit.errors import UserError, first_line
from sgpkit.families.shared.choices import keys
from sgpkit.sandbox.untrusted import tables as untrusted_tables

if TYPE_CHECKING:
    import polars as pl

SOURCE = "sgp-bench"
ENDINGS = (".csv", ".csv.gz", ".parquet")
SHARD = re.compile(r"-\d{5}-of-\d{5}$")
PERTURBED = re.compile(r"inv(?:_([tr])(\d))?")
DIGITS = tuple("0123456789")
UNKNOWN = "unknown"
NONE = "None"
CAD = "cad"
"""The file of the three CAD configs, whose rows are assigned by their programs."""


class Table(NamedTuple):
    """A published file: its split's name, its path, and its config ("" if none of ours)."""

    split: str
    file: Path
    config: str
    description: str


def tables(location: Path) -> list[Table]:
    files = [location] if location.is_file() else sorted(file for file in location.rglob("*") if file.is_file())
    return [described(file) for file in files if file.name.lower().endswith(ENDINGS)]


def described(file: Path) -> Table:
    name = file.name
    for ending in sorted(ENDINGS, key=len, reverse=True):
        name = name.removesuffix(ending)
    split = SHARD.sub("", name)
    if split in ("train", "test", "0000"):  # one folder per split, as in some mirrors
        split = file.parent.name
    try:
        head = read(file, rows=1)
    except UserError as error:
        return Table(split, file, "", str(error))
    columns, description = set(head.columns), f"columns {', '.join(column or repr('') for column in head.columns[:9])}"
    if not {"Question", "Answer"} <= columns or not head.height:
        return Table(split, file, "", description if head.height else "no row")
    if "<svg" not in str(head["Question"][0]):
        if "CAD code" in str(head["Question"][0]) and set(keys.LETTERS) <= columns:
            return Table(split, file, CAD, description)
        return Table(split, file, "", "questions about programs that are not SVG")
    if set(keys.LETTERS) <= columns:
        return Table(split, file, "sgp-svg-invariance" if PERTURBED.fullmatch(split) else "sgp-svg", description)
    digit = str(head["Answer"][0]).strip() in DIGITS
    return Table(split, file, "sgp-mnist" if digit else "sgp-symmetry", description)


def read(file: Path, rows: int | None = None) -> "pl.DataFrame":
    try:
        if file.name.lower().endswith(".parquet"):
            return untrusted_tables.read(file) if rows is None else untrusted_tables.head(file, rows)
        return untrusted_tables.read_text(file, "csv", rows)
    except (ValueError, OSError) as error:
        raise UserError(
            f"{file}: expected a table with the columns Question and Answer; {first_line(error):.120}"
        ) from None


def options_and_answer(record: dict[str, Any]) -> tuple[list[str], str]:
    """Return the options and the letter of the answer. One empty option is "None": readers of CSV took the word for a
    missing value when the data were published. It is never the answer. Raises ValueError for other gaps."""
    answer = str(record["Answer"] or "").strip().upper()
    if answer not in keys.LETTERS:
        raise ValueError(f"Answer is {answer!r:.40}, expected one of A, B, C, D")
    options = {letter: str(record.get(letter) or "").strip() for letter in keys.LETTERS}
    empty = [letter for letter, option in options.items() if not option]
    if len(empty) > 1 or answer in empty:
        raise ValueError(f"option {empty[0]} is empty")
    return [option or NONE for option in options.values()], answer
