"""The distance of a set of drawings from a set of originals, by a network's features: FID and KID.

These are figures of whole sets, which say nothing about a single drawing. A drawing that cannot be rendered is replaced
by an empty page rather than left out, which would improve the figure. See `learned.distribution` for the two distances.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from sgpkit import statistics
from sgpkit.graphics import raster
from sgpkit.graphics.raster import Pixels
from sgpkit.metrics import learned, pictures, results
from sgpkit.metrics.learned import LoadedMetric, distribution
from sgpkit.metrics.pictures import in_workers
from sgpkit.statistics import Estimate
from sgpkit.status import Rejected
from sgpkit.values import Score

DISTANCES = tuple(distribution.DISTANCES)

BIASED = "none: biased by the number of pictures"
"""Why FID has no interval."""

BATCH = 256
"""Number of pictures that are in memory at the same time."""


class Distances(NamedTuple):
    """The distances by name, and for each prediction whether a drawing (1) or an empty page (0) is in the set; with the
    features of both sets."""

    values: dict[str, float]
    scores: list[Score]
    features: tuple[Any, Any]


def score(
    predictions: Sequence[object],
    references: Sequence[Any],
    metric: LoadedMetric,
    distances: Sequence[str] = DISTANCES,
    format: str = "svg",
    renderer: str | None = None,
) -> Distances:
    """Compare two sets of any sizes. `references` are any input of `pictures.references`. `renderer`
    is "resvg", unless the context chose another."""
    import numpy as np

    for name in distances:
        if name not in DISTANCES:
            raise ValueError(f"unknown distance {name!r}; expected one of {', '.join(DISTANCES)}")
    for what, items in (("predictions", predictions), ("references", references)):
        if len(items) < 2:
            raise ValueError(f"{len(items)} {what}; a distribution needs at least 2")
    scores: list[Score] = []
    sets: tuple[list[Any], list[Any]] = ([], [])
    for start in range(0, len(predictions), BATCH):
        shown = in_workers.drawings(predictions[start : start + BATCH], metric.size, format, renderer=renderer)
        scores += map(score_of, shown)
        sets[0].append(metric.features(shown))
    for start in range(0, len(references), BATCH):
        expected = pictures.references(references[start : start + BATCH], metric.size, renderer=renderer)
        sets[1].append(metric.features(expected))
    first, second = map(np.concatenate, sets)
    return Distances(
        {name: float(distribution.DISTANCES[name](first, second)) for name in distances}, scores, (first, second)
    )


def score_of(picture: Pixels | Rejected) -> Score:
    """Return 1 for a drawing, 0 for an empty page that replaces one."""
    return Score.rejected(picture) if isinstance(picture, Rejected) else Score(1.0, reason="it is drawn")


def estimates(measured: Distances, clusters: results.Clusters) -> dict[str, Estimate]:
    """Return the distances with their intervals. The interval of KID is a jackknife over drawings, for the given
    references; FID has none, since its bias depends on the number of pictures.
    """
    ours, theirs = measured.features
    of_kernel = {name: value for name, value in measured.values.items() if name == "kid"}
    spread = statistics.jackknife(
        lambda indices: {name: distribution.kernel(ours[indices], theirs) for name in of_kernel},
        clusters,
        of_kernel,
        no_shares=of_kernel,
    )
    count, drawings = len(ours), len(set(clusters))
    return {
        name: spread.get(name, Estimate(value, math.nan, math.nan, BIASED, count, drawings))
        for name, value in measured.values.items()
    }


def result(
    predictions: Sequence[object],
    references: Sequence[Any],
    model: str | None = None,
    distances: Sequence[str] = ("fid", "kid"),
    format: str = "svg",
    device: str = "auto",
    batch_size: int = 32,
    renderer: str | None = None,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    metric = learned.load("fid", model, device, batch_size)
    measured = score(predictions, references, metric, distances, format, renderer)
    description = {name: value for name, value in learned.describe(metric).items() if name != "measure"}
    drawings = results.known_clusters(clusters, (), len(predictions))
    return {
        **results.figures(estimates(measured, drawings)),
        "scores": results.values(measured.scores),
        **results.outcomes(measured.scores),
        "model": description,
        "renderer": raster.renderer_metadata(raster.current_renderer(renderer)),
        **results.summary(measured.scores),
    }
