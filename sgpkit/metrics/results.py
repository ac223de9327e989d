"""Scores as the columns and means of a result, in the form that the `evaluate` modules return.

The 95 % interval of each figure is under "intervals", by the figure's name. Means are over all predictions. Means of
parts that only some predictions have, because there is no worst value, are named accordingly: "mean_bytes_of_readable".
"""

import math
from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sgpkit import __version__, statistics
from sgpkit.statistics import Estimate
from sgpkit.values import Completion, Score

Clusters = Sequence[Hashable]


def completions(predictions: Sequence[object], finish_reasons: Sequence[str] | None) -> Sequence[object]:
    """Return the predictions with their finish reasons; a prediction that is not text is unchanged."""
    if not finish_reasons:
        return predictions
    if len(finish_reasons) != len(predictions):
        raise ValueError(
            f"{len(predictions)} predictions and {len(finish_reasons)} finish reasons; expected the same number of each"
        )
    return [
        Completion(prediction, reason) if isinstance(prediction, str) else prediction
        for prediction, reason in zip(predictions, finish_reasons, strict=True)
    ]


def values(scores: Sequence[Score]) -> list[float]:
    """Return the headline value of each score."""
    return [score.value for score in scores]


def part(scores: Sequence[Score], name: str) -> list[float]:
    """Return one part of each score."""
    return [score.parts[name] for score in scores]


def mean(numbers: Sequence[float]) -> float:
    """Return the mean, 0 for no numbers."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def mean_of_known(numbers: Sequence[float | None]) -> float | None:
    """Return the mean of the numbers that are not None; None if there is none."""
    known = [number for number in numbers if number is not None]
    return sum(known) / len(known) if known else None


def known_clusters(clusters: Clusters | None, references: Sequence[object], count: int) -> Clusters:
    """Return the cluster of each prediction: the given one, else the column `cluster` of its row, else a separate
    one.
    """
    if clusters is not None:
        if len(clusters) != count:
            raise ValueError(f"{count} predictions and {len(clusters)} clusters; expected as many of each")
        return clusters
    rows = [reference.get("cluster") if isinstance(reference, Mapping) else None for reference in references]
    if len(rows) == count and all(cluster is not None for cluster in rows):
        return [str(cluster) for cluster in rows]
    return range(count)


def means(
    clusters: Clusters,
    columns: Mapping[str, Sequence[float | None]],
    amounts: Collection[str] = (),
    scales: Mapping[str, tuple[float, float]] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return the mean of each column under its name, None for one without values, and their intervals. `amounts` are
    the names of columns without an upper bound, such as bytes; `scales` are the bounds of those whose range is not 0 to
    1.
    """
    estimates = {}
    for name, column in columns.items():
        pairs = [(value, cluster) for value, cluster in zip(column, clusters, strict=True) if value is not None]
        values, own = [value for value, _ in pairs], [cluster for _, cluster in pairs]
        estimates[name] = statistics.mean_estimate(
            values, own, share=name not in amounts, scale=scales.get(name, (0, 1))
        )
    return figures(estimates)


def figures(estimates: Mapping[str, Estimate]) -> dict[str, Any]:
    """Return the values by name, and under "intervals" their bounds, method, and numbers of predictions and
    clusters."""
    return {
        **{name: estimate.value if estimate.n else None for name, estimate in estimates.items()},
        "intervals": {name: interval(estimate) for name, estimate in estimates.items()},
    }


def together(*parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return results merged into one, including their intervals."""
    merged = {name: value for part in parts for name, value in part.items()}
    return merged | {"intervals": {name: held for part in parts for name, held in part.get("intervals", {}).items()}}


def interval(estimate: Estimate) -> dict[str, Any]:
    """Return the bounds of an interval, or None if there are none, with its method or the reason why there is none."""
    bounds = {name: None if math.isnan(end) else end for name, end in zip(("low", "high"), estimate[1:3], strict=True)}
    return bounds | {"method": estimate.method, "n": estimate.n, "clusters": estimate.clusters}


def columns(scores: Sequence[Score], names: Sequence[str]) -> dict[str, list[float]]:
    """Return each part as a list aligned with the scores."""
    return {name: part(scores, name) for name in names}


def mean_names(parts: Mapping[str, Sequence[float | None]]) -> dict[str, Sequence[float | None]]:
    """Return the columns under the names of their means."""
    return {f"mean_{name}": values for name, values in parts.items()}


def outcomes(scores: Sequence[Score]) -> dict[str, Any]:
    """Return the statuses and the reasons as lists."""
    return {
        "statuses": [str(score.status) for score in scores],
        "reasons": [score.reason for score in scores],
    }


def summary(scores: Sequence[Score]) -> dict[str, Any]:
    """Return the number of scores with each status, and the version of the package that scored."""
    return {"status_counts": dict(Counter(str(score.status) for score in scores)), "version": __version__}
