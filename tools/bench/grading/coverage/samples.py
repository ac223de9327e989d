"""Generate samples of clustered rows, many at a time, as sums and sizes of clusters with a known mean."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

Generator = np.random.Generator
LONGEST = 40


class Sample(NamedTuple):
    """Sums and sizes of clusters, one sample per row, and the mean that their intervals should cover."""

    sums: np.ndarray
    sizes: np.ndarray
    truth: float


def sizes(generator: Generator, repeats: int, clusters: int, kind: str) -> np.ndarray:
    """Return numbers of rows: one, four, 1 to 8, a few large among small ones, or four of which 30 % are missing."""
    shape = (repeats, clusters)
    made: dict[str, Callable[[], np.ndarray]] = {
        "1": lambda: np.ones(shape),
        "4": lambda: np.full(shape, 4.0),
        "1-8": lambda: generator.integers(1, 9, shape).astype(float),
        "1-40, skewed": lambda: np.minimum(generator.geometric(0.15, shape), LONGEST).astype(float),
        "4, 30 % missing": lambda: np.maximum(generator.binomial(4, 0.7, shape), 1).astype(float),
    }
    return made[kind]()


def yes_no(generator: Generator, counts: np.ndarray, mean: float, alike: float) -> Sample:
    """Return yes/no rows: the probability of each cluster is drawn from a beta distribution such that the
    correlation of two rows of a cluster is `alike`.
    """
    chance = np.full(counts.shape, mean)
    if alike:
        total = 1 / alike - 1
        chance = generator.beta(mean * total, (1 - mean) * total, counts.shape)
    return Sample(generator.binomial(counts.astype(int), chance).astype(float), counts, mean)


def graded(generator: Generator, counts: np.ndarray, mean: float, total: float) -> Sample:
    """Return scores from 0 to 1. Each is the mean of a value of its cluster and one of its own, both from a beta
    distribution with a + b = `total`: below 2 they are concentrated at the ends, and near an end they are strongly
    skewed.
    """
    longest = int(counts.max())
    own = generator.beta(mean * total, (1 - mean) * total, (*counts.shape, longest))
    own *= np.arange(longest) < counts[..., None]
    shared = generator.beta(mean * total, (1 - mean) * total, counts.shape)
    alone = longest == 1
    return Sample(own.sum(axis=-1) if alone else (own.sum(axis=-1) + shared * counts) / 2, counts, mean)


def amounts(generator: Generator, counts: np.ndarray, mean: float, spread: float) -> Sample:
    """Return amounts without an upper bound: log-normal with this spread, half of which is due to the cluster and
    half to the row.
    """
    longest = int(counts.max())
    level = np.log(mean) - spread**2 / 2
    own = generator.lognormal(level, spread, (*counts.shape, longest)) * (np.arange(longest) < counts[..., None])
    shared = generator.lognormal(level, spread, counts.shape)
    alone = longest == 1
    return Sample(own.sum(axis=-1) if alone else (own.sum(axis=-1) + shared * counts) / 2, counts, mean)


KINDS: Mapping[str, Callable[[Generator, np.ndarray, float, float], Sample]] = {
    "yes/no": yes_no,
    "graded": graded,
    "amounts": amounts,
}


class Changes(NamedTuple):
    """Gains and losses of clusters of yes/no rows, their sizes, and the true difference."""

    gains: np.ndarray
    losses: np.ndarray
    sizes: np.ndarray
    truth: float


def changes(generator: Generator, counts: np.ndarray, gained: float, lost: float, alike: float) -> Changes:
    """Return yes/no rows that turned right or wrong; with `alike`, the chances of a cluster are drawn."""
    chances = np.array([gained, lost, 1 - gained - lost])
    drawn = np.broadcast_to(chances, (*counts.shape, 3))
    if alike:
        parts = generator.standard_gamma(np.maximum(chances * (1 / alike - 1), 1e-9), (*counts.shape, 3)) + 1e-300
        drawn = parts / parts.sum(axis=-1, keepdims=True)
    turned = generator.multinomial(counts.astype(int), drawn)
    return Changes(turned[..., 0].astype(float), turned[..., 1].astype(float), counts, gained - lost)
