"""Annotations: verdicts of other models on a run's responses, such as judges' marks and learned metrics. Separate
commands ask these models and store the results in the run; `score` reads them there and adds them to its scores, so
that scoring needs no model and gives the same figures on every machine.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sgpkit.benchmark import NOTHING, Benchmark, Score
from sgpkit.statistics import Estimate
from sgpkit.status import Status

WHOLE_SET = "none: a distance of whole sets, which depends on their size"
"""Why a figure that a model gave for the whole run has no interval."""


@dataclass(frozen=True)
class ModelAnnotations:
    """Annotations of a run's responses, by one kind of model.

    `parts`, `labels` and `rejected` are aligned with the responses; missing annotations of a response are not in its
    mapping. `parts` hold values on their own scales; `scales` has the lowest and highest value of a part, where these
    are not 0 and 1. `rejected` names, by part, why a response has the lowest value: the status and a reason. `answers`
    are letters that were read in replies, by their index. `figures` describe the model and its progress for
    scores.json; `summary` has figures over the whole run.
    """

    parts: Sequence[Mapping[str, float]] = ()
    labels: Sequence[Mapping[str, str]] = ()
    rejected: Sequence[Mapping[str, tuple[Status, str]]] = ()
    scales: Mapping[str, tuple[float, float]] = field(default_factory=lambda: NOTHING)
    answers: Mapping[int, str] = field(default_factory=dict)
    figures: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    summary: Mapping[str, "float | Estimate"] = field(default_factory=lambda: NOTHING)

    def chunk(self, start: int, stop: int) -> "ModelAnnotations":
        """Return the annotations of consecutive responses."""
        return replace(
            self,
            parts=self.parts[start:stop],
            labels=self.labels[start:stop],
            rejected=self.rejected[start:stop],
            answers={index - start: label for index, label in self.answers.items() if start <= index < stop},
        )


def merge(scores: Sequence[Score], annotations: ModelAnnotations) -> list[Score]:
    """Return the scores with the parts and labels of annotations. A response whose engine failed gets none."""
    if not annotations.parts and not annotations.labels:
        return list(scores)
    nothing: Sequence[Mapping[str, Any]] = [NOTHING] * len(scores)
    merged = []
    for score, parts, labels in zip(scores, annotations.parts or nothing, annotations.labels or nothing, strict=True):
        if score.status is not Status.INFRA_ERROR:
            score = replace(score, parts={**score.parts, **parts}, labels={**score.labels, **labels})
        merged.append(score)
    return merged


def headlines(benchmark: Benchmark, scores: Sequence[Score]) -> tuple[str, ...] | None:
    """Return the preferred parts that all counted responses have; None if no response counts."""
    counted = [score for score in scores if score.status is not Status.INFRA_ERROR]
    if not counted:
        return None
    return tuple(name for name in benchmark.scoring.preferred if all(name in score.parts for score in counted))


def headline(benchmark: Benchmark, chunks: Sequence[tuple[str, ...] | None]) -> str:
    """Return the headline part of the run, from the `headlines` of its chunks: the first preferred one that all counted
    responses have."""
    known = [names for names in chunks if names is not None]
    for name in benchmark.scoring.preferred:
        if known and all(name in names for names in known):
            return name
    return benchmark.scoring.value_name


def promote(
    benchmark: Benchmark, scores: Sequence[Score], name: str, annotations: Collection[ModelAnnotations]
) -> list[Score]:
    """Make the part `name` the value of every score, as a share of its scale. The value that it replaces stays as a
    part under its own name."""
    if name == benchmark.scoring.value_name:
        return list(scores)
    low, high = scales(annotations).get(name, (0.0, 1.0))
    promoted = []
    for index, score in enumerate(scores):
        if score.status is not Status.INFRA_ERROR:
            share = min(max((score.parts[name] - low) / (high - low), 0.0), 1.0)
            score = replace(score, value=share, parts={benchmark.scoring.value_name: score.value, **score.parts})
            for kind in annotations:
                rejection = kind.rejected[index].get(name) if kind.rejected else None
                if rejection and score.status is Status.OK:
                    score = replace(score, status=rejection[0], reason=rejection[1])
        promoted.append(score)
    return promoted


def scales(annotations: Collection[ModelAnnotations]) -> dict[str, tuple[float, float]]:
    """Return the scale of every part with its own scale: its lowest and highest value."""
    return {part: scale for kind in annotations for part, scale in kind.scales.items()}


def summaries(annotations: Collection[ModelAnnotations], clusters: int, rows: int) -> dict[str, Any]:
    """Return the figures over whole runs, with these numbers of rows and clusters. A figure without an interval gets
    the reason instead.
    """
    return {
        name: (
            value if isinstance(value, Estimate) else Estimate(value, math.nan, math.nan, WHOLE_SET, rows, clusters)
        )._asdict()
        | {"unit": ""}
        for kind in annotations
        for name, value in kind.summary.items()
    }
