"""A run on disk: `run.json` says what was asked, responses are kept as they come and compacted at the end.

While it goes, each completion is one line of `responses.jsonl` (or of a share's own log); when every row has one, all
become `responses.parquet`. Nothing that was answered is thrown away: responses that the present options do not ask for
(another limit, other prompts) stay in the file, not counted.
"""

import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit import untrusted_tables
from sgpkit.benchmark import Completion
from sgpkit.errors import UserError
from sgpkit.files import reading, write_atomically
from sgpkit.runs.responses import Response, full_disk, logs, read_log

SCHEMA = {
    "id": pl.String,
    "sample": pl.Int32,
    "completion": pl.String,
    "finish_reason": pl.String,
    "turns": pl.List(pl.String),
    "thinking": pl.String,
    "prompt_tokens": pl.Int64,
    "completion_tokens": pl.Int64,
    "cached_tokens": pl.Int64,
    "latency": pl.Float64,
    "error": pl.String,
    "keys": pl.List(pl.String),
    "counted": pl.Boolean,
    "attempts": pl.Int32,
    "earlier": pl.String,
}

# What may not change between two calls on one folder: it would no longer be the same run.
FIXED = ("config", "engine", "model", "strategy", "mode", "setting", "sampling", "data")
FACTS = (*FIXED, "n", "limit", "rows", "complete")


def read_facts(folder: Path, needed: Sequence[str] = FACTS) -> dict[str, Any]:
    path = folder / "run.json"
    if not path.is_file():
        raise UserError(f"{folder} is no run: it has no run.json\nMake one: sgpkit run … --out {folder}")
    with reading(path, "Restore it, or run again into another folder."):
        facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if missing := [name for name in needed if name not in facts]:
            raise ValueError(f"it says nothing of {', '.join(missing)}")
    return facts


def write_facts(folder: Path, facts: Mapping[str, Any]) -> None:
    write_atomically(folder / "run.json", json.dumps(facts, indent=1, ensure_ascii=False) + "\n")


def refuse_other_run(folder: Path, facts: Mapping[str, Any]) -> None:
    """Refuse to mix two different runs in one folder."""
    if not (folder / "run.json").exists():
        return
    earlier = read_facts(folder)
    changed = [name for name in FIXED if fingerprint(earlier.get(name)) != fingerprint(facts.get(name))]
    if changed:
        details = "; ".join(f"{name} was {earlier.get(name)!r:.80}, is {facts.get(name)!r:.80}" for name in changed)
        raise UserError(f"{folder} holds another run: {details}\nChoose another --out.")


def begin(folder: Path, facts: Mapping[str, Any], started: str) -> None:
    """Note what is asked from now on. What earlier calls did stays noted."""
    refuse_other_run(folder, facts)
    earlier = read_facts(folder) if (folder / "run.json").exists() else {}
    kept = {"started": earlier.get("started", started), "sessions": earlier.get("sessions", [])}
    write_facts(folder, {**facts, **kept, "complete": False})


def add_session(folder: Path, session: Mapping[str, Any]) -> None:
    facts = read_facts(folder)
    write_facts(folder, facts | {"sessions": [*facts.get("sessions", []), session]})


def fingerprint(value: object) -> object:
    """Data is the same when its content is, wherever it lies."""
    return value.get("sha256") if isinstance(value, dict) and "sha256" in value else value


# --- responses --------------------------------------------------------------------------------------------------------


def load(folder: Path, mine: Iterable[Path] | None = None) -> dict[str, Response]:
    """Every response there is, by key. Torn lines are told, and cut off the logs that are `mine`: all, if not said."""
    known = {}
    path = folder / "responses.parquet"
    if path.exists():
        with reading(path, "Remove it to ask everything again, or run into another folder."):
            for response in read_parquet(path):
                known[response.key] = response
    for log in logs(folder):
        responses, torn = read_log(log, mine is None or log in mine)
        for response in responses:
            # An answer is never lost to a failure that a share saw later.
            if response.key not in known or response.completion.finish_reason != "error":
                known[response.key] = response
        if torn:
            print(torn)
    return known


def read_parquet(path: Path) -> Iterator[Response]:
    """Conversations as they are kept, back into their turns."""
    return responses_of(untrusted_tables.read(path))


def responses_of(table: pl.DataFrame) -> Iterator[Response]:
    since = {"attempts": pl.lit(1), "earlier": pl.lit(""), "cached_tokens": pl.lit(None, pl.Int64)}
    table = table.with_columns(**{name: value for name, value in since.items() if name not in table.columns})
    columns = [table[name].to_list() for name in ("keys", "id", "sample", "attempts", "turns", "earlier", *COMPLETION)]
    for keys, identifier, sample, attempts, turns, earlier, *completion in zip(*columns, strict=True):
        if len(keys) > 1:
            facts = json.loads(earlier) if earlier else [{}] * len(turns)
            for turn, (key, text) in enumerate(zip(keys[:-1], turns, strict=True)):
                reply = Completion(text, turns=tuple(turns[:turn]), **facts[turn])
                yield Response(key, identifier, sample, turn, False, reply, attempts - 1)
        text, finish_reason, *rest = completion
        last = Completion(text, finish_reason, tuple(turns), *rest)
        yield Response(keys[-1], identifier, sample, len(keys) - 1, True, last, attempts - 1)


COMPLETION = (
    "completion", "finish_reason", "thinking", "prompt_tokens", "completion_tokens", "latency", "error", "cached_tokens"
)  # fmt: skip
"""The columns that are a `Completion`, in its order; the turns come third."""


def compact(folder: Path, counted: Sequence[tuple[list[str], Response]], known: Mapping[str, Response]) -> None:
    """Everything into `responses.parquet`, in one step; the logs go when that is on disk."""
    path = folder / "responses.parquet"
    if not any(logs(folder)) and path.exists() and counted_keys(path) == [keys for keys, _ in counted]:
        return
    used = {key for keys, _ in counted for key in keys}
    rows = [as_row(keys, response, True, known) for keys, response in counted]
    rows += [as_row([key], response, False, known) for key, response in known.items() if key not in used]
    part = folder / ".responses.parquet.part"
    table = io.BytesIO()
    pl.DataFrame(rows, schema=SCHEMA, orient="row").write_parquet(table, compression="zstd")
    try:
        with part.open("wb") as file:
            file.write(table.getbuffer())
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise full_disk(error, path) from error
    for log in logs(folder):
        log.unlink()


def tokens(responses: Iterable[Response]) -> dict[str, int]:
    """What all that was ever answered took, counted or not."""
    total = dict.fromkeys(TOKENS, 0)
    for response in responses:
        for name in TOKENS:
            total[name] += getattr(response.completion, name) or 0
    return total


def counted_keys(path: Path) -> list[list[str]]:
    with reading(path, "Remove it to ask everything again, or run into another folder."):
        return pl.read_parquet(path, columns=["keys", "counted"]).filter(pl.col("counted"))["keys"].to_list()


TOKENS = ("prompt_tokens", "completion_tokens", "cached_tokens")

EARLIER = ("finish_reason", "thinking", "prompt_tokens", "completion_tokens", "latency", "cached_tokens")
"""What is kept of a conversation's earlier turns, beside their texts."""


def as_row(keys: list[str], response: Response, counted: bool, known: Mapping[str, Response]) -> tuple[Any, ...]:
    completion = response.completion
    earlier = [known[key].completion for key in keys[:-1]]
    return (
        response.id,
        response.sample,
        clean(completion.text),
        completion.finish_reason,
        [clean(turn) for turn in completion.turns],
        clean(completion.thinking),
        completion.prompt_tokens,
        completion.completion_tokens,
        completion.cached_tokens,
        completion.latency,
        clean(completion.error),
        keys,
        counted,
        response.attempt + 1,
        json.dumps([{name: getattr(each, name) for name in EARLIER} for each in earlier]) if earlier else "",
    )


def clean(text: str) -> str:
    """Lone surrogates, which no Unicode encoding can hold, become the replacement character."""
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text


def read_counted(folder: Path) -> pl.DataFrame:
    """The responses that the run stands for, in the order of its rows."""
    path = folder / "responses.parquet"
    if not path.exists():
        raise UserError(f"{folder} is not finished: it has no responses.parquet yet\nRun the same command again.")
    with reading(path, "Remove it and run the same command again."):
        return untrusted_tables.read(path).filter(pl.col("counted"))
