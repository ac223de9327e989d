"""Trace a bitmap: closed outlines with holes, and SVG with the dark regions as one filled path.

Marching squares (contourpy, https://contourpy.readthedocs.io) finds where the brightness crosses a level, to a fraction
of a pixel; the Douglas-Peucker algorithm (1973, doi:10.3138/FM57-6770-U75U-7727) then simplifies the outline. Outer
rings and holes run in opposite directions, so `evenodd` and `nonzero` fill the path equally.
"""

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.errors import NotInstalled
from sgpkit.graphics.geometry import Point

Ring = tuple[Point, ...]
"""A closed polygon, without repeating the first point."""


class Outline(NamedTuple):
    """One connected dark region and its holes."""

    outer: Ring
    holes: tuple[Ring, ...]


def outlines(bitmap: npt.ArrayLike, level: float = 0.5, tolerance: float = 0.25) -> list[Outline]:
    """Return the regions where the bitmap (rows of numbers, high for ink) is above the level, largest first.

    Coordinates are in pixels, with the centre of the first pixel at (0.5, 0.5). Simplification moves outlines by at
    most `tolerance` and drops rings of fewer than three points. Regions that touch the border are closed along it.
    """
    ink = np.asarray(bitmap, dtype=float)
    if ink.ndim != 2 or 0 in ink.shape or not np.isfinite(ink).all():
        raise ValueError(f"a bitmap of shape {ink.shape}: expected rows of finite numbers")
    # Pad with a value as far below the level as the strongest ink is above it, so that the outline of full ink at the
    # border is the border.
    floor = min(float(ink.min()), 2 * level - float(ink.max()))
    lines = _contourpy().contour_generator(z=np.pad(ink, 1, constant_values=floor), fill_type="OuterOffset")
    shapes = []
    for points, offsets in zip(*lines.filled(level, np.inf), strict=True):
        # contourpy's origin is the centre of the first padding pixel, and it repeats the first point of a ring.
        rings = [simplify(points[a : b - 1] - 0.5, tolerance) for a, b in itertools.pairwise(offsets)]
        outer, *holes = rings
        if len(outer) >= 3:
            shapes.append(Outline(outer, tuple(hole for hole in holes if len(hole) >= 3)))
    return sorted(shapes, key=lambda outline: -abs(area(outline.outer)))


def simplify(points: npt.NDArray[np.float64], tolerance: float) -> Ring:
    """Return a ring without the points that are within `tolerance` of the line that replaces them."""
    if len(points) < 3:
        return tuple(Point(float(x), float(y)) for x, y in points)
    # Always keep two points far apart, so that the result does not depend on the ring's first point.
    start = int(np.argmax(np.square(points - points.mean(axis=0)).sum(axis=1)))
    ring = np.roll(points, -start, axis=0)
    ring = np.vstack((ring, ring[:1]))
    middle = int(np.argmax(np.square(ring - ring[0]).sum(axis=1)))
    kept = {0, middle}
    waiting = [(0, middle), (middle, len(ring) - 1)]
    while waiting:
        first, last = waiting.pop()
        if last - first < 2:
            continue
        between, along = ring[first + 1 : last] - ring[first], ring[last] - ring[first]
        share = np.minimum(np.maximum(between @ along / max(along @ along, 1e-300), 0.0), 1.0)
        strays = between - share[:, None] * along
        distances = np.hypot(strays[:, 0], strays[:, 1])
        furthest = int(distances.argmax())
        if distances[furthest] > tolerance:
            index = first + 1 + furthest
            kept.add(index)
            waiting += [(first, index), (index, last)]
    return tuple([Point(x, y) for x, y in ring[sorted(kept)].tolist()])


def area(ring: Ring) -> float:
    """Return the signed area, positive for a ring that runs clockwise on a screen."""
    return sum(a.cross(b) for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True)) / 2


def scale(piece: Outline, factor: float) -> Outline:
    """Return the outline scaled by a factor about the origin."""

    def larger(ring: Ring) -> Ring:
        return tuple(point * factor for point in ring)

    return Outline(larger(piece.outer), tuple(larger(hole) for hole in piece.holes))


def path_data(pieces: Sequence[Outline], decimals: int = 1) -> str:
    """Return the `d` of one path, with every ring as a closed subpath."""
    rings = (ring for piece in pieces for ring in (piece.outer, *piece.holes))
    return "".join(_subpath(ring, decimals) for ring in rings)


def to_svg(
    bitmap: npt.ArrayLike, level: float = 0.5, tolerance: float = 0.25, fill: str = "black", decimals: int = 1
) -> str:
    """Return the bitmap as a drawing with one user unit per pixel, transparent where the bitmap is light."""
    height, width = np.shape(bitmap)
    data = path_data(outlines(bitmap, level, tolerance), decimals)
    path = f'<path d="{data}" fill="{fill}" fill-rule="evenodd"/>' if data else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{path}</svg>'


def _subpath(ring: Ring, decimals: int) -> str:
    points = [f"{_number(x, decimals)} {_number(y, decimals)}" for x, y in ring]
    return f"M{points[0]}L{' '.join(points[1:])}Z"


def _number(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    short = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if short == "-0" else short


def _contourpy() -> Any:
    try:
        import contourpy
    except ImportError:
        raise NotInstalled("tracing a bitmap needs contourpy: pip install 'sgpkit[digits]'") from None
    return contourpy
