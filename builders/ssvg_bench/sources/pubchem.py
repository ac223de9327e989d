"""PubChem records → rows: `PC_Compounds` JSON from a file or a folder, or fetched by CID.

    --source pubchem=records/              every *.json below it
    --source pubchem=cid:241,7840          fetched over PUG REST
    --source pubchem=cids.txt              a CID a line

The format is PUG REST's JSON (https://pubchem.ncbi.nlm.nih.gov/docs/pug-rest). A drawing keeps the record's own 2-D
coordinates, times 10 and with y turned down, as in the paper's example.
"""

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError
from sgpkit.graphics import molecule
from sgpkit.graphics.geometry import Point
from sgpkit.sandbox.untrusted import documents

from . import chemicals_pool, molecule_row, pubchem_download

LICENSE = "public domain (PubChem)"
SCALE = 10.0
MAX_ATOMS = 2_000

_BY_CID = "cid:"
_MAX_BYTES_PROBED = 65_536
_THREE_DIMENSIONS = 2
"""PubChem's coordinate type for 3-D conformers; 1 is 2-D."""

_SMILES_NAMES = ("Absolute", "Isomeric", "Connectivity", "Canonical")
"""In order of preference; PubChem renamed Isomeric and Canonical in 2025."""


def recognises(path: str) -> bool:
    """Return whether a path names PubChem records in one of the forms above."""
    if path.startswith(_BY_CID):
        return True
    location = Path(path)
    if location.is_dir():
        return any(_looks_like_records(file) for file in sorted(location.rglob("*.json"))[:20])
    return location.is_file() and (_looks_like_records(location) or _listed_cids(location) is not None)


def molecules(path: str, seed: int, format: str = "svg") -> Iterator[tuple[str, Row] | Skipped]:
    """The worked example for `train`, then a row for `test` from each record, or the reason why there is none."""
    del seed  # published records are not changed
    yield "train", chemicals_pool.row_of(*molecule_row.EXAMPLE, format)
    seen: dict[int, str] = {}
    for name, document in _documents(path):
        if isinstance(document, str):
            yield Skipped(name, document)
            continue
        for index, record in enumerate(document):
            label = f"{name}[{index}]" if len(document) > 1 else name
            try:
                row = _row(record, format)
            except ValueError as error:
                yield Skipped(label, str(error))
                continue
            if row["cid"] == molecule_row.EXAMPLE[0]:
                yield Skipped(label, "CID 7964, chlorobenzene, is the worked example of every prompt")
            elif row["cid"] in seen:
                yield Skipped(label, f"CID {row['cid']} was read already, from {seen[row['cid']]}")
            else:
                seen[row["cid"]] = label
                yield "test", row


def _documents(path: str) -> Iterator[tuple[str, list[Any] | str]]:
    """Names of records, with the records, or with the reason why there are none."""
    location = Path(path)
    cids = _named_cids(path) if path.startswith(_BY_CID) else _listed_cids(location) if location.is_file() else None
    if cids is not None:
        for answer in pubchem_download.fetch(dict.fromkeys(cids)):
            if isinstance(answer, pubchem_download.Missing):
                yield f"CID {answer.cid}", answer.reason
            else:
                document: Any
                cid, document = answer
                yield f"CID {cid}", document["PC_Compounds"]
        return
    if not location.exists():
        raise UserError(f"no file or folder {path!r}; expected PC_Compounds JSON, a list of CIDs, or cid:241,7840")
    files = sorted(location.rglob("*.json")) if location.is_dir() else [location]
    if not files:
        raise UserError(
            f"no *.json below {path!r}; expected PubChem's PC_Compounds JSON, with one or more records per file"
        )
    for file in files:
        yield (file.name if location.is_file() else str(file.relative_to(location))), _records(file)


def _records(file: Path) -> list[Any] | str:
    try:
        document = documents.read_json(file)
    except (OSError, ValueError, RecursionError) as error:
        return f"expected PC_Compounds JSON, found what is no JSON: {error}"
    records = document.get("PC_Compounds") if isinstance(document, dict) else None
    if isinstance(records, list) and records:
        return records
    description = (
        f"an object with {', '.join(map(repr, list(document)[:5]))}" if isinstance(document, dict) else "a list"
    )
    if not isinstance(document, dict | list):
        description = repr(document)[:60]
    return f'expected {{"PC_Compounds": [records]}}, found {description}'


def _looks_like_records(file: Path) -> bool:
    with file.open("rb") as opened:
        return b'"PC_Compounds"' in opened.read(_MAX_BYTES_PROBED)


def _named_cids(path: str) -> list[int]:
    parts = [part.strip() for part in path.removeprefix(_BY_CID).split(",")]
    wrong = next((part for part in parts if not re.fullmatch(r"[1-9]\d{0,9}", part)), None)
    if wrong is not None:
        raise UserError(f"{wrong!r} in {path!r} is not a CID; expected whole numbers with commas, as in cid:241,7840")
    return [int(part) for part in parts]


def _listed_cids(file: Path) -> list[int] | None:
    """Return the CIDs in a text file that contains only CIDs and comments after `#`."""
    if file.suffix.lower() not in (".txt", ".csv", ""):
        return None
    try:
        text = file.read_text("utf-8")
    except UnicodeDecodeError:
        return None
    words = re.sub(r"#.*", "", text).replace(",", " ").split()
    if not words or not all(re.fullmatch(r"[1-9]\d{0,9}", word) for word in words):
        return None
    return [int(word) for word in words]


def _row(record: Any, format: str) -> Row:
    """Return the row of a record; raise ValueError if it gives none."""
    try:
        cid = int(record["id"]["id"]["cid"])
        numbers = dict(zip(record["atoms"]["aid"], record["atoms"]["element"], strict=True))
        bonds = record.get("bonds", {"aid1": [], "aid2": []})
        pairs = list(zip(bonds["aid1"], bonds["aid2"], strict=True))
        coordinates = _positions(record["coords"])
        properties = _texts(record["props"])
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise ValueError(f"no whole PubChem record: {type(error).__name__} {error}") from error
    name = properties.get(("IUPAC Name", "Preferred"))
    if not name:
        raise ValueError(f"CID {cid} has no preferred IUPAC name")
    heavy = [atom for atom, number in numbers.items() if number != 1]
    if not 0 < len(heavy) <= MAX_ATOMS:
        raise ValueError(f"CID {cid} has {len(heavy)} atoms beside hydrogen; 1 to {MAX_ATOMS} are drawn")
    missing = next((atom for atom in heavy if atom not in coordinates), None)
    if missing is not None:
        raise ValueError(f"CID {cid} has no 2-D place for atom {missing}")
    unknown = next((atom for pair in pairs for atom in pair if atom not in numbers), None)
    if unknown is not None:
        raise ValueError(f"CID {cid} has a bond to atom {unknown}, which is not among its atoms")
    index = {atom: position for position, atom in enumerate(heavy)}
    structure = molecule.Structure(
        tuple(_symbol(numbers[atom]) for atom in heavy),
        tuple((index[a], index[b]) for a, b in pairs if a in index and b in index),
    )
    smiles = next((properties[key] for kind in _SMILES_NAMES if (key := ("SMILES", kind)) in properties), "")
    positions = [coordinates[atom] for atom in heavy]
    return molecule_row.row(cid, name, smiles, structure, positions, "pubchem", LICENSE, format)


def _positions(coordinates: list[Any]) -> dict[Any, Point]:
    flat = next((entry for entry in coordinates if _THREE_DIMENSIONS not in entry.get("type", [])), None)
    if flat is None:
        raise ValueError("the record has 3-D coordinates only; ask PubChem for the 2-D record")
    conformer = flat["conformers"][0]
    positions = {}
    for atom, x, y in zip(flat["aid"], conformer["x"], conformer["y"], strict=True):
        if not (math.isfinite(x) and math.isfinite(y)):
            raise ValueError(f"atom {atom} lies at {x}, {y}")
        positions[atom] = Point(x * SCALE, -y * SCALE)
    return positions


def _texts(properties: list[Mapping[str, Any]]) -> dict[tuple[str, str], str]:
    return {
        (entry["urn"]["label"], entry["urn"].get("name", "")): entry["value"]["sval"]
        for entry in properties
        if "sval" in entry["value"]
    }


def _symbol(number: Any) -> str:
    from rdkit import Chem

    if not isinstance(number, int) or not 1 <= number <= 118:
        raise ValueError(f"element number {number!r}; elements are numbered 1 to 118")
    symbol: str = Chem.GetPeriodicTable().GetElementSymbol(number)
    return symbol
