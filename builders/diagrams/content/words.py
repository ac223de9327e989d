"""Descriptions of diagrams in words, in several styles."""

import random
from collections.abc import Callable, Sequence

from sgpkit.metrics.structure.scene_match.asserted import Edge

from ...shared.words import listed as joined
from ...shared.words import with_article
from .graph import Diagram

Hand = Callable[[Diagram, random.Random], str]

LINES = {True: "arrow", False: "line"}


def listed(texts: Sequence[str]) -> str:
    """Return texts in quotes as one phrase: "A", "B" and "C"."""
    return joined([f"“{text}”" for text in texts])


def prose(diagram: Diagram, draw: random.Random) -> str:
    """Describe a diagram in sentences, node by node."""
    line = LINES[diagram.directed]
    boxes = draw.sample(diagram.nodes, len(diagram.nodes))
    sentences = [f"Draw {with_article(diagram.kind)} of {diagram.subject}. It has {len(boxes)} boxes: {listed(boxes)}."]
    for start in dict.fromkeys(edge.start for edge in diagram.edges):
        edges = [edge for edge in diagram.edges if edge.start == start]
        ends = [f"to “{edge.end}”{f' (labelled “{edge.label}”)' if edge.label else ''}" for edge in edges]
        targets = joined(ends)
        subject = f"{with_article(line).capitalize()} leads" if len(ends) == 1 else f"{line.capitalize()}s lead"
        sentences.append(f"{subject} from “{start}” {targets}.")
    return " ".join(sentences)


def bullets(diagram: Diagram, draw: random.Random) -> str:
    """Describe a diagram as a list of its edges in any order."""
    mark = "→" if diagram.directed else "—"
    edges = list(diagram.edges)
    draw.shuffle(edges)
    lines = [f"- {edge.start} {mark} {edge.end}{f' ({edge.label})' if edge.label else ''}" for edge in edges]
    kind = "arrows, with their labels in brackets" if any(edge.label for edge in edges) else "arrows"
    kind = kind if diagram.directed else kind.replace("arrows", "lines")
    return f"{diagram.kind.capitalize()}: {diagram.subject}\n\nBoxes and {kind}:\n" + "\n".join(lines)


def spoken(diagram: Diagram, draw: random.Random) -> str:
    """Describe a diagram as in a spoken request."""
    edges = list(diagram.edges)
    draw.shuffle(edges)
    clauses = [f"“{edge.start}” {verb(diagram, edge)} “{edge.end}”{label(diagram, edge)}" for edge in edges]
    lead = f"I need {with_article(diagram.kind)} that shows {diagram.subject}, "
    lead += "with one box for each thing in quotation marks."
    lines = f"Every connection is {with_article(LINES[diagram.directed])}."
    return f"{lead} {lines} {'; '.join(clauses)}."


def verb(diagram: Diagram, edge: Edge) -> str:
    """Return the words between the two ends of an edge."""
    return {
        "class hierarchy": "points to its superclass",
        "tree": "points to its child",
        "dependency graph": "comes before",
        "entity-relationship diagram": "is connected to",
    }.get(diagram.kind, "leads to")


def label(diagram: Diagram, edge: Edge) -> str:
    """Return the words for an edge's label, "" for none."""
    return f" with the label “{edge.label}”" if edge.label else ""


HANDS: tuple[Hand, ...] = (prose, bullets, spoken)


def description(diagram: Diagram, draw: random.Random) -> str:
    """Return a description by one of the hands."""
    return draw.choice(HANDS)(diagram, draw)
