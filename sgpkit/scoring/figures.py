"""The numbers of a scored run: each with its interval, the method that gave it, and what it rests on.

Rows whose engine failed are still to be asked, and are in no figure but the counts of statuses.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

import sgpkit
from sgpkit import statistics
from sgpkit.benchmark import NOTHING, Benchmark, Row, Score, Unit
from sgpkit.statistics import Estimate
from sgpkit.status import Status

VERDICT = ("id", "sample", "cluster", "value", "status", "reason")
"""Columns of scores.parquet that every benchmark has; the rest are its groups and the parts of its verdicts."""

CHOICE = "choice"
"""The label that holds the letter that was named; null where none was."""

RIGHT = 1 - 1e-9

SHARE = "share"
"""The unit of figures that state none, in tables."""

LENGTH = "code length"
BAND, LAST_BAND = 1_000, 4
BANDED = {"length", LENGTH}
"""Columns of rows that report by length already."""


def figures(
    benchmark: Benchmark,
    metadata: Mapping[str, Any],
    table: pl.DataFrame,
    rows: Sequence[Row],
    scores: Sequence[Score],
    headline: str = "",
    scales: Mapping[str, tuple[float, float]] = NOTHING,
) -> dict[str, Any]:
    """Return the figures for scores.json. `table` holds a line a verdict, `rows` and `scores` the same in the same
    order. `headline` names the values, if not by the benchmark's own; `scales` are the ends of the parts that do not
    run from 0 to 1."""
    judged = table["status"] != str(Status.INFRA_ERROR)
    counted = table.filter(judged)
    kept = [index for index, known in enumerate(judged) if known]
    named = [name for name in benchmark.by if name in table.columns]
    instead = headline not in ("", benchmark.headline)
    summary_figures: dict[str, Any] = {
        "sgpkit": sgpkit.__version__,
        "config": benchmark.config,
        "headline": headline or benchmark.headline,
        **estimate(counted),
        "complete": bool(metadata.get("complete")) and counted.height == table.height,
        "limit": metadata["limit"],
        **({"lite": metadata["lite"]} if metadata.get("lite") else {}),
        **({"examples_from": borrowed} if (borrowed := metadata.get("data", {}).get("examples_from")) else {}),
        "n_samples": metadata["n"],
        "resample": metadata.get("resample", 1),
        "attempts": metadata.get("attempts", table.height),
        "statuses": statuses(table),
        "parts": parts(
            counted, (*VERDICT, *named, *([] if instead else [benchmark.headline])), scales, units_of(benchmark)
        ),
        "by": {name: by(counted, name, benchmark.beside_headline) for name in named},
    }
    if rows and isinstance(rows[0].get("code"), str) and not BANDED & rows[0].keys():
        lengths = pl.Series(LENGTH, [band(len(rows[index]["code"] or "")) for index in kept])
        if lengths.n_unique() > 1:
            summary_figures["by"][LENGTH] = by(
                counted.with_columns(lengths).sort(lengths, maintain_order=True), LENGTH, benchmark.beside_headline
            )
    if metadata["n"] > 1:
        summary_figures |= repeats(benchmark, counted)
    if benchmark.answer_format == "choice" and CHOICE in counted.columns:
        asked = [rows[index] for index in kept]
        summary_figures |= letters(asked, counted)
        if metadata["n"] > 1:
            summary_figures["majority_at"] = majorities(asked, counted)
    if benchmark.summary is not None:
        summary_figures["summary"] = summary(
            benchmark, [rows[index] for index in kept], [scores[index] for index in kept]
        )
    return summary_figures


def units_of(benchmark: Benchmark) -> dict[str, Unit]:
    """Return the units of a benchmark's figures that are no shares; what a learned metric says is none."""
    return {**dict.fromkeys(benchmark.learned, Unit()), **benchmark.units}


def by(table: pl.DataFrame, column: str, beside: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return an estimate and the counts of statuses for every value of a column; with estimates of the parts that stand
    beside the headline, where there are such."""
    columns = [*KEYS, *(name for name in beside if name in table.columns)]
    return [
        {column: key, **estimate(group), "statuses": statuses(group)}
        | ({"beside": shown} if (shown := parts(group.select(columns), KEYS)) else {})
        for (key,), group in table.group_by(column, maintain_order=True)
    ]


KEYS = ("id", "cluster")


def band(length: int) -> str:
    """Return the band that a number of characters is in, as in VGBench's tables."""
    start = min(length // BAND, LAST_BAND) * BAND
    return f"{start}-{start + BAND - 1}" if start < LAST_BAND * BAND else f"{start}+"


def estimate(table: pl.DataFrame, column: str = "value", unit: Unit | None = None) -> dict[str, Any]:
    """Return the mean of a column with its interval, which takes rows of one cluster together, and its unit where it is
    no share."""
    values, clusters = table[column].to_list(), table["cluster"].to_list()
    share = unit is None or unit.bounded
    figure = statistics.mean_estimate(values, clusters, table["id"].to_list(), share)._asdict()
    return figure | ({} if unit is None else {"unit": unit.sign})


def statuses(table: pl.DataFrame) -> dict[str, int]:
    """Return the number of responses of every status, the most frequent first."""
    return dict(Counter(table["status"].to_list()).most_common())


def parts(
    table: pl.DataFrame,
    known: Sequence[str],
    scales: Mapping[str, tuple[float, float]] = NOTHING,
    units: Mapping[str, Unit] = NOTHING,
) -> dict[str, Any]:
    """Return the mean of every numeric part of the verdicts, over the responses that have it."""
    named = [name for name in table.columns if name not in known and table[name].dtype.is_numeric()]
    held = {name: table.filter(pl.col(name).is_not_null()) for name in named}
    return {
        name: on_scale(group, name, scales.get(name), units.get(name)) for name, group in held.items() if group.height
    }


def on_scale(
    table: pl.DataFrame, column: str, scale: tuple[float, float] | None, unit: Unit | None = None
) -> dict[str, Any]:
    """Return an estimate as `estimate` does; with a scale, the interval is that of the share of the scale."""
    if scale is None:
        return estimate(table, column, unit)
    low, width = scale[0], scale[1] - scale[0]
    share = estimate(table.with_columns((pl.col(column) - low) / width), column)
    return share | {name: low + width * share[name] for name in ("value", "low", "high")} | {"unit": ""}


def repeats(benchmark: Benchmark, table: pl.DataFrame) -> dict[str, Any]:
    """Return pass@k over the rows that have k samples; see `passing` for which samples pass."""
    rows = table.group_by("id", maintain_order=True).agg(
        passing(benchmark).sum().alias("right"), pl.len().alias("n"), pl.col("cluster").first()
    )
    return {"pass_at": {str(k): passed(rows.filter(pl.col("n") >= k), k) for k in sizes(rows["n"])}}


def passing(benchmark: Benchmark) -> pl.Expr:
    """Return an expression for the samples that pass: those with full marks. Where marks are a degree, those that could
    be read and drawn, even if a judge's mark could not be read."""
    if benchmark.graded:
        return pl.col("status").is_in([str(Status.OK), str(Status.JUDGE_UNREADABLE)])
    return pl.col("value") >= RIGHT


def passed(rows: pl.DataFrame, k: int) -> dict[str, Any]:
    """Return the mean of pass@k over rows; their columns `n` and `right` hold the samples and those that pass."""
    chances = [statistics.pass_at_k(n, right, k) for right, n in rows.select("right", "n").iter_rows()]
    return statistics.mean_estimate(chances, rows["cluster"].to_list())._asdict()


def sizes(samples: pl.Series) -> list[int]:
    """Return the values of k to report: 1, 2, 4, … and the largest number of samples."""
    most = int(samples.max() or 0)  # type: ignore[arg-type]
    return sorted({most, *(2**power for power in range(most.bit_length()) if 2**power <= most)} - {0})


def letters(rows: Sequence[Row], table: pl.DataFrame) -> dict[str, Any]:
    """Return the accuracy by the letter of the key, how often each was named, and how even the key is."""
    keys = [str(row["answer"]) for row in rows]
    options = max((len(row.get("options") or ()) for row in rows), default=0)
    balance = statistics.key_balance(keys, [chr(ord("A") + position) for position in range(options)])
    answers, clusters = table[CHOICE].to_list(), table["cluster"].to_list()
    right: dict[str, list[tuple[float, str]]] = {}
    for key, answer, cluster in zip(keys, answers, clusters, strict=True):
        right.setdefault(key, []).append((float(key == answer), cluster))
    shares = {
        letter: statistics.mean_estimate([value for value, _ in pairs], [cluster for _, cluster in pairs])
        for letter, pairs in right.items()
    }
    nothing = statistics.mean_estimate([], [])
    return {
        "letters": {
            figure.letter: {
                "keyed": figure.keyed,
                "right": figure.right,
                "named": figure.named,
                "low": (share := shares.get(figure.letter, nothing)).low,
                "high": share.high,
                "method": share.method,
            }
            for figure in statistics.per_letter(keys, answers)
        },
        "key": {"counts": balance.counts, "constant": balance.constant, "p": balance.p, "method": "chi-squared"},
    }


def majorities(rows: Sequence[Row], table: pl.DataFrame) -> dict[str, Any]:
    """Return how often the most common letter of k samples is right, by k."""
    answers: dict[str, list[str | None]] = {}
    for identifier, letter in table.select("id", CHOICE).iter_rows():
        answers.setdefault(identifier, []).append(letter)
    asked = {str(row["id"]): row for row in rows}
    shares = {}
    for k in sizes(pl.Series([len(named) for named in answers.values()], dtype=pl.Int64)):
        enough = {name: named for name, named in answers.items() if len(named) >= k}
        chances = [statistics.majority_at_k(named, asked[name]["answer"], k) for name, named in enough.items()]
        clusters = [asked[name]["cluster"] for name in enough]
        shares[str(k)] = statistics.mean_estimate(chances, clusters)._asdict()
    return shares


def summary(benchmark: Benchmark, rows: Sequence[Row], scores: Sequence[Score]) -> dict[str, Any]:
    """Return the benchmark's own figures. Those without an interval get one by leaving out drawings in turn."""
    assert benchmark.summary is not None
    values = benchmark.summary(rows, scores)
    bare = {name: value for name, value in values.items() if not isinstance(value, Estimate)}
    spread: dict[str, Any] = {}
    if bare:
        ask = benchmark.summary

        def again(indices: Sequence[int]) -> Mapping[str, float]:
            chosen = ask([rows[index] for index in indices], [scores[index] for index in indices])
            return {name: value for name, value in chosen.items() if not isinstance(value, Estimate)}

        spread |= statistics.jackknife(again, [str(row["cluster"]) for row in rows], bare)
    units = units_of(benchmark)
    return {
        name: spread.get(name, value)._asdict() | ({"unit": units[name].sign} if name in units else {})
        for name, value in values.items()
    }


def as_table(figures: Mapping[str, Any]) -> pl.DataFrame:
    """Return every figure as a line of a table, for spreadsheets: the name of its table, the name of its line, the
    value and its interval."""
    lines: list[tuple[str, str, Mapping[str, Any]]] = [("headline", figures["headline"], figures)]
    lines += [("parts", name, figure) for name, figure in figures.get("parts", {}).items()]
    lines += [
        (f"by {column}", str(group[column]), group) for column, groups in figures["by"].items() for group in groups
    ]
    tables = {name: figures.get(name, {}) for name in ("pass_at", "majority_at", "summary")}
    tables |= {
        "samples": figures.get("samples", {}).get("lines", {}),
        "a sample took": figures.get("samples", {}).get("cost", {}),
    }
    for name, table in tables.items():
        lines += [(name, line, figure) for line, figure in table.items()]
    columns = ("value", "low", "high", "n", "clusters", "method")
    return pl.DataFrame(
        [
            (figures["config"], table, line, *(figure[column] for column in columns), figure.get("unit", SHARE))
            for table, line, figure in lines
        ],
        schema={
            "config": pl.String,
            "table": pl.String,
            "line": pl.String,
            "value": pl.Float64,
            "low": pl.Float64,
            "high": pl.Float64,
            "n": pl.Int64,
            "clusters": pl.Int64,
            "method": pl.String,
            "unit": pl.String,
        },
        orient="row",
    )
