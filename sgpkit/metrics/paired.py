"""Measures of pairs that come from outside a metric: the learned ones, given to it by name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sgpkit.metrics.verdict import Verdict


@dataclass(frozen=True)
class Learned:
    """`compare` takes the predictions and the references of all pairs that there are, and gives a number for each.

    `worst` is what a prediction gets that cannot be compared. `size` is that of the pictures, where pairs are pictures.
    """

    compare: Callable[[Sequence[Any], Sequence[Any]], Sequence[float]]
    worst: float
    size: int = 224


def same_length(predictions: Sequence[object], references: Sequence[object]) -> None:
    if len(predictions) != len(references):
        raise ValueError(f"{len(predictions)} predictions and {len(references)} references; expected as many of each")


def with_learned(
    verdicts: Sequence[Verdict],
    learned: Mapping[str, Learned],
    pairs: Callable[[Learned], Sequence[tuple[Any, Any] | None]],
) -> list[Verdict]:
    """The verdicts with a further part for each learned measure. `pairs`: aligned, None for what cannot be compared."""
    parts: list[dict[str, float]] = [dict(verdict.parts) for verdict in verdicts]
    for name, measure in learned.items():
        held = pairs(measure)
        places = [place for place, pair in enumerate(held) if pair is not None]
        there = [pair for pair in held if pair is not None]
        values = measure.compare([first for first, _ in there], [second for _, second in there]) if there else []
        found = dict(zip(places, map(float, values), strict=True))
        for place, own in enumerate(parts):
            own[name] = found.get(place, measure.worst)
    return [
        Verdict(verdict.value, verdict.status, verdict.reason, own)
        for verdict, own in zip(verdicts, parts, strict=True)
    ]


def aligned(verdicts: Sequence[Verdict], names: Sequence[str]) -> dict[str, Any]:
    """Each part as a list aligned with the verdicts, and its mean over all of them as `mean_` and its name."""
    columns: dict[str, Any] = {}
    for name in names:
        values = [verdict.parts[name] for verdict in verdicts]
        columns |= {name: values, f"mean_{name}": sum(values) / len(values) if values else 0.0}
    return columns


def load(
    models: Mapping[str, str | None], what: str, device: str, batch_size: int
) -> tuple[dict[str, Learned], dict[str, Any]]:
    """The named measures of two `what`s ("drawing", "text") with their models, and what is known of each model."""
    from sgpkit.metrics import learned

    fitting = [name for name, each in learned.MEASURES.items() if {each.predicted, each.reference} == {what}]
    fitting = [name for name in fitting if not learned.MEASURES[name].whole_set]
    for name in models:
        if name not in fitting:
            raise ValueError(f"unknown measure {name!r} of two {what}s; expected one of {', '.join(fitting)}")
    meters = {name: learned.load(name, model, device, batch_size) for name, model in models.items()}
    told = {
        name: {**meter.identity, "device": meter.device, "libraries": meter.libraries} for name, meter in meters.items()
    }
    return learned.paired(models, device, batch_size), told
