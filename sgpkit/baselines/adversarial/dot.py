"""Adversarial Graphviz: graphs that show nothing, or something that no row asks for."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from sgpkit.baselines.adversarial.drawings import PALETTE, Drawings, Hiding, around, lines_of

COLORS = re.compile(r"\b(color|fontcolor|fillcolor|bgcolor|pencolor)(\s*=\s*)(\"[^\"]*\"|[\w.#]+)")
STYLES = re.compile(r"\bstyle(\s*=\s*)(\"[^\"]*\"|\w+)")


def palette() -> str:
    """Return twelve swatches."""
    swatches = (f'{index} [label="" fillcolor="{color}"]' for index, color in enumerate(PALETTE))
    return f"graph {{ node [shape=box style=filled]\n{chr(10).join(swatches)}\n}}\n"


def spray() -> str:
    """Return a graph in which all nodes are connected."""
    nodes = range(8)
    edges = (f"{first} -- {second}" for first in nodes for second in nodes if first < second)
    return f'graph {{ node [label="" shape=point]\n{chr(10).join(edges)}\n}}\n'


def words(text: str) -> str:
    """Return a node with a text on it."""
    lines = "\\n".join(line.replace('"', " ").replace("\\", " ") for line in lines_of(text))
    return f'graph {{ a [shape=plaintext label="{lines}"] }}\n'


# --- hiding -----------------------------------------------------------------------------------------------------------


def defaults(code: str, attributes: str) -> str:
    """Return the graph with default attributes of the graph, its nodes and its edges."""
    begin = code.find("{") + 1
    stated = "".join(f" {kind} [{attributes}];" for kind in ("graph", "node", "edge"))
    return around(code, begin or -1, code.rfind("}"), stated, "")


def painted(color: str, font: str = "#ffffff") -> Hiding:
    """Return a hiding that gives everything one colour, and texts another, since texts cannot be transparent."""
    attributes = f'color="{color}" fillcolor="{color}" fontcolor="{font}"'

    def paint(stated: re.Match[str]) -> str:
        return f'{stated[1]}{stated[2]}"{font if stated[1] == "fontcolor" else color}"'

    return lambda code: defaults(COLORS.sub(paint, code), attributes)


def unused(code: str) -> str:
    """Return a graph that has only comments."""
    head, brace, body = code.partition("{")
    commented = "\n".join(f"// {line}" for line in body.rpartition("}")[0].splitlines())
    return f"{head}{brace}\n{commented}\n}}\n"


HIDINGS: Mapping[str, Hiding] = MappingProxyType(
    {
        "invisible": lambda code: defaults(STYLES.sub(r"style\1invis", code), 'style=invis fontcolor="#ffffff"'),
        "faint": painted("#00000000"),
        "white": painted("#ffffff"),
        "unused": unused,
    }
)
"""Ways of hiding a graph: by the style of what is not drawn, transparent paint, white paint, and comments."""

DRAWINGS = Drawings("graph { }\n", palette(), spray(), words, HIDINGS)
