"""Sentences about the edges of a graph, in a person's words: "A" leads to "B" and "C"; "D" and "E" both lead to "F".

Edges along a path, with a common end or with a common start share one clause. `select_edges` chooses the edges to state
if a graph has too many for one caption: those of the nodes with the most edges.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...shared.words import listed, upper

LONGEST_PATH = 6

VERBS = ("leads to", "points to", "goes to")
"""Verbs for an arrow from one node; `PLURAL` has those for several nodes."""

PLURAL = {"leads to": "lead to", "points to": "point to", "goes to": "go to"}
JOINED = ("connected to", "joined to", "linked to")


class Arc(NamedTuple):
    """An edge between nodes by their names, with its label."""

    start: str
    end: str
    label: str = ""


def joined(clauses: Sequence[str]) -> str:
    """Join clauses. A comma separates two clauses, since each may contain a list: "A" leads to "B" and "C", and "B"
    …"""
    return (", and " if len(clauses) == 2 else "; ").join(clauses)


def in_order(labels: Mapping[str, str], names: Sequence[str]) -> tuple[str, ...]:
    """Return names sorted by their labels: alphabetically, and numbers by value."""

    def key(name: str) -> tuple[list[tuple[int, int, str]], str]:
        pieces = re.findall(r"\d+|\D+", labels[name].casefold())
        return [(0, int(piece), "") if piece.isdecimal() else (1, 0, piece) for piece in pieces], name

    return tuple(sorted(names, key=key))


def select_edges(arcs: Sequence[Arc], most: int) -> list[Arc]:
    """Return at most `most` edges, those of the nodes with most edges first. Each node's edges are returned together or
    not at all (an undirected edge belongs to both ends)."""
    if len(arcs) <= most:
        return list(arcs)
    degrees = Counter(end for arc in arcs for end in {arc.start, arc.end})
    chosen: list[Arc] = []
    for name in sorted(degrees, key=lambda name: (-degrees[name], name)):
        own = [arc for arc in arcs if arc.start == name and arc not in chosen]
        if own and len(chosen) + len(own) <= most:
            chosen += own
    return [arc for arc in arcs if arc in chosen]


class Teller:
    """Words edges. `labels` are the nodes' labels, which are quoted with `mark`. The same seed gives the same words for
    the same edges."""

    def __init__(self, labels: Mapping[str, str], directed: bool, generator: random.Random, mark: str = '"') -> None:
        self.labels = labels
        self.directed = directed
        self.random = generator
        self.mark = mark

    def clauses(self, arcs: Sequence[Arc]) -> list[str]:
        """Return clauses for all edges, without punctuation at their ends."""
        left = list(arcs)
        texts = []
        for path in self.paths(left):
            texts.append(self.path(path))
            for start, end in pairwise(path):
                left.remove(next(arc for arc in left if (arc.start, arc.end) == (start, end)))
        texts += self.loops([arc for arc in left if arc.start == arc.end])
        left = [arc for arc in left if arc.start != arc.end]
        texts += self.common_ends(left)
        return [*texts, *self.fans(left)]

    def sentences(self, arcs: Sequence[Arc]) -> str:
        """Return all clauses as one sentence."""
        clauses = self.clauses(arcs)
        return f"{upper(joined(clauses))}." if clauses else ""

    def paths(self, arcs: Sequence[Arc]) -> list[list[str]]:
        """Return disjoint paths of unlabelled edges, each the only edge out of its start and into its end."""
        if not self.directed:
            return []
        after: dict[str, list[Arc]] = {}
        into = Counter(arc.end for arc in arcs)
        for arc in arcs:
            after.setdefault(arc.start, []).append(arc)
        lone = {
            start: own[0].end
            for start, own in after.items()
            if len(own) == 1 and not own[0].label and own[0].end != start and into[own[0].end] == 1
        }
        paths: list[list[str]] = []
        used: set[str] = set()
        for start in [name for name in lone if name not in set(lone.values())] + list(lone):
            path = [start]
            while path[-1] in lone and path[-1] not in used and len(path) < LONGEST_PATH:
                used.add(path[-1])
                path.append(lone[path[-1]])
                if path[-1] in path[:-1]:
                    break
            if len(path) > 3:
                paths.append(path)
        return paths

    # --- clauses --------------------------------------------------------------------------------------------------

    def path(self, names: Sequence[str]) -> str:
        """Return the clause for a path."""
        first, *middle, last = map(self.one, names)
        forms = (
            f"{first} is followed by {listed([*middle, last])}, one after the other",
            f"{first} leads through {listed(middle)} to {last}",
        )
        return self.random.choice(forms)

    def loops(self, arcs: Sequence[Arc]) -> Iterator[str]:
        """Yield a clause for each edge from a node to itself."""
        for arc in arcs:
            what = "an arrow" if self.directed else "a line"
            yield f"{self.one(arc.start)} has {what} back to itself{self.marked(arc.label)}"

    def common_ends(self, arcs: list[Arc]) -> Iterator[str]:
        """Yield clauses for nodes that lead only to the same node, and remove their edges."""
        out = Counter(arc.start for arc in arcs)
        starts: dict[str, list[Arc]] = {}
        for arc in arcs:
            if out[arc.start] == 1 and not arc.label:
                starts.setdefault(arc.end, []).append(arc)
        for end, own in starts.items():
            if len(own) < 2:
                continue
            names = listed([self.one(arc.start) for arc in own])
            both = "both" if len(own) == 2 else "all"
            verb = self.random.choice(VERBS)
            link = f"{both} {PLURAL[verb]}" if self.directed else f"are {both} {self.random.choice(JOINED)}"
            yield f"{names} {link} {self.one(end)}"
            for arc in own:
                arcs.remove(arc)

    def fans(self, arcs: Sequence[Arc]) -> Iterator[str]:
        """Yield a clause for each node with outgoing edges."""
        by_start: dict[str, list[Arc]] = {}
        for arc in arcs:
            by_start.setdefault(arc.start, []).append(arc)
        for start, own in by_start.items():
            ends = [self.one(arc.end) + self.marked(arc.label) for arc in own]
            link = self.random.choice(VERBS) if self.directed else f"is {self.random.choice(JOINED)}"
            yield f"{self.one(start)} {link} {listed(ends)}"

    def marked(self, label: str) -> str:
        """Return the label of an edge in parentheses."""
        return f" ({self.mark}{label}{self.mark})" if label else ""

    def one(self, name: str) -> str:
        """Return the words for a node."""
        return f"{self.mark}{self.labels[name]}{self.mark}"
