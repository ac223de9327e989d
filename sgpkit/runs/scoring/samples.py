"""Figures over several samples per row, and the cost of a sample, for `samples` in scores.json. First the figure of one
sample: the mean over samples (mean@n), with pass@k in `pass_at`. Best-of-k is reported per selector: a judge that saw
only the model's input, and, as an oracle, the measure itself, which users of the model do not have. VectorGym reports
the best of 5 by its target metric (its §4.1), which is such an oracle. Where samples are right or wrong, pass@k is the
oracle's figure already. All are means over every choice of k of the n samples.
"""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from sgpkit import statistics
from sgpkit.benchmark import NOTHING, Benchmark
from sgpkit.runs.scoring.figures import Verdicts, clusters_of, estimate, select, sizes
from sgpkit.sandbox.untrusted import numbers

COSTS = {"seconds": "latency", "completion_tokens": "completion_tokens", "prompt_tokens": "prompt_tokens"}
"""The reported costs of a sample, and their columns in the responses."""

UNITS = {"seconds": "s", "completion_tokens": "tokens", "prompt_tokens": "tokens"}
"""The units of these costs."""


def figures(
    benchmark: Benchmark,
    metadata: Mapping[str, Any],
    verdicts: Verdicts,
    costs: pl.DataFrame,
    headline: str,
    blind: Mapping[str, str] = NOTHING,
) -> dict[str, Any]:
    """Return the figures over samples; `costs` are the costs of the verdicts in the same order. `blind` are the judges
    that see only the model's input, by name, each with the part that contains its marks."""
    values: dict[str, Any] = {
        "n": metadata["n"],
        "temperature": metadata["sampling"].get("temperature"),
        "pass": "a drawing that can be read and painted" if benchmark.scoring.gradual else "full marks",
        "cost": cost(select(costs, verdicts.judged), verdicts.counted),
    }
    if metadata["n"] > 1:
        values["lines"] = lines(benchmark, verdicts.counted, headline, blind)
    return values


def cost(costs: pl.DataFrame, table: pl.DataFrame) -> dict[str, Any]:
    """Return mean and median of the cost of one sample, where known."""
    figures = {}
    for name in COSTS:
        known = table.select("cluster", taken=costs[name]).drop_nulls("taken")
        if known.height:
            values = known["taken"].to_numpy()
            mean = statistics.mean_estimate(values, clusters_of(known), share=False)
            figures[name] = {"p50": float(np.median(values)), **mean._asdict(), "unit": UNITS[name]}
    return figures


def costs(responses: pl.DataFrame) -> pl.DataFrame:
    """Return the cost of each sample over all turns of its conversation; null if unknown."""
    columns = {}
    several = (responses["earlier"] != "").arg_true().to_list()
    for name, column in COSTS.items():
        taken = responses[column].cast(pl.Float64)
        if several:
            sums = [whole(item, column) for item in responses[several].select(column, "earlier").iter_rows(named=True)]
            taken = taken.scatter(several, sums)
        columns[name] = taken
    return pl.DataFrame(columns)


def whole(item: Mapping[str, Any], column: str) -> float | None:
    """Return the sum of a column over all turns of a conversation; None if it is missing for any."""
    earlier = json.loads(item["earlier"]) if item["earlier"] else []
    bounded = numbers.seconds if column == "latency" else numbers.count
    taken = [*(bounded(turn.get(column)) for turn in earlier), item[column]]
    known = [value for value in taken if value is not None]
    return float(sum(known)) if len(known) == len(taken) else None


def lines(benchmark: Benchmark, table: pl.DataFrame, headline: str, blind: Mapping[str, str]) -> dict[str, Any]:
    """Return the mean and the best of k for every measure that can choose. `of` names the measure of the value, `by`
    the selector; `own` is True if both are the same marks.
    """
    values: dict[str, Any] = {}
    samples = table.group_by("id", maintain_order=True).agg(
        pl.col("cluster").first(), *(pl.col(name) for name in table.columns if name not in ("id", "cluster"))
    )
    counts = samples["value"].list.len()
    most = int(counts.max() or 0)  # type: ignore[arg-type]
    # If every row has the same number of samples, it is the run's value, and has the same interval.
    whole = table if counts.n_unique() == 1 else samples.with_columns(pl.col("value").list.mean())
    values[f"mean@{most}"] = estimate(whole) | {"of": headline}
    truth = benchmark.scoring.value_name if headline != benchmark.scoring.value_name else "value"
    named = {name: part for name, part in blind.items() if part in table.columns}
    for k in sizes(counts)[1:]:
        if benchmark.scoring.gradual:
            best = best_of(samples, k, truth)
            values[f"oracle best-of-{k}"] = best | {
                "of": benchmark.scoring.value_name,
                "by": benchmark.scoring.value_name,
                "own": True,
            }
        for name, part in named.items():
            chosen = f"best-of-{k} by {name}"
            best = best_of(samples, k, "value", part)
            values[chosen] = best | {"of": headline, "by": name, "own": part == headline}
            if headline != benchmark.scoring.value_name:
                best = best_of(samples, k, benchmark.scoring.value_name, part)
                values[f"{benchmark.scoring.value_name} of {chosen}"] = best | {
                    "of": benchmark.scoring.value_name,
                    "by": name,
                    "own": False,
                }
    return values


def best_of(samples: pl.DataFrame, k: int, value: str, by: str | None = None) -> dict[str, Any]:
    """Return the mean value of the best of k samples, over the rows in which k samples have a value and a mark to
    choose by."""
    chances, indices = [], []
    for index, (values, marks) in enumerate(samples.select(value, pl.col(by or value).alias("by")).iter_rows()):
        known = [pair for pair in zip(values, marks, strict=True) if None not in pair]
        if len(known) >= k:
            chances.append(statistics.best_of_k([pair[0] for pair in known], k, [pair[1] for pair in known]))
            indices.append(index)
    return statistics.mean_estimate(chances, clusters_of(samples[indices]))._asdict()
