"""Conditions that a drawing of a published prompt must meet, as far as rules can decide them.

The prompts name everyday things, which no rule recognises: a judge decides on nouns, textures, spatial depth and
actions. What a rule can refute is refuted: a colour that is nowhere in the picture, fewer separate shapes than things
to be counted, a position that the drawing's own names contradict. The rest is undecided, which is neither right nor
wrong: `decided` is the share of conditions with a verdict.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from sgpkit.benchmark import Row
from sgpkit.graphics.scene import Scene, Shape
from sgpkit.graphics.svg.document import Element
from sgpkit.graphics.svg.paint import Color
from sgpkit.metrics import pictures
from sgpkit.metrics.structure.recall import color_names
from sgpkit.metrics.structure.recall.shapes import seen
from sgpkit.status import Rejected

from . import figures

SIDE = 320
"""Side in pixels of the picture in which colours are searched."""

PRESENT = 0.005
"""The least share of the picture that a colour covers if it is there."""

BLEND = 16
"""The most by which a channel of like neighbours differs."""

BY = 0.1
"""Minimum difference of the middles, as a share of the page, for one thing to lie on a side of another."""


class Necessary(NamedTuple):
    """Conditions by name: True and False where decided, None where not."""

    conditions: Mapping[str, bool | None]

    @property
    def refuted(self) -> tuple[str, ...]:
        """The conditions that do not hold."""
        return tuple(name for name, holds in self.conditions.items() if holds is False)

    @property
    def decided(self) -> float:
        """The share of conditions with a verdict."""
        verdicts = [holds is not None for holds in self.conditions.values()]
        return sum(verdicts) / len(verdicts) if verdicts else 0.0


def conditions(row: Row, code: str, drawing: Scene) -> Necessary:
    """Return the verdict of the rules on a drawing of a published prompt."""
    held: Mapping[str, Any] = json.loads(row["metadata"] or "{}")
    shown = picture(code)
    verdicts: dict[str, bool | None] = {"something is drawn": not drawing.blank}
    for name in held.get("colors", ()):
        verdicts[f"{name} is there"] = has_color(shown, drawing, name)
    if "total_count" in held:
        verdicts[f"at least {held['total_count']} shapes"] = enough(drawing, int(held["total_count"]))
    if row["minor_type"] == "2d_spatial" and held.get("relation"):
        verdicts[str(held["relation"])] = position(drawing, held["relation"], *held["nouns"][:2])
    if row["minor_type"] in ("texture", "shape", "3d_spatial", "implicit"):
        verdicts[str(row["minor_type"])] = None
    for noun in held.get("nouns", held.get("objects", ())):
        verdicts[f"a {noun}"] = None
    return Necessary(verdicts)


def picture(code: str) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """Return the drawing's rendering on white. Raises Rejected for one that carries a finished picture."""
    (pixels,) = pictures.painted([code], SIDE)
    if isinstance(pixels, Rejected):
        raise pixels
    return np.asarray(pixels)


def has_color(shown: "np.ndarray[Any, np.dtype[np.uint8]]", drawing: Scene, name: str) -> bool | None:
    """Return whether a colour covers a part of the picture; of white, which the page has too, whether a visible shape
    is painted with it, and None for a name that is not known."""
    if name not in color_names.NAMES:
        return None
    if name == color_names.WHITE:
        paints = (seen(paint, shape.opacity) for shape in drawing.shapes for paint in (shape.fill, shape.stroke))
        return any(isinstance(paint, Color) and color_names.is_called(paint[:3], name) for paint in paints)
    values, counts = np.unique(shown[flat(shown)] // 8 * 8 + 4, axis=0, return_counts=True)
    covered = sum(
        int(count)
        for value, count in zip(values, counts, strict=True)
        if color_names.is_called((int(value[0]), int(value[1]), int(value[2])), name)
    )
    return covered / (SIDE * SIDE) >= PRESENT


def flat(shown: "np.ndarray[Any, np.dtype[np.uint8]]") -> "np.ndarray[Any, np.dtype[np.bool_]]":
    """Return the pixels that equal a neighbour in each direction; blends along edges do not."""
    padded = np.pad(shown.astype(np.int16), ((1, 1), (1, 1), (0, 0)), mode="edge")
    across, down = (np.abs(np.diff(padded, axis=axis)).max(axis=2) <= BLEND for axis in (1, 0))
    return np.asarray((across[1:-1, :-1] | across[1:-1, 1:]) & (down[:-1, 1:-1] | down[1:, 1:-1]))


def enough(drawing: Scene, total: int) -> bool | None:
    """Return False for a drawing with fewer visible outlines than things to count; more prove nothing."""
    outlines = sum(max(1, len(shape.outline)) for shape in drawing.shapes)
    return False if outlines < total else None


def position(drawing: Scene, relation: str, subject: str, other: str) -> bool | None:
    """Return whether two things have the required positions, if the drawing names their groups."""
    one, two = box_of(drawing, subject), box_of(drawing, other)
    if one is None or two is None:
        return None
    (x, y), (other_x, other_y) = (((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for box in (one, two))
    window = drawing.window
    holds = {
        "on the left of": other_x - x >= BY * window.width,
        "on the right of": x - other_x >= BY * window.width,
        "on the top of": other_y - y >= BY * window.height,
        "on the bottom of": y - other_y >= BY * window.height,
        "on the side of": abs(x - other_x) >= BY * window.width,
    }
    if relation in holds:
        return holds[relation]
    mean_size = sum(max(box[2] - box[0], box[3] - box[1]) for box in (one, two)) / 2
    return figures.gap(one, two) < mean_size  # near, next to


def box_of(drawing: Scene, noun: str) -> tuple[float, float, float, float] | None:
    """Return the box of the visible shapes that a noun names by id, class or title; None if none does."""
    wanted = plain(noun)
    names = titled(drawing.document.root, wanted)
    boxes = [
        shape.box for shape in drawing.shapes if is_named(shape, wanted) or f"{shape.location.path}/".startswith(names)
    ]
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def is_named(shape: Shape, wanted: str) -> bool:
    """Return whether a shape's own id, or a class of it or of a group around it, has a noun."""
    return any(wanted in plain(name) for name in (shape.identifier or "", *shape.classes))


def titled(root: Element, wanted: str) -> tuple[str, ...]:
    """Return the paths of elements that carry a noun as their id or title."""
    paths = [
        element.path
        for element in root.subtree()
        if wanted in plain(element.attributes.get("id", ""))
        or any(wanted in plain(child.text) for child in element.children if child.tag == "title")
    ]
    return tuple(f"{path}/" for path in paths) or ("\0",)


def plain(name: str) -> str:
    """Return letters and digits only, small."""
    return "".join(character for character in name.casefold() if character.isalnum())
