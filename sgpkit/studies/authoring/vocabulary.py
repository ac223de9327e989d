"""The types of questions for each format, with descriptions.

SVG: SGP-Bench §4.2 (semantics, color, shape, count, reasoning) and VGBench Table 1 (category, color, usage); TikZ and
Graphviz: VGBench Table 1. For EPS, which neither paper has, and CAD, for which SGP-Bench names no types, similar types
are chosen.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sgpkit.errors import UserError, nearest
from sgpkit.graphics import formats

SEEN = {
    "semantics": "what is shown, what a part of it stands for, what it would be used for",
    "color": "the color of something in it that the question names",
    "shape": "the shape of something in it, or how its outline runs",
    "count": "how many of something can be seen; each thing counted must be clearly visible",
    "reasoning": "what follows from what is seen: a comparison, a purpose, a cause, what would happen next",
    "category": "what kind of object or scene is shown",
    "usage": "what the shown object is used for, or who would use it and where",
    "concept": "which concept, structure or method the figure illustrates",
    "counting": "how many of something the figure has: nodes, arrows, boxes, layers, curves",
    "domain": "which field the graph is from, or what kind of system it describes",
    "layout": "how the parts are arranged: direction, order, groups, symmetry, what stands where",
}  # fmt: skip
RELATION = "how two named parts of the figure relate: which is inside, above, connected to or larger than which"
RELATION_OF_NODES = "how named nodes relate: which leads to which, by how many steps, what lies between"
SOLID = {
    "semantics": "what the part is, or what it would serve for in a machine or building",
    "shape": "the form of the part or of a piece of it: faces, outline, profile",
    "count": "how many of something the part has: holes, corners, bodies, steps; each must be clearly visible",
    "reasoning": "what follows from its form: symmetry, proportions, which piece carries or fits which",
}

TYPES: Mapping[str, Mapping[str, str]] = {
    "svg": {
        name: SEEN[name] for name in ("semantics", "color", "shape", "count", "reasoning", "category", "usage")
    },
    "tikz": {name: SEEN[name] for name in ("concept", "counting")} | {"relation": RELATION},
    "graphviz": {name: SEEN[name] for name in ("domain", "layout")} | {"relation": RELATION_OF_NODES},
    "eps": {name: SEEN[name] for name in ("semantics", "color", "shape", "count", "concept")} | {"relation": RELATION},
    "cad": SOLID,
}  # fmt: skip


class Example(NamedTuple):
    """An example question of a type, about another picture."""

    question: str
    options: tuple[str, str, str, str]
    answer: str


EXAMPLES: Mapping[str, Example] = {
    "semantics": Example("What does the object hold?", ("Water", "Letters", "Coins", "Flowers"), "Flowers"),
    "color": Example("What color is the roof?", ("Red", "Blue", "Green", "Brown"), "Red"),
    "shape": Example("Which shape has the window?", ("Circle", "Square", "Arch", "Triangle"), "Arch"),
    "count": Example("How many petals are visible?", ("4", "5", "6", "8"), "5"),
    "reasoning": Example("Why is the arm raised?", ("To wave", "To throw", "To carry", "To point"), "To wave"),
    "category": Example("What does the icon show?", ("A kettle", "A lamp", "A bell", "A cup"), "A kettle"),
    "usage": Example(
        "What is the shown object for?",
        ("Cutting paper", "Measuring length", "Driving nails", "Holding sheets"),
        "Cutting paper",
    ),
    "concept": Example(
        "What does the figure illustrate?",
        ("A Venn diagram", "A number line", "A commutative square", "A pie chart"),
        "A Venn diagram",
    ),
    "counting": Example("How many arrows leave the first box?", ("1", "2", "3", "4"), "2"),
    "relation": Example(
        "How do B and A relate?", ("B is above A", "B is below A", "B is left of A", "B is inside A"), "B is below A"
    ),
    "domain": Example(
        "What does the graph describe?",
        ("A family tree", "A build process", "A road network", "A food web"),
        "A build process",
    ),
    "layout": Example(
        "In which direction do the arrows run?",
        ("Top to bottom", "Bottom to top", "Left to right", "In a circle"),
        "Top to bottom",
    ),
}
"""One worked example per type, which a model that writes questions is shown."""

CAD = "cad"

CAPTION = "caption"
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def is_known(format: str) -> bool:
    """Return whether questions can be authored about programs of a format."""
    return format == CAD or formats.has(format)


def known_types(format: str) -> Mapping[str, str]:
    """Return the types of question for a format, with what each asks; those of SVG for one that has none of its own."""
    return TYPES.get(format, TYPES["svg"])


def types(arguments: Sequence[str], format: str) -> dict[str, str]:
    """Return the types that `--types` names, with what each asks.

    `--types` has names with commas between, and `name=what it asks` for one that is not in the table.
    """
    known = known_types(format)
    chosen: dict[str, str] = {}
    for argument in arguments:
        for piece in pieces(argument):
            name, equals, asks = piece.partition("=")
            name, asks = name.strip(), " ".join(asks.split())
            if not NAME.fullmatch(name) or name == CAPTION:
                hint = "use --captions to draft captions" if name == CAPTION else "a name must be in lower case"
                raise UserError(f"--types {name!r}: {hint}")
            if equals and not asks:
                raise UserError(f"--types {name}=: expected a description, such as {name}='what the people are doing'")
            if not equals and name not in known:
                own = f"To define a new type: --types {name}='description'"
                raise UserError(f"--types: {format} has no type {name!r}{nearest(name, known)}\n{own}")
            if name in chosen:
                raise UserError(f"--types: {name} is given twice")
            chosen[name] = asks or known[name]
    return chosen


def pieces(argument: str) -> list[str]:
    """Split at commas, except commas within a description, which are not followed by a type."""
    parts: list[str] = []
    for piece in argument.split(","):
        name = piece.partition("=")[0]
        if parts and "=" in parts[-1] and not NAME.fullmatch(name):
            parts[-1] += f",{piece}"
        elif piece.strip():
            parts.append(piece.strip())
    return parts
