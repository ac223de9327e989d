"""The letters of a drawing as strokes of a pen: the center lines of its painted text.

The difference between the pictures with and without text is the painted text, in any font. It is thinned to lines one
pixel wide, which are followed from end to end.
"""

from collections.abc import Callable
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from sgpkit.graphics import thinning

from .outlines import Line, apart, evenly

Paint = Callable[[str, int], NDArray[np.uint8]]

FINENESS = 2
"""The scale of the picture in which letters are thinned."""

INK = 24
HAIR = 1.3
"""The maximum length of a hair, per pixel from the center of the stroke to its edge."""

MOST_PASSES = 40
NEIGHBOURS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""Offsets (down, right) of the neighbours, clockwise from the one above."""

Spot = tuple[int, int]
"""Row and column of a pixel."""


def strokes(code: str, size: int, paint: Paint) -> list[Line]:
    if "<text" not in code:
        return []
    fine = size * FINENESS
    whole = paint(code, fine).astype(np.int16)
    ink = apart(whole, paint(without_text(code), fine)) > INK
    if not ink.any():
        return []
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    top, left = int(rows[0]), int(columns[0])
    box = ink[top : rows[-1] + 1, left : columns[-1] + 1]
    depth = ndimage.distance_transform_edt(np.pad(box, 1))[1:-1, 1:-1]
    walks = [walk for walk in followed(thinning.thin(box, MOST_PASSES)) if not is_hair(walk, depth)]
    walks += dots(box, walks)
    lines = []
    for walk in walks:
        down, across = np.array(walk).T
        middle = np.column_stack((across + left + 0.5, down + top + 0.5)) / FINENESS
        thickness = 2 * float(np.median(depth[down, across])) / FINENESS
        levels = np.median(whole[down + top, across + left], axis=0)
        color = (int(levels[0]), int(levels[1]), int(levels[2]))
        closed = len(walk) > 12 and bool(np.abs(np.subtract(walk[0], walk[-1])).max() <= 2)
        lines.append(Line(spaced(smooth(middle)), color, min(thickness, 5.0), closed))
    return lines


def dots(ink: NDArray[np.bool_], walks: list[list[Spot]]) -> list[list[Spot]]:
    """Return a short stroke for each piece of ink from which thinning leaves no line: full stops, dots on an i."""
    pieces, count = ndimage.label(ink, np.ones((3, 3)))
    reached = {int(pieces[spot]) for walk in walks for spot in walk}
    boxes = ndimage.find_objects(pieces)
    letters: list[list[Spot]] = []
    for number in range(1, count + 1):
        if number not in reached:
            rows, columns = boxes[number - 1]
            row, column = (rows.start + rows.stop) // 2, (columns.start + columns.stop) // 2
            letters.append([(row, max(column - 1, 0)), (row, column)])
    return letters


def spaced(points: NDArray[np.float64]) -> NDArray[np.float64]:
    along = np.r_[0.0, np.cumsum(np.hypot(*np.diff(points, axis=0).T))]
    return evenly(points, along)


def without_text(code: str) -> str:
    tree = ElementTree.fromstring(code.encode())  # read by `svg.parse` before
    for parent in list(tree.iter()):
        for child in list(parent):
            if isinstance(child.tag, str) and child.tag.rpartition("}")[2] == "text":
                parent.remove(child)
    return ElementTree.tostring(tree, encoding="unicode")


def followed(lines: NDArray[np.bool_]) -> list[list[Spot]]:
    """Return the lines between ends and forks, as rows and columns. Loops start at any of their points."""
    spots: set[Spot] = {(int(row), int(column)) for row, column in np.argwhere(lines)}
    near = {spot: beside(spot, spots) for spot in sorted(spots)}
    forks = {spot for spot, others in near.items() if len(others) != 2}
    used: set[tuple[Spot, Spot]] = set()
    walks = []
    for start in [*sorted(forks), *sorted(spots - forks)]:
        for step in near[start]:
            if (start, step) in used:
                continue
            walk = [start, step]
            used |= {(start, step), (step, start)}
            while walk[-1] not in forks and walk[-1] != start:
                onward = [neighbour for neighbour in near[walk[-1]] if (walk[-1], neighbour) not in used]
                if not onward:
                    break
                used |= {(walk[-1], onward[0]), (onward[0], walk[-1])}
                walk.append(onward[0])
            walks.append(walk)
    return walks


def is_hair(walk: list[Spot], depth: NDArray[np.float64]) -> bool:
    """Return whether a line is a hair that thinning left at a corner: no longer than the ink around it is thick."""
    return len(walk) > 2 and len(walk) <= HAIR * max(float(depth[walk[0]]), float(depth[walk[-1]]))


def beside(spot: Spot, spots: set[Spot]) -> list[Spot]:
    """Return the next points of a line; a diagonal neighbour only if no straight steps lead to it."""
    row, column = spot
    straight = [
        (row + down, column + right) for down, right in NEIGHBOURS[::2] if (row + down, column + right) in spots
    ]
    slanted = [
        (row + down, column + right)
        for down, right in NEIGHBOURS[1::2]
        if (row + down, column + right) in spots
        and (row + down, column) not in spots
        and (row, column + right) not in spots
    ]
    return straight + slanted


def smooth(points: NDArray[np.float64]) -> NDArray[np.float64]:
    if len(points) < 4:
        return points
    even: NDArray[np.float64] = ndimage.gaussian_filter1d(points, 1.5, axis=0, mode="nearest")
    even[0], even[-1] = points[0], points[-1]
    return even
