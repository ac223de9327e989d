"""Molecules as graphs: equality, compared with networkx, and explanations of differences."""

import random
from collections.abc import Iterable

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics import molecule
from sgpkit.graphics.molecule import Graph

C, N, OXYGEN = molecule.PALETTE["C"], molecule.PALETTE["N"], molecule.PALETTE["O"]


def from_networkx(graph: "nx.Graph[int]", colors: Iterable[str] | None = None) -> Graph:
    position = {node: index for index, node in enumerate(graph)}
    atoms = tuple(colors or [C] * len(position))
    return Graph(atoms, tuple((position[a], position[b]) for a, b in graph.edges))


def to_networkx(graph: Graph) -> "nx.Graph[int]":
    made = nx.Graph(graph.bonds)
    made.add_nodes_from((index, {"color": color}) for index, color in enumerate(graph.atoms))
    return made


def shuffled(graph: Graph, seed: int) -> Graph:
    draw = random.Random(seed)
    new = draw.sample(range(len(graph.atoms)), len(graph.atoms))
    atoms = [""] * len(new)
    for old, position in enumerate(new):
        atoms[position] = graph.atoms[old]
    bonds = [(new[a], new[b])[:: draw.choice((1, -1))] for a, b in graph.bonds]
    draw.shuffle(bonds)
    return Graph(tuple(atoms), tuple(bonds))


def oracle(first: Graph, second: Graph) -> bool:
    return nx.is_isomorphic(to_networkx(first), to_networkx(second), node_match=lambda a, b: a["color"] == b["color"])


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(0, 9))
    pairs = [(a, b) for a in range(size) for b in range(a)]
    bonds = draw(st.lists(st.sampled_from(pairs), max_size=14)) if pairs else []
    return Graph(tuple(draw(st.lists(st.sampled_from([C, N]), min_size=size, max_size=size))), tuple(bonds))


@given(graphs(), st.integers(0, 999))
def test_a_relabelled_graph_is_the_same(graph: Graph, seed: int) -> None:
    other = shuffled(graph, seed)
    assert molecule.same(graph, other)
    assert molecule.canonical(graph) == molecule.canonical(other)
    assert molecule.canonical(molecule.canonical(graph)) == molecule.canonical(graph)
    assert oracle(graph, molecule.canonical(graph))
    assert molecule.difference(graph, other) == ""


@given(graphs(), st.data())
def test_another_graph_is_the_same_exactly_if_networkx_says_so(graph: Graph, data: st.DataObject) -> None:
    # One bond moved: near misses, which random pairs hardly ever are.
    pairs = [(b, a) for a in range(len(graph.atoms)) for b in range(a)]
    other = graph
    if graph.bonds and pairs:
        bonds = [*graph.bonds]
        bonds[data.draw(st.integers(0, len(bonds) - 1))] = data.draw(st.sampled_from(pairs))
        other = shuffled(Graph(graph.atoms, tuple(bonds)), data.draw(st.integers(0, 99)))
    expected = oracle(graph, other)
    assert molecule.same(graph, other) == expected
    assert (molecule.canonical(graph) == molecule.canonical(other)) == expected
    assert (molecule.difference(graph, other) == "") == expected


def prism(length: int) -> "nx.Graph[int]":
    return nx.circular_ladder_graph(length)


def moebius_ladder(length: int) -> "nx.Graph[int]":
    return nx.circulant_graph(2 * length, [1, length])


def fullerene() -> "nx.Graph[int]":
    """Return C60: the icosahedron with its corners cut off. A vertex is an edge with a direction."""
    solid = nx.icosahedral_graph()
    embedded = nx.check_planarity(solid)[1]
    cut = nx.Graph()
    for a, b in embedded.edges:
        cut.add_edge((a, b), (b, a))
        cut.add_edge((a, b), (a, embedded[a][b]["cw"]))
    return nx.convert_node_labels_to_integers(cut)


REGULAR_PAIRS = {
    "C60 and itself": (fullerene(), fullerene(), True),
    "C60 and another cubic graph of 60": (fullerene(), prism(30), False),
    "prism and Möbius ladder of 12": (prism(6), moebius_ladder(6), False),
    "prism and Möbius ladder of 100": (prism(50), moebius_ladder(50), False),
    "one ring of six and two of three": (nx.cycle_graph(6), nx.disjoint_union_all([nx.cycle_graph(3)] * 2), False),
    "Petersen graph and itself": (nx.petersen_graph(), nx.kneser_graph(5, 2), True),
    "Petersen graph and the pentagonal prism": (nx.petersen_graph(), prism(5), False),
    "cospectral pieces: a star, and a ring with a lone atom": (
        nx.star_graph(4),
        nx.disjoint_union(nx.cycle_graph(4), nx.empty_graph(1)),
        False,
    ),
    "strongly regular: Shrikhande graph and the rook's graph": (
        nx.from_edgelist(
            ((a, b), ((a + x) % 4, (b + y) % 4))
            for a in range(4)
            for b in range(4)
            for x, y in ((1, 0), (0, 1), (1, 1))
        ),
        nx.line_graph(nx.complete_bipartite_graph(4, 4)),
        False,
    ),
}


@pytest.mark.parametrize(("first", "second", "expected"), REGULAR_PAIRS.values(), ids=REGULAR_PAIRS.keys())
def test_regular_graphs_are_told_apart(first: "nx.Graph[int]", second: "nx.Graph[int]", expected: bool) -> None:
    one, other = from_networkx(first), shuffled(from_networkx(second), 7)
    if len(first) <= 24:  # networkx needs half a minute for the fullerene
        assert nx.is_isomorphic(first, second) is expected
    assert molecule.same(one, other) is expected
    assert (molecule.canonical(one) == molecule.canonical(other)) is expected
    assert (molecule.difference(one, other) == "") is expected


def test_the_large_pairs_are_what_they_are_said_to_be() -> None:
    graph = fullerene()
    assert (len(graph), set(dict(graph.degree).values()), nx.check_planarity(graph)[0]) == (60, {3}, True)
    assert (nx.girth(graph), nx.girth(prism(30))) == (5, 4)
    assert (nx.check_planarity(prism(50))[0], nx.check_planarity(moebius_ladder(50))[0]) == (True, False)


@pytest.mark.parametrize("apart", [1, 2, 3])
def test_two_nitrogens_in_a_ring_of_six_are_told_by_how_far_they_are_apart(apart: int) -> None:
    """In pyridazine, pyrimidine and pyrazine each atom has two bonds, and only the positions of the elements differ."""
    ring = tuple((item, (item + 1) % 6) for item in range(6))
    pyridazine, pyrimidine, pyrazine = (
        Graph(tuple(N if item in (0, far) else C for item in range(6)), ring) for far in (1, 2, 3)
    )
    drawn = shuffled((pyridazine, pyrimidine, pyrazine)[apart - 1], apart)
    matches = [molecule.same(expected, drawn) for expected in (pyridazine, pyrimidine, pyrazine)]
    assert matches == [far == apart for far in (1, 2, 3)]


def test_colours_must_match_in_their_places() -> None:
    chain = ((0, 1), (1, 2))
    assert molecule.same(Graph((C, C, OXYGEN), chain), Graph((OXYGEN, C, C), chain))
    assert not molecule.same(Graph((C, C, OXYGEN), chain), Graph((C, OXYGEN, C), chain))
    assert not molecule.same(Graph((C, C, OXYGEN), chain), Graph((C, C, N), chain))


def test_colours_are_compared_without_their_case_and_bonds_without_their_direction() -> None:
    given_loosely = Graph(("#274a4a", "#ff0000"), ((1, 0), (0, 1)))
    assert given_loosely == Graph((C, OXYGEN), ((0, 1),))


@pytest.mark.parametrize(
    ("bonds", "reason"),
    [(((0, 2),), "expected indices from 0 to 1"), (((-1, 0),), "expected indices"), (((1, 1),), "to itself")],
)
def test_a_bond_must_join_two_atoms(bonds: tuple[tuple[int, int], ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Graph((C, C), bonds)


# Reasons


DIFFERENCES = {
    "nothing drawn": ("CC", "", "no atom is drawn; expected 2 atoms"),
    "an atom too few": ("CCO", "CC", "expected 1 oxygen atom, drawn 0"),
    "a shared colour": ("CCl", "CCCl", "expected 1 carbon atom, drawn 2"),
    "boron or chlorine": ("CCl", "CO", "expected 1 boron or chlorine atom, drawn 0"),
    "the colour of three": ("[U](C)", "CC", "expected 1 europium or lutetium or uranium atom, drawn 0"),
    "a bond too few": ("C1CC1", "CCC", "expected 3 bonds, drawn 2"),
    "in pieces": ("CCCC", "C1CC1.C", "expected 1 separate piece, drawn 2"),
    "joined at another place": (
        "CCCO",
        "CC(C)O",
        "carbon joined to 2 carbon: expected 1 of these, drawn 0",
    ),
    "the same around every atom": ("C1CC2CCC1CC2", "C1CC2CCC(C1)C2", "but they form other rings"),
}


@pytest.mark.parametrize(("expected", "drawn", "words"), DIFFERENCES.values(), ids=DIFFERENCES.keys())
def test_a_difference_is_told_in_words(expected: str, drawn: str, words: str) -> None:
    other = molecule.structure(drawn).graph() if drawn else Graph((), ())
    assert words in molecule.difference(molecule.structure(expected).graph(), other)


def test_a_foreign_colour_is_named() -> None:
    output = molecule.difference(Graph((C, C, C), ()), Graph((C, "#123456", "none"), ()))
    assert output == (
        "expected no circle of #123456, which is not an element's colour, drawn 1; expected 3 carbon atoms, drawn 1; "
        "expected no unfilled circle, drawn 1"
    )


def test_rings_of_another_size_are_hinted_at() -> None:
    output = molecule.difference(from_networkx(prism(6)), from_networkx(moebius_ladder(6)))
    assert output.endswith("every atom has the right neighbours, but they form other rings or chains")


def test_a_reason_stays_short_whatever_is_drawn():
    many = Graph(tuple(f"#{number:06X}" for number in range(5_000)), ())
    output = molecule.difference(Graph(("#274A4A",), ()), many)
    assert len(output) < 1_000
    assert "further colours" in output
