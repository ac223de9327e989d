"""Timing: both sides in turn, several rounds, medians."""

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Figure(NamedTuple):
    what: str
    value: float
    unit: str
    goal: str
    holds: bool


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def median_seconds(work: Callable[[], object], rounds: int = 5) -> float:
    return statistics.median(seconds(work) for _ in range(rounds))


def ratio(ours: Callable[[], object], theirs: Callable[[], object], rounds: int = 3) -> float:
    """Return how many times as fast `ours` is: the median over rounds in which both run, one after the other."""
    return statistics.median(seconds(theirs) / seconds(ours) for _ in range(rounds))


def at_least(what: str, value: float, goal: float, unit: str = "×") -> Figure:
    return Figure(what, value, unit, f"≥ {goal:g}", value >= goal)


def at_most(what: str, value: float, goal: float, unit: str) -> Figure:
    return Figure(what, value, unit, f"≤ {goal:g}", value <= goal)
