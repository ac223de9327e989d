"""Molecules as graphs with coloured vertices: comparison of two, and an explanation where they differ.

The comparison is exact. It uses canonical forms by BLISS (https://users.aalto.fi/~tjunttil/bliss/) through igraph;
hashes of neighbourhoods (Weisfeiler-Lehman) cannot distinguish regular graphs. The element colours are those of the
prompts of SSVG-Bench (its appendix B).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

PALETTE: dict[str, str] = {
    "H": "#638C8C",
    "B": "#2AD52A",
    "C": "#274A4A",
    "N": "#0000FF",
    "O": "#FF0000",
    "F": "#D52092",
    "Si": "#D59E13",
    "P": "#D58600",
    "S": "#D5D500",
    "Cl": "#2AD52A",
    "Br": "#D58639",
    "Te": "#D5CD72",
    "I": "#FF00FF",
    "Eu": "#00CCD5",
    "Lu": "#00CCD5",
    "Os": "#838C8C",
    "U": "#00CCD5",
}
"""Element to colour. B and Cl share one, and so do Eu, Lu and U, as published."""

UNFILLED = "none"

_ELEMENT_NAMES = {
    "H": "hydrogen",
    "B": "boron",
    "C": "carbon",
    "N": "nitrogen",
    "O": "oxygen",
    "F": "fluorine",
    "Si": "silicon",
    "P": "phosphorus",
    "S": "sulfur",
    "Cl": "chlorine",
    "Br": "bromine",
    "Te": "tellurium",
    "I": "iodine",
    "Eu": "europium",
    "Lu": "lutetium",
    "Os": "osmium",
    "U": "uranium",
}


@dataclass(frozen=True, slots=True)
class Graph:
    """A molecule: atoms by their colour, bonds by the indices of their two atoms in `atoms`.

    Colours are normalised to upper case, bonds are sorted and unique.
    """

    atoms: tuple[str, ...]
    bonds: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        upper = {color: color.upper() if color.startswith("#") else color for color in {*self.atoms}}
        atoms = tuple(map(upper.__getitem__, self.atoms))
        bonds = sorted({(a, b) if a < b else (b, a) for a, b in self.bonds})
        for a, b in bonds:
            if a < 0 or b >= len(atoms):
                raise ValueError(f"bond ({a}, {b}) names an atom that is not among the {len(atoms)} atoms, 0 the first")
            if a == b:
                raise ValueError(f"bond ({a}, {b}) joins an atom to itself; a bond needs two atoms")
        object.__setattr__(self, "atoms", atoms)
        object.__setattr__(self, "bonds", tuple(bonds))


def canonical(graph: Graph) -> Graph:
    """Return the graph with its atoms renumbered: two graphs are the same exactly if their canonical forms are
    equal."""
    from igraph import GraphBase

    number = {color: index for index, color in enumerate(sorted(set(graph.atoms)))}
    colors = [number[color] for color in graph.atoms]
    # igraph calls this a permutation but returns its inverse: entry k is the atom that gets the number k.
    order = GraphBase(len(graph.atoms), graph.bonds).canonical_permutation(color=colors)
    rank = [0] * len(order)
    for new, old in enumerate(order):
        rank[old] = new
    return Graph(
        atoms=tuple(graph.atoms[old] for old in order),
        bonds=tuple((rank[a], rank[b]) for a, b in graph.bonds),
    )


def same(first: Graph, second: Graph) -> bool:
    """Return whether the atoms of one can be matched one to one with those of the other, keeping colours and bonds."""
    size = len(first.atoms)
    if size != len(second.atoms) or len(first.bonds) != len(second.bonds):
        return False
    if first == second:
        return True
    number = {color: index * size for index, color in enumerate(dict.fromkeys(first.atoms))}
    if not number.keys() >= set(second.atoms):
        return False
    # Colour and degree as one number. A wrong drawing nearly always differs already here; BLISS decides the rest,
    # starting from the finer colours.
    kinds, others = _kinds(first, number), _kinds(second, number)
    if sorted(kinds) != sorted(others):
        return False
    from igraph import GraphBase

    isomorphic: bool = GraphBase(size, first.bonds).isomorphic_bliss(
        GraphBase(size, second.bonds), color1=kinds, color2=others
    )
    return isomorphic


def _kinds(graph: Graph, number: Mapping[str, int]) -> list[int]:
    kinds = [number[color] for color in graph.atoms]
    for a, b in graph.bonds:
        kinds[a] += 1
        kinds[b] += 1
    return kinds


def _elements(color: str) -> str:
    """Return the element, or the elements, that a colour stands for; empty where there is none."""
    return " or ".join(_ELEMENT_NAMES[symbol] for symbol, own in PALETTE.items() if own == color)


def _atoms_in_words(number: int, color: str) -> str:
    if elements := _elements(color):
        return _counted(number, f"{elements} atom")
    if color == UNFILLED:
        return _counted(number, "unfilled circle")
    return f"{_counted(number, 'circle')} of {color}, the colour of no element"


def _counted(number: int, what: str) -> str:
    return f"{number or 'no'} {what}" if number < 2 else f"{number} {what}s"


def neighbours(graph: Graph) -> list[list[int]]:
    """Return for each atom the numbers of the atoms that it is bonded to."""
    around: list[list[int]] = [[] for _ in graph.atoms]
    for a, b in graph.bonds:
        around[a].append(b)
        around[b].append(a)
    return around


def pieces(graph: Graph) -> int:
    """Return the number of separate parts of the graph."""
    around = neighbours(graph)
    seen: set[int] = set()
    count = 0
    for start in range(len(graph.atoms)):
        if start in seen:
            continue
        count += 1
        seen.add(start)
        waiting = [start]
        while waiting:
            fresh = set(around[waiting.pop()]) - seen
            seen |= fresh
            waiting.extend(fresh)
    return count


def _environments(graph: Graph) -> Counter[tuple[str, tuple[str, ...]]]:
    around = neighbours(graph)
    return Counter(
        (color, tuple(sorted(graph.atoms[other] for other in around[atom]))) for atom, color in enumerate(graph.atoms)
    )


def _environment_in_words(environment: tuple[str, tuple[str, ...]]) -> str:
    color, around = environment
    counts = sorted(Counter(around).items())
    joined = " and ".join(f"{number} {_elements(other) or other}" for other, number in counts)
    return f"{_elements(color) or color} joined to {joined or 'nothing'}"


MOST_COLORS = 6
"""The number of colours that a reason names one by one."""


def difference(expected: Graph, drawn: Graph) -> str:
    """Return why the two are not the same, in plain words; empty if they are."""
    if not drawn.atoms and expected.atoms:
        return f"no atom is drawn; expected {_counted(len(expected.atoms), 'atom')}"
    reasons = []
    wanted, found_in_drawing = Counter(expected.atoms), Counter(drawn.atoms)
    differing = sorted(
        color for color in wanted.keys() | found_in_drawing.keys() if wanted[color] != found_in_drawing[color]
    )
    reasons += [
        f"expected {_atoms_in_words(wanted[color], color)}, drawn {found_in_drawing[color]}"
        for color in differing[:MOST_COLORS]
    ]
    if len(differing) > MOST_COLORS:
        reasons.append(f"and so with {len(differing) - MOST_COLORS} further colours")
    if len(expected.bonds) != len(drawn.bonds):
        reasons.append(f"expected {_counted(len(expected.bonds), 'bond')}, drawn {len(drawn.bonds)}")
    wanted_pieces, found_pieces = pieces(expected), pieces(drawn)
    if wanted_pieces != found_pieces:
        reasons.append(f"expected {_counted(wanted_pieces, 'separate piece')}, drawn {found_pieces}")
    if wanted != found_in_drawing or len(expected.bonds) != len(drawn.bonds):
        return "; ".join(reasons)
    if not reasons and same(expected, drawn):
        return ""
    reasons.append("same atoms and same number of bonds, joined differently")
    around_wanted, around_found = _environments(expected), _environments(drawn)
    missing = min((around_wanted - around_found).items(), default=None)
    if missing is None:
        reasons.append("every atom has the right neighbours, but they form other rings or chains")
    else:
        environment, _ = missing
        reasons.append(
            f"{_environment_in_words(environment)}: expected {around_wanted[environment]} of these, "
            f"drawn {around_found[environment]}"
        )
    return "; ".join(reasons)
