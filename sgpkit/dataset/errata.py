"""Rows of a published dataset that turned out wrong: `errata.yaml` in its repo folder, an entry a row.

    - config: sgp-svg
      id: builtin-clock-0042
      since: v1.1.0
      kind: withdrawn
      reason: Two of the options are right.

A `flagged` row is in question, a `withdrawn` one is known to be wrong. The row itself stays, so that ids and
denominators do not change under a benchmark; scores are shown with and without such rows.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from sgpkit.dataset import versions
from sgpkit.errors import UserError, nearest
from sgpkit.files import reading, write_atomically

FILE = "errata.yaml"
KINDS = ("flagged", "withdrawn")


@dataclass(frozen=True, order=True)
class Erratum:
    """`since` is the version of the dataset that first says so."""

    config: str
    id: str
    since: str
    kind: str
    reason: str


def of(folder: Path, config: str) -> tuple[Erratum, ...]:
    """The errata of one config, in the order of their ids."""
    return tuple(each for each in read(folder) if each.config == config)


def read(folder: Path) -> tuple[Erratum, ...]:
    path = folder / FILE
    if not path.is_file():
        return ()
    import yaml

    with reading(path, "Mend it, or restore it from the repo's history."):
        entries = yaml.safe_load(path.read_text(encoding="utf-8")) or []
    if not isinstance(entries, list):
        raise UserError(f"{path}: expected a list of entries with {', '.join(NAMES)}")
    errata = [entry(found, f"{path}, entry {number}") for number, found in enumerate(entries, start=1)]
    known = {(each.config, each.id) for each in errata}
    if len(known) < len(errata):
        twice = next(each for place, each in enumerate(errata) if named(each) in map(named, errata[:place]))
        raise UserError(f"{path}: {twice.config} {twice.id} has two entries; keep the one that holds")
    return tuple(sorted(errata))


NAMES = tuple(field.name for field in fields(Erratum))


def named(erratum: Erratum) -> tuple[str, str]:
    return erratum.config, erratum.id


def entry(found: object, place: str) -> Erratum:
    if not isinstance(found, dict) or found.keys() != set(NAMES):
        raise UserError(f"{place}: expected {', '.join(NAMES)}, found {found!r:.80}")
    if odd := [name for name in NAMES if not isinstance(found[name], str) or not found[name].strip()]:
        raise UserError(f"{place}: {odd[0]}: expected a text, found {found[odd[0]]!r:.60}; put it in quotes")
    return checked(Erratum(**found), place)


def checked(erratum: Erratum, place: str) -> Erratum:
    if erratum.kind not in KINDS:
        raise UserError(f"{place}: unknown kind {erratum.kind!r}{nearest(erratum.kind, KINDS)}")
    if versions.read(erratum.since) is None:
        raise UserError(f"{place}: since: expected a version such as v1.1.0, found {erratum.since!r}")
    return erratum


def write(folder: Path, errata: Sequence[Erratum]) -> Path:
    import yaml

    path = folder / FILE
    text = yaml.safe_dump(list(map(asdict, sorted(errata))), sort_keys=False, allow_unicode=True, width=100)
    write_atomically(path, text)
    return path


def note(folder: Path, erratum: Erratum) -> Path:
    """Add an entry, or replace what the row's entry said before. The row must be there."""
    checked(erratum, f"{erratum.config} {erratum.id}")
    if not erratum.reason.strip():
        raise UserError(f"{erratum.config} {erratum.id}: say why: --reason TEXT")
    refuse_unknown(folder, [erratum])
    return write(folder, [*(each for each in read(folder) if named(each) != named(erratum)), erratum])


def refuse_unknown(folder: Path, errata: Sequence[Erratum]) -> None:
    """Errata name rows that there are, else a slip in an id would go unseen."""
    import polars as pl

    for config in sorted({each.config for each in errata}):
        files = sorted((folder / config).glob("*.parquet"))
        if not files:
            built = [path.name for path in folder.glob("*") if any(path.glob("*.parquet"))]
            raise UserError(f"{folder} has no config {config!r}{nearest(config, built)}")
        rows = set(pl.concat([pl.read_parquet(path, columns=["id"]) for path in files])["id"])
        for each in errata:
            if each.config == config and each.id not in rows:
                raise UserError(f"{config} has no row {each.id!r}{nearest(each.id, rows)}")
