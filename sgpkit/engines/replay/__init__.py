"""Completions that were made elsewhere: JSONL or Parquet with `id`, `completion` and optionally `sample`, or a log of
inspect_ai (`.eval`)."""

import hashlib
import json
import sys
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from sgpkit.benchmark import Completion
from sgpkit.engines import Request, Setup
from sgpkit.engines.replay import inspect_log
from sgpkit.errors import UserError
from sgpkit.untrusted import numbers, tables, workers
from sgpkit.untrusted.workers import Limits

OPTIONS: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Replay:
    """An engine that returns completions from a file; a request without one gets the finish reason `missing`."""

    instant: ClassVar = True

    path: Path
    digest: str
    completions: Mapping[tuple[str, int], Completion]

    def identity(self) -> Mapping[str, Any]:
        return {"model": self.path.name, "sha256": self.digest}

    def statistics(self) -> Mapping[str, Any]:
        return {}

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def generate(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        for index, request in enumerate(requests):
            key = (str(request.row["id"]), request.sample)
            kept = self.completions.get(key, Completion("", finish_reason="missing"))
            # The earlier replies of a conversation, where the file has them, lead to its last.
            yield index, Completion(kept.turns[request.turn]) if request.turn < len(kept.turns) else kept


def open_engine(setup: Setup) -> Replay:
    """Read the file that `setup.model` names. Raises UserError if it is malformed or matches none of the rows."""
    path = Path(setup.model)
    if not path.is_file():
        raise UserError(
            f"no file {setup.model!r} to replay; --model names a .jsonl or .parquet with id and completion, "
            "or a log of inspect_ai (.eval)"
        )
    completions = {}
    for position, item in read(path):
        identifier, sample = item.get("id"), item.get("sample")
        if not isinstance(identifier, str) or "completion" not in item:
            contents = ", ".join(f"{name} ({type(value).__name__})" for name, value in sorted(item.items()))
            raise UserError(f"{path}, {position}: expected the columns id (str) and completion, found {contents:.200}")
        if sample is not None and (isinstance(sample, bool) or not isinstance(sample, int)):
            raise UserError(f"{path}, {position}: sample must be a whole number, found {sample!r}")
        key = (identifier, sample or 0)
        if key in completions:
            raise UserError(f"{path}, {position}: a second completion for {identifier!r}, sample {sample or 0}")
        completions[key] = completion(item)
    ids = getattr(setup.rows, "ids", None)  # of rows that are not in memory
    known = {str(row["id"]) for row in setup.rows} if ids is None else set(ids)
    if not any(identifier in known for identifier, _ in completions):
        config = setup.benchmark.config
        raise UserError(f"{path}: none of its {len(completions)} completions has the id of a row of {config}")
    tell_what_is_unused(path, setup, completions, known)
    return Replay(path, hashlib.sha256(path.read_bytes()).hexdigest(), completions)


def tell_what_is_unused(
    path: Path, setup: Setup, completions: Mapping[tuple[str, int], Completion], known: Set[str]
) -> None:
    """Print a line to standard error if rows that are asked have no completion, or completions no row."""
    asked = known if setup.asked is None else setup.asked
    of = "rows" if asked == known else "rows that are asked"
    remarks = []
    if missing := sum((identifier, 0) not in completions for identifier in asked):
        remarks.append(f"{missing:,} of the {len(asked):,} {of} have no completion (sample 0) and will score 0")
    if unknown := len({identifier for identifier, _ in completions if identifier not in known}):
        remarks.append(f"{unknown:,} of its ids are no rows")
    if further := max((sample for _, sample in completions), default=0):
        remarks.append(f"it has samples up to {further}: --n {further + 1} asks for all")
    if remarks:
        print(f"{path}: {'; '.join(remarks)}", file=sys.stderr)


def completion(item: Mapping[str, Any]) -> Completion:
    """Return the completion of an item; one that is not text (null, a number) is empty: the model gave no answer."""
    text, finish, turns = item["completion"], item.get("finish_reason"), item.get("turns")
    return Completion(
        text if isinstance(text, str) else "",
        finish_reason=finish if isinstance(finish, str) else "stop",
        thinking=thinking if isinstance(thinking := item.get("thinking"), str) else "",
        error=error if isinstance(error := item.get("error"), str) else "",
        prompt_tokens=numbers.count(item.get("prompt_tokens")),
        completion_tokens=numbers.count(item.get("completion_tokens")),
        latency=numbers.seconds(item.get("latency")),
        turns=tuple(turn for turn in turns if isinstance(turn, str)) if isinstance(turns, list) else (),
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
    if path.suffix == ".parquet":
        for number, item in enumerate(parquet_rows(path), start=1):
            yield f"row {number}", item
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                item = json.loads(line)
            except UnicodeDecodeError:
                raise UserError(f"{path}, line {number}: not UTF-8") from None
            except RecursionError:
                raise UserError(f"{path}, line {number}: nested too deeply to be read") from None
            except ValueError as error:
                raise UserError(f"{path}, line {number}: not JSON ({getattr(error, 'msg', error)})") from None
            if not isinstance(item, dict):
                raise UserError(f"{path}, line {number}: expected one object a line, with id and completion")
            yield f"line {number}", item


def parquet_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a Parquet file, a row group at a time. Raises UserError if the file is damaged."""
    rest = tables.rows(path)
    while True:
        try:
            row = next(rest, None)
        except (ValueError, OverflowError) as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0]
            raise UserError(f"{path} is not a Parquet file that can be read: {reason:.200}") from None
        if row is None:
            return
        yield row
