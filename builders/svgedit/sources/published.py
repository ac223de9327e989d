"""Published editing tasks, and fresh ones on any icons → rows.

    --source svgeditbench=FOLDER    SVGEditBench's folders N_Task/{query/*.txt,answer/*.svg} (mti-lab at 5744bd4)
    --source svgenius=FOLDER|FILE   SVGenius' src/tasks/editing: bugs, styles, optimisation (`svgenius.py`)
    --source triplets=FILE|FOLDER   SVGEditBench V2, SArena's edit tasks, other JSONL of edits (`triplets.py`)
    --source icons=FOLDER|FILE      SVG files, or SVGenius' JSON (their `answer`): whole-page changes, defects, waste
    --source emoji[=FOLDER]         the same tasks on emoji and flags (`shared/emoji.py`), as many as the builtin rows

SVGEditBench's answer to its compression task is the input: there the row has no target, and the bytes saved count. The
answers to flips and opacity stand on the root element; what is compared is what is seen, however it was written. The
targets of V2 are other emoji: only similarity tells anything there, and `task` says "triplet".
"""

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError
from sgpkit.families.shared import emoji
from sgpkit.files import reading
from sgpkit.graphics import svg
from sgpkit.sandbox.untrusted import documents
from sgpkit.status import Rejected

from ..content import defects
from . import builtin
from . import triplets as edits

BENCH, TRIPLETS, ICONS = "svgeditbench", "triplets", "icons"
TASKS: Mapping[str, str] = {
    "ChangeColor": "recolor",
    "SetContour": "outline all",
    "Compression": "optimise",
    "UpSideDown": "flip",
    "Transparency": "fade all",
    "CropToHalf": "crop",
}
FENCED = re.compile(r"```svg\s*(<svg.*?</svg>)\s*```", re.DOTALL)
ASKED = re.compile(r"^.*?'\.\s+(Please .*?)\s*```svg", re.DOTALL)
"""The request, behind the sentence that names the emoji."""

Rows = Iterator[tuple[str, Row] | Skipped]


def bench(task: str) -> Callable[[str, int], Rows]:
    """Return the reader of SVGEditBench for one config."""

    def rows(path: str, seed: int) -> Rows:
        queries = [file for file in sorted(Path(path).glob("*_*/query/*.txt")) if folder_task(file) == task]
        if not queries:
            raise UserError(f"{path!r} contains no tasks of SVGEditBench for {task}; expected N_Task/query/*.txt")
        for file in queries:
            name = file.parent.parent.name.partition("_")[2]
            identifier = f"svgeditbench-{name.lower()}-{file.stem}"
            text = file.read_text(encoding="utf-8")
            answer = file.parent.parent / "answer" / f"{file.stem}.svg"
            code, asked = FENCED.search(text), ASKED.search(text)
            if code is None or asked is None or not answer.is_file():
                yield Skipped(identifier, "its query has no program or no request, or there is no answer")
                continue
            target = "" if task == "optimise" else answer.read_text(encoding="utf-8")
            row = {
                "task": TASKS[name],
                "steps": 1,
                "instruction": asked[1],
                "code": code[1],
                "target": target,
                "changes": "",
            }
            yield "test", builtin.common(identifier, BENCH, "CC-BY-4.0 (Twemoji)") | {"cluster": file.stem} | row

    return rows


def folder_task(file: Path) -> str:
    """Return the config that a task of SVGEditBench belongs to; "" for a folder that is no task."""
    task = TASKS.get(file.parent.parent.name.partition("_")[2], "")
    return task if task == "optimise" else "edit" if task else ""


def triplets(path: str, seed: int) -> Rows:
    """Yield the rows of edits with an original, an instruction and a target."""
    count = 0
    for edit in edits.read(Path(path)):
        if isinstance(edit, Skipped):
            yield edit
            continue
        count += 1
        row = {"task": edit.task, "steps": 1, "changes": "", **edit.columns}
        yield "test", builtin.common(edit.identifier, TRIPLETS, edit.license) | row
    if not count:
        raise UserError(f"{path!r} contains no triplets; expected JSONL with an original, an instruction and a target")


# --- icons ------------------------------------------------------------------------------------------------------------


class Drawn(NamedTuple):
    """A published drawing."""

    name: str
    code: str
    license: str = "as stated by the source"


def icons(task: str) -> Callable[[str, int], Rows]:
    """Return the source of fresh tasks on the drawings in a folder, for one config."""

    def rows(path: str, seed: int) -> Rows:
        yield from tasks(task, ICONS, (Drawn(name, code) for name, code in drawings(Path(path))), path, seed)

    return rows


def emoji_tasks(task: str) -> Callable[[str, int], Rows]:
    """Return the source of fresh tasks on emoji and flags, for one config."""

    def rows(path: str, seed: int) -> Rows:
        known = [drawing for drawing in emoji.drawings(path) if not isinstance(drawing, Skipped)]
        random.Random(f"{seed}:{task}:{emoji.SOURCE}").shuffle(known)
        chosen = known[: sum(builtin.SIZES[task].values())]
        drawn = (Drawn(drawing.identifier, drawing.program, drawing.license) for drawing in chosen)
        yield from tasks(task, emoji.SOURCE, drawn, path, seed)

    return rows


def tasks(task: str, source: str, drawn: Iterable[Drawn], path: str, seed: int) -> Rows:
    """Yield a fresh task on each drawing."""
    count = 0
    for name, code, license in drawn:
        identifier = f"{'icon' if source == ICONS else source}-{task}-{name}"
        chance = random.Random(f"{identifier} {seed}")
        try:
            svg.parse(code)
            row = ON_ICONS[task](code, count, chance)
        except Rejected as rejected:
            yield Skipped(identifier, f"cannot be read: {rejected.reason}")
            continue
        count += 1
        yield "test", builtin.common(identifier, source, license) | {"cluster": name} | row
    if not count:
        raise UserError(f"{path!r} contains no drawings; expected SVG files, or JSON with programs under `answer`")


def drawings(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the program of each drawing."""
    for file in sorted(root.rglob("*")) if root.is_dir() else [root]:
        if file.suffix == ".svg":
            yield file.stem, file.read_text(encoding="utf-8", errors="replace")
        elif file.suffix == ".json":
            with reading(file, "Take it out, or fetch it again."):
                held = documents.read_json(file)
            for number, record in enumerate(held if isinstance(held, list) else []):
                if isinstance(record, dict) and "<svg" in str(record.get("answer", "")):
                    yield f"{file.stem}-{number:03d}", str(record["answer"])


def edit(code: str, number: int, chance: random.Random) -> Row:
    """Return a change of a whole icon: its transform is put into a group around everything."""
    document = svg.parse(code)
    window = svg.root_size(document.root)
    view = [float(value) for value in document.root.attributes.get("viewBox", "").replace(",", " ").split()]
    if len(view) != 4:
        view = [0.0, 0.0, *(window or (0.0, 0.0))]
    left, top, width, height = view
    x, y = left + width / 2, top + height / 2
    choices: Mapping[str, tuple[str, str]] = {
        "flip": (f'transform="matrix(-1 0 0 1 {2 * x:g} 0)"', "Mirror the drawing left to right, on its middle line."),
        "turn all": (f'transform="rotate(180 {x:g} {y:g})"', "Turn the drawing upside down, by 180 degrees."),
        "scale all": (
            f'transform="translate({x / 2:g} {y / 2:g}) scale(0.5)"',
            "Scale the drawing by 0.5 about the middle of its viewBox; the viewBox stays.",
        ),
        "fade all": ('opacity="0.5"', "Give the drawing as a whole an opacity of 0.5."),
        "move": (
            f'transform="translate({width / 4:g} 0)"',
            "Move the drawing to the right by a quarter of the viewBox's width; the viewBox stays.",
        ),
    }
    kind = list(choices)[number % len(choices)]
    attributes, words = choices[kind]
    return {
        "task": kind,
        "steps": 1,
        "instruction": words,
        "code": code,
        "target": grouped(code, attributes),
        "changes": json.dumps([{"op": kind, "part": -1, "values": []}]),
    }


def grouped(code: str, attributes: str) -> str:
    """Return a program with a group around its whole content."""
    head = re.search(r"<svg\b[^>]*>", code)
    end = code.rfind("</svg>")
    if head is None or end < head.end():
        return code
    return f"{code[: head.end()]}<g {attributes}>{code[head.end() : end]}</g>{code[end:]}"


def fix(code: str, number: int, chance: random.Random) -> Row:
    """Return an icon with a defect."""
    names = list(defects.DEFECTS)
    for shift in range(len(names)):
        name = names[(number + shift) % len(names)]
        broken = defects.DEFECTS[name](code, chance)
        if broken != code:
            return builtin.fixing(name, code, broken)
    return builtin.fixing("none", code, code)


def optimise(code: str, number: int, chance: random.Random) -> Row:
    """Return an icon with waste written into it."""
    return builtin.optimising(code, defects.wasteful(code, chance))


ON_ICONS: Mapping[str, Callable[[str, int, random.Random], dict[str, Any]]] = {
    "edit": edit,
    "fix": fix,
    "optimise": optimise,
}
