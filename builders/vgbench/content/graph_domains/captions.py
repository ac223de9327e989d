"""Captions of graphs at the level of detail of VGen's captions (paper §3.4, figure 6), and the parts of a caption
that can be looked for in a drawing."""

from collections.abc import Sequence

from sgpkit.metrics.structure.scene_match.asserted import Asserted, Edge, Network, Relation, Thing

from ..edge_words import Arc, Listing, Teller, in_order
from ..figure import Named
from .colors import BLACK
from .graph import Graph
from .pen import WORDS_OF_SHAPES, Pen

OPENINGS = (
    "The image shows a {sort} of {what}.",
    "The picture presents a {sort}: {what}.",
    "You are looking at a {sort} of {what}.",
    "This picture is a {sort} that shows {what}.",
    "The figure depicts a {sort} of {what}.",
)
PLAIN_OPENINGS = (
    "The image shows a {sort}.",
    "You are looking at a {sort}.",
    "The figure depicts a {sort} that follows one rule.",
)
FLOWS = {
    "TB": "from top to bottom",
    "LR": "from left to right",
    "BT": "from bottom to top",
    "RL": "from right to left",
}
PLACED = {
    "neato": "The nodes are spread over the plane as if springs held them.",
    "circo": "The nodes are placed on circles.",
    "twopi": "The nodes are placed on rings around a center.",
}
KINDS = {
    "box": "rectangle",
    "ellipse": "ellipse",
    "circle": "circle",
    "doublecircle": "circle",
    "diamond": "polygon",
    "hexagon": "polygon",
    "octagon": "polygon",
    "parallelogram": "polygon",
    "trapezium": "polygon",
    "pentagon": "polygon",
    "septagon": "polygon",
    "triangle": "triangle",
    "invtriangle": "triangle",
}
"""The kinds of figure, as drawings are read, of the shapes that have one."""


def caption(pen: Pen, graph: Graph, concept: str) -> tuple[str, tuple[Named, ...], Asserted]:
    """The paragraph, what it names, and what it asserts."""
    sort = (
        ("directed graph" if pen.chance() else "diagram") if graph.directed else pen.random.choice(("network", "graph"))
    )
    opening = pen.random.choice(PLAIN_OPENINGS if pen.rule_texts else OPENINGS)
    sentences = [opening.format(sort=sort, what=concept)]
    named: list[Named] = []
    link = f"{graph.link}s"
    sentences.append(f"It has {count(len(graph.vertices), 'node')} and {count(len(graph.edges), graph.link)}.")
    named += [Named("count", "node", len(graph.vertices)), Named("count", "edge", len(graph.edges))]
    for sentence, things in (*looks(pen, graph), *cells(graph), *boxes(pen, graph)):
        sentences.append(sentence)
        named += things
    if pen.line is not BLACK:
        sentences.append(f"All {link} are {pen.line.words}.")
        named.append(Named("color", pen.line.hex))
    sentences.append(PLACED.get(graph.engine) or f"The drawing runs {FLOWS[graph.flow]}.")
    if graph.edges:
        sentences += pen.rule_texts or teller(pen, graph).sentences(
            [Arc(edge.start, edge.end, edge.label) for edge in graph.edges]
        )
        named += [
            Named("edge", graph.label(edge.start), 0, graph.label(edge.end), graph.directed)
            for edge in graph.edges
            if edge.start != edge.end
        ]
        named += [Named("label", edge.label) for edge in graph.edges if edge.label]
    if pen.chance(0.6):
        sentences.append(pen.random.choice(("The background is white.", "The style is plain, on a white background.")))
    return " ".join(sentences), tuple(dict.fromkeys(named)), asserted(pen, graph)


def asserted(pen: Pen, graph: Graph) -> Asserted:
    """Return the graph as the caption describes it: looks, labels, edges, and the direction of the drawing."""
    things = [
        Thing(role.fill.hex if role.fill else "", KINDS.get(role.shape, ""), labels=labels)
        for role in pen.roles.values()
        if (labels := tuple(vertex.label for vertex in graph.vertices if vertex.role == role.name))
        and role.shape != "plaintext"
        and (role.fill or role.shape in KINDS)
    ]
    texts = [*(vertex.label for vertex in graph.vertices), *(group.title for group in graph.groups)]
    texts += [field for vertex in graph.vertices for field in vertex.fields]
    relations = []
    if graph.engine == "dot" and graph.directed:
        side = {"TB": "above", "BT": "below", "LR": "left", "RL": "right"}[graph.flow]
        relations = [
            Relation(side, graph.label(edge.start), graph.label(edge.end))
            for edge in graph.edges[:8]
            if edge.start != edge.end
        ]
    edges = tuple(Edge(graph.label(edge.start), graph.label(edge.end), edge.label) for edge in graph.edges)
    network = Network(edges, graph.directed)
    return Asserted(tuple(things), tuple(dict.fromkeys(texts)), tuple(relations), network)


def teller(pen: Pen, graph: Graph) -> Teller:
    """Return the words for edges among the nodes, which are listed role by role."""
    labels = {vertex.name: vertex.label for vertex in graph.vertices}
    return Teller(listings(pen, graph), labels, graph.directed, pen.random)


def listings(pen: Pen, graph: Graph) -> list[Listing]:
    """Return the lists of nodes, a role each, in the order in which the caption gives them."""
    labels = {vertex.name: vertex.label for vertex in graph.vertices}
    members = {
        role.words: [vertex.name for vertex in graph.vertices if vertex.role == role.name]
        for role in pen.roles.values()
    }
    return [Listing(words, in_order(labels, names)) for words, names in members.items() if names]


def looks(pen: Pen, graph: Graph) -> list[tuple[str, list[Named]]]:
    """A sentence for each role: who belongs to it, in which shape and color."""
    sentences = []
    by_words = {listing.words: listing.names for listing in listings(pen, graph)}
    for role in pen.roles.values():
        labels = [graph.label(name) for name in by_words.get(role.words, ())]
        if not labels:
            continue
        names = listed([f'"{label}"' for label in labels])
        colors = (
            [f"filled in {role.fill.words}" if role.shape != "table" else f"with a {role.fill.words} head"]
            if role.fill
            else []
        )
        colors += [f"with {role.line.words} outlines"] if role.line is not BLACK else []
        shown = " ".join((WORDS_OF_SHAPES[role.shape], *colors[:1], *(f"and {more}" for more in colors[1:])))
        if len(labels) == 1:
            text = f"Of the {role.words} there is only one, {names}; such nodes are drawn as {shown}."
        elif pen.rule_texts:
            text = f"The {role.words} are drawn as {shown}."
        else:
            text = f"In alphabetical order, the {role.words} are {names}. They are drawn as {shown}."
        named = [Named("label", label) for label in labels]
        named += [Named("color", role.fill.hex)] if role.fill else []
        named += [Named("color", role.line.hex)] if role.line is not BLACK else []
        sentences.append((text, named))
    return sentences


def cells(graph: Graph) -> list[tuple[str, list[Named]]]:
    divided = [vertex for vertex in graph.vertices if vertex.fields]
    return [
        (
            f'Below or beside its name, "{vertex.label}" has the cells '
            f"{listed([quoted(field) for field in vertex.fields])}.",
            [Named("label", field) for field in vertex.fields],
        )
        for vertex in divided
    ]


def boxes(pen: Pen, graph: Graph) -> list[tuple[str, list[Named]]]:
    if not graph.groups:
        return []
    sentences = []
    for group in graph.groups:
        members = teller(pen, graph).several(group.members)
        sentences.append((f'A frame titled "{group.title}" surrounds {members}.', [Named("label", group.title)]))
    sentences[0][1].append(Named("count", "cluster", len(graph.groups)))
    return sentences


def quoted(text: str) -> str:
    return f'"{text}"'


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def listed(words: Sequence[str]) -> str:
    """Return words as `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
