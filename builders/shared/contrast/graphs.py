"""Contrasts of labeled graphs in Graphviz."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from sgpkit.benchmark import Contrast, Contrasts, Row
from sgpkit.metrics.structure.scene_match import asserted as assertions
from sgpkit.metrics.structure.scene_match.asserted import Asserted, Network, Thing
from sgpkit.metrics.structure.scene_match.asserted import Edge as AssertedEdge

from . import plans
from .plans import WORDS
from .variations import SHADES

SHAPES = ("box", "ellipse", "diamond", "hexagon")
SHAPE_WORDS: Mapping[str, str] = {"box": "box", "ellipse": "ellipse", "diamond": "diamond", "hexagon": "hexagon"}
KINDS: Mapping[str, str] = {"box": "rectangle", "ellipse": "ellipse"}
OTHER_SHAPES: Mapping[str, tuple[str, str, str]] = {
    "box": ("hexagon", "diamond", "ellipse"),
    "ellipse": ("hexagon", "box", "diamond"),
    "diamond": ("hexagon", "box", "ellipse"),
    "hexagon": ("ellipse", "box", "diamond"),
}
"""By shape of a node: others, the most like it first."""

COLORS = ("red", "orange", "yellow", "green", "cyan", "pink", "gray")
"""Colors on which black letters can be read."""

Edge = tuple[str, str]


@dataclass(frozen=True)
class Node:
    """A node by its label; `extra` are further attributes."""

    label: str
    shape: str
    color: str
    shade: int = 0
    extra: str = ""


@dataclass(frozen=True)
class Graph:
    """A directed graph; the first node is the one that a change is about."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    extra: Mapping[Edge, str]

    def with_first(self, **changes: object) -> "Graph":
        """Return the graph with another first node; its edges go with its label."""
        first = replace(self.nodes[0], **changes)  # type: ignore[arg-type]
        names = {self.nodes[0].label: first.label}
        edges = tuple((names.get(start, start), names.get(end, end)) for start, end in self.edges)
        return replace(self, nodes=(first, *self.nodes[1:]), edges=edges)


def graph(chance: random.Random) -> Graph:
    """Return a connected graph without cycles; the first node has edges to two others."""
    labels = chance.sample(WORDS, chance.randint(5, 7))
    colors = chance.sample(COLORS, len(COLORS))
    nodes = tuple(Node(label, chance.choice(SHAPES), colors[index]) for index, label in enumerate(labels))
    edges = {(labels[0], labels[1]), (labels[0], labels[2])}
    edges |= {(labels[chance.randrange(1, index)], labels[index]) for index in range(3, len(labels))}
    edges.add((labels[1], labels[-1]))
    return Graph(nodes, tuple(sorted(edges)), {})


# --- changes ----------------------------------------------------------------------------------------------------------


def other_shape(given: Graph, chance: random.Random, grade: int) -> Graph:
    """Return the graph with another shape for the first node."""
    return given.with_first(shape=OTHER_SHAPES[given.nodes[0].shape][grade - 1])


def missing(given: Graph, chance: random.Random, grade: int) -> Graph:
    """Return the graph without an edge, without a node that ends no path, or without the first node."""
    if grade == 1:
        return replace(given, edges=given.edges[1:])
    starts = {start for start, _ in given.edges}
    leaf = next(node for node in reversed(given.nodes) if node.label not in starts)
    gone = leaf if grade == 2 else given.nodes[0]
    kept = tuple(edge for edge in given.edges if gone.label not in edge)
    return replace(given, nodes=tuple(node for node in given.nodes if node != gone), edges=kept)


def added(given: Graph, chance: random.Random, grade: int) -> Graph:
    """Return the graph with an edge more, a node more, or a node with an edge."""
    labels = [node.label for node in given.nodes]
    if grade == 1:
        pairs = [(one, other) for one in labels for other in labels if one != other]
        free = [pair for pair in pairs if pair not in given.edges and pair[::-1] not in given.edges]
        return replace(given, edges=(*given.edges, chance.choice(free)))
    new = Node(chance.choice([word for word in WORDS if word not in labels]), "box", "gray")
    edges = (*given.edges, (chance.choice(labels), new.label)) if grade == 3 else given.edges
    return replace(given, nodes=(*given.nodes, new), edges=edges)


def recolored(given: Graph, chance: random.Random, grade: int) -> Graph:
    """Return the graph with another color for the first node, the farther from its own the higher the grade."""
    own, taken = given.nodes[0].color, {node.color for node in given.nodes[1:]}
    free = sorted(
        (name for name in plans.COLORS if name != own and name not in taken), key=lambda name: plans.apart(own, name)
    )
    free = [name for name in free if name not in ("black", "blue", "purple", "brown")] or free
    return given.with_first(color=free[min(len(free) - 1, (grade - 1) * len(free) // 3)])


def misrelated(given: Graph, chance: random.Random, grade: int) -> Graph:
    """Return the graph with a reversed edge, an edge to another node, or two nodes in each other's place."""
    first = given.edges.index((given.nodes[0].label, given.nodes[1].label))
    edges = list(given.edges)
    start, end = edges[first]
    if grade == 1:
        edges[first] = (end, start)
    elif grade == 2:
        edges[first] = (start, given.nodes[3].label)
    else:
        names = {start: given.nodes[-1].label, given.nodes[-1].label: start}
        edges = [(names.get(one, one), names.get(other, other)) for one, other in edges]
    return replace(given, edges=tuple(dict.fromkeys(edges)))


def misspelled(given: Graph, chance: random.Random, grade: int) -> Graph:
    """Return the graph with one other letter in the first label, three others, or another word."""
    word = given.nodes[0].label
    if grade == 3:
        taken = {node.label for node in given.nodes}
        return given.with_first(label=chance.choice([other for other in WORDS if other not in taken]))
    letters = list(word)
    for index in chance.sample(range(1, len(word)), 1 if grade == 1 else 3):
        letters[index] = chance.choice([letter for letter in "abdhkmosuvwxz" if letter != letters[index]])
    return given.with_first(label="".join(letters))


def damaged(given: Graph, chance: random.Random, grade: int) -> Graph:
    """Return the graph with an edge, a node's label, or a whole node with its edges that cannot be seen."""
    if grade == 1:
        return replace(given, extra={given.edges[0]: 'style="invis"'})
    if grade == 2:
        return given.with_first(extra=f'fontcolor="{paint(given.nodes[0])}"')
    own = {edge: 'style="invis"' for edge in given.edges if given.nodes[0].label in edge}
    return replace(given.with_first(extra='style="invis"'), extra=own)


Change = Callable[[Graph, random.Random, int], Graph]

CHANGES: Mapping[str, Change] = {
    "object": other_shape,
    "part missing": missing,
    "part added": added,
    "color": recolored,
    "relation": misrelated,
    "text": misspelled,
    "damage": damaged,
}

EQUAL = ("style", "reordered", "tool")


# --- programs ---------------------------------------------------------------------------------------------------------


def program(given: Graph, tool: bool = False) -> str:
    """Return the program of a graph. Another tool numbers the nodes and writes the edges first."""
    names = {node.label: f"n{index}" if tool else f'"{node.label}"' for index, node in enumerate(given.nodes)}
    nodes = [f"{names[node.label]} [{attributes(node, tool)}];" for node in given.nodes]
    edges = [
        f"{names[start]} -> {names[end]}{f' [{given.extra[start, end]}]' if (start, end) in given.extra else ''};"
        for start, end in given.edges
    ]
    lines = [*edges, *nodes] if tool else [*nodes, *edges]
    return "\n".join(["digraph {", *(f"  {line}" for line in lines), "}"])


def attributes(node: Node, tool: bool) -> str:
    """Return the attributes of a node."""
    values = {"label": node.label, "shape": node.shape, "style": "filled", "fillcolor": paint(node)}
    written = [f'{name}="{value}"' for name, value in values.items() if not (name == "style" and "style" in node.extra)]
    return (" " if tool else ", ").join([*written, *([node.extra] if node.extra else [])])


def paint(node: Node) -> str:
    """Return the color of a node as #rrggbb."""
    return SHADES[node.color][node.shade]


def request(given: Graph) -> str:
    """Return the request that a graph answers."""
    kinds = ", ".join(f'"{node.label}" ({node.color} {SHAPE_WORDS[node.shape]})' for node in given.nodes)
    edges = ", ".join(f'from "{start}" to "{end}"' for start, end in given.edges)
    return f"A directed graph with the nodes {kinds}, and edges {edges}. Nothing else."


def asserted(given: Graph) -> str:
    """Return what the request asserts, for `scene_match`."""
    things = tuple(Thing(node.color, KINDS.get(node.shape, ""), labels=(node.label,)) for node in given.nodes)
    network = Network(tuple(AssertedEdge(*edge) for edge in given.edges), True)
    return assertions.as_text(Asserted(things, tuple(node.label for node in given.nodes), network=network))


# --- contrasts --------------------------------------------------------------------------------------------------------


def contrasts(row: Callable[[Row], Row] = lambda row: row, sees: tuple[str, ...] = ()) -> Contrasts:
    """Return the contrasts of graphs. `row` completes a row for the config's scorer."""

    def make(axis: str, grade: int, chance: random.Random) -> Contrast:
        made = contrast(axis, grade, chance)
        return made._replace(row=row(made.row))

    return Contrasts(make=make, axes=tuple(CHANGES), equal=EQUAL, sees=sees, format="dot")


def contrast(axis: str, grade: int, chance: random.Random) -> Contrast:
    """Return a contrast of one axis: the right answer is the reference in other shades, its statements in another
    order."""
    reference = graph(chance)
    right = restyled(reference, chance)
    wrong = program(CHANGES[axis](right, chance, grade)) if axis in CHANGES else equal(axis, right, chance)
    words = request(reference)
    row = {"prompt": words, "caption": words, "code": program(reference), "asserted": asserted(reference)}
    return Contrast(row, words, program(right), wrong)


def equal(axis: str, right: Graph, chance: random.Random) -> str:
    """Return the program of the same graph: in other shades, in another order, in another tool's habits."""
    if axis == "style":
        return program(restyled(right, chance))
    if axis == "reordered":
        nodes, edges = list(right.nodes), list(right.edges)
        return program(replace(right, nodes=tuple(reversed(nodes)), edges=tuple(reversed(edges))))
    return program(right, tool=True)


def restyled(given: Graph, chance: random.Random) -> Graph:
    """Return the graph with every color in another version."""
    return replace(
        given, nodes=tuple(replace(node, shade=(node.shade + chance.choice((1, 2))) % 3) for node in given.nodes)
    )
