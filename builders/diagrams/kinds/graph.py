"""Graphs: labelled boxes with connections between them. The content is in `content/graph.py`."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from sgpkit.metrics.structure.scene_match import networks
from sgpkit.metrics.structure.scene_match.asserted import Edge, Network
from sgpkit.metrics.structure.scene_match.groups import Drawn

from ..content import defects, graph, programs, words
from ..content.graph import Diagram
from ..content.layout import layout
from .kind import Kind, Shown

RULE = """\
Every box has its label inside, every connection runs from box to box, and no other text is drawn."""


def make(number: int, level: str, draw: random.Random) -> Diagram:
    """Return a part of a known graph."""
    topics = graph.topics()
    return graph.part(topics[number % len(topics)], level, draw)


def show(drawn: Drawn, content: Diagram) -> Shown:
    """Return the agreement of the edges."""
    network = Network(content.edges, content.directed)
    return Shown(networks.compare(drawn.contents, network).score(spare=0))


def renamed(content: Diagram, name: Callable[[str], str]) -> Diagram:
    """Return the graph with other labels on its nodes."""
    return content._replace(edges=tuple(replace(e, start=name(e.start), end=name(e.end)) for e in content.edges))


def labels(content: Diagram) -> tuple[str, ...]:
    """Return the labels of nodes and edges."""
    return (*content.nodes, *(edge.label for edge in content.edges if edge.label))


def other(content: Diagram, language: str, draw: random.Random) -> str:
    """Return another program: larger and with boxes in the opposite order, or, where layout is automatic, with edges in
    another order."""
    if language in programs.PLACED:
        return programs.PLACED[language](content, layout(content).scaled(1.25))
    return programs.WRITERS[language](content._replace(edges=tuple(draw.sample(content.edges, len(content.edges)))))


def from_plain(kind: str, plain: Any) -> Diagram:
    """Return the graph of JSON."""
    edges = [Edge(start, end, "".join(label)) for start, end, *label in plain["edges"]]
    return Diagram(kind, "", tuple(edges))


def as_plain(content: Diagram) -> dict[str, Any]:
    """Return the graph for JSON."""
    edges = [[edge.start, edge.end, *([edge.label] if edge.label else [])] for edge in content.edges]
    return {"directed": content.directed, "edges": edges}


KINDS = {
    name: Kind(
        name="graph",
        rule=RULE,
        make=make,
        describe=words.description,
        sketch=None,
        native=programs.WRITERS,
        labels=labels,
        show=show,
        as_plain=as_plain,
        from_plain=partial(from_plain, name),
        wrong=defects.wrong_diagram,
        renamed=renamed,
        placed=frozenset(programs.PLACED),
        anchors=lambda content: content.nodes,
        variant=other,
    )
    for name in sorted({topic.kind for topic in graph.topics()})
}
