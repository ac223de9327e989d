"""Ways of drawing a link between two nodes: straight, bent, or curved by the angles at its ends."""

import random
from typing import NamedTuple


class Way(NamedTuple):
    """`path` is written between the ends in the program; `shape` is the name in `compiled.py`, `word` the name in a
    caption."""

    path: str
    shape: str
    word: str

    def __bool__(self) -> bool:
        """True if it is curved."""
        return self.shape == "curve"


STRAIGHT = Way("--", "line", "straight")
CURVED = 0.5
"""The share of figures whose links are curved, where they can be."""


def way(run: str, generator: random.Random) -> Way:
    """Return a way for all links of a figure that run "across" (left to right), "down", or "any" direction."""
    if generator.random() > CURVED:
        return STRAIGHT
    side, angle = generator.choice(("left", "right")), generator.choice((8, 10, 12, 15))
    bent = (f"to[bend {side}={angle}]", f"to[bend {side}={angle}, looseness={generator.choice((0.9, 1.1))}]")
    reach = generator.choice(("4mm", "5mm", "6mm"))
    paths = {
        "across": (
            "to[out=0, in=180]",
            "to[in=180, out=0, looseness=0.8]",
            f".. controls +(0:{reach}) and +(180:{reach}) ..",
        ),
        "down": (
            "to[out=-90, in=90]",
            "to[out=270, in=90, looseness=0.9]",
            f".. controls +(0,-{reach}) and +(0,{reach}) ..",
        ),
        "any": bent,
    }[run]
    return Way(generator.choice(paths), "curve", "curved")
