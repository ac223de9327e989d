"""Score an edit by its parts: whether the requested changes are made, with the freedom that the instruction leaves, and
whether the rest is kept.

Each requested thing (`edit_list`) is searched for among the pixels that the answer changes, in the thing's zone. Its
share is the product of

    form    the edges of what is new there, by direction on a grid over its box, so that neither its size nor its shift
            counts; designs of one thing agree, plain shapes in its colours do not. If the form is open, fine lines
            within it, such as the folds of a cap, may be missing or others
    colors  where stated: each stated colour in about the reference's share and place. Where open: any. Else, for what
            moves or is drawn again: how far the colours have come from the start to the target
    place   1 in the zone, falling to 0 at `SLACK` beyond; size likewise, relative to the range

and new words count by their letters, place and size. The weight of a thing is the square root of the amount of the
picture that it changes. Things that should have been removed and are still there lower the share; if something was to
be added, removing alone earns nothing.

Nothing is kept under a translucent area over the whole page, such as half-transparent paper, that neither start nor
target has, unless the edit changes most of the page, such as its lighting. Else the rest is kept to the degree to which
these are unchanged: the pixels where start and target agree and no requested thing was found; all words and edges that
both have; and, where the layout may change, the amounts of their colours.
"""

import colorsys
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.metrics.pictures import edit_sight, multiscale
from sgpkit.metrics.pictures.edit_list import Change, span
from sgpkit.metrics.pictures.edit_sight import Area, Mask, Planes, Sight, Text
from sgpkit.metrics.pictures.edit_wanted import (
    FEWEST,
    TONE,
    Letters,
    Thing,
    Tone,
    Wanted,
    amount,
    cut,
    middle,
    widened,
    words_apart,
)
from sgpkit.values import ramp

ALIKE = (0.70, 0.82)
"""The similarities of forms that count as 0 and as 1: plain shapes reach 0.69 on average, drawings by hand 0.92."""

SLACK = 0.05
"""Distance beyond its zone at which a thing no longer counts, as a fraction of the picture."""

STRETCH = 1.6
"""Factor by which a thing may exceed or fall below its range of sizes before it no longer counts."""

SHARE = (0.1, 0.45)
"""The fractions of the reference's share of a stated colour that count as 0 and as enough."""

COME = 0.4
"""The progress from the start's colours to the target's that counts fully, if colours are not stated."""

LEFT = (0.3, 0.75)
"""For things that may move: the shares of their colours that count as none and as all of them being kept."""

OUTLINES = (0.6, 0.85)
"""The share of the common edges of start and target up to which the rest counts as gone, and that from which it
counts as kept. Other drawings reach 0.6, edits by hand have at least 0.94.
"""

RELIT = 0.5
"""The minimum share of the page that an edit must change for an answer to cover the page with a translucent area, as
an edit to night may."""

BINS, HUES, LEVELS = 512, 12, 8
"""The number of colours, of hues, and of grays in comparisons of amounts of colour."""

WRITTEN = 0.7
"""The similarity of words above which they count."""


class Shares(NamedTuple):
    """The shares of an edit that an answer has."""

    changed: float
    kept: float


def compare(answer: Sight, task: Wanted) -> Shares:
    """Return the shares of an edit that an answer has."""
    new = edit_sight.changed(answer, task.start)
    expected = task.differing.copy()
    shares = [*things_found(answer, new, expected, task), *letters_found(answer, expected, task)]
    whole = sum(weight for _, weight in shares)
    changed = sum(share * weight for share, weight in shares) / whole if whole > 0 else 0.0
    return Shares(changed * math.sqrt(removed(answer, task)), kept(answer, new, expected, task))


def things_found(answer: Sight, new: Mask, expected: Mask, task: Wanted) -> Iterator[tuple[float, float]]:
    """Yield the share and the weight of each thing, and add its region to the expected changes."""
    shift = shift_of(new, task)
    shapes = widened(new) & ~(task.written | words_apart(answer, task.start))
    for thing in task.things:
        share, area = share_of(answer, shapes, thing, task, shift)
        if share > 0 and area is not None:
            left, top, right, bottom = area
            expected[max(0, top - 2) : bottom + 2, max(0, left - 2) : right + 2] = True
        yield share, thing.weight


def letters_found(answer: Sight, expected: Mask, task: Wanted) -> Iterator[tuple[float, float]]:
    """Yield the share and the weight of each text that the start does not have at this position, and add its region
    likewise.
    """
    have, had, asked = (counted(sight) for sight in (answer, task.start, task.target))
    taken: set[int] = set()
    for letters in task.letters:
        words = letters.text.words
        before, _ = written(task.start, letters, set())
        if before >= 1 and asked[words] <= had[words]:
            continue
        share, index = written(answer, letters, taken)
        share = ramp(share, before, 1.0) if before < 1 else share * (have[words] > had[words])
        if share > 0:
            taken.add(index)
            expected |= edit_sight.boxed(answer.texts[index].box, answer.side, 0.01)
        yield share, letters.weight


def counted(sight: Sight) -> Counter[str]:
    """Return the number of occurrences of each text in a picture."""
    return Counter(text.words for text in sight.texts)


def shift_of(new: Mask, task: Wanted) -> tuple[float, float]:
    """Return the distance of the middle of all new pixels from that of the target's."""
    ours, theirs = edit_sight.bounds(new), edit_sight.bounds(task.differing)
    if ours is None or theirs is None:
        return 0.0, 0.0
    (x, y), (u, v) = (middle((float(a), float(b), float(c), float(d))) for a, b, c, d in (ours, theirs))
    return x - u, y - v


def share_of(
    answer: Sight, new: Mask, thing: Thing, task: Wanted, shift: tuple[float, float]
) -> tuple[float, Area | None]:
    """Return the share of a thing that an answer has, and its position."""
    change = thing.change
    if change.zone is None:
        return 0.0, None
    near = new & (edit_sight.boxed(change.zone, answer.side, SLACK) | thing.mask)
    whole = edit_sight.bounds(near)
    if whole is None or near.sum() < FEWEST:
        return 0.0, None
    left, top, right, bottom = thing.area
    moved = (left + shift[0], top + shift[1], right + shift[0], bottom + shift[1])
    areas = [whole, thing.area, edit_sight.clipped(moved, answer.side), colored_area(answer, near, thing)]
    tried = [(fit(answer, near, area, thing, task), area) for area in dict.fromkeys(areas) if area is not None]
    return max(tried, key=lambda pair: pair[0])


def colored_area(answer: Sight, near: Mask, thing: Thing) -> Area | None:
    """Return the area of the new pixels in any of a thing's stated colours, or None if there are none."""
    planes = answer.planes.astype(np.int16)
    fits = np.zeros_like(near)
    for tone, _, _ in thing.tones:
        fits |= np.abs(planes - np.array(tone, np.int16)[:, None, None]).max(axis=0) <= TONE[0]
    return edit_sight.bounds(near & fits)


def fit(answer: Sight, near: Mask, area: Area, thing: Thing, task: Wanted) -> float:
    """Return the degree to which the new pixels of an area match a thing."""
    change = thing.change
    x0, y0, x1, y1 = area
    inside = np.zeros_like(near)
    inside[y0:y1, x0:x1] = near[y0:y1, x0:x1]
    if inside.sum() < FEWEST:
        return 0.0
    box, expected = ([value / answer.side for value in edges] for edges in (area, thing.area))
    position = placed(box, expected, change)
    if position <= 0:
        return 0.0
    likeness = 1.0
    if change.how != "recolored" and thing.form.any():  # a plain area has no edges to compare
        likeness = formed(answer, inside, area, thing)
    return position * likeness * colored(answer, inside, area, thing, task) if likeness > 0 else 0.0


def formed(answer: Sight, inside: Mask, area: Area, thing: Thing) -> float:
    """Return the degree to which the new pixels of an area have a thing's form. If the instruction leaves the form
    open, they may lack fine lines that the reference has, or have others.
    """
    likeness = ramp(float((edit_sight.form(answer.edges, inside, area) * thing.form).sum()), *ALIKE)
    if likeness >= 1 or "form" not in thing.change.open or not thing.outlines.any():
        return likeness
    outlines = edit_sight.form(edit_sight.smooth(answer, area), inside, area)
    return max(likeness, ramp(float((outlines * thing.outlines).sum()), *ALIKE))


def placed(box: Sequence[float], expected: Sequence[float], change: Change) -> float:
    """Return the degree to which a box is within a thing's zone and range of sizes, the latter relative to the
    expected box.
    """
    left, top, right, bottom = change.zone or change.boxes[-1]
    left, top = min(left, expected[0]), min(top, expected[1])
    right, bottom = max(right, expected[2]), max(bottom, expected[3])
    beyond = max(left - box[0], top - box[1], box[2] - right, box[3] - bottom, 0.0)
    ratio = span(box) / span(expected)
    least, most = change.size
    excess = max(least / ratio, ratio / most, 1.0)
    return ramp(SLACK - beyond, 0.0, SLACK * 0.9) * ramp(STRETCH - excess, 0.0, (STRETCH - 1) * 0.9)


def colored(answer: Sight, inside: Mask, area: Area, thing: Thing, task: Wanted) -> float:
    """Return the degree to which the new pixels have a thing's colours."""
    if thing.tones:
        weights = [math.sqrt(share) for _, share, _ in thing.tones]
        fits = [toned(answer, task.start, inside, area, *tone) for tone in thing.tones]
        return sum(weight * share for weight, share in zip(weights, fits, strict=True)) / sum(weights)
    if "color" in thing.change.open:
        return 1.0
    ours, theirs, old = (
        edit_sight.resampled(cut(sight, where), edit_sight.CELLS)
        for sight, where in ((answer, area), (task.target, thing.area), (task.start, thing.area))
    )
    whole = float(np.abs(old - theirs).mean())
    return 1.0 if whole < 1 else ramp(1 - float(np.abs(ours - theirs).mean()) / whole, 0.0, COME)


def toned(
    answer: Sight, start: Sight, inside: Mask, area: Area, tone: Tone, share: float, spot: tuple[float, float]
) -> float:
    """Return the degree to which a stated colour has the reference's share and place."""
    ours, where = amount(answer, start, inside, area, tone)
    ratio = ours / share
    enough = ramp(ratio, *SHARE) * ramp(8 - ratio, 0.0, 4.0)
    return enough * (1 - ramp(math.dist(where, spot), 0.25, 0.6))


def written(answer: Sight, letters: Letters, taken: set[int]) -> tuple[float, int]:
    """Return the degree to which an answer has the given words, and the index of the text. Of several, the nearest
    to the target's position counts, since a wide zone may contain the same words for another thing.
    """
    offers = [
        (degree, -math.dist(middle(text.box), middle(letters.text.box)), index)
        for index, text in enumerate(answer.texts)
        if index not in taken and (degree := legible(text, letters)) > 0
    ]
    degree, _, index = max(offers, default=(0.0, 0.0, -1))
    return degree, index


def legible(text: Text, letters: Letters) -> float:
    """Return the degree to which a text has the words that are searched for, in their place and size."""
    ratio = 1.0
    if text.words != letters.text.words:
        ratio = SequenceMatcher(None, text.words, letters.text.words).ratio()
        ratio = 0.8 * ramp(ratio, WRITTEN, 1.0)
    if ratio <= 0:
        return 0.0
    (x, y), (left, top, right, bottom) = middle(text.box), letters.zone
    beyond = max(left - x, x - right, top - y, y - bottom, 0.0)
    heights = [max(box[3] - box[1], 1e-3) for box in (text.box, letters.text.box)]
    return ratio * (1 - ramp(beyond, 0.02, 0.02 + SLACK)) * (1 - ramp(max(heights) / min(heights), 1.5, 2.5))


def removed(answer: Sight, task: Wanted) -> float:
    """Return the share of the things to remove that are gone."""
    shares = []
    have = counted(answer)
    if task.gone_words:
        allowed = counted(task.target)
        left = sum(min(count, max(0, have[words] - allowed[words])) for words, count in task.gone_words.items())
        shares.append(1 - left / task.gone_words.total())
    if task.gone.sum() >= FEWEST * 4:
        ours, old = (difference(sight, task.target)[task.gone].sum() for sight in (answer, task.start))
        shares.append(max(0.0, 1 - float(ours) / max(float(old), 1e-9)))
    return sum(shares) / len(shares) if shares else 1.0


def difference(one: Sight, other: Sight) -> Planes:
    """Return the mean difference of the channels at each pixel, 0 if it is invisible."""
    values: Planes = np.abs(one.planes.astype(np.int16) - other.planes).mean(axis=0).astype(np.float32)
    values[values <= multiscale.TOLERANCE] = 0
    return values


def kept(answer: Sight, new: Mask, expected: Mask, task: Wanted) -> float:
    """Return the degree to which the rest is unchanged."""
    if answer.veils > max(task.start.veils, task.target.veils) and task.differing.mean() < RELIT:
        return 0.0
    elsewhere = ~(widened(widened(expected)) | task.loose)
    # Start and target may differ there too, by less than can be seen.
    lost = np.minimum(difference(answer, task.start), difference(answer, task.target))[elsewhere]
    shares = [max(0.0, 1.0 - float(lost.sum()) / new.size / task.plain)]
    if task.kept_words:
        have = counted(answer)
        shares.append((have & task.kept_words).total() / task.kept_words.total())
    shares.append(edges_left(answer, task))
    if task.loose.any():
        shares.append(max(colors_left(answer, sight, task.loose) for sight in (task.start, task.target)))
    return math.prod(shares)


def edges_left(answer: Sight, task: Wanted) -> float:
    """Return the share of the common edges of start and target that the answer has, at most a pixel away. If the
    whole page changes, such as in its lighting, nothing else can be compared.
    """
    from scipy import ndimage

    whole = float(task.edges.sum())
    if whole < FEWEST:
        return 1.0
    ours = ndimage.maximum_filter(answer.edges, (1, 3, 3))
    return ramp(float(np.minimum(ours, task.edges).sum()) / whole, *OUTLINES)


def colors_left(answer: Sight, reference: Sight, mask: Mask) -> float:
    """Return the share of a reference's colours that an answer has in a mask, or the share of all but the commonest
    colour if that is lower, since things may cover a small part of the mask or all of it. Another shade of the same hue
    counts half, as where the reference shades a surface that the answer paints in one colour.
    """
    ours, theirs = (np.bincount(coarse(sight)[mask], minlength=BINS) for sight in (answer, reference))
    shares = []
    for _ in range(2):
        if theirs.sum() >= FEWEST:
            counts = (np.minimum(ours, theirs).sum(), np.minimum(by_hue(ours), by_hue(theirs)).sum())
            shares.append(ramp(float(sum(counts) / 2 / theirs.sum()), *LEFT))
        commonest = theirs.argmax()
        ours[commonest] = theirs[commonest] = 0
    return min(shares, default=1.0)


def by_hue(counts: npt.NDArray[np.int64]) -> Planes:
    """Return the number of pixels of each hue, shared between the two nearest hues, and of each gray."""
    hue, gray = hues_of_bins()
    lower, part = np.floor(hue).astype(int), hue - np.floor(hue)
    amounts = np.where(gray < 0, counts, 0)
    total = np.bincount(lower % HUES, amounts * (1 - part), HUES) + np.bincount(
        (lower + 1) % HUES, amounts * part, HUES
    )
    grays = np.bincount(np.maximum(gray, 0), np.where(gray < 0, 0, counts), LEVELS)
    return np.concatenate([total, grays]).astype(np.float32)


def coarse(sight: Sight) -> npt.NDArray[np.int32]:
    """Return the colour of each pixel as one of 512."""
    red, green, blue = (sight.planes >> 5).astype(np.int32)
    color: npt.NDArray[np.int32] = (red << 6) | (green << 3) | blue
    return color


@cache
def hues_of_bins() -> tuple[Planes, npt.NDArray[np.int32]]:
    """Return the hue of each of the 512 colours of `coarse`, from 0 to `HUES`, and its gray level, or -1 if it is a
    hue.
    """
    levels = np.array([[color >> 6, color >> 3 & 7, color & 7] for color in range(BINS)]) * 32 + 16
    hue = np.array([colorsys.rgb_to_hsv(*color)[0] * HUES for color in levels.tolist()], np.float32)
    plain = np.ptp(levels, axis=1) <= 32
    return hue, np.where(plain, levels.sum(axis=1) * LEVELS // (3 * 256), -1).astype(np.int32)
