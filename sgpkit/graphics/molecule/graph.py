"""Molecules as graphs with coloured vertices: compare two, and explain their difference.

The comparison is exact. It uses canonical forms by BLISS (https://users.aalto.fi/~tjunttil/bliss/) through igraph,
because neighbourhood hashes (Weisfeiler-Lehman) cannot distinguish regular graphs. The colours of elements are those of
SSVG-Bench's prompts (appendix B).
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
"""Colours of elements. B and Cl share one, and so do Eu, Lu and U, as published."""

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
    """A molecule: the colours of its atoms, and its bonds as pairs of indices into `atoms`.

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
                raise ValueError(f"bond ({a}, {b}): expected indices from 0 to {len(atoms) - 1}")
            if a == b:
                raise ValueError(f"bond ({a}, {b}) joins an atom to itself; a bond needs two atoms")
        object.__setattr__(self, "atoms", atoms)
        object.__setattr__(self, "bonds", tuple(bonds))


def canonical(graph: Graph) -> Graph:
    """Return the graph with its atoms renumbered, so that two graphs are the same exactly if their canonical forms are
    equal."""
    from igraph import GraphBase

    number = {color: index for index, color in enumerate(sorted(set(graph.atoms)))}
    colors = [number[color] for color in graph.atoms]
    # igraph returns the inverse of a permutation: entry k is the atom that gets number k.
    order = GraphBase(len(graph.atoms), graph.bonds).canonical_permutation(color=colors)
    rank = [0] * len(order)
    for new, old in enumerate(order):
        rank[old] = new
    return Graph(
        atoms=tuple(graph.atoms[old] for old in order),
        bonds=tuple((rank[a], rank[b]) for a, b in graph.bonds),
    )


def same(first: Graph, second: Graph) -> bool:
    """Return whether the graphs are isomorphic, with equal colours."""
    size = len(first.atoms)
    if size != len(second.atoms) or len(first.bonds) != len(second.bonds):
        return False
    if first == second:
        return True
    number = {color: index * size for index, color in enumerate(dict.fromkeys(first.atoms))}
    if not number.keys() >= set(second.atoms):
        return False
    # Combine colour and degree. Wrong drawings nearly always differ here already; BLISS decides the rest, with these
    # combinations as colours.
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


def _element_names(color: str) -> str:
    """Return the names of the elements with a colour, or "" if there is none."""
    return " or ".join(_ELEMENT_NAMES[symbol] for symbol, own in PALETTE.items() if own == color)


def _atoms_in_words(number: int, color: str) -> str:
    if elements := _element_names(color):
        return _count_of(number, f"{elements} atom")
    if color == UNFILLED:
        return _count_of(number, "unfilled circle")
    return f"{_count_of(number, 'circle')} of {color}, which is not an element's colour"


def _count_of(number: int, what: str) -> str:
    return f"{number or 'no'} {what}" if number < 2 else f"{number} {what}s"


def neighbours(graph: Graph) -> list[list[int]]:
    """Return, for each atom, the indices of the atoms that it is bonded to."""
    around: list[list[int]] = [[] for _ in graph.atoms]
    for a, b in graph.bonds:
        around[a].append(b)
        around[b].append(a)
    return around


def pieces(graph: Graph) -> int:
    """Return the number of connected components."""
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
    joined = " and ".join(f"{number} {_element_names(other) or other}" for other, number in counts)
    return f"{_element_names(color) or color} joined to {joined or 'nothing'}"


MAX_COLORS = 6
"""Maximum number of colours that a reason lists."""


def difference(expected: Graph, drawn: Graph) -> str:
    """Return the difference of two graphs in words, or "" if they are the same."""
    if not drawn.atoms and expected.atoms:
        return f"no atom is drawn; expected {_count_of(len(expected.atoms), 'atom')}"
    reasons = []
    wanted, found_in_drawing = Counter(expected.atoms), Counter(drawn.atoms)
    differing = sorted(
        color for color in wanted.keys() | found_in_drawing.keys() if wanted[color] != found_in_drawing[color]
    )
    reasons += [
        f"expected {_atoms_in_words(wanted[color], color)}, drawn {found_in_drawing[color]}"
        for color in differing[:MAX_COLORS]
    ]
    if len(differing) > MAX_COLORS:
        reasons.append(f"and {len(differing) - MAX_COLORS} further colours differ")
    if len(expected.bonds) != len(drawn.bonds):
        reasons.append(f"expected {_count_of(len(expected.bonds), 'bond')}, drawn {len(drawn.bonds)}")
    wanted_pieces, found_pieces = pieces(expected), pieces(drawn)
    if wanted_pieces != found_pieces:
        reasons.append(f"expected {_count_of(wanted_pieces, 'separate piece')}, drawn {found_pieces}")
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
