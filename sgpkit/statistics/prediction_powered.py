"""Estimate the mean of people's labels if few rows have a label and all have a prediction, such as a judge's mark.

    estimate = mean label + λ · (mean prediction of the rows without a label − mean prediction of those with one)

This is prediction-powered inference (Angelopoulos et al. 2023, doi:10.1126/science.adi6000) with the λ that makes the
variance least (PPI++, arXiv 2311.01453): 0 for uninformative predictions, so that a bad judge does no harm. The naive
mean of the predictions is wrong by the judge's bias, whatever the number of rows.

Labels may have been drawn by strata, such as half of them from rows that were scored right: each stratum then counts by
its share of all rows. The standard error sums the influences of the rows of a cluster; the interval is Wilson's on the
effective number of rows, with Student's t on the number of labeled clusters. If the predictions agree with every label,
there is no spread, so one more disagreement than observed is assumed.
"""

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from sgpkit.statistics.clusters import MIN_CLUSTERS, Numbers, cluster_indices, finite_array
from sgpkit.statistics.intervals import Estimate, shares_interval, too_few

LEVEL = 0.975
METHOD = "prediction-powered, Wilson's with Student's t"


class Powered(NamedTuple):
    """A corrected mean: with its interval, next to the naive mean of all predictions and the mean of the labels alone.

    `weight` is λ, over strata by their shares. `more_labels` further labels would halve the interval; None if no number
    of labels among these rows would.
    """

    estimate: Estimate
    naive: float
    labels_only: float
    weight: float
    more_labels: int | None


class Stratum(NamedTuple):
    """The rows of one stratum: their share of all, the influence of each on the estimate, by position, and the variance
    of unseen disagreements.
    """

    share: float
    mean: float
    naive: float
    labels: float
    weight: float
    labeled: np.ndarray
    from_labels: np.ndarray
    others: np.ndarray
    from_others: np.ndarray
    unseen: float


def powered_mean(
    predictions: Numbers,
    labels: Sequence[float | None],
    clusters: Sequence[Hashable],
    strata: Sequence[Hashable] = (),
) -> Powered:
    """Return the mean label over all rows. `labels` are aligned with the predictions, None where there is none; both
    are between 0 and 1. `strata` are those by which rows were drawn for labels, if any.

    Raises ValueError if a stratum has no label.
    """
    predicted = finite_array(predictions)
    if not len(predicted) == len(labels) == len(clusters):
        counts = f"{len(predicted)} predictions, {len(labels)} labels, {len(clusters)} clusters"
        raise ValueError(f"{counts}: expected as many of each")
    known = np.array([label is not None for label in labels])
    given = finite_array([0.0 if label is None else label for label in labels])
    names = list(strata) if len(strata) else [""] * len(labels)
    groups = {name: np.array([one == name for one in names]) for name in dict.fromkeys(names)}
    for name, members in groups.items():
        if not (known & members).any():
            raise ValueError(f"no label in the stratum {name!r}: expected labels of rows of every stratum")
    parts = [stratum(predicted, given, known, members) for members in groups.values()]
    mean = sum(part.share * part.mean for part in parts)
    group = cluster_indices(list(clusters))
    labeled_clusters = len(set(group[known]))
    own, other = (variance(parts, group, labeled_clusters, of_labels) for of_labels in (True, False))
    low, high = bounds(mean, own + other, labeled_clusters - len(parts) + 1)
    is_small = labeled_clusters < MIN_CLUSTERS
    estimate = Estimate(
        mean, low, high, too_few(labeled_clusters) if is_small else METHOD, len(labels), labeled_clusters
    )
    return Powered(
        estimate,
        float(predicted.mean()),
        float(sum(part.share * part.labels for part in parts)),
        float(sum(part.share * part.weight for part in parts)),
        None if is_small else halving(int(known.sum()), len(labels), own, other),
    )


def stratum(predicted: np.ndarray, given: np.ndarray, known: np.ndarray, members: np.ndarray) -> Stratum:
    """Return the estimate of one stratum, and the influences of its rows."""
    labeled, others = np.flatnonzero(members & known), np.flatnonzero(members & ~known)
    label, mark, rest = given[labeled], predicted[labeled], predicted[others]
    weight = best_weight(label, mark, rest)
    left = label - weight * mark
    spread = left - left.mean()
    shift = float(rest.mean()) * weight if len(rest) else float(mark.mean()) * weight
    return Stratum(
        share=float(members.sum() / len(members)),
        mean=float(left.mean()) + shift,
        naive=float(predicted[members].mean()),
        labels=float(label.mean()),
        weight=weight,
        labeled=labeled,
        from_labels=spread / len(label),
        others=others,
        from_others=weight * (rest - rest.mean()) / len(rest) if len(rest) else rest,
        # Assume one more row on which the judge is wrong by the whole scale, unless such a row was observed.
        unseen=max(0.0, 1.0 - float(spread @ spread)) / len(label) ** 2,
    )


def best_weight(label: np.ndarray, mark: np.ndarray, rest: np.ndarray) -> float:
    """Return the λ with the smallest variance, from 0 to 1."""
    everything = np.concatenate([mark, rest])
    if not len(rest) or len(label) < 2 or everything.min() == everything.max():
        return 0.0
    spread = float(everything.var(ddof=1))
    shared = float(((label - label.mean()) * (mark - mark.mean())).mean())
    return min(1.0, max(0.0, shared / (spread * (1 + len(label) / len(rest)))))


def variance(parts: Sequence[Stratum], group: np.ndarray, clusters: int, of_labels: bool) -> float:
    """Return the part of the estimate's variance that comes from the labels, or from the other rows."""
    influence = np.zeros(len(group))
    for part in parts:
        if of_labels:
            influence[part.labeled] = part.share * part.from_labels
        else:
            influence[part.others] = part.share * part.from_others
    sums = np.bincount(group, weights=influence)
    count = clusters if of_labels else len(sums)
    unseen = sum(part.share**2 * part.unseen for part in parts) if of_labels else 0.0
    return float(sums @ sums) * count / max(1, count - 1) + unseen


def bounds(mean: float, error: float, freedom: int) -> tuple[float, float]:
    """Return the interval of a mean between 0 and 1 from its variance: Wilson's for the number of rows with this
    variance. NaN for too few clusters.
    """
    from scipy import stats

    if freedom + 1 < MIN_CLUSTERS:
        return math.nan, math.nan
    quantile = float(stats.t.ppf(LEVEL, freedom))
    if 0 < mean < 1:
        return shares_interval(mean, mean * (1 - mean) / error, quantile)
    half = quantile * math.sqrt(error)
    return max(0.0, mean - half), min(1.0, mean + half)


def halving(labels: int, rows: int, own: float, other: float) -> int | None:
    """Return the number of further labels that would halve the interval, since the variance from labels decreases with
    their number. None if fewer rows are unlabeled, or if the other rows alone cause a quarter of the variance.
    """
    left = (own + other) / 4 - other
    if left <= 0:
        return None
    more = math.ceil(own * labels / left) - labels
    return more if labels + more <= rows else None
