"""The things that a caption names, in a form that can be searched for in a drawing and stored in a dataset."""

import json
from typing import NamedTuple

KINDS = ("color", "label", "count", "edge")

COUNTED = ("node", "edge", "cluster", "circle", "ellipse", "rectangle", "triangle", "polygon", "line", "curve")
"""The things that can be counted in a drawing. node, edge and cluster are Graphviz's; the rest can be in any drawing: a
closed outline of that shape, filled or stroked; a `line` is one open straight stroke, a `curve` an open bent one.
Squares count as rectangles, circles do not count as ellipses, and heads of arrows do not count.
"""


class Named(NamedTuple):
    """One thing that a caption names.

    what      text                          number   to
    "color"   colour word or #rrggbb
    "label"   the text as it is read
    "count"   a word of `COUNTED`           how many
    "edge"    label where it starts         0        label where it ends; `directed` if the caption says so
    """

    what: str
    text: str
    number: int = 0
    to: str = ""
    directed: bool = False


def as_text(named: Named) -> str:
    """Return one line for a column of a dataset: a JSON list such as ["edge", "Start", "End", "directed"]."""
    parts: list[str | int] = [named.what, named.text]
    if named.what == "count":
        parts.append(named.number)
    if named.what == "edge":
        parts += [named.to, *(["directed"] if named.directed else [])]
    return json.dumps(parts, ensure_ascii=False)


def from_text(text: str) -> Named:
    """Parse the result of `as_text`. Raises ValueError, with an example, for other texts."""
    try:
        match json.loads(text):
            case ["color" | "label" as what, str(thing)]:
                return Named(what, thing)
            case ["count", str(thing), int(number)] if thing in COUNTED:
                return Named("count", thing, number)
            case ["edge", str(start), str(end)]:
                return Named("edge", start, 0, end)
            case ["edge", str(start), str(end), "directed"]:
                return Named("edge", start, 0, end, True)
    except (TypeError, ValueError):
        pass
    raise ValueError(f'expected a named thing such as ["label", "Start"] or ["count", "circle", 3], got {text!r:.80}')


def in_words(named: Named) -> str:
    """Return a thing in words, for a reason."""
    match named.what:
        case "count":
            return f"{named.number} × {named.text}"
        case "edge":
            return f"an edge {named.text!r} {'→' if named.directed else '–'} {named.to!r}"
        case "label":
            return f"the label {named.text!r}"
    return f"the color {named.text}"
