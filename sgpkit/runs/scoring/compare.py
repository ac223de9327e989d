"""Compare runs of one config in pairs: the difference, its uncertainty, and the rows whose outcome changed. Every run
is compared with the first one. Rows are paired by id, several samples of a row by their mean; intervals and tests
cluster the rows of one drawing. Only answers to the same questions are compared: other data or prompts are refused or,
if forced, named next to the figures.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from sgpkit import statistics
from sgpkit.errors import UserError
from sgpkit.runs.scoring import figure_text
from sgpkit.runs.scoring.figures import Names, clusters_of, with_ranks
from sgpkit.runs.scoring.score import finite
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.statistics import Difference
from sgpkit.status import Status

PROMPT = ("strategy", "mode", "setting", "texts")


@dataclass(frozen=True)
class Group:
    """The difference over the rows whose column has one value. `adjusted` is the p-value adjusted for all groups that
    are compared together (Holm)."""

    column: str
    value: str
    difference: Difference
    adjusted: float


@dataclass(frozen=True)
class Pair:
    """A run against the first: over all rows that both answered, and by each column. `adjusted` is the p-value over all
    rows, adjusted for the number of runs that are compared with the first (Holm)."""

    first: ScoredRun
    second: ScoredRun
    difference: Difference
    adjusted: float
    groups: tuple[Group, ...]
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    remarks: tuple[str, ...]


def compare(runs: Sequence[ScoredRun], force: bool = False) -> list[Pair]:
    """Compare each run with the first one. With `force`, also runs whose data or prompts differ; the remarks say so."""
    different = list({run.folder.resolve(): run for run in runs}.values())
    if len(different) < 2:
        raise UserError("expected at least two different runs: sgpkit compare runs/A runs/B")
    first, *rest = different
    others = [with_names_of(first, other) for other in rest]
    remarks = [comparable(first, other, force) for other in others]
    tables = [pair_rows(first, other) for other in others]
    whole = [difference(table) for table in tables]
    pairs = [
        Pair(
            first,
            other,
            change,
            change.p,
            groups(first, table),
            *flips(table),
            (*reasons, *left_out(first, other, table)),
        )
        for other, reasons, table, change in zip(others, remarks, tables, whole, strict=True)
    ]
    return adjusted(pairs)[0]


def adjusted(pairs: Sequence[Pair], further: Sequence[float] = ()) -> tuple[list[Pair], list[float]]:
    """Return the pairs, and `further` p-values, with p-values adjusted by Holm's method.

    The differences over all rows form one set, so that the number of subgroups does not affect the p-value of a
    headline. Groups and `further` p-values form the other set.
    """
    headlines = statistics.holm([pair.difference.p for pair in pairs])
    plain = [group.difference.p for pair in pairs for group in pair.groups]
    together = iter(statistics.holm([*plain, *further]))
    done = [
        replace(pair, adjusted=p, groups=tuple(replace(group, adjusted=next(together)) for group in pair.groups))
        for pair, p in zip(pairs, headlines, strict=True)
    ]
    return done, [next(together) for _ in further]


def with_names_of(first: ScoredRun, other: ScoredRun) -> ScoredRun:
    """Return a run that shares equal ids and clusters with the first one: a million names take 60 MB."""
    same = [name for name in ("id", "cluster") if other.responses[name].equals(first.responses[name])]
    return replace(other, responses=other.responses.with_columns(first.responses[name] for name in same))


def subgroups(pairs: Sequence[Pair]) -> int:
    """Return the number of groups over which p-values are adjusted together."""
    return sum(len(pair.groups) for pair in pairs)


def comparable(first: ScoredRun, other: ScoredRun, force: bool) -> list[str]:
    """Return the reasons not to compare the two. Raises UserError if there are any, unless forced."""
    if first.benchmark.config != other.benchmark.config:
        raise UserError(
            f"{first.display_path} is a run of {first.benchmark.config}, {other.display_path} of "
            f"{other.benchmark.config}; only runs of the same config can be compared"
        )
    reasons = []
    if first.metadata["data"]["sha256"] != other.metadata["data"]["sha256"]:
        reasons.append(f"the rows differ: {first.data} and {other.data}")
    for name in PROMPT:
        mine, theirs = (run.metadata.get(name) or "" for run in (first, other))
        if mine != theirs:
            detail = "different prompt texts" if name == "texts" else f"{name} {mine or 'none'} and {theirs or 'none'}"
            reasons.append(f"the prompts differ: {detail}")
    if first.renderer != other.renderer:
        reasons.append(f"the drawings were rendered by {first.renderer} and {other.renderer}")
    elif first.measure != other.measure:
        same = first.headline == other.headline
        reasons.append(f"the values are {first.headline} and {other.headline}{' by another model' if same else ''}")
    if reasons and not force:
        raise UserError(
            f"{first.display_path} and {other.display_path} were not asked or scored in the same way: "
            f"{'; '.join(reasons)}\nUse --force to compare them anyway (marked in the output)."
        )
    return reasons


def pair_rows(first: ScoredRun, other: ScoredRun) -> pl.DataFrame:
    """Return one line per row that both answered: its cluster, its groups, and both values."""
    columns = [name for name in first.benchmark.rows.groups if name in first.groups and name in other.groups]
    mine, theirs = means(first, columns), means(other, [])
    if mine["id"].equals(theirs["id"]):  # a join would create a table of a million names
        return with_ranks(mine.with_columns(theirs["value"].alias("value_other")))
    return with_ranks(mine.join(theirs, on="id", suffix="_other", maintain_order="left"))


def means(run: ScoredRun, columns: Sequence[str]) -> pl.DataFrame:
    """Return one line per answered row: its cluster, the given columns, and the mean value of its samples."""
    answered = run.responses.filter(pl.col("status") != str(Status.INFRA_ERROR))
    if are_unique(answered["id"]):
        return answered.select("id", "cluster", *columns, pl.col("value").cast(pl.Float64))
    return answered.group_by("id", maintain_order=True).agg(
        pl.col("cluster").first(), *(pl.col(name).first() for name in columns), pl.col("value").mean()
    )


def are_unique(names: pl.Series) -> bool:
    """Return whether all names are unique; may be False for many unique names. Their hashes are compared, which
    takes a tenth of the memory."""
    return names.hash(seed=0).n_unique() == len(names)


def difference(table: pl.DataFrame) -> Difference:
    """Return the paired difference of the two values in a table, with rows of one cluster taken together."""
    return statistics.paired_difference(
        table["value"].to_numpy(), table["value_other"].to_numpy(), clusters_of(table), Names(table["id"])
    )


def groups(first: ScoredRun, table: pl.DataFrame) -> tuple[Group, ...]:
    """Return the difference in every group that the benchmark is reported by, its p-value not adjusted yet. A column
    with the same value in all rows has no groups."""
    compared: list[Group] = []
    for column in first.benchmark.rows.groups:
        if column in table.columns and table[column].n_unique() > 1:
            for (key,), part in table.group_by(column, maintain_order=True):
                change = difference(part)
                compared.append(Group(column, str(key), change, change.p))
    return tuple(compared)


def flips(table: pl.DataFrame) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rows on which the other run scores higher, and those on which it scores lower."""
    higher = table.filter(pl.col("value_other") > pl.col("value"))["id"].to_list()
    lower = table.filter(pl.col("value_other") < pl.col("value"))["id"].to_list()
    return tuple(higher), tuple(lower)


def left_out(first: ScoredRun, other: ScoredRun, table: pl.DataFrame) -> list[str]:
    """Return remarks on rows that were not answered in both runs, and on runs that are incomplete."""
    mine, theirs = first.responses["id"], other.responses["id"]
    asked = len(mine) if mine.equals(theirs) and are_unique(mine) else pl.concat([mine, theirs]).n_unique()
    remarks = (
        [f"{asked - table.height:,} of {asked:,} rows are not answered in both runs"] if table.height < asked else []
    )
    unfinished = [run.display_path for run in (first, other) if not run.complete]
    return remarks + [f"{path} is incomplete; resume the run and score it again" for path in unfinished]


def as_json(pairs: Sequence[Pair]) -> dict[str, Any]:
    """Return the comparison in JSON values."""
    figures = {
        "config": pairs[0].first.benchmark.config,
        "headline": pairs[0].first.headline,
        "first": described(pairs[0].first),
        "adjustment": {"method": "Holm", "runs": len(pairs), "subgroups": subgroups(pairs)},
        "pairs": [
            {
                "second": described(pair.second),
                **pair.difference._asdict(),
                "p_adjusted": pair.adjusted,
                "by": [described_group(group) for group in pair.groups],
                "flipped": {"gained": list(pair.gained), "lost": list(pair.lost)},
                "remarks": list(pair.remarks),
            }
            for pair in pairs
        ],
    }
    return dict(finite(figures))


def described_group(group: Group) -> Mapping[str, Any]:
    """Return the difference in a group as JSON."""
    return {"column": group.column, "value": group.value, **group.difference._asdict(), "p_adjusted": group.adjusted}


def described(run: ScoredRun) -> Mapping[str, Any]:
    """Return the path, model, method and value of a run as JSON."""
    return {"run": run.display_path, "model": run.model, "method": run.method, "value": run.figures["value"]}


WIDTH, NAME = 80, 27
HEADING = f"  {'':<{NAME}}{'points':>11}{'95 % interval':>20}{'p':>9}{'flips':>11}"


def as_text(pairs: Sequence[Pair]) -> str:
    """Return the table, in `WIDTH` columns."""
    first = pairs[0].first
    lines = [f"{first.benchmark.config}: {first.headline}, against {first.model}, {first.method}"]
    for pair in pairs:
        lines += ["", f"{pair.second.model}, {pair.second.method}", HEADING]
        lines.append(line("all rows", pair.difference, pair.adjusted))
        shown = [group for group in pair.groups if not math.isnan(group.difference.low)]
        names = figure_text.cut_alike([f"{group.column} {group.value}" for group in shown], WIDTH - 2)
        lines += [line(name, group.difference, group.adjusted) for name, group in zip(names, shown, strict=True)]
        if few := len(pair.groups) - len(shown):
            hidden = "1 subgroup without an interval is" if few == 1 else f"{few:,} subgroups without an interval are"
            lines.append(f"  {hidden} hidden; --json shows all")
        if reason := figure_text.no_interval(pair.difference._asdict()):
            lines.append(f"  {figure_text.without_interval(reason)}")
        lines += [f"  note: {remark}" for remark in pair.remarks]
    lines += ["", f"  {in_words(pairs)}"]
    return "\n".join(lines)


def in_words(pairs: Sequence[Pair]) -> str:
    """Return the note below a table: the adjustment of its p-values, and its columns."""
    return f"{adjustment(len(pairs), subgroups(pairs))}.\n  Intervals are not adjusted. Flips: rows gained and lost."


def adjustment(runs: int, groups: int) -> str:
    """Return a sentence on how p-values of this number of runs and of subgroups are adjusted."""
    if runs > 1 and groups > 1:
        return f"p-values are adjusted over the {runs} runs, and over the {groups} subgroups (Holm)"
    if runs > 1:
        return f"p-values are adjusted over the {runs} runs (Holm)"
    if groups > 1:
        return f"p-values of the {groups} subgroups are adjusted (Holm), the one of all rows is not"
    return "p-values are not adjusted"


def line(name: str, change: Difference, p: float) -> str:
    """Return a line of the table: the name, the difference, its interval, p-value and flips. A name that is wider than
    its column is on a separate line above."""
    above, short = ("", name) if len(name) <= NAME else (f"  {name}\n", "")
    interval = bounds(change)
    flips = f"+{change.gained} −{change.lost}"
    return f"{above}  {short:<{NAME}}{100 * change.value:>+11.1f}{interval:>20}{chance(p):>9}{flips:>11}"


def bounds(change: Difference) -> str:
    """Return the interval of a difference as text."""
    return "–" if math.isnan(change.low) else f"[{100 * change.low:+.1f}, {100 * change.high:+.1f}]"


def chance(p: float) -> str:
    """Return a p-value as text."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
