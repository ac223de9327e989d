"""Files of completions, read as untrusted input: JSONL, Parquet, or a log of inspect_ai."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Completion
from sgpkit.engines.replay import inspect_log
from sgpkit.engines.replay.forms import Forms
from sgpkit.errors import UserError, first_line
from sgpkit.sandbox.untrusted import numbers, tables, workers
from sgpkit.sandbox.untrusted.workers import Limits

EXPECTED = "a .jsonl or .parquet with id and completion, or a log of lm-eval (.jsonl) or inspect_ai (.eval)"
"""The files that can be replayed."""


def completion(item: Mapping[str, Any]) -> Completion:
    """Return the completion of an item."""
    return Completion(*fields(item))


def fields(item: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the fields of an item's completion, in their order; a text that is not a string (null, a number) becomes
    empty, as if the model had not answered.
    """
    get = item.get
    text, finish, turns = item["completion"], get("finish_reason"), get("turns")
    thinking, error = get("thinking"), get("error")
    return (
        text if isinstance(text, str) else "",
        finish if isinstance(finish, str) else "stop",
        tuple(turn for turn in turns if isinstance(turn, str)) if isinstance(turns, list) else (),
        thinking if isinstance(thinking, str) else "",
        numbers.count(get("prompt_tokens")),
        numbers.count(get("completion_tokens")),
        numbers.seconds(get("latency")),
        error if isinstance(error, str) else "",
    )


FILE = Limits(cpu_seconds=600.0, memory=4 << 30, output=1 << 30)
"""The limits of one file."""


def read(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the completions of a JSONL or Parquet file, with the line or row of each; a worker process reads it. Raises
    UserError for content that cannot be read."""
    if not workers.in_use():
        yield from items(path)
        return
    (outcome,) = workers.run(read_files, [path], FILE)
    if outcome.failure is not None:
        if isinstance(outcome.failure.error, UserError | OSError):
            raise outcome.failure.error
        raise UserError(f"{path} cannot be read: {outcome.failure.reason}")
    yield from outcome.value


def read_files(paths: Sequence[Path]) -> list[list[tuple[str, Mapping[str, Any]]]]:
    """Return the completions of each file: in a worker."""
    return [list(items(path)) for path in paths]


def items(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the completions of a JSONL or Parquet file, with the line or row of each. Raises UserError for content that
    cannot be read."""
    if path.suffix == inspect_log.SUFFIX:
        yield from inspect_log.items(path)
        return
    forms = Forms()
    if path.suffix == ".parquet":
        for number, item in enumerate(parquet_rows(path), start=1):
            for one in forms.items(f"{path}, row {number}", item):
                yield f"row {number}", one
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                item = loaded(line)
            except UnicodeDecodeError:
                raise UserError(f"{path}, line {number}: not UTF-8") from None
            except RecursionError:
                raise UserError(f"{path}, line {number}: nested too deeply") from None
            except ValueError as error:
                reason = f"{path}, line {number}: not JSON ({getattr(error, 'msg', error)})"
                raise UserError(reason if number > 1 else f"{reason}; expected {EXPECTED}") from None
            if not isinstance(item, dict):
                raise UserError(f"{path}, line {number}: expected one object per line, with id and completion")
            if "completion" in item:
                yield f"line {number}", item
                continue
            for one in forms.items(f"{path}, line {number}", item):
                yield f"line {number}", one


def loaded(line: bytes) -> Any:
    """Return the value of a line of JSON. Most lines begin like an object in UTF-8; only for others, the encoding has
    to be detected.
    """
    if line[:1] == b"{" and line[1:2] != b"\0":
        return json.loads(line.decode("utf-8", "surrogatepass"))
    return json.loads(line)


def parquet_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a Parquet file, a row group at a time. Raises UserError if the file is damaged."""
    rest = tables.rows(path)
    while True:
        try:
            row = next(rest, None)
        except (ValueError, OverflowError) as error:
            raise UserError(f"{path} is not a readable Parquet file: {first_line(error):.200}") from None
        if row is None:
            return
        yield row
