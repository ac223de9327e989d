"""Programs with one defect, for repairs: one that does not compile, or one that draws another diagram."""

import random
import re
from collections.abc import Callable, Mapping

from sgpkit.metrics.structure.scene_match.asserted import Edge

from .graph import Diagram


def unclosed_svg(code: str) -> str:
    """Remove the end tag of the group."""
    return code.replace("</g>\n", "", 1)


def unfinished_tikz(code: str) -> str:
    """Remove the semicolon of the first line that is drawn."""
    return re.sub(r"(\\draw[^;]*);", r"\1", code, count=1)


def unclosed_dot(code: str) -> str:
    """Remove the closing brace."""
    return code.rstrip().removesuffix("}")


def unclosed_typst(code: str) -> str:
    """Remove the last bracket of a text."""
    before, _, after = code.rpartition("]")
    return before + after


def misspelt_mermaid(code: str) -> str:
    """Misspell the kind of the diagram."""
    return re.sub(r"^(\w+)\w", r"\1", code, count=1, flags=re.MULTILINE)


SYNTAX: Mapping[str, Callable[[str], str]] = {
    "svg": unclosed_svg,
    "tikz": unfinished_tikz,
    "dot": unclosed_dot,
    "typst": unclosed_typst,
    "mermaid": misspelt_mermaid,
}


def wrong_diagram(diagram: Diagram, draw: random.Random) -> Diagram:
    """Return a diagram in which one edge is missing, reversed, or has another end; all nodes keep an edge."""
    changes = [changed for changed in candidates(diagram) if set(changed.nodes) == set(diagram.nodes)]
    return draw.choice(changes)


def candidates(diagram: Diagram) -> list[Diagram]:
    """Return every diagram that differs in one edge."""
    pairs = [(edge.start, edge.end) for edge in diagram.edges]
    results = []
    for index, edge in enumerate(diagram.edges):
        before, after = diagram.edges[:index], diagram.edges[index + 1 :]
        results.append(diagram._replace(edges=(*before, *after)))
        if diagram.directed and (edge.end, edge.start) not in pairs:
            results.append(diagram._replace(edges=(*before, Edge(edge.end, edge.start, edge.label), *after)))
        for label in diagram.nodes:
            pair = (edge.start, label)
            if label != edge.start and pair not in pairs and pair[::-1] not in pairs:
                results.append(diagram._replace(edges=(*before, Edge(edge.start, label, edge.label), *after)))
    return results
