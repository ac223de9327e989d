"""Agreement of people on captions: with the caption of the row, and with one another, by the measures of captions.

VectorGym's annotators were compared in this way (its appendix A.1.4). The people's captions are a CSV file with one
line per caption: `id`, `annotator` and `caption`; `draw.py` writes one to fill in. `other drawings` compares the same
pairs of people on different drawings: the agreement of captions that share only their style.
"""

from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from sgpkit import statistics
from sgpkit.errors import UserError
from sgpkit.metrics.captions import facts, rouge
from sgpkit.runs.folder import Run
from sgpkit.studies.agreement import people

MEASURES: Mapping[str, Callable[[str, str], float]] = {"facts": facts.agreement, "rouge_l": rouge.rouge_l}

ROW = "the row's caption"
OTHER = "other drawings"

Captions = Mapping[str, str]
"""The captions of one person, by the id of the row."""


def agreement(run: Run, human: Path) -> dict[str, Any]:
    """Return the agreement of every annotator with the captions of the rows, and of every pair of annotators on the
    drawings that both described. Raises UserError for a config without captions."""
    rows = run.rows
    scored = people.read_scores(run.folder)
    clusters = {identifier: cluster for (identifier, _), (_, cluster) in scored.items()}
    if not all(isinstance(rows[identifier].get("caption"), str) for identifier in clusters):
        raise UserError(f"rows of {run.metadata['config']} have no caption to compare with")
    series: dict[str, dict[str, str]] = {}
    written, blank = people.read_written(human, "caption", scored, "captions")
    for line in written:
        series.setdefault(line.annotator, {})[line.item[0]] = line.written
    expected = {identifier: str(rows[identifier]["caption"]) for identifier in clusters}
    return {
        "run": str(run.folder),
        "config": run.metadata["config"],
        "kind": "caption",
        "blank": len(blank),
        "annotators": [{"annotator": name, **compare(expected, given, clusters)} for name, given in series.items()],
        "between": [
            {"annotators": [first, second], **compare(series[first], series[second], clusters)}
            for first, second in combinations(series, 2)
        ],
    }


def compare(first: Captions, second: Captions, clusters: Mapping[str, str]) -> dict[str, Any]:
    """Return the mean agreement of two people on the drawings that both described, and on different drawings."""
    shared = [identifier for identifier in second if identifier in first]
    groups = [clusters[identifier] for identifier in shared]
    figures: dict[str, Any] = {"n": len(shared), "clusters": len(set(groups))}
    if not shared:
        return figures
    moved = [*shared[1:], shared[0]]
    apart = [pair for pair in zip(shared, moved, strict=True) if clusters[pair[0]] != clusters[pair[1]]]
    for name, measure in MEASURES.items():
        values = [both_ways(measure, first[one], second[one]) for one in shared]
        figures[name] = people.bounded(statistics.mean_estimate(values, groups))
        if apart:
            values = [both_ways(measure, first[one], second[other]) for one, other in apart]
            others = statistics.mean_estimate(values, [clusters[one] for one, _ in apart])
            figures[f"{name}, {OTHER}"] = people.bounded(others)
    return figures


def both_ways(measure: Callable[[str, str], float], one: str, other: str) -> float:
    """Return the mean of a measure in both directions, since neither caption is the reference."""
    return (measure(one, other) + measure(other, one)) / 2


def as_text(figures: Mapping[str, Any]) -> str:
    """Return the agreement as a table for the terminal."""
    lines = [f"{figures['config']}, captions by people"]
    for entry in figures["annotators"]:
        named = f"{entry['annotator'] or 'people'} and {ROW}"
        lines += ["", f"  {named} ({people.sizes(entry)})", *people.rows(entry)]
    for entry in figures["between"]:
        lines += ["", f"  {' and '.join(entry['annotators'])} ({people.sizes(entry)})", *people.rows(entry)]
    if figures["blank"]:
        lines += ["", f"  {figures['blank']:,} {'row' if figures['blank'] == 1 else 'rows'} without a caption"]
    return "\n".join(lines)
