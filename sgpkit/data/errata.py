"""Errata of a published dataset: `errata.yaml` in its repo folder, with one entry per row.

    - config: sgp-svg
      id: builtin-clock-0042
      since: v1.1.0
      kind: withdrawn
      reason: Two of the options are right.

A `flagged` row is questionable, a `withdrawn` row is known to be wrong. The row itself is kept, so that ids and
denominators of a benchmark do not change; scores are reported with and without such rows.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from sgpkit.data import versions
from sgpkit.errors import UserError, nearest
from sgpkit.files import reading, write_atomically
from sgpkit.sandbox.untrusted import tables, yaml_values

FILE = "errata.yaml"
KINDS = ("flagged", "withdrawn")


@dataclass(frozen=True, order=True)
class Erratum:
    """An entry about a row; `since` is the first version of the dataset with it."""

    config: str
    id: str
    since: str
    kind: str
    reason: str


def errata_of(folder: Path, config: str) -> tuple[Erratum, ...]:
    """Return the errata of one config, in the order of their ids."""
    return tuple(erratum for erratum in read(folder) if erratum.config == config)


def read(folder: Path) -> tuple[Erratum, ...]:
    """Return all errata of a folder, in order; refuses a file that is not in the form above."""
    path = folder / FILE
    if not path.is_file():
        return ()
    with reading(path, "Fix it, or restore it from the history of the repo."):
        entries = yaml_values.read(path) or []
    if not isinstance(entries, list):
        raise UserError(f"{path}: expected a list of entries with {', '.join(NAMES)}")
    errata = [entry(item, f"{path}, entry {number}") for number, item in enumerate(entries, start=1)]
    known = {(erratum.config, erratum.id) for erratum in errata}
    if len(known) < len(errata):
        twice = next(erratum for index, erratum in enumerate(errata) if row_of(erratum) in map(row_of, errata[:index]))
        raise UserError(f"{path}: {twice.config} {twice.id} has two entries; keep only the valid one")
    return tuple(sorted(errata))


NAMES = tuple(field.name for field in fields(Erratum))


def row_of(erratum: Erratum) -> tuple[str, str]:
    """Return the row that an entry is about."""
    return erratum.config, erratum.id


def entry(item: object, location: str) -> Erratum:
    """Return an entry of the file; `location` names it in errors."""
    if not isinstance(item, dict) or item.keys() != set(NAMES):
        raise UserError(f"{location}: expected {', '.join(NAMES)}, found {item!r:.80}")
    if odd := [name for name in NAMES if not isinstance(item[name], str) or not item[name].strip()]:
        raise UserError(f"{location}: {odd[0]}: expected a text, found {item[odd[0]]!r:.60}; put it in quotes")
    return validated(Erratum(**item), location)


def validated(erratum: Erratum, location: str) -> Erratum:
    """Return the entry if its kind and version are valid."""
    if erratum.kind not in KINDS:
        raise UserError(f"{location}: unknown kind {erratum.kind!r}{nearest(erratum.kind, KINDS)}")
    if versions.read(erratum.since) is None:
        raise UserError(f"{location}: since: expected a version such as v1.1.0, found {erratum.since!r}")
    return erratum


def write(folder: Path, errata: Sequence[Erratum]) -> Path:
    """Write the file in order of configs and ids."""
    import yaml

    path = folder / FILE
    text = yaml.safe_dump(list(map(asdict, sorted(errata))), sort_keys=False, allow_unicode=True, width=100)
    write_atomically(path, text)
    return path


def note(folder: Path, erratum: Erratum) -> Path:
    """Add or replace the entry of a row, which must exist."""
    validated(erratum, f"{erratum.config} {erratum.id}")
    if not erratum.reason.strip():
        raise UserError(f"{erratum.config} {erratum.id}: give the reason: --reason TEXT")
    refuse_unknown(folder, [erratum])
    return write(folder, [*(known for known in read(folder) if row_of(known) != row_of(erratum)), erratum])


def refuse_unknown(folder: Path, errata: Sequence[Erratum]) -> None:
    """Raise UserError for errata about rows that do not exist, which are probably typing errors."""
    for config in sorted({erratum.config for erratum in errata}):
        files = sorted((folder / config).glob("*.parquet"))
        if not files:
            built = [path.name for path in folder.glob("*") if any(path.glob("*.parquet"))]
            raise UserError(f"{folder} has no config {config!r}{nearest(config, built)}")
        rows = {row["id"] for path in files for row in tables.rows(path, ("id",))}
        for erratum in errata:
            if erratum.config == config and erratum.id not in rows:
                raise UserError(f"{config} has no row {erratum.id!r}{nearest(erratum.id, rows)}")
