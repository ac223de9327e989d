"""JSON and CSV that strangers wrote, parsed in worker processes with limits of processor time and memory.

    value = documents.read_json(path)          a whole text, packed by gzip or not
    for line in documents.json_lines(path):    JSON lines: each is a value, or has the reason why it is none
    table = documents.read_csv(path)           CSV, a dictionary a line
    values = documents.read_small(path)        an object of a run's folder, such as run.json: in this process

Plain values come back. Nesting and the length of numbers are bounded before anything is parsed; whatever a text does to
its parser, be it a crash, becomes a ValueError with the reason, or that line's.
"""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.sandbox.untrusted import json_values, packed, regular, tables, workers
from sgpkit.sandbox.untrusted.workers import Limits

MAX_JSON = 2**30
MAX_CSV = 2**28
MAX_FIELD = 2**17
"""Characters of a field of CSV: more than that is a quote that is never closed."""

MAX_LINE = 2**26
LINES, LINES_BYTES = 1_000, 2**26
"""Lines that travel to workers together, and their bytes."""

DOCUMENT = Limits(cpu_seconds=120.0, memory=4 << 30, output=1 << 30)
"""The limits of one document."""

LINE = Limits(memory=4 << 30, output=2**28)


class Line(NamedTuple):
    """A line of JSON: its number from 1, and its value, or the reason why it has none."""

    number: int
    value: Any
    error: str = ""


class Csv(NamedTuple):
    """A table of CSV: the names of its first line, and a dictionary for each of the others."""

    names: list[str]
    records: list[dict[str, Any]]


def read_json(path: Path, max_bytes: int = MAX_JSON) -> Any:
    """Return the value in a file of JSON. Raises ValueError for what is none or is beyond the bounds."""
    return tables.value_of(json_file, path, max_bytes, limits=DOCUMENT)


def read_small(path: Path, max_bytes: int = json_values.MAX_BYTES) -> dict[str, Any]:
    """Return the object in a small file, to which links may lead. Raises ValueError for anything else, and for what is
    beyond the bounds, of which nothing is parsed."""
    value = parse(regular.read_linked(path, max_bytes))
    if not isinstance(value, dict):
        raise ValueError("expected an object")
    return value


def read_csv(path: Path, max_bytes: int = MAX_CSV, max_field: int = MAX_FIELD) -> Csv:
    """Return the table in a file of CSV with a line of names, as `csv.DictReader` has it. Raises ValueError for
    what is none, or is beyond the bounds."""
    return Csv(*tables.value_of(csv_file, path, max_bytes, max_field, limits=DOCUMENT))


def json_lines(path: Path, max_line: int = MAX_LINE) -> Iterator[Line]:
    """Yield the lines of a file that are not blank. Raises ValueError for a damaged file, or a line that is longer."""
    waiting: list[tuple[int, bytes]] = []
    size = 0
    for number, line in enumerate(packed.lines(path, max_line), start=1):
        if not line.strip():
            continue
        waiting.append((number, line))
        size += len(line)
        if len(waiting) >= LINES or size >= LINES_BYTES:
            yield from parsed(waiting)
            waiting, size = [], 0
    yield from parsed(waiting)


def value(line: Line) -> Any:
    """Return the value of a line. Raises ValueError where it has none."""
    if line.error:
        raise ValueError(f"line {line.number}: {line.error}")
    return line.value


def parsed(lines: list[tuple[int, bytes]]) -> Iterator[Line]:
    """Yield the values of some lines, from workers."""
    if tables.confined or not workers.in_use():
        yield from map(line_of, lines)
        return
    for (number, _), outcome in zip(lines, workers.run(lines_of, lines, LINE), strict=True):
        yield Line(number, None, outcome.failure.reason) if outcome.failure is not None else outcome.value


def lines_of(lines: list[tuple[int, bytes]]) -> list[Line]:
    """Return the values of some lines: in a worker."""
    return [line_of(line) for line in lines]


def line_of(line: tuple[int, bytes]) -> Line:
    """Return the value of a line."""
    number, content = line
    try:
        return Line(number, parse(content))
    except (ValueError, RecursionError) as error:
        return Line(number, None, str(error) or type(error).__name__)


def json_file(path: Path, max_bytes: int) -> Any:
    """Return the value in a file of JSON: in a worker."""
    return parse(packed.read(path, max_bytes))


def parse(content: bytes) -> Any:
    """Return the value of a text of JSON. NaN and the infinities are Python's, since one such number in a record is the
    record's matter, not the file's."""
    json_values.refuse_deep(content)
    return json.loads(content.decode("utf-8-sig"))


def csv_file(path: Path, max_bytes: int, max_field: int) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the names and the records of a file of CSV: in a worker."""
    text = packed.read(path, max_bytes).decode("utf-8-sig")
    usual = csv.field_size_limit(max_field)
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        return list(reader.fieldnames or ()), list(reader)
    except csv.Error as error:
        raise ValueError(str(error)) from None
    finally:
        csv.field_size_limit(usual)
