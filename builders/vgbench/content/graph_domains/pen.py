"""A graph under construction by a recipe, in one author's style.

A recipe makes vertices of several roles, joins them and groups them. `writing` turns the graph into a program, and
`captions` describes it.
"""

import random
import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from sgpkit.families.shared import tables

from .colors import BLACK, Color, palette
from .graph import Edge, Graph, Group, Vertex

WORDS = tables.read(__file__, "pen.toml")

WORDS_OF_SHAPES: dict[str, str] = WORDS["words_of_shapes"]
TITLES: tuple[str, ...] = WORDS["titles"]
"""No title names the domain of the graph, since a question asks for it."""

CELLS = ("record", "Mrecord", "table")


class Role:
    """The look of the vertices of one role. `words` is their plural noun in the caption."""

    def __init__(self, name: str, words: str, shape: str, fill: Color | None, line: Color, styles: tuple[str, ...]):
        self.name, self.words, self.shape, self.fill, self.line, self.styles = name, words, shape, fill, line, styles


class Pen:
    """A graph under construction. `fullness` in 0-1 sets how many vertices it has, `extras` how much optional code."""

    def __init__(self, generator: random.Random, fullness: float, extras: int) -> None:
        self.random = generator
        self.fullness = fullness
        self.extras = extras
        self.directed = True
        self.things = "node"
        self.flows: tuple[str, ...] = ("TB", "TB", "LR", "LR", "BT", "RL")
        self.engines: tuple[str, ...] = ("dot",)
        self.title = generator.choice(TITLES)
        self.roles: dict[str, Role] = {}
        self.line = BLACK
        self.dashed: set[str] = set()
        self.levels: list[tuple[str, ...]] = []
        self.vertices: list[Vertex] = []
        self.edges: list[Edge] = []
        self.groups: list[Group] = []
        self.rule_texts: list[str] = []
        """The caption's sentences about labels and edges, if the structure has a rule of its own."""
        self._fills, self._lines = palette(generator)
        self._naming = generator.choice(("label", "short", "slug"))
        self._stem = generator.choice(("n", "node", "N", "v", "x"))
        self._plain = generator.random() < 0.25
        """Whether no node is filled."""

    # --- chance ------------------------------------------------------------------------------------------------

    def many(self, low: int, high: int) -> int:
        """Return a number from `low` to `high`, nearer to `high` the fuller the graph is."""
        share = min(1.0, max(0.0, self.fullness + self.random.uniform(-0.25, 0.25)))
        return low + round((high - low) * share)

    def chance(self, share: float = 0.5) -> bool:
        return self.random.random() < share

    def pick(self, pool: Sequence[str] | str, number: int) -> list[str]:
        """Return `number` different items of a list, or of a text with commas."""
        words = split(pool) if isinstance(pool, str) else list(pool)
        return self.random.sample(words, min(number, len(words)))

    def ordered(self, pool: Sequence[str] | str, number: int) -> list[str]:
        """Return `number` different items of a list, or of a text with commas, in the order of the pool."""
        words = split(pool) if isinstance(pool, str) else list(pool)
        return [words[index] for index in sorted(self.random.sample(range(len(words)), min(number, len(words))))]

    def fill(self) -> Color | None:
        if self._plain or not self._fills:
            return None
        return self._fills.pop()

    def ink(self) -> Color:
        return BLACK if self.chance(0.6) or not self._lines else self._lines.pop()

    # --- the graph ---------------------------------------------------------------------------------------------

    def role(self, name: str, words: str, *shapes: str, filled: bool = True) -> str:
        """Add a role of vertices with one of these shapes, chosen at random, and return its name."""
        shape = self.random.choice(shapes or ("ellipse", "box"))
        bare = shape == "plaintext" or (shape == "ellipse" and self.chance(0.2))
        fill = self.fill() if filled and not bare else None
        styles: list[str] = []
        if shape == "box" and self.chance(0.35):
            styles.append("rounded")
        if self.chance(0.08) and shape not in CELLS and shape != "plaintext":
            styles.append("dashed")
        self.roles[name] = Role(name, words, shape, fill, self.ink() if shape != "plaintext" else BLACK, tuple(styles))
        return name

    def node(self, label: str, role: str = "", fields: Sequence[str] = ()) -> str:
        """Add a node and return its name in the program."""
        taken = {vertex.name for vertex in self.vertices}
        number = len(self.vertices)
        if self._naming == "label" and not fields:
            name = label
        elif self._naming == "slug":
            name = slug(label)
        else:
            name = f"{self._stem}{number}"
        if name in taken or name.lower() in RESERVED:
            name = f"{slug(label)}_{number}"
        self.vertices.append(Vertex(name, label, role, tuple(fields)))
        return name

    def nodes(self, labels: Iterable[str], role: str = "") -> list[str]:
        return [self.node(label, role) for label in labels]

    def join(self, start: str, end: str, label: str = "", role: str = "", port: str = "") -> None:
        """Add an edge, unless there is one from `start` to `end` already (in an undirected graph: between them)."""
        pairs = {(edge.start, edge.end) for edge in self.edges}
        if (start, end) in pairs or (not self.directed and (end, start) in pairs):
            return
        self.edges.append(Edge(start, end, label, port, role))

    def chain(self, names: Sequence[str], labels: Sequence[str] = ()) -> None:
        for index, (start, end) in enumerate(pairwise(names)):
            self.join(start, end, labels[index] if index < len(labels) else "")

    def group(self, title: str, names: Sequence[str]) -> None:
        if names:
            self.groups.append(Group(title, tuple(names)))

    def level(self, names: Sequence[str]) -> None:
        """Place nodes next to each other on one level."""
        if len(names) > 1:
            self.levels.append(tuple(names))

    def dash(self, role: str) -> str:
        """Draw the edges of this role dashed; return the role."""
        self.dashed.add(role)
        return role

    # --- common structures -------------------------------------------------------------------------------------

    def tree(self, names: Sequence[str], most: int = 3, least: int = 1) -> dict[str, str]:
        """Join the names as a tree below the first, with `least` to `most` children per node. Return the parent of each
        name."""
        parents: dict[str, str] = {}
        waiting, rest = [names[0]], list(names[1:])
        while rest:
            parent = waiting.pop(0)
            for child in [rest.pop(0) for _ in range(min(len(rest), self.random.randint(least, most)))]:
                self.join(parent, child)
                parents[child] = parent
                waiting.append(child)
        return parents

    def layers(self, names: Sequence[str], number: int) -> list[list[str]]:
        """Return the names in `number` layers, in their order; no layer is empty."""
        number = max(1, min(number, len(names)))
        cuts = sorted(self.random.sample(range(1, len(names)), number - 1))
        return [list(names[begin:end]) for begin, end in pairwise((0, *cuts, len(names)))]

    def flow_through(self, layers: Sequence[Sequence[str]], extra: float = 0.3) -> None:
        """Join layers: every node has an edge from the layer before, most have one to the next, and some have more."""
        for before, here in pairwise(layers):
            for name in here:
                self.join(self.random.choice(list(before)), name)
            for name in before:
                if not any(edge.start == name for edge in self.edges) or self.chance(extra):
                    self.join(name, self.random.choice(list(here)))

    def mesh(self, names: Sequence[str], extra: int) -> None:
        """Join the names into a connected graph with some additional edges."""
        for index in range(1, len(names)):
            self.join(names[max(0, index - self.random.randint(1, 3))], names[index])
        for _ in range(extra):
            start, end = self.random.sample(list(names), 2)
            self.join(start, end)

    def graph(self, flow: str, engine: str) -> Graph:
        return Graph(
            self.directed,
            tuple(self.vertices),
            tuple(self.edges),
            tuple(self.groups),
            flow,
            engine,
            self.things,
            "arrow" if self.directed else "line",
        )


RESERVED = frozenset(("node", "edge", "graph", "digraph", "subgraph", "strict"))
_NO_LETTER = re.compile(r"[^A-Za-z0-9]+")


def slug(label: str) -> str:
    """Return a name that needs no quotes in DOT."""
    word = _NO_LETTER.sub("_", label).strip("_").lower() or "x"
    return f"_{word}" if word[0].isdigit() else word


def split(pool: str) -> list[str]:
    return [word.strip() for word in pool.split(",")]
