"""Adversarial turtle programs: walks that leave no mark, or marks that no row asks for."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from sgpkit.baselines.adversarial.drawings import Drawings, Hiding, lines_of, swatches

MADE = re.compile(r"^(?P<name>\w+)\s*=\s*turtle\.(?:Turtle|Pen)\(\)[^\n]*$", re.MULTILINE)
LOWERED = re.compile(r"^(?P<indent>\s*)(?P<name>\w+)\.(?:pendown|pd|down)\(\)", re.MULTILINE)
HEAD = "import turtle\n\nt = turtle.Turtle()\n"


def palette() -> str:
    """Return twelve swatches."""
    square = "for _ in range(4):\n    t.forward(40)\n    t.left(90)\n"
    drawn = (
        f't.penup()\nt.goto({50 * column}, {50 * row})\nt.pendown()\nt.pencolor("{color}")\n{square}'
        for color, column, row in swatches()
    )
    return HEAD + "".join(drawn)


def spray() -> str:
    """Return lines all over the page."""
    return f"{HEAD}for _ in range(24):\n    t.forward(200)\n    t.backward(400)\n    t.forward(200)\n    t.left(7.5)\n"


def words(text: str) -> str:
    """Return a page with a text written on it."""
    return f"{HEAD}t.write({' '.join(lines_of(text))!r})\n"


def with_turtle(code: str, then: str) -> str:
    """Return the program with a method call on each turtle right after its creation."""
    return MADE.sub(lambda made: f"{made[0]}\n{made['name']}.{then}", code)


HIDINGS: Mapping[str, Hiding] = MappingProxyType(
    {
        "lifted": lambda code: LOWERED.sub(r"\g<indent>\g<name>.penup()", with_turtle(code, "penup()")),
        "white": lambda code: with_turtle(code, 'pencolor("white")'),
        "cleared": lambda code: code + "".join(f"\n{made['name']}.clear()\n" for made in MADE.finditer(code)),
    }
)
"""Ways of hiding a walk: with the pen up, in white, and cleared at the end."""

DRAWINGS = Drawings(HEAD, palette(), spray(), words, HIDINGS)
