"""Results of lm-evaluation-harness as lines of a paper's table: `MIX=FILE` gives the file of a model tuned on MIX.

    {"results": {"mmlu": {"acc,none": 0.604, "acc_stderr,none": 0.004, …}, …}}

FILE is the `results_….json` that `lm_eval --output_path` writes, or its folder, of which the newest file counts.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.errors import UserError, nearest
from sgpkit.files import reading
from sgpkit.reports.paper_tables.declaration import PaperTable
from sgpkit.sandbox.untrusted import json_values

Results = Mapping[str, Mapping[str, Any]]
Z = 1.96


class Figure(NamedTuple):
    """A figure of one task, with the ends of its interval if the harness gives a standard error."""

    value: float
    low: float | None = None
    high: float | None = None


def read(path: Path) -> Results:
    """Return the results of a file or folder by task. Raises UserError if there are none."""
    files = sorted(path.rglob("results*.json")) if path.is_dir() else [path]
    if not files:
        raise UserError(f"{path} has no results*.json; expected the output of lm_eval --output_path")
    with reading(files[-1], "Run lm_eval again."):
        held = json_values.read_object(files[-1]).get("results")
    if not isinstance(held, Mapping):
        raise UserError(f"{files[-1]} has no results by task; expected the output of lm_eval --output_path")
    return {str(task): figures for task, figures in held.items() if isinstance(figures, Mapping)}


def opened(given: Mapping[str, Path], tables: Sequence[PaperTable]) -> dict[str, Results]:
    """Return the results by mix. Raises UserError for a mix that no table has a column for."""
    known = [column.lm_eval for table in tables for column in table.columns if column.lm_eval]
    for mix in given:
        if mix not in known:
            raise UserError(f"no column takes results of lm-eval for {mix!r}{nearest(mix, known)}")
    return {mix: read(path) for mix, path in given.items()}


def figure(results: Results, task: str, metric: str) -> Figure | None:
    """Return a metric of a task; of a tag, whose tasks have its name as prefix, the mean. None if there is none."""
    if task in results:
        return of_task(results[task], metric)
    members = [of_task(held, metric) for name, held in results.items() if name.startswith(f"{task}_")]
    values = [member.value for member in members if member is not None]
    return Figure(sum(values) / len(values)) if values else None


def of_task(held: Mapping[str, Any], metric: str) -> Figure | None:
    """Return a metric, given as NAME or NAME,FILTER; of several filters the first one."""
    name, _, wanted = metric.partition(",")
    filters = [key.partition(",")[2] for key in held if key.partition(",")[0] == name]
    chosen = wanted or next(iter(filters), "")
    value, error = held.get(f"{name},{chosen}"), held.get(f"{name}_stderr,{chosen}")
    if not isinstance(value, int | float):
        return None
    if not isinstance(error, int | float):
        return Figure(float(value))
    return Figure(float(value), value - Z * error, value + Z * error)
