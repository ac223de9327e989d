"""The score of an edited drawing: the share of the requested change that was made, times the share of the rest that was
kept. Only pictures are compared, never code: those of the answer, of the given drawing (the start) and of the wanted
drawing (the target). Programs that look the same score the same.

    changed    how far the answer has come from the start (0) to what was asked (1); a mean over the changed things
    kept       how much of the rest is as it was
    exact      1 if the pictures agree with start and target to `EXACT`
    pixels     the agreement of the pictures, as below

The value is changed times kept. So the start, a blank page, another drawing, and a drawing in which everything was
changed score about 0, and the target scores 1.

`changes` lists the things that an edit changes (`edit_list`). If it states the freedom of an answer, changed and kept
are those of `edit_parts`: any place, size, colour or design that the instruction allows is right. Otherwise, both are
computed from the pictures on white, compared at several scales (`multiscale`): changed is the progress from start to
target where these two differ, corrected so that merely erasing the things to change earns nothing; kept is 1 if all of
the rest is unchanged, and 0 for a page of one colour. The weight of a thing is the square root of the amount of the
picture that it changes, so that a new star counts even next to a new sky. Without a list, the whole difference counts
as one thing.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics import gate, raster, scene
from sgpkit.graphics.raster import Pixels, painting
from sgpkit.graphics.scene import Scene
from sgpkit.metrics import isolated, paired, pictures, results
from sgpkit.metrics.pictures import edit_parts, edit_sight, edit_wanted, multiscale
from sgpkit.metrics.pictures.edit_list import Box, Change, read_changes
from sgpkit.metrics.pictures.edit_sight import Sight
from sgpkit.metrics.pictures.edit_wanted import Wanted
from sgpkit.status import Rejected, Status
from sgpkit.values import Score

SIZE = 224
PARTS = ("changed", "kept", "exact", "pixels")
EXACT = 0.98

MARGIN = 2
"""Pixels around a difference that belong to the change, because of anti-aliasing."""

ERASED = 0.25
"""Minimum distance to the target, relative to the start's, of a drawing with the changed things erased for it to be
a wrong answer; below it, erasing is what was asked for.
"""

SMALLEST = 0.001
"""Mean difference from a single colour below which there is nothing to keep or change."""

Mask = npt.NDArray[np.bool_]


class Region(NamedTuple):
    """The pixels of a changed thing, the difference of the wrong answer nearest to the target, and its weight."""

    mask: Mask
    base: float
    weight: float


class Task(NamedTuple):
    """The pictures of an edit as planes, the mask of their difference, the regions of the things in it, and the
    difference of the best one-coloured page in the unchanged part.
    """

    target: Pixels
    target_levels: multiscale.Levels
    differing: Mask
    regions: tuple[Region, ...]
    plain: float


def score(
    predictions: Sequence[object],
    starts: Sequence[Any],
    targets: Sequence[Any],
    changes: Sequence[str] | None = None,
    size: int = SIZE,
    renderer: str | None = None,
) -> list[Score]:
    """Return a score for each prediction, with the parts in `PARTS`.

    `starts` and `targets` are any input of `pictures.references`: programs, images, or rows. `changes` are lists in
    JSON, or "" if there is none. `renderer` is "resvg", unless the context chose another. Raises ValueError for a list
    that cannot be read.
    """
    paired.same_length(predictions, starts)
    paired.same_length(predictions, targets)
    lists = [read_changes(text) for text in changes] if changes is not None else [()] * len(targets)
    paired.same_length(predictions, lists)
    renderer = painting.check_options(size, None, renderer)
    programs = pictures.svg_programs(predictions)
    allowed = pictures.allowed_by(starts, targets)
    answers = pictures.painted(programs, size, None, renderer=renderer, allowed=allowed)
    before, after = (pictures.references(drawings, size, None, renderer=renderer) for drawings in (starts, targets))
    tasks: dict[tuple[int, int, tuple[Change, ...]], Future[Task]] = {}
    with ThreadPoolExecutor(raster.workers(), "sgpkit-compare") as executor:
        awaited = []
        for start, target, listed in zip(before, after, lists, strict=True):
            key = (id(start), id(target), listed)  # answers to one row share its pictures
            if key not in tasks:
                tasks[key] = executor.submit(task, start, target, listed)
            awaited.append(tasks[key])
        scores = list(executor.map(lambda answer, task: score_of(answer, task.result()), answers, awaited))
        return list(executor.map(by_parts, scores, *compared(programs, answers, starts, targets, before, after, lists)))


def compared(
    programs: Sequence[str | Rejected],
    answers: Sequence[Pixels | Rejected],
    starts: Sequence[Any],
    targets: Sequence[Any],
    before: Sequence[Pixels],
    after: Sequence[Pixels],
    lists: Sequence[tuple[Change, ...]],
) -> tuple[list[Sight | None], list[Wanted | None]]:
    """Return the visible content of each answer and the parts that it is compared with, or None if the list states
    no freedom or a drawing cannot be read.
    """
    free = [
        any(change.zone is not None for change in listed) and not isinstance(answer, Rejected)
        for listed, answer in zip(lists, answers, strict=True)
    ]
    codes = [code for row in zip(free, programs, starts, targets, strict=True) if row[0] for code in row[1:]]
    distinct = list(dict.fromkeys(code for code in codes if isinstance(code, str)))
    # Answers passed the gate when they were painted.
    scenes = dict(zip(distinct, scene.read_many(distinct, "svg", allowed=gate.EVERYTHING), strict=True))
    tasks: dict[tuple[int, int, tuple[Change, ...]], Wanted | None] = {}
    seen: list[Sight | None] = []
    wanted: list[Wanted | None] = []
    for index, is_free in enumerate(free):
        program, answer = programs[index], answers[index]
        drawing = scenes.get(program) if isinstance(program, str) else None
        key = (id(before[index]), id(after[index]), lists[index])
        if is_free and key not in tasks:
            pair = (sight_of(before[index], starts[index], scenes), sight_of(after[index], targets[index], scenes))
            tasks[key] = edit_wanted.wanted(*pair, lists[index])
        if is_free and not isinstance(answer, Rejected) and isinstance(drawing, Scene):
            seen.append(edit_sight.sight(answer, drawing))
            wanted.append(tasks[key])
        else:
            seen.append(None)
            wanted.append(None)
    return seen, wanted


def sight_of(pixels: Pixels, drawing: Any, scenes: Mapping[str, Scene | Rejected]) -> Sight:
    """Return the visible content of a start or a target; a picture has no texts."""
    read = scenes.get(drawing) if isinstance(drawing, str) else None
    return edit_sight.sight(pixels, read if isinstance(read, Scene) else None)


def by_parts(score: Score, answer: Sight | None, wanted: Wanted | None) -> Score:
    """Return the score by the parts of the edit, if available; the agreement of pixels remains as a part."""
    if answer is None or wanted is None:
        return score
    shares = edit_parts.compare(answer, wanted)
    reason = f"requested changes made: {shares.changed:.3f}; rest kept: {shares.kept:.3f}"
    parts = {**score.parts, "changed": shares.changed, "kept": shares.kept}
    return Score(shares.changed * shares.kept, parts, score.status, reason)


def task(start: Pixels, target: Pixels, changes: Sequence[Change] = ()) -> Task:
    """Return the basis of comparison for answers, from the pictures of the start and of the target, with alpha."""
    before, after = multiscale.on_white(start), multiscale.on_white(target)
    differing = widened(np.abs(before.astype(np.int16) - after).max(axis=0) > multiscale.TOLERANCE)
    levels = multiscale.levels(after)
    unchanged = multiscale.error_map(multiscale.levels(before), levels)
    erased = multiscale.error_map(multiscale.levels(filled_in(before, differing)), levels)
    pages = [multiscale.WHITE, multiscale.commonest(before[:, ~differing])] if not differing.all() else []
    plain = [
        multiscale.error(multiscale.levels(np.where(differing, after, multiscale.page(after, color))), levels)
        for color in pages
    ]
    regions = tuple(regions_of(differing, changes, unchanged, erased))
    return Task(after, levels, differing, regions, max(min(plain, default=0.0), SMALLEST))


def regions_of(
    differing: Mask, changes: Sequence[Change], unchanged: multiscale.ErrorMap, erased: multiscale.ErrorMap
) -> Iterable[Region]:
    """Yield the region of each visible changed thing, and that of the remaining changes."""
    rest = differing.copy()
    for change in changes:
        mask = differing & boxed(change.boxes, differing.shape)
        rest &= ~mask
        yield from region(mask, unchanged, erased)
    yield from region(rest, unchanged, erased)


def region(mask: Mask, unchanged: multiscale.ErrorMap, erased: multiscale.ErrorMap) -> Iterable[Region]:
    """Yield the region of a mask, if the start differs from the target in it."""
    height, width = mask.shape
    as_it_was = total(unchanged, mask)
    if as_it_was <= 0:
        return
    without = total(erased, mask)
    base = min(as_it_was, without) if without >= ERASED * as_it_was else as_it_was
    yield Region(mask, base, math.sqrt(as_it_was / (height * width)))


def total(errors: multiscale.ErrorMap, mask: Mask) -> float:
    """Return the sum of the differences in a mask."""
    height, width = mask.shape
    return float(errors[:height, :width][mask].sum())


def score_of(answer: Pixels | Rejected, task: Task) -> Score:
    """Return the score of an answer's picture, with alpha."""
    if isinstance(answer, Rejected):
        return Score.rejected(answer, dict.fromkeys(PARTS, 0.0))
    if not task.regions:
        return Score(0.0, dict.fromkeys(PARTS, 0.0), Status.OK, "the target looks like the start: nothing to change")
    drawn = multiscale.on_white(answer)
    inside = multiscale.levels(np.where(task.differing, drawn, task.target))
    around = multiscale.levels(np.where(task.differing, task.target, drawn))
    errors = multiscale.error_map(inside, task.target_levels)
    kept = max(0.0, 1.0 - multiscale.error(around, task.target_levels) / task.plain)
    weights = sum(region.weight for region in task.regions)
    reached = (region.weight * max(0.0, 1.0 - total(errors, region.mask) / region.base) for region in task.regions)
    changed = sum(reached) / weights
    exact = float(changed >= EXACT and kept >= EXACT)
    reason = f"requested changes made: {changed:.3f}; rest kept: {kept:.3f}"
    parts = {"changed": changed, "kept": kept, "exact": exact, "pixels": changed * kept}
    return Score(changed * kept, parts, Status.OK, reason)


# --- pictures ---------------------------------------------------------------------------------------------------------


def widened(mask: Mask) -> Mask:
    """Return a mask with the pixels within `MARGIN` of it."""
    from scipy import ndimage

    wide: Mask = ndimage.binary_dilation(mask, np.ones((3, 3)), iterations=MARGIN)
    return wide


def boxed(boxes: Iterable[Box], shape: tuple[int, ...]) -> Mask:
    """Return the pixels in any of the boxes, which are shares of the picture, with the margin around them."""
    height, width = shape
    mask = np.zeros((height, width), bool)
    for left, top, right, bottom in boxes:
        rows = slice(max(0, math.floor(top * height) - MARGIN), max(0, math.ceil(bottom * height) + MARGIN))
        columns = slice(max(0, math.floor(left * width) - MARGIN), max(0, math.ceil(right * width) + MARGIN))
        mask[rows, columns] = True
    return mask


def filled_in(picture: Pixels, mask: Mask) -> Pixels:
    """Return a picture with a mask filled from its surroundings, as if its content had been erased.

    Unknown pixels are filled from means of known pixels over increasingly large squares, from coarse to fine
    (push-pull).
    """
    known = (~mask).astype(np.float32)
    filled = pulled(picture.astype(np.float32) * known, known)
    return np.clip(np.rint(filled), 0, 255).astype(np.uint8)


def pulled(colors: npt.NDArray[np.float32], known: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return colours, which are multiplied by the degree to which they are known, with unknown ones filled in."""
    height, width = known.shape
    if height * width == 1:
        return colors / known if known.any() else np.full_like(colors, 255.0)
    rest = [(0, height % 2), (0, width % 2)]
    coarse = halved(np.pad(colors, [(0, 0), *rest]))
    weight = halved(np.pad(known, rest)[None])[0]
    share = np.minimum(weight, 1.0) / np.maximum(weight, np.float32(1e-6))
    low = pulled(coarse * share, weight * share)
    return colors + (1 - known) * low.repeat(2, axis=1).repeat(2, axis=2)[:, :height, :width]


def halved(planes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return the sums over squares of 2 pixels a side."""
    rows = planes[:, ::2] + planes[:, 1::2]
    return rows[:, :, ::2] + rows[:, :, 1::2]


def result(
    predictions: Sequence[object],
    references: Sequence[Mapping[str, Any]],
    size: int = SIZE,
    renderer: str | None = None,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module. References are rows with `code`, `target` and, if any, `changes`."""
    for index, reference in enumerate(references):
        if not isinstance(reference, Mapping) or not {"code", "target"} <= reference.keys():
            raise ValueError(f"reference {index}: expected a row with code and target, got {reference!r:.80}")
    scores = isolated.scores(
        score,
        predictions,
        [reference["code"] for reference in references],
        [reference["target"] for reference in references],
        [str(reference.get("changes") or "") for reference in references],
        size=size,
        renderer=renderer,
    )
    parts = results.columns(scores, PARTS)
    means = {"edited": results.values(scores), **results.mean_names(parts)}
    return {
        **results.means(results.known_clusters(clusters, references, len(scores)), means),
        "scores": results.values(scores),
        **results.outcomes(scores),
        **parts,
        "renderer": raster.renderer_metadata(raster.current_renderer(renderer)),
        "size": size,
        **results.summary(scores),
    }
