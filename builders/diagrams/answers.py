"""Answers by which both errors of the score are measured: the diagram in another order, and wrong diagrams."""

import random
from collections.abc import Callable, Mapping, Sequence

from sgpkit.benchmark import Row
from sgpkit.metrics.structure.scene_match import asserted
from sgpkit.metrics.structure.scene_match.asserted import Edge

from .content.graph import Diagram
from .content.programs import WRITERS

Change = Callable[[Diagram, random.Random], Diagram]
Answer = Callable[..., list[str]]


def diagram_of(row: Row) -> Diagram:
    """Return the diagram that a row asks for."""
    network = asserted.from_text(row["asserted"]).network
    return Diagram(str(row["kind"]), str(row["cluster"]), network.edges if network is not None else ())


def changed(change: Change) -> Answer:
    """Return answers that draw the diagram after a change."""

    def answer(rows: Sequence[Row], language: str) -> list[str]:
        return [WRITERS[language](change(diagram_of(row), random.Random(str(row["id"])))) for row in rows]

    return answer


def reordered(diagram: Diagram, draw: random.Random) -> Diagram:
    """Return the same diagram with its edges, and so its boxes, in another order."""
    return diagram._replace(edges=tuple(draw.sample(diagram.edges, len(diagram.edges))))


def renamed(diagram: Diagram, draw: random.Random) -> Diagram:
    """Return the diagram with its labels on other boxes."""
    labels = diagram.nodes
    new = dict(zip(labels, (*labels[1:], labels[0]), strict=True))
    return diagram._replace(edges=tuple(Edge(new[edge.start], new[edge.end], edge.label) for edge in diagram.edges))


def unlabelled(diagram: Diagram, draw: random.Random) -> Diagram:
    """Return the diagram with numbers in place of labels."""
    new = {label: f"Box {number}" for number, label in enumerate(diagram.nodes)}
    return diagram._replace(edges=tuple(Edge(new[edge.start], new[edge.end]) for edge in diagram.edges))


RIGHT: Mapping[str, Answer] = {"in another order": changed(reordered)}
WRONG: Mapping[str, tuple[Answer, float]] = {
    "labels moved on by one": (changed(renamed), 0.6),
    "numbers for labels": (changed(unlabelled), 0.05),
}
"""Wrong answers, and what they may score at most: in a tree most edges stay when labels move on."""
