"""Responses: the stored record of each completion, and its form in the table and logs of a run.

Each completion is appended to `responses.jsonl` (or to the log of a share) as soon as it arrives, so that a killed
process loses at most the requests in flight. At the end, all become the table of the run, `responses/part-*.parquet`,
with one row per conversation. Replies of annotating models are stored in a single file, `responses.parquet`.
"""

import errno
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import polars as pl

from sgpkit.benchmark import Completion
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.runs import store
from sgpkit.runs.parts import Table
from sgpkit.runs.store import Kind, Log, Store, Torn
from sgpkit.sandbox.untrusted import numbers
from sgpkit.sandbox.untrusted import tables as untrusted_tables
from sgpkit.values import clean

NO_SPACE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}

SCHEMA: Mapping[str, pl.DataType | type[pl.DataType]] = {
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

OPTIONAL = {"prompt_tokens", "completion_tokens", "cached_tokens", "latency"}
"""Columns that may have empty cells."""

COMPLETION = (
    "completion", "finish_reason", "thinking", "prompt_tokens", "completion_tokens", "latency", "error", "cached_tokens"
)  # fmt: skip
"""The columns that are a `Completion`, in its order; the turns come third."""

EARLIER = ("finish_reason", "thinking", "prompt_tokens", "completion_tokens", "latency", "cached_tokens")
"""Fields that are stored for earlier turns of a conversation, in addition to their texts."""

TOKENS = ("prompt_tokens", "completion_tokens", "cached_tokens")
COUNTS = attrgetter(*TOKENS)

REMEDY = "Remove it to ask all rows again, or choose another --out."


class Response(NamedTuple):
    """One turn of one conversation. `key` identifies all inputs of the completion.

    `attempt` is the number of times that the conversation was restarted because its answer did not compile.
    """

    key: str
    id: str
    sample: int
    turn: int
    final: bool
    completion: Completion
    attempt: int = 0


def full_disk(error: OSError, path: Path) -> Exception:
    """Return the error to raise: a UserError for a full disk, any other error unchanged."""
    if error.errno not in NO_SPACE:
        error.filename = error.filename or str(path)
        return error
    return UserError(
        f"{path}: {error.strerror}. The answers so far are stored.\n"
        "Free some space and run the same command again to resume."
    )


# --- logs -------------------------------------------------------------------------------------------------------------


def to_json(response: Response) -> dict[str, Any]:
    """Return a response as a line of a log holds it."""
    completion = response.completion
    return {
        "key": response.key,
        "id": response.id,
        "sample": response.sample,
        "turn": response.turn,
        "final": response.final,
        "completion": dict(zip(LOGGED, IN_LOG(completion), strict=True)),
        "attempt": response.attempt,
    }


def to_line(response: Response) -> str:
    """Return the log line of `to_json`, for a completion without numbers in a third of the time."""
    completion = response.completion
    if completion.turns or tuple(map(type, FIELDS(completion))) != BARE:
        return json.dumps(to_json(response)) + "\n"
    return (
        f'{{"key": {quoted(response.key)}, "id": {quoted(response.id)}, "sample": {response.sample}, '
        f'"turn": {response.turn}, "final": {"true" if response.final else "false"}, "completion": '
        f'{{"text": {quoted(completion.text)}, "finish_reason": {quoted(completion.finish_reason)}, "turns": [], '
        f'"thinking": {quoted(completion.thinking)}, "prompt_tokens": null, "completion_tokens": null, '
        f'"latency": null, "error": {quoted(completion.error)}, "cached_tokens": null}}, '
        f'"attempt": {response.attempt}}}\n'
    )


quoted = json.encoder.encode_basestring_ascii
LOGGED = tuple(field.name for field in fields(Completion))
IN_LOG = attrgetter(*LOGGED)


def from_json(entry: dict[str, Any]) -> Response:
    """Return the response that a line of a log holds."""
    completion = entry["completion"]
    completion["turns"] = tuple(completion["turns"])
    response = Response(**{**entry, "completion": drop_invalid_numbers(Completion(**completion))})
    numbered = (response.sample, response.turn, response.attempt)
    if any(type(number) is not int or not 0 <= number < 1 << 31 for number in numbered):
        raise ValueError("a sample, turn or attempt that is not a number")
    if not all(isinstance(text, str) for text in (response.key, response.id)) or type(response.final) is not bool:
        raise ValueError("a key, id or end of the wrong type")
    return response


FIELDS = attrgetter(
    "text", "finish_reason", "thinking", "error", "prompt_tokens", "completion_tokens", "cached_tokens", "latency"
)
BARE = (str,) * 4 + (type(None),) * 4
"""The types of the fields of a completion that states no number."""


def drop_invalid_numbers(completion: Completion) -> Completion:
    """Return a completion without counts and times that a table cannot hold; they become None. Raises ValueError if a
    text is not a string.
    """
    if completion.turns == () and tuple(map(type, FIELDS(completion))) == BARE:
        return completion
    texts = (completion.text, completion.finish_reason, completion.thinking, completion.error, *completion.turns)
    if not all(isinstance(text, str) for text in texts):
        raise ValueError("a text of the wrong type")
    tokens_in, tokens_out = numbers.count(completion.prompt_tokens), numbers.count(completion.completion_tokens)
    cached, latency = numbers.count(completion.cached_tokens), numbers.seconds(completion.latency)
    stated = (completion.prompt_tokens, completion.completion_tokens, completion.cached_tokens, completion.latency)
    if any(isinstance(number, str | list | dict) for number in stated):
        raise ValueError("a count or a time that is not a number")
    if all(new is old for new, old in zip((tokens_in, tokens_out, cached, latency), stated, strict=True)):
        return completion
    return replace(
        completion, prompt_tokens=tokens_in, completion_tokens=tokens_out, cached_tokens=cached, latency=latency
    )


def is_answer(response: Response, earlier: Response) -> bool:
    """Return whether a response may replace an earlier one: a failure never replaces an answer."""
    return response.completion.finish_reason != "error"


def read_log(path: Path, owned: bool) -> tuple[list[Response], Torn | None]:
    """Read every response of one log; see `store.read_log`."""
    return store.read_log(path, RESPONSES, owned)


ASKING = "asking"
"""The folder of logs by workers on other machines, by part; it is removed when all responses are in the table."""


def logs(folder: Path) -> list[Path]:
    """Return the run's own log, those of its shares and those of workers, as far as they exist."""
    return Store(folder, RESPONSES).logs() + sorted((folder / ASKING).glob("*/responses-*.jsonl"))


def ResponseLog(path: Path) -> Log[Response]:
    """Open a log of responses for appending."""
    return Log(path, RESPONSES)


# --- the table --------------------------------------------------------------------------------------------------------


def check_columns(table: pl.DataFrame) -> pl.DataFrame:
    """Return a table with its columns in order. Raises ValueError for columns that `sgpkit run` does not write."""
    if lacking := [name for name in SCHEMA if name not in table.columns]:
        raise ValueError(f"missing column {', '.join(lacking)}")
    table = table.select(list(SCHEMA)).cast(pl.Schema(dict(SCHEMA)))
    if empty := [name for name in SCHEMA if name not in OPTIONAL and table[name].null_count()]:
        raise ValueError(f"column {empty[0]} has empty cells")
    for text in table.filter(pl.col("earlier") != "")["earlier"]:
        turns = json.loads(text)
        if not isinstance(turns, list) or not all(isinstance(turn, dict) for turn in turns):
            raise ValueError("column earlier does not contain turns")
    if table.select(((pl.col("earlier") == "") & (pl.col("keys").list.len() > 1)).any()).item():
        raise ValueError("column earlier lacks turns")
    return table


def keep_numbers(completion: Completion) -> Completion:
    """Return a completion unchanged, for a reader that refuses values that `drop_invalid_numbers` would drop."""
    return completion


def from_table(
    table: pl.DataFrame, numbers_of: Callable[[Completion], Completion] = drop_invalid_numbers
) -> Iterator[Response]:
    """Yield every turn of every conversation of a table, in order. `numbers_of` handles counts and times that a table
    cannot hold.
    """
    columns = [table[name].to_list() for name in ("keys", "id", "sample", "attempts", "turns", "earlier", *COMPLETION)]
    for keys, identifier, sample, attempts, turns, earlier, *completion in zip(*columns, strict=True):
        if len(keys) > 1:
            for turn, (key, text, stated) in enumerate(zip(keys[:-1], turns, json.loads(earlier), strict=True)):
                reply = numbers_of(Completion(text, turns=tuple(turns[:turn]), **stated))
                yield Response(key, identifier, sample, turn, False, reply, attempts - 1)
        text, finish_reason, *rest = completion
        last = numbers_of(Completion(text, finish_reason, tuple(turns), *rest))
        yield Response(keys[-1], identifier, sample, len(keys) - 1, True, last, attempts - 1)


def load(folder: Path, owned: Iterable[Path] | None = None) -> dict[str, Response]:
    """Read every response of a folder by key; see `Store.load`."""
    return Store(folder, RESPONSES).load(None if owned is None else set(owned))


def compact(folder: Path, counted: Sequence[tuple[list[str], Response]], known: Mapping[str, Response]) -> None:
    """Write all replies of an annotating model into `responses.parquet`: the counted ones with the keys of their turns,
    then all others."""
    responses = Store(folder, RESPONSES)
    is_whole = not responses.logs() and responses.path.exists()
    if is_whole and counted_keys(responses.path) == [keys for keys, _ in counted]:
        return
    used = {key for keys, _ in counted for key in keys}
    rows = [as_row(keys, response, True, known) for keys, response in counted]
    rows += [as_row([key], response, False, known) for key, response in known.items() if key not in used]
    responses.write(rows)


def counted_keys(path: Path) -> list[list[str]]:
    """Read the keys of the conversations that count from a table of responses, one list for each conversation."""
    with reading(path, REMEDY):
        table = untrusted_tables.read(path)
        return table.filter(pl.col("counted"))["keys"].to_list()


class Indexed(Protocol):
    """Responses by key."""

    def __getitem__(self, key: str, /) -> Response: ...


def as_row(keys: list[str], response: Response, counted: bool, known: "Indexed") -> tuple[Any, ...]:
    """Return a conversation as a row of the table of responses; `known` holds those of its earlier turns by key."""
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
        json.dumps([{name: getattr(turn, name) for name in EARLIER} for turn in earlier]) if earlier else "",
    )


def as_table(rows: Sequence[tuple[Any, ...]]) -> pl.DataFrame:
    """Return rows of responses as a table. Lists of texts are built from one column of all texts, which takes a tenth
    of the time of separate lists.
    """
    columns: dict[str, Any] = dict(zip(SCHEMA, zip(*rows, strict=True), strict=True))
    for name, kind in SCHEMA.items():
        if isinstance(kind, pl.List):
            columns[name] = lists_of_texts(columns[name])
    return pl.DataFrame(columns, schema=dict(SCHEMA))


def lists_of_texts(lists: Sequence[Sequence[str]]) -> pl.Series:
    """Return a column of lists."""
    lengths = np.fromiter(map(len, lists), dtype=np.int64, count=len(lists))
    texts = pl.Series([text for texts in lists for text in texts], dtype=pl.String)
    flat = pl.DataFrame({"row": np.repeat(np.arange(len(lists)), lengths), "texts": texts})
    grouped = flat.group_by("row", maintain_order=True).agg("texts")
    every = pl.DataFrame({"row": np.arange(len(lists))}).join(grouped, on="row", how="left", maintain_order="left")
    return every["texts"].fill_null(pl.lit([], dtype=pl.List(pl.String)))


def open_table(folder: Path) -> Table:
    """Open the table of responses of a run, or of an annotating model."""
    return Table.open(folder, "responses", "Remove it and run the same command again.")


def read_counted(table: Table) -> pl.DataFrame:
    """Read the counted responses of the run, in the order of its rows."""
    return pl.concat(counted_groups(table))


UNFINISHED = "the table of its responses is missing\nRun the same command again."


def regroup(tables: Iterable[pl.DataFrame], most: int) -> Iterator[pl.DataFrame]:
    """Yield tables of responses as tables of about `most` rows, each of which ends with the samples of a row; an empty
    one if there is no response."""
    held: pl.DataFrame | None = None
    was_cut = False
    for table in tables:
        held = table if held is None else pl.concat([held, table])
        while held.height > most:
            ids = held["id"]
            end = most + int((ids[most:] != ids[most - 1]).arg_max() or 0)
            if ids[end] == ids[end - 1]:
                break  # all remaining rows are samples of this row
            yield held[:end]
            held, was_cut = held[end:], True
    if held is not None and (held.height or not was_cut):
        yield held


def counted_groups(table: Table) -> Iterator[pl.DataFrame]:
    """Yield the counted responses of the run, in the order of its rows, some thousands at a time."""
    for group in groups(table):
        yield group.filter(pl.col("counted"))


def groups(table: Table) -> Iterator[pl.DataFrame]:
    """Yield all responses of a run, some thousands at a time. Raises UserError while unfinished."""
    for group in table.require(f"{table.folder} is not finished: {UNFINISHED}").groups():
        with table.reading():
            whole = check_columns(group)
        yield whole


def add_tokens(total: dict[str, int], response: Response) -> None:
    """Add the tokens of a response to the sums."""
    for name, count in zip(TOKENS, COUNTS(response.completion), strict=True):
        if count:
            total[name] += count


RESPONSES: Kind[Response] = Kind(
    name="responses",
    schema=SCHEMA,
    key=lambda response: response.key,
    from_table=from_table,
    to_json=to_json,
    from_json=from_json,
    remedy=REMEDY,
    replaces=is_answer,
    explain=full_disk,
    to_line=to_line,
)
