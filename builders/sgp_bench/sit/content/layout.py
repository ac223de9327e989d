"""Positions of the parts of a drawing: boxes as shares of the whole, and possible statements about them.

Every statement holds for all pieces of a part, so it holds as well for those that are left visible where others lie in
front.
"""

import itertools
from collections.abc import Iterator
from typing import Literal, NamedTuple

from sgpkit.families.shared.drawings.drawing import Drawing
from sgpkit.families.shared.drawings.looks import Mark, Marks
from sgpkit.graphics.svg.outline import Box

HALF, EDGE = 0.5, 0.3
"""A part lies in a half of the drawing that it does not leave, near an edge if it is in the outer three tenths."""

MIDDLE = (0.25, 0.75)
MUCH = 1.6
"""The factor by which a part must be wider and taller than another to be called so."""

SPAN, CLEAR = 0.04, 1e-6
"""How near to both ends of the drawing a part reaches that spans it; what is lost to rounding."""

Shading = Literal["flat", "outlined", "shaded on the left", "shaded on the right", "gradient", "unknown"]


class Layout(NamedTuple):
    """The layout of a drawing. `boxes`: of each named part, in shares of the drawing, left to right as it is seen."""

    boxes: dict[str, Box]
    shading: Shading


def layout(drawing: Drawing) -> Layout:
    placed = [(mark, _box(mark)) for mark in flat(drawing.marks)]
    whole = _union([box for _, box in placed])
    names = [part.name for part in drawing.parts]
    boxes = {}
    for index, part in enumerate(drawing.parts):
        own = [box for mark, box in placed if mark.part == index]
        if own and names.count(part.name) == 1:
            boxes[part.called] = _share(_union(own), whole, drawing.mirrored)
    return Layout(boxes, _shading(placed, drawing))


def flat(marks: Marks) -> Iterator[Mark]:
    for member in marks.members:
        if isinstance(member, Mark):
            yield member
        else:
            yield from flat(member)


def _box(mark: Mark) -> Box:
    """Return the box of a mark, with half of the line around it."""
    box, half = mark.form.box, mark.width / 2 if mark.stroke else 0.0
    return Box(box.left - half, box.top - half, box.right + half, box.bottom + half)


def _union(boxes: list[Box]) -> Box:
    left, top, right, bottom = zip(*boxes, strict=True)
    return Box(min(left), min(top), max(right), max(bottom))


def _share(box: Box, whole: Box, is_mirrored: bool) -> Box:
    width, height = whole.right - whole.left, whole.bottom - whole.top
    left, right = (box.left - whole.left) / width, (box.right - whole.left) / width
    if is_mirrored:
        left, right = 1 - right, 1 - left
    return Box(left, (box.top - whole.top) / height, right, (box.bottom - whole.top) / height)


def _shading(placed: list[tuple[Mark, Box]], drawing: Drawing) -> Shading:
    """Return the finish of the surfaces, judged by what was written: a drawing of small parts has nothing to shade."""
    if any(mark.gradient for mark, _ in placed):
        return "gradient"
    if any(mark.paint and mark.stroke for mark, _ in placed):
        return "outlined"
    if drawing.finish == "two-tone":
        dark = {part.hue.tint.main: part.hue.tint.dark for part in drawing.parts}
        lit = [(mark, box) for mark, box in placed if mark.part >= 0 and mark.paint in dark]
        shadows = [(mark, box) for mark, box in placed if mark.part < 0 and not mark.stroke]
        for (mark, box), (shadow, half) in itertools.product(lit, shadows):
            middle = (box.left + box.right) / 2
            if shadow.paint == dark[mark.paint or ""] and max(abs(half.left - middle), half.right - box.right) < CLEAR:
                return "shaded on the left" if drawing.mirrored else "shaded on the right"
        return "unknown"
    return "flat"


def position(box: Box) -> str:
    """'in the upper left', 'near the bottom', 'in the middle'; '' if none of them is true."""
    down = "upper" if box.bottom <= HALF else "lower" if box.top >= HALF else ""
    across = "left" if box.right <= HALF else "right" if box.left >= HALF else ""
    if down and across:
        return f"in the {down} {across}"
    if box.bottom <= EDGE or box.top >= 1 - EDGE:
        return "near the top" if down == "upper" else "near the bottom"
    if down:
        return f"in the {down} half"
    if across:
        return f"on the {across}"
    is_central = all(MIDDLE[0] <= number <= MIDDLE[1] for number in box)
    return "in the middle" if is_central else ""


def relations(boxes: dict[str, Box]) -> list[tuple[str, str, str]]:
    """(one, 'above' or 'to the left of', other) for each two parts of which one lies wholly beyond the other."""
    result = []
    for one, other in itertools.permutations(boxes, 2):
        if boxes[one].bottom <= boxes[other].top:
            result.append((one, "above", other))
        if boxes[one].right <= boxes[other].left:
            result.append((one, "to the left of", other))
    return result


def larger(boxes: dict[str, Box]) -> list[tuple[str, str]]:
    """(one, other) for each two parts of which one is much wider and much taller."""
    return [
        (one, other)
        for one, other in itertools.permutations(boxes, 2)
        if _width(boxes[one]) >= MUCH * _width(boxes[other]) and _height(boxes[one]) >= MUCH * _height(boxes[other])
    ]


def spanned(box: Box) -> str:
    """'width' or 'height' where the part reaches from one end of the drawing to the other."""
    if box.left <= SPAN and box.right >= 1 - SPAN:
        return "width"
    return "height" if box.top <= SPAN and box.bottom >= 1 - SPAN else ""


def _width(box: Box) -> float:
    return box.right - box.left


def _height(box: Box) -> float:
    return box.bottom - box.top
