"""A measure of pairs of prediction and reference that is passed to a metric, such as a learned distance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PairMetric:
    """`compare` takes the predictions and the references of all pairs, and returns a number for each pair.

    `worst` is the number for a prediction that cannot be compared. `size` is the side of the pictures in pixels, if
    pairs are pictures.
    """

    compare: Callable[[Sequence[Any], Sequence[Any]], Sequence[float]]
    worst: float
    size: int = 224
