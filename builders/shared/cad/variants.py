"""The same part in a longer program: extrusions in two steps, edges in two pieces, circles in two halves.

Without them, the length of a program would give the kind of the part away. The drawing stays the same: pieces of one
surface become one face again when the solid is merged.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from sgpkit.graphics.cad.model import Arc, Circle, Curve, Line, Loop, Region
from sgpkit.graphics.geometry import Point

from .piece import Feature, Piece

LINES = 14
"""Edges that are cut in two, at most."""

Cut = Callable[[float, float], float | None]
"""From and to → where to cut between them, None where there is no room."""


def lengthened(
    piece: Piece,
    draw: random.Random,
    extrusions: int,
    cut: Cut,
    count: Callable[[Sequence[Feature]], int] = len,
    halving: bool = True,
) -> Piece:
    """Return a piece written with the wanted number of extrusions, or fewer. `count` returns the number needed to write
    some features."""
    features = list(piece.features)
    able = [] if piece.in_one else [index for index, feature in enumerate(features) if divisible(feature, cut)]
    while able and count(features) < extrusions:
        index = draw.choice(able)
        taller = [*features[:index], *stacked(features[index], cut), *features[index + 1 :]]
        if count(taller) > extrusions:
            break
        features = taller
        able = [index for index, feature in enumerate(features) if divisible(feature, cut)]
    wanted = draw.randint(0, LINES)
    halves = halving and draw.random() < 0.5 and not piece.in_one
    # The sides of a tapered prism are tilted one by one, which may fail if several are in one plane.
    lengthened_features = [
        feature
        if feature.taper
        else feature._replace(region=with_longer_loops(feature.region, draw, wanted // len(features), halves, cut))
        for feature in features
    ]
    return replace(piece, features=tuple(lengthened_features))


def divisible(feature: Feature, cut: Cut) -> bool:
    """Return whether a feature can be cut in two: only pieces of planes and cylinders are sure to become one face
    again."""
    plain = all(isinstance(curve, Line | Arc | Circle) for loop in loops_of(feature) for curve in loop)
    upright = plain and not feature.taper and feature.operation != "intersect"
    return upright and cut(feature.start, feature.end) is not None


def loops_of(feature: Feature) -> tuple[Loop, ...]:
    return feature.region.outer, *feature.region.holes


def stacked(feature: Feature, cut: Cut) -> list[Feature]:
    level = cut(feature.start, feature.end)
    assert level is not None
    above = "join" if feature.operation == "new" else feature.operation
    return [feature._replace(end=level), feature._replace(start=level, operation=above)]


def with_longer_loops(region: Region, draw: random.Random, wanted: int, halves: bool, cut: Cut) -> Region:
    loops = [region.outer, *region.holes]
    for _ in range(wanted):
        index = draw.randrange(len(loops))
        loops[index] = longer(loops[index], draw, cut)
    if halves:
        loops = [halved(loop) for loop in loops]
    return Region(loops[0], tuple(loops[1:]))


def longer(loop: Loop, draw: random.Random, cut: Cut) -> Loop:
    """One of its upright or level edges in two pieces."""
    able = [index for index, curve in enumerate(loop) if middle_of(curve, cut) is not None]
    if not able:
        return loop
    index = draw.choice(able)
    curve = loop[index]
    middle = middle_of(curve, cut)
    assert isinstance(curve, Line) and middle is not None
    return (*loop[:index], Line(curve.start, middle), Line(middle, curve.end), *loop[index + 1 :])


def middle_of(curve: Curve, cut: Cut) -> Point | None:
    if not isinstance(curve, Line):
        return None
    (x0, y0), (x1, y1) = curve.start, curve.end
    if x0 == x1:
        y = cut(min(y0, y1), max(y0, y1))
        return None if y is None else Point(x0, y)
    if y0 == y1:
        x = cut(min(x0, x1), max(x0, x1))
        return None if x is None else Point(x, y0)
    return None


def halved(loop: Loop) -> Loop:
    curve = loop[0]
    if not isinstance(curve, Circle):
        return loop
    center, radius = curve.center, curve.radius
    left, right = center - Point(radius, 0.0), center + Point(radius, 0.0)
    top, bottom = center + Point(0.0, radius), center - Point(0.0, radius)
    return Arc(left, bottom, right), Arc(right, top, left)


def at_whole(draw: random.Random) -> Cut:
    """Return a cut at whole numbers."""

    def cut(low: float, high: float) -> float | None:
        return float(draw.randint(int(low) + 1, int(high) - 1)) if high - low >= 2 else None

    return cut


def at_hundredths(draw: random.Random) -> Cut:
    def cut(low: float, high: float) -> float | None:
        return round(low + (high - low) * draw.uniform(0.2, 0.8), 2) if high - low > 0.2 else None

    return cut
