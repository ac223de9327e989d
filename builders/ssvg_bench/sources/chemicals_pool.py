"""Molecules with PubChem names from the `chemicals` package (MIT, https://github.com/CalebBell/chemicals), checked.

A molecule is taken only if
- it is one piece of elements that have a colour, without isotopes or unpaired electrons, of 3 to 200 atoms plus bonds;
- its name in PubChem's preferred style, restored from the package's systematic one, is also among the names that the
  package lists for it;
- OPSIN reads that name back to the same structure: equal canonical SMILES by RDKit, stereochemistry included;
- laid out by RDKit no two atoms are nearer than 0.3 bond lengths, and the drawing reads back to its own graph;
- no other molecule taken has the same graph, and it is not the worked example.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sgpkit import bars
from sgpkit.benchmark import Row
from sgpkit.errors import UserError
from sgpkit.families.shared.naming import dotted_name
from sgpkit.graphics import molecule

from .. import opsin
from . import molecule_row, restore_name

PER_BAND = 50
MIN_SIZE, MAX_SIZE = 3, 200
POOL_FACTOR = 12
"""The number of candidates per chosen molecule, so that elements can be balanced."""

PER_ELEMENT = 2
"""The number of molecules of a band that should contain each element, if available."""

MAX_ALIKE = 6
"""As many molecules of a band may be of the same set of elements before others are looked for."""

LICENSE = "MIT (chemicals package); PubChem data, public domain"


class Compound(NamedTuple):
    cid: int
    name: str
    smiles: str
    size: int
    elements: frozenset[str]


def choose(seed: int, per_band: int = PER_BAND) -> list[Compound]:
    """Return as many molecules from each band, drawn by the seed: small bands first, by CID within a band."""
    candidates = sorted(pool(), key=lambda compound: random.Random(f"{seed}:{compound.cid}").random())
    bands = {
        name: _tried([compound for compound in candidates if molecule_row.band(compound.size) == name], per_band)
        for name in (molecule_row.band(low) for low, _ in molecule_row.BANDS)
    }
    agreed = read_back([compound for tried in bands.values() for compound in tried])
    chosen: list[Compound] = []
    taken = {molecule.canonical(molecule.structure(molecule_row.EXAMPLE[2]).graph())}
    for name, tried in bands.items():
        drawable = list(_drawable((compound for compound in tried if compound in agreed), taken))
        if len(drawable) < per_band:
            raise UserError(f"only {len(drawable)} molecules of {name} atoms and bonds pass the checks, not {per_band}")
        chosen += sorted(varied(drawable, per_band))
    return chosen


def _tried(candidates: Sequence[Compound], per_band: int) -> list[Compound]:
    """The first ones, and later ones for the sake of an element that few of the first have."""
    tried: list[Compound] = []
    holding: Counter[str] = Counter()
    for compound in candidates:
        if len(tried) < POOL_FACTOR * per_band or any(
            holding[element] < 2 * PER_ELEMENT for element in compound.elements
        ):
            tried.append(compound)
            holding.update(compound.elements)
    return tried


def row_of(cid: int, name: str, smiles: str, format: str = "svg") -> Row:
    """The row of a compound that RDKit lays out; ValueError where the drawing would not do."""
    structure, positions = molecule.lay_out(smiles)
    made = dotted_name(row_of)
    return molecule_row.row(cid, name, smiles, structure, positions, "builtin", LICENSE, format, made)


@lru_cache(maxsize=1)
def pool() -> tuple[Compound, ...]:
    """Return the compounds that pass the cheap checks, in the order of their CIDs."""
    try:
        from chemicals.identifiers import get_pubchem_db
    except ImportError:
        raise UserError(
            "fresh molecules come from the packages chemicals and py2opsin, which are not installed: "
            "pip install 'sgpkit[chem]' (and Java for OPSIN: apt install default-jre-headless)"
        ) from None
    records: dict[int, Any] = {}
    for record in get_pubchem_db():
        if record.pubchemid and record.pubchemid > 0:
            known = records.setdefault(record.pubchemid, record)
            if record.smiles < known.smiles:
                records[record.pubchemid] = record
    compounds = (
        _compound(records[cid]) for cid in bars.counted(sorted(records), "reading molecules", len(records), "molecules")
    )
    return tuple(compound for compound in compounds if compound is not None)


def _listed_name(systematic: str, listed: Sequence[str]) -> str | None:
    """The restored name, if the record lists it next to the systematic one."""
    name = restore_name.restore(systematic)
    if name is None:
        return None
    # The list begins with the systematic name itself, which confirms nothing.
    return name if name.lower() in (other.lower() for other in listed[1:]) else None


def _compound(record: Any) -> Compound | None:
    smiles = record.smiles
    if "." in smiles or len(smiles) > molecule.MAX_SMILES:
        return None
    name = _listed_name(record.iupac_name, record.synonyms)
    parsed = _parse(smiles) if name else None
    if name is None or parsed is None:
        return None
    size = parsed.GetNumAtoms() + parsed.GetNumBonds()
    if not MIN_SIZE <= size <= MAX_SIZE:
        return None
    elements = set()
    for atom in parsed.GetAtoms():
        element = atom.GetSymbol()
        if element == "H" or element not in molecule.PALETTE or atom.GetIsotope() or atom.GetNumRadicalElectrons():
            return None
        elements.add(element)
    return Compound(record.pubchemid, name, smiles, size, frozenset(elements))


def _parse(smiles: str) -> Any:
    from rdkit import Chem, rdBase

    with rdBase.BlockLogs():
        return Chem.MolFromSmiles(smiles)


def read_back(compounds: Sequence[Compound]) -> set[Compound]:
    """Return the compounds whose name OPSIN reads to their own structure."""
    from rdkit import Chem

    agreed = set()
    answers = opsin.read_names([compound.name for compound in compounds])
    for compound, answer in zip(compounds, answers, strict=True):
        parsed = _parse(answer) if answer else None
        if parsed is not None and Chem.MolToSmiles(parsed) == Chem.MolToSmiles(_parse(compound.smiles)):
            agreed.add(compound)
    return agreed


def _drawable(compounds: Iterable[Compound], taken: set[molecule.Graph]) -> Iterator[Compound]:
    """Yield compounds with a good drawing and a graph that no other has; add their graphs to `taken`."""
    for compound in compounds:
        try:
            row_of(compound.cid, compound.name, compound.smiles)
        except ValueError:
            continue
        graph = molecule.canonical(molecule.structure(compound.smiles).graph())
        if graph not in taken:
            taken.add(graph)
            yield compound


def varied(compounds: Sequence[Compound], count: int) -> list[Compound]:
    """The first ones, but rare elements come before common ones, and not too many are of the same elements."""
    chosen: list[Compound] = []
    holding: Counter[str] = Counter()
    alike: Counter[frozenset[str]] = Counter()

    def take(wanted: Iterable[Compound]) -> None:
        for compound in wanted:
            if len(chosen) < count and compound not in chosen:
                chosen.append(compound)
                holding.update(compound.elements)
                alike[compound.elements] += 1

    for element in molecule.PALETTE:
        holders = (compound for compound in compounds if element in compound.elements)
        for compound in holders:
            if holding[element] >= PER_ELEMENT:
                break
            take([compound])
    take(compound for compound in compounds if alike[compound.elements] < MAX_ALIKE)
    take(compounds)
    return chosen
