"""The things and words to search for in the answer to an edit, and the things to keep or remove. They are derived
from the start, the target and the list of requested changes (`edit_list`). An answer is compared with it in
`edit_parts`.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sgpkit.metrics.pictures import edit_sight, multiscale
from sgpkit.metrics.pictures.edit_list import Box, Change, span
from sgpkit.metrics.pictures.edit_sight import Area, Mask, Planes, Sight, Text

TONE = (32.0, 72.0)
"""The differences from a stated colour, of 255 in the worst channel, up to which a colour is the same and from
which it is another.
"""

THIN = 0.3
"""Minimum fraction of a pixel that a thin line must cover to count."""

FEWEST = 6
"""The number of pixels below which a thing is invisible."""

FIGURE = 0.2
"""Minimum fraction of the changed pixels outside words for a thing to be more than words."""

Tone = tuple[int, int, int]


class Thing(NamedTuple):
    """A thing to look for: its change, its pixels in the target and their area, its form with and without fine lines,
    its stated colours with their share and place, and its weight."""

    change: Change
    mask: Mask
    area: Area
    form: Planes
    outlines: Planes
    tones: tuple[tuple[Tone, float, tuple[float, float]], ...]
    weight: float


class Letters(NamedTuple):
    """Words to search for, the box within which their middle may be, and their weight."""

    text: Text
    zone: Box
    weight: float


class Wanted(NamedTuple):
    """Everything that an answer to an edit is compared with."""

    start: Sight
    target: Sight
    differing: Mask
    things: tuple[Thing, ...]
    letters: tuple[Letters, ...]
    gone: Mask
    gone_words: Counter[str]
    kept_words: Counter[str]
    loose: Mask
    """Where the layout may change."""

    written: Mask
    """Regions of words that only the start or only the target has there; they are compared as text, and not as part
    of a form.
    """

    plain: float
    edges: Planes
    """The edges that start and target share, excluding chance agreement, as between pages of different shapes."""


def wanted(start: Sight, target: Sight, changes: Sequence[Change]) -> Wanted | None:
    """Return the input for comparing answers, or None if the list states no freedom or has nothing to search for."""
    asked = [change for change in changes if change.asked and change.zone is not None]
    if not asked:
        return None
    side = target.side
    differing = widened(edit_sight.changed(start, target))
    before, after = (Counter(text.words for text in sight.texts) for sight in (start, target))
    letters = tuple(letters_of(start, target, asked, before, after))
    written = words_apart(start, target) | words_apart(target, start)
    shapes = differing & ~written
    things = tuple(thing for change in asked for thing in things_of(start, target, change, differing, shapes))
    if not things and not letters:
        return None
    loose = united((change.boxes for change in changes if not change.asked), side)
    there = united((change.boxes[-1:] for change in changes if change.how != "removed"), side)
    gone = shapes & ~there & ~loose
    plain = plain_difference(start)
    edges = np.minimum(start.edges, target.edges) * ~turned_pages(asked, side)
    return Wanted(
        start, target, differing, things, letters, gone, before - after, before & after, loose, written, plain, edges
    )


def united(boxes: Iterable[Sequence[Box]], side: int) -> Mask:
    """Return the pixels in any of the boxes."""
    mask = np.zeros((side, side), bool)
    for some in boxes:
        for box in some:
            mask |= edit_sight.boxed(box, side)
    return mask


def turned_pages(asked: Sequence[Change], side: int) -> Mask:
    """Return the pixels of pages that are redrawn in another shape, where nothing is expected at its old position."""
    pages = (
        change.boxes
        for change in asked
        if change.how == "redrawn" and "place" in change.open and change.boxes[0] != change.boxes[-1]
        if any(box[low] <= 0 and box[low + 2] >= 1 for box in change.boxes[:1] for low in (0, 1))
    )
    return united(pages, side)


def widened(mask: Mask) -> Mask:
    """Return a mask extended by the neighbouring pixels."""
    from scipy import ndimage

    wide: Mask = ndimage.binary_dilation(mask, np.ones((3, 3)))
    return wide


def words_apart(one: Sight, other: Sight) -> Mask:
    """Return the regions where a picture has words that another does not have at the same position."""
    mask = np.zeros((one.side, one.side), bool)
    for text in one.texts:
        if not stands(text, other):
            mask |= edit_sight.boxed(text.box, one.side, 0.004)
    return mask


def plain_difference(start: Sight) -> float:
    """Return the mean difference between the start and the most similar page of one colour."""
    pages = (multiscale.WHITE, multiscale.commonest(start.planes))
    return max(
        1.0,
        min(
            float(np.abs(start.planes.astype(np.int16) - multiscale.page(start.planes, page)).mean()) for page in pages
        ),
    )


def things_of(start: Sight, target: Sight, change: Change, differing: Mask, shapes: Mask) -> Iterable[Thing]:
    """Yield the thing of a change, if it is more than words."""
    if change.how == "removed":
        return
    # A redrawn part with a stated form is also compared at its old position: a bar that became shorter.
    boxes = change.boxes if "form" not in change.open and change.how == "redrawn" else change.boxes[-1:]
    inside = united([boxes], target.side)
    mask = shapes & inside
    area = edit_sight.bounds(mask)
    if area is None or mask.sum() < max(FEWEST, FIGURE * int((differing & inside).sum())):
        return
    tones: list[tuple[Tone, float, tuple[float, float]]] = []
    for stated in change.stated:
        tone = tone_of(stated.color)
        measured = amount(target, start, mask, area, tone)
        if measured[0] * mask.sum() >= FEWEST / 2:
            tones.append((tone, *measured))
    difference = np.abs(target.planes.astype(np.int16) - start.planes).mean(axis=0)[mask].sum() / 255
    weight = math.sqrt(float(difference) / mask.size)
    whole, outlines = (edit_sight.form(maps, mask, area) for maps in (target.edges, edit_sight.smooth(target, area)))
    yield Thing(change, mask, area, whole, outlines, tuple(tones), weight)


def tone_of(color: str) -> Tone:
    """Return the channels of a colour in hexadecimal."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def amount(sight: Sight, start: Sight, mask: Mask, area: Area, tone: Tone) -> tuple[float, tuple[float, float]]:
    """Return the share of a mask's pixels in an area that have a colour, and the middle of these pixels.

    A pixel that a thin line partly covers has a colour between the start's and the line's, and counts partly.
    """
    left, top, right, bottom = area
    inside = mask[top:bottom, left:right]
    old, now = cut(start, area), cut(sight, area)
    way = np.array(tone, np.float32)[:, None, None] - old
    whole = np.square(way).sum(axis=0)
    part = np.clip(((now - old) * way).sum(axis=0) / np.maximum(whole, 1.0), 0.0, 1.0)
    part[whole < np.square(TONE[1])] = 1.0  # the start has nearly this colour, so there is no range between the two
    beside = np.abs(now - old - part * way).max(axis=0)
    fits = inside * np.where(part < THIN, 0.0, part) * np.clip((TONE[1] - beside) / (TONE[1] - TONE[0]), 0.0, 1.0)
    total = float(fits.sum())
    if total <= 0:
        return 0.0, (0.5, 0.5)
    rows, columns = np.indices(fits.shape)
    across = float((fits * (columns + 0.5)).sum()) / total / fits.shape[1]
    down = float((fits * (rows + 0.5)).sum()) / total / fits.shape[0]
    return total / max(1, int(inside.sum())), (across, down)


def letters_of(
    start: Sight, target: Sight, asked: Sequence[Change], before: Counter[str], after: Counter[str]
) -> Iterable[Letters]:
    """Yield the words that are new in the target, and those that are to be moved."""
    fresh = after - before
    held = [(text, holder(text, asked)) for text in target.texts]
    renumbered = [change for change in asked if is_renumbered(change, held, fresh)]
    for text, change in held:
        if fresh[text.words] > 0:
            fresh[text.words] -= 1
            if change in renumbered and is_number(text):
                continue
        elif change is None or "place" in change.open or stands(text, start):
            continue
        zone = text.box if change is None or change.zone is None else change.zone
        left, top, right, bottom = text.box
        yield Letters(text, zone, math.sqrt(max(0.0, (right - left) * (bottom - top)) * 0.6))


def is_renumbered(change: Change, held: Iterable[tuple[Text, Change | None]], fresh: Counter[str]) -> bool:
    """Return whether a thing is redrawn in another form with mostly new numbers, such as those of its scale and
    marks, which the instruction does not ask for.
    """
    numbers = [text.words in fresh for text, holding in held if holding is change and is_number(text)]
    is_open = change.how == "redrawn" and "form" in change.open and not change.stated
    return is_open and 2 * sum(numbers) > len(numbers)


def is_number(text: Text) -> bool:
    """Return whether a text is a number."""
    return text.words.replace(".", "").replace(",", "").replace("%", "").isdecimal()


def holder(text: Text, asked: Sequence[Change]) -> Change | None:
    """Return the smallest thing that contains a text in the target, or None."""
    x, y = middle(text.box)
    holding = [
        change
        for change in asked
        if change.how != "removed"
        and change.boxes[-1][0] - 0.01 <= x <= change.boxes[-1][2] + 0.01
        and change.boxes[-1][1] - 0.01 <= y <= change.boxes[-1][3] + 0.01
    ]
    return min(holding, key=lambda change: span(change.boxes[-1]), default=None)


def stands(text: Text, sight: Sight) -> bool:
    """Return whether a picture has the same words in the same place."""
    return any(
        text.words == other.words and math.dist(middle(text.box), middle(other.box)) < 0.01 for other in sight.texts
    )


def middle(box: Box) -> tuple[float, float]:
    """Return the middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def cut(sight: Sight, area: Area) -> Planes:
    """Return the planes of an area."""
    left, top, right, bottom = area
    planes: Planes = sight.planes[:, top:bottom, left:right].astype(np.float32)
    return planes
