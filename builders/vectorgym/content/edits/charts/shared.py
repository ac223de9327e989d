"""Functions of several edits of charts: further names of a topic, values on the same grid, categories in another
order."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from sgpkit.families.shared import tables

from ...scenes.charts.topics import BY_TITLE, LISTS
from ...scenes.colors import distance, several
from ...scenes.specs import Chart
from ..phrases import ordinal

WORDS = tables.read(__file__, "shared.toml")

Value = TypeVar("Value")

ROUND = ("pie", "donut")
SINGLE = ("bar", "rows", *ROUND)
"""Forms of one series."""

MANY = ("grouped", "stacked", "line", "area", "radar")
MARKS: dict[str, str] = WORDS["marks"]
SEQUENCES = tuple(LISTS[name] for name in ("months", "days", "years", "hours"))
"""Categories with a natural order."""

COLORS: tuple[str, ...] = WORDS["colors"]
TITLES: tuple[str, ...] = WORDS["titles"]


def rows(spec: Chart) -> int:
    """Return the number of series in the chart."""
    return 1 if spec.form in SINGLE else len(spec.series)


def is_sequence(spec: Chart) -> bool:
    return any(set(spec.categories) <= set(sequence) for sequence in SEQUENCES)


def further_categories(spec: Chart) -> list[str]:
    """Return names that may follow the last category: the next of a sequence, otherwise any unused ones of the
    topic."""
    for sequence in SEQUENCES:
        if set(spec.categories) <= set(sequence):
            follows = dict(pairwise(sequence)).get(spec.categories[-1])
            return [follows] if follows is not None and follows not in spec.categories else []
    topic = BY_TITLE.get(spec.title)
    if topic is None:
        return []
    for names in (topic.parts, topic.categories):
        if set(spec.categories) <= set(names):
            return [name for name in names if name not in spec.categories]
    return []


def further_series(spec: Chart) -> list[str]:
    topic = BY_TITLE.get(spec.title)
    taken = {series.name for series in spec.series}
    return [] if topic is None else [name for name in topic.series if name not in taken]


def grid(values: Sequence[float]) -> float:
    """Return the step of which all values are multiples: 1, or a tenth."""
    return 1.0 if all(float(value).is_integer() for value in values) else 0.1


def fresh(values: Sequence[float], generator: random.Random) -> float:
    """Return a value of about the same size."""
    step = grid(values)
    low, high = min(values), max(values)
    return round(round(generator.uniform(low, max(high, low + 4 * step)) / step) * step, 2)


def other(values: Sequence[float], old: float, generator: random.Random) -> float:
    """Return a value that differs from the old one by at least a quarter of the largest, so that the change is
    visible."""
    step, most = grid(values), max(values)
    offers = [old - 0.25 * most - share * 0.2 * most for share in (0.0, 0.5, 1.0)]
    offers += [old + 0.25 * most + share * 0.1 * most for share in (0.0, 0.5, 1.0)]
    within = [offer for offer in offers if 0.15 * most <= offer <= 1.15 * most]
    return round(round(generator.choice(within) / step) * step, 2)


def put(values: Sequence[Value], at: int, value: Value) -> tuple[Value, ...]:
    """Return the values with another value at one index; () remains ()."""
    return tuple(value if index == at else old for index, old in enumerate(values))


def ordered(spec: Chart, order: Sequence[int]) -> Chart:
    """Return a chart with the categories of these indices, with their values and colours."""
    series = tuple(one._replace(values=tuple(one.values[index] for index in order)) for one in spec.series)
    colors = spec.category_colors
    return replace(
        spec,
        categories=tuple(spec.categories[index] for index in order),
        series=series,
        category_colors=tuple(colors[index] for index in order) if colors else (),
    )


def color(spec: Chart, generator: random.Random) -> str:
    """Return a colour that the chart does not have, with contrast to those it has."""
    used = [spec.ground, "#FFFFFF", *spec.category_colors, *(series.color for series in spec.series)]
    return max(several(6, generator, COLORS), key=lambda offer: min(distance(offer, old) for old in used))


def nth(count: int) -> str:
    return ordinal(count - 1)
