"""Estimate the mean of people's judgements over all responses of a run, from the judged responses and the scores of
all. The mean of a judge model is biased, whatever the number of responses. `statistics.powered_mean` corrects it by the
responses that people judged; reports show both means.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from sgpkit.statistics import Powered, powered_mean
from sgpkit.studies.agreement.people import Item, Judgement, bounded


def verdicts(scored: Mapping[Item, tuple[float, str]], judgements: Sequence[Judgement]) -> dict[str, Any]:
    """Return the share of responses that people find right. If people judged responses that were scored right and
    others that were scored wrong, each kind is weighted by its share of the run, since the two may have been drawn in
    equal numbers.
    """
    right = {item: str(value >= 1.0) for item, (value, _) in scored.items()}
    judged = {right[judgement.item] for judgement in judgements}
    strata = right if judged == set(right.values()) else {}
    return corrected({item: value for item, (value, _) in scored.items()}, scored, judgements, (0.0, 1.0), strata)


def corrected(
    marks: Mapping[Item, float],
    scored: Mapping[Item, tuple[float, str]],
    judgements: Sequence[Judgement],
    scale: tuple[float, float],
    strata: Mapping[Item, str],
) -> dict[str, Any]:
    """Return the corrected mean on a scale; empty if a mark or a judgement is outside of the scale."""
    given: dict[Item, list[float]] = {}
    for judgement in judgements:
        given.setdefault(judgement.item, []).append(judgement.value)
    low, high = scale
    labels = {item: (sum(values) / len(values) - low) / (high - low) for item, values in given.items() if item in marks}
    predictions = [(mark - low) / (high - low) for mark in marks.values()]
    if not labels or not all(0 <= value <= 1 for value in (*labels.values(), *predictions)):
        return {}
    items = list(marks)
    powered = powered_mean(
        predictions,
        [labels.get(item) for item in items],
        [scored[item][1] for item in items],
        [strata[item] for item in items] if strata else (),
    )
    return as_data(powered, len(labels), scale)


def as_data(powered: Powered, labels: int, scale: tuple[float, float]) -> dict[str, Any]:
    """Return a corrected mean in JSON values, on the scale of the marks."""
    low, high = scale

    def at(share: float) -> float:
        return low + (high - low) * share

    estimate = powered.estimate
    ends = estimate._replace(value=at(estimate.value), low=at(estimate.low), high=at(estimate.high))
    return {
        **bounded(ends),
        "naive": at(powered.naive),
        "labels only": at(powered.labels_only),
        "weight": powered.weight,
        "labels": labels,
        "responses": estimate.n,
        "more labels": powered.more_labels,
        "scale": list(scale),
    }


def sentence(entry: Mapping[str, Any]) -> str:
    """Return a corrected mean in words, "" for none."""
    if not entry:
        return ""
    form = "{:.1%}" if entry["scale"] == [0.0, 1.0] else "{:.2f}"
    value, naive = form.format(entry["value"]), form.format(entry["naive"])
    known = entry["low"] is not None and math.isfinite(entry["low"])
    interval = f" [{form.format(entry['low'])}, {form.format(entry['high'])}]" if known else ", without an interval"
    more = entry["more labels"]
    further = "no number of labels halves the interval" if more is None else f"{more:,} more labels would halve it"
    return (
        f"people's mean over all {entry['responses']:,} responses {value}{interval}, from {entry['labels']:,} labels; "
        f"naive mean {naive}; {further}"
    )
