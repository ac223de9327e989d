"""Cut elements to their visible parts: the part inside the page, or a visible stretch."""

import math
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.elements.types import Curve
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment, rotation

MIN_INSIDE = 0.2
"""Minimum fraction of a circle or ellipse inside the page; below it, only its arcs inside the page are elements."""

BORDER = 1e-3
"""Maximum distance of a line along the page's border from it, as a fraction of the page's longer side."""

CORNERS = 180
"""Number of corners of the polygon that approximates a circle or ellipse, with a deviation of 0.015 % of the radius."""

Primitive = Segment | Circle | Ellipse | Curve
Points = npt.NDArray[np.float64]


class Page(NamedTuple):
    """The region in which something may be painted."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, points: Points) -> npt.NDArray[np.bool_]:
        """Return for each point whether it lies inside."""
        x, y = points.T
        inside: npt.NDArray[np.bool_] = (x >= self.left) & (x <= self.right) & (y >= self.top) & (y <= self.bottom)
        return inside

    def has_on_border(self, segment: Segment) -> bool:
        """Return whether a segment runs along one of the sides."""
        near = BORDER * max(self.right - self.left, self.bottom - self.top)
        (x1, y1), (x2, y2) = segment
        return any(
            abs(one - side) <= near and abs(other - side) <= near
            for one, other, side in (
                (x1, x2, self.left),
                (x1, x2, self.right),
                (y1, y2, self.top),
                (y1, y2, self.bottom),
            )
        )


def to_page(figure: Primitive, page: Page) -> Iterator[Primitive]:
    """Yield the parts of an element inside the page: a segment, stretches of a curve, or the whole circle or ellipse if
    enough of it is inside."""
    if isinstance(figure, Segment):
        cut = _cut_segment(figure, page)
        if cut is not None:
            yield cut
        return
    points = np.array(figure.points) if isinstance(figure, Curve) else around(figure)
    inside = page.holds(points)
    if inside.all() or (not isinstance(figure, Curve) and inside[:-1].mean() >= MIN_INSIDE):
        yield figure
        return
    circle = figure.part_of if isinstance(figure, Curve) else figure if isinstance(figure, Circle) else None
    for chain in _cut_chain([Point(*point) for point in points.tolist()], page):
        yield Curve(tuple(chain), False, circle)


def longest_stretch(figure: Primitive, points: Points, visible: Sequence[bool]) -> Segment | Curve | None:
    """Return the longest stretch of an element whose points are all visible, or None if no two neighbours are visible
    (of a thin line, a single pixel may be). `points` are equally spaced along the element.
    """
    best: list[int] = []
    for shown, run in groupby(range(len(points)), lambda index: visible[index]):
        indices = list(run)
        if shown and len(indices) > len(best):
            best = indices
    if len(best) < 2:
        return None
    first, last = max(best[0] - 1, 0), min(best[-1] + 1, len(points) - 1)
    corners = [Point(*point) for point in points[first : last + 1].tolist()]
    if isinstance(figure, Segment):
        return Segment(corners[0], corners[-1])
    return Curve(tuple(corners), False) if len(corners) > 1 else None


def around(figure: Circle | Ellipse, corners: int = CORNERS) -> Points:
    """Return points on a circle or ellipse, closed by repeating the first one."""
    if isinstance(figure, Circle):
        figure = Ellipse(figure.centre, figure.radius, figure.radius, 0.0)
    turn = rotation(figure.angle)
    angles = np.linspace(0.0, math.tau, corners + 1)
    unit = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    points: Points = unit * (figure.radius_x, figure.radius_y) @ np.array([(turn.a, turn.b), (turn.c, turn.d)])
    return points + figure.centre


def _cut_segment(segment: Segment, page: Page) -> Segment | None:
    """Return the part of a segment inside the page (Liang and Barsky, https://doi.org/10.1145/357332.357333)."""
    (x, y), along = segment.start, segment.end - segment.start
    begin, end = 0.0, 1.0
    for step, room in (
        (-along.x, x - page.left),
        (along.x, page.right - x),
        (-along.y, y - page.top),
        (along.y, page.bottom - y),
    ):
        if not step:
            if room < 0:
                return None
        elif step < 0:
            begin = max(begin, room / step)
        else:
            end = min(end, room / step)
    if begin >= end:
        return None
    if (begin, end) == (0.0, 1.0):
        return segment
    return Segment(segment.start + along * begin, segment.start + along * end)


def _cut_chain(points: Sequence[Point], page: Page) -> Iterator[list[Point]]:
    """Yield the stretches of a chain inside the page."""
    chain: list[Point] = []
    for start, end in pairwise(points):
        piece = _cut_segment(Segment(start, end), page) if start != end else None
        if piece is None:
            continue
        if chain and chain[-1] == piece.start:
            chain.append(piece.end)
            continue
        if chain:
            yield chain
        chain = [piece.start, piece.end]
    if chain:
        yield chain
