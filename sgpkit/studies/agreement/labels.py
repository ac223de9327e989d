"""Labels that people give to responses, such as causes of failures: the share of each, and the agreement of people.

The labels are a CSV file with one line per response and person: `id`, `sample`, `annotator`, and `label` with one label
or several, separated by semicolons. A response may have several labels, so their shares may add up to more than one.
The shares are stored in the run, for the tables of papers: TurtleBench's Table 5 is of this kind (its appendix B.4).
"""

import json
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from sgpkit import statistics
from sgpkit.files import write_atomically
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring.annotations import judged
from sgpkit.studies.agreement import people
from sgpkit.studies.agreement.people import Item

Given = Mapping[Item, frozenset[str]]
"""The labels that one person gave, by response."""


def agreement(run: Run, human: Path) -> dict[str, Any]:
    """Return the share of each label among all judgements, and the agreement of every pair of people on each label;
    store the shares in the run."""
    scored = people.read_scores(run.folder)
    clusters = {item: cluster for item, (_, cluster) in scored.items()}
    series: dict[str, dict[Item, frozenset[str]]] = {}
    written, blank = people.read_written(human, "label", scored, "labels")
    for line in written:
        series.setdefault(line.annotator, {})[line.item] = parse_labels(line.written)
    known = sorted({label for given in series.values() for labels in given.values() for label in labels})
    figures: dict[str, Any] = {
        "run": str(run.folder),
        "config": run.metadata["config"],
        "kind": "label",
        "blank": len(blank),
        "annotators": len(series),
        "n": sum(map(len, series.values())),
        "labels": {label: label_share(label, series, clusters) for label in known},
        "between": [
            {"annotators": [first, second], **compare(series[first], series[second], clusters, known)}
            for first, second in combinations(series, 2)
        ],
    }
    folder = run.folder / judged.FOLDER
    folder.mkdir(exist_ok=True)
    write_atomically(folder / judged.LABELS, json.dumps(figures, indent=1, ensure_ascii=False) + "\n")
    return figures


def parse_labels(written: str) -> frozenset[str]:
    """Return the labels in a field, in lower case."""
    return frozenset(filter(None, (" ".join(part.lower().split()) for part in written.split(";"))))


def label_share(label: str, series: Mapping[str, Given], clusters: Mapping[Item, str]) -> dict[str, Any]:
    """Return the share of judgements that give a label. Each person's judgement of a response counts once."""
    judgements = [(label in labels, clusters[item]) for given in series.values() for item, labels in given.items()]
    share = statistics.mean_estimate([float(held) for held, _ in judgements], [cluster for _, cluster in judgements])
    return {**people.bounded(share), "method": share.method, "n": share.n, "clusters": share.clusters}


def compare(first: Given, second: Given, clusters: Mapping[Item, str], known: list[str]) -> dict[str, Any]:
    """Return Cohen's kappa of two people for each label, on the responses that both labelled."""
    items = [item for item in second if item in first]
    groups = [clusters[item] for item in items]
    figures: dict[str, Any] = {"n": len(items), "clusters": len(set(groups)), "kappa": {}}
    for label in known if items else ():
        ours, theirs = ([float(label in given[item]) for item in items] for given in (first, second))
        same = [float(one == other) for one, other in zip(ours, theirs, strict=True)]
        figures["kappa"][label] = people.kappa(ours, theirs, groups, statistics.mean_estimate(same, groups))
    return figures


def as_text(figures: Mapping[str, Any]) -> str:
    """Return shares and agreement as a table for the terminal."""
    lines = [f"{figures['config']}, labels by people ({figures['n']:,} judgements)", ""]
    lines += [f"    {label:<32}{people.format_figure(share, '{:.1%}')}" for label, share in figures["labels"].items()]
    for entry in figures["between"]:
        lines += ["", f"  kappa of {' and '.join(entry['annotators'])} ({people.sizes(entry)})"]
        lines += [f"    {label:<32}{people.format_figure(value, '{:.3f}')}" for label, value in entry["kappa"].items()]
    if figures["blank"]:
        lines += ["", f"  {figures['blank']:,} {'row' if figures['blank'] == 1 else 'rows'} without a label"]
    return "\n".join(lines)
