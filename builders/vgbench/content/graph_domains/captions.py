"""Captions of graphs at the level of detail of VGen's captions (paper §3.4, figure 6), and the parts of a caption
that can be looked for in a drawing."""

from collections.abc import Sequence

from ..figure import Named
from .colors import BLACK
from .graph import Edge, Graph
from .pen import WORDS_OF_SHAPES, Pen

OPENINGS = (
    "The image shows a {sort} of {what}.",
    "The diagram presents a {sort}: {what}.",
    "You are looking at a {sort} of {what}.",
    "This picture is a {sort} that shows {what}.",
    "The figure depicts a {sort} of {what}.",
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
MOST_NODES, MOST_EDGES = 22, 16


def caption(pen: Pen, graph: Graph, concept: str) -> tuple[str, tuple[Named, ...]]:
    """The paragraph, and what it names."""
    sort = (
        ("directed graph" if pen.chance() else "diagram") if graph.directed else pen.random.choice(("network", "graph"))
    )
    sentences = [pen.random.choice(OPENINGS).format(sort=sort, what=concept[0].lower() + concept[1:])]
    named: list[Named] = []
    link = f"{graph.link}s"
    sentences.append(f"It has {count(len(graph.vertices), 'node')} and {count(len(graph.edges), graph.link)}.")
    named += [Named("count", "node", len(graph.vertices)), Named("count", "edge", len(graph.edges))]
    for sentence, things in (*looks(pen, graph), *cells(graph), *boxes(graph)):
        sentences.append(sentence)
        named += things
    if pen.line is not BLACK:
        sentences.append(f"All {link} are {pen.line.words}.")
        named.append(Named("color", pen.line.hex))
    sentences.append(PLACED.get(graph.engine) or f"The drawing runs {FLOWS[graph.flow]}.")
    listed_edges = graph.edges[:MOST_EDGES]
    if listed_edges:
        sentences.append(joined(graph, listed_edges))
        named += [
            Named("edge", graph.label(edge.start), 0, graph.label(edge.end), graph.directed)
            for edge in listed_edges
            if edge.start != edge.end
        ]
        named += [Named("label", edge.label) for edge in listed_edges if edge.label]
    if pen.chance(0.6):
        sentences.append(pen.random.choice(("The background is white.", "The style is plain, on a white background.")))
    return " ".join(sentences), tuple(dict.fromkeys(named))


def looks(pen: Pen, graph: Graph) -> list[tuple[str, list[Named]]]:
    """A sentence for each role: who belongs to it, in which shape and color."""
    sentences = []
    limit = max(3, MOST_NODES // max(1, len(pen.roles)))
    for role in pen.roles.values():
        labels = [vertex.label for vertex in graph.vertices if vertex.role == role.name]
        if not labels:
            continue
        texts = labels if len(graph.vertices) <= MOST_NODES else labels[:limit]
        names = listed([f'"{label}"' for label in texts])
        among = "" if len(texts) == len(labels) else "among them "
        colors = (
            [f"filled in {role.fill.words}" if role.shape != "table" else f"with a {role.fill.words} head"]
            if role.fill
            else []
        )
        colors += [f"with {role.line.words} outlines"] if role.line is not BLACK else []
        shown = " ".join((WORDS_OF_SHAPES[role.shape], *colors[:1], *(f"and {more}" for more in colors[1:])))
        if len(labels) == 1:
            names += " alone"
        text = f"The {role.words} ({among}{names}) are drawn as {shown}."
        named = [Named("label", label) for label in texts]
        named += [Named("color", role.fill.hex)] if role.fill else []
        named += [Named("color", role.line.hex)] if role.line is not BLACK else []
        sentences.append((text, named))
    return sentences


def cells(graph: Graph) -> list[tuple[str, list[Named]]]:
    divided = [vertex for vertex in graph.vertices if vertex.fields][:4]
    return [
        (
            f'Below or beside its name, "{vertex.label}" has the cells '
            f"{listed([quoted(field) for field in vertex.fields])}.",
            [Named("label", field) for field in vertex.fields],
        )
        for vertex in divided
    ]


def boxes(graph: Graph) -> list[tuple[str, list[Named]]]:
    if not graph.groups:
        return []
    sentences = []
    for group in graph.groups:
        members = listed([f'"{graph.label(name)}"' for name in group.members])
        sentences.append((f'A frame titled "{group.title}" surrounds {members}.', [Named("label", group.title)]))
    sentences[0][1].append(Named("count", "cluster", len(graph.groups)))
    return sentences


def joined(graph: Graph, edges: Sequence[Edge]) -> str:
    more = len(edges) < len(graph.edges)
    pairs = "from {} to {}" if graph.directed else "{} and {}"
    parts = [
        pairs.format(f'"{graph.label(edge.start)}"', f'"{graph.label(edge.end)}"')
        + (f' (labeled "{edge.label}")' if edge.label else "")
        for edge in edges
    ]
    opening = f"Among others, {graph.link}s" if more else f"{graph.link.capitalize()}s"
    return f"{opening} {'lead' if graph.directed else 'join'} {listed(parts)}."


def quoted(text: str) -> str:
    return f'"{text}"'


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def listed(words: Sequence[str]) -> str:
    """Return words as `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
