"""Whether what a submission holds of models outside has the form that scoring reads: anyone may have written it."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit import untrusted_tables
from sgpkit.benchmark import Benchmark
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.runs import folder as run_folder
from sgpkit.scoring.annotations import judged, measured, readings
from sgpkit.status import Status
from sgpkit.submission.manifest import read_json

AGAIN = "Package the run again: sgpkit submit RUN"
JUDGE_FACTS: Mapping[str, type] = {
    "engine": str,
    "model": str,
    "identity": dict,
    "sampling": dict,
    "rubric": str,
    "texts": dict,
    "begun": str,
}
READER_FACTS = {name: kind for name, kind in JUDGE_FACTS.items() if name in readings.FACTS}
TIMES = 8
"""Rows of a file for every response: three tries of a judge, and what was asked in other words before."""
LEAST = 1_000


def check(folder: Path, benchmark: Benchmark, responses: int) -> None:
    """UserError where something has another form, or more rows than so many responses can have."""
    most = max(LEAST, TIMES * responses)
    if (folder / readings.FOLDER / "run.json").exists():
        check_facts(folder / readings.FOLDER, READER_FACTS)
        check_responses(folder / readings.FOLDER, most)
    for place in sorted((folder / judged.FOLDER).glob("*/run.json")):
        check_facts(place.parent, JUDGE_FACTS)
        judged.judge_of(benchmark, read_json(place)["rubric"])
        check_responses(place.parent, most)
    if (folder / measured.FOLDER / "run.json").exists():
        check_measures(folder / measured.FOLDER, most)


def check_facts(folder: Path, wanted: Mapping[str, type]) -> None:
    facts = read_json(folder / "run.json")
    for name, kind in wanted.items():
        if not isinstance(facts.get(name), kind):
            raise UserError(f"{folder / 'run.json'}: {name}: expected {WORDS[kind]}, found {facts.get(name)!r:.60}")
    texts = facts.get("texts", {})
    if not all(isinstance(text, str) for text in texts.values()):
        raise UserError(f"{folder / 'run.json'}: texts: expected texts")


WORDS = {str: "a text", dict: "an object"}


def check_responses(folder: Path, most: int) -> None:
    path = folder / "responses.parquet"
    if not path.exists():
        return
    refuse_many(path, most)
    with reading(path, AGAIN):
        table = untrusted_tables.read(path)
        if table.schema != pl.Schema(run_folder.SCHEMA):
            raise ValueError("its columns are not those of a run")
        noted = table.filter(pl.col("finish_reason") == judged.NOTHING_SHOWN)["error"]
        for error in noted.drop_nulls():
            Status(error.partition(": ")[0])


def check_measures(folder: Path, most: int) -> None:
    path = folder / "run.json"
    measures = read_json(path).get("measures")
    if not isinstance(measures, dict):
        raise UserError(f"{path}: measures: expected an object")
    for name, facts in measures.items():
        if not isinstance(facts, dict) or not isinstance(facts.get("identity"), dict):
            raise UserError(f"{path}: {name}: expected the identity of the model that measured")
        whole = facts.get("set")
        if whole is not None and not (isinstance(whole, dict) and isinstance(whole.get("key"), str) and finite(whole)):
            raise UserError(f"{path}: {name}: set: expected a key and a number")
    values = folder / measured.VALUES
    if not values.exists():
        return
    refuse_many(values, most * max(1, len(measures)))
    with reading(values, AGAIN):
        table = untrusted_tables.read(values)
        if table.schema != pl.Schema(measured.SCHEMA):
            raise ValueError("its columns are not those of measured values")
        if table.null_count().sum_horizontal().item() or not table["value"].is_finite().all():
            raise ValueError("a cell is empty, or no number")
        for status in table["status"].unique():
            Status(status)


def finite(whole: Mapping[str, Any]) -> bool:
    value = whole.get("value")
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def refuse_many(path: Path, most: int) -> None:
    """A small file can hold a great many rows, that are too many to open."""
    with reading(path, AGAIN):
        rows = untrusted_tables.height(path)
        if rows > most:
            raise ValueError(f"{rows:,} rows; at most {most:,} are expected")
