"""Agreement beyond chance of two or more judges, on classes or on marks on a scale."""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence

import numpy as np

from sgpkit.statistics.clusters import Numbers

NO_ITEMS = "no items: expected at least one item that both judged"


def cohen_kappa(first: Numbers, second: Numbers) -> float:
    """Return the agreement beyond chance of two judges who classify the same items (Cohen 1960,
    doi:10.1177/001316446002000104).

    It is 1 if both put every item into the same single class, although chance agreement is then certain too.
    """
    a, b = np.asarray(first), np.asarray(second)
    if not len(a):
        raise ValueError(NO_ITEMS)
    agreed = float(np.mean(a == b))
    chance = sum(float(np.mean(a == label) * np.mean(b == label)) for label in np.union1d(a, b))
    return 1.0 if chance == 1.0 else (agreed - chance) / (1.0 - chance)


def weighted_kappa(first: Numbers, second: Numbers, power: int = 2) -> float:
    """Return Cohen's kappa for marks on a scale, each disagreement weighted by its distance to the power `power` (Cohen
    1968, doi:10.1037/h0026256). It is 1 if all marks of both judges are equal."""
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if not len(a):
        raise ValueError(NO_ITEMS)
    apart = float(np.mean(np.abs(a - b) ** power))
    by_chance = squared_distance(a, b) if power == 2 else distance(a, b, power)
    return 1.0 if by_chance == 0 else 1.0 - apart / by_chance


def squared_distance(a: np.ndarray, b: np.ndarray) -> float:
    """Return the mean squared difference over all pairs of a number in `a` and one in `b`, in linear time."""
    a, b = a - a[0], b - a[0]  # equal numbers are then exactly 0 apart
    return float(np.var(a) + np.var(b) + (np.mean(a) - np.mean(b)) ** 2)


def distance(a: np.ndarray, b: np.ndarray, power: int) -> float:
    """Return the mean of the absolute difference to a power, over all pairs of a number in `a` and one in `b`."""
    (marks, counts), (others, other_counts) = (np.unique(values, return_counts=True) for values in (a, b))
    apart = np.abs(marks[:, None] - others[None, :]) ** power
    return float(counts @ apart @ other_counts) / (len(a) * len(b))


def fleiss_kappa(rows: Sequence[Sequence[Hashable | None]], strict: bool = False) -> float | None:
    """Return the agreement beyond chance of many judges (Fleiss 1971, doi:10.1037/h0031619), over the rows with at
    least two judgements; rows may differ in their number. None is a missing judgement or, with `strict`, a separate
    class.

    Returns None if there is no such row, or only one class occurs, so that agreement by chance is certain.
    """
    alike = Counter(tuple(answer for answer in row if strict or answer is not None) for row in rows)
    counted = [(Counter(row), many) for row, many in alike.items() if len(row) > 1]
    if not counted:
        return None
    observed, totals = 0.0, Counter[Hashable]()
    for counts, many in counted:
        pairs = sum(count * (count - 1) for count in counts.values())
        observed += many * pairs / (counts.total() * (counts.total() - 1))
        totals.update({answer: many * count for answer, count in counts.items()})
    observed /= sum(many for _, many in counted)
    expected = sum((count / totals.total()) ** 2 for count in totals.values())
    return (observed - expected) / (1 - expected) if expected < 1 else None


def krippendorff_alpha(rows: Sequence[Sequence[float | str | None]], level: str = "nominal") -> float:
    """Return Krippendorff's alpha over rows of judgements; None is a missing judgement.

    After his "Computing Krippendorff's Alpha-Reliability" (2011). `level` selects the distance of two values:
    "nominal", "ordinal", "interval" or "ratio". NaN if there are fewer than two distinct values in rows with at least
    two judgements.
    """
    if level not in ("nominal", "ordinal", "interval", "ratio"):
        raise ValueError(f"unknown level {level!r}; expected nominal, ordinal, interval or ratio")
    given = [[value for value in row if value is not None] for row in rows]
    counted = [Counter(row) for row in given if len(row) > 1]
    totals = sum(counted, Counter[float | str]())
    values = sorted(totals, key=lambda value: (isinstance(value, str), value))
    if len(values) < 2:
        return math.nan
    number = {value: index for index, value in enumerate(values)}
    coincidence = np.zeros((len(values), len(values)))
    for counts in counted:
        row = np.zeros(len(values))
        for value, count in counts.items():
            row[number[value]] = count
        coincidence += (np.outer(row, row) - np.diag(row)) / (row.sum() - 1)
    marginal = coincidence.sum(axis=1)
    distance = DISTANCES[level](values, marginal)
    observed = float((coincidence * distance).sum())
    expected = float((np.outer(marginal, marginal) * distance).sum()) / (marginal.sum() - 1)
    return 1.0 - observed / expected if expected else math.nan


def nominal(values: Sequence[float | str], marginal: np.ndarray) -> np.ndarray:
    """Return distances of 0 between equal values and 1 between different ones."""
    return 1.0 - np.eye(len(values))


def ordinal(values: Sequence[float | str], marginal: np.ndarray) -> np.ndarray:
    """Return the squared number of judgements between each two values."""
    upto = np.cumsum(marginal) - marginal / 2
    apart: np.ndarray = (upto[:, None] - upto[None, :]) ** 2
    return apart


def interval(values: Sequence[float | str], marginal: np.ndarray) -> np.ndarray:
    """Return the squared differences of values."""
    scale = np.asarray(values, dtype=float)
    apart: np.ndarray = (scale[:, None] - scale[None, :]) ** 2
    return apart


def ratio(values: Sequence[float | str], marginal: np.ndarray) -> np.ndarray:
    """Return the squared differences of values relative to their sums."""
    scale = np.asarray(values, dtype=float)
    both = scale[:, None] + scale[None, :]
    apart: np.ndarray = np.divide(scale[:, None] - scale[None, :], both, out=np.zeros_like(both), where=both != 0) ** 2
    return apart


Distance = Callable[[Sequence[float | str], np.ndarray], np.ndarray]
DISTANCES: Mapping[str, Distance] = {"nominal": nominal, "ordinal": ordinal, "interval": interval, "ratio": ratio}
