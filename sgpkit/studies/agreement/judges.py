"""Agreement of a run's judges with people's ratings, as in VectorGym's Table 2. For each judge, the figures are
Pearson's and Spearman's correlation and Cohen's kappa with quadratic weights, over all responses and by any column
(VectorGym's table is by task and generator), with intervals from resampling whole clusters; and the calibration curve,
the mean rating by people for each mark of the judge. Several ratings of one response are averaged. The figures of a
judge are stored next to its replies, for the report.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit import statistics
from sgpkit.errors import UserError, nearest
from sgpkit.files import reading, write_atomically
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import scored_run
from sgpkit.runs.scoring.annotations import judged
from sgpkit.sandbox.untrusted import json_values
from sgpkit.status import Status
from sgpkit.studies.agreement import corrected
from sgpkit.studies.agreement import people as agreement
from sgpkit.studies.agreement.people import Item, Judgement

BINS = 10
"""Bins of the calibration curve if marks are not whole numbers."""


def agreement_of(
    run: Run, human: Path, judges: Sequence[str] | None = None, by: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """Return the figures of the named judges, or of all judges of the run."""
    folder = run.folder
    judgements, _ = agreement.read_judgements(human, "rating", agreement.read_scores(folder))
    known = judges_of(folder)
    for name in judges or ():
        if name not in known:
            asked = name in judged.names(folder)
            hint = f"score the run again: sgpkit score {folder}" if asked else f"run sgpkit annotate judge {folder}"
            error = f"{folder} has no judge {name!r}{nearest(name, known)}\nTo add this judge, {hint}"
            raise UserError(error)
    table = scored_run.open_scores(folder).read().filter(pl.col("status") != str(Status.INFRA_ERROR))
    people = ratings(judgements)
    groups = {column: values_by_item(column, judgements, table) for column in by}
    entries = []
    for name in judges or known:
        part, scale = known[name]
        entry: dict[str, Any] = {"judge": name, "scale": list(scale), "people": people_in_words(judgements)}
        entry |= figures(table, part, people, scale)
        entry["corrected"] = corrected_mean(table, part, judgements, scale)
        entry["by"] = {
            column: [
                {column: value, **figures(table, part, chosen, scale, curve=False)}
                for value in sorted(set(values.values()))
                if (chosen := {item: rating for item, rating in people.items() if values.get(item) == value})
            ]
            for column, values in groups.items()
        }
        write_atomically(
            folder / judged.FOLDER / name / judged.AGREEMENT, json.dumps(entry, indent=1, ensure_ascii=False) + "\n"
        )
        entries.append(entry)
    return entries


def corrected_mean(
    table: pl.DataFrame, column: str, judgements: Sequence[Judgement], scale: tuple[float, float]
) -> dict[str, Any]:
    """Return people's mean over all responses that the judge marked, corrected by those that they rated."""
    lines = table.filter(pl.col(column).is_not_null()).select("id", "sample", column, "cluster").iter_rows()
    marked = {(identifier, sample): (mark, cluster) for identifier, sample, mark, cluster in lines}
    return corrected.corrected({item: mark for item, (mark, _) in marked.items()}, marked, judgements, scale, {})


def judges_of(run: Path) -> dict[str, tuple[str, tuple[float, float]]]:
    """Return the judges that the run was scored with: by name the part that holds the marks, and their scale."""
    path = run / "scores.json"
    if not path.is_file():
        return {}
    with reading(path, f"Score the run again: sgpkit score {run}"):
        judges = json_values.read_object(path).get("judged", {})
        return {name: (str(judge["part"]), (judge["scale"][0], judge["scale"][1])) for name, judge in judges.items()}


def ratings(judgements: Sequence[Judgement]) -> dict[Item, float]:
    """Return the mean of the ratings that people gave each response."""
    given: dict[Item, list[float]] = {}
    for judgement in judgements:
        given.setdefault(judgement.item, []).append(judgement.value)
    return {item: sum(values) / len(values) for item, values in given.items()}


def people_in_words(judgements: Sequence[Judgement]) -> str:
    """Return a name for the people whose ratings are compared: the only annotator's, or their number."""
    names = sorted({judgement.annotator for judgement in judgements})
    return names[0] or "people" if len(names) == 1 else f"the mean of {len(names)} people"


def values_by_item(column: str, judgements: Sequence[Judgement], table: pl.DataFrame) -> dict[Item, str]:
    """Return the value of a column of the CSV, or else of the run's rows, for each response."""
    if any(column in judgement.line for judgement in judgements):
        return {judgement.item: (judgement.line.get(column) or "").strip() for judgement in judgements}
    if column in table.columns:
        lines = table.select("id", "sample", column).iter_rows()
        return {(identifier, sample): str(value) for identifier, sample, value in lines}
    known = {name for judgement in judgements for name in judgement.line} | set(table.columns)
    raise UserError(f"--by {column}: neither the CSV nor the run has such a column{nearest(column, known)}")


def figures(
    table: pl.DataFrame,
    column: str,
    people: Mapping[Item, float],
    scale: tuple[float, float],
    curve: bool = True,
) -> dict[str, Any]:
    """Return the agreement of a judge's marks in `column` with people's ratings: counts, correlations, and the
    calibration curve. Only counts if no rated response has a mark."""
    status = f"{column} status"
    columns = [pl.col("id"), pl.col("sample"), pl.col("cluster"), pl.col(column)]
    columns.append(pl.col(status) if status in table.columns else pl.lit(None, pl.String).alias(status))
    marked = [
        (mark, people[identifier, sample], cluster, ended)
        for identifier, sample, cluster, mark, ended in table.select(columns).iter_rows()
        if mark is not None and (identifier, sample) in people
    ]
    marks, given = [mark for mark, *_ in marked], [rating for _, rating, *_ in marked]
    clusters = [cluster for _, _, cluster, _ in marked]
    figures: dict[str, Any] = {
        "n": len(marked),
        "clusters": len(set(clusters)),
        "unmarked": len(people) - len(marked),
        "unreadable": sum(status == str(Status.JUDGE_UNREADABLE) for *_, status in marked),
    }
    if not marked:
        return figures
    for title, statistic in agreement.CORRELATIONS.items():
        figures[title] = agreement.correlation(statistic, marks, given, clusters)
    if all(min(scale[0], 0) <= rating <= scale[1] for rating in given):
        figures["weighted kappa"] = agreement.correlation(statistics.weighted_kappa, marks, given, clusters)
        figures["strict weighted kappa"] = strict_kappa(table.select(columns), column, people, scale)
    if curve:
        figures["calibration"] = calibration(marks, given, clusters, scale)
    return figures


def strict_kappa(
    table: pl.DataFrame, column: str, people: Mapping[Item, float], scale: tuple[float, float]
) -> dict[str, float | None]:
    """Return the weighted kappa in which a missing mark is a disagreement: a response without a readable mark counts as
    the end of the scale that is farther from its rating.
    """
    marks, given, clusters = [], [], []
    for identifier, sample, cluster, mark, ended in table.iter_rows():
        if (identifier, sample) in people:
            rating = people[identifier, sample]
            silent = mark is None or ended == str(Status.JUDGE_UNREADABLE)
            farther = scale[0] if rating - scale[0] > scale[1] - rating else scale[1]
            marks.append(farther if silent else mark)
            given.append(rating)
            clusters.append(cluster)
    return agreement.correlation(statistics.weighted_kappa, marks, given, clusters)


def calibration(
    marks: Sequence[float], given: Sequence[float], clusters: Sequence[str], scale: tuple[float, float]
) -> list[dict[str, Any]]:
    """Return the mean of people's ratings, with its interval, by the judge's mark; marks that are not whole numbers are
    put into bins."""
    is_binned = not all(float(mark).is_integer() for mark in marks)
    width = (scale[1] - scale[0]) / BINS if is_binned else 1.0
    bins: dict[int, list[int]] = {}
    for index, mark in enumerate(marks):
        last = round((scale[1] - scale[0]) / width) - is_binned
        bins.setdefault(min(int((mark - scale[0]) / width), last), []).append(index)
    points = []
    for _, indices in sorted(bins.items()):
        ratings = [given[index] for index in indices]
        low, high = min(given), max(given)
        shares = [(rating - low) / (high - low) if high > low else 0.5 for rating in ratings]
        mean = statistics.mean_estimate(shares, [clusters[index] for index in indices])._asdict()
        spread = {name: agreement.finite(low + (high - low) * mean[name]) for name in ("low", "high")}
        center = {"mark": sum(marks[index] for index in indices) / len(indices), "rating": sum(ratings) / len(ratings)}
        points.append(center | spread | {"n": len(indices), "clusters": mean["clusters"]})
    return points


def as_text(entries: Sequence[Mapping[str, Any]]) -> str:
    """Return the agreement of all judges as a table for the terminal."""
    return "\n".join(line for entry in entries for line in lines_of(entry))


def lines_of(entry: Mapping[str, Any]) -> list[str]:
    """Return the lines of the table for one judge."""
    lines = ["", f"  {entry['people']} and the judge {entry['judge']} ({agreement.sizes(entry)})"]
    lines += agreement.rows(entry)
    if entry["n"] and "weighted kappa" not in entry:
        top = entry["scale"][1]
        lines.append(f"    no weighted kappa: some ratings are outside the scale of the judge, 0 to {top:g}")
    lines += [f"    {mean}"] if (mean := corrected.sentence(entry.get("corrected", {}))) else []
    lines += [f"    {entry['unreadable']:,} of its verdicts are unreadable"] if entry["unreadable"] else []
    lines += [f"    {entry['unmarked']:,} of the rated responses have no mark yet"] if entry["unmarked"] else []
    for column, groups in entry["by"].items():
        for group in groups:
            lines += [f"    {column} {group[column]} ({agreement.sizes(group)})", *agreement.rows(group)]
    return lines
