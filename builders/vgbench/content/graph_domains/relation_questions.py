"""Questions about connections, computed on the graph: neighbors, paths, sources and sinks, degrees, labels of edges."""

import random
from collections.abc import Callable, Mapping

from ..figure import Question
from .graph import Graph
from .questions import called, chosen, number, unique

Neighbors = Mapping[str, set[str]]
Maker = Callable[[Graph, random.Random], Question | None]


def ask(graph: Graph, generator: random.Random) -> Question | None:
    """Return a question of one of the sorts that the graph allows, all equally likely."""
    makers: list[Maker] = [neighbor, neighbor, shared, edge_label, busiest, degree, reachable, distance, end, middle]
    generator.shuffle(makers)
    return next((question for make in makers if (question := make(graph, generator)) is not None), None)


def neighbors(graph: Graph) -> tuple[Neighbors, Neighbors]:
    """Return the successors and the predecessors of every node; they are the same in an undirected graph."""
    after: dict[str, set[str]] = {vertex.name: set() for vertex in graph.vertices}
    before: dict[str, set[str]] = {vertex.name: set() for vertex in graph.vertices}
    for edge in graph.edges:
        after[edge.start].add(edge.end)
        before[edge.end].add(edge.start)
        if not graph.directed:
            after[edge.end].add(edge.start)
            before[edge.start].add(edge.end)
    return after, before


def reached(after: Neighbors, start: str) -> dict[str, int]:
    """Return the number of steps to every reachable vertex, 0 for the start itself."""
    steps = {start: 0}
    waiting = [start]
    while waiting:
        here = waiting.pop(0)
        for name in sorted(after[here]):
            if name not in steps:
                steps[name] = steps[here] + 1
                waiting.append(name)
    return steps


def neighbor(graph: Graph, generator: random.Random) -> Question | None:
    labels = unique(graph)
    after, before = neighbors(graph)
    asked = [(name, after, "To which of these does an arrow from {} lead directly?") for name in labels]
    asked += [(name, before, "From which of these does an arrow lead directly to {}?") for name in labels]
    if not graph.directed:
        asked = [(name, after, "Which of these is joined directly with {}?") for name in labels]
    generator.shuffle(asked)
    for name, beside, text in asked:
        right = sorted(labels[other] for other in beside[name] if other in labels and other != name)
        wrong = [labels[other] for other in labels if other not in beside[name] and other != name]
        if right and len(wrong) >= 3:
            text = text.format(called(graph, labels[name]))
            return chosen("relation", "neighbor", text, generator.choice(right), wrong, generator)
    return None


def shared(graph: Graph, generator: random.Random) -> Question | None:
    """Ask for the node that two others lead to, or that is joined with both."""
    labels = unique(graph)
    after, _ = neighbors(graph)
    pairs = [
        (one, other)
        for one in labels
        for other in labels
        if one < other and (after[one] & after[other]) - {one, other} and len(after[one] & after[other]) < 3
    ]
    if not pairs:
        return None
    one, other = generator.choice(pairs)
    both = after[one] & after[other]
    right = sorted(labels[name] for name in both if name in labels and name not in (one, other))
    if not right:
        return None
    verb = "is pointed to directly by" if graph.directed else "is joined directly with"
    text = f"Which {graph.things} {verb} both '{labels[one]}' and '{labels[other]}'?"
    wrong = [labels[name] for name in labels if name not in both and name not in (one, other)]
    return chosen("relation", "common neighbor", text, generator.choice(right), wrong, generator)


def edge_label(graph: Graph, generator: random.Random) -> Question | None:
    labels = unique(graph)
    written = [
        edge
        for edge in graph.edges
        if edge.label and edge.start in labels and edge.end in labels and alone(graph, edge.start, edge.end)
    ]
    if not written:
        return None
    edge = generator.choice(written)
    pair = "from '{}' to '{}'" if graph.directed else "between '{}' and '{}'"
    text = f"What is written at the {graph.link} {pair.format(labels[edge.start], labels[edge.end])}?"
    others = [other.label for other in graph.edges if other.label]
    return chosen("relation", "edge label", text, edge.label, others, generator)


def alone(graph: Graph, one: str, other: str) -> bool:
    """Return whether exactly one edge joins the two, in either direction."""
    return sum({edge.start, edge.end} == {one, other} for edge in graph.edges) == 1


def busiest(graph: Graph, generator: random.Random) -> Question | None:
    """Ask for the node with the most outgoing edges, incoming edges, or edges in total."""
    labels = unique(graph)
    starts = {name: sum(edge.start == name for edge in graph.edges) for name in labels}
    ends = {name: sum(edge.end == name for edge in graph.edges) for name in labels}
    asked = [
        (f"From which {graph.things} do the most arrows go out?", starts, "most out"),
        (f"At which {graph.things} do the most arrows end?", ends, "most in"),
    ]
    if not graph.directed:
        both = {name: starts[name] + ends[name] for name in labels}
        asked = [(f"Which {graph.things} is joined with the most others?", both, "most")]
    generator.shuffle(asked)
    for text, degrees, kind in asked:
        order = sorted(degrees, key=lambda name: -degrees[name])
        if len(labels) == len(graph.vertices) > 3 and degrees[order[0]] > degrees[order[1]]:
            return chosen("relation", kind, text, labels[order[0]], [labels[name] for name in order[1:]], generator)
    return None


def degree(graph: Graph, generator: random.Random) -> Question | None:
    """Ask for a node's number of edges, if nodes differ in it: every node of a tree but the root has one incoming
    edge."""
    labels = unique(graph)
    out = generator.random() < 0.5
    if not graph.directed:
        numbers = {name: sum(name in (edge.start, edge.end) for edge in graph.edges) for name in labels}
    else:
        numbers = {name: sum((edge.start if out else edge.end) == name for edge in graph.edges) for name in labels}
    present = sorted(set(numbers.values()) - {0})
    if len(present) < 2:
        return None
    many = generator.choice(present)
    name = generator.choice([name for name, number_of in numbers.items() if number_of == many])
    if not graph.directed:
        text = f"With how many others is {called(graph, labels[name])} joined directly?"
    else:
        text = f"How many arrows {'start at' if out else 'end at'} {called(graph, labels[name])}?"
    return number("relation", "degree", text, many, 0, generator)


def reachable(graph: Graph, generator: random.Random) -> Question | None:
    """Ask for a node that can be reached over at least two arrows."""
    labels = unique(graph)
    after, _ = neighbors(graph)
    names = list(labels)
    generator.shuffle(names)
    for name in names:
        steps = reached(after, name)
        right = [labels[other] for other, many in steps.items() if many > 1 and other in labels]
        wrong = [labels[other] for other in labels if other not in steps]
        if graph.directed and right and len(wrong) >= 3:
            text = f"Following the arrows from {called(graph, labels[name])}, which of these can be reached?"
            return chosen("relation", "reachable", text, generator.choice(right), wrong, generator)
    return None


def distance(graph: Graph, generator: random.Random) -> Question | None:
    """Ask for the length of the shortest path."""
    labels = unique(graph)
    after, _ = neighbors(graph)
    ways = [
        (one, other, many)
        for one in labels
        for other, many in reached(after, one).items()
        if other in labels and many > 1
    ]
    if not ways:
        return None
    wanted = generator.choice(sorted({many for _, _, many in ways}))
    one, other, many = generator.choice([way for way in ways if way[2] == wanted])
    text = f"How many {graph.link}s are there on the shortest path from '{labels[one]}' to '{labels[other]}'?"
    return number("relation", "distance", text, many, 1, generator)


def end(graph: Graph, generator: random.Random) -> Question | None:
    """Ask for the vertex without incoming arrows, or without outgoing arrows."""
    labels = unique(graph)
    after, before = neighbors(graph)
    asked = [
        (f"To which {graph.things} does no arrow lead?", before, "source"),
        (f"From which {graph.things} does no arrow go out?", after, "sink"),
    ]
    generator.shuffle(asked)
    for text, beside, kind in asked:
        right = [labels[name] for name in labels if not beside[name]]
        wrong = [labels[name] for name in labels if beside[name]]
        if graph.directed and right and len(wrong) >= 3:
            text = text.replace(f"which {graph.things}", "which of these") if len(right) > 1 else text
            return chosen("relation", kind, text, generator.choice(right), wrong, generator)
    return None


def middle(graph: Graph, generator: random.Random) -> Question | None:
    """Ask for a node on every path from one node to another."""
    labels = unique(graph)
    after, _ = neighbors(graph)
    pairs = [
        (one, other) for one in labels for other, many in reached(after, one).items() if many > 2 and other in labels
    ]
    generator.shuffle(pairs)
    for one, other in pairs[:30]:
        between = {
            name for name in labels if name not in (one, other) and other not in reached(without(after, name), one)
        }
        if between:
            wrong = [labels[name] for name in labels if name not in between and name not in (one, other)]
            text = f"Which of these lies on every path from '{labels[one]}' to '{labels[other]}'?"
            right = generator.choice(sorted(labels[name] for name in between))
            return chosen("relation", "on every path", text, right, wrong, generator)
    return None


def without(after: Neighbors, name: str) -> Neighbors:
    return {here: set() if here == name else beside - {name} for here, beside in after.items()}
