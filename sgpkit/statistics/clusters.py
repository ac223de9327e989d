"""Rows by cluster: sums, sizes and the standard error of a mean; NaN and infinite values are rejected.

Rows of one cluster come from one drawing and succeed or fail together; treating them as independent makes intervals too
narrow (Cameron & Miller 2015, doi:10.3368/jhr.50.2.317).
"""

import math
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

Numbers = Sequence[float] | np.ndarray
Clusters = Sequence[Hashable] | np.ndarray
"""The cluster of each row: names, or, for many rows, an array of unsigned integers (the ranks of the names)."""

MIN_CLUSTERS = 5
"""The fewest clusters for an interval: two or three drawings cannot show how much drawings differ."""

ALIKE = 1e-12
"""Smaller differences count as rounding errors, since the order of a sum changes its last digits."""


class NotFinite(ValueError):
    """A value is NaN or infinite; the message names its row."""


class Spread(NamedTuple):
    """The mean of clustered rows, its standard error, and the effective number of clusters: the number of equal
    clusters with the same sum of squared weights. Arrays over the leading axes."""

    mean: np.ndarray
    error: np.ndarray
    effective: np.ndarray


def finite_array(values: Numbers, names: Sequence[Hashable] | None = None, what: str = "row") -> np.ndarray:
    """Return the values as an array. Raises NotFinite, with the row's name, for NaN and infinities."""
    array = np.asarray(values, dtype=float)
    if not np.isfinite(array).all():
        index = int(np.flatnonzero(~np.isfinite(array))[0])
        name = f"{what} {names[index]!r}" if names is not None else f"{what} {index}"
        raise NotFinite(f"{name}: the value is {array[index]}; expected a finite number")
    return array


def by_cluster(values: Numbers, clusters: Clusters) -> tuple[np.ndarray, np.ndarray]:
    """Return the sum and the number of the values of each cluster."""
    same_length(values, clusters)
    group = cluster_indices(clusters)
    return np.bincount(group, weights=finite_array(values)), np.bincount(group).astype(float)


def cluster_indices(clusters: Clusters) -> np.ndarray:
    """Return the index of each item's cluster among the sorted names."""
    if isinstance(clusters, np.ndarray) and clusters.dtype.kind == "u" and len(clusters):
        if int(clusters.max()) <= 8 * len(clusters) + 1024:
            dense: np.ndarray = (np.cumsum(np.bincount(clusters) > 0) - 1)[clusters]
            return dense
        return np.unique(clusters, return_inverse=True)[1]
    group: np.ndarray = np.unique(np.asarray([str(cluster) for cluster in clusters]), return_inverse=True)[1]
    return group


def distinct(clusters: Clusters) -> int:
    """Return the number of different clusters."""
    if isinstance(clusters, np.ndarray) and clusters.dtype.kind == "u":
        return int(cluster_indices(clusters).max()) + 1 if len(clusters) else 0
    return len(set(clusters))


def same_length(values: Numbers, clusters: Clusters) -> None:
    """Raise ValueError unless both have the same length."""
    if len(values) != len(clusters):
        raise ValueError(f"{len(values)} values and {len(clusters)} clusters: expected equal numbers")


def cluster_standard_error(values: Numbers, clusters: Clusters) -> float:
    """Return the cluster-robust standard error of the mean, valid if the rows of a cluster are correlated.

    The sandwich estimate of Liang & Zeger (1986, doi:10.1093/biomet/73.1.13) with the factor G/(G-1) for few clusters;
    with clusters of one row it is the usual standard error. NaN for fewer than two clusters.
    """
    sums, sizes = by_cluster(values, clusters)
    if len(sums) < 2:
        return math.nan
    left = sums - sizes * (sums.sum() / sizes.sum())
    return float(np.sqrt(left @ left * len(sums) / (len(sums) - 1)) / sizes.sum())


def spread(sums: np.ndarray, sizes: np.ndarray) -> Spread:
    """Return the spread of means over the last axis, which holds at least two clusters.

    The error is that of Bell & McCaffrey (2002, Survey Methodology 28:169; "CR2"), which is not too small if a few
    clusters hold most of the rows; for clusters of equal size it equals `cluster_standard_error`. Rounding errors
    become 0.
    """
    rows = sizes.sum(axis=-1)
    mean = sums.sum(axis=-1) / rows
    share = sizes / rows[..., None]
    left = sums - sizes * mean[..., None]
    error = np.sqrt((left**2 / (1 - share)).sum(axis=-1)) / rows
    error = np.where(error <= ALIKE * np.maximum(1.0, np.abs(mean)), 0.0, error)
    return Spread(mean, error, 1 / (share**2).sum(axis=-1))


def student(effective: np.ndarray | float) -> np.ndarray:
    """Return the two-sided 95 % quantile of Student's t for an effective number of clusters, not necessarily an
    integer."""
    from scipy import special

    quantile: np.ndarray = special.stdtrit(np.maximum(np.asarray(effective, dtype=float) - 1, 1.0), 0.975)
    return quantile
