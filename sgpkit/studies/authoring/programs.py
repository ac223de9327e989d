"""Read the programs to ask about: from a folder or .zip, a table with a column `code`, or a built dataset.

icons/                 a category a folder: .svg; .tex .tikz; .dot .gv; .eps .ps; .json .cad .txt (CAD)
drawings.parquet       or .jsonl, .json, .csv: `code`, and optionally id, category, license, dialect, source, caption
sgp-bench:sgp-svg      a config of a built folder, or of ORG/NAME@REVISION on the Hub; each program once
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.benchmark import Skipped
from sgpkit.benchmark.sources import cad_text, program_files, svg_annotations
from sgpkit.errors import UserError, first_line
from sgpkit.graphics import cad, formats
from sgpkit.sandbox.untrusted import tables
from sgpkit.sandbox.untrusted.texts import escape_bytes
from sgpkit.status import Rejected

CAD_SUFFIXES = (".json", ".cad", ".txt")
TABLES = (".parquet", ".jsonl", ".json", ".csv")
LICENSE = "unknown: see the drawings' own"
UNKNOWN = "unknown"
MAX_NAME = 200
"""Characters of a name or category: they stand in addresses and on the review page."""


class Program(NamedTuple):
    """The program of one drawing. `item` is its unique name; `dialect` is that of a CAD program, else "". `caption` is
    the description in its source, if any."""

    item: str
    code: str
    format: str
    category: str
    source: str
    license: str
    dialect: str = ""
    caption: str = ""

    @property
    def digest(self) -> str:
        """A hash of name, format and code."""
        return hashlib.sha256("\0".join((self.item, self.format, self.code)).encode("utf-8", "replace")).hexdigest()


def read(source: str, format: str, license: str | None = None) -> Iterator[Program | Skipped]:
    """Yield every program, in the order of its source; one with a name that was read already is skipped."""
    path = Path(source)
    seen: set[str] = set()
    if path.suffix.lower() in TABLES and path.is_file():
        programs = from_table(path, format, license or LICENSE)
    elif (path.is_dir() and not is_dataset(path)) or path.suffix.lower() == ".zip":
        programs = from_files(source, format, license or LICENSE)
    else:
        programs = from_dataset(source, format)
    for program in programs:
        if isinstance(program, Program):
            program = program._replace(item=plain(program.item), category=plain(program.category)[:MAX_NAME])
            if len(program.item) > MAX_NAME:
                reason = f"its name has {len(program.item):,} characters, at most {MAX_NAME} are allowed"
                program = Skipped(f"{program.item[:MAX_NAME]}…", reason)
            elif program.item in seen:
                program = Skipped(program.item, "another program of this name was read already")
            else:
                seen.add(program.item)
        yield program


def plain(name: str) -> str:
    """Return a name on one line: characters that do not print are written as escapes."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in name)


# --- files ------------------------------------------------------------------------------------------------------------


def suffixes(format: str) -> tuple[str, ...]:
    """Return the endings of files that hold a program of the format."""
    return CAD_SUFFIXES if format == "cad" else formats.get(format).suffixes


def from_files(source: str, format: str, license: str) -> Iterator[Program | Skipped]:
    """Yield the programs of a folder or .zip."""
    name = Path(source).resolve().stem
    for file in program_files.files(source, suffixes(format)):
        category, _ = program_files.category_and_name(file.path)
        item = program_files.identifier(file.path)
        try:
            code = program_files.text(file)
            if format == "cad":
                for number, (program, dialect) in enumerate(cad_programs(code)):
                    identifier = f"{item}-{number}" if number else item
                    yield Program(identifier, program, format, category, name, license, dialect)
                continue
            code = svg_annotations.without_annotations(code, "") if format == "svg" else code
        except program_files.READ_ERRORS as error:
            yield Skipped(file.path, str(error) or type(error).__name__)
        else:
            yield Program(item, code, format, category, name, license)


def cad_programs(code: str) -> Iterator[tuple[str, str]]:
    """Yield programs in their textual form, which the model under test will read, with their dialect.

    The commands of a text identify its dialect. Among documents, only those of Fusion 360 have a timeline, and only
    those of DeepCAD a sequence without a timeline; a document with neither is a sketch of Onshape, or operations on
    one.
    """
    if code.lstrip()[:1] not in ("{", "["):
        yield cad_text.find_program(code)
        return
    try:
        document = json.loads(code)
        keys = document.keys() if isinstance(document, dict) else ()
        dialect = "fusion360" if "timeline" in keys else "deepcad" if "sequence" in keys else "sketchgraphs"
        models = cad.parse_all(document, dialect)
    except Rejected as rejected:
        raise ValueError(f"{rejected.status}: {rejected.reason}") from None
    except RecursionError:
        raise ValueError("too_large: nested too deeply") from None
    for model in models:
        yield model.text(), dialect


# --- tables -----------------------------------------------------------------------------------------------------------


def from_table(path: Path, format: str, license: str) -> Iterator[Program | Skipped]:
    """Yield the programs of a table."""
    for number, record in enumerate(records(path)):
        if number == 0 and "code" not in record:
            raise UserError(f"{path}: expected a column code; found {', '.join(map(str, record))[:200]}")
        given = record.get("id")
        item = escape_bytes(str(given)) if given not in (None, "") else f"{path.stem}-{number:05d}"
        code, dialect = record.get("code"), str(record.get("dialect") or "")
        if not isinstance(code, str) or not code.strip():
            yield Skipped(item, "no program under code")
            continue
        try:
            if format == "cad" and dialect not in cad.DIALECTS:
                code, dialect = next(cad_programs(code))
        except ValueError as error:
            yield Skipped(item, str(error))
            continue
        category = str(record.get("category") or record.get("kind") or UNKNOWN)
        of = str(record.get("source") or path.stem)
        stated = str(record.get("license") or license)
        yield Program(item, code, format, category, of, stated, dialect, str(record.get("caption") or ""))


def records(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the records of a table."""
    kinds: dict[str, tables.Kind] = {".csv": "csv", ".jsonl": "jsonl", ".json": "json"}
    kind = kinds.get(path.suffix.lower())
    try:
        table = tables.read(path) if kind is None else tables.read_text(path, kind)
    except (ValueError, OSError, RuntimeError) as error:
        raise UserError(f"{path}: expected a table with a column code; {first_line(error):.120}") from None
    yield from table.iter_rows(named=True)


# --- built datasets ---------------------------------------------------------------------------------------------------


def is_dataset(folder: Path) -> bool:
    """Return whether a folder is a built dataset."""
    from sgpkit.data.card import readme

    path = folder / readme.NAME
    return path.is_file() and bool(readme.declared_readme(path.read_text(encoding="utf-8", errors="replace")))


def from_dataset(source: str, format: str) -> Iterator[Program | Skipped]:
    """Yield each program of a config once, under the name of its cluster; if there are no test rows, those for
    training."""
    from sgpkit.benchmark import families
    from sgpkit.data.card import readme
    from sgpkit.runs import data

    path, _, config = source.partition(":")
    if not config:
        folder = Path(path)
        if not folder.is_dir():
            kinds = " ".join(suffixes(format))
            raise UserError(
                f"no folder, .zip, table or dataset {source!r}\n"
                f"expected a folder of {kinds} files, a table with a column code, or DATASET:CONFIG"
            )
        known = readme.open_readme(folder).configs
        if len(known) != 1:
            raise UserError(f"{source} has the configs {', '.join(known) or 'none'}; name one: {source}:CONFIG")
        config = known[0]
    benchmark = families.get(config)
    if "code" not in benchmark.rows.columns:
        raise UserError(f"{config} has no programs: its columns are {', '.join(benchmark.rows.columns)}")
    loaded = data.load(path, benchmark)
    codes: set[str] = set()
    items: set[str] = set()
    for row in loaded.rows or loaded.examples:
        if row["code"] in codes:
            continue
        # A cluster may hold several programs, such as one drawing and its moved forms.
        item = str(row["id"] if row["cluster"] in items else row["cluster"])
        codes.add(row["code"])
        items.add(item)
        category = str(row.get("category") or row.get("kind") or UNKNOWN)
        dialect = str(row.get("dialect") or "")
        source_name, license, caption = (str(row.get(name) or "") for name in ("source", "license", "caption"))
        yield Program(item, row["code"], format, category, source_name, license, dialect, caption)
