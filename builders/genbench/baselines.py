"""Answers without a model: what is written down of a prompt, without a look at how it fits together.

`first-item` draws the first item alone. `scattered` draws every item in its number and colour in a grid, in the
order in which the text names them: attributes and counts are right, relations by chance.
"""

import math
from collections.abc import Callable, Mapping, Sequence

from sgpkit.benchmark import Row

from . import constraints
from .content import drawing
from .content.colors import PLAIN

PAGE = 400


def first_item(rows: Sequence[Row]) -> list[str]:
    """Draw the first thing of each prompt."""
    return [grid(items_of(row)[:1]) for row in rows]


def scattered(rows: Sequence[Row]) -> list[str]:
    """Draw all things of each prompt side by side."""
    return [grid(items_of(row)) for row in rows]


def items_of(row: Row) -> list[tuple[str, str]]:
    """Return the shape and the colour of every figure of a prompt."""
    if not row["specification"]:
        return []
    items = constraints.read(row["specification"]).items
    return [
        (item.shape, item.color or next(name for name in PLAIN if name != item.not_color))
        for item in items
        for _ in range(item.number)
    ]


def grid(named: Sequence[tuple[str, str]]) -> str:
    """Return a drawing of figures in a grid."""
    side = max(1, math.ceil(math.sqrt(len(named))))
    size = PAGE / side
    shapes = [
        drawing.element(
            shape,
            PLAIN[color][0],
            (index % side + 0.5) * size,
            (index // side + 0.5) * size,
            size * 0.6,
            drawing.height(shape, size * 0.6),
        )
        for index, (shape, color) in enumerate(named)
    ]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE} {PAGE}">{"".join(shapes)}</svg>'


BASELINES: Mapping[str, Callable[[Sequence[Row]], list[str]]] = {"first-item": first_item, "scattered": scattered}
