"""Figures of the three models with intervals, and the page that shows them."""

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sgpkit import statistics
from sgpkit.benchmark import Completion, families
from sgpkit.integrations import tasks
from tools import ROOT
from tools.learning import ARMS, material

FOLDER = ROOT / "docs" / "reference"
PAGE, RECORD = FOLDER / "learning.md", FOLDER / "learning.json"
BEGIN, END = "<!-- learning: begin -->", "<!-- learning: end -->"

PAIRS = (("before", "after"), ("control", "after"))
"""The models whose difference is of interest."""

TRAINED = ("conversations", "steps", "tokens", "learned_tokens", "first_loss", "last_loss")


class Mark(NamedTuple):
    """A question, and the log-likelihood of each answer by each model."""

    question: material.Question
    likelihoods: Mapping[str, Sequence[float]]

    def answer(self, arm: str) -> str:
        """Return the most likely answer of a model."""
        return max(zip(self.likelihoods[arm], self.question.answers, strict=True))[1]


def summary(name: str, marks: Sequence[Mark]) -> dict[str, Any]:
    """Return the figures of a config: marks by its own scoring, the probability of the key, and the given answers."""
    benchmark = families.get(material.PUBLISHED if name == "published" else name)
    rows = [dict(mark.question.row) | {"mode": "code", "setting": ""} for mark in marks]
    clusters = [str(row["cluster"]) for row in rows]
    scores = {
        arm: [score.value for score in tasks.scores(benchmark, rows, [Completion(mark.answer(arm)) for mark in marks])]
        for arm in ARMS
    }
    keys = {arm: [math.exp(mark.likelihoods[arm][mark.question.key]) for mark in marks] for arm in ARMS}
    return {
        "rows": len(marks),
        "programs": len(set(clusters)),
        "guessing": sum(1 / len(mark.question.answers) for mark in marks) / max(1, len(marks)),
        "score": compare(scores, clusters),
        "probability of the key": compare(keys, clusters),
        "answers": {arm: answers(marks, arm) for arm in ARMS},
    }


def answers(marks: Sequence[Mark], arm: str) -> dict[str, int]:
    """Return how often a model gives each answer."""
    return dict(sorted(Counter(mark.answer(arm).removeprefix("Answer: ") for mark in marks).items()))


def compare(values: Mapping[str, Sequence[float]], clusters: Sequence[str]) -> dict[str, Any]:
    """Return the mean of each model and the differences, with intervals."""
    share = all(0 <= value <= 1 for held in values.values() for value in held)
    means = {arm: statistics.mean_estimate(held, clusters, share=share) for arm, held in values.items()}
    differences = {
        f"{second} - {first}": statistics.paired_difference(values[first], values[second], clusters)
        for first, second in PAIRS
    }
    return {
        **{arm: figure(one.value, one.low, one.high) for arm, one in means.items()},
        **{name: figure(one.value, one.low, one.high) | {"p": round(one.p, 4)} for name, one in differences.items()},
    }


def figure(value: float, low: float, high: float) -> dict[str, float | None]:
    """Return a figure with its interval; None for a missing bound."""
    named = {"value": value, "low": low, "high": high}
    return {name: None if math.isnan(number) else round(number, 4) for name, number in named.items()}


# --- the page ---------------------------------------------------------------------------------------------------------


def read() -> dict[str, Any]:
    """Return the record."""
    record: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return record


def page(text: str, record: Mapping[str, Any]) -> str:
    """Return the page with the tables of a record."""
    parts = [trainings(record), *(figures(record, name) for name in ("score", "probability of the key"))]
    parts += [given(record), unseen(record)]
    return between(text, BEGIN, END, parts)


def between(text: str, begin: str, end: str, parts: Sequence[str]) -> str:
    """Return a page with these parts between two markers."""
    before, _, rest = text.partition(begin)
    return f"{before}{begin}\n\n{chr(10).join(parts)}\n{end}{rest.partition(end)[2]}"


def trainings(record: Mapping[str, Any]) -> str:
    """Return the table of the two trainings, and the speeds."""
    lines = [[arm, *(one[name] for name in TRAINED), speed(one)] for arm, one in record["training"].items()]
    head = ["model", *(name.replace("_", " ") for name in TRAINED), "tokens a second"]
    return (
        f"## Training\n\nThe run took {record['minutes']:.0f} minutes with one thread, at load {record['load']:.0f}. "
        f"Speeds are per second of wall time and, in parentheses, of processor time. Questions were read at "
        f"{speed(record['asking'])} tokens a second.\n\n{as_table(head, lines)}"
    )


def speed(one: Mapping[str, Any]) -> str:
    """Return the tokens per second."""
    return f"{one['tokens'] / one['seconds']:.0f} ({one['tokens'] / one['processor_seconds']:.0f})"


def figures(record: Mapping[str, Any], name: str) -> str:
    """Return the table of a figure of each config."""
    head = ["questions", "rows", "programs", "guessing", *next(iter(record["configs"].values()))[name]]
    lines = [
        [config, held["rows"], held["programs"], f"{held['guessing']:.2f}", *map(shown, held[name].values())]
        for config, held in record["configs"].items()
    ]
    return f"## {name.capitalize()}\n\n{as_table(head, lines)}"


def given(record: Mapping[str, Any]) -> str:
    """Return the table of the answers that each model gives."""
    lines = [
        [config, *(", ".join(f"{sign} {count}" for sign, count in held["answers"][arm].items()) for arm in ARMS)]
        for config, held in record["configs"].items()
    ]
    return f"## Answers\n\n{as_table(['questions', *ARMS], lines)}"


def unseen(record: Mapping[str, Any]) -> str:
    """Return the table of the loss of unseen descriptions."""
    held = record["unseen"]
    return f"## Loss of unseen descriptions\n\n{as_table(['', *held], [['loss', *map(shown, held.values())]])}"


def shown(one: Mapping[str, float | None]) -> str:
    """Return a figure with its interval, as text."""
    bounds = f" ({one['low']:.2f} to {one['high']:.2f})" if one["low"] is not None else ""
    return f"{one['value']:.2f}{bounds}"


def as_table(head: Sequence[str], lines: Sequence[Sequence[object]]) -> str:
    """Return a table whose first column is text."""
    rows = [head, ["---", *["---:"] * (len(head) - 1)], *lines]
    return "".join(f"| {' | '.join(map(str, row))} |\n" for row in rows)
