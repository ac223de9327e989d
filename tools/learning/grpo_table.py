"""Figures of a training by GRPO with intervals, and their part of the page."""

import hashlib
import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sgpkit import statistics
from tools.learning.requests import EXAMPLES, Drawn
from tools.learning.table import FOLDER, PAGE, as_table, between, figure, shown, speed

__all__ = ["PAGE", "RECORD", "page", "read", "summary"]

RECORD = FOLDER / "learning-grpo.json"
BEGIN, END = "<!-- grpo: begin -->", "<!-- grpo: end -->"

SIDE = 64
"""The size of the pictures by which drawings are counted as distinct."""

MEASURES = {
    "score": "exact score",
    "reward": "reward",
    "items": "items",
    "colors": "colors",
    "counts": "counts",
    "nothing_else": "nothing else",
    "program": "program",
    "visible": "visible drawing",
    "example": "equal to an example",
    "tokens": "tokens",
}
"""The figures of a completion, and their names in tables."""

STATED = ("score", "reward", "visible", "example", "tokens")
"""The figures that are shown by step."""


def summary(
    before: Sequence[Drawn],
    drawn: Sequence[Drawn],
    after: Sequence[Drawn],
    weighted: Sequence[tuple[Any, float]],
    count: Callable[[str], int],
) -> dict[str, Any]:
    """Return the figures by step, of the first and the last tenth of the steps, and before and after the training."""
    measured = {
        name: measure(held, weighted, count) for name, held in (("before", before), ("all", drawn), ("after", after))
    }
    steps = [one.step for one in drawn]
    last = max(steps, default=0)
    tenth = math.ceil(last / 10)
    parts = {"first": [step <= tenth for step in steps], "last": [step > last - tenth for step in steps]}
    return {
        "steps": [
            {name: round(mean(chosen(measured["all"][name], [at == step for at in steps])), 4) for name in STATED}
            for step in range(1, last + 1)
        ],
        "tenth": tenth,
        "ends": {
            part: estimates(
                {name: chosen(values, mask) for name, values in measured["all"].items()},
                [one.row for one in chosen(drawn, mask)],
            )
            for part, mask in parts.items()
        },
        "unseen": {
            "before": estimates(measured["before"], [one.row for one in before]),
            "after": estimates(measured["after"], [one.row for one in after]),
            "after - before": differences(measured["before"], measured["after"], [one.row for one in before]),
        },
    }


def measure(
    drawn: Sequence[Drawn], weighted: Sequence[tuple[Any, float]], count: Callable[[str], int]
) -> dict[str, list[Any]]:
    """Return the figures of each completion by name, and under `picture` what it looks like."""
    from sgpkit.metrics import isolated

    texts, rows = [one.text for one in drawn], [one.row for one in drawn]
    result: dict[str, list[Any]] = {}
    for reward, _ in weighted:
        name = getattr(reward, "part", None) or ("program" if reward.name == "program" else "score")
        result[name] = [value or 0.0 for value in reward(texts, texts, row=rows)]
    named = zip(result.values(), (weight for _, weight in weighted), strict=True)
    weights = [(values, weight) for values, weight in named]
    result["reward"] = [sum(values[index] * weight for values, weight in weights) for index in range(len(texts))]
    seen = isolated.scores(pictures, [*texts, *EXAMPLES.values()])
    result["picture"] = seen[: len(texts)]
    result["visible"] = [float(bool(picture)) for picture in result["picture"]]
    result["example"] = [float(picture in seen[len(texts) :]) for picture in result["picture"]]
    result["tokens"] = [float(count(text)) for text in texts]
    return result


def pictures(texts: Sequence[str]) -> list[str]:
    """Return the hash of the picture of each completion, "" if nothing can be seen. Runs in a worker."""
    from sgpkit.metrics import pictures
    from sgpkit.status import Rejected

    painted = pictures.painted(pictures.svg_programs(texts), SIDE)
    return [
        "" if isinstance(one, Rejected) or one.min() == 255 else hashlib.sha256(one.tobytes()).hexdigest()[:16]
        for one in painted
    ]


def estimates(measured: Mapping[str, Sequence[Any]], clusters: Sequence[str]) -> dict[str, Any]:
    """Return the mean of each figure with its interval, and the numbers of completions and of distinct drawings."""
    means = {
        name: statistics.mean_estimate(measured[name], clusters, share=name != "tokens")
        for name in MEASURES
        if name in measured
    }
    return {
        **{name: figure(one.value, one.low, one.high) for name, one in means.items()},
        "completions": len(clusters),
        "requests": len(set(clusters)),
        "distinct": len(set(measured["picture"]) - {""}),
    }


def differences(
    first: Mapping[str, Sequence[Any]], second: Mapping[str, Sequence[Any]], clusters: Sequence[str]
) -> dict[str, Any]:
    """Return the differences between the figures of the same requests, with intervals."""
    names = [name for name in MEASURES if name in first]
    pairs = {name: statistics.paired_difference(first[name], second[name], clusters) for name in names}
    return {name: figure(one.value, one.low, one.high) | {"p": round(one.p, 4)} for name, one in pairs.items()}


def chosen(values: Sequence[Any], mask: Sequence[bool]) -> list[Any]:
    """Return the values where the mask is true."""
    return [value for value, taken in zip(values, mask, strict=True) if taken]


def mean(values: Sequence[float]) -> float:
    """Return the mean."""
    return sum(values) / len(values)


# --- the page ---------------------------------------------------------------------------------------------------------


def read() -> dict[str, Any]:
    """Return the record."""
    record: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return record


def page(text: str, record: Mapping[str, Any]) -> str:
    """Return the page with the tables of a record."""
    return between(text, BEGIN, END, [by_step(record), by_arm(record)])


def by_step(record: Mapping[str, Any]) -> str:
    """Return the table of the figures by step, and the speed."""
    lines = [[number, *(f"{step[name]:.2f}" for name in STATED)] for number, step in enumerate(record["steps"], 1)]
    return (
        f"### Steps\n\nThe run took {record['minutes']:.0f} minutes with one thread, at load {record['load']:.0f}. "
        f"Training read and wrote {speed(record)} tokens per second of wall time and, in parentheses, of processor "
        f"time.\n\n{as_table(['step', *(MEASURES[name] for name in STATED)], lines)}"
    )


def by_arm(record: Mapping[str, Any]) -> str:
    """Return the table of the first and the last steps, and of unseen requests before and after."""
    ends, unseen = record["ends"], record["unseen"]
    columns = [ends["first"], ends["last"], *unseen.values()]
    head = [
        "",
        f"first {record['tenth']} steps",
        f"last {record['tenth']} steps",
        *(f"unseen, {one}" for one in unseen),
    ]
    lines = [
        [title, *(shown(column[name]) if name in column else "" for column in columns)]
        for name, title in MEASURES.items()
    ]
    numbers = [
        [name, *(column.get(key, "") for column in columns)]
        for name, key in (
            ("completions", "completions"),
            ("requests", "requests"),
            ("distinct visible drawings", "distinct"),
        )
    ]
    return f"### Before and after\n\n{as_table(head, [*lines, *numbers])}"
