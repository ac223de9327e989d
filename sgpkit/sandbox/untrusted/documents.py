"""Parse untrusted JSON and CSV in worker processes with limits on processor time and memory.

    value = documents.read_json(path)          one document, gzipped or not
    for line in documents.json_lines(path):    JSON Lines: each has a value or an error
    table = documents.read_csv(path)           CSV, one dictionary per line

Plain values are returned. Nesting and the length of numbers are checked before parsing. Every failure of the parser,
even a crash, becomes a ValueError with the reason, or the error of that line.
"""

import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.sandbox.untrusted import gzip_files, json_values, tables, workers
from sgpkit.sandbox.untrusted.workers import Limits

MAX_JSON = 2**30
MAX_CSV = 2**28
MAX_FIELD = 2**17
"""Characters of a CSV field; longer ones come from a quote that is never closed."""

MAX_LINE = 2**26
LINES, LINES_BYTES = 1_000, 2**26
"""Maximum number of lines, and of their bytes, that are sent to workers at once."""

DOCUMENT = Limits(cpu_seconds=120.0, memory=4 << 30, output=1 << 30)
"""Limits for one document."""

LINE = Limits(memory=4 << 30, output=2**28)


class Line(NamedTuple):
    """A line of JSON: its number from 1, and its value or the error."""

    number: int
    value: Any
    error: str = ""


class Csv(NamedTuple):
    """A CSV table: the names in its first line, and one dictionary per further line."""

    names: list[str]
    records: list[dict[str, Any]]


def read_json(path: Path, max_bytes: int = MAX_JSON) -> Any:
    """Return the value in a JSON file. Raises ValueError if it is invalid or exceeds the limits."""
    return tables.value_of(parse_json_file, path, max_bytes, limits=DOCUMENT)


def read_csv(path: Path, max_bytes: int = MAX_CSV, max_field: int = MAX_FIELD) -> Csv:
    """Return the table in a CSV file with a header, as `csv.DictReader` reads it. Raises ValueError if it is invalid or
    exceeds the limits."""
    return Csv(*tables.value_of(parse_csv_file, path, max_bytes, max_field, limits=DOCUMENT))


def parse_all(lines: list[tuple[int, bytes]]) -> list[Line]:
    """Parse numbered lines, in a worker."""
    return [parse_line(line) for line in lines]


Parse = Callable[[list[tuple[int, bytes]]], list[Line]]


def json_lines(path: Path, max_line: int = MAX_LINE, parse: Parse = parse_all) -> Iterator[Line]:
    """Yield the non-blank lines of a file; `parse` reads them in a worker. Raises ValueError for a damaged file or a
    line longer than `max_line`."""
    waiting: list[tuple[int, bytes]] = []
    size = 0
    for number, line in enumerate(gzip_files.lines(path, max_line), start=1):
        if not line.strip():
            continue
        waiting.append((number, line))
        size += len(line)
        if len(waiting) >= LINES or size >= LINES_BYTES:
            yield from parse_lines(waiting, parse)
            waiting, size = [], 0
    yield from parse_lines(waiting, parse)


def value(line: Line) -> Any:
    """Return the value of a line. Raises ValueError if it has an error instead."""
    if line.error:
        raise ValueError(f"line {line.number}: {line.error}")
    return line.value


def parse_lines(lines: list[tuple[int, bytes]], parse: Parse) -> Iterator[Line]:
    """Parse numbered lines in workers."""
    if tables.in_confined_process or not workers.in_use():
        yield from parse(lines)
        return
    for (number, _), outcome in zip(lines, workers.run(parse, lines, LINE), strict=True):
        yield Line(number, None, outcome.failure.reason) if outcome.failure is not None else outcome.value


def parse_line(line: tuple[int, bytes]) -> Line:
    """Parse one numbered line."""
    number, content = line
    try:
        return Line(number, json_values.parse_lenient(content))
    except (ValueError, RecursionError) as error:
        return Line(number, None, str(error) or type(error).__name__)


def parse_json_file(path: Path, max_bytes: int) -> Any:
    """Parse a JSON file, in a worker."""
    return json_values.parse_lenient(gzip_files.read(path, max_bytes))


def parse_csv_file(path: Path, max_bytes: int, max_field: int) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the header and the records of a CSV file, in a worker."""
    text = gzip_files.read(path, max_bytes).decode("utf-8-sig")
    previous_limit = csv.field_size_limit(max_field)
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        return list(reader.fieldnames or ()), list(reader)
    except csv.Error as error:
        raise ValueError(str(error)) from None
    finally:
        csv.field_size_limit(previous_limit)
