"""Comparing and scoring molecules, compared with networkx and the paper's method."""

import math
import random
import re
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import networkx

from sgpkit.benchmark import Row
from sgpkit.families.ssvg_bench.sources.molecules import molecules
from sgpkit.graphics import molecule
from sgpkit.graphics.molecule import Graph
from sgpkit.metrics.structure import ssvg_structure
from tools.bench.measure import Figure, at_least, at_most, median_seconds, ratio

NAMESPACE = "{http://www.w3.org/2000/svg}"


def figures() -> Iterator[Figure]:
    rows = [row for split, row in molecules("", 0) if split == "test"]
    graphs = [molecule.from_drawing(row["code"]) for row in rows]
    medium = [graph for graph in graphs if 20 <= len(graph.atoms) <= 100]
    pairs = [(graph, shuffled(graph, seed)) for seed, graph in enumerate(medium)]
    nets = [(as_networkx(first), as_networkx(second)) for first, second in pairs]
    value = ratio(
        lambda: [molecule.same(first, second) for first, second in pairs],
        lambda: [networkx.is_isomorphic(*pair, node_match=same_fill) for pair in nets],
    )
    yield at_least(f"molecule.same against networkx, {len(pairs)} pairs of 20-100 atoms", value, 20)

    cage = fullerene()
    yield at_most("C60 against itself", 1e3 * median_seconds(lambda: molecule.same(cage, shuffled(cage, 1))), 10, "ms")
    rings = prism(50), moebius_ladder(50)
    milliseconds = 1e3 * median_seconds(lambda: molecule.same(*rings))
    yield at_most("a 100-vertex prism against a Möbius ladder", milliseconds, 10, "ms")

    with tempfile.TemporaryDirectory() as folder:
        yield scoring(rows, Path(folder))


def scoring(rows: list[Row], folder: Path) -> Figure:
    references = [row["code"] for row in rows]
    predictions = [answered(row, seed) for seed, row in enumerate(rows)]
    pairs = []  # the paper's evaluation takes two files
    for number, texts in enumerate(zip(predictions, references, strict=True)):
        pairs.append((folder / f"{number}-prediction.svg", folder / f"{number}-reference.svg"))
        for path, text in zip(pairs[-1], texts, strict=True):
            path.write_text(text)

    def ours() -> float:
        return sum(verdict.value for verdict in ssvg_structure.score(predictions, references))

    def paper() -> float:
        return float(sum(papers_verdict(*pair) for pair in pairs))

    if ours() != paper():
        raise AssertionError("the two ways of scoring do not agree; their speeds cannot be compared")
    return at_least("scoring 300 predictions against ElementTree + networkx", ratio(ours, paper), 10)


def shuffled(graph: Graph, seed: int) -> Graph:
    order = list(range(len(graph.atoms)))
    random.Random(seed).shuffle(order)
    new_index = {old: new for new, old in enumerate(order)}
    return Graph(tuple(graph.atoms[old] for old in order), tuple((new_index[a], new_index[b]) for a, b in graph.bonds))


LINE = re.compile(r'<line x1="([^"]*)" y1="([^"]*)" x2="([^"]*)" y2="([^"]*)"')


def answered(row: Row, seed: int) -> str:
    """Return an answer like a model's, with the elements in another order: a third each are right, have a
    substituent at the wrong place, or miss a bond.
    """
    draw = random.Random(seed)
    head, *parts, end = row["code"].splitlines()
    bonds = [part for part in parts if part.startswith("<line")]
    match seed % 3:
        case 1:
            joins = [(part, (at[1], at[2]), (at[3], at[4])) for part in bonds if (at := LINE.match(part))]
            degrees = Counter(spot for _, *ends in joins for spot in ends)
            # Move a bond of a terminal atom to another atom.
            part, start, stop = draw.choice(
                [join for join in joins if 1 in (degrees[join[1]], degrees[join[2]])] or joins
            )
            leaf, parent = (start, stop) if degrees[start] == 1 else (stop, start)
            others = sorted(spot for spot in degrees if spot not in (leaf, parent)) or [parent]
            moved = [spot for spot in others if degrees[spot] == degrees[parent] - 1] or others
            x, y = draw.choice(moved)
            replacement = f'<line x1="{leaf[0]}" y1="{leaf[1]}" x2="{x}" y2="{y}" stroke="black" stroke-width="1"/>'
            parts[parts.index(part)] = replacement
        case 2:
            parts.remove(draw.choice(bonds))
    draw.shuffle(parts)
    return "\n".join([head, *parts, end])


# The paper's method, from its description in appendix F.2: circles and lines that are children of the root, a linear
# search for the circle at each line's end, networkx's isomorphism with equal fills.


def papers_graph(path: Path) -> networkx.Graph:
    root = ElementTree.parse(path).getroot()
    graph = networkx.Graph()
    points = []
    for number, circle in enumerate(root.findall(f"{NAMESPACE}circle")):
        points.append((float(circle.get("cx", "")), float(circle.get("cy", "")), number))
        graph.add_node(number, fill=circle.get("fill", ""))

    def at(x: float, y: float) -> int | None:
        return next((number for cx, cy, number in points if math.hypot(cx - x, cy - y) < 0.1), None)

    for line in root.findall(f"{NAMESPACE}line"):
        x1, y1, x2, y2 = (float(line.get(name, "")) for name in ("x1", "y1", "x2", "y2"))
        start, end = at(x1, y1), at(x2, y2)
        if start is not None and end is not None:
            graph.add_edge(start, end)
    return graph


def papers_verdict(prediction: Path, reference: Path) -> bool:
    return bool(networkx.is_isomorphic(papers_graph(reference), papers_graph(prediction), node_match=same_fill))


def same_fill(one: dict[str, str], other: dict[str, str]) -> bool:
    return one["fill"] == other["fill"]


def as_networkx(graph: Graph) -> networkx.Graph:
    net = networkx.Graph()
    net.add_nodes_from((number, {"fill": fill}) for number, fill in enumerate(graph.atoms))
    net.add_edges_from(graph.bonds)
    return net


def all_carbon(net: networkx.Graph) -> Graph:
    numbers = {node: number for number, node in enumerate(net)}
    return Graph((molecule.PALETTE["C"],) * len(numbers), tuple((numbers[a], numbers[b]) for a, b in net.edges))


def fullerene() -> Graph:
    """C60: the truncated icosahedron, each vertex of an icosahedron cut into one for each of its five edges."""
    solid = networkx.icosahedral_graph()
    planar = networkx.check_planarity(solid)[1]
    net = networkx.Graph()
    for vertex in solid:
        around = list(planar.neighbors_cw_order(vertex))
        for neighbour, following in zip(around, around[1:] + around[:1], strict=True):
            net.add_edge((vertex, neighbour), (vertex, following))
            net.add_edge((vertex, neighbour), (neighbour, vertex))
    return all_carbon(net)


def prism(sides: int) -> Graph:
    return all_carbon(networkx.circular_ladder_graph(sides))


def moebius_ladder(rungs: int) -> Graph:
    return all_carbon(networkx.circulant_graph(2 * rungs, [1, rungs]))
