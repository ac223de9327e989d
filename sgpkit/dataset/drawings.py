"""The drawings of datasets in whatever form they lie: where programs are, in which language, and under what name.

Read are a built folder (`FOLDER`, `FOLDER:CONFIG`, `FOLDER:CONFIG:SPLIT`), a file of rows (JSON, JSON lines, Parquet,
CSV), and a folder of such files or of programs by suffix. A row's program is its column `code` or one called alike;
where there is none, the drawings in SVG that its texts hold, as in questions and chat messages. A program that several
rows share counts once, under the name of the first.
"""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from sgpkit import formats
from sgpkit.dataset.card import head
from sgpkit.errors import UserError, nearest
from sgpkit.files import reading
from sgpkit.near_copies.signature import Drawing

CODE_COLUMNS = ("code", "program", "svg", "Svg", "svg_code", "tikz", "cad_code")
NAME_COLUMNS = ("id", "name", "filename", "index", "")
ROW_FILES = (".parquet", ".csv", ".csv.gz", ".jsonl", ".jsonl.gz", ".ndjson", ".json")
# To the end of the text where it has none: not to be looked for again from every beginning.
EMBEDDED = re.compile(r"<svg\b.*?(?:(</svg\s*>)|\Z)", re.DOTALL)
BATCH = 2_000
MEND = "Fetch it again, or leave it out."

TURTLE = re.compile(r".*(?:\bturtle\b|\b\w+\.(?:forward|fd|left|lt|right|rt|circle|goto)\()", re.DOTALL)


class Set(NamedTuple):
    """One dataset as the user named it; `config` and `split` are "" where it is no built folder."""

    place: Path
    config: str = ""
    split: str = ""

    def __str__(self) -> str:
        return ":".join(filter(None, (str(self.place), self.config, self.split)))


def sets(argument: str, split: str) -> list[Set]:
    """What an argument names. Of a built folder each config is one, by `split` unless the argument names another."""
    place, config, chosen = parts(argument)
    if not place.exists():
        raise UserError(f"no folder or file {argument!r}\nGive FOLDER, FOLDER:CONFIG, FOLDER:CONFIG:SPLIT or a file")
    built = head.configs(place) if place.is_dir() and (place / "README.md").is_file() else []
    if not built:
        if config:
            raise UserError(f"{place} is no built folder, so it has no config {config!r}")
        return [Set(place)]
    if config and config not in built:
        raise UserError(f"{place} has no config {config!r}{nearest(config, built)}")
    found = [
        Set(place, name, chosen or split)
        for name in ([config] if config else built)
        if (chosen or split) in head.splits(place, name)
    ]
    if chosen and not found:
        raise UserError(f"{place}:{config} has no split {chosen!r}{nearest(chosen, head.splits(place, config))}")
    return found


def parts(argument: str) -> tuple[Path, str, str]:
    """FOLDER, CONFIG and SPLIT; colons that are the folder's own stay."""
    if Path(argument).exists():
        return Path(argument), "", ""
    for most in (1, 2):
        place, *names = argument.rsplit(":", most)
        if len(names) == most and Path(place).is_dir():
            return Path(place), names[0], names[1] if most == 2 else ""
    return Path(argument), "", ""


def drawings(chosen: Iterable[Set]) -> Iterator[Drawing]:
    """Every different program once. What has the name of one before it gets a number: rows may hold several programs,
    and sets ids of the same names."""
    seen: set[tuple[str, str]] = set()
    named: Counter[str] = Counter()
    for one in chosen:
        for drawing in read(one):
            key = (drawing.format, drawing.code)
            if key not in seen:
                seen.add(key)
                named[drawing.name] += 1
                times = named[drawing.name]
                yield drawing if times == 1 else drawing._replace(name=f"{drawing.name} ({times})")


def read(chosen: Set) -> Iterator[Drawing]:
    place = chosen.place
    if chosen.config:
        for path in sorted((place / chosen.config).glob(f"{chosen.split}-*.parquet")):
            yield from of_rows(rows(path), f"{chosen.config}/")
        return
    if place.is_file():
        yield from of_file(place, place.name)
        return
    paths = sorted(path for path in place.rglob("*") if path.is_file() and kind(path))
    if not paths:
        known = ", ".join((*program_files(), *ROW_FILES))
        raise UserError(f"{place} holds nothing that is read here: files ending in {known}")
    for path in paths:
        yield from of_file(path, str(path.relative_to(place)))


def kind(path: Path) -> str:
    if path.name.lower().endswith(ROW_FILES):
        return "rows"
    return program_files().get(path.suffix.lower(), "")


def of_file(path: Path, name: str) -> Iterator[Drawing]:
    format = kind(path)
    if not format:
        known = ", ".join((*ROW_FILES, *program_files()))
        raise UserError(f"{path}: files are read that end in {known}")
    if format == "rows":
        yield from of_rows(rows(path), f"{name}:")
    else:
        yield Drawing(name, path.read_text(encoding="utf-8", errors="replace"), format)


def program_files() -> dict[str, str]:
    """Return the endings of files that hold one program, with the format of each."""
    known = {suffix: language.name for language in formats.every().values() for suffix in language.suffixes}
    return {**known, ".py": "turtle"}


def rows(path: Path) -> Iterator[Mapping[str, Any]]:
    name = path.name.lower()
    with reading(path, MEND):
        if name.endswith(".parquet"):
            # Pictures of rows travel with them, so few rows at a time.
            frame = pl.scan_parquet(path)
            for start in range(0, frame.select(pl.len()).collect().item(), BATCH):
                yield from frame.slice(start, BATCH).collect().iter_rows(named=True)
        elif name.endswith((".csv", ".csv.gz")):
            yield from pl.read_csv(path, infer_schema=False).iter_rows(named=True)
        elif name.endswith(".json"):
            yield from records(json.loads(path.read_text(encoding="utf-8-sig")))
        else:
            opened = gzip.open if name.endswith(".gz") else open
            with opened(path, "rt", encoding="utf-8-sig") as lines:
                for line in filter(str.strip, lines):
                    yield from records(json.loads(line))


def records(content: Any) -> Iterator[Mapping[str, Any]]:
    """The rows of a JSON text: a list of them, a mapping of names to them, or one."""
    if isinstance(content, Mapping) and content and all(isinstance(each, Mapping) for each in content.values()):
        content = [{"id": name} | dict(each) for name, each in content.items()]
    for each in content if isinstance(content, list) else [content]:
        yield each if isinstance(each, Mapping) else {"text": each}


def of_rows(found: Iterable[Mapping[str, Any]], prefix: str) -> Iterator[Drawing]:
    for number, row in enumerate(found):
        named = next((row[column] for column in NAME_COLUMNS if row.get(column) not in (None, "")), number)
        for code in programs(row):
            format = format_of(code)
            yield Drawing(f"{prefix}{named}", code, format, b"" if format == "svg" else picture(row))


def programs(row: Mapping[str, Any]) -> list[str]:
    for column in CODE_COLUMNS:
        if isinstance(row.get(column), str) and row[column].strip():
            return [row[column]]
    return [found[0] for text in texts(list(row.values())) for found in EMBEDDED.finditer(text) if found[1]]


def texts(value: Any) -> Iterator[str]:
    """All texts in a value, however deep, as in the messages of a chat."""
    waiting = [value]
    while waiting:
        each = waiting.pop(0)
        if isinstance(each, str):
            yield each
        elif isinstance(each, Mapping):
            waiting[:0] = each.values()
        elif isinstance(each, list):
            waiting[:0] = each


def picture(row: Mapping[str, Any]) -> bytes:
    """What the row itself shows, where its program is not quickly drawn."""
    image = row.get("image")
    content = image.get("bytes") if isinstance(image, Mapping) else None
    return content if isinstance(content, bytes) else b""


def format_of(code: str) -> str:
    """The language that a program looks like; a sequence of CAD steps is what is none of the others."""
    for language in formats.every().values():
        if language.opening is not None and language.opening.match(code):
            return language.name
    return "turtle" if TURTLE.match(code) else "cad"
