"""What models outside of the scoring say of a run's responses: judges' marks and learned measures.

They are asked by commands of their own and everything they say is kept in the run; `score` reads it there and puts it
beside its own verdicts, so that scoring needs no model and gives the same figures wherever it is done.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sgpkit.benchmark import NOTHING, Benchmark, Row, Score
from sgpkit.statistics import Estimate
from sgpkit.status import Status


@dataclass(frozen=True)
class Outside:
    """`parts`, `labels` and `rejected` are aligned with the responses; what is not known of a response is not in its
    mapping. `parts` hold values on their own scales; `scales` says of a part what its lowest and highest value are,
    where that is not 0 and 1. `rejected` names, by part, why a response has the lowest value: the status and a reason.
    `figures` say which model it was and how it went, and go into scores.json; `summary` has figures over the whole run.
    """

    parts: Sequence[Mapping[str, float]] = ()
    labels: Sequence[Mapping[str, str]] = ()
    rejected: Sequence[Mapping[str, tuple[Status, str]]] = ()
    scales: Mapping[str, tuple[float, float]] = field(default_factory=lambda: NOTHING)
    figures: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    summary: Mapping[str, "float | Estimate"] = field(default_factory=lambda: NOTHING)


def merge(scores: Sequence[Score], outside: Outside) -> list[Score]:
    """The verdicts with what was said from outside beside them. A response whose engine failed has no verdict yet."""
    if not outside.parts and not outside.labels:
        return list(scores)
    nothing: Sequence[Mapping[str, Any]] = [NOTHING] * len(scores)
    found = []
    for score, parts, labels in zip(scores, outside.parts or nothing, outside.labels or nothing, strict=True):
        if score.status is not Status.INFRA_ERROR:
            score = replace(score, parts={**score.parts, **parts}, labels={**score.labels, **labels})
        found.append(score)
    return found


def headline(benchmark: Benchmark, scores: Sequence[Score]) -> str:
    """The part that stands for the run: the first preferred one that every response which counts has."""
    counted = [score for score in scores if score.status is not Status.INFRA_ERROR]
    for name in benchmark.preferred:
        if counted and all(name in score.parts for score in counted):
            return name
    return benchmark.headline


def together(benchmark: Benchmark, scores: Sequence[Score], outsides: Collection[Outside]) -> tuple[list[Score], str]:
    """The verdicts with all that was said from outside, and which part stands for the run now."""
    found = list(scores)
    for outside in outsides:
        found = merge(found, outside)
    name = headline(benchmark, found)
    return promote(benchmark, found, name, outsides), name


def promote(benchmark: Benchmark, scores: Sequence[Score], name: str, outsides: Collection[Outside]) -> list[Score]:
    """The part `name` as the value of every score, as a share of its scale. The value that it takes the place of stays
    as a part under its own name."""
    if name == benchmark.headline:
        return list(scores)
    low, high = scales(outsides).get(name, (0.0, 1.0))
    found = []
    for place, score in enumerate(scores):
        if score.status is not Status.INFRA_ERROR:
            share = min(max((score.parts[name] - low) / (high - low), 0.0), 1.0)
            score = replace(score, value=share, parts={benchmark.headline: score.value, **score.parts})
            for outside in outsides:
                refused = outside.rejected[place].get(name) if outside.rejected else None
                if refused and score.status is Status.OK:
                    score = replace(score, status=refused[0], reason=refused[1])
        found.append(score)
    return found


def scales(outsides: Collection[Outside]) -> dict[str, tuple[float, float]]:
    return {part: scale for outside in outsides for part, scale in outside.scales.items()}


def summaries(outsides: Collection[Outside], rows: Sequence[Row]) -> dict[str, Any]:
    """The figures over whole runs; one that comes without an interval has none."""
    clusters = len({str(row["cluster"]) for row in rows})
    return {
        name: (
            value if isinstance(value, Estimate) else Estimate(value, math.nan, math.nan, "none", len(rows), clusters)
        )._asdict()
        for outside in outsides
        for name, value in outside.summary.items()
    }
