"""What learned measures said of a run's completions, as `sgpkit measure` left it in RUN/measured.

    run.json         by measure: the model, its revision and the digest of its weights, libraries, device, counts
    values.parquet   a line a value: its key, the value, and why it is the worst one where nothing could be measured

A value belongs to the text of a completion, to what it is compared with, and to the very model, through its key, so
that a completion that was asked anew, a row that was built anew and another model never keep an old value. `score` only
reads here and loads no model. Of each measure the model that measured last counts; earlier values stay in the file.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from sgpkit import append_log, untrusted_tables
from sgpkit.append_log import AppendLog
from sgpkit.benchmark import Benchmark, Row
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.metrics import learned
from sgpkit.runs import folder as run_folder
from sgpkit.scoring.annotations.model_annotations import Outside
from sgpkit.status import Status

FOLDER = "measured"
FACTS = ("measures",)
VALUES = "values.parquet"
LOG = "values.jsonl"
MEND = "Remove it, and run sgpkit measure again."

FAILED = "error"
"""The finish reason of what an engine failed at, which is nobody's answer. All else counts."""

SILENT = ("missing", "too_large", "content_filter")
"""Finish reasons of responses that say nothing, whatever text is there."""

SCHEMA = {
    "key": pl.String,
    "measure": pl.String,
    "value": pl.Float64,
    "status": pl.String,
    "reason": pl.String,
    "cut": pl.Boolean,
}


class Value(NamedTuple):
    """`reason`: why there was nothing to measure. `cut`: the text was longer than the model reads."""

    key: str
    measure: str
    value: float
    status: str = str(Status.OK)
    reason: str = ""
    cut: bool = False


def readings(folder: Path, benchmark: Benchmark, rows: Sequence[Row], responses: pl.DataFrame) -> Outside:
    """What was measured of the run's present responses. Loads no model."""
    if not benchmark.learned or not (folder / FOLDER / "run.json").exists():
        return Outside()
    measures = run_folder.read_facts(folder / FOLDER, FACTS)["measures"]
    known = load(folder / FOLDER)
    parts: list[dict[str, float]] = [{} for _ in rows]
    rejected: list[dict[str, tuple[Status, str]]] = [{} for _ in rows]
    figures: dict[str, Any] = {}
    summary: dict[str, float] = {}
    scales: dict[str, tuple[float, float]] = {}
    for name, facts in measures.items():
        if name not in benchmark.learned or name not in learned.MEASURES:
            continue
        keys = keys_of(name, facts["identity"], benchmark, rows, responses)
        told = {key: value for key, value in facts.items() if key != "set"}
        if learned.MEASURES[name].whole_set:
            if facts["set"]["key"] != set_key(keys):
                figures[name] = told | {"stale": True}
                continue
            summary[learned.MEASURES[name].title] = facts["set"]["value"]
            figures[name] = told | {key: value for key, value in facts["set"].items() if key != "key"}
            continue
        found = [known.get(key) if key else None for key in keys]
        for place, value in enumerate(found):
            if value is not None:
                parts[place][name] = value.value
                if value.status != Status.OK:
                    rejected[place][name] = (Status(value.status), value.reason)
        there = [value for value in found if value is not None]
        figures[name] = told | {
            "measured": len(there),
            "failed": sum(bool(value.reason) for value in there),
            "cut": sum(value.cut for value in there),
            "waiting": sum(key is not None for key in keys) - len(there),
        }
        if learned.MEASURES[name].highest != 1.0:
            scales[name] = (0.0, learned.MEASURES[name].highest)
    return Outside(parts=parts, rejected=rejected, scales=scales, figures=figures, summary=summary)


# --- keys -------------------------------------------------------------------------------------------------------------


def keys_of(
    name: str, identity: Mapping[str, Any], benchmark: Benchmark, rows: Sequence[Row], responses: pl.DataFrame
) -> list[str | None]:
    """A key for each response, None for what an engine failed at."""
    compared_with: Callable[[Row], Any] = benchmark.learned[name]
    model = model_key(identity)
    digests: dict[str, str] = {}
    keys: list[str | None] = []
    for row, completion, finish_reason in zip(rows, *said(responses), strict=True):
        if finish_reason == FAILED:
            keys.append(None)
            continue
        if row["id"] not in digests:
            digests[row["id"]] = reference_digest(compared_with(row), name, row)
        told = [benchmark.answer_format, completion, finish_reason, digests[row["id"]], model]
        keys.append(hashlib.sha256(json.dumps(told).encode()).hexdigest())
    return keys


def said(responses: pl.DataFrame) -> tuple[list[str], list[str]]:
    """The completions as they are measured, and how they ended."""
    ended = responses["finish_reason"].to_list()
    texts = responses["completion"].to_list()
    return ["" if reason in SILENT else text for text, reason in zip(texts, ended, strict=True)], ended


def model_key(identity: Mapping[str, Any]) -> str:
    """Of all that values depend on. Where the weights lay does not matter: their digest is there."""
    told = {key: value for key, value in identity.items() if key not in ("model", "revision")}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def reference_digest(compared_with: Any, name: str, row: Row) -> str:
    if isinstance(compared_with, str):
        return hashlib.sha256(b"text" + compared_with.encode("utf-8", "replace")).hexdigest()
    if isinstance(compared_with, bytes):
        return hashlib.sha256(b"bytes" + compared_with).hexdigest()
    kind = type(compared_with).__name__
    raise UserError(f"row {row['id']} has nothing to compare with for {name}: expected a text or PNG bytes, got {kind}")


def set_key(keys: Sequence[str | None]) -> str:
    """Of a whole set, in whatever order it comes."""
    return hashlib.sha256("\n".join(sorted(filter(None, keys))).encode()).hexdigest()


# --- files ------------------------------------------------------------------------------------------------------------


def load(folder: Path) -> dict[str, Value]:
    """Every value there is, by key, from the table and from the log of a measuring that did not end."""
    known: dict[str, Value] = {}
    path = folder / VALUES
    if path.exists():
        with reading(path, MEND):
            for item in untrusted_tables.read(path).select(SCHEMA.keys()).iter_rows():
                known[item[0]] = Value(*item)
    for value in logged(folder / LOG):
        known[value.key] = value
    return known


def logged(path: Path) -> Iterator[Value]:
    """Yield the values of a log. A line that cannot be read is left out, and its value measured once more."""
    for _, entry in append_log.read(path):
        with suppress(TypeError):
            yield Value(**(entry or {}))


def append(folder: Path, values: Sequence[Value]) -> None:
    log = AppendLog(folder / LOG)
    try:
        log.append(*(value._asdict() for value in values))
    finally:
        log.close()


def compact(folder: Path) -> None:
    """Everything into the table, in the order of the keys; then the log goes."""
    known = load(folder)
    part = folder / f".{VALUES}.part"
    pl.DataFrame([known[key] for key in sorted(known)], schema=SCHEMA, orient="row").write_parquet(
        part, compression="zstd"
    )
    part.replace(folder / VALUES)
    (folder / LOG).unlink(missing_ok=True)
