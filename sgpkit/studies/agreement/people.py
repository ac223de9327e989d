"""Agreement of people with a run's scores, and with one another.

The people's judgements are a CSV file with one line per judgement: `id`, `sample` (0 without this column), `annotator`
(where there are several), and `verdict` (right or wrong) or `rating` (a number). `draw.py` draws a set for people to
judge; `judges.py` compares the run's judges with people. Reported as SSVG-Bench does (its appendix G: percentage and
Cohen's kappa) and as VectorGym does for ratings (Pearson), with intervals from resampling whole clusters. The agreement
of all verdicts together is stored in the run, for the tables of papers.
"""

import json
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from sgpkit import statistics
from sgpkit.errors import UserError, nearest
from sgpkit.files import write_atomically
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import scored_run
from sgpkit.runs.scoring.annotations import judged
from sgpkit.sandbox.untrusted import documents
from sgpkit.statistics.clusters import MIN_CLUSTERS
from sgpkit.statistics.intervals import too_few
from sgpkit.status import Status

KINDS = ("verdict", "rating")
RIGHT = ("right", "correct", "yes", "true", "1")
WRONG = ("wrong", "incorrect", "no", "false", "0")

Item = tuple[str, int]
"""A response of the run: id and sample."""


class Judgement(NamedTuple):
    """One person's judgement of a response; `line` is its line of the CSV."""

    annotator: str
    item: Item
    value: float
    line: Mapping[str, str | None]


class Line(NamedTuple):
    """A line of the CSV: who judged which response, and the judgement as written, "" if it is blank. `name` is the
    place of the line for messages, `fields` has all its columns."""

    annotator: str
    item: Item
    written: str
    name: str
    fields: Mapping[str, str | None]


def agreement(run: Run, human: Path, kind: str) -> dict[str, Any]:
    """Return the agreement of every annotator with the run, and of every pair of annotators on the responses that both
    judged.
    """
    scored = read_scores(run.folder)
    judgements, blanks = read_judgements(human, kind, scored)
    ours = {item: float(value >= 1.0) if kind == "verdict" else value for item, (value, _) in scored.items()}
    clusters = {item: cluster for item, (_, cluster) in scored.items()}
    series: dict[str, dict[Item, float]] = {}
    for judgement in judgements:
        series.setdefault(judgement.annotator, {})[judgement.item] = judgement.value
    names = list(series)
    silent = {
        name: [item for annotator, item in blanks if annotator == name and item not in series[name]] for name in names
    }
    return {
        "run": str(run.folder),
        "config": run.metadata["config"],
        "kind": kind,
        "blank": len(blanks),
        "annotators": [
            {"annotator": name, **compare(ours, series[name], clusters, kind, (), silent[name])} for name in names
        ],
        "between": [
            {
                "annotators": [first, second],
                **compare(series[first], series[second], clusters, kind, silent[first], silent[second]),
            }
            for first, second in combinations(names, 2)
        ],
    }


def store_verdicts(run: Run, human: Path) -> dict[str, Any]:
    """Return the agreement of the run with all verdicts together, each person's judgement of a response counted once;
    store it in the run."""
    scored = read_scores(run.folder)
    judgements, _ = read_judgements(human, "verdict", scored)
    ours = [float(scored[judgement.item][0] >= 1.0) for judgement in judgements]
    theirs = [judgement.value for judgement in judgements]
    groups = [scored[judgement.item][1] for judgement in judgements]
    share = statistics.mean_estimate([float(one == other) for one, other in zip(ours, theirs, strict=True)], groups)
    figures: dict[str, Any] = {
        "run": str(run.folder),
        "kind": "verdict",
        "annotators": len({judgement.annotator for judgement in judgements}),
        "agreement": {**bounded(share), "method": share.method, "n": share.n, "clusters": share.clusters},
        "kappa": kappa(ours, theirs, groups, share),
    }
    folder = run.folder / judged.FOLDER
    folder.mkdir(exist_ok=True)
    write_atomically(folder / judged.VERDICTS, json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    return figures


def read_scores(run: Path) -> dict[Item, tuple[float, str]]:
    """Return value and cluster of every response that was scored."""
    scores = scored_run.open_scores(run)
    with scores.reading():
        table = scores.read().filter(pl.col("status") != str(Status.INFRA_ERROR))
        rows = table.select("id", "sample", "value", "cluster").iter_rows()
        return {(identifier, sample): (value, cluster) for identifier, sample, value, cluster in rows}


def read_judgements(
    path: Path, kind: str, scored: Mapping[Item, tuple[float, str]]
) -> tuple[list[Judgement], list[tuple[str, Item]]]:
    """Return the judgements of a CSV file, and the annotators and items of the lines that have none."""
    written, blank = read_written(path, kind, scored, "judgements")
    judgements = [
        Judgement(line.annotator, line.item, number_of(line.written, kind, line.name), line.fields) for line in written
    ]
    return judgements, [(line.annotator, line.item) for line in blank]


def read_written(
    path: Path, kind: str, scored: Mapping[Item, tuple[float, str]], wanted: str
) -> tuple[list[Line], list[Line]]:
    """Return the filled-in and the blank lines of a CSV file. Raises UserError if all are blank, naming what is
    `wanted`.
    """
    lines = read_lines(path, kind, scored)
    written = [line for line in lines if line.written]
    if not written:
        raise UserError(f"{path} has no {wanted}: the column {kind} is blank in all {len(lines):,} rows")
    return written, [line for line in lines if not line.written]


def read_lines(path: Path, kind: str, scored: Mapping[Item, tuple[float, str]]) -> list[Line]:
    """Return the lines of a CSV file, those that are filled in checked to be of the run's responses, once each."""
    if not path.is_file():
        raise UserError(f"no file {str(path)!r}; expected a CSV with id and {kind}")
    try:
        records = documents.read_csv(path).records
    except ValueError as error:
        raise UserError(f"{path} is not a CSV file in UTF-8: {error}") from None
    columns = list(records[0]) if records else []
    if missing := [name for name in ("id", kind) if name not in columns]:
        raise UserError(f"{path} has no column {missing[0]!r}{nearest(missing[0], filter(None, columns))}")
    lines: list[Line] = []
    judged: set[tuple[str, Item]] = set()
    for number, fields in enumerate(records, start=2):
        line_name = f"{path}, line {number}"
        item = (fields["id"] or "", whole(fields.get("sample"), line_name))
        line = Line((fields.get("annotator") or "").strip(), item, (fields[kind] or "").strip(), line_name, fields)
        lines.append(line)
        if not line.written:
            continue
        if item not in scored:
            known = {identifier for identifier, _ in scored}
            hint = "" if item[0] in known else nearest(item[0], known) if len(known) < 10_000 else ""
            raise UserError(f"{line_name}: the run has no scored response {item[0]!r}, sample {item[1]}{hint:.200}")
        if (line.annotator, item) in judged:
            raise UserError(f"{line_name}: duplicate judgement of {item[0]!r}, sample {item[1]}, by the same annotator")
        judged.add((line.annotator, item))
    return lines


def whole(written: str | None, line_name: str) -> int:
    """Parse a sample number; 0 for an empty field. Raises UserError for anything but digits."""
    text = (written or "0").strip() or "0"
    if not (text.isascii() and text.isdigit()):
        raise UserError(f"{line_name}: sample must be a whole number, found {text!r:.60}")
    return int(text)


def number_of(written: str, kind: str, line_name: str) -> float:
    """Parse a judgement: 1 or 0 for a verdict, the number of a rating. Raises UserError for anything else."""
    if kind == "verdict":
        if written.lower() not in RIGHT + WRONG:
            raise UserError(f"{line_name}: expected right or wrong (or yes/no, true/false, 1/0), found {written!r:.60}")
        return float(written.lower() in RIGHT)
    try:
        value = float(written)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise UserError(f"{line_name}: a rating must be a number, found {written!r:.60}")
    return value


def compare(
    first: Mapping[Item, float],
    second: Mapping[Item, float],
    clusters: Mapping[Item, str],
    kind: str,
    first_silent: Collection[Item] = (),
    second_silent: Collection[Item] = (),
) -> dict[str, Any]:
    """Return the agreement of two judges on the same items. Only items that both judged count. In the strict figures of
    verdicts, a blank line is a separate answer.
    """
    items = [item for item in second if item in first]
    ours, theirs = [first[item] for item in items], [second[item] for item in items]
    groups = [clusters[item] for item in items]
    figures: dict[str, Any] = {"n": len(items), "clusters": len(set(groups))}
    if not items:
        return figures
    if kind == "verdict":
        same = [float(one == other) for one, other in zip(ours, theirs, strict=True)]
        share = statistics.mean_estimate(same, groups)
        figures["agreement"] = bounded(share)
        figures["kappa"] = kappa(ours, theirs, groups, share)
        figures |= strict_figures(first, second, clusters, first_silent, second_silent)
    figures |= {name: correlation(statistic, ours, theirs, groups) for name, statistic in CORRELATIONS.items()}
    if kind == "verdict":
        figures["disagreements"] = [list(item) for item, agreed in zip(items, same, strict=True) if not agreed]
    return figures


SILENT = -1.0
"""The class of a verdict that was left blank."""


def strict_figures(
    first: Mapping[Item, float],
    second: Mapping[Item, float],
    clusters: Mapping[Item, str],
    first_silent: Collection[Item],
    second_silent: Collection[Item],
) -> dict[str, Any]:
    """Return agreement and kappa over all items that both were given, with a blank line as a separate answer."""
    ours, theirs = (
        dict.fromkeys(silent, SILENT) | dict(judged)
        for judged, silent in ((first, first_silent), (second, second_silent))
    )
    items = [item for item in theirs if item in ours and item in clusters]
    one, other = [ours[item] for item in items], [theirs[item] for item in items]
    groups = [clusters[item] for item in items]
    share = statistics.mean_estimate([float(a == b) for a, b in zip(one, other, strict=True)], groups)
    return {"strict agreement": bounded(share), "strict kappa": kappa(one, other, groups, share)}


def bounded(share: statistics.Estimate) -> dict[str, float | None]:
    """Return a share with its interval in JSON values."""
    return {"value": share.value, "low": finite(share.low), "high": finite(share.high)}


CORRELATIONS: Mapping[str, Callable[[Any, Any], float]] = {
    "pearson": statistics.pearson,
    "spearman": statistics.spearman,
}


def correlation(
    statistic: Callable[[Any, Any], float], ours: Sequence[float], theirs: Sequence[float], groups: Sequence[str]
) -> dict[str, float | None]:
    """Return a coefficient with its interval, which resamples whole clusters."""
    low, high = statistics.paired_bootstrap(statistic, ours, theirs, groups)
    return {"value": finite(statistic(ours, theirs)), "low": finite(low), "high": finite(high)}


def kappa(
    ours: Sequence[float], theirs: Sequence[float], groups: Sequence[str], share: statistics.Estimate
) -> dict[str, float | None]:
    """Return Cohen's kappa with its interval. `share` is the estimated share of equal verdicts; it gives the interval
    where all are equal."""
    value = statistics.cohen_kappa(ours, theirs)
    if share.value < 1:
        low, high = statistics.paired_bootstrap(statistics.cohen_kappa, ours, theirs, groups)
        return {"value": value, "low": finite(low), "high": finite(high)}
    if math.isnan(share.low):
        return {"value": value, "low": None, "high": None}
    # With full agreement, resampling gives no interval: use that of the share, and the verdicts' chance agreement.
    chance = sum((ours.count(label) / len(ours)) ** 2 for label in set(ours))
    return {"value": value, "low": (share.low - chance) / (1 - chance) if chance < 1 else None, "high": 1.0}


def finite(value: float) -> float | None:
    """Return None for NaN, such as the correlation with a constant, which JSON cannot represent."""
    return None if math.isnan(value) else value


def as_text(figures: Mapping[str, Any]) -> str:
    """Return the agreement with people as a table for the terminal."""
    against = "the run" if figures["kind"] == "verdict" else "the run's scores"
    lines = [f"{figures['config']}, human {figures['kind']}s compared with {against}"]
    for entry in figures["annotators"]:
        lines += ["", f"  {entry['annotator'] or 'people'} and {against} ({sizes(entry)})", *rows(entry)]
    for entry in figures["between"]:
        lines += ["", f"  {' and '.join(entry['annotators'])} ({sizes(entry)})", *rows(entry)]
    if figures["blank"]:
        lines += ["", f"  {figures['blank']:,} rows without a judgement"]
    return "\n".join(lines)


def sizes(entry: Mapping[str, Any]) -> str:
    """Return the number of judgements as text, and that of clusters if it differs."""
    return f"n = {entry['n']}" + (f", {entry['clusters']} clusters" if entry["clusters"] != entry["n"] else "")


FIGURES = (
    *("agreement", "strict agreement", "kappa", "strict kappa", "pearson", "spearman"),
    *("weighted kappa", "strict weighted kappa"),
    *("facts", "facts, other drawings", "rouge_l", "rouge_l, other drawings"),
)


def rows(entry: Mapping[str, Any]) -> list[str]:
    """Return a line of the table for every coefficient in the entry, with its interval."""
    lines = []
    for name in FIGURES:
        if name in entry:
            figure = format_figure(entry[name], "{:.1%}" if name.endswith("agreement") else "{:.3f}")
            reason = f": {no_interval(entry, name)}" if entry[name]["low"] is None else ""
            lines.append(f"    {name:<22}{figure}{reason}")
    return lines


def format_figure(figure: Mapping[str, Any], form: str) -> str:
    """Return a value and its interval as text."""
    value, low, high = ("–" if figure[part] is None else form.format(figure[part]) for part in ("value", "low", "high"))
    return f"{value:>8}  " + ("–" if low == "–" else f"[{low}, {high}]")


def no_interval(entry: Mapping[str, Any], name: str) -> str:
    """Return why a coefficient in the entry has no interval."""
    if entry[name]["value"] is None:
        return "one of the two never varies"
    few = entry["clusters"] < MIN_CLUSTERS
    return too_few(entry["clusters"]).removeprefix("none: ") if few else "all resamples are equal"
