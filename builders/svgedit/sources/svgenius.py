"""SVGenius' three editing tasks → rows: its folder `src/tasks/editing`, or one of the JSON files in it.

    bug_fixion/LEVEL_….json          a list of {bug_svg, ground_truth, error_type, …} → fix-svg
    style_editing/LEVEL_….json       a list of {ICON: {command, original, modified}} → edit-svg
    code_optimization/LEVEL_….json   a list of {origin_svg, opti_svg, …} → optimise-svg

A file is recognised by the keys of its records. LEVEL is easy, medium or hard. Layout as of
github.com/ZJU-REAL/SVGenius at its commit "add data and tasks"; the folder of bugs was removed later.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.sandbox.untrusted import documents

from . import builtin

SOURCE = "svgenius"
LICENSE = "Apache-2.0 (SVGenius)"
FIX = "The program below does not draw what it should. Repair every error in it, and change nothing else."


class Keys(NamedTuple):
    """The keys of the given program, the target, the request and the kind in a record; "" if it has none."""

    code: str
    target: str
    instruction: str = ""
    kind: str = ""


KEYS: Mapping[str, Keys] = {
    "fix": Keys("bug_svg", "ground_truth", kind="error_type"),
    "edit": Keys("original", "modified", instruction="command"),
    "optimise": Keys("origin_svg", "opti_svg"),
}
INSTRUCTIONS: Mapping[str, str] = {"fix": FIX, "optimise": builtin.OPTIMISE}


def rows(path: str, seed: int, task: str) -> Iterator[tuple[str, Row] | Skipped]:
    """Yield the rows of one config."""
    count = 0
    root, keys = Path(path), KEYS[task]
    for file in sorted(root.rglob("*.json")) if root.is_dir() else [root]:
        level = file.stem.partition("_")[0]
        for number, record in enumerate(records(file)):
            if not isinstance(record, dict) or not {keys.code, keys.target} <= record.keys():
                continue
            count += 1
            identifier = f"{SOURCE}-{task}-{level}-{number:03d}"
            columns = {
                "cluster": f"{level}-{record['drawing']}",
                "task": kind(task, record),
                "steps": 1,
                "instruction": str(record[keys.instruction]) if keys.instruction else INSTRUCTIONS[task],
                "code": str(record[keys.code]),
                "target": str(record[keys.target]),
                "changes": "",
            }
            yield "test", builtin.common(identifier, SOURCE, LICENSE) | columns
    if not count:
        raise UserError(
            f"{path!r} contains no tasks of SVGenius for {task}-svg; expected {', '.join(keys[:2])} in JSON"
        )


def kind(task: str, record: Mapping[str, Any]) -> str:
    """Return the kind of a task: that of the bug, or "style". Shortening is "optimise"."""
    named = KEYS[task].kind
    stated = str(record.get(named, ""))
    if named:
        return stated.replace("_", " ") if stated.isascii() and stated else "unknown"
    return {"edit": "style"}.get(task, task)


def records(file: Path) -> Iterator[Any]:
    """Yield the records of a file with the name of their drawing; those of styles are under it."""
    with reading(file, "Take it out, or fetch it again."):
        held = documents.read_json(file)
    for item in held if isinstance(held, list) else []:
        if not isinstance(item, dict):
            yield item
        elif len(item) == 1 and isinstance(inner := next(iter(item.values())), dict):
            yield {"drawing": Path(str(next(iter(item)))).stem, **inner}
        else:
            yield {"drawing": Path(str(item.get("svg_path", ""))).stem, **item}
