"""Edits with an original, an instruction and a target → rows, in the layouts of SVGEditBench V2, of SArena, and plain.

    NNNN/{before.svg,after.svg,instruction.txt}     SVGEditBench V2, as its `restore_dataset.py` writes it
    TASK.jsonl with `id, conversations`             SArena-Icon's edit tasks: the request holds the program; the target
                                                    is the reply, or data/TASK/svg/ID.svg beside it
    *.jsonl with one name of each of `NAMES`        any other

Layouts as of mti-lab/SVGEditBenchV2 at 201248d and hmwang2002/InternSVG at 77a891e.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.benchmark import Skipped
from sgpkit.files import reading
from sgpkit.sandbox.untrusted import documents

NAMES: Mapping[str, tuple[str, ...]] = {
    "code": ("original", "original_svg", "source", "source_svg", "input", "input_svg"),
    "instruction": ("instruction", "prompt", "edit", "editing_prompt"),
    "target": ("target", "target_svg", "answer", "output", "output_svg", "gt"),
}
"""The names that published files have for the columns of a triplet."""

PROGRAM = re.compile(r"(?:```(?:svg|xml)?\s*)?(<svg\b.*</svg>)(?:\s*```)?", re.DOTALL)
LICENSES = (
    "CC-BY-4.0 (Twemoji), Apache-2.0 (Noto), MIT (Fluent emoji)",
    "Apache-2.0 (SArena)",
    "as stated by the source",
)


class Triplet(NamedTuple):
    """One edit: its id, its task, the columns, and the licence."""

    identifier: str
    task: str
    columns: Mapping[str, str]
    license: str


def read(root: Path) -> Iterator[Triplet | Skipped]:
    """Yield the edits in a folder or a file."""
    if root.is_dir():
        for file in sorted(root.rglob("before.svg")):
            yield folder(file.parent)
    for file in sorted(root.rglob("*.jsonl")) if root.is_dir() else [root]:
        with reading(file, "Take it out, or fetch it again."):
            lines = list(documents.json_lines(file))
        for line in lines:
            yield record(line, file, f"triplet-{file.stem}-{line.number - 1}")


def folder(path: Path) -> Triplet | Skipped:
    """Return the edit in a folder of SVGEditBench V2."""
    identifier = f"svgeditbench-v2-{path.name}"
    names = {"code": "before.svg", "instruction": "instruction.txt", "target": "after.svg"}
    try:
        columns = {column: (path / name).read_text(encoding="utf-8").strip() for column, name in names.items()}
    except (OSError, UnicodeDecodeError):
        return Skipped(identifier, f"expected {', '.join(names.values())}")
    return Triplet(identifier, "triplet", columns, LICENSES[0])


def record(line: documents.Line, file: Path, identifier: str) -> Triplet | Skipped:
    """Return the edit described by a line of JSON."""
    try:
        held = documents.value(line)
        if "conversations" in held:
            return conversation(held, file)
        values = {column: next(held[name] for name in names if name in held) for column, names in NAMES.items()}
    except (ValueError, StopIteration, TypeError, KeyError, IndexError, RecursionError, OSError):
        return Skipped(identifier, f"not a JSON object with {', '.join(NAMES)}")
    return Triplet(identifier, file.stem, {key: str(value) for key, value in values.items()}, LICENSES[2])


def conversation(held: Mapping[str, Any], file: Path) -> Triplet | Skipped:
    """Return the edit in a conversation of SArena."""
    number = Path(str(held["id"])).name
    identifier = f"sarena-{file.stem}-{number}"
    asked, *replies = (str(turn["value"]) for turn in held["conversations"])
    program = PROGRAM.search(asked)
    target = PROGRAM.search(replies[0]) if replies else None
    answers = [
        path
        for folder in (file.parent, file.parent / "data")
        if (path := folder / file.stem / "svg" / f"{number}.svg").is_file()
    ]
    if program is None or (target is None and not answers):
        return Skipped(identifier, "its request has no program, or there is no target")
    columns = {
        "code": program[1],
        "instruction": " ".join((asked[: program.start()] + asked[program.end() :]).split()),
        "target": target[1] if target else answers[0].read_text(encoding="utf-8"),
    }
    return Triplet(identifier, file.stem, columns, LICENSES[1])
