"""Parts of many kinds, as the recipes of `shared.cad` make them from prisms, and near misses of each.

Kinds in centimetres are scaled to millimetres. Left out are kinds with tapers and free curves, which a text cannot give
exactly in a few words.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from sgpkit.families.shared.cad import bars, blocks, curved_parts, loops, oval_parts, plates, turned_parts
from sgpkit.families.shared.cad.forms.deepcad import frame
from sgpkit.families.shared.cad.piece import Feature, Piece, box, mirror, plane_box
from sgpkit.graphics.cad.model import (
    Arc,
    Circle,
    Curve,
    Ellipse,
    Extrusion,
    Line,
    Loop,
    Operation,
    Part,
    Region,
    Vector,
)
from sgpkit.graphics.geometry import Point

Recipe = Callable[[random.Random], Piece]

WHOLE: Sequence[Recipe] = (*turned_parts.KINDS, *bars.KINDS, *plates.KINDS, *blocks.KINDS)
CENTIMETRES: Sequence[Recipe] = (*curved_parts.KINDS, *oval_parts.KINDS)
LEFT_OUT = ("flange",)
"""Names of kinds that `parts` has."""

ROUNDED = 3.0
"""The radius of the rounded edges of a block."""

MOVED, WIDER, LONGER = 1.0, 0.5, 1.0
"""The difference of near misses, in units of the part."""


class Part3D(NamedTuple):
    """A part in the making: its features, and the radius of the rounded corners of the first one's rectangle."""

    name: str
    features: tuple[Feature, ...]
    bodies: int = 1
    rounding: float = 0.0

    def model(self) -> Part:
        """Return the part for OpenCASCADE."""
        extrusions = (extrusion(feature, number == 0) for number, feature in enumerate(self.shaped()))
        return Part(tuple(extrusions))

    def shaped(self) -> tuple[Feature, ...]:
        """Return the features with the rounding in their outline."""
        if not self.rounding:
            return self.features
        first = self.features[0]
        outer = loops.rounded(*plane_box(first.region.outer), self.rounding)
        return (first._replace(region=Region(outer, first.region.holes)), *self.features[1:])


def extrusion(feature: Feature, first: bool) -> Extrusion:
    """Return a feature as an extrusion from the plane of its lower end."""
    origin = [0.0, 0.0, 0.0]
    origin[feature.axis] = feature.start
    plane = frame(feature.axis, Vector(*origin))
    operation: Operation = "new" if first else feature.operation
    return Extrusion(plane, (feature.region,), 0.0, feature.end - feature.start, operation)


@cache
def recipes() -> Mapping[str, tuple[Recipe, float]]:
    """Return the recipe and the scale of each kind, by name."""
    named: dict[str, tuple[Recipe, float]] = {}
    for scale, kinds in ((1.0, WHOLE), (10.0, CENTIMETRES)):
        for recipe in kinds:
            samples = [recipe(random.Random(number)) for number in range(4)]
            if all(is_plain(sample) for sample in samples) and samples[0].name not in LEFT_OUT:
                named.setdefault(samples[0].name, (recipe, scale))
    return named


def is_plain(piece: Piece) -> bool:
    """Return whether a piece has prisms over lines, arcs, circles and ellipses only."""
    curves = (curve for feature in piece.features for loop in loops_of(feature) for curve in loop)
    return not any(feature.taper for feature in piece.features) and all(
        isinstance(curve, Line | Arc | Circle | Ellipse) for curve in curves
    )


def loops_of(feature: Feature) -> tuple[Loop, ...]:
    """Return the outlines of a feature."""
    return feature.region.outer, *feature.region.holes


def make(name: str, chance: random.Random) -> Part3D:
    """Return a random part of a kind; every second block that has room for it gets rounded edges."""
    recipe, scale = recipes()[name]
    piece = recipe(chance)
    part = Part3D(name, tuple(scaled(feature, scale) for feature in piece.features), piece.bodies)
    if name in ROUNDABLE and chance.random() < 0.5 and is_rectangle(part.features[0].region.outer):
        return part._replace(rounding=ROUNDED)
    return part


ROUNDABLE = (
    *("base plate", "box tube", "slotted plate", "counterbored plate", "open box", "block with blind holes"),
    *("pillow block", "plate with an oval boss"),
)
"""Kinds whose first feature is a block with nothing at its edges."""


def is_rectangle(loop: Loop) -> bool:
    """Return whether a loop is a rectangle along the axes."""
    return len(loop) == 4 and all(
        isinstance(curve, Line) and (curve.start.x == curve.end.x or curve.start.y == curve.end.y) for curve in loop
    )


def scaled(feature: Feature, factor: float) -> Feature:
    """Return a feature in other units, to three decimals."""

    def size(value: float) -> float:
        return round(value * factor, 3)

    return mapped(feature, lambda point: Point(size(point.x), size(point.y)), size)._replace(
        start=size(feature.start), end=size(feature.end), plane=None
    )


def mapped(feature: Feature, move: Callable[[Point], Point], size: Callable[[float], float]) -> Feature:
    """Return a feature with every point moved and every radius resized."""

    def bend(curve: Curve) -> Curve:
        match curve:
            case Line(start, end):
                return Line(move(start), move(end))
            case Arc(start, middle, end):
                return Arc(move(start), move(middle), move(end))
            case Circle(center, radius):
                return Circle(move(center), size(radius))
            case Ellipse(center, major, ratio):
                return Ellipse(move(center), move(center + major) - move(center), ratio)
        raise TypeError(f"no part of ours has a {type(curve).__name__}")

    region = feature.region
    holes = tuple(tuple(map(bend, hole)) for hole in region.holes)
    return feature._replace(region=Region(tuple(map(bend, region.outer)), holes))


# --- near misses ------------------------------------------------------------------------------------------------------


def near_misses(part: Part3D) -> dict[str, Part3D]:
    """Return parts that differ from one in a single property, by the name of that property."""
    return {name: part._replace(features=features) for name, features in changed(part.features)} | roundings(part)


def roundings(part: Part3D) -> dict[str, Part3D]:
    """Return a part with other roundings."""
    if not part.rounding:
        return {}
    other = {"another rounding": part.rounding - 1, "no rounding": 0.0}
    return {name: part._replace(rounding=radius) for name, radius in other.items()}


def changed(features: Sequence[Feature]) -> Iterator[tuple[str, tuple[Feature, ...]]]:
    """Yield the features with one thing changed."""
    whole = tuple(features)

    def with_one(index: int, feature: Feature) -> tuple[Feature, ...]:
        return (*whole[:index], feature, *whole[index + 1 :])

    bored = next((index for index, feature in enumerate(whole) if feature.region.holes), None)
    cut = next((index for index, feature in enumerate(whole) if feature.operation == "cut"), None)
    if bored is not None:
        region = whole[bored].region
        last = region.holes[-1]
        less = Region(region.outer, region.holes[:-1])
        yield "a hole dropped", with_one(bored, whole[bored]._replace(region=less))
        for name, loop in (("a hole moved", moved(last)), ("a hole wider", wider(last))):
            if loop != last:
                other = Region(region.outer, (*region.holes[:-1], loop))
                yield name, with_one(bored, whole[bored]._replace(region=other))
    if cut is not None:
        yield "a cut dropped", (*whole[:cut], *whole[cut + 1 :])
        outer = whole[cut].region.outer
        for name, loop in (("a cut moved", moved(outer)), ("a cut wider", wider(outer))):
            if loop != outer:
                yield name, with_one(cut, whole[cut]._replace(region=Region(loop, whole[cut].region.holes)))
        yield "a cut less deep", with_one(cut, whole[cut]._replace(end=whole[cut].end - LONGER))
    joined = [index for index, feature in enumerate(whole) if feature.operation in ("new", "join")]
    if len(joined) > 1:
        yield "a piece dropped", (*whole[: joined[-1]], *whole[joined[-1] + 1 :])
    longer = whole[joined[-1]]._replace(end=whole[joined[-1]].end + LONGER)
    yield "a piece longer", with_one(joined[-1], longer)
    yield "sides swapped", tuple(map(swapped, whole))
    lower, upper = box(whole)
    yield "mirrored", tuple(mirror(feature, 0, lower[0] + upper[0]) for feature in whole)


def moved(loop: Loop) -> Loop:
    """Return an outline a little further along the first coordinate."""
    feature = Feature(Region(loop), 0, 1)
    return mapped(feature, lambda point: Point(point.x + MOVED, point.y), lambda radius: radius).region.outer


def wider(loop: Loop) -> Loop:
    """Return a circle slightly enlarged, and other outlines unchanged."""
    if len(loop) == 1 and isinstance(loop[0], Circle):
        return (replace(loop[0], radius=loop[0].radius + WIDER),)
    return loop


def swapped(feature: Feature) -> Feature:
    """Return a feature with x and y exchanged."""
    other = mapped(feature, lambda point: Point(point.y, point.x), lambda radius: radius)
    return other._replace(axis={0: 1, 1: 0, 2: 2}[feature.axis])
