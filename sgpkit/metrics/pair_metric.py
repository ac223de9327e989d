"""A figure for each pair of prediction and reference that comes from outside a metric, such as a learned distance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PairMetric:
    """`compare` takes the predictions and the references of all pairs, and gives a number for each.

    `worst` is the number of a prediction that cannot be compared. `size` is the side of the pictures that are compared,
    in pixels, where pairs are pictures.
    """

    compare: Callable[[Sequence[Any], Sequence[Any]], Sequence[float]]
    worst: float
    size: int = 224
