"""Draw molecules: one filled circle per atom, one line per bond, without hydrogens.

The form is that of SSVG-Bench's prompts (appendix B): bonds of 10 units, circles of radius 1.5, black lines of width 1,
lines before circles. A unit is 1/72 inch in every format. y points down in SVG and up in TikZ and EPS, so that all
three show the same picture.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.molecule.graph import PALETTE, Graph

BOND_LENGTH = 10.0
RADIUS = 1.5
MARGIN = 10.0
NEAREST = 0.3
"""Minimum distance in bond lengths of atoms that do not look as if they overlap."""

MAX_SMILES = 5_000
MAX_ATOMS = 500
"""RDKit's layout time grows with the cube of a chain's length (0.1 s for this), and very long chains crash it."""

FORMATS = ("svg", "tikz", "eps")

_RDKIT_BOND_LENGTH = 1.5


class Structure(NamedTuple):
    """Heavy atoms by element, and the bonds between them."""

    elements: tuple[str, ...]
    bonds: tuple[tuple[int, int], ...]

    def graph(self) -> Graph:
        """Return the graph of the structure, with atoms represented by colours."""
        return Graph(tuple(color_of(element) for element in self.elements), self.bonds)


def color_of(element: str) -> str:
    """Return the benchmark's colour of an element. Raises ValueError if it has none."""
    try:
        return PALETTE[element]
    except KeyError:
        raise ValueError(f"no colour for element {element!r}; expected one of {', '.join(PALETTE)}") from None


def read_smiles(smiles: str) -> Any:
    """Return an RDKit molecule without hydrogens. Raises ValueError if the SMILES cannot be read or drawn."""
    if len(smiles) > MAX_SMILES:
        raise ValueError(f"a SMILES of {len(smiles)} characters; at most {MAX_SMILES} are read")
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():  # RDKit logs to stderr; the error below has the reason
        molecule = Chem.MolFromSmiles(smiles)
        if molecule is None:
            raise ValueError(f"not a SMILES that RDKit can read: {smiles[:200]!r}")
        molecule = Chem.RemoveAllHs(molecule, sanitize=False)
    if not molecule.GetNumAtoms():
        raise ValueError(f"no atom but hydrogens in {smiles[:200]!r}; there is nothing to draw")
    if molecule.GetNumAtoms() > MAX_ATOMS:
        raise ValueError(f"a molecule of {molecule.GetNumAtoms()} heavy atoms; at most {MAX_ATOMS} are drawn")
    return molecule


def _structure(molecule: Any) -> Structure:
    return Structure(
        tuple(atom.GetSymbol() for atom in molecule.GetAtoms()),
        tuple((bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in molecule.GetBonds()),
    )


def structure(smiles: str) -> Structure:
    """Return the heavy atoms of a SMILES in its order."""
    return _structure(read_smiles(smiles))


def lay_out(smiles: str) -> tuple[Structure, tuple[Point, ...]]:
    """Return the structure and the position of each atom, deterministically, with y down and bonds of 10 units."""
    molecule = read_smiles(smiles)
    from rdkit.Chem import rdDepictor

    rdDepictor.Compute2DCoords(molecule, canonOrient=True, bondLength=_RDKIT_BOND_LENGTH)
    scale = BOND_LENGTH / _RDKIT_BOND_LENGTH
    positions = molecule.GetConformer().GetPositions().tolist()
    return _structure(molecule), tuple(Point(x * scale, -y * scale) for x, y, _ in positions)


def crowded(positions: Sequence[Point], bond_length: float = BOND_LENGTH) -> bool:
    """Return whether any two atoms are closer than 0.3 bond lengths."""
    nearest = NEAREST * bond_length
    ordered = sorted(positions)
    for index, (x, y) in enumerate(ordered):
        for other in range(index + 1, len(ordered)):
            if ordered[other].x - x >= nearest:
                break
            if math.hypot(ordered[other].x - x, ordered[other].y - y) < nearest:
                return True
    return False


def _number(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def eps_color(color: str) -> str:
    """Return a colour in the notation of the benchmark's EPS prompts, with two decimals: 0.15 0.29 0.29."""
    channels = (int(color[index : index + 2], 16) for index in (1, 3, 5))
    return " ".join(_number(round(channel / 255, 2)) for channel in channels)


def draw_graph(
    elements: Sequence[str],
    positions: Sequence[Point],
    bonds: Iterable[tuple[int, int]],
    format: str = "svg",
) -> str:
    """Draw atoms at positions with y down, in units in which a bond has a length of about 10."""
    if format not in FORMATS:
        raise ValueError(f"molecules are drawn as {', '.join(map(repr, FORMATS))}, not as {format!r}")
    if len(elements) != len(positions):
        raise ValueError(f"{len(elements)} elements but {len(positions)} positions; every atom needs one of each")
    if not elements:
        raise ValueError("no atoms; there is nothing to draw")
    return _WRITERS[format](elements, positions, bonds)


def _svg(elements: Sequence[str], positions: Sequence[Point], bonds: Iterable[tuple[int, int]]) -> str:
    colors = [color_of(element) for element in elements]
    points = [(_number(x), _number(y)) for x, y in positions]
    left, top, right, bottom = _frame(positions)
    frame = " ".join(_number(value) for value in (left, top, right - left, bottom - top))
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}">']
    for a, b in bonds:
        (x1, y1), (x2, y2) = points[a], points[b]
        lines.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="black" stroke-width="1"/>')
    for (x, y), color in zip(points, colors, strict=True):
        lines.append(f'<circle cx="{x}" cy="{y}" r="{_number(RADIUS)}" fill="{color}"/>')
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def _tikz(elements: Sequence[str], positions: Sequence[Point], bonds: Iterable[tuple[int, int]]) -> str:
    points = [f"({_number(x)},{_number(-y)})" for x, y in positions]
    lines = [r"\documentclass[tikz]{standalone}"]
    for element in dict.fromkeys(elements):
        lines.append(rf"\definecolor{{{element}}}{{HTML}}{{{color_of(element).removeprefix('#').upper()}}}")
    lines += [r"\begin{document}", r"\begin{tikzpicture}[x=1bp,y=1bp]"]
    lines += [rf"\draw[line width=1bp] {points[a]} -- {points[b]};" for a, b in bonds]
    radius = f"{_number(RADIUS)}bp"
    lines += [
        rf"\fill[{element}] {position} circle[radius={radius}];"
        for element, position in zip(elements, points, strict=True)
    ]
    lines += [r"\end{tikzpicture}", r"\end{document}"]
    return "\n".join(lines) + "\n"


def _eps(elements: Sequence[str], positions: Sequence[Point], bonds: Iterable[tuple[int, int]]) -> str:
    left, top, right, bottom = _frame(positions)
    points = [f"{_number(x - left)} {_number(bottom - y)}" for x, y in positions]
    lines = [
        "%!PS-Adobe-3.0 EPSF-3.0",
        f"%%BoundingBox: 0 0 {math.ceil(right - left)} {math.ceil(bottom - top)}",
        "%%EndComments",
        "1 setlinewidth",
        "0 0 0 setrgbcolor",
    ]
    for a, b in bonds:
        lines += ["newpath", f"{points[a]} moveto", f"{points[b]} lineto", "stroke"]
    for element, position in zip(elements, points, strict=True):
        lines += [
            f"{eps_color(color_of(element))} setrgbcolor",
            "newpath",
            f"{position} {_number(RADIUS)} 0 360 arc",
            "closepath",
            "fill",
        ]
    lines += ["showpage", "%%EOF"]
    return "\n".join(lines) + "\n"


_WRITERS = {"svg": _svg, "tikz": _tikz, "eps": _eps}


def _frame(positions: Sequence[Point]) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of the sheet."""
    return (
        min(x for x, _ in positions) - MARGIN,
        min(y for _, y in positions) - MARGIN,
        max(x for x, _ in positions) + MARGIN,
        max(y for _, y in positions) + MARGIN,
    )


def draw(smiles: str, format: str = "svg") -> str:
    """Draw a molecule from its SMILES, laid out by RDKit."""
    drawn, positions = lay_out(smiles)
    return draw_graph(drawn.elements, positions, drawn.bonds, format)
