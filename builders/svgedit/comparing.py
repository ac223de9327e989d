"""Check an edited drawing: the requested change is made and the rest unchanged, in the scene and in the pixels of two
renderers.

A scene is compared as the list of its visible shapes: the outline on the page (`SAME` of it), the paint, the opacity,
the words, the order. `done`: what only the wanted drawing has is in the answer, and what only the given one had is not.
`kept`: what both have is in the answer in its order, and there is nothing besides. Pixels decide what is seen: resvg
and CairoSVG each paint both drawings, and hardly a pixel may differ.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.scene import Scene, Shape
from sgpkit.graphics.scene.expand import NOT_PAINTED
from sgpkit.graphics.svg.outline import flatten
from sgpkit.graphics.svg.paint import Color
from sgpkit.metrics.structure.recall.shapes import seen

SAME = 0.004
"""Maximum distance of points of equal outlines, as a share of the page."""

DARKER = 16
"""The difference of a channel, of 255, from which two pixels differ."""

SHADE = 1
"""The difference of a channel above which an area differs: all pixels around it differ as much, so it is not an
edge."""

STRONG = 64
"""The difference of a channel above which two adjacent pixels are not a rounded edge."""

FEW, HARDLY = 0.001, 0.00005
"""The shares of pixels that may differ: where the scenes agree, and where they do not, since one figure can be written
as several."""

SIZE = 400
"""Side in pixels."""

RENDERERS = ("resvg", "cairo")

PAPERS = ("white", "black")
"""Backgrounds on which pictures must be equal."""


DRAWN = frozenset(("circle", "ellipse", "image", "line", "path", "polygon", "polyline", "rect", "text"))


class Look(NamedTuple):
    """A visible shape as it is seen: points of its outline as shares of the page, its box, its paint, its words."""

    points: npt.NDArray[np.float64]
    box: tuple[float, float, float, float]
    paint: tuple[object, ...]
    text: str


def looks(drawing: Scene) -> list[Look]:
    """Return the visible shapes of a drawing, in paint order."""
    window = drawing.window
    side = max(window.width, window.height) or 1.0
    corner = np.array([(side - window.width) / 2 - window.x, (side - window.height) / 2 - window.y])
    return [look(shape, side, corner) for shape in drawing.shapes]


def look(shape: Shape, side: float, corner: npt.NDArray[np.float64]) -> Look:
    """Return one shape as it is seen."""
    outline = [point for subpath in shape.outline for point in flatten(subpath, side / 1000)]
    points = (np.array(outline, float).reshape(-1, 2) + corner) / side
    left, top, right, bottom = shape.box
    box = tuple(np.round((np.array([left, top, right, bottom]) + np.tile(corner, 2)) / side, 6).tolist())
    stroke = seen(shape.stroke, shape.opacity)
    paint = (painted(seen(shape.fill, shape.opacity)), painted(stroke))
    width = round(shape.stroke_width / side, 3) if stroke is not None else 0.0
    return Look(points, box, (*paint, width, round(shape.opacity, 3)), shape.text)


def painted(paint: Any) -> object:
    """Return a paint for comparison: channels, or the name of its kind for gradients and patterns."""
    if paint is None:
        return None
    return paint[:3] if isinstance(paint, Color) else type(paint).__name__


def alike(one: Look, other: Look) -> bool:
    """Return whether two shapes look the same."""
    if one.text != other.text or not same_paint(one.paint, other.paint):
        return False
    if max(abs(a - b) for a, b in zip(one.box, other.box, strict=True)) > SAME:
        return False
    return is_near(one.points, other.points) and is_near(other.points, one.points)


def same_paint(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Return whether two paints are the same except for rounding."""
    for first, second in zip(one[:2], other[:2], strict=True):
        if isinstance(first, tuple) and isinstance(second, tuple):
            if max(abs(a - b) for a, b in zip(first, second, strict=True)) > 2:
                return False
        elif first != second:
            return False
    return bool(abs(one[2] - other[2]) <= 0.002 and abs(one[3] - other[3]) <= 0.005)


def is_near(points: npt.NDArray[np.float64], outline: npt.NDArray[np.float64]) -> bool:
    """Return whether every point lies on another outline, closed between its points."""
    if not len(points) or not len(outline):
        return len(points) == len(outline)
    points = points[:: max(1, len(points) // 64)]
    starts, ends = outline, np.roll(outline, -1, axis=0)
    along = ends - starts
    lengths = np.maximum((along**2).sum(1), 1e-18)
    shares = np.clip(((points[:, None] - starts) * along).sum(2) / lengths, 0, 1)
    gaps = np.hypot(*np.moveaxis(points[:, None] - (starts + shares[..., None] * along), 2, 0))
    return bool(gaps.min(1).max() <= SAME)


def unseen(drawing: Scene) -> int:
    """Return the number of drawn elements that are invisible: hidden, covered, off the page. Definitions are
    not counted."""
    shown = {shape.location.path for shape in drawing.shapes}
    waiting, count = [drawing.document.root], 0
    while waiting:
        element = waiting.pop()
        count += element.tag in DRAWN and element.path not in shown
        waiting += [child for child in element.children if child.tag not in NOT_PAINTED]
    return count


class Outcome(NamedTuple):
    """The verdicts on an answer's scene."""

    done: bool
    kept: bool


def matched(wanted: Sequence[Look], present: Sequence[Look]) -> dict[int, int]:
    """Return by the index of each wanted shape that of a present one which looks the same, each used once."""
    free = list(range(len(present)))
    pairs = {}
    for index, shape in enumerate(wanted):
        for candidate in free:
            if alike(shape, present[candidate]):
                pairs[index] = candidate
                free.remove(candidate)
                break
    return pairs


def compare(start: Sequence[Look], target: Sequence[Look], answer: Sequence[Look]) -> Outcome:
    """Return the changed and the kept shapes of an answer, by visible shapes."""
    same = matched(target, start)
    there = matched(target, answer)
    order = [same[index] for index in range(len(target)) if index in same]
    reordered = order != sorted(order)
    changed = [index for index in range(len(target)) if index not in same]
    gone = [shape for index, shape in enumerate(start) if index not in same.values()]
    stays = any(alike(old, shape) for old in gone for shape in answer)
    unchanged = [there.get(index) for index in range(len(target)) if index in same]
    present = [index for index in unchanged if index is not None]
    in_order = present == sorted(present)
    done = all(index in there for index in changed) and not stays and (in_order or not reordered)
    everything = [there[index] for index in range(len(target)) if index in there]
    kept = len(present) == len(unchanged) and len(answer) == len(there) and everything == sorted(everything)
    return Outcome(done, kept)


def differing(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> float:
    """Return the share of pixels that differ."""
    from scipy.ndimage import minimum_filter

    gaps = widest_gaps(one, other)
    return float(((gaps > DARKER) | (minimum_filter(gaps, 3) > SHADE)).mean())


def widest_gaps(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the largest difference of a channel at each pixel."""
    gaps = np.maximum(one, other) - np.minimum(one, other)
    # Channel by channel: numpy's maximum along so short an axis takes ten times as long.
    widest: npt.NDArray[np.uint8] = np.maximum(np.maximum(gaps[..., 0], gaps[..., 1]), gaps[..., 2])
    return widest


def loses(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> bool:
    """Return whether any detail differs: an area or a line that is not an edge."""
    from scipy.ndimage import minimum_filter

    gaps = widest_gaps(one, other)
    return bool((minimum_filter(gaps, 3) > DARKER).any() or (minimum_filter(gaps, 2) > STRONG).any())
