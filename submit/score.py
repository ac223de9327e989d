"""A run → scores.parquet (a row a completion) and scores.json (numbers with their uncertainty). Asks no engine."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

import builders
import sgpkit
from sgpkit import statistics
from sgpkit.benchmark import Benchmark, Completion, Row, Score
from sgpkit.errors import UserError
from sgpkit.files import locked, write_atomically
from sgpkit.status import Status
from submit import data, extracted, run_folder


def score(folder: Path, source: str | None = None) -> dict[str, Any]:
    """Judge every response of the run. `source` is where the rows are now, if not where the run found them."""
    facts = run_folder.read_facts(folder)
    benchmark = builders.get(facts["config"])
    with locked(folder):
        responses = run_folder.read_counted(folder)
        rows = rows_of(facts, benchmark, source)
        asked = {"mode": facts["mode"], "setting": facts["setting"]}
        paired = [rows[identifier] | asked for identifier in responses["id"]]
        read = extracted.readings(folder, benchmark, paired, responses)
        scores = score_all(benchmark, paired, responses, read)
        table = as_table(benchmark, responses, paired, scores)
        part = folder / ".scores.parquet.part"
        table.write_parquet(part, compression="zstd")
        part.replace(folder / "scores.parquet")
        figures = summarise(benchmark, facts, table, paired, scores)
        figures |= {"extracted": dict(read.figures)} if read.figures else {}
        write_atomically(folder / "scores.json", json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    return figures


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
    benchmark: Benchmark, rows: Sequence[Row], responses: pl.DataFrame, read: extracted.Readings | None = None
) -> list[Score]:
    """One score a response. An engine's failure is not the model's, so it goes past the scorer. A response whose letter
    was read by a model is scored as if it had been written in the form of the reference."""
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
    answered = [place for place, completion in enumerate(completions) if completion.finish_reason != "error"]
    judged = benchmark.score([rows[place] for place in answered], [completions[place] for place in answered])
    by_place = dict(zip(answered, judged, strict=True))
    for place, label in labels.items():
        by_place[place] = replace(
            by_place[place], reason=f"{by_place[place].reason} ({label} was read by a model)".strip()
        )
    errors = responses["error"]
    failure = [Score(0.0, status=Status.INFRA_ERROR, reason=error or "the engine failed") for error in errors]
    return [by_place.get(place, failure[place]) for place in range(len(completions))]


def as_table(
    benchmark: Benchmark, responses: pl.DataFrame, rows: Sequence[Row], scores: Sequence[Score]
) -> pl.DataFrame:
    names = sorted({name for each in scores for name in each.parts})
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
        },
        schema_overrides={"value": pl.Float64, "cluster": pl.String, "status": pl.String, "reason": pl.String},
    )


def summarise(
    benchmark: Benchmark, facts: Mapping[str, Any], table: pl.DataFrame, rows: Sequence[Row], scores: Sequence[Score]
) -> dict[str, Any]:
    """The headline and its tables. Every row that was asked counts; those whose engine failed are still to be asked."""
    counted = table.filter(pl.col("status") != str(Status.INFRA_ERROR))
    waiting = table.height - counted.height
    figures: dict[str, Any] = {
        "sgpkit": sgpkit.__version__,
        "config": benchmark.config,
        "headline": benchmark.headline,
        **estimate(counted),
        "complete": bool(facts.get("complete")) and waiting == 0,
        "limit": facts["limit"],
        "n_samples": facts["n"],
        "resample": facts.get("resample", 1),
        "attempts": facts.get("attempts", table.height),
        "statuses": dict(Counter(table["status"].to_list()).most_common()),
        "by": {
            name: [{name: key, **estimate(group)} for (key,), group in counted.group_by(name, maintain_order=True)]
            for name in benchmark.by
            if name in table.columns
        },
    }
    if facts["n"] > 1:
        correct = counted.group_by("id", maintain_order=True).agg(pl.col("value").sum(), pl.len().alias("n"))
        figures["pass_at"] = {
            str(k): sum(statistics.pass_at_k(n, round(right), k) for _, right, n in correct.iter_rows() if n >= k)
            / max(correct.filter(pl.col("n") >= k).height, 1)
            for k in sorted({1, facts["n"]})
        }
    if benchmark.summary is not None:
        figures["summary"] = dict(benchmark.summary(rows, scores))
    return figures


def estimate(table: pl.DataFrame) -> dict[str, Any]:
    return statistics.mean_estimate(table["value"].to_list(), table["cluster"].to_list())._asdict()


def as_text(figures: Mapping[str, Any]) -> str:
    """The figures as a table that fits 80 columns."""
    lines = [f"{figures['config']}: {figures['headline']} {in_words(figures)}", "", "  could it be read and judged?"]
    lines += [f"  {status:<18}{count:>7}" for status, count in figures["statuses"].items()]
    for name, groups in figures["by"].items():
        lines += ["", f"  by {name}"]
        wide = max([18, *(len(str(group[name])) + 1 for group in groups)])
        lines += [f"  {group[name]!s:<{wide}}{group['n']:>7}  {in_words(group)}" for group in groups]
    for k, value in figures.get("pass_at", {}).items():
        lines.append(f"  pass@{k}: {value:.1%}")
    if figures["resample"] > 1:
        lines += [
            "",
            f"  asked up to {figures['resample']} times until it compiled: {figures['attempts']:,} completions in all",
        ]
    if "extracted" in figures:
        read = figures["extracted"]
        lines += ["", f"  letters read by {read['model']}: {read['letters']} (in {read['none']} replies it found none)"]
        lines += [f"  {read['waiting']} replies wait to be read: run sgpkit extract again"] if read["waiting"] else []
    if not figures["complete"]:
        lines += ["", "  incomplete: some rows have no answer yet; run the same sgpkit run command again"]
    return "\n".join(lines)


def in_words(figures: Mapping[str, Any]) -> str:
    clusters = f", {figures['clusters']} clusters" if figures["clusters"] != figures["n"] else ""
    return f"{figures['value']:.1%} [{figures['low']:.1%}, {figures['high']:.1%}] (n = {figures['n']}{clusters})"
