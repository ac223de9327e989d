"""Multiple comparisons: adjusted p-values, and ranks with their intervals."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sgpkit.statistics.clusters import Numbers, finite_array, same_length
from sgpkit.statistics.differences import pair_p


class RankInterval(NamedTuple):
    """A model's mean, its rank (one more than the number of significantly better models), and the worst rank consistent
    with the data.
    """

    name: str
    value: float
    rank: int
    worst: int


def holm(p_values: Sequence[float]) -> list[float]:
    """Return adjusted p-values that bound the probability of any false finding (Holm 1979)."""
    order = np.argsort(p_values, kind="stable")
    adjusted = np.empty(len(order))
    largest = 0.0
    for rank, index in enumerate(order):
        largest = max(largest, min(1.0, (len(order) - rank) * p_values[index]))
        adjusted[index] = largest
    return [float(value) for value in adjusted]


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Return adjusted p-values that bound the expected share of false findings (Benjamini & Hochberg 1995)."""
    order = np.argsort(p_values, kind="stable")[::-1]
    adjusted = np.empty(len(order))
    smallest = 1.0
    for rank, index in enumerate(order):
        smallest = min(smallest, p_values[index] * len(order) / (len(order) - rank))
        adjusted[index] = smallest
    return [float(value) for value in adjusted]


def rank_intervals(
    scores: Mapping[str, Numbers], clusters: Sequence[Hashable], alpha: float = 0.05
) -> list[RankInterval]:
    """Return the models by descending mean. A model's possible ranks exclude those of significantly better or worse
    models, by pairwise tests on the same rows with Holm's adjustment over all pairs, so that the coverage is joint
    (Mogstad et al. 2024, doi:10.1093/restud/rdad006)."""
    names = list(scores)
    table = [finite_array(scores[name], None, f"{name}, row") for name in names]
    for values in table:
        same_length(values, clusters)
    means = [float(values.mean()) if len(values) else 0.0 for values in table]
    pairs = [(one, other) for one in range(len(names)) for other in range(one + 1, len(names))]
    adjusted = holm([pair_p(table[other] - table[one], clusters) for one, other in pairs])
    better, worse = [0] * len(names), [0] * len(names)
    for (one, other), p in zip(pairs, adjusted, strict=True):
        if p < alpha:
            high, low = (one, other) if means[one] > means[other] else (other, one)
            better[low] += 1
            worse[high] += 1
    intervals = [
        RankInterval(name, mean, 1 + over, len(names) - under)
        for name, mean, over, under in zip(names, means, better, worse, strict=True)
    ]
    return sorted(intervals, key=lambda interval: (-interval.value, interval.name))
