"""A molecule from any source as a row of the benchmark. Its drawing is proven to show the molecule."""

from collections.abc import Sequence

from sgpkit.benchmark import Row
from sgpkit.graphics import molecule
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected

BANDS = ((1, 20), (21, 40), (41, 60), (61, 80), (81, 100), (101, None))
"""Of atoms plus bonds, as the paper sorts molecules."""

EXAMPLE = (7964, "chlorobenzene", "C1=CC=C(C=C1)Cl")
"""The molecule that every prompt shows; a training row, never a test row."""


def band(size: int) -> str:
    """The band of a number of atoms plus bonds: "1-20" … "81-100", "101+"."""
    for low, high in BANDS:
        if high is None:
            return f"{low}+"
        if size <= high:
            return f"{low}-{high}"
    raise AssertionError("the last band has no end")


def row(
    cid: int,
    name: str,
    smiles: str,
    structure: molecule.Structure,
    positions: Sequence[Point],
    source: str,
    license: str,
    format: str = "svg",
    generator: str = "",
) -> Row:
    """Return the row; raise ValueError with the reason why its drawing would not do. `generator` is the dotted name of
    the function that laid the molecule out, if it is ours."""
    if molecule.crowded(positions):
        raise ValueError("two atoms would be drawn nearer than 0.3 bond lengths")
    code = molecule.draw_graph(structure.elements, positions, structure.bonds, format)
    try:
        read_back = molecule.from_drawing(code, format)
    except Rejected as rejected:
        raise ValueError(f"its drawing cannot be read: {rejected.reason}") from None
    if read_back != structure.graph():
        raise ValueError("its drawing does not read back to its own atoms and bonds")
    size = len(structure.elements) + len(structure.graph().bonds)
    return {
        "id": f"molecule-{cid}",
        "cluster": f"cid-{cid}",
        "source": source,
        "license": license,
        "generator": generator,
        "cid": cid,
        "name": name,
        "smiles": smiles,
        "size": size,
        "band": band(size),
        "code": code,
    }
