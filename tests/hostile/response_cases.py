"""Hostile files of responses, since the file of a replay is untrusted."""

import io
import json
from collections.abc import Callable
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq


class File(NamedTuple):
    """`statuses` of the first row, which the file answers, or none if the file is refused with a word to the user."""

    name: str
    suffix: str
    content: Callable[[], bytes]
    statuses: frozenset[str]
    tries: str


def lines(*items: object) -> bytes:
    return b"".join(json.dumps(item).encode() + b"\n" for item in items)


def answer(completion: object, **more: object) -> dict[str, object]:
    return {"id": "row-0", "completion": completion, **more}


def parquet(**columns: list[object]) -> bytes:
    stream = io.BytesIO()
    pq.write_table(pa.table(columns), stream)
    return stream.getvalue()


def file(name: str, suffix: str, content: Callable[[], bytes] | bytes, statuses: str, tries: str) -> File:
    made = content if callable(content) else lambda: content
    return File(name, suffix, made, frozenset(statuses.split()), tries)


NAN = b'{"id": "row-0", "completion": "B", "score": NaN, "latency": Infinity}\n'
FILES = (
    file("its own verdict", ".jsonl", lines(answer("B", score=1.0, status="ok", value=1.0)), "ok", "says what it scores"),
    file("a number", ".jsonl", lines(answer(3.5)), "no_answer", "is no text"),
    file("null", ".jsonl", lines(answer(None)), "no_answer", "is no text"),
    file("a list", ".jsonl", lines(answer(["A"])), "no_answer", "is no text"),
    file("an object", ".jsonl", lines(answer({"text": "A"})), "no_answer", "is no text"),
    file("a lone surrogate", ".jsonl", b'{"id": "row-0", "completion": "\\ud800"}\n', "ok no_answer", "cannot be written as UTF-8"),
    file("NUL", ".jsonl", lines(answer("\0")), "ok no_answer", "ends a text early in C"),
    file("a finish reason of its own", ".jsonl", lines(answer("B", finish_reason="error")), "ok infra_error", "is not to be counted"),
    file("a finish reason that is none", ".jsonl", lines(answer("B", finish_reason={"a": 1})), "ok", "is no text"),
    file("turns that are none", ".jsonl", lines(answer("B", turns=[1, None, {"a": 2}])), "ok", "are no texts"),
    file("turns that are a number", ".jsonl", lines(answer("B", turns=7)), "ok", "are no list"),
    file("not a number", ".jsonl", NAN, "ok", "is not JSON, strictly"),
    file("a million digits", ".jsonl", b'{"id": "row-0", "completion": "B", "x": ' + b"9" * 1_000_000 + b"}\n", "", "is read in quadratic time"),
    file("deep", ".jsonl", lambda: b'{"id": "row-0", "completion": "B", "x": ' + b"[" * 200_000 + b"]" * 200_000 + b"}\n", "", "fills the stack"),
    file("a name twice", ".jsonl", b'{"id": "row-0", "completion": "A", "completion": "B"}\n', "ok", "says two things"),
    file("a row twice", ".jsonl", lines(answer("A"), answer("B")), "", "answers twice"),
    file("other rows", ".jsonl", lines({"id": "../../row-0", "completion": "A"}), "", "answers what was not asked"),
    file("many samples", ".jsonl", lines(answer("B", sample=10**30), answer("B")), "ok", "makes room for them all"),
    file("more tokens than there are", ".jsonl", lines(answer("B", prompt_tokens=10**40, completion_tokens=10**4000, latency=10**400)), "ok", "fits no column"),
    file("tokens that are none", ".jsonl", lines(answer("B", prompt_tokens=-5, completion_tokens="many", latency=[])), "ok", "are no numbers"),
    file("a negative sample", ".jsonl", lines(answer("A", sample=-1), answer("B")), "ok", "answers from the end"),
    file("a true sample", ".jsonl", lines(answer("A", sample=True)), "", "is a number in Python"),
    file("an id that is a number", ".jsonl", lines({"id": 0, "completion": "A"}), "", "is no text"),
    file("a list of lines", ".jsonl", b"[1, 2]\n", "", "is no object"),
    file("not JSON", ".jsonl", b"\x80\x04\x95cos\nsystem\n.", "", "is a pickle"),
    file("UTF-16", ".jsonl", '{"id": "row-0", "completion": "B"}'.encode("utf-16"), "ok", "is no UTF-8"),
    file("empty", ".jsonl", b"", "", "has nothing"),
    file("a long line", ".jsonl", lambda: lines(answer("A" * 30_000_000)), "ok too_large", "fills the memory"),
    file("not Parquet", ".parquet", b"PAR1 nothing PAR1", "", "has no table"),
    file("truncated Parquet", ".parquet", lambda: parquet(id=["row-0"], completion=["A"])[:-9], "", "ends early"),
    file("spoilt Parquet", ".parquet", lambda: parquet(id=["row-0"] * 99, completion=["A" * 99] * 99).replace(b"A", b"\xff"), "", "has bytes changed"),
    file("other columns", ".parquet", lambda: parquet(a=[1]), "", "lacks what is asked"),
    file("numbers", ".parquet", lambda: parquet(id=["row-0"], completion=[1.5]), "no_answer", "is no text"),
    file("bytes", ".parquet", lambda: parquet(id=["row-0"], completion=[b"\xff\xfe"]), "no_answer", "is no text"),
    file("much from little", ".parquet", lambda: parquet(id=[f"row-{n % 1}" for n in range(1)], completion=["A" * 60_000_000]), "ok too_large", "unpacks to a thousand times its size"),
)  # fmt: skip
