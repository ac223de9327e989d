"""The content of a diagram: labelled nodes and the edges between them, taken from the subjects in `topics.txt`."""

import random
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sgpkit.metrics.structure.scene_match.asserted import Edge

_HEAD = re.compile(r"\[(?P<kind>[^\]]+)\] (?P<subject>.+)")
UNDIRECTED = ("entity-relationship diagram",)
UPWARD = ("class hierarchy",)
"""Kinds whose arrows run upwards, as from a subclass to its superclass."""

LEVELS = {"easy": (3, 5), "medium": (6, 8), "hard": (9, 13)}
"""The least and largest number of nodes."""


class Diagram(NamedTuple):
    """A diagram without places and colours. Edges run from the first label to the second."""

    kind: str
    subject: str
    edges: tuple[Edge, ...]

    @property
    def directed(self) -> bool:
        """True if its lines are arrows."""
        return self.kind not in UNDIRECTED

    @property
    def nodes(self) -> tuple[str, ...]:
        """The labels of all nodes, in the order in which edges name them."""
        return tuple(dict.fromkeys(label for edge in self.edges for label in (edge.start, edge.end)))

    @property
    def ranks(self) -> tuple[tuple[str, str], ...]:
        """Pairs of nodes of which the first is drawn above the second."""
        pairs = [(edge.start, edge.end) for edge in self.edges]
        return tuple((end, start) for start, end in pairs) if self.kind in UPWARD else tuple(pairs)


@cache
def topics() -> tuple[Diagram, ...]:
    """Return the whole graph of each subject."""
    results = []
    for block in (Path(__file__).parent / "topics.txt").read_text(encoding="utf-8").split("\n\n"):
        head, *lines = [line for line in block.splitlines() if not line.startswith("#")] or [""]
        match = _HEAD.fullmatch(head)
        if match is not None:
            edges = [edge(line, reverse=match["kind"] in UPWARD) for line in lines if line]
            results.append(Diagram(match["kind"], match["subject"], tuple(edges)))
    return tuple(results)


def edge(line: str, reverse: bool) -> Edge:
    """Return the edge of a line `start > end : label`."""
    ends, _, label = line.partition(" : ")
    start, _, end = ends.partition(" > ")
    return Edge(end, start, label) if reverse else Edge(start, end, label)


def part(whole: Diagram, level: str, draw: random.Random) -> Diagram:
    """Return a connected part of a graph with as many nodes as a level allows, or all of it."""
    least, most = LEVELS[level]
    wanted = min(draw.randint(least, most), len(whole.nodes))
    chosen = [draw.choice(whole.nodes)]
    while len(chosen) < wanted:
        neighbours = [label for label in whole.nodes if label not in chosen and is_joined(whole.edges, label, chosen)]
        chosen.append(draw.choice(neighbours))
    edges = tuple(edge for edge in whole.edges if edge.start in chosen and edge.end in chosen)
    return whole._replace(edges=edges)


def is_joined(edges: Sequence[Edge], label: str, others: Sequence[str]) -> bool:
    """Return whether an edge joins a node to one of others."""
    return any(
        (one.start == label and one.end in others) or (one.end == label and one.start in others) for one in edges
    )
