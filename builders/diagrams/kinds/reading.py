"""Lengths, segments, and axes with numbers, for the readers of all kinds."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile, islice, pairwise
from statistics import fmean, median
from typing import NamedTuple

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg.outline import Box
from sgpkit.metrics.structure.recall import shapes
from sgpkit.metrics.structure.recall.shapes import Figure
from sgpkit.metrics.structure.scene_match.groups import Drawn

CLOSE = 0.015
"""Maximum distance of points at the same position, as a fraction of the drawing's diagonal."""

OFF_AXIS = 0.02
"""Maximum distance of a number from its position on an even scale, as a fraction of the axis."""

MAX_POINTS, MAX_LINES = 200, 800
"""Maximum number of points, numbers or lines of a drawing that are compared; requested drawings have far fewer."""

_NUMBER = re.compile(r"(\d[\d,]*(?:\.\d+)?)\D*$")


class Axis(NamedTuple):
    """An axis with numbers: a value is at `start + scale * value`. `words` are the indices of its numbers."""

    start: float
    scale: float
    least: float
    most: float
    words: frozenset[int] = frozenset()

    def value(self, position: float) -> float:
        """Return the value at a position along the axis."""
        return (position - self.start) / self.scale


class Rule(NamedTuple):
    """An upright or level line: its position across, and its ends along."""

    position: float
    begin: float
    end: float


class Span(NamedTuple):
    """A number on the page: its value, the ends of its word along the axis, its middle across, and its index."""

    value: float
    first: float
    last: float
    across: float
    number: int

    @property
    def middle(self) -> float:
        """The middle along the axis."""
        return (self.first + self.last) / 2


def f_score(hits: float, wanted: int, drawn: float) -> float:
    """Return the harmonic mean of recall and precision."""
    return 2 * hits / (wanted + max(drawn, hits)) if hits else 0.0


def without_paper(drawn: Drawn) -> Drawn:
    """Return a drawing without the areas as large as the page, filled and without a line, that lie behind all else."""
    page = drawn.page

    def is_paper(figure: Figure) -> bool:
        box = figure.box
        covers = box.left <= page.left and box.top <= page.top and box.right >= page.right and box.bottom >= page.bottom
        return covers and figure.fill is not None and figure.stroke is None

    return Drawn(replace(drawn.contents, figures=tuple(dropwhile(is_paper, drawn.figures))))


def middle(box: Box) -> Point:
    """Return the middle of a box."""
    return Point((box.left + box.right) / 2, (box.top + box.bottom) / 2)


def close(drawn: Drawn) -> float:
    """Return the maximum distance of two points of a drawing that count as one position."""
    return CLOSE * shapes.diagonal([figure.box for figure in drawn.figures])


def sides(figure: Figure) -> Iterator[tuple[Point, Point]]:
    """Yield the straight pieces of a figure; of a closed one also the piece that closes it."""
    points = figure.points
    yield from pairwise(points)
    if figure.closed and len(points) > 2 and points[0] != points[-1]:
        yield points[-1], points[0]


def segments(drawn: Drawn, is_wanted: Callable[[Figure], bool] = lambda figure: True) -> list[tuple[Point, Point]]:
    """Return the straight pieces of all figures of some sort."""
    pieces = (side for figure in drawn.figures if is_wanted(figure) for side in sides(figure) if side[0] != side[1])
    return list(islice(pieces, MAX_LINES))


def different(points: Iterable[Point], near: float) -> list[Point]:
    """Return points of which no two are near each other, at most `MAX_POINTS`."""
    results: list[Point] = []
    for point in points:
        if len(results) < MAX_POINTS and all(point.distance(one) > near for one in results):
            results.append(point)
    return results


def is_open(figure: Figure) -> bool:
    """Return whether a figure is a line or a curve."""
    return not figure.closed


def rules(drawn: Drawn, upright: bool, heads: bool = False) -> list[Rule]:
    """Return upright or level lines, sides of rectangles among them; with `heads` also short lines at the ends of
    others."""
    figures = [*drawn.figures, *(drawn.contents.heads if heads else ())]
    results = []
    for one, other in islice((side for figure in figures for side in sides(figure)), MAX_LINES):
        (position, begin), (at, end) = ((p.x, p.y) if upright else (p.y, p.x) for p in (one, other))
        if abs(position - at) <= 0.01 * abs(begin - end):
            results.append(Rule(position, min(begin, end), max(begin, end)))
    return results


def axis(drawn: Drawn, upright: bool) -> Axis | None:
    """Return the axis with the most numbers on an even scale, at least three. Their positions are those of tick
    marks.
    """
    spans = list(islice(numbers(drawn, upright), MAX_POINTS))
    best: Axis | None = None
    for seed in spans:
        size = seed.last - seed.first if not upright else 3 * (seed.last - seed.first)
        row = [span for span in spans if abs(span.across - seed.across) <= size]
        scale = even_scale(row)
        if scale is not None and (best is None or len(scale.words) > len(best.words)):
            best = scale._replace(start=scale.start + shift(drawn, upright, row))
    return best


def numbers(drawn: Drawn, upright: bool) -> Iterator[Span]:
    """Yield the words that end in a number."""
    for index, word in enumerate(drawn.contents.words):
        match = _NUMBER.search(word.text)
        if match is not None:
            along, across = ((word.top, word.bottom), (word.left + word.right) / 2)
            if not upright:
                along, across = (word.left, word.right), (word.top + word.bottom) / 2
            yield Span(float(match[1].replace(",", "")), *along, across, index)


def even_scale(row: Sequence[Span]) -> Axis | None:
    """Return the scale on which all numbers of a row are, if there is one."""
    values = [span.value for span in row]
    if len(set(values)) < 3:
        return None
    mean, center = fmean(values), fmean(span.middle for span in row)
    scale = sum((span.value - mean) * (span.middle - center) for span in row) / sum((v - mean) ** 2 for v in values)
    start = center - scale * mean
    length = abs(scale) * (max(values) - min(values))
    if not length or any(abs(start + scale * span.value - span.middle) > OFF_AXIS * length for span in row):
        return None
    return Axis(start, scale, min(values), max(values), frozenset(span.number for span in row))


def shift(drawn: Drawn, upright: bool, row: Sequence[Span]) -> float:
    """Return the distance of tick marks from the middles of their numbers, 0 if it is inconsistent."""
    positions = [position for position, _, _ in rules(drawn, upright=not upright, heads=True)]
    offs = []
    for span in row:
        nearest = min((position - span.middle for position in positions), key=abs, default=None)
        if nearest is not None and abs(nearest) <= 0.6 * (span.last - span.first):
            offs.append(nearest)
    if len(offs) < max(2, len(row) / 3):
        return 0.0
    common = median(offs)
    return common if sum(abs(off - common) <= 1.0 for off in offs) >= 0.6 * len(offs) else 0.0
