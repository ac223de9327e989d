"""Score a run without asking an engine: `scores/part-*.parquet` has one row per response, scores.json the figures; both
are also written as CSV.
"""

import json
import math
from collections.abc import Mapping
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit import garbage
from sgpkit.files import replacing, write_atomically
from sgpkit.graphics import raster
from sgpkit.runs import parts
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import errata_figures, figures, on_ray, provenance, renderers, samples
from sgpkit.runs.scoring.annotations import extracted, judged, measured, model_annotations
from sgpkit.runs.scoring.figures import Whole
from sgpkit.runs.scoring.on_ray import shards
from sgpkit.runs.scoring.scored_chunks import ScoredChunks, ScoreView, gather
from sgpkit.sandbox import cluster


def score(
    run: Run, ray: str | None = None, renderer: str | None = None, shards_at: str | None = None
) -> dict[str, Any]:
    """Score every response of a run, write the scores and figures into its folder, and return the figures.

    With `ray`, the address of a cluster, responses are scored there; `shards_at` is where its tasks read and write the
    parts of a large run, if not in the run's folder. `renderer` paints what metrics compare as
    pictures: resvg, or "cairo" for the published protocols.
    """
    with run.alone():
        table, summary = evaluate(run, ray, renderer, shards_at)
        summary |= finite(errata_figures.section(run.data.errata, table))
        provenance.note_tables(run, write(run.folder, table, summary))
        if ray:
            shards.remove(run, shards_at)
    return summary


def evaluate(
    run: Run, ray: str | None = None, renderer: str | None = None, shards_at: str | None = None
) -> tuple[pl.DataFrame, dict[str, Any]]:
    """Return the table of scores and the content of scores.json, without what errata add. Writes nothing."""
    with raster.using(renderer):
        return evaluated(run, ray, shards_at)


@garbage.paused()
def evaluated(run: Run, ray: str | None = None, shards_at: str | None = None) -> tuple[pl.DataFrame, dict[str, Any]]:
    """As `evaluate`, with the renderer of the context."""
    benchmark, metadata = run.benchmark, run.metadata
    letters = extracted.read(run)
    annotations = {"judged": judged.read(run), "measured": measured.read(run)}
    connected = cluster.connected(ray) if ray else nullcontext()
    if ray and shards.suits(run, [letters, *annotations.values()]):
        with connected:
            headline, gathered = benchmark.scoring.value_name, shards.gather(run, ray, shards_at)
    else:
        scorer = on_ray.scorer(benchmark, ray) if ray else None
        with connected, closing(ScoredChunks(run, letters, annotations, scorer)) as chunks:
            headline = chunks.headline()
            gathered = gather(benchmark, chunks.promoted(headline))
    table, scales = gathered.table, model_annotations.scales(annotations.values())
    whole = gathered.whole or Whole(run.answered, ScoreView(table, gathered.parts, gathered.labels))
    verdicts = figures.verdicts(table)
    summary = figures.figures(benchmark, metadata, verdicts, gathered.details, whole, headline, scales)
    blind = {name: judge["part"] for name, judge in annotations["judged"].figures.items() if judge["blind"]}
    summary["samples"] = samples.figures(benchmark, metadata, verdicts, gathered.costs.table(), headline, blind)
    if headline == benchmark.scoring.value_name and (less := benchmark.scoring.less(run.answered)):
        summary |= {"headline": less.name, "less": less.reason}
        for line in summary["samples"].get("lines", {}).values():
            line["of"] = less.name
    if whole_set := model_annotations.summaries(annotations.values(), table["cluster"].n_unique(), table.height):
        summary["summary"] = summary.get("summary", {}) | whole_set
    summary[provenance.KEY] = provenance.block(metadata, run.data) | renderers.block(
        benchmark, raster.current_renderer()
    )
    kept = {"extracted": letters} | annotations
    return table, finite(summary | {name: dict(kind.figures) for name, kind in kept.items() if kind.figures})


def write(folder: Path, table: pl.DataFrame, summary: Mapping[str, Any]) -> str:
    """Write scores and figures, each as Parquet and as CSV, and return the hash of the table of scores. scores.json is
    written last, since its presence means that the scores are complete. An earlier scores.json is removed first: its
    figures belong to other scores."""
    (folder / "scores.json").unlink(missing_ok=True)
    digest = parts.write(folder, "scores", table)
    tables = {"scores": table, "figures": figures.as_table(summary)}
    parts.write_file(folder / "figures.parquet", parts.encoded(tables["figures"]))
    for name, frame in tables.items():
        flat = frame.with_columns(pl.selectors.list().list.eval(pl.element().cast(pl.String)).list.join("|"))
        with replacing(folder / f"{name}.csv") as part:
            flat.write_csv(part)
    write_atomically(folder / "scores.json", json.dumps(summary, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    return digest


def finite(value: Any) -> Any:
    """Return a value with None for each number that JSON cannot represent, such as the end of an unknown interval."""
    if isinstance(value, Mapping):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
