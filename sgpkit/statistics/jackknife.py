"""Intervals of figures that are not means of rows, such as the consistency of a corpus."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np

from sgpkit.statistics.clusters import ALIKE, MIN_CLUSTERS, Clusters, cluster_indices, finite_array
from sgpkit.statistics.effective import Z95
from sgpkit.statistics.exact import mid_p, unseen
from sgpkit.statistics.intervals import ALL_ALIKE, UNKNOWN, Estimate, too_few

GROUPS = 20


def jackknife(
    statistic: Callable[[np.ndarray], Mapping[str, float]],
    clusters: Clusters,
    values: Mapping[str, float] | None = None,
    groups: int = GROUPS,
    no_shares: Collection[str] = (),
) -> dict[str, Estimate]:
    """Return estimates of the figures that `statistic` returns for the rows at given indices, by the delete-a-group
    jackknife (Kott 2001, Journal of Official Statistics 17:521): whole clusters are assigned to groups at random, and
    each group is left out in turn.

    A figure that is missing when some group is left out has NaN bounds. `values` are the figures of all rows, if
    already computed. A figure that is between 0 and 1 with and without each group gets an interval within 0 and 1,
    unless it is named in `no_shares` (such as a kappa or a distance).
    """
    everything = np.arange(len(clusters))
    whole = dict(statistic(everything) if values is None else values)
    number = cluster_indices(clusters)
    distinct = int(number.max()) + 1 if len(number) else 0
    dealt = np.random.default_rng(0).permutation(distinct) % groups if distinct else number
    used = min(groups, distinct) if distinct >= MIN_CLUSTERS else 0
    without = [statistic(np.flatnonzero(dealt[number] != group)) for group in range(used)]
    return {
        name: estimate_from_groups(
            name, value, [part.get(name) for part in without], len(clusters), distinct, name not in no_shares
        )
        for name, value in whole.items()
    }


def estimate_from_groups(
    name: str, value: float, without: Sequence[float | None], n: int, clusters: int, bounded: bool = True
) -> Estimate:
    """Return the estimate of one figure from its values with each group left out."""
    from scipy import special

    finite_array([value], [name], "figure")
    if clusters < MIN_CLUSTERS:
        return Estimate(value, *UNKNOWN, too_few(clusters), n, clusters)
    known = finite_array([left for left in without if left is not None], None, f"{name} without group")
    if len(known) < len(without):
        return Estimate(value, *UNKNOWN, "none: undefined without some of the drawings", n, clusters)
    method = f"delete-a-group jackknife, {len(known)} groups"
    error = math.sqrt((len(known) - 1) / len(known) * float(((known - known.mean()) ** 2).sum()))
    student = float(special.stdtrit(len(known) - 1, 0.975))
    is_share = bounded and min(value, known.min()) >= 0 and max(value, known.max()) <= 1
    if error <= ALIKE * max(1.0, abs(value)):
        if not is_share:
            return Estimate(value, *UNKNOWN, ALL_ALIKE, n, clusters)
        bound = float(unseen(clusters))
        return Estimate(value, value * (1 - bound), value + bound * (1 - value), "bound of the unseen", n, clusters)
    if is_share:
        worth = max(value * (1 - value) / error**2 * (Z95 / student) ** 2, 1e-3)
        if value in (0.0, 1.0):
            worth = float(len(known))
        low, high = mid_p(np.asarray(value), np.asarray(worth))
        return Estimate(value, float(low), float(high), method, n, clusters)
    low_bound = max(0.0, value - student * error) if min(value, known.min()) >= 0 else value - student * error
    return Estimate(value, low_bound, value + student * error, method, n, clusters)
