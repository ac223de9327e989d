"""TurtleBench's published tasks → rows: the authors' folder with `dataset.jsonl`, `autotest/source` and `Tasks`.

    --source turtlebench=FOLDER

Question 1 of an id is the scratch task, the others are its tweaks. `base_shape_code` holds the program of each
question's own *result*: as the code to be edited it gives the answer away, so the base code is taken from question 1.
Tasks whose result is the given figure, and results that an earlier task has had, are kept and say so in `defect`.
Layout as of github.com/sinaris76/TurtleBench at 1d591869797f6fbd4698f224a7e7d298546534a5.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.sandbox.untrusted import documents

from .. import complexity
from ..content.patterns.pattern import HEAD
from . import tweak_kinds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SOURCE = "turtlebench"
LICENSE = "not stated by TurtleBench"
INDEX = "dataset.jsonl"
FIELDS = ("id", "question_number", "query", "base_shape", "variables", "base_shape_code")
SAME = 0.95
DARK = 128


class Task(NamedTuple):
    """One record, with the paths of its pictures and the program that draws its result."""

    name: str
    record: dict[str, Any]
    base_image: Path
    image: Path
    code: str

    @property
    def number(self) -> int:
        return int(self.record["question_number"])


def recognises(path: str) -> bool:
    index = index_file(path)
    if not index.is_file():
        return False
    try:
        first = next(documents.json_lines(index), None)
    except (ValueError, OSError):
        return False
    record = first.value if first else None
    return isinstance(record, dict) and all(name in record for name in FIELDS)


def scratch(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    for item in tasks(path):
        if isinstance(item, Skipped):
            if item.name.endswith("-1"):
                yield item
            continue
        if item.number != 1:
            continue
        contours = int(item.record.get("source_contours") or count_contours(item.image))
        yield (
            "test",
            common(item)
            | {
                "contours": contours,
                "complexity": complexity.level(contours),
                "code": item.code,
                "image": str(item.image),
                "defect": "; ".join(repeats(path).get(item.name, ())),
            },
        )


def tweak(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    items = list(tasks(path))
    firsts = {item.record["id"]: item for item in items if isinstance(item, Task) and item.number == 1}
    for item in items:
        if isinstance(item, Skipped):
            if not item.name.endswith("-1"):
                yield item
            continue
        if item.number == 1:
            continue
        first = firsts.get(item.record["id"])
        if first is None:
            yield Skipped(item.name, "there is no question 1 of its id, whose program is the one to be edited")
            continue
        before = int(item.record.get("source_contours") or count_contours(item.base_image))
        after = count_contours(item.image)
        kind, kinds = tweak_kinds.of_task(item.name.removeprefix("turtle-"), str(item.record["query"]))
        unchanged = ["the result is the given figure"] if alike(first.image, item.image) else []
        yield (
            "test",
            common(item)
            | {
                "tweak": kind,
                "tweaks": list(kinds),
                "base_contours": before,
                "contours": after,
                "complexity": f"{complexity.level(before)} to {complexity.level(after)}",
                "instruction": str(item.record["query"]).strip(),
                "base_code": first.code,
                "code": item.code,
                "base_image": str(item.base_image),
                "image": str(item.image),
                "defect": "; ".join([*unchanged, *repeats(path).get(item.name, ())]),
            },
        )


def common(task: Task) -> Row:
    return {
        "id": task.name,
        "cluster": f"task-{task.record['id']}",
        "source": SOURCE,
        "license": LICENSE,
        "generator": "",
        "kind": "as published",
        "variables": str(task.record["variables"]).strip(),
        "description": str(task.record.get("description") or "").strip(),
    }


# --- files ------------------------------------------------------------------------------------------------------------


def index_file(path: str) -> Path:
    location = Path(path)
    return location / INDEX if location.is_dir() else location


def tasks(path: str) -> Iterator[Task | Skipped]:
    """Yield every record, by id and question."""
    index = index_file(path)
    if index.name != INDEX or not index.is_file():
        raise UserError(f"no {INDEX} at {path!r}; expected TurtleBench's folder, with autotest and Tasks next to it")
    records = []
    with reading(index, "Fetch it again."):
        lines = list(documents.json_lines(index))
    for line in lines:
        try:
            record = documents.value(line)
            missing = [name for name in FIELDS if record[name] is None]
            order = (int(record["id"]), int(record["question_number"]))
        except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
            yield Skipped(f"line {line.number}", f"expected a record with {', '.join(FIELDS)}: {error}"[:200])
            continue
        if missing:
            yield Skipped(f"line {line.number}", f"{missing[0]} is missing")
            continue
        records.append((order, record))
    for (identifier, number), record in sorted(records, key=lambda item: item[0]):
        name = f"turtle-{identifier}-{number}"
        base, result = picture(index.parent, identifier, 1, record), picture(index.parent, identifier, number, record)
        if base is None or result is None:
            yield Skipped(name, "its picture is missing in autotest/source")
            continue
        code = f"{HEAD}{str(record['variables']).strip()}\n\n{str(record['base_shape_code']).rstrip()}\n"
        yield Task(name, record, base, result, code)


def picture(folder: Path, identifier: int, number: int, record: dict[str, Any]) -> Path | None:
    """The grader's picture, whose lines have the width of the grader's pen; never one outside the folder."""
    known = [folder / "autotest" / "source" / f"{identifier}_{number}.jpg"]
    named = record.get("base_shape") if number == 1 else record.get("result_shape")
    if isinstance(named, str):
        known.append(folder / named)
    inside = (path for path in known if path.resolve().is_relative_to(folder.resolve()))
    return next((path for path in inside if path.is_file()), None)


# --- pictures ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def ink_of(picture: Path) -> "NDArray[np.bool_]":
    import numpy as np
    from PIL import Image

    from sgpkit.graphics.turtle import pixels

    with Image.open(picture) as opened:
        image = opened.convert("RGBA")
        flat = Image.new("RGBA", image.size, "white")
        flat.alpha_composite(image)
    return pixels.crop(np.asarray(flat.convert("L")) < DARK)


def count_contours(picture: Path) -> int:
    from sgpkit.graphics.turtle import contours as turtle_contours

    return turtle_contours.contours(ink_of(picture))


def alike(one: Path, other: Path) -> bool:
    from sgpkit.metrics.structure.turtle import ink

    first, second = ink_of(one), ink_of(other)
    if not first.size or not second.size:
        return first.size == second.size
    ratio = first.shape[0] / first.shape[1] * second.shape[1] / second.shape[0]
    amount = first.mean() / second.mean()
    # Cheap tests first: pictures of other proportions, or with far more ink, are not alike.
    return 0.9 < ratio < 1.1 and 0.8 < amount < 1.25 and bool(ink.iou(first, second) > SAME)


@lru_cache(maxsize=2)
def repeats(path: str) -> dict[str, tuple[str, ...]]:
    """Return, for each task whose result an earlier task has, that task in words."""
    first_uses: dict[str, tuple[str, ...]] = {}
    earlier: list[Task] = []
    for task in tasks(path):
        if isinstance(task, Skipped):
            continue
        # A tweak that changes nothing says that, so its own figure is not an earlier result.
        others = (other for other in earlier if other.record["id"] != task.record["id"] or other.number != 1)
        same = next((other for other in others if alike(other.image, task.image)), None)
        if same is not None:
            first_uses[task.name] = (f"the same result as {same.name}",)
        earlier.append(task)
    return first_uses
