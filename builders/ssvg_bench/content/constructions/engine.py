"""Constructions, figures, and the search for a good drawing of a construction with a random number generator.

A construction is a text, a given part drawn at random, and a solver that finds what must be added. `draw` puts the
whole on the canvas and keeps only drawings in which no wrong answer can pass for the right one by tolerance: nothing
short, nothing nearly on something else. The tolerance is SSVG-Bench's (paper, appendix F.1): 10 units.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import NamedTuple

from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment

CANVAS = 300.0
"""The paper's (figure 8), so that its tolerance is as large a share of it."""

ORDER = re.compile(
    r"\b(?:[Dd]raw|Add|Bisect|Construct|Choose|Cut|Divide|Drop|Enlarge|Erect|Extend|Imagine|Inscribe|Invert|Join|Make|"
    r"Mark|Move|Reflect|To \w+|Turn)\b"
)
"""Words of instructions, which do not occur in encyclopedic statements."""

MARGIN = 22.0
"""Room at the edges, for labels."""

TOLERANCE = 10.0
MIN_DIFFERENCE = 2 * TOLERANCE
"""Minimum distance of elements; nearer ones could be mistaken for each other."""

MIN_LENGTH = 24.0
MIN_RADIUS = 14.0
MIN_LABEL_DISTANCE = 12.0
SAME = 0.5
"""A mistake this near to the answer is the answer itself, except for the rounding of the given part."""

TRIES = 2_000
DECIMALS = 2


class Degenerate(ValueError):
    """This given part has no such answer, or not a clear one: another is drawn."""


class Curve(NamedTuple):
    """Bézier pieces end to end: the start, then two control points and an end for each piece."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """Elements in SVG units on a canvas of 512 by 512, y down. Points are places with labels, by label.

    In a given part, a labelled point that is not the end of a segment is shown by a dot. Added elements only have
    labels.
    """

    points: Mapping[str, Point] = field(default_factory=dict)
    segments: tuple[Segment, ...] = ()
    circles: tuple[Circle, ...] = ()
    ellipses: tuple[Ellipse, ...] = ()
    curves: tuple[Curve, ...] = ()

    def __getitem__(self, labels: str) -> tuple[Point, ...]:
        """Several points by their one-letter labels: `a, b, c = figure["ABC"]`."""
        return tuple(self.points[label] for label in labels)


@dataclass(frozen=True)
class Construction:
    """A task: a text, a given part, a solver. `rule` names the predicate of a case with many answers; "" for one
    answer.

    `mistakes` gives whole answers that a mistake may lead to, such as medians for bisectors: drawings in which one of
    them would nearly, but not quite, be the right answer are passed over. `fit` says that the construction does not
    depend on size, so that it may be scaled to fill the canvas; without it `given` draws on the canvas itself.
    `answers` and `near_misses` are other right and nearly right drawings of cases with many answers, for tests.
    """

    name: str
    group: str
    text: str
    given: Callable[[Random], Figure]
    solve: Callable[[Figure], Figure]
    rule: str = ""
    mistakes: Callable[[Figure], Sequence[Figure]] | None = None
    fit: bool = True
    answers: Callable[[Figure], Sequence[Figure]] | None = None
    near_misses: Callable[[Figure], Sequence[Figure]] | None = None

    @property
    def explains(self) -> bool:
        """Return whether the text explains a theorem or a construction, and leaves open what to add."""
        return not ORDER.search(self.text)


class Drawing(NamedTuple):
    given: Figure
    added: Figure


def draw(construction: Construction, random: Random) -> Drawing:
    """The first good drawing that the generator leads to."""
    last = ""
    for _ in range(TRIES):
        try:
            given = construction.given(random)
            added = construction.solve(given)
            if construction.fit:
                given = _fitted(given, added, random)
            given = _moved(given)
            added = construction.solve(given)
            mistakes = construction.mistakes(given) if construction.mistakes else ()
        except Degenerate as error:
            last = str(error)
            continue
        fault = next(faults(given, added, mistakes), None)
        if fault is None:
            return Drawing(given, added)
        last = fault
    raise RuntimeError(f"{construction.name}: no good drawing in {TRIES} tries; the last one: {last}")


def faults(given: Figure, added: Figure, mistakes: Sequence[Figure]) -> Iterator[str]:
    """Yield the defects of a drawing, in words."""
    low_x, low_y, high_x, high_y = bounds(given, added)
    if min(low_x, low_y) < TOLERANCE or max(high_x, high_y) > CANVAS - TOLERANCE:
        yield "it leaves the canvas"
    if any(segment.length < MIN_LENGTH for segment in added.segments):
        yield "a segment to add is short"
    if any(circle.radius < MIN_RADIUS for circle in added.circles):
        yield "a circle to add is small"
    if any(min(ellipse.radius_x, ellipse.radius_y) < MIN_RADIUS for ellipse in added.ellipses):
        yield "an ellipse to add is small"
    points = [*given.points.values(), *added.points.values()]
    if any(one.distance(other) < MIN_LABEL_DISTANCE for one, other in combinations(points, 2)):
        yield "two labelled points are near each other"
    for index, segment in enumerate(added.segments):
        others = (*given.segments, *added.segments[:index], *added.segments[index + 1 :])
        if any(_off(segment, other) < MIN_DIFFERENCE for other in others):
            yield "a segment to add lies along another"
    for index, circle in enumerate(added.circles):
        if any(_difference(circle, other) < MIN_DIFFERENCE for other in (*given.circles, *added.circles[:index])):
            yield "a circle to add lies along another"
    if any(SAME < missing(added, mistake) < MIN_DIFFERENCE for mistake in mistakes):
        yield "a mistake could be taken for the answer"


def missing(added: Figure, answer: Figure) -> float:
    """Return the distance of an answer from the segments and circles to add: that of the worst one."""
    return max(
        *(min((_off(segment, other) for other in answer.segments), default=CANVAS) for segment in added.segments),
        *(min((_difference(circle, other) for other in answer.circles), default=CANVAS) for circle in added.circles),
        0.0,
        0.0,
    )


def bounds(*figures: Figure) -> tuple[float, float, float, float]:
    """The box around all elements: least x, least y, greatest x, greatest y."""
    xs: list[float] = []
    ys: list[float] = []
    for figure in figures:
        points = [*figure.points.values()]
        points += [end for segment in figure.segments for end in segment]
        points += [point for curve in figure.curves for point in curve.points]
        xs += [x for x, _ in points]
        ys += [y for _, y in points]
        for (x, y), radius in figure.circles:
            xs += (x - radius, x + radius)
            ys += (y - radius, y + radius)
        for ellipse in figure.ellipses:
            angle = math.radians(ellipse.angle)
            wide = math.hypot(ellipse.radius_x * math.cos(angle), ellipse.radius_y * math.sin(angle))
            high = math.hypot(ellipse.radius_x * math.sin(angle), ellipse.radius_y * math.cos(angle))
            xs += (ellipse.centre.x - wide, ellipse.centre.x + wide)
            ys += (ellipse.centre.y - high, ellipse.centre.y + high)
    return min(xs), min(ys), max(xs), max(ys)


def _fitted(given: Figure, added: Figure, random: Random) -> Figure:
    """The given part scaled and moved so that the whole fills most of the canvas, somewhere on it."""
    low_x, low_y, high_x, high_y = bounds(given, added)
    room = CANVAS - 2 * MARGIN
    scale = room * random.uniform(0.9, 1.0) / max(high_x - low_x, high_y - low_y)
    left = MARGIN + random.random() * (room - (high_x - low_x) * scale)
    top = MARGIN + random.random() * (room - (high_y - low_y) * scale)
    return _moved(given, scale, left - low_x * scale, top - low_y * scale)


def _moved(figure: Figure, scale: float = 1.0, right: float = 0.0, down: float = 0.0) -> Figure:
    """Scaled, shifted, and rounded as in its program, so that the figure of the program is solved."""

    def moved(point: Point) -> Point:
        return Point(round(point.x * scale + right, DECIMALS), round(point.y * scale + down, DECIMALS))

    def size(length: float) -> float:
        return round(length * scale, DECIMALS)

    return Figure(
        {label: moved(point) for label, point in figure.points.items()},
        tuple(Segment(moved(start), moved(end)) for start, end in figure.segments),
        tuple(Circle(moved(centre), size(radius)) for centre, radius in figure.circles),
        tuple(Ellipse(moved(centre), size(x), size(y), round(angle, 3)) for centre, x, y, angle in figure.ellipses),
        tuple(Curve(tuple(moved(point) for point in curve.points)) for curve in figure.curves),
    )


def _off(segment: Segment, other: Segment) -> float:
    """Return the distance of a segment's farther end from another segment, as the grading measures it."""
    return max(_distance(segment.start, other), _distance(segment.end, other))


def _distance(point: Point, segment: Segment) -> float:
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    share = ((point.x - ax) * dx + (point.y - ay) * dy) / (dx * dx + dy * dy or 1.0)
    share = min(max(share, 0.0), 1.0)
    return math.hypot(point.x - ax - share * dx, point.y - ay - share * dy)


def _difference(one: Circle, other: Circle) -> float:
    return max(one.centre.distance(other.centre), abs(one.radius - other.radius))
