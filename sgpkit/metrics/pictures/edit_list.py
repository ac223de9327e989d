"""Lists, in JSON, of the things that an edit changes, with the freedom that an answer has for each.

    [{"part": "hot-air balloon", "how": "added", "boxes": [[left, top, right, bottom]], "zone": [...],
      "size": [0.6, 1.6], "count": 1, "open": ["place", "size", "form"], "asked": true,
      "stated": [{"noun": "basket", "color": "#7E35A8", "count": 1, "box": [...]}]}]

`boxes` are where the thing is before and after, and `zone` is where an answer may put it: shares of the square picture
that the page is fitted into. `size` is the range of its size, relative to the reference's. `open` names what the
instruction leaves open of place, size, color and form. `stated` are the parts of the thing whose colour the instruction
states. A thing that is not `asked` changes only because the reference has a new layout; an answer may leave it
unchanged. Entries without a zone state no freedom: only `part`, `how` and `boxes` are known.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sgpkit.graphics.scene import Scene

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

OPEN = ("place", "size", "color", "form")


class Stated(NamedTuple):
    """A part with a stated colour: its noun, its colour in hexadecimal, its number, and its box."""

    noun: str
    color: str
    number: int
    box: Box


class Change(NamedTuple):
    """A thing that an edit changes, as the module's docstring explains."""

    part: str
    how: str
    boxes: tuple[Box, ...]
    zone: Box | None = None
    size: tuple[float, float] = (1.0, 1.0)
    number: int = 1
    open: tuple[str, ...] = ()
    stated: tuple[Stated, ...] = ()
    asked: bool = True


def read_changes(text: str) -> tuple[Change, ...]:
    """Return the changes in a list in JSON; none for an empty text. Raises ValueError for anything else."""
    if not text:
        return ()
    try:
        return tuple(map(change_of, json.loads(text)))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(
            f"changes {text[:60]!r}: expected a JSON list of objects with part, how and boxes ({error})"
        ) from None


def change_of(entry: Mapping[str, Any]) -> Change:
    """Return the change that an entry describes."""
    change = Change(str(entry["part"]), str(entry["how"]), tuple(map(box_of, entry["boxes"])))
    if entry.get("zone") is None:
        return change
    least, most = map(float, entry["size"])
    if not 0 < least <= most < math.inf:
        raise ValueError(f"{entry['size']!r:.80} is not a range of sizes")
    opened = tuple(map(str, entry["open"]))
    if not set(opened) <= set(OPEN):
        raise ValueError(f"open {opened!r:.80}: expected some of {', '.join(OPEN)}")
    return change._replace(
        zone=box_of(entry["zone"]),
        size=(least, most),
        number=int(entry["count"]),
        open=opened,
        stated=tuple(map(stated_of, entry["stated"])),
        asked=bool(entry["asked"]),
    )


def stated_of(entry: Mapping[str, Any]) -> Stated:
    """Return the stated part that an entry describes."""
    color = str(entry["color"])
    if len(color) != 7 or color[0] != "#":
        raise ValueError(f"{color!r:.40} is not a color")
    int(color[1:], 16)
    return Stated(str(entry["noun"]), color, int(entry["count"]), box_of(entry["box"]))


def box_of(values: Any) -> Box:
    """Return a box of four finite numbers; raise ValueError for anything else."""
    left, top, right, bottom = map(float, values)
    if not all(map(math.isfinite, (left, top, right, bottom))):
        raise ValueError(f"{values!r:.80} is not a box")
    return left, top, right, bottom


def write_changes(changes: Iterable[Change]) -> str:
    """Return changes in the form that `read_changes` reads, with lengths rounded to four decimals."""
    entries = [entry_of(change) for change in changes]
    return json.dumps(entries, ensure_ascii=False) if entries else ""


def entry_of(change: Change) -> dict[str, Any]:
    """Return the JSON object of a change."""
    entry: dict[str, Any] = {"part": change.part, "how": change.how, "boxes": [rounded(box) for box in change.boxes]}
    if change.zone is None:
        return entry
    return entry | {
        "zone": rounded(change.zone),
        "size": list(change.size),
        "count": change.number,
        "open": list(change.open),
        "asked": change.asked,
        "stated": [stated_entry(stated) for stated in change.stated],
    }


def stated_entry(stated: Stated) -> dict[str, Any]:
    """Return the JSON object of a stated part."""
    return {"noun": stated.noun, "color": stated.color, "count": stated.number, "box": rounded(stated.box)}


def rounded(box: Box) -> list[float]:
    """Return a box to four decimals."""
    return [round(value, 4) for value in box]


def shares(drawing: Scene, box: Box) -> Box:
    """Return a box of a drawing's page in shares of the square picture that the page is fitted into."""
    window = drawing.window
    side = max(window.width, window.height)
    across, down = (side - window.width) / 2 - window.x, (side - window.height) / 2 - window.y
    left, top, right, bottom = box
    return (across + left) / side, (down + top) / side, (across + right) / side, (down + bottom) / side


def span(box: Sequence[float]) -> float:
    """Return the side of a square with the area of a box."""
    return math.sqrt(max(1e-9, (box[2] - box[0]) * (box[3] - box[1])))
