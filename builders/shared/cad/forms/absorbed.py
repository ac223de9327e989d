"""Bodies joined to a part inside its own material: they change the program, but not the solid.

Designers' models contain them too, where one body was drawn into another. Each is wholly inside the feature directly
before it, so no later feature is affected.
"""

import math
import random
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sgpkit.graphics.cad.model import Region
from sgpkit.graphics.cad.sketch.curves import outline
from sgpkit.graphics.geometry import Point, contains

from .. import loops
from ..piece import Feature
from . import sections

Numbers = npt.NDArray[np.float64]

ATTEMPTS = 4
"""Times that room is looked for, for each body."""

TRIES = 12
PER_TURN = 24
"""Points on a full turn of an outline from which a body keeps its distance."""

SMALLEST = 0.1
"""Centimetres of the radius of a body, at least."""

FLATTEST = 0.02
"""Centimetres of its height, at least."""

STEEPEST = 45.0
"""Degrees of its taper, at most."""

FORMS = ("circle", "ellipse", "rectangle", "slot", "polygon", "spline", "ring", *("section",) * 5)
TAPERED = ("circle", "polygon")
"""Forms that are sure to stay whole when they are drawn out with a taper."""


def with_absorbed(
    features: Sequence[Feature],
    count: int,
    draw: random.Random,
    inside: Callable[[Feature, random.Random], Sequence[Feature]] | None = None,
) -> tuple[Feature, ...]:
    """Return the features with up to `count` bodies, or other things that leave no trace, inside them, if there is
    room."""
    able = [number for number, feature in enumerate(features) if feature.operation in ("new", "join")]
    added: dict[int, list[Feature]] = {}
    for _ in range(ATTEMPTS * count if able else 0):
        number = draw.choice(able)
        more = (inside or absorbed)(features[number], draw)
        if more:
            added.setdefault(number, []).extend(more)
            count -= 1
        if not count:
            break
    return tuple(one for number, feature in enumerate(features) for one in (feature, *added.get(number, ())))


def absorbed(feature: Feature, draw: random.Random) -> list[Feature]:
    """Return a body inside a feature, nothing where no room for one was hit upon."""
    room = room_inside(feature, draw)
    if room is None:
        return []
    x, y, radius, start, end = room
    name = draw.choice(FORMS)
    taper = 0.0
    if name in TAPERED and draw.random() < 0.4:
        taper = -round(math.degrees(math.atan(draw.uniform(0.05, 0.25) * radius / (end - start))), 1)
    return [Feature(form(name, x, y, radius, draw), start, end, "join", feature.axis, max(taper, -STEEPEST))]


def room_inside(feature: Feature, draw: random.Random) -> tuple[float, float, float, float, float] | None:
    """Return centre and radius of a circle inside a feature's section, and levels inside its height; None if no
    room was hit upon."""
    center = somewhere_inside(feature.region, draw)
    if center is None:
        return None
    point, free = center
    low, high = feature.start, feature.end
    plane = low if feature.plane is None else feature.plane
    tall = high - low
    start = round(low + tall * draw.uniform(0.05, 0.5), 3)
    end = round(start + (high - start) * draw.uniform(0.2, 0.9), 3)
    narrowing = math.tan(math.radians(max(0.0, -feature.taper))) * max(abs(end - plane), abs(start - plane))
    radius = round((free - narrowing) * draw.uniform(0.45, 0.85), 2)
    if radius < SMALLEST or not low < start < end - FLATTEST < high - FLATTEST:
        return None
    return round(point.x, 2), round(point.y, 2), radius, start, end


def form(name: str, x: float, y: float, radius: float, draw: random.Random) -> Region:
    """Return a region within a circle."""
    if name == "section":
        return sections.section(draw, x, y, radius) or circle(x, y, radius)
    share = draw.uniform(0.35, 0.7)
    low = round(radius * share, 2)
    across = round(math.sqrt(radius**2 - low**2) * 0.95, 2)
    if name == "ellipse":
        wide = draw.random() < 0.5
        return Region(loops.ellipse(x, y, *((radius, low) if wide else (low, radius))))
    if name == "rectangle":
        return Region(loops.rectangle(round(x - across, 2), round(y - low, 2), round(x + across, 2), round(y + low, 2)))
    if name == "slot":
        half = round(radius - low, 2)
        return Region(loops.slot(round(x - half, 2), round(x + half, 2), y, low)) if half > 0 else circle(x, y, radius)
    if name == "polygon":
        corners = loops.around(draw.choice((3, 5, 6, 8)), radius, draw.choice((0.0, 30.0, 90.0)), whole=False)
        return Region(loops.polygon([(round(x + dx, 4), round(y + dy, 4)) for dx, dy in corners]))
    if name == "spline":
        reach = [radius * draw.uniform(0.6, 1.0) for _ in range(draw.randint(6, 12))]
        turn = 360 / len(reach)
        points = [loops.quarter(x, y, length, number * turn) for number, length in enumerate(reach)]
        return Region(loops.smooth([(round(px, 3), round(py, 3)) for px, py in points]))
    if name == "ring" and low >= SMALLEST / 2:
        return Region(loops.circle(x, y, radius), (loops.circle(x, y, low),))
    return circle(x, y, radius)


def circle(x: float, y: float, radius: float) -> Region:
    return Region(loops.circle(x, y, radius))


def somewhere_inside(region: Region, draw: random.Random) -> tuple[Point, float] | None:
    """Return a point of a region and its distance from the region's outlines, None if no room was hit upon."""
    outlines, starts, ends = outlines_of(region)
    around = starts[:, : len(outlines[0])]
    (left, bottom), (right, top) = around.min(axis=1).tolist(), around.max(axis=1).tolist()
    for _ in range(TRIES):
        point = Point(draw.uniform(left, right), draw.uniform(bottom, top))
        if contains(outlines[0], point) and not any(contains(hole, point) for hole in outlines[1:]):
            free = distance(point, starts, ends)
            if free > SMALLEST:
                return point, free
    return None


@lru_cache(maxsize=256)
def outlines_of(region: Region) -> tuple[list[list[Point]], Numbers, Numbers]:
    """Return the outlines of a region as polygons, and the coordinates of where the sides of all start and end."""
    outlines = [outline(loop, PER_TURN) for loop in (region.outer, *region.holes)]
    starts = np.array([point for points in outlines for point in points]).T.copy()
    ends = np.array([point for points in outlines for point in (*points[1:], points[0])]).T.copy()
    return outlines, starts, ends


def distance(point: Point, starts: Numbers, ends: Numbers) -> float:
    """Return the distance of a point from the nearest of some straight lines."""
    xs, ys = starts[0] - point.x, starts[1] - point.y
    along, up = ends[0] - point.x - xs, ends[1] - point.y - ys
    shares = -(xs * along + ys * up) / np.maximum(along**2 + up**2, 1e-18)
    shares = np.minimum(np.maximum(shares, 0.0), 1.0)
    return math.sqrt(((xs + along * shares) ** 2 + (ys + up * shares) ** 2).min())
