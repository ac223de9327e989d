"""A run → its verdicts (scores.parquet, a row a completion) and its figures (scores.json), both as CSV too.

Asks no engine.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit import families
from sgpkit.benchmark import Benchmark, Completion, Row, Score
from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.runs import data, lock
from sgpkit.runs import folder as run_folder
from sgpkit.scoring import errata_figures, figures, on_ray, samples
from sgpkit.scoring.annotations import judged, measured, model_annotations, readings
from sgpkit.status import Status

NEVER_ASKED = {"too_large": Status.TOO_LARGE, "content_filter": Status.REFUSED}
"""Finish reasons that are a verdict already, whatever the benchmark: there is nothing for its scorer to read."""

UNREAD_REASONS = {
    Status.TOO_LARGE: "the prompt does not fit the model's context",
    Status.REFUSED: "refused by the server's content filter",
    Status.INFRA_ERROR: "the engine failed",
}


def score(folder: Path, source: str | None = None, ray: str | None = None) -> dict[str, Any]:
    """Judge every response of the run. `source` is where the rows are now, if not where the run found them; with `ray`,
    the address of a cluster, they are judged there."""
    facts = run_folder.read_facts(folder)
    benchmark = families.get(facts["config"])
    with lock.alone(folder):
        responses = run_folder.read_counted(folder)
        loaded = asked_data(facts, benchmark, source)
        table, found = verdicts(folder, facts, benchmark, loaded.rows, responses, ray)
        found |= finite(errata_figures.section(loaded.errata, table))
        write(folder, table, found)
    return found


def verdicts(
    folder: Path,
    facts: Mapping[str, Any],
    benchmark: Benchmark,
    rows: Sequence[Row],
    responses: pl.DataFrame,
    ray: str | None = None,
) -> tuple[pl.DataFrame, dict[str, Any]]:
    """What scores.parquet and scores.json hold. Of `folder` only what models said of the responses is read."""
    by_id = {str(row["id"]): row for row in rows}
    asked = {"mode": facts["mode"], "setting": facts["setting"]}
    paired = [by_id[identifier] | asked for identifier in responses["id"]]
    read = readings.readings(folder, benchmark, paired, responses)
    scores = score_all(benchmark, paired, responses, read, on_ray.judge(benchmark, ray) if ray else None)
    said = {
        "judged": judged.readings(folder, benchmark, paired, responses, facts["data"]["sha256"]),
        "measured": measured.readings(folder, benchmark, paired, responses),
    }
    scores, headline = model_annotations.together(benchmark, scores, list(said.values()))
    table = as_table(benchmark, responses, paired, scores)
    found = figures.figures(benchmark, facts, table, paired, scores, headline, model_annotations.scales(said.values()))
    blind = {name: each["part"] for name, each in said["judged"].figures.items() if each["blind"]}
    found["samples"] = samples.figures(benchmark, facts, table, responses, headline, blind)
    if summaries := model_annotations.summaries(said.values(), paired):
        found["summary"] = found.get("summary", {}) | summaries
    kept = {"extracted": read.figures} | {name: each.figures for name, each in said.items()}
    return table, finite(found | {name: dict(each) for name, each in kept.items() if each})


def rows_of(facts: Mapping[str, Any], benchmark: Benchmark, source: str | None = None) -> dict[str, Row]:
    """The rows that the run was asked, by id."""
    return {str(row["id"]): row for row in asked_data(facts, benchmark, source).rows}


def asked_data(facts: Mapping[str, Any], benchmark: Benchmark, source: str | None = None) -> data.Data:
    """The data that the run was asked; refuses data that is not what it was."""
    pinned = facts["data"]
    place = source or pinned["place"] + (f"@{pinned['commit']}" if pinned["commit"] else "")
    loaded = data.load(place, benchmark)
    if loaded.digest != pinned["sha256"]:
        raise UserError(
            f"{place}: {benchmark.config} is not the data that was asked (sha256 {loaded.digest[:12]}…, "
            f"the run's is {pinned['sha256'][:12]}…)\nBuild that version again, or point --data at it."
        )
    return loaded


def score_all(
    benchmark: Benchmark,
    rows: Sequence[Row],
    responses: pl.DataFrame,
    read: readings.Readings | None = None,
    judge: on_ray.Judge | None = None,
) -> list[Score]:
    """One score a response. An engine's failure is not the model's, and where the model was not let answer there is
    nothing to read, so both go past the scorer. A response whose letter was read by a model is scored as if it had been
    written in the form of the reference. `judge` stands for the benchmark's own scorer."""
    if benchmark.score is None:
        raise UserError(f"{benchmark.config} is for training only and is never scored")
    completions = [
        Completion(item["completion"], item["finish_reason"], tuple(item["turns"]), item["thinking"])
        for item in responses.iter_rows(named=True)
    ]
    labels = read.labels if read else {}
    for place, label in labels.items():
        written = benchmark.reference(rows[place] | {"answer": label})
        completions[place] = Completion(written, "stop", completions[place].turns, completions[place].thinking)
    past = ("error", *NEVER_ASKED)
    answered = [place for place, completion in enumerate(completions) if completion.finish_reason not in past]
    judged = (judge or benchmark.score)([rows[place] for place in answered], [completions[place] for place in answered])
    by_place = dict(zip(answered, judged, strict=True))
    for place, label in labels.items():
        by_place[place] = replace(
            by_place[place], reason=f"{by_place[place].reason} ({label} was read by a model)".strip()
        )
    ends = zip(responses["finish_reason"], responses["error"], strict=True)
    return [by_place.get(place) or unread(reason, error) for place, (reason, error) in enumerate(ends)]


def unread(finish_reason: str, error: str) -> Score:
    status = NEVER_ASKED.get(finish_reason, Status.INFRA_ERROR)
    return Score(0.0, status=status, reason=error or UNREAD_REASONS[status])


def as_table(
    benchmark: Benchmark, responses: pl.DataFrame, rows: Sequence[Row], scores: Sequence[Score]
) -> pl.DataFrame:
    names = sorted({name for each in scores for name in each.parts})
    labels = sorted({name for each in scores for name in each.labels})
    columns = [name for name in benchmark.by if rows and name in rows[0]]
    return pl.DataFrame(
        {
            "id": responses["id"],
            "sample": responses["sample"],
            "cluster": [str(row["cluster"]) for row in rows],
            "value": [each.value for each in scores],
            "status": [str(each.status) for each in scores],
            "reason": [run_folder.clean(each.reason) for each in scores],
            **{name: [row[name] for row in rows] for name in columns},
            **{name: [each.parts.get(name) for each in scores] for name in names},
            **{name: [each.labels.get(name) for each in scores] for name in labels},
        },
        schema_overrides={"value": pl.Float64, "cluster": pl.String, "status": pl.String, "reason": pl.String},
    )


def write(folder: Path, table: pl.DataFrame, found: Mapping[str, Any]) -> None:
    """The verdicts and the figures, each as Parquet and as CSV; scores.json last, since it says that all is there."""
    for name, frame in {"scores": table, "figures": figures.as_table(found)}.items():
        part = folder / f".{name}.parquet.part"
        frame.write_parquet(part, compression="zstd")
        part.replace(folder / f"{name}.parquet")
        flat = frame.with_columns(pl.selectors.list().list.eval(pl.element().cast(pl.String)).list.join("|"))
        write_atomically(folder / f"{name}.csv", flat.write_csv())
    write_atomically(folder / "scores.json", json.dumps(found, indent=1, ensure_ascii=False, allow_nan=False) + "\n")


def finite(value: Any) -> Any:
    """JSON knows no infinity and nothing that is not a number: an interval that cannot be told is null."""
    if isinstance(value, Mapping):
        return {key: finite(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
