"""Captions of graphs: their subject, their direction, their nodes and their edges.

A caption has one to four sentences. Some styles describe the appearance, others do not; in a graph with many edges,
only the edges of the best connected nodes are named. The wording varies between captions and their paraphrases.
"""

import random
import re
from typing import Literal, NamedTuple

from sgpkit.families.shared import tables
from sgpkit.metrics.structure.scene_match.asserted import Asserted, Edge, Network, Relation, Thing

from ....shared.words import listed, sentences, upper, with_article
from ..edge_words import Arc, Teller, in_order, joined, select_edges
from ..figure import Named
from .colors import BLACK
from .graph import Graph, Vertex
from .pen import WORDS_OF_SHAPES, Pen, Role

WORDS = tables.read(__file__, "captions.toml")

Hand = Literal["plain", "looks", "detailed"]
HANDS: dict[Hand, float] = {"plain": 0.4, "looks": 0.35, "detailed": 0.25}
"""The shares of captions without colors and shapes, with both, and with frames and cells as well."""

MOST_EDGES = 10
"""The maximum number of edges that a caption lists."""

FLOWS: dict[str, str] = WORDS["flows"]
KINDS: dict[str, str] = WORDS["kinds"]
"""The kind of figure that a reader of drawings sees in each shape, if any."""


class Sort(NamedTuple):
    """The nodes of one role, and the description of them."""

    role: Role
    vertices: tuple[Vertex, ...]
    has_look: bool

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(vertex.label for vertex in self.vertices)


class Selected(NamedTuple):
    """The contents of a caption of a graph."""

    graph: Graph
    concept: str
    is_flow_told: bool
    is_count_told: bool
    sorts: tuple[Sort, ...]
    cells: tuple[Vertex, ...]
    has_groups: bool
    arcs: tuple[Arc, ...]
    rule: tuple[str, ...]
    ink: str


class Captioned(NamedTuple):
    """A caption, its paraphrases, and the parts of it that can be checked."""

    text: str
    paraphrases: tuple[str, ...]
    named: tuple[Named, ...]
    asserted: Asserted


def caption(pen: Pen, graph: Graph, concept: str) -> Captioned:
    """Return the caption of a graph."""
    selected = select(pen, graph, concept)
    text, *others = [worded(selected, form, pen.random) for form in pen.random.sample(range(OPENINGS), OPENINGS)]
    return Captioned(text, tuple(others), named(selected), asserted(selected))


# --- contents ---------------------------------------------------------------------------------------------------------


def select(pen: Pen, graph: Graph, concept: str) -> Selected:
    """Return the description of a graph in one style."""
    hand = pen.random.choices(list(HANDS), list(HANDS.values()))[0]
    rule = tuple(pen.rule_texts)
    arcs = [Arc(edge.start, edge.end, edge.label) for edge in graph.edges]
    chosen = arcs if rule else select_edges(arcs, MOST_EDGES)
    labels = {vertex.name: vertex.label for vertex in graph.vertices}
    sorts = []
    for role in pen.roles.values():
        names = in_order(labels, [vertex.name for vertex in graph.vertices if vertex.role == role.name])
        by_name = {vertex.name: vertex for vertex in graph.vertices}
        if names:
            sorts.append(Sort(role, tuple(by_name[name] for name in names), hand != "plain"))
    divided = [vertex for vertex in graph.vertices if vertex.fields] if hand == "detailed" else []
    return Selected(
        graph,
        concept,
        is_flow_told=graph.directed and graph.engine == "dot" and (hand == "detailed" or pen.chance(0.75)),
        is_count_told=hand == "detailed" and pen.chance(0.6),
        sorts=tuple(sorts),
        cells=tuple(divided[:3]),
        has_groups=hand == "detailed" and bool(graph.groups),
        arcs=tuple(chosen),
        rule=rule,
        ink=pen.line.words if hand != "plain" and pen.line is not BLACK else "",
    )


def is_one_sort(selected: Selected) -> bool:
    """Return whether the nodes need no list, because all have one role and the edges or a rule name each of them."""
    if len(selected.sorts) > 1:
        return False
    ends = {name for arc in selected.arcs for name in (arc.start, arc.end)}
    return bool(selected.rule) or {vertex.name for vertex in selected.graph.vertices} <= ends


# --- assertions -------------------------------------------------------------------------------------------------------


def named(selected: Selected) -> tuple[Named, ...]:
    """Return what the caption names."""
    graph = selected.graph
    things = [Named("label", vertex.label) for vertex in graph.vertices]
    if selected.is_count_told:
        things += [Named("count", "node", len(graph.vertices)), Named("count", "edge", len(graph.edges))]
    for sort in selected.sorts:
        if sort.has_look:
            things += [Named("color", fill.hex) for fill in (sort.role.fill,) if fill]
            things += [Named("color", sort.role.line.hex)] if sort.role.line is not BLACK else []
    things += [Named("label", field) for vertex in selected.cells for field in vertex.fields]
    if selected.has_groups:
        things += [Named("label", group.title) for group in graph.groups]
    label = {vertex.name: vertex.label for vertex in graph.vertices}
    for arc in selected.arcs:
        if arc.start != arc.end:
            things.append(Named("edge", label[arc.start], 0, label[arc.end], graph.directed))
        if arc.label:
            things.append(Named("label", arc.label))
    return tuple(dict.fromkeys(things))


def asserted(selected: Selected) -> Asserted:
    """Return what the caption asserts: looks, labels, edges, and the direction of the drawing."""
    graph = selected.graph
    things = [
        Thing(sort.role.fill.hex if sort.role.fill else "", KINDS.get(sort.role.shape, ""), labels=sort.labels)
        for sort in selected.sorts
        if sort.has_look and sort.role.shape != "plaintext" and (sort.role.fill or sort.role.shape in KINDS)
    ]
    texts = [vertex.label for vertex in graph.vertices]
    texts += [field for vertex in selected.cells for field in vertex.fields]
    texts += [group.title for group in graph.groups] if selected.has_groups else []
    edges = [Edge(graph.label(arc.start), graph.label(arc.end), arc.label) for arc in selected.arcs]
    relations: list[Relation] = []
    if selected.is_flow_told:
        side = {"TB": "above", "BT": "below", "LR": "left", "RL": "right"}[graph.flow]
        relations = [Relation(side, edge.start, edge.end) for edge in edges[:8] if edge.start != edge.end]
    network = Network(tuple(edges), graph.directed)
    return Asserted(tuple(things), tuple(dict.fromkeys(texts)), tuple(relations), network)


# --- words ------------------------------------------------------------------------------------------------------------


def worded(selected: Selected, form: int, generator: random.Random) -> str:
    """Return a description in one of the forms of openings, else in randomly chosen words."""
    parts = [nodes(selected, generator), cells(selected), groups(selected, generator)]
    return sentences(opening(selected, form, generator), *parts, *edges(selected, generator))


OPENINGS = 6


def opening(selected: Selected, form: int, generator: random.Random) -> str:
    """Return the sentence about the subject of the graph and its direction."""
    graph = selected.graph
    sort = generator.choice(("diagram", "directed graph", "graph") if graph.directed else ("network", "graph"))
    flow = FLOWS[graph.flow] if selected.is_flow_told else ""
    runs = generator.choice((f", drawn {flow}", f" that runs {flow}", f", read {flow}")) if flow else ""
    size = ""
    if selected.is_count_told:
        size = f" with {len(graph.vertices)} nodes and {count(len(graph.edges), graph.link)}"
    what = selected.concept
    and_runs = runs.replace(" that runs", " and runs")
    running = f" running {flow}" if flow else ""
    forms = (
        f"This {sort}{size} shows {what}{and_runs}.",
        f"{upper(with_article(sort))} of {what}{size}{runs}.",
        f"{upper(what)}, drawn as {with_article(sort)}{size}{running}.",
        f"The figure shows {what} as {with_article(sort)}{size}{runs}.",
        f"{upper(with_article(sort))}{size} that shows {what}{and_runs}.",
        f"Here we see {what}, as {with_article(sort)}{size}{runs}.",
    )
    return forms[form]


def nodes(selected: Selected, generator: random.Random) -> str:
    """Return the sentence about the roles of nodes: the members of each, and how they are drawn."""
    clauses = []
    is_listed = not is_one_sort(selected)
    form = generator.randrange(3)
    for sort in selected.sorts:
        names = listed([f'"{label}"' for label in sort.labels])
        words, looks = sort.role.words, look(sort.role, len(sort.vertices) == 1)
        if selected.rule:
            clauses += [f"the {words} are {look(sort.role, False)}"] if sort.has_look else []
        elif not is_listed:
            clauses += [f"its nodes are {look(sort.role, False)}"] if sort.has_look else []
        elif len(sort.vertices) == 1:
            clauses.append(f"the {one_of(words)} is {names}" + (f", {looks}" if sort.has_look else ""))
        elif not sort.has_look:
            clauses.append((f"the {words} are {names}", f"{names} are the {words}")[form % 2])
        else:
            forms = (
                f"the {words}, drawn as {looks}, are {names}",
                f"the {words} {names} are {looks}",
                f"{looks} stand for the {words} {names}",
            )
            clauses.append(forms[form])
    ink = f"all {selected.graph.link}s are {selected.ink}" if selected.ink else ""
    if not clauses:
        return f"{upper(ink)}." if ink else ""
    return f"{upper('; '.join([*clauses, *([ink] if ink else [])]))}."


IRREGULAR: dict[str, str] = WORDS["irregular"]
_AFTER = re.compile(r"(?= (?:of|below|in|with|that|from|to|on) )")


def one_of(words: str) -> str:
    """Return the noun for the nodes of a role in the singular: "top predator", "node of the tree"."""
    head, *rest = _AFTER.split(words, maxsplit=1)
    *before, last = head.split(" ")
    if last in IRREGULAR:
        last = IRREGULAR[last]
    elif last.endswith("ies"):
        last = f"{last[:-3]}y"
    elif last.endswith(("ches", "shes", "xes", "sses")):
        last = last[:-2]
    else:
        last = last.removesuffix("s")
    return " ".join((*before, last)) + "".join(rest)


def look(role: Role, is_single: bool) -> str:
    """Return how the nodes of a role are drawn: "gold rectangles with green outlines"."""
    shape = WORDS_OF_SHAPES[role.shape]
    head, space, rest = shape.partition(" with ") if " with " in shape else shape.partition(" divided ")
    if is_single and role.shape != "plaintext":
        head = head.removesuffix("es") if head.endswith("boxes") else head.removesuffix("s")
        rest = rest.replace("their", "its")
    colored = f"{role.fill.words} {head}" if role.fill and role.shape != "table" else head
    text = f"{colored}{space}{rest}"
    extras = [f"{with_article(role.fill.words)} head"] if role.fill and role.shape == "table" else []
    outline = "outline" if is_single else "outlines"
    if role.line is not BLACK:
        extras.append(with_article(f"{role.line.words} {outline}") if is_single else f"{role.line.words} {outline}")
    if extras:
        text += f"{' and' if ' with ' in text else ' with'} {listed(extras)}"
    return with_article(text) if is_single and role.shape != "plaintext" else text


def cells(selected: Selected) -> str:
    """Return the sentence about nodes that are divided into cells."""
    clauses = [
        f'"{vertex.label}" lists {listed([quoted(field) for field in vertex.fields])}' for vertex in selected.cells
    ]
    return f"{upper('; '.join(clauses))}." if clauses else ""


def groups(selected: Selected, generator: random.Random) -> str:
    """Return the sentence about frames around nodes."""
    if not selected.has_groups:
        return ""
    clauses = []
    for group in selected.graph.groups:
        members = [quoted(selected.graph.label(name)) for name in group.members]
        stands = "stands" if len(members) == 1 else "stand"
        clauses.append(
            generator.choice(
                (
                    f'a frame titled "{group.title}" surrounds {listed(members)}',
                    f'{listed(members)} {stands} in a frame titled "{group.title}"',
                )
            )
        )
    return f"{upper('; '.join(clauses))}."


def edges(selected: Selected, generator: random.Random) -> tuple[str, ...]:
    """Return the sentences about edges: their rule, all edges, or the edges of the nodes that have the most."""
    if selected.rule:
        return selected.rule
    labels = {vertex.name: vertex.label for vertex in selected.graph.vertices}
    teller = Teller(labels, selected.graph.directed, generator)
    clauses = teller.clauses(selected.arcs)
    if not clauses:
        return ()
    some = len(selected.arcs) < len(selected.graph.edges)
    first = generator.choice(("Among others, ", "For example, ")) if some else ""
    text = joined(clauses)
    return (f"{first}{text if first else upper(text)}.",)


def quoted(text: str) -> str:
    return f'"{text}"'


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
