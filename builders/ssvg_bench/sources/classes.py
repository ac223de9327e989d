"""Geometry drawings in the paper's own form → rows of ssvg-geometry-svg.

    --source classes=FOLDER        every *.svg below it with its text next to it, in a file of the same name, *.txt

In a drawing the given part has the classes `input_object` and `input_text`, what must be added `output_object` and
`output_text` (appendix B). A file `rules.csv` in the folder, with columns `name` and `rule`, names the predicate of
each case with many answers; cases that it does not name have one answer.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError, nearest
from sgpkit.files import reading
from sgpkit.graphics import elements, svg
from sgpkit.graphics.svg.document import SVG, XLINK
from sgpkit.metrics.structure.geometry.rules import RULES
from sgpkit.sandbox.untrusted import documents
from sgpkit.status import Rejected

LICENSE = "as the source says"
OUTPUT_CLASSES = frozenset((elements.OUTPUT_CLASS, "output_text"))
MAX_BYTES = 4_000_000
"""Bytes of one drawing."""

_MAX_FILES_PROBED = 20


def recognises(path: str) -> bool:
    """Return whether a path is a folder of drawings with the paper's classes."""
    folder = Path(path)
    if not folder.is_dir():
        return False
    files = [file for file in sorted(folder.rglob("*.svg")) if file.with_suffix(".txt").is_file()]
    return any(elements.OUTPUT_CLASS.encode() in file.read_bytes()[:MAX_BYTES] for file in files[:_MAX_FILES_PROBED])


def geometry(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    """A row for `test` from each drawing, or the reason why there is none."""
    del seed  # published drawings are not changed
    folder = Path(path)
    files = sorted(folder.rglob("*.svg"))
    if not files:
        raise UserError(f"no *.svg below {path!r}; expected drawings next to their texts, NAME.svg and NAME.txt")
    rules = _rules(folder)
    unknown = rules.keys() - {_name(file, folder) for file in files}
    if unknown:
        missing = min(unknown)
        raise UserError(
            f"rules.csv names {missing!r}; no such drawing{nearest(missing, (_name(f, folder) for f in files))}"
        )
    for file in files:
        name = _name(file, folder)
        try:
            yield "test", _row(file, name, rules.get(name, ""))
        except ValueError as error:
            yield Skipped(name, str(error))
        except Rejected as rejected:
            yield Skipped(name, f"{rejected.status}: {rejected.reason}")


def given_part(code: str) -> str:
    """The drawing without the elements to add."""
    svg.parse(code)  # refuses forbidden files
    builder = ElementTree.TreeBuilder(insert_comments=True)
    root = ElementTree.fromstring(code, ElementTree.XMLParser(target=builder))  # read once already
    for parent in list(root.iter()):
        for child in list(parent):
            if OUTPUT_CLASSES.intersection(child.get("class", "").split()):
                _take_out(parent, child)
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _take_out(parent: ElementTree.Element, child: ElementTree.Element) -> None:
    """Remove an element and the space before it; the text behind it stays."""
    index = list(parent).index(child)
    if index:
        before = parent[index - 1]
        before.tail = (before.tail or "").rstrip() + (child.tail or "")
    else:
        parent.text = (parent.text or "").rstrip() + (child.tail or "")
    parent.remove(child)


def _row(file: Path, name: str, rule: str) -> Row:
    if file.stat().st_size > MAX_BYTES:
        raise ValueError(f"more than {MAX_BYTES:,} bytes")
    beside = file.with_suffix(".txt")
    if not beside.is_file():
        raise ValueError(f"no text next to it; expected {beside.name}")
    text = " ".join(beside.read_text(encoding="utf-8").split())
    if not text:
        raise ValueError(f"{beside.name} is empty")
    code = file.read_text(encoding="utf-8")
    drawn = elements.from_svg(code)
    added = drawn.where(lambda item: elements.is_added(item, "svg"))
    if not added.count:
        raise ValueError("no element has class output_object: there is nothing to add")
    given = given_part(code)
    if elements.from_svg(given).count != drawn.count - added.count:
        raise ValueError("without what must be added, not all of the given part can be seen")
    if rule and rule not in RULES:
        raise UserError(f"rules.csv: no rule {rule!r}{nearest(rule, RULES)}")
    identifier = re.sub(r"[^0-9A-Za-z]+", "-", name).strip("-").lower()
    return {
        "id": f"geometry-{identifier}",
        "cluster": f"drawing-{identifier}",
        "source": "classes",
        "license": LICENSE,
        "generator": "",
        "name": name,
        "group": "",
        "text": text,
        "rule": rule,
        "given": given,
        "code": code,
    }


def _name(file: Path, folder: Path) -> str:
    return file.relative_to(folder).with_suffix("").as_posix()


def _rules(folder: Path) -> dict[str, str]:
    file = folder / "rules.csv"
    if not file.is_file():
        return {}
    with reading(file, "Write it anew, in UTF-8, with a line of names: name,rule"):
        names, records = documents.read_csv(file)
    if not {"name", "rule"} <= set(names):
        raise UserError(f"{file}: expected columns name and rule, found {', '.join(names) or 'none'}")
    return {record["name"]: record["rule"] for record in records}
