"""Read the drawings of datasets in any supported form: programs with their language and name.

Supported are a built folder (`FOLDER`, `FOLDER:CONFIG`, `FOLDER:CONFIG:SPLIT`), a file of rows (JSON, JSON lines,
Parquet, CSV), and a folder of such files or of programs by suffix. The program of a row is its column `code` or a
similar one; without such a column, the SVG drawings in its texts, as in questions and chat messages. A program that
several rows share counts once, under the name of the first row.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.data.card import readme
from sgpkit.errors import UserError, nearest
from sgpkit.files import reading
from sgpkit.graphics import formats
from sgpkit.graphics.near_copies.signature import Drawing
from sgpkit.sandbox.untrusted import documents, tables

CODE_COLUMNS = ("code", "program", "svg", "Svg", "svg_code", "tikz", "cad_code")
NAME_COLUMNS = ("id", "name", "filename", "index", "")
ROW_FILES = (".parquet", ".csv", ".csv.gz", ".jsonl", ".jsonl.gz", ".ndjson", ".json")
# A drawing without an end tag extends to the end of the text: searching for the tag from every start would take
# quadratic time.
EMBEDDED = re.compile(r"<svg\b.*?(?:(</svg\s*>)|\Z)", re.DOTALL)
REMEDY = "Fetch it again, or leave it out."

TURTLE = re.compile(r".*(?:\bturtle\b|\b\w+\.(?:forward|fd|left|lt|right|rt|circle|goto)\()", re.DOTALL)


class Set(NamedTuple):
    """One dataset as the user named it; `config` and `split` are "" unless it is a built folder."""

    path: Path
    config: str = ""
    split: str = ""

    def __str__(self) -> str:
        return ":".join(filter(None, (str(self.path), self.config, self.split)))


def sets(argument: str, split: str) -> list[Set]:
    """Return the datasets that an argument names: each config of a built folder, with the split in the argument, or
    else `split`.
    """
    path, config, chosen = parts(argument)
    if not path.exists():
        raise UserError(
            f"no folder or file {argument!r}; expected FOLDER, FOLDER:CONFIG, FOLDER:CONFIG:SPLIT or a file"
        )
    card = readme.open_readme(path)
    built = card.configs
    if not built:
        if config:
            raise UserError(f"{path} is not a built folder, so it has no config {config!r}")
        return [Set(path)]
    if config and config not in built:
        raise UserError(f"{path} has no config {config!r}{nearest(config, built)}")
    chosen_sets = [
        Set(path, name, chosen or split)
        for name in ([config] if config else built)
        if (chosen or split) in card.splits(name)
    ]
    if chosen and not chosen_sets:
        raise UserError(f"{path}:{config} has no split {chosen!r}{nearest(chosen, card.splits(config))}")
    return chosen_sets


def parts(argument: str) -> tuple[Path, str, str]:
    """Split an argument into FOLDER, CONFIG and SPLIT. The name of the folder may contain colons."""
    if Path(argument).exists():
        return Path(argument), "", ""
    for count in (1, 2):
        path, *names = argument.rsplit(":", count)
        if len(names) == count and Path(path).is_dir():
            return Path(path), names[0], names[1] if count == 2 else ""
    return Path(argument), "", ""


def drawings(chosen: Iterable[Set]) -> Iterator[Drawing]:
    """Yield every distinct program once. A repeated name gets a number, since a row may contain several programs, and
    datasets may share ids."""
    seen: set[tuple[str, str]] = set()
    named: Counter[str] = Counter()
    for dataset in chosen:
        for drawing in read(dataset):
            key = (drawing.format, drawing.code)
            if key not in seen:
                seen.add(key)
                named[drawing.name] += 1
                times = named[drawing.name]
                yield drawing if times == 1 else drawing._replace(name=f"{drawing.name} ({times})")


def read(chosen: Set) -> Iterator[Drawing]:
    """Yield the programs of one dataset, with repetitions."""
    root = chosen.path
    if chosen.config:
        for path in sorted((root / chosen.config).glob(f"{chosen.split}-*.parquet")):
            yield from programs_in_rows(rows(path), f"{chosen.config}/")
        return
    if root.is_file():
        yield from programs_in_file(root, root.name)
        return
    paths = sorted(path for path in root.rglob("*") if path.is_file() and kind(path))
    if not paths:
        known = ", ".join((*program_files(), *ROW_FILES))
        raise UserError(f"{root}: no supported files; expected names ending in {known}")
    for path in paths:
        yield from programs_in_file(path, str(path.relative_to(root)))


def kind(path: Path) -> str:
    """Return "rows" for a table, the format for a file that is one program, "" for any other file."""
    if path.name.lower().endswith(ROW_FILES):
        return "rows"
    return program_files().get(path.suffix.lower(), "")


def programs_in_file(path: Path, name: str) -> Iterator[Drawing]:
    """Yield the programs of a file."""
    format = kind(path)
    if not format:
        known = ", ".join((*ROW_FILES, *program_files()))
        raise UserError(f"{path}: unsupported file; expected a name ending in {known}")
    if format == "rows":
        yield from programs_in_rows(rows(path), f"{name}:")
    else:
        yield Drawing(name, path.read_text(encoding="utf-8", errors="replace"), format)


def program_files() -> dict[str, str]:
    """Return the endings of files that hold one program, with the format of each."""
    known = {suffix: language.name for language in formats.every().values() for suffix in language.suffixes}
    return {**known, ".py": "turtle"}


def rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a table: Parquet, CSV, JSON or JSON lines."""
    name = path.name.lower()
    with reading(path, REMEDY):
        if name.endswith(".parquet"):
            yield from tables.rows(path)
        elif name.endswith((".csv", ".csv.gz")):
            yield from tables.read_text(path, "csv").iter_rows(named=True)
        elif name.endswith(".json"):
            yield from records(documents.read_json(path))
        else:
            for line in documents.json_lines(path):
                yield from records(documents.value(line))


def records(content: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a JSON text: a list of them, a mapping of names to them, or one."""
    if isinstance(content, Mapping) and content and all(isinstance(record, Mapping) for record in content.values()):
        content = [{"id": name} | dict(record) for name, record in content.items()]
    for record in content if isinstance(content, list) else [content]:
        yield record if isinstance(record, Mapping) else {"text": record}


def programs_in_rows(rows: Iterable[Mapping[str, Any]], prefix: str) -> Iterator[Drawing]:
    """Yield the programs in rows; `prefix` begins their names."""
    for number, row in enumerate(rows):
        named = next((row[column] for column in NAME_COLUMNS if row.get(column) not in (None, "")), number)
        for code in programs(row):
            format = format_of(code)
            yield Drawing(f"{prefix}{named}", code, format, b"" if format == "svg" else picture(row))


def programs(row: Mapping[str, Any]) -> list[str]:
    """Return the programs of a row: its column of code, or else every SVG in its texts."""
    for column in CODE_COLUMNS:
        if isinstance(row.get(column), str) and row[column].strip():
            return [row[column]]
    return [match[0] for text in texts(list(row.values())) for match in EMBEDDED.finditer(text) if match[1]]


def texts(value: Any) -> Iterator[str]:
    """Yield all texts in a value, however deep, as in the messages of a chat."""
    waiting = [value]
    while waiting:
        item = waiting.pop(0)
        if isinstance(item, str):
            yield item
        elif isinstance(item, Mapping):
            waiting[:0] = item.values()
        elif isinstance(item, list):
            waiting[:0] = item


def picture(row: Mapping[str, Any]) -> bytes:
    """Return the row's own picture of its drawing, if any, for programs that are slow to draw."""
    image = row.get("image")
    content = image.get("bytes") if isinstance(image, Mapping) else None
    return content if isinstance(content, bytes) else b""


def format_of(code: str) -> str:
    """Return the language that a program looks like; by default, a sequence of CAD steps."""
    for language in formats.every().values():
        if language.opening is not None and language.opening.match(code):
            return language.name
    return "turtle" if TURTLE.match(code) else "cad"
