"""Values of learned metrics for a run's completions, written by `sgpkit annotate measure` to RUN/measured.

    run.json         by measure: the model, its revision and the digest of its weights, libraries, device, counts
    values.parquet   one row per value: its key, the value, and the reason if nothing could be measured

The key of a value covers the text of the completion, its reference and the model: a new completion, a rebuilt row or
another model never gets an old value. `score` only reads these files and loads no model. For each measure, the model
that measured last counts; earlier values stay in the file.
"""

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from sgpkit.benchmark import Benchmark, Row
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.metrics import learned
from sgpkit.runs.folder import Run, read_metadata
from sgpkit.runs.scoring.annotations import form
from sgpkit.runs.scoring.annotations.model_annotations import ModelAnnotations
from sgpkit.runs.store import Kind, Store
from sgpkit.sandbox.untrusted import json_values
from sgpkit.status import Status

FOLDER = "measured"
METADATA = ("measures",)

FAILED = "error"
"""The finish reason of a failure of the engine, which is not an answer. All others count."""

SILENT = ("missing", "too_large", "content_filter")
"""Finish reasons of responses that count as empty, with any text."""

SCHEMA: Mapping[str, pl.DataType | type[pl.DataType]] = {
    "key": pl.String,
    "measure": pl.String,
    "value": pl.Float64,
    "status": pl.String,
    "reason": pl.String,
    "cut": pl.Boolean,
}


class Value(NamedTuple):
    """`reason` says why there was nothing to measure. `cut`: the text was longer than the model reads."""

    key: str
    measure: str
    value: float
    status: str = str(Status.OK)
    reason: str = ""
    cut: bool = False


def from_table(table: pl.DataFrame) -> Iterator[Value]:
    """Yield the values that a table of `SCHEMA` holds."""
    return (Value(*item) for item in table.select(SCHEMA.keys()).iter_rows())


VALUES: Kind[Value] = Kind(
    name="values",
    schema=SCHEMA,
    key=lambda value: value.key,
    from_table=from_table,
    to_json=Value._asdict,
    from_json=lambda entry: Value(**entry),
    remedy="Remove it, and run sgpkit annotate measure again.",
)


def read(run: Run) -> ModelAnnotations:
    """Return the values that were measured of the run's present responses. Loads no model."""
    folder, benchmark = run.folder / FOLDER, run.benchmark
    if not benchmark.scoring.learned or not (folder / "run.json").exists():
        return ModelAnnotations()
    measures = read_metadata(folder, METADATA)["measures"]
    known = Store(folder, VALUES).load()
    rows = run.answered
    parts: list[dict[str, float]] = [{} for _ in rows]
    rejected: list[dict[str, tuple[Status, str]]] = [{} for _ in rows]
    figures: dict[str, Any] = {}
    summary: dict[str, float] = {}
    scales: dict[str, tuple[float, float]] = {}
    for name, metadata in measures.items():
        if name not in benchmark.scoring.learned or name not in learned.MEASURES:
            continue
        keys = keys_of(name, metadata["identity"], run)
        described = {key: value for key, value in metadata.items() if key != "set"}
        if learned.MEASURES[name].whole_set:
            if metadata["set"]["key"] != set_key(keys):
                figures[name] = described | {"stale": True}
                continue
            summary[learned.MEASURES[name].title] = metadata["set"]["value"]
            figures[name] = described | {key: value for key, value in metadata["set"].items() if key != "key"}
            continue
        values = {index: known[key] for index, key in enumerate(keys) if key in known}
        for index, value in values.items():
            parts[index][name] = value.value
            if value.status != Status.OK:
                rejected[index][name] = (Status(value.status), value.reason)
        if "originals" in metadata:
            summary[f"{learned.MEASURES[name].title} of the originals"] = metadata["originals"]["value"]
        figures[name] = described | {
            "measured": len(values),
            "failed": sum(bool(value.reason) for value in values.values()),
            "cut": sum(value.cut for value in values.values()),
            "waiting": sum(key is not None for key in keys) - len(values),
        }
        if learned.MEASURES[name].highest != 1.0:
            scales[name] = (0.0, learned.MEASURES[name].highest)
    return ModelAnnotations(parts=parts, rejected=rejected, scales=scales, figures=figures, summary=summary)


def check(folder: Path, benchmark: Benchmark, max_rows: int) -> None:
    """Raise UserError if the values of a submission are malformed, or more than `max_rows`."""
    path = folder / FOLDER / "run.json"
    if not path.exists():
        return
    measures = json_values.read_object(path).get("measures")
    if not isinstance(measures, dict):
        raise UserError(f"{path}: measures: expected an object")
    for name, metadata in measures.items():
        if not isinstance(metadata, dict) or not isinstance(metadata.get("identity"), dict):
            raise UserError(f"{path}: {name}: expected the identity of the model that measured")
        whole = metadata.get("set")
        needed = whole is not None or (name in learned.MEASURES and learned.MEASURES[name].whole_set)
        if needed and not (isinstance(whole, dict) and isinstance(whole.get("key"), str) and finite(whole)):
            raise UserError(f"{path}: {name}: set: expected a key and a number")
        originals = metadata.get("originals")
        if originals is not None and not (isinstance(originals, dict) and finite(originals)):
            raise UserError(f"{path}: {name}: originals: expected a number")
    values = Store(folder / FOLDER, VALUES).path
    if not values.exists():
        return
    table = form.check_table(values, SCHEMA, max_rows * max(1, len(measures)))
    with reading(values, form.REMEDY):
        if table.null_count().sum_horizontal().item() or not table["value"].is_finite().all():
            raise ValueError("a cell is empty or not a number")
        for status in table["status"].unique():
            Status(status)


def finite(whole: Mapping[str, Any]) -> bool:
    """Return whether the `value` of an object is a finite number."""
    value = whole.get("value")
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


# --- keys -------------------------------------------------------------------------------------------------------------


def keys_of(name: str, identity: Mapping[str, Any], run: Run) -> list[str | None]:
    """Return a key for each response, None for failures of the engine."""
    compared_with: Callable[[Row], Any] = run.benchmark.scoring.learned[name]
    model = model_key(identity)
    digests: dict[str, str] = {}
    keys: list[str | None] = []
    for row, completion, finish_reason in zip(run.answered, *texts(run.table), strict=True):
        if finish_reason == FAILED:
            keys.append(None)
            continue
        if row["id"] not in digests:
            digests[row["id"]] = reference_digest(compared_with(row), name, row)
        covered = [run.benchmark.answer_format, completion, finish_reason, digests[row["id"]], model]
        keys.append(hashlib.sha256(json.dumps(covered).encode()).hexdigest())
    return keys


def texts(responses: pl.DataFrame) -> tuple[list[str], list[str]]:
    """Return the completions in the form that is measured, and their finish reasons."""
    finish_reasons = responses["finish_reason"].to_list()
    completions = responses["completion"].to_list()
    pairs = zip(completions, finish_reasons, strict=True)
    return ["" if reason in SILENT else text for text, reason in pairs], finish_reasons


def model_key(identity: Mapping[str, Any]) -> str:
    """Return a hash of all dependencies of the values. It contains the digest of the weights, not their location."""
    covered = {key: value for key, value in identity.items() if key not in ("model", "revision")}
    return hashlib.sha256(json.dumps(covered, sort_keys=True).encode()).hexdigest()


def reference_digest(compared_with: Any, name: str, row: Row) -> str:
    """Return the SHA-256 of a reference text or PNG. Raises UserError for anything else."""
    if isinstance(compared_with, str):
        return hashlib.sha256(b"text" + compared_with.encode("utf-8", "replace")).hexdigest()
    if isinstance(compared_with, bytes):
        return hashlib.sha256(b"bytes" + compared_with).hexdigest()
    kind = type(compared_with).__name__
    raise UserError(f"row {row['id']} has no reference for {name}: expected a text or PNG bytes, got {kind}")


def set_key(keys: Sequence[str | None]) -> str:
    """Return the key of a set, independent of its order."""
    return hashlib.sha256("\n".join(sorted(filter(None, keys))).encode()).hexdigest()
