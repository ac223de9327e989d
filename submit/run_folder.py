"""A run on disk: `run.json` says what was asked, responses are kept as they come and compacted at the end.

While it goes, each completion is one flushed line of `responses.jsonl`; when every row has one, all become
`responses.parquet`. Nothing that was answered is thrown away: responses that the present options do not ask for
(another limit, other prompts) stay in the file, not counted.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit.benchmark import Completion
from sgpkit.errors import UserError
from sgpkit.files import reading, write_atomically

SCHEMA = {
    "id": pl.String,
    "sample": pl.Int32,
    "completion": pl.String,
    "finish_reason": pl.String,
    "turns": pl.List(pl.String),
    "thinking": pl.String,
    "prompt_tokens": pl.Int64,
    "completion_tokens": pl.Int64,
    "latency": pl.Float64,
    "error": pl.String,
    "keys": pl.List(pl.String),
    "counted": pl.Boolean,
    "attempts": pl.Int32,
}

# What may not change between two calls on one folder: it would no longer be the same run.
FIXED = ("config", "engine", "model", "strategy", "mode", "setting", "sampling", "data")
FACTS = (*FIXED, "n", "limit", "rows", "complete")


@dataclass(frozen=True, slots=True)
class Response:
    """One turn of one conversation. `key` identifies all that the completion depends on.

    `attempt` counts from 0 how often the conversation was begun anew before, because nothing compiled.
    """

    key: str
    id: str
    sample: int
    turn: int
    final: bool
    completion: Completion
    attempt: int = 0


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


def fingerprint(value: object) -> object:
    """Data is the same when its content is, wherever it lies."""
    return value.get("sha256") if isinstance(value, dict) and "sha256" in value else value


def load(folder: Path) -> dict[str, Response]:
    """Every response there is, by key. A torn last line, left by a killed process, is dropped from the file."""
    known = {}
    if (folder / "responses.parquet").exists():
        path = folder / "responses.parquet"
        with reading(path, "Remove it to ask everything again, or run into another folder."):
            for row in pl.read_parquet(path).iter_rows(named=True):
                known |= {response.key: response for response in turns_of(row)}
    path = folder / "responses.jsonl"
    if path.exists():
        whole = mend_tail(path)
        with path.open("rb") as lines, reading(path, "Remove it to ask again what it holds."):
            for line in lines:
                item = json.loads(line)
                completion = Completion(**{**item["completion"], "turns": tuple(item["completion"]["turns"])})
                known[item["key"]] = Response(**{**item, "completion": completion})
        if not whole:
            print(f"{path}: the last line was torn; that one row is asked again")
    return known


def turns_of(row: Mapping[str, Any]) -> Iterator[Response]:
    """A conversation as it is kept in Parquet, back into its turns."""
    last = len(row["keys"]) - 1
    attempt = row.get("attempts", 1) - 1  # runs of before there was resampling do not say it
    for turn, key in enumerate(row["keys"]):
        if turn < last:
            yield Response(key, row["id"], row["sample"], turn, False, Completion(row["turns"][turn]), attempt)
            continue
        fields = ("finish_reason", "thinking", "prompt_tokens", "completion_tokens", "latency", "error")
        completion = Completion(row["completion"], turns=tuple(row["turns"]), **{name: row[name] for name in fields})
        yield Response(key, row["id"], row["sample"], turn, True, completion, attempt)


def mend_tail(path: Path) -> bool:
    """Cut an unfinished last line off; whether the file was whole."""
    with path.open("r+b") as file:
        content = file.read()
        if not content or content.endswith(b"\n"):
            return True
        file.truncate(content.rfind(b"\n") + 1)
    return False


class ResponseLog:
    """Appends responses, each on disk before the next is awaited."""

    def __init__(self, folder: Path) -> None:
        self.file = (folder / "responses.jsonl").open("a", encoding="utf-8")

    def append(self, response: Response) -> None:
        self.file.write(json.dumps(asdict(response), ensure_ascii=True) + "\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def compact(folder: Path, counted: Iterable[tuple[list[str], Response]], rest: Iterable[Response]) -> None:
    """Everything into `responses.parquet`, in one step; the log goes when that is on disk."""
    rows = [as_row(keys, response, True) for keys, response in counted]
    rows += [as_row([response.key], response, False) for response in rest]
    part = folder / ".responses.parquet.part"
    pl.DataFrame(rows, schema=SCHEMA, orient="row").write_parquet(part, compression="zstd")
    part.replace(folder / "responses.parquet")
    (folder / "responses.jsonl").unlink(missing_ok=True)


def as_row(keys: list[str], response: Response, counted: bool) -> tuple[Any, ...]:
    completion = response.completion
    return (
        response.id,
        response.sample,
        clean(completion.text),
        completion.finish_reason,
        [clean(turn) for turn in completion.turns],
        clean(completion.thinking),
        completion.prompt_tokens,
        completion.completion_tokens,
        completion.latency,
        completion.error,
        keys,
        counted,
        response.attempt + 1,
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
        return pl.read_parquet(path).filter(pl.col("counted"))
