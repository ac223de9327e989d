"""The numbers of a scored run, each with its interval, method and sample size.

Rows on which the engine failed are asked again later, and count only in the numbers of statuses.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl

import sgpkit
from sgpkit import statistics
from sgpkit.benchmark import NOTHING, Benchmark, Row, Score, Summary, Unit
from sgpkit.data.rows import Picked
from sgpkit.runs.scoring.columns import Columns
from sgpkit.statistics import Estimate
from sgpkit.status import Status

VERDICT = ("id", "sample", "cluster", "value", "status", "reason")
"""Columns of the table of scores that every benchmark has; the rest are its groups and the parts of its verdicts."""

CHOICE = "choice"
"""The label with the answered letter; null if there is none."""

RIGHT = 1 - 1e-9

SHARE = "share"
"""The unit of figures that state none, in tables."""

LENGTH = "code length"
BAND, LAST_BAND = 1_000, 4
BANDED = {"length", LENGTH}
"""Columns that already group rows by length."""


class Whole(NamedTuple):
    """The input of a benchmark's own figures: rows and scores, or the columns of its `Summary`."""

    rows: Sequence[Row] = ()
    scores: Sequence[Score] = ()
    columns: Columns | None = None


class Verdicts(NamedTuple):
    """A table with one row per verdict, the rows that count with ranked clusters, and a mask of these rows."""

    table: pl.DataFrame
    counted: pl.DataFrame
    judged: pl.Series


def verdicts(table: pl.DataFrame) -> Verdicts:
    """Return a table of scores with the rows that count."""
    judged = table["status"] != str(Status.INFRA_ERROR)
    return Verdicts(table, with_ranks(select(table, judged)), judged)


def details(benchmark: Benchmark, rows: Sequence[Row]) -> pl.DataFrame:
    """Return the columns of rows that figures need: the key and the number of options of a choice, the band of the
    length of a program."""
    columns: dict[str, pl.Series] = {}
    if benchmark.answer_format == "choice":
        columns["answer"] = pl.Series([str(row["answer"]) for row in rows], dtype=pl.String)
        columns["options"] = pl.Series([len(row.get("options") or ()) for row in rows], dtype=pl.Int32)
    if rows and isinstance(rows[0].get("code"), str) and not BANDED & rows[0].keys():
        columns[LENGTH] = pl.Series([band(len(row["code"] or "")) for row in rows], dtype=pl.String)
    return pl.DataFrame(columns) if columns else pl.DataFrame({"": pl.Series([None] * len(rows))})


def figures(
    benchmark: Benchmark,
    metadata: Mapping[str, Any],
    verdicts: Verdicts,
    asked: pl.DataFrame,
    whole: Whole,
    headline: str = "",
    scales: Mapping[str, tuple[float, float]] = NOTHING,
) -> dict[str, Any]:
    """Return the figures for scores.json. `asked` are the `details` of the rows. `headline` names the values, if not by
    the benchmark's own; `scales` are the ends of the parts that do not run from 0 to 1."""
    table, counted, judged = verdicts
    asked = select(asked, judged)
    named = [name for name in benchmark.rows.groups if name in table.columns]
    instead = headline not in ("", benchmark.scoring.value_name)
    summary_figures: dict[str, Any] = {
        "sgpkit": sgpkit.__version__,
        "config": benchmark.config,
        "headline": headline or benchmark.scoring.value_name,
        **estimate(counted),
        "complete": bool(metadata["complete"]) and counted.height == table.height,
        "limit": metadata["limit"],
        **({"lite": metadata["lite"]} if metadata["lite"] else {}),
        **({"examples_from": borrowed} if (borrowed := metadata["data"].get("examples_from")) else {}),
        "n_samples": metadata["n"],
        "resample": metadata["resample"],
        "attempts": metadata.get("attempts", table.height),
        "statuses": statuses(table),
        "parts": parts(
            counted,
            (*VERDICT, *named, *([] if instead else [benchmark.scoring.value_name])),
            scales,
            units_of(benchmark),
            benchmark.scoring.figure_names(),
        ),
        "by": {name: by_column(counted, name, benchmark.scoring.shown_parts) for name in named},
    }
    if LENGTH in asked.columns and asked[LENGTH].n_unique() > 1:
        needed = needed_by(counted, benchmark.scoring.shown_parts)
        banded = counted.select(needed).with_columns(asked[LENGTH]).sort(LENGTH, maintain_order=True)
        summary_figures["by"][LENGTH] = by_column(banded, LENGTH, benchmark.scoring.shown_parts)
    if metadata["n"] > 1:
        summary_figures |= repeats(benchmark, counted)
    if benchmark.answer_format == "choice" and CHOICE in counted.columns:
        summary_figures |= letters(asked, counted)
        if metadata["n"] > 1:
            summary_figures["majority_at"] = majorities(asked, counted)
    if benchmark.scoring.summary is not None:
        summary_figures["summary"] = summary(benchmark, whole, judged)
    return summary_figures


def select(table: pl.DataFrame, wanted: pl.Series) -> pl.DataFrame:
    """Return the selected rows of a table; the table itself, not a copy, if all are selected."""
    return table if wanted.all() else table.filter(wanted)


def with_ranks(table: pl.DataFrame) -> pl.DataFrame:
    """Return a table with the ranks of the clusters' names for the names: numbers are sorted and compared in a tenth of
    the time, and sums over clusters have the same order."""
    if not table.height or table["cluster"].dtype != pl.String:
        return table
    return table.with_columns(pl.col("cluster").rank("dense"))


def units_of(benchmark: Benchmark) -> dict[str, Unit]:
    """Return the units of a benchmark's figures that are not shares; values of learned metrics are not."""
    return {**dict.fromkeys(benchmark.scoring.learned, Unit()), **benchmark.scoring.units}


def by_column(table: pl.DataFrame, column: str, beside: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Return an estimate and the counts of statuses for every value of a column, with estimates of the parts next to
    the headline, if any."""
    needed = table.select(*dict.fromkeys([column, *needed_by(table, beside)]))  # groups are copies of all columns
    known = [name for name in beside if name in table.columns]
    return [
        {column: key, **estimate(group), "statuses": statuses(group)}
        | ({"beside": shown} if (shown := parts(group.select(*KEYS, *known), KEYS)) else {})
        for (key,), group in needed.group_by(column, maintain_order=True)
    ]


def needed_by(table: pl.DataFrame, beside: Sequence[str]) -> list[str]:
    """Return the columns that `by_column` needs, except the one of the groups."""
    return [*dict.fromkeys([*KEYS, "value", "status", *(name for name in beside if name in table.columns)])]


KEYS = ("id", "cluster")


def band(length: int) -> str:
    """Return the band of a number of characters, as in VGBench's tables."""
    start = min(length // BAND, LAST_BAND) * BAND
    return f"{start}-{start + BAND - 1}" if start < LAST_BAND * BAND else f"{start}+"


def estimate(table: pl.DataFrame, column: str = "value", unit: Unit | None = None) -> dict[str, Any]:
    """Return the mean of a column with its clustered interval, and its unit if it is not a share."""
    share, scale = unit is None or unit.bounded, (0.0, 1.0 if unit is None else unit.highest)
    values, clusters = table[column].cast(pl.Float64).to_numpy(), clusters_of(table)
    figure = statistics.mean_estimate(values, clusters, Names(table["id"]), share, scale)._asdict()
    return figure | ({} if unit is None else {"unit": unit.sign})


class Names(Sequence[str]):
    """The names in a column, read one by one on access."""

    def __init__(self, column: pl.Series) -> None:
        self.column = column

    def __len__(self) -> int:
        return len(self.column)

    def __getitem__(self, index: Any) -> Any:
        return self.column[index]


def clusters_of(table: pl.DataFrame) -> Any:
    """Return the clusters of a table's rows: their ranks as an array, or their names."""
    column = table["cluster"]
    return column.to_list() if column.dtype == pl.String else column.to_numpy()


def statuses(table: pl.DataFrame) -> dict[str, int]:
    """Return the number of responses of every status, the most frequent first."""
    counts = table.group_by("status", maintain_order=True).len()
    return dict(Counter(dict(counts.iter_rows())).most_common())


def parts(
    table: pl.DataFrame,
    known: Sequence[str],
    scales: Mapping[str, tuple[float, float]] = NOTHING,
    units: Mapping[str, Unit] = NOTHING,
    names: Mapping[str, str] = NOTHING,
) -> dict[str, Any]:
    """Return the mean of every numeric part of the verdicts over the responses that have it: all responses to rows to
    which it applies, including unreadable ones, or those that `names` selects."""
    named = [name for name in table.columns if name not in known and table[name].dtype.is_numeric()]
    return {
        names.get(name, name): on_scale(group, name, scales.get(name), units.get(name))
        for name in named
        if (group := table.select(*KEYS, name).drop_nulls(name)).height
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
    """Return pass@k over the rows that have k samples; see `passing_samples` for which samples pass."""
    rows = table.group_by("id", maintain_order=True).agg(
        passing_samples(benchmark).sum().alias("right"), pl.len().alias("n"), pl.col("cluster").first()
    )
    return {"pass_at": {str(k): mean_pass_at_k(rows.filter(pl.col("n") >= k), k) for k in sizes(rows["n"])}}


def passing_samples(benchmark: Benchmark) -> pl.Expr:
    """Return an expression for the samples that pass: those with full marks or, if marks are a degree, those that could
    be read and drawn, even if a judge's mark could not be read.
    """
    if benchmark.scoring.gradual:
        return pl.col("status").is_in([str(Status.OK), str(Status.JUDGE_UNREADABLE)])
    return pl.col("value") >= RIGHT


def mean_pass_at_k(rows: pl.DataFrame, k: int) -> dict[str, Any]:
    """Return the mean of pass@k over rows; their columns `n` and `right` hold the samples and those that pass."""
    chances = [statistics.pass_at_k(n, right, k) for right, n in rows.select("right", "n").iter_rows()]
    return statistics.mean_estimate(chances, clusters_of(rows))._asdict()


def sizes(samples: pl.Series) -> list[int]:
    """Return the values of k to report: 1, 2, 4, … and the largest number of samples."""
    most = int(samples.max() or 0)  # type: ignore[arg-type]
    return sorted({most, *(2**power for power in range(most.bit_length()) if 2**power <= most)} - {0})


def shared_texts(column: pl.Series) -> list[Any]:
    """Return a column of few different texts as a list that shares equal objects."""
    known: dict[Any, Any] = {}
    return [known.setdefault(value, value) for value in column]


def letters(asked: pl.DataFrame, table: pl.DataFrame) -> dict[str, Any]:
    """Return the accuracy by the letter of the key, the number of times each letter was chosen, and the balance of the
    key.
    """
    keys, answers = shared_texts(asked["answer"]), shared_texts(table[CHOICE])
    once = shared_texts(asked["answer"].filter(table["id"].is_first_distinct()))  # however many samples a row has
    options = int(asked["options"].max() or 0)  # type: ignore[arg-type]
    balance = statistics.key_balance(once, [chr(ord("A") + position) for position in range(options)])
    right = table.select("cluster", key=asked["answer"], right=(asked["answer"] == table[CHOICE]).fill_null(False))
    shares = {
        letter: statistics.mean_estimate(group["right"].cast(pl.Float64).to_numpy(), clusters_of(group))
        for (letter,), group in right.group_by("key", maintain_order=True)
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


def majorities(asked: pl.DataFrame, table: pl.DataFrame) -> dict[str, Any]:
    """Return how often the most common letter of k samples is right, by k."""
    rows = (
        table.select("id", CHOICE, "cluster", key=asked["answer"])
        .group_by("id", maintain_order=True)
        .agg(pl.col(CHOICE), pl.col("cluster").first(), pl.col("key").last())
        .with_columns(n=pl.col(CHOICE).list.len())
    )
    shares = {}
    for k in sizes(rows["n"]):
        enough = rows.filter(pl.col("n") >= k)
        chances = [statistics.majority_at_k(named, key, k) for named, key in enough.select(CHOICE, "key").iter_rows()]
        shares[str(k)] = statistics.mean_estimate(chances, clusters_of(enough))._asdict()
    return shares


def summary(benchmark: Benchmark, whole: Whole, judged: pl.Series) -> dict[str, Any]:
    """Return the benchmark's own figures over judged responses. Those without an interval get a jackknife interval over
    drawings."""
    assert benchmark.scoring.summary is not None
    clusters: Any
    if isinstance(benchmark.scoring.summary, Summary):
        merged = benchmark.scoring.summary
        columns = merged.table(whole.rows, whole.scores) if whole.columns is None else whole.columns.table()
        columns = with_ranks(select(columns, judged))
        values, clusters = merged.figures(columns), clusters_of(columns)

        def chosen(indices: np.ndarray) -> Mapping[str, float | Estimate]:
            return merged.figures(columns[indices])

    else:
        plain = benchmark.scoring.summary
        left = np.flatnonzero(judged.to_numpy())
        rows, scores = pick(whole.rows, left), pick(whole.scores, left)
        values, clusters = plain(rows, scores), [str(row["cluster"]) for row in rows]

        def chosen(indices: np.ndarray) -> Mapping[str, float | Estimate]:
            return plain(pick(rows, indices), pick(scores, indices))

    units = units_of(benchmark)
    bare = {name: value for name, value in values.items() if not isinstance(value, Estimate)}
    spread: dict[str, Any] = {}
    if bare:

        def again(indices: np.ndarray) -> Mapping[str, float]:
            return {name: value for name, value in chosen(indices).items() if not isinstance(value, Estimate)}

        no_shares = [name for name, unit in units.items() if not unit.bounded or unit.highest != 1]
        spread |= statistics.jackknife(again, clusters, bare, no_shares=no_shares)
    return {
        name: spread.get(name, value)._asdict() | ({"unit": units[name].sign} if name in units else {})
        for name, value in values.items()
    }


def pick(items: Sequence[Any], indices: np.ndarray) -> Sequence[Any]:
    """Return the items at some indices: a list of them, except for items that are not in memory."""
    return [items[index] for index in indices] if isinstance(items, list) else Picked(items, indices)


def as_table(figures: Mapping[str, Any]) -> pl.DataFrame:
    """Return every figure as a line of one table, for spreadsheets: the names of its table and its line, its value and
    its interval.
    """
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
