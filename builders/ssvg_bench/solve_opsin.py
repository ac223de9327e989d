"""A solver without a model: OPSIN reads the name, RDKit lays the molecule out. It shows the margin for a model."""

from collections.abc import Sequence

from sgpkit.benchmark import Row
from sgpkit.graphics import molecule

from . import opsin


def solve(rows: Sequence[Row], format: str = "svg") -> list[str]:
    """Return one drawing per row, "" if OPSIN cannot read the name or the molecule cannot be drawn."""
    return [_draw(smiles, format) for smiles in opsin.read_names([row["name"] for row in rows])]


def _draw(smiles: str, format: str) -> str:
    if not smiles:
        return ""
    try:
        return molecule.draw(smiles, format)
    except ValueError:  # an element without a colour, or only hydrogens
        return ""
