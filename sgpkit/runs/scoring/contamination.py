"""Test whether a model knows the rows rather than the task, by comparison with rows that it cannot have seen.

There are two views. Sources: runs of one config, model, prompt and temperature over published and over fresh builtin
rows, as two independent samples. Twins: rows of one run with the same question about a program unmoved and moved; each
moved row is paired with its original. A model that is significantly better on published or unmoved rows has probably
seen them before; the figure cannot distinguish this from builtin rows that are easier or harder.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from sgpkit import statistics
from sgpkit.errors import UserError
from sgpkit.runs.scoring.compare import bounds, chance
from sgpkit.runs.scoring.score import finite
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.statistics import Difference
from sgpkit.status import Status

PROMPT = ("strategy", "mode", "setting")
SAMPLING = ("temperature", "top_p")
BUILTIN = "builtin"
UNMOVED = "none"
"""The motion of an unmoved row."""


@dataclass(frozen=True)
class View:
    """Familiar and fresh rows of a run set side by side, and the difference between them."""

    run: ScoredRun
    familiar: str
    fresh: str
    familiar_value: float
    fresh_value: float
    difference: Difference


def views(runs: Sequence[ScoredRun]) -> list[View]:
    """Return every view that the runs allow: none for runs of one source whose rows are not moved."""
    compared = [twins(run, motion) for run in runs for motion in motions(run)]
    alike: dict[tuple[str, ...], list[ScoredRun]] = {}
    for run in runs:
        alike.setdefault((run.benchmark.config, *asked(run).values()), []).append(run)
    for same in alike.values():
        if len({run.metadata["data"]["sha256"] for run in same}) > 1:
            compared += by_source({source(run): run for run in reversed(same)})
    return compared


def asked(run: ScoredRun) -> dict[str, str]:
    """Return the properties that two compared runs must share: the model name, the prompt, and the sampling."""
    sampling = {name: str(run.metadata["sampling"].get(name)) for name in SAMPLING}
    return {"model": run.model, **{name: str(run.metadata[name]) for name in PROMPT}, **sampling}


def why_none(runs: Sequence[ScoredRun]) -> str:
    """Return the first reason why two of the runs are not set side by side: the field that differs, with both values;
    "" for a single run."""
    for first, second in itertools.combinations(runs, 2):
        names = f"{first.display_path} and {second.display_path}"
        if first.benchmark.config != second.benchmark.config:
            return f"{names} differ in config: {first.benchmark.config!r} and {second.benchmark.config!r}"
        for name, value in asked(first).items():
            if value != (other := asked(second)[name]):
                remedy = (
                    "; name the model of a replayed file with sgpkit run --name ORG/MODEL" if name == "model" else ""
                )
                return f"{names} differ in {name}: {value!r} and {other!r}{remedy}"
        if first.metadata["data"]["sha256"] == second.metadata["data"]["sha256"]:
            return f"{names} use the same rows; expected one run on published rows and one on builtin rows"
        if BUILTIN not in (sources_of := [source(first), source(second)]):
            return f"{names} use rows from {' and '.join(sources_of)}; expected one run on builtin rows"
    return ""


def by_source(runs: Mapping[str, ScoredRun]) -> list[View]:
    """Compare each run over published rows with the run over builtin ones, if any; `runs` is by source."""
    fresh = runs.get(BUILTIN)
    return [sources(name, run, fresh) for name, run in runs.items() if run is not fresh] if fresh else []


def source(run: ScoredRun) -> str:
    """Return the sources that a run's rows name."""
    return " and ".join(sorted({str(row["source"]) for row in run.run.data.rows}))


def sources(name: str, familiar: ScoredRun, fresh: ScoredRun) -> View:
    """Compare a run over published rows with one over builtin rows, as independent samples."""
    ours, theirs = answered(fresh), answered(familiar)
    difference = statistics.independent_difference(
        ours["value"].to_list(), ours["cluster"].to_list(), theirs["value"].to_list(), theirs["cluster"].to_list()
    )
    return View(familiar, f"published ({name})", "fresh (builtin)", mean(theirs), mean(ours), difference)


def motions(run: ScoredRun) -> list[str]:
    """Return the motions of moved rows that can be compared with unmoved ones in the run; empty if there are none."""
    if "motion" not in run.groups:
        return []
    known = run.responses["motion"].unique(maintain_order=True).to_list()
    return [motion for motion in known if motion != UNMOVED] if UNMOVED in known else []


def twins(run: ScoredRun, motion: str) -> View:
    """Compare unmoved rows with their moved twins, each original with the mean of its twins. Raises UserError if no
    moved row has an original."""
    asked = {str(row["id"]): f"{row['program']} {row['question']}" for row in run.run.data.rows}
    table = answered(run).with_columns(twin=pl.col("id").replace_strict(asked, return_dtype=pl.String))
    originals, moved = (
        table.filter(pl.col("motion") == kind)
        .group_by("twin", maintain_order=True)
        .agg(pl.col("cluster").first(), pl.col("value").mean())
        for kind in (UNMOVED, motion)
    )
    pairs = originals.join(moved, on="twin", suffix="_moved", maintain_order="left")
    if not pairs.height:
        raise UserError(f"{run.display_path}: no moved row ({motion}) has an answer to its original row")
    difference = statistics.paired_difference(
        pairs["value_moved"].to_numpy(), pairs["value"].to_numpy(), pairs["cluster"].to_list()
    )
    return View(run, "as it was", f"moved ({motion})", mean(pairs), mean(pairs, "value_moved"), difference)


def answered(run: ScoredRun) -> pl.DataFrame:
    """Return the responses that count: all but those whose engine failed."""
    return run.responses.filter(pl.col("status") != str(Status.INFRA_ERROR))


def mean(table: pl.DataFrame, column: str = "value") -> float:
    """Return the mean of a column; 0 for an empty table."""
    return float(table[column].mean() or 0.0)  # type: ignore[arg-type]


def contamination(runs: Sequence[ScoredRun]) -> list[View]:
    """Return all possible views of the runs. Raises UserError if there is none."""
    compared = views(runs)
    if not compared:
        reason = why_none(runs)
        raise UserError(
            f"nothing to compare{': ' + reason if reason else ''}\n"
            "Give runs of one config, model, prompt and temperature over published rows and over "
            "builtin ones, or a run of sgp-svg-invariance"
        )
    return compared


def as_json(views: Sequence[View]) -> list[dict[str, Any]]:
    """Return the views as JSON, one object for each."""
    return [
        {
            "config": view.run.benchmark.config,
            "model": view.run.model,
            "method": view.run.method,
            "familiar": {"rows": view.familiar, "value": view.familiar_value},
            "fresh": {"rows": view.fresh, "value": view.fresh_value},
            "difference": finite(view.difference._asdict() | {"p_adjusted": p}),
        }
        for view, p in zip(views, statistics.holm([view.difference.p for view in views]), strict=True)
    ]


def as_text(views: Sequence[View]) -> str:
    """Return the views as a table, in 80 columns."""
    lines = []
    adjusted = statistics.holm([view.difference.p for view in views])
    together = f" (adjusted for all {len(views)}: Holm)" if len(views) > 1 else ""
    for view, p in zip(views, adjusted, strict=True):
        apart = view.difference
        lines += [
            f"{view.run.benchmark.config}: {view.run.model}, {view.run.method}",
            f"  {view.familiar:<32}{view.familiar_value:>8.1%}",
            f"  {view.fresh:<32}{view.fresh_value:>8.1%}",
            f"  {'difference':<32}{apart.value:>+8.1%}  {bounds(apart)}",
            f"  {'':<32}p {chance(p)}{together}",
            f"  {apart.method}",
            "",
        ]
    return "\n".join([*lines, "  Higher scores on published rows may also mean that the fresh rows are harder."])
