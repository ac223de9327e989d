"""Score a run: scores.parquet has a row a response, scores.json the figures; both are written as CSV too.

Asks no engine.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit.benchmark import Benchmark, Completion, Row, Score
from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.graphics import raster
from sgpkit.runs.folder import Run
from sgpkit.runs.responses import Response, clean
from sgpkit.scoring import errata_figures, figures, on_ray, provenance, renderers, samples
from sgpkit.scoring.annotations import extracted, judged, measured, model_annotations
from sgpkit.statistics import NotFinite
from sgpkit.status import Status

NEVER_ASKED = {"too_large": Status.TOO_LARGE, "content_filter": Status.REFUSED}
"""Finish reasons that decide the score, whatever the benchmark: there is nothing for its scorer to read."""

UNREAD_REASONS = {
    Status.TOO_LARGE: "the prompt does not fit the model's context",
    Status.REFUSED: "refused by the server's content filter",
    Status.INFRA_ERROR: "the engine failed",
}


def score(run: Run, ray: str | None = None, renderer: str | None = None) -> dict[str, Any]:
    """Score every response of a run, write the scores and figures into its folder, and return the figures.

    With `ray`, the address of a cluster, responses are scored there. `renderer` paints what metrics compare as
    pictures: resvg, or "cairo" for the published protocols.
    """
    with run.alone():
        table, summary = evaluate(run, ray, renderer)
        summary |= finite(errata_figures.section(run.data.errata, table))
        write(run.folder, table, summary)
    return summary


def evaluate(run: Run, ray: str | None = None, renderer: str | None = None) -> tuple[pl.DataFrame, dict[str, Any]]:
    """Return the contents of scores.parquet and of scores.json, without what errata add. Writes nothing."""
    with raster.using(renderer):
        return evaluated(run, ray)


def evaluated(run: Run, ray: str | None = None) -> tuple[pl.DataFrame, dict[str, Any]]:
    """Return what `evaluate` does, painted by the renderer of the context."""
    benchmark, metadata = run.benchmark, run.metadata
    responses, rows = list(run.responses()), run.answered
    letters = extracted.read(run)
    scorer = on_ray.scorer(benchmark, ray) if ray else None
    scores = score_all(benchmark, rows, responses, letters.answers, scorer)
    annotations = {"judged": judged.read(run), "measured": measured.read(run)}
    refuse_odd(responses, scores)
    scores, headline = model_annotations.combine(benchmark, scores, list(annotations.values()))
    refuse_odd(responses, scores)
    table = as_table(benchmark, rows, responses, scores)
    scales = model_annotations.scales(annotations.values())
    summary = figures.figures(benchmark, metadata, table, rows, scores, headline, scales)
    blind = {name: judge["part"] for name, judge in annotations["judged"].figures.items() if judge["blind"]}
    summary["samples"] = samples.figures(benchmark, metadata, table, run.table, headline, blind)
    if whole_set := model_annotations.summaries(annotations.values(), rows):
        summary["summary"] = summary.get("summary", {}) | whole_set
    summary[provenance.KEY] = provenance.block(metadata, run.data) | renderers.block(benchmark, raster.chosen())
    kept = {"extracted": letters} | annotations
    return table, finite(summary | {name: dict(kind.figures) for name, kind in kept.items() if kind.figures})


def score_all(
    benchmark: Benchmark,
    rows: Sequence[Row],
    responses: Sequence[Response],
    answers: Mapping[int, str] | None = None,
    scorer: on_ray.Scorer | None = None,
) -> list[Score]:
    """Return one score a response. An engine's failure is not the model's, and where the model was not let answer there
    is nothing to read, so both go past the scorer.

    `answers` are the letters that a model read in replies, by their index: such a reply is scored as if it had been
    written in the form of the reference. `scorer` stands for the benchmark's own.
    """
    if benchmark.score is None:
        raise UserError(f"{benchmark.config} is for training only and is never scored")
    completions = [response.completion for response in responses]
    for index, label in (answers or {}).items():
        written = benchmark.reference(rows[index] | {"answer": label})
        completions[index] = Completion(written, "stop", completions[index].turns, completions[index].thinking)
    past = ("error", *NEVER_ASKED)
    answered = [index for index, completion in enumerate(completions) if completion.finish_reason not in past]
    scored = (scorer or benchmark.score_isolated)(
        [rows[index] for index in answered], [completions[index] for index in answered]
    )
    scores = dict(zip(answered, scored, strict=True))
    for index, label in (answers or {}).items():
        reason = f"{scores[index].reason} ({label} was read by a model)".strip()
        scores[index] = replace(scores[index], reason=reason)
    return [scores.get(index) or unread(response.completion) for index, response in enumerate(responses)]


def refuse_odd(responses: Sequence[Response], scores: Sequence[Score]) -> None:
    """Raise NotFinite, with the response's name, for a value or part that is NaN or infinite: it
    would leave its row out of one figure and spoil another."""
    for response, score in zip(responses, scores, strict=True):
        for name, value in (("value", score.value), *score.parts.items()):
            if not math.isfinite(value):
                raise NotFinite(
                    f"row {response.id!r}, sample {response.sample}: {name} is {value}; expected a finite number from "
                    "the benchmark's scorer"
                )


def unread(completion: Completion) -> Score:
    """Return the score of a response that there is nothing to read in."""
    status = NEVER_ASKED.get(completion.finish_reason, Status.INFRA_ERROR)
    return Score(0.0, status=status, reason=completion.error or UNREAD_REASONS[status])


def as_table(
    benchmark: Benchmark, rows: Sequence[Row], responses: Sequence[Response], scores: Sequence[Score]
) -> pl.DataFrame:
    """Return the table of scores.parquet: a row a response, with the columns that the benchmark reports by."""
    names = sorted({name for score in scores for name in score.parts})
    labels = sorted({name for score in scores for name in score.labels})
    columns = [name for name in benchmark.by if rows and name in rows[0]]
    return pl.DataFrame(
        {
            "id": [response.id for response in responses],
            "sample": [response.sample for response in responses],
            "cluster": [str(row["cluster"]) for row in rows],
            "value": [score.value for score in scores],
            "status": [str(score.status) for score in scores],
            "reason": [clean(score.reason) for score in scores],
            **{name: [row[name] for row in rows] for name in columns},
            **{name: [score.parts.get(name) for score in scores] for name in names},
            **{name: [score.labels.get(name) for score in scores] for name in labels},
        },
        schema_overrides={
            "id": pl.String,
            "sample": pl.Int32,
            "cluster": pl.String,
            "value": pl.Float64,
            "status": pl.String,
            "reason": pl.String,
        },
    )


def write(folder: Path, table: pl.DataFrame, summary: Mapping[str, Any]) -> None:
    """Write scores and figures, each as Parquet and as CSV; scores.json last, since it says that all is there."""
    for name, frame in {"scores": table, "figures": figures.as_table(summary)}.items():
        part = folder / f".{name}.parquet.part"
        frame.write_parquet(part, compression="zstd")
        part.replace(folder / f"{name}.parquet")
        flat = frame.with_columns(pl.selectors.list().list.eval(pl.element().cast(pl.String)).list.join("|"))
        write_atomically(folder / f"{name}.csv", flat.write_csv())
    write_atomically(folder / "scores.json", json.dumps(summary, indent=1, ensure_ascii=False, allow_nan=False) + "\n")


def finite(value: Any) -> Any:
    """Return a value with null for each number that JSON does not know, such as the end of an unknown interval."""
    if isinstance(value, Mapping):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
