"""The average of several figures on different scales."""

import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np


def minmax_average(rows: Sequence[Mapping[str, float]], lower_is_better: Collection[str] = ()) -> list[float]:
    """Return one number per row, from 0 to 100: the mean of its figures, each scaled over all given rows.

    The smallest value becomes 0 and the greatest 100, or the reverse if lower is better. SSVG-Bench (appendix E.1)
    scales over all models, both tasks and all three formats together. A figure that is equal in all rows is left out;
    if none remains, all rows get 0.
    """
    names = list(rows[0]) if rows else []
    if unknown := sorted(set(lower_is_better) - set(names)):
        raise ValueError(f"lower_is_better names {', '.join(unknown)}; the rows have {', '.join(names) or 'none'}")
    for index, row in enumerate(rows):
        if set(row) != set(names) or not all(math.isfinite(value) for value in row.values()):
            raise ValueError(f"row {index}: expected finite figures for {', '.join(names)}, got {dict(row)!r:.200}")
    table = np.array([[row[name] for name in names] for row in rows], dtype=float).reshape(len(rows), len(names))
    if not table.size:
        return [0.0] * len(rows)
    low, high = table.min(axis=0), table.max(axis=0)
    varying = high > low
    if not varying.any():
        return [0.0] * len(rows)
    scaled = (table - low)[:, varying] / (high - low)[varying]
    turned = np.array([name in lower_is_better for name in names])[varying]
    means: list[float] = (100 * np.where(turned, 1 - scaled, scaled).mean(axis=1)).tolist()
    return means
