"""Proof of attributes: those attributes of a drawing that its pixels confirm.

The finished program is painted, and its picture divided into connected patches of one colour (`view.py`). A counted
form counts if it is filled by patches that are inside its visible outline, and nowhere else. The patches of all its
forms must be separate, in the number of the key, and no other patch of the picture may look like one of them. A colour
is read from the pixels of its part, and a shape must be visible as a whole.
"""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.svg import outline

from ..sketch import Attribute, Item, Part
from ..writing import glyph, regions, styling
from ..writing.styling import ONE_COLOR
from .view import SIZE, Drawn, Numbers, Patches, View, view_of

MIN_COUNTED, MIN_COLORED, MIN_SHAPED = 22, 40, 90
"""Pixels of a form, of 256 by 256, below which it is not asked about."""

OWN = 0.8
"""The share of a patch that must be inside a form for the patch to belong to the form."""

FILLED, OUTLINED = 0.55, 0.28
"""The share of a form that its own patches fill, and of one that only its outline shows."""

VISIBLE_COUNTED, VISIBLE_SHAPED = 0.55, 0.8
ALIKE_AREA, ALIKE_SIDE = (0.45, 2.2), 0.4

Mask = npt.NDArray[np.bool_]


def holds(drawn: Drawn, attribute: Attribute) -> bool:
    """Return whether the picture confirms an attribute. Statements about the whole, and the colour of a drawing in one
    colour, need no check."""
    if attribute.type == "reasoning" or (attribute.type == "color" and drawn.style in ONE_COLOR):
        return True
    parts = {part.called: index for index, part in enumerate(drawn.parts)}
    parts |= {part.plural: index for index, part in enumerate(drawn.parts) if part.counted}
    index = parts[attribute.subject]
    part, view = drawn.parts[index], view_of(drawn)
    if attribute.type == "color":
        return color(view, index) in (part.hue.tint.main, part.hue.tint.light, part.hue.tint.dark)
    if attribute.type == "shape":
        return shows_shape(view, index)
    return (
        is_only_one_called(part, drawn.parts)
        and counted(view, index) == int(attribute.answer)
        and not is_like_a_mark(index, drawn)
        and not is_like_gaps(index, drawn)
    )


def is_only_one_called(part: Part, parts: Sequence[Part]) -> bool:
    """Return whether no other part has the counted one's noun, an attic window is a window too, and none is of a shape
    of that name: a drop on a label is a drop, and might be a dewdrop."""
    own = noun(part.name)
    nouns = [noun(other.name) for other in parts]
    shapes = [other.shape.word for other in parts if other.shape and other is not part]
    return nouns.count(own) == 1 and not any(own.endswith(word) for word in shapes)


def is_like_a_mark(part: int, drawn: Drawn) -> bool:
    """Return whether a mark on the drawing could be counted too.

    A round stamp, of whatever colour, looks like one more of the holes around it; and of one colour, a single window is
    as little a window as a sign of its size.
    """
    marks = {index for index, other in enumerate(drawn.parts) if other.shape} - {part}
    if not marks:
        return False
    ours = [form for item in drawn.members if item.part == part and (form := _form(item)) is not None]
    alone = len(ours) == 1 and drawn.style in ONE_COLOR
    others = [form for item in drawn.members if item.part in marks and (form := _form(item)) is not None]
    return any(_are_alike(mark, one, alone) for mark in others for one in ours[:1])


def is_like_gaps(part: int, drawn: Drawn) -> bool:
    """Return whether the gaps around counted forms might be counted in their place: in one colour, bars across a handle
    leave one gap more than there are bars."""
    if drawn.style not in ("solid", "badge"):
        return False
    areas = [glyph.area_of(item) for item in drawn.members]
    ours = [(number, areas[number]) for number, item in enumerate(drawn.members) if item.part == part]
    for position, (number, area) in enumerate(ours):
        below = [areas[other] for other, item in enumerate(drawn.members[:number]) if item.part != part]
        covered = sum(regions.intersection(other, area).area for other in below if regions.overlap(other.box, area.box))
        if not glyph.OUTSIDE * area.area < covered <= glyph.INSIDE * area.area:
            continue
        grown = regions.grown(area, styling.WIDEST_GAP)
        for _, other in ours[position + 1 :]:
            wide = regions.grown(other, styling.WIDEST_GAP)
            if regions.overlap(grown.box, wide.box) and regions.intersection(grown, wide).area:
                return True
    return False


def _form(item: Item) -> tuple[float, float, float] | None:
    """Return the proportions of a form, how much of its box it fills, and its area; None for lines."""
    box = outline.bounding_box(item.form.loops)
    if item.stroke or box is None:
        return None
    wide, tall, area = box.right - box.left, box.bottom - box.top, _area(item)
    return (math.log2(wide / tall), area / (wide * tall), area) if min(wide, tall, area) > 0 else None


def _are_alike(one: tuple[float, float, float], other: tuple[float, float, float], in_size: bool) -> bool:
    """Return whether two forms differ in little but size; if `in_size`, whether they are nearly of one size."""
    (stretch, filled, area), (stretch_, filled_, area_) = one, other
    alike = abs(stretch - stretch_) < 0.3 and abs(filled - filled_) < 0.06 and 1 / 6 < area / area_ < 6
    return alike or (in_size and 1 / 4 < area / area_ < 4)


def noun(name: str) -> str:
    """Return the noun of a part's name: 'stripe' of 'red stripe on the wing'."""
    words = name.split()
    for preposition in ("of", "on", "in", "at", "around", "under", "over", "above", "below", "behind", "with", "for"):
        if preposition in words[1:]:
            words = words[: words.index(preposition, 1)]
    return words[-1]


@lru_cache(maxsize=256)
def _area(item: Item) -> float:
    if item.stroke:
        return regions.of_stroke(item.form.loops, item.stroke).area
    return regions.of_loops(item.form.loops).area


def _pixels(view: View, number: int) -> float:
    """Return the number of pixels that an item covers."""
    by = view.drawn.by
    return abs(by.a * by.d - by.b * by.c) * (SIZE / 100) ** 2 * _area(view.drawn.members[number])


def _own(view: View, number: int) -> tuple[Mask, set[int]]:
    """Return the pixels, in its window, of an item that are its own patches', and these patches."""
    window = view.windows[number]
    visible = view.owner[window] == number
    patches = view.patches.numbers[window]
    inside = np.bincount(patches[_grown(visible)], minlength=view.patches.sizes.size)
    mask = visible & (inside >= OWN * view.patches.sizes)[patches]
    return mask, set(patches[mask].tolist())


def _grown(mask: Mask) -> Mask:
    """Return the pixels of a mask with their neighbours at each side."""
    grown = mask.copy()
    grown[1:] |= mask[:-1]
    grown[:-1] |= mask[1:]
    grown[:, 1:] |= mask[:, :-1]
    grown[:, :-1] |= mask[:, 1:]
    return grown


def _thinned(mask: Mask) -> Mask:
    """Return the inner pixels of a mask: not at the edge of the picture, and with all four neighbours in the mask."""
    thinned = np.zeros_like(mask)
    inner = mask[1:-1, 1:-1]
    thinned[1:-1, 1:-1] = inner & mask[:-2, 1:-1] & mask[2:, 1:-1] & mask[1:-1, :-2] & mask[1:-1, 2:]
    return thinned


def _least(drawn: Drawn) -> float:
    """Return the share of a form that its own patches fill at least."""
    return OUTLINED if drawn.style == "line" or drawn.finish == "outlined" else FILLED


def counted(view: View, part: int) -> int:
    """Return the number of forms of a part that can be counted in the picture, or -1 if something else looks like
    one.
    """
    return counted_of(view, view.of_part(part))


def counted_of(view: View, numbers: Sequence[int]) -> int:
    """Return the number of some items that can be counted in the picture, or -1 if something else looks like one."""
    taken: set[int] = set()
    count = 0
    sizes: list[tuple[int, float, float, int]] = []
    for number in numbers:
        total = int((view.owner[view.windows[number]] == number).sum())
        if total < MIN_COUNTED or total < VISIBLE_COUNTED * _pixels(view, number):
            continue
        mask, own = _own(view, number)
        if mask.sum() < _least(view.drawn) * total or own & taken:
            continue
        taken |= own
        count += 1
        sizes.append(_measured(mask, view.colors[view.windows[number]]))
    return -1 if sizes and _has_lookalike(view.patches, taken, sizes) else count


def _measured(mask: Mask, colors: Numbers) -> tuple[int, float, float, int]:
    rows, columns = np.nonzero(mask)
    color = int(np.bincount(colors[mask]).argmax())
    return rows.size, float(np.ptp(columns) + 1), float(np.ptp(rows) + 1), color


def _has_lookalike(patches: Patches, taken: set[int], sizes: list[tuple[int, float, float, int]]) -> bool:
    """Return whether a patch other than the counted forms has the colour, area and sides of one."""
    area, width, height = (float(np.median([size[axis] for size in sizes])) for axis in range(3))
    alike = patches.colors == sizes[0][3]
    alike &= np.abs(patches.widths - width) <= ALIKE_SIDE * width
    alike &= np.abs(patches.heights - height) <= ALIKE_SIDE * height
    alike &= (ALIKE_AREA[0] * area <= patches.sizes) & (patches.sizes <= ALIKE_AREA[1] * area)
    return not taken.issuperset(np.flatnonzero(alike).tolist())


def color(view: View, part: int) -> str:
    """Return the colour that most visible pixels of a part have; '' where too few are visible."""
    numbers = view.of_part(part)
    window = view.around(numbers)
    visible = np.isin(view.owner[window], numbers)
    if visible.sum() < MIN_COLORED:
        return ""
    inner = _thinned(visible)
    counts = np.bincount(view.colors[window][inner if inner.sum() > MIN_COLORED else visible])
    name = view.drawn.palette[counts.argmax()]
    return name.upper() if counts.max() >= 0.4 * counts.sum() else ""


def shows_shape(view: View, part: int) -> bool:
    """Return whether every form of a part shows whole and apart from what is around it."""
    numbers = view.of_part(part)
    for number in numbers:
        total = int((view.owner[view.windows[number]] == number).sum())
        if total < MIN_SHAPED or total < VISIBLE_SHAPED * _pixels(view, number):
            return False
        mask, _ = _own(view, number)
        if mask.sum() < _least(view.drawn) * total:
            return False
    return bool(numbers)
