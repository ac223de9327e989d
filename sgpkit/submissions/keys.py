"""Find secret keys in a submission, which must not be published: ours by value, others by form."""

import os
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from sgpkit.errors import UserError
from sgpkit.sandbox.untrusted import secrets
from sgpkit.sandbox.untrusted import tables as untrusted_tables


def refuse_keys(folder: Path, run: Path) -> None:
    """Raise UserError if a file of a submission contains the value of a secret environment variable, in any
    encoding, or a text that looks like a key.
    """
    known = dict(secrets.environment_secrets(os.environ))
    for name, text in texts(folder):
        if variable := secrets.find_known(text, known):
            raise UserError(
                f"{run} cannot be submitted: {name} contains the value of the environment variable {variable}\n"
                "Revoke the key, and run those rows again with another --out."
            )
        if shown := secrets.find_key_like(text):
            raise UserError(
                f"{run} cannot be submitted: {name} may contain a secret key ({shown})\n"
                "If it is a key, revoke it, and run those rows again with another --out."
            )


def texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield every text of a folder with a name for its position: each value of a table, and other files as a whole."""
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        if path.suffix != ".parquet":
            yield name, path.read_text(encoding="utf-8", errors="replace")
            continue
        for table in untrusted_tables.groups(path):
            for column in table.get_columns():
                flat = column
                while isinstance(flat.dtype, pl.List):
                    flat = flat.explode()
                if flat.dtype == pl.String:
                    for text in flat.drop_nulls().unique(maintain_order=True):
                        yield f"{name}, {column.name}", text
