"""The attributes of a drawing that its pixels bear out.

The finished program is painted, and its picture cut into connected patches of one colour. A counted form counts if
patches that lie inside its visible outline, and nowhere else, fill it; the patches of all its forms must be apart, as
many as the key says, and no other patch of the picture may look like one of them. A colour is read from the pixels of
its part, a shape must show whole.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from sgpkit.graphics import raster
from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.svg import outline, path

from ..objects.sketch import Attribute, Item, Part, Sketch, items
from ..writing import glyph, regions, styling
from ..writing.styling import ONE_COLOR, Picture

SIZE = 256
MIN_COUNTED, MIN_COLORED, MIN_SHAPED = 22, 40, 90
"""Pixels of a form, of 256 by 256, below which it is not asked about."""

OWN = 0.8
"""The share of a patch that must lie inside a form for the patch to be the form's."""

FILLED, OUTLINED = 0.55, 0.28
"""The share of a form that its own patches fill, and of one that only its outline shows."""

VISIBLE_COUNTED, VISIBLE_SHAPED = 0.55, 0.8
ALIKE_AREA, ALIKE_SIDE = (0.45, 2.2), 0.4

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]


class View(NamedTuple):
    """A painted drawing: `owner` has the number of the item that each pixel shows, -1 for none; `colors` the number
    of its colour in `palette`; `patches` the number of its patch."""

    owner: Numbers
    colors: Numbers
    patches: Numbers
    palette: tuple[str, ...]
    members: tuple[Item, ...]
    areas: tuple[float, ...]
    positions: tuple[tuple[slice, slice] | None, ...]
    sizes: Numbers

    def at(self, number: int) -> tuple[slice, slice]:
        """Return the window around what is visible of an item."""
        position = self.positions[number]
        if position is None:
            return slice(0, 0), slice(0, 0)
        rows, columns = position
        return slice(max(0, rows.start - 2), rows.stop + 2), slice(max(0, columns.start - 2), columns.stop + 2)


def attributes(sketch: Sketch, picture: Picture, code: str, by: Affine) -> list[Attribute]:
    """Return the attributes that hold in the picture; `by` maps the sketch onto a square of 100."""
    wanted = sketch.attributes()
    view = seen(sketch, picture, code, by)
    parts = {part.called: (index, part) for index, part in enumerate(sketch.parts)}
    parts |= {part.plural: (index, part) for index, part in enumerate(sketch.parts) if part.counted}
    kept = []
    for attribute in wanted:
        if attribute.type == "reasoning":
            kept.append(attribute)
            continue
        index, part = parts[attribute.subject]
        if attribute.type == "count" and counted(view, index, picture) == int(attribute.answer):
            if is_only_one_called(part, sketch.parts) and not (
                is_like_a_mark(index, sketch, picture) or is_like_gaps(index, sketch, picture)
            ):
                kept.append(attribute)
        elif attribute.type == "color" and picture.style not in ONE_COLOR:
            if color(view, index) in (part.hue.tint.main, part.hue.tint.light, part.hue.tint.dark):
                kept.append(attribute)
        elif attribute.type == "shape" and shows_shape(view, index, picture):
            kept.append(attribute)
    return kept


def is_only_one_called(part: Part, parts: Sequence[Part]) -> bool:
    """Return whether no other part has the counted one's noun, an attic window is a window too, and none is of a shape
    of that name: a drop on a label is a drop, and might be a dewdrop."""
    own = noun(part.name)
    nouns = [noun(other.name) for other in parts]
    shapes = [other.shape.word for other in parts if other.shape and other is not part]
    return nouns.count(own) == 1 and not any(own.endswith(word) for word in shapes)


def is_like_a_mark(part: int, sketch: Sketch, picture: Picture) -> bool:
    """Return whether a mark on the drawing could be counted too. Figures in a corner lie apart and could not.

    A round stamp, of whatever colour, looks like one more of the holes around it; and of one colour, a single window is
    as little a window as a sign of its size.
    """
    marks = {index for index, other in enumerate(sketch.parts) if other.shape and "corner" not in other.name} - {part}
    forms = [(item.part, form) for item in items(sketch.root) if (form := _form(item)) is not None]
    ours = [form for number, form in forms if number == part]
    alone = len(ours) == 1 and picture.style in ONE_COLOR
    return any(_are_alike(mark, one, alone) for number, mark in forms if number in marks for one in ours[:1])


def is_like_gaps(part: int, sketch: Sketch, picture: Picture) -> bool:
    """Return whether the gaps around counted forms might be counted in their place: in one colour, bars across a handle
    leave one gap more than there are bars."""
    if picture.style not in ("solid", "badge"):
        return False
    members = list(items(sketch.root))
    ours = [(number, glyph.area_of(item)) for number, item in enumerate(members) if item.part == part]
    for position, (number, area) in enumerate(ours):
        below = [glyph.area_of(other) for other in members[:number] if other.part != part]
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


def seen(sketch: Sketch, picture: Picture, code: str, by: Affine) -> View:
    """Return the view of a drawing."""
    members = tuple(items(sketch.root))
    names = ["#ffffff", *_paints(picture)]
    palette = np.array([[int(name[at : at + 2], 16) for at in (1, 3, 5)] for name in names])
    colors = _nearest(_packed(raster.paint(code, SIZE)), palette)
    patches = np.zeros_like(colors)
    count = 0
    for number in range(len(names)):
        labels, more = ndimage.label(colors == number)
        np.add(labels, count, out=patches, where=labels > 0)
        count += more
    scale = abs(by.a * by.d - by.b * by.c) * (SIZE / 100) ** 2
    areas = tuple(
        scale * _area(item)
        if item.part >= 0 and (sketch.parts[item.part].counted or sketch.parts[item.part].shape)
        else 0.0
        for item in members
    )
    owner = _owners(members, by)
    positions = tuple(ndimage.find_objects(owner + 1, len(members)))
    sizes = np.bincount(patches.ravel())
    return View(owner, colors, patches, tuple(names), members, areas, positions, sizes)


def _packed(pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    """Return the colour of each pixel as one number."""
    red, green, blue = (pixels[..., channel].astype(np.int32) for channel in range(3))
    packed: npt.NDArray[np.int32] = red << 16 | green << 8 | blue
    return packed


def _nearest(packed: npt.NDArray[np.int32], palette: Numbers) -> Numbers:
    """Return for each pixel the index of the nearest colour, worked out once for each run of equal pixels."""
    flat = packed.ravel()
    starts = np.flatnonzero(np.concatenate(([True], flat[1:] != flat[:-1])))
    values = flat[starts]
    channels = np.stack([values >> 16, values >> 8 & 255, values & 255], 1)
    nearest = np.abs(channels[:, None] - palette).sum(2).argmin(1)
    return np.repeat(nearest, np.diff(starts, append=flat.size)).reshape(packed.shape)


def _area(item: Item) -> float:
    if item.stroke:
        return regions.of_stroke(item.form.loops, item.stroke).area
    return regions.of_loops(item.form.loops).area


def _paints(picture: Picture) -> list[str]:
    names: list[str] = []
    for ink in picture.layers:
        for paint in (*(ink.gradient or (ink.paint,)), ink.stroke):
            if paint is not None and paint.lower() not in names:
                names.append(paint.lower())
    return [name for name in names if name != "#ffffff"]


def _owners(members: Sequence[Item], by: Affine) -> Numbers:
    """Return which item is on top at each pixel, by painting each in a colour of its own."""
    texts = []
    for number, item in enumerate(members):
        color = f"#{number + 1:06x}"
        data = path.write(item.form.loops, by)
        if item.stroke:
            width = max(item.stroke, 1.0) * abs(by.a * by.d - by.b * by.c) ** 0.5
            paint = f'fill="none" stroke="{color}" stroke-width="{width:.3f}" stroke-linecap="round"'
        else:
            paint = f'fill="{color}" fill-rule="evenodd"'
        texts.append(f'<path d="{data}" {paint}/>')
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" shape-rendering="crispEdges">'
    numbers: Numbers = _packed(raster.paint(head + "".join(texts) + "</svg>", SIZE)).astype(np.int64) - 1
    numbers[(numbers < 0) | (numbers >= len(members))] = -1
    return numbers


def _own(view: View, number: int) -> tuple[Mask, set[int]]:
    """Return the pixels, in its window, of an item that are its own patches', and these patches."""
    window = view.at(number)
    visible = view.owner[window] == number
    patches = view.patches[window]
    inside = np.bincount(patches[ndimage.binary_dilation(visible)], minlength=1)
    own = {int(patch) for patch in np.unique(patches[visible]) if inside[patch] >= OWN * view.sizes[patch]}
    return visible & np.isin(patches, list(own)), own


def _numbers(view: View, part: int) -> list[int]:
    return [number for number, item in enumerate(view.members) if item.part == part]


def counted(view: View, part: int, picture: Picture) -> int:
    """Return how many forms of a part can be counted in the picture; -1 where something else looks like one."""
    least = OUTLINED if picture.style == "line" or picture.finish == "outlined" else FILLED
    taken: set[int] = set()
    count = 0
    sizes: list[tuple[int, float, float, int]] = []
    for number in _numbers(view, part):
        total = int((view.owner[view.at(number)] == number).sum())
        if total < MIN_COUNTED or total < VISIBLE_COUNTED * view.areas[number]:
            continue
        mask, own = _own(view, number)
        if mask.sum() < least * total or own & taken:
            continue
        taken |= own
        count += 1
        sizes.append(_measured(mask, view.colors[view.at(number)]))
    return -1 if sizes and _has_lookalike(view, taken, sizes) else count


def _measured(mask: Mask, colors: Numbers) -> tuple[int, float, float, int]:
    rows, columns = np.nonzero(mask)
    values, counts = np.unique(colors[mask], return_counts=True)
    return (
        int(mask.sum()),
        float(np.ptp(columns) + 1),
        float(np.ptp(rows) + 1),
        int(values[counts.argmax()]),
    )


def _has_lookalike(view: View, taken: set[int], sizes: list[tuple[int, float, float, int]]) -> bool:
    """Return whether a patch that is no counted form has the colour, the area and the sides of one."""
    area, width, height = (float(np.median([size[axis] for size in sizes])) for axis in range(3))
    color_ = sizes[0][3]
    for number, position in enumerate(ndimage.find_objects(view.patches), 1):
        if position is None or number in taken:
            continue
        tall, wide = position[0].stop - position[0].start, position[1].stop - position[1].start
        sides = abs(wide - width) <= ALIKE_SIDE * width and abs(tall - height) <= ALIKE_SIDE * height
        if not sides:
            continue
        mask = view.patches[position] == number
        if view.colors[position][mask][0] != color_:
            continue
        if ALIKE_AREA[0] * area <= mask.sum() <= ALIKE_AREA[1] * area:
            return True
    return False


def color(view: View, part: int) -> str:
    """Return the colour that most visible pixels of a part have; '' where too few are visible."""
    visible = np.isin(view.owner, _numbers(view, part))
    if visible.sum() < MIN_COLORED:
        return ""
    inner = ndimage.binary_erosion(visible)
    values, counts = np.unique(view.colors[inner if inner.sum() > MIN_COLORED else visible], return_counts=True)
    name = view.palette[values[counts.argmax()]]
    return name.upper() if counts.max() >= 0.4 * counts.sum() else ""


def shows_shape(view: View, part: int, picture: Picture) -> bool:
    """Return whether every form of a part shows whole and apart from what is around it."""
    least = OUTLINED if picture.style == "line" or picture.finish == "outlined" else FILLED
    numbers = _numbers(view, part)
    for number in numbers:
        total = int((view.owner[view.at(number)] == number).sum())
        if total < MIN_SHAPED or total < VISIBLE_SHAPED * view.areas[number]:
            return False
        mask, _ = _own(view, number)
        if mask.sum() < least * total:
            return False
    return bool(numbers)
