"""Changes: typed records of the edits of a drawing, each with its wording and its result. All of them act on the
visible page, in the order given: a part that was turned and is then moved to the right moves to the right of the page.
"""

import functools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sgpkit.graphics.geometry import Affine, rotation, scaling, translation

from .drawing import COLORS, PAGE, ROUND, Drawing, Part, number


class Change(NamedTuple):
    """One change: its kind, the index of the part or -1 for the whole drawing, and its values."""

    kind: str
    part: int
    values: tuple[float | str, ...] = ()


MIDDLE = PAGE / 2


def turned(part: Part, degrees: float, x: float, y: float) -> Part:
    """Return a part turned about a point of the page."""
    by = translation(x, y) @ rotation(degrees) @ translation(-x, -y)
    return part.through(f"rotate({number(degrees)} {number(x)} {number(y)})", by)


def scaled(part: Part, factor: float, x: float, y: float) -> Part:
    """Return a part scaled about a point of the page, its outline too."""
    by = translation(x, y) @ scaling(factor, factor) @ translation(-x, -y)
    across, down = x * (1 - factor), y * (1 - factor)
    written = f"matrix({number(factor)} 0 0 {number(factor)} {number(across)} {number(down)})"
    return part.through(written, by)


def moved(part: Part, across: float, down: float) -> Part:
    """Return a part at another place of the page."""
    if not part.transforms:
        return replace(part, x=part.x + across, y=part.y + down)
    return part.through(f"translate({number(across)} {number(down)})", translation(across, down))


def mirrored(part: Part, vertical: bool) -> Part:
    """Return a part's image in the mirror on a middle line of the page."""
    if vertical:
        return part.through(f"matrix(1 0 0 -1 0 {PAGE})", Affine(1, 0, 0, -1, 0, PAGE))
    return part.through(f"matrix(-1 0 0 1 {PAGE} 0)", Affine(-1, 0, 0, 1, PAGE, 0))


def apply(drawing: Drawing, change: Change) -> Drawing:
    """Return a drawing after one change."""
    kind, index, values = change
    numbers = [value for value in values if not isinstance(value, str)]
    words = [value for value in values if isinstance(value, str)]
    if index < 0:
        if kind == "crop":
            left, top, width, height = numbers
            return replace(drawing, view=(left, top, width, height))
        whole: Mapping[str, Callable[[Part], Part]] = {
            "flip": lambda part: mirrored(part, bool(numbers[0])),
            "turn all": lambda part: turned(part, numbers[0], MIDDLE, MIDDLE),
            "scale all": lambda part: scaled(part, numbers[0], MIDDLE, MIDDLE),
            "fade all": lambda part: replace(part, opacity=numbers[0]),
            "outline all": lambda part: replace(part, stroke=words[0], stroke_width=numbers[0]),
        }
        return replace(drawing, parts=tuple(map(whole[kind], drawing.parts)))
    part = drawing.parts[index]
    if kind == "delete":
        return replace(drawing, parts=(*drawing.parts[:index], *drawing.parts[index + 1 :]))
    if kind == "bring to front":
        return replace(drawing, parts=(*drawing.parts[:index], *drawing.parts[index + 1 :], part))
    if kind == "duplicate":
        return replace(drawing, parts=(*drawing.parts, moved(part, numbers[0], numbers[1])))
    one: Mapping[str, Callable[[], Part]] = {
        "recolor": lambda: replace(part, color=words[0], fade_to=""),
        "gradient": lambda: replace(part, fade_to=words[0]),
        "outline": lambda: replace(part, stroke=words[0], stroke_width=numbers[0]),
        "opacity": lambda: replace(part, opacity=numbers[0]),
        "move": lambda: moved(part, numbers[0], numbers[1]),
        "scale": lambda: scaled(part, numbers[0], *part.middle),
        "rotate": lambda: turned(part, numbers[0], *part.middle),
    }
    return drawing.with_part(index, one[kind]())


def describe(drawing: Drawing, change: Change) -> str:
    """Return a change in words, for the drawing that it is made in."""
    kind, index, values = change
    name = drawing.parts[index].name if index >= 0 else ""
    shown = [number(value) if not isinstance(value, str) else value for value in values]
    if kind in ("move", "duplicate"):
        across, down = (float(value) for value in values)
        ways = [f"{number(abs(across))} units to the {'right' if across > 0 else 'left'}"] if across else []
        ways += [f"{number(abs(down))} units {'down' if down > 0 else 'up'}"] if down else []
        where = " and ".join(ways)
        return (
            f"move {name} {where}"
            if kind == "move"
            else f"add a copy of {name}, {where} from it, in front of everything"
        )
    if kind == "crop":
        return (
            f"crop the drawing to its {CROPS[(float(values[0]), float(values[1]), float(values[2]), float(values[3]))]}"
        )
    texts: Mapping[str, Callable[[], str]] = {
        "recolor": lambda: f"fill {name} with {shown[0]} ({color_code(str(values[0]))})",
        "gradient": lambda: (
            f"fill {name} with a linear gradient over its bounding box, from its color at the left to {shown[0]} "
            f"({color_code(str(values[0]))}) at the right"
        ),
        "outline": lambda: f"give {name} {a(shown[0])} outline ({color_code(str(values[0]))}), {shown[1]} units wide",
        "opacity": lambda: f"give {name} an opacity of {shown[0]}",
        "scale": lambda: f"scale {name} by {shown[0]} about its own middle, with its outline if it has one",
        "rotate": lambda: f"turn {name} by {shown[0]} degrees clockwise about its own middle",
        "delete": lambda: f"remove {name}",
        "bring to front": lambda: f"bring {name} in front of everything else",
        "flip": lambda: (
            f"mirror all shapes {'top to bottom' if values[0] else 'left to right'}, on the middle line of the page"
        ),
        "turn all": lambda: f"turn all shapes together by {shown[0]} degrees clockwise about the middle of the page",
        "scale all": lambda: f"scale all shapes together by {shown[0]} about the middle of the page, outlines too",
        "fade all": lambda: f"give every shape an opacity of {shown[0]}, each for itself",
        "outline all": lambda: (
            f"give every shape {a(shown[0])} outline ({color_code(str(values[0]))}), {shown[1]} wide"
        ),
    }
    return texts[kind]() + ("; the background stays as it is" if index < 0 else "")


def a(color: str) -> str:
    """Return a colour with its article."""
    return f"{'an' if color[0] in 'aeiou' else 'a'} {color}"


def color_code(color: str) -> str:
    """Return a colour's code."""
    return COLORS[color]


CROPS: Mapping[tuple[float, float, float, float], str] = {
    (0.0, 0.0, MIDDLE, float(PAGE)): "left half",
    (MIDDLE, 0.0, MIDDLE, float(PAGE)): "right half",
    (0.0, 0.0, float(PAGE), MIDDLE): "upper half",
    (0.0, MIDDLE, float(PAGE), MIDDLE): "lower half",
}
KINDS = (
    *("recolor", "outline", "opacity", "move", "scale", "rotate", "delete", "duplicate", "bring to front", "gradient"),
    *("flip", "turn all", "scale all", "fade all", "outline all", "crop"),
)


def choose(chance: random.Random, drawing: Drawing, kind: str) -> Change:
    """Return a random change of a kind that can be seen."""
    parts = list(range(len(drawing.parts)))
    if kind == "bring to front":
        return Change(kind, len(parts) - 2)
    if kind == "rotate":
        parts = [index for index in parts if drawing.parts[index].shape not in ROUND]
        return Change(kind, chance.choice(parts), (chance.choice([20, 30, 40, 50, 130, 160]),))
    some = chance.choice(parts)
    shifts = [-60, -50, -40, -30, 30, 40, 50, 60]
    part_kinds: Mapping[str, Callable[[], tuple[float | str, ...]]] = {
        "recolor": lambda: (chance.choice(drawing.free_colors()),),
        "outline": lambda: (chance.choice(drawing.free_colors()), chance.choice([4, 6, 8])),
        "gradient": lambda: (chance.choice(drawing.free_colors()),),
        "opacity": lambda: (chance.choice([0.2, 0.4, 0.5, 0.6]),),
        "move": lambda: (chance.choice(shifts), chance.choice([0, *shifts])),
        "duplicate": lambda: (chance.choice(shifts), chance.choice(shifts)),
        "scale": lambda: (chance.choice([0.5, 0.6, 1.3, 1.5]),),
        "delete": lambda: (),
    }
    if kind in part_kinds:
        return Change(kind, some, part_kinds[kind]())
    whole: Mapping[str, Callable[[], tuple[float | str, ...]]] = {
        "flip": lambda: (chance.choice([0, 1]),),
        "turn all": lambda: (chance.choice([90, 180, 270]),),
        "scale all": lambda: (chance.choice([0.5, 0.75, 1.2]),),
        "fade all": lambda: (chance.choice([0.3, 0.5, 0.7]),),
        "outline all": lambda: (chance.choice(drawing.free_colors()), chance.choice([3, 5])),
        "crop": lambda: chance.choice(list(CROPS)),
    }
    return Change(kind, -1, whole[kind]())


# Parts that are cut off can no longer be named, duplicates have no unique name, and a box is that of the page
# before anything is turned.
LATE: Mapping[str, int] = {"gradient": -1, "duplicate": 1, "crop": 2}
LOOSENING = frozenset(("move", "scale", "rotate", "delete", "duplicate"))
"""Changes after which parts may no longer overlap, so that it cannot be seen which is in front."""


def chain(chance: random.Random, first: str, steps: int) -> list[str]:
    """Return the kinds of this number of changes, one of which is given, in the order in which they can be made."""
    kinds = [first]
    while len(kinds) < steps:
        barred = {*kinds, "delete", "crop"}
        barred |= LOOSENING if "bring to front" in kinds else {"bring to front"} if LOOSENING & set(kinds) else set()
        kinds.append(chance.choice([kind for kind in KINDS if kind not in barred]))
    return sorted(kinds, key=lambda kind: LATE.get(kind, 0))


def all_matter(before: Drawing, steps: Sequence[Change]) -> bool:
    """Return whether each change can be seen in the end: without it, another drawing would come out."""
    without = [[*steps[:index], *steps[index + 1 :]] for index in range(len(steps))]
    whole = in_view(functools.reduce(apply, steps, before))
    return all(in_view(functools.reduce(apply, some, before)) != whole for some in without)


def in_view(drawing: Drawing) -> object:
    """Return the visible content of a drawing: the parts whose middle is shown, and the part of the page."""
    left, top, width, height = drawing.view
    shown = (
        part for part in drawing.parts if left <= part.middle.x <= left + width and top <= part.middle.y <= top + height
    )
    return [part.element() for part in shown], drawing.view
