"""Baselines: answers that use the words of a prompt, without its relations.

`first-item` draws the first item alone. `scattered` draws every item in its number and colour in a grid, in the
order in which the text names them: attributes and counts are right, relations by chance.
"""

import re
from collections.abc import Mapping, Sequence

from sgpkit.baselines import variants
from sgpkit.benchmark import Baseline, Row, Variant
from sgpkit.metrics.structure.recall import color_names

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

SHADES: Mapping[str, str] = {
    "red": "darkred",
    "orange": "orange",
    "yellow": "gold",
    "green": "limegreen",
    "cyan": "darkturquoise",
    "blue": "royalblue",
    "purple": "darkviolet",
    "pink": "hotpink",
    "brown": "peru",
    "gray": "darkgray",
    "black": "#111111",
}
"""Other shades of the colours of our prompts."""

FILL = re.compile(r'fill="(#[0-9a-f]{6})"')
RECT = re.compile(r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"')
SHAPE = re.compile(r"\n  <[^\n]+")


def repainted(code: str, shades: Mapping[str, str]) -> str:
    """Return a drawing of ours with other shades for the colours that it names."""
    return FILL.sub(lambda match: f'fill="{shades[color_names.name_of(color_names.channels(match[1]))]}"', code)


def with_paths(code: str) -> str:
    """Return a drawing with paths for rectangles."""
    return RECT.sub(r'<path d="M\1 \2h\3v\4h-\3z"', code)


def next_shades() -> dict[str, str]:
    """Return for each colour the shade of the next one."""
    return {name: color_names.PLAIN[other] for name, other in zip(COLORS, (*COLORS[1:], COLORS[0]), strict=True)}


def reference(row: Row) -> str:
    """Return the drawing that a prompt was made with."""
    return str(row["code"])


RIGHT: Mapping[str, Variant] = {
    **variants.rewritten("svg", reference),
    "in other shades": Variant(variants.changed(reference, lambda code: repainted(code, SHADES))),
    "with paths for rectangles": Variant(variants.changed(reference, with_paths)),
    **variants.nearly_in_place("svg", reference),
}
WRONG: Mapping[str, Variant] = {
    **variants.of_another_row(reference),
    "each color exchanged": Variant(variants.changed(reference, lambda code: repainted(code, next_shades())), 0.1),
    "without the last figure": Variant(
        variants.changed(reference, lambda code: code.replace(SHAPE.findall(code)[-1], "")), 0.0
    ),
    "one figure too many": Variant(
        variants.changed(reference, lambda code: code.replace("</svg>", '<circle cx="9" cy="391" r="7"/></svg>')), 0.0
    ),
}
