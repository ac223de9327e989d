"""Right answers other than the references: the same figure elsewhere on the screen."""

import re
from collections.abc import Mapping

from sgpkit.baselines import variants
from sgpkit.benchmark import Row, Variant

TURTLE = re.compile(r"^(\w+) = turtle\.Turtle\(\)\n", re.MULTILINE)


def program(row: Row) -> str:
    return str(row["code"])


def started(code: str, x: float, y: float) -> str:
    """Return a program whose turtle starts at a position."""
    first = r"\g<0>\1.penup()\n\1.setx({})\n\1.sety({})\n\1.pendown()\n"
    return TURTLE.sub(first.format(f"{x:g}", f"{y:g}"), code, count=1)


def centered(code: str) -> str:
    """Return a program whose figure is in the middle of the screen."""
    from .tracing import figure

    box = figure(code).box()
    if box is None:
        return code
    left, bottom, right, top = box
    return started(code, -(left + right) / 2, -(bottom + top) / 2)


RIGHT: Mapping[str, Variant] = {
    "started at (0.5, 0.5)": Variant(variants.changed(program, lambda code: started(code, 0.5, 0.5))),
    "started at (17.3, -8.6)": Variant(variants.changed(program, lambda code: started(code, 17.3, -8.6))),
    "in the middle": Variant(variants.changed(program, centered)),
}
