"""SGP-Bench's published instruction data → pairs (https://huggingface.co/sgp-bench, `sit_72k` and its like).

    --source sgp_sit=sit_72k.json     or the folder of a dataset repo, or one that holds several

Rows have `instruction`, `input` and `output`, as the authors' training code reads them (github.com/sgp-bench/sgp-bench,
train/sft_lora.py at 5d0334b), in JSON, JSON Lines or Parquet. Where the program stands says which way a row goes: in
the input (or the instruction), it is described; in the output, drawn. A folder's files are distinguished by name,
`sit_10k`, `rev_sit_10k`, `mixed_sit_10k`; one file is taken whatever its name.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit.benchmark import Skipped
from sgpkit.errors import UserError, first_line
from sgpkit.sandbox.untrusted import tables

from ..pairs import DESCRIBE, DRAW, Pair

if TYPE_CHECKING:
    import polars as pl

SOURCE = "sgp-bench"
LICENSE = "MIT as published by SGP-Bench (drawings: SVG Icons)"
COLUMNS = ("instruction", "input", "output")
ENDINGS = (".json", ".jsonl", ".parquet")
PLAIN = ("train", "data", "default", "")
"""Names that say nothing, so that the folder's is meant."""

_SHARD = re.compile(r"-\d{5}-of-\d{5}$")
_BEGINNING, _ENDING = re.compile(r"<svg\b"), re.compile(r"</svg\s*>")
_FIRST = 65536


def recognises(path: str) -> bool:
    location = Path(path)
    return location.exists() and any(is_table(file) for file in files(location)[:8])


def files(location: Path) -> list[Path]:
    paths = [location] if location.is_file() else sorted(location.rglob("*"))
    return [file for file in paths if file.suffix.lower() in ENDINGS and file.is_file()]


def is_table(file: Path) -> bool:
    """Return whether a file has the three columns, judged by its beginning."""
    if file.suffix.lower() == ".parquet":
        try:
            return set(COLUMNS) <= set(tables.columns(file))
        except (ValueError, OSError):
            return False
    with file.open("rb") as stream:
        start = stream.read(_FIRST).decode("utf-8", "replace").lstrip("\ufeff \t\r\n[")
    keys = re.findall(r'(?:^\{|[,{])\s*"(instruction|input|output)"\s*:', start)
    return start.startswith("{") and set(COLUMNS) <= set(keys)


def name(file: Path) -> str:
    """'sit_72k' of `sit_72k.json`, of `sit_72k/data/train-00000-of-00001.parquet`, and of the Hub's own conversion,
    `sit_72k/default/train/0000.parquet`."""
    for part in (_SHARD.sub("", file.stem), *(folder.name for folder in file.parents)):
        if part not in PLAIN and not part.isdigit():
            return part
    return ""


def published(path: str, wanted: tuple[str, ...]) -> Iterator[Pair | Skipped]:
    """The records of the first of the wanted names that is there; of a single dataset whatever its name."""
    location = Path(path)
    if not location.exists():
        raise UserError(f"no file or folder {path!r}; expected SGP-Bench's instruction data as JSON or Parquet")
    tables = [file for file in files(location) if is_table(file)]
    named: dict[str, list[Path]] = {}
    for file in tables:
        named.setdefault(name(file), []).append(file)
    chosen = next((candidate for candidate in wanted if candidate in named), "")
    if not tables:
        raise UserError(f"{path} contains no instruction data; expected JSON or Parquet with {', '.join(COLUMNS)}")
    if not chosen and len(named) > 1:
        raise UserError(f"{path} holds {', '.join(sorted(named))}, and none is {wanted[0]}; name one of these files")
    group = named[chosen] if chosen else tables
    stem = chosen or next(iter(named)) or "sit"
    number = 0
    for file in group:
        for record in read(file).iter_rows(named=True):
            number += 1
            yield as_pair(f"{stem}-{number:06d}", record)


def as_pair(identifier: str, record: Mapping[str, Any]) -> Pair | Skipped:
    instruction, given, answer = (str(record[column] or "") for column in COLUMNS)
    before, after = program_in(f"{instruction}\n{given}"), program_in(answer)
    program = before or after
    if not program or (before and after):
        where = "on both sides" if program else "on neither side"
        return Skipped(identifier, f"an SVG program {where}: neither a description nor a drawing is asked for")
    text = answer.strip() if before else (given or instruction).strip()
    if not text:
        return Skipped(identifier, "nothing is said of its program")
    drawing = hashlib.sha256(program.encode("utf-8", "replace")).hexdigest()[:12]
    return Pair(
        identifier,
        f"drawing-{drawing}",
        SOURCE,
        LICENSE,
        "unknown",
        program,
        text,
        DESCRIBE if before else DRAW,
        (instruction, given, answer),
    )


def program_in(text: str) -> str:
    """Return the text from the first beginning of an SVG program to the last ending; "" where there is none."""
    beginning = _BEGINNING.search(text)
    ends = [match.end() for match in _ENDING.finditer(text, beginning.end())] if beginning else []
    return text[beginning.start() : ends[-1]] if beginning and ends else ""


def read(file: Path) -> "pl.DataFrame":
    try:
        if file.suffix.lower() == ".parquet":
            return tables.read(file).select(COLUMNS)
        with file.open("rb") as stream:
            is_list = stream.read(16).decode("utf-8", "replace").lstrip("\ufeff \t\r\n").startswith("[")
        return tables.read_text(file, "json" if is_list else "jsonl", schema=COLUMNS)
    except (ValueError, OSError) as error:
        raise UserError(f"{file}: expected a table with {', '.join(COLUMNS)}; {first_line(error):.120}") from None
