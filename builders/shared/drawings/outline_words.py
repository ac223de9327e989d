"""The word for an outline whose designer chose none: the body of a kettle is a trapezoid, its lid an oval.

An outline has a word if it covers nearly the same area as the best fitting shape of that name, and no other word that
might be said of it fits as well. Rounded corners are allowed as far as the areas agree; an outline between two words (a
box a little wider than high) has none.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.svg import outline
from sgpkit.graphics.svg.outline import Cubic, Line, Subpath

from .emblems import ALIKE

Points = npt.NDArray[np.floating]
Mask = npt.NDArray[np.bool_]

WORDS = ("circle", "oval", "square", "rectangle", "triangle", "trapezoid", "hexagon", "diamond", "semicircle")
"""The words; each may be a wrong option for the others."""

STEPS = 10
"""Points on a curved piece."""

SIDE = 48
"""Cells along the side of the grid on which areas are compared."""

FITS, ROUGHLY = 0.945, 0.93
"""The overlap, as a share of the union, from which an outline is called by a word, and from which a silhouette is."""

CLEAR = 0.03
"""Minimum difference in fit to the next word among those that may be offered as options."""

EVEN, LONG = 1.12, 1.18
"""Ratios of the sides up to which an outline is a circle or a square, and from which it is an oval or a rectangle;
the two are never offered against each other."""

SLOPED = (0.25, 0.8)
"""The shorter parallel side of a trapezoid, as a share of the longer one."""

SEMICIRCLE, HEXAGON = (1.75, 2.3), (1.09, 1.22)
"""The ratio of the sides of a box around a semicircle, and around a regular hexagon."""


class Fit(NamedTuple):
    overlap: float
    word: str


def word(loops: Sequence[Subpath], turn: float = 0.0) -> str:
    """Return the word for an outline that was turned by some degrees, clockwise; "" if there is none, or if it has
    holes."""
    if len(loops) != 1:
        return ""
    points = turned(flattened(loops[0]), -turn)
    if len(points) < 3 or np.ptp(points, axis=0).min() <= 0:
        return ""
    fits = (fit for frame in frames(points) for fit in candidates(cells_of(frame), *np.ptp(frame, axis=0).tolist()))
    return clearest(fits, FITS)


def rough_word(mask: Mask) -> str:
    """Return the word for a silhouette, given as pixels; "" if there is none."""
    rows, columns = np.nonzero(mask)
    if not rows.size:
        return ""
    cut = mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    down, across = ((np.arange(SIDE) + 0.5) * size / SIDE for size in cut.shape)
    cells = cut[np.ix_(down.astype(int), across.astype(int))]
    return clearest(candidates(cells, cut.shape[1], cut.shape[0]), ROUGHLY)


def clearest(fits: Iterable[Fit], least: float) -> str:
    """Return the word that fits best, if it fits well enough and clearly better than those offered against it."""
    ordered = sorted(fits, reverse=True)
    if not ordered or ordered[0].overlap < least:
        return ""
    best = ordered[0]
    alike = {best.word, ""}.union(*(group for group in ALIKE if best.word in group))
    rival = max((fit.overlap for fit in ordered if fit.word not in alike), default=0.0)
    return best.word if best.overlap - rival >= CLEAR else ""


def flattened(loop: Subpath) -> Points:
    """Return points along an outline."""
    points = [(loop.start.x, loop.start.y)]
    for at, piece in outline.steps(outline.without_arcs(loop)):
        if isinstance(piece, Line):
            points.append((piece.end.x, piece.end.y))
        elif isinstance(piece, Cubic):
            for step in range(1, STEPS + 1):
                there = outline.point_at(at, piece, step / STEPS)
                points.append((there.x, there.y))
    return np.array(points)


def turned(points: Points, degrees: float) -> Points:
    """Return points turned clockwise, as on a page where y points down."""
    angle = math.radians(degrees)
    by = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    rotated: Points = points @ by
    return rotated


def frames(points: Points) -> Iterator[Points]:
    """Yield the outline upright and, if that box is smaller, turned into the smallest box around it."""
    yield points
    hull = convex_hull(points)
    edges = np.diff(np.vstack([hull, hull[:1]]), axis=0)
    angles = np.degrees(np.arctan2(edges[:, 1], edges[:, 0]))
    boxes = [turned(points, -angle) for angle in angles]
    smallest = min(boxes, key=lambda box: float(np.ptp(box, axis=0).prod()))
    if np.ptp(smallest, axis=0).prod() < 0.97 * np.ptp(points, axis=0).prod():
        yield smallest


def convex_hull(points: Points) -> Points:
    """Return the corners of the convex hull (Andrew's monotone chain)."""
    ordered = sorted(set(map(tuple, points.tolist())))

    def chain(corners: Sequence[tuple[float, ...]]) -> list[tuple[float, ...]]:
        kept: list[tuple[float, ...]] = []
        for x, y in corners:
            while len(kept) > 1 and _is_right_turn(kept[-2], kept[-1], (x, y)):
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    return np.array(chain(ordered) + chain(ordered[::-1]))


def _is_right_turn(one: Sequence[float], two: Sequence[float], three: Sequence[float]) -> bool:
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0]) <= 0


def cells_of(points: Points) -> Mask:
    """Return the cells of its box that an outline covers."""
    return covered((points - points.min(axis=0)) / np.ptp(points, axis=0))


def candidates(cells: Mask, wide: float, tall: float) -> Iterator[Fit]:
    """Yield the fit of each word that fits a shape covering these cells of an upright box."""
    inside, ratio = cells.ravel(), max(wide, tall) / min(wide, tall)
    names, masks = shapes()
    common = masks @ inside.astype(np.float32)
    overlaps = common / (masks.sum(axis=1) + inside.sum() - common)
    for number in np.flatnonzero(overlaps > ROUGHLY - CLEAR):
        yield Fit(float(overlaps[number]), called(names[number], ratio, tall=tall > wide))


def called(name: str, ratio: float, *, tall: bool) -> str:
    """Return the word for a shape that fills a box with this ratio of the sides; "" for one between two words, or too
    flat or too steep for the name."""
    if name in ("box", "round"):
        even, long = ("square", "rectangle") if name == "box" else ("circle", "oval")
        return even if ratio <= EVEN else long if ratio >= LONG else ""
    word, _, lies = name.partition(" ")
    if word == "semicircle":
        return word if SEMICIRCLE[0] <= ratio <= SEMICIRCLE[1] and tall == (lies == "upright") else ""
    if word == "hexagon":
        return word if HEXAGON[0] <= ratio <= HEXAGON[1] and tall == (lies == "upright") else ""
    return word


@cache
def shapes() -> tuple[tuple[str, ...], Points]:
    """Return shapes that fill a unit square, with their names, as lines of cells."""
    x, y = _grid()
    named: list[tuple[str, Mask]] = [
        ("box", np.ones_like(x, bool)),
        ("round", (2 * x - 1) ** 2 + (2 * y - 1) ** 2 <= 1),
        ("diamond", np.abs(2 * x - 1) + np.abs(2 * y - 1) <= 1),
    ]
    for across, down, lies in ((x, y, "level"), (x, 1 - y, "level"), (y, x, "upright"), (y, 1 - x, "upright")):
        middle = np.abs(2 * across - 1)
        named.append(("triangle", middle <= down))
        named += [("trapezoid", middle <= share + (1 - share) * down) for share in np.arange(*SLOPED, 0.05)]
        named.append((f"semicircle {lies}", (2 * across - 1) ** 2 + (1 - down) ** 2 <= 1))
        named.append((f"hexagon {lies}", middle <= 1 - np.abs(down - 0.5)))
    names, masks = zip(*named, strict=True)
    return names, np.stack(masks).reshape(len(names), -1).astype(np.float32)


def _grid() -> tuple[Points, Points]:
    """Return the middles of the cells of a unit square, with y down."""
    steps = (np.arange(SIDE) + 0.5) / SIDE
    across, down = np.meshgrid(steps, steps)
    return across, down


def covered(points: Points) -> Mask:
    """Return the cells of a unit square whose middles are inside an outline, by the even-odd rule."""
    x, y = _grid()
    inside = np.zeros(x.shape, bool)
    for (ax, ay), (bx, by) in zip(points, np.roll(points, -1, axis=0), strict=True):
        if ay != by:
            inside ^= ((ay > y) != (by > y)) & (x < ax + (bx - ax) * (y - ay) / (by - ay))
    return inside
