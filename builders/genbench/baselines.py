"""Answers without a model: what is written down of a prompt, without a look at how it fits together.

`first-item` draws the first item alone. `scattered` draws every item in its number and colour in a grid, in the
order in which the text names them: attributes and counts are right, relations by chance.
"""

from collections.abc import Mapping, Sequence

from sgpkit.benchmark import Baseline, Row

from . import constraints
from .content import drawing
from .content.draft import COLORS


def first_item(rows: Sequence[Row]) -> list[str]:
    """Draw the first thing of each prompt."""
    return [drawing.grid(items_of(row)[:1]) for row in rows]


def scattered(rows: Sequence[Row]) -> list[str]:
    """Draw all things of each prompt side by side."""
    return [drawing.grid(items_of(row)) for row in rows]


def items_of(row: Row) -> list[tuple[str, str]]:
    """Return the shape and the colour of every figure of a prompt."""
    if not row["specification"]:
        return []
    items = constraints.read(row["specification"]).items
    return [
        (item.shape, item.color or next(name for name in COLORS if name != item.not_color))
        for item in items
        for _ in range(item.number)
    ]


BASELINES: Mapping[str, Baseline] = {
    "first-item": Baseline(first_item),
    "scattered": Baseline(scattered),
}
