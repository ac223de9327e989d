"""The contents of a figure as its recipe records them, in the forms that questions need."""

import re
from functools import lru_cache
from typing import NamedTuple


class Seen(NamedTuple):
    """Marks to find in the compiled drawing, by shape, fill and stroke (#rrggbb). An empty fill or stroke matches any.

    Shapes are those of `compiled.py`; "stroke" is a line or a curve. A double
    circle, which TikZ paints twice, counts once.
    """

    shape: str
    fill: str = ""
    stroke: str = ""


class Count(NamedTuple):
    """A number of countable things in the drawing. `noun` is plural."""

    noun: str
    number: int
    seen: Seen
    varies: bool = True
    """False if all figures of the kind have the same number, so that no question asks for it."""


class Position(NamedTuple):
    """The position of a labelled thing, y up, in units of the picture. `node` is its name in the program, if any."""

    label: str
    x: float
    y: float
    node: str = ""


class Edge(NamedTuple):
    start: str
    end: str
    directed: bool = True
    label: str = ""


class Relation(NamedTuple):
    """A question that the recipe itself composes; `kind` is how the answer is derived."""

    kind: str
    text: str
    answer: str
    others: tuple[str, ...]
    """At least three plausible wrong options."""


class Quantity(NamedTuple):
    """Things of one sort, each with a size. The question asks for the thing with the largest or the smallest size.

    `most` and `least` are complete texts of questions.
    """

    most: str
    least: str
    values: tuple[tuple[str, float], ...]


class Contents(NamedTuple):
    counts: tuple[Count, ...] = ()
    positions: tuple[Position, ...] = ()
    edges: tuple[Edge, ...] = ()
    relations: tuple[Relation, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    things: str = "node"
    """The noun for labelled things and the ends of edges, in the singular."""


_GREEK = dict(
    zip(
        (
            "alpha",
            "beta",
            "gamma",
            "delta",
            "epsilon",
            "zeta",
            "eta",
            "theta",
            "iota",
            "kappa",
            "lambda",
            "mu",
            "nu",
            "xi",
            "pi",
            "rho",
            "sigma",
            "tau",
            "upsilon",
            "phi",
            "chi",
            "psi",
            "omega",
        ),
        "αβγδϵζηθικλμνξπρστυϕχψω",
        strict=True,
    )
)
_COMMAND = re.compile(r"\\([A-Za-z]+) ?")


@lru_cache(maxsize=4096)
def spoken(label: str) -> str:
    """Return a label as it is read: `$q_0$` → "q0"."""
    text = _COMMAND.sub(lambda match: _GREEK.get(match[1], ""), label)
    return re.sub(r"[${}_^\\]", "", text).strip()
