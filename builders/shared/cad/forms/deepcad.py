"""A piece in whole units → DeepCAD's one-line text in 256 levels, without rounding.

With a sketch scale of 95 levels, a level of the sketch is a level of the extents and of the origin (1/128 of the cube's
half); with 190 it is two of them. So what meets on the drawing meets in the text. A sketch begins, as DeepCAD has it,
at the lowest of its leftmost points, which lies in the middle of the range; loops run counter-clockwise.
"""

import math
import random
from collections.abc import Sequence

from sgpkit.graphics.cad.dialects import deepcad as cad_deepcad
from sgpkit.graphics.cad.dialects import text as cad_text
from sgpkit.graphics.cad.dialects.text import Argument, Command
from sgpkit.graphics.cad.model import Arc, Circle, Curve, Frame, Line, Loop, Vector
from sgpkit.graphics.geometry import Point

from .. import variants
from ..piece import Feature, Piece, arc_sweep, box, plane_box

UNIT_SCALE = 95
REACH = cad_deepcad.MIDDLE - 1
WORDS = {"new": "Newbody", "join": "Join", "cut": "Cut", "intersect": "Intersect"}


EXTRUSIONS = 4


def text(piece: Piece, draw: random.Random) -> str:
    wanted = draw.randint(count(piece.features), EXTRUSIONS)
    piece = variants.lengthened(piece, draw, wanted, variants.at_whole(draw), count)
    factors = [factor for factor in (1, 2) if fits(piece, factor)]
    if not factors:
        raise ValueError(f"{piece.name} is too large for DeepCAD's range")
    factor = draw.choice(factors)
    commands: list[Command] = []
    for number, features in enumerate(together(piece.features)):
        operation = "new" if number == 0 else features[0].operation
        drawn = sorted(
            (loop for feature in features for loop in (feature.region.outer, *feature.region.holes)), key=begin
        )
        outer = next(loop for loop in drawn if any(loop is feature.region.outer for feature in features))
        commands += sketch(outer, drawn)
        commands.append(extrusion(features[0], begin(outer), operation, factor, draw))
    return cad_text.write([*commands, Command("EOS")])


def count(features: Sequence[Feature]) -> int:
    return len(together(features))


def together(features: Sequence[Feature]) -> list[list[Feature]]:
    """Cuts of the same depth that follow each other are drawn in one sketch."""
    groups: list[list[Feature]] = []
    for feature in features:
        same = groups and feature.operation == "cut" and feature._replace(region=groups[-1][0].region) == groups[-1][0]
        groups[-1].append(feature) if same else groups.append([feature])
    return groups


def fits(piece: Piece, factor: int) -> bool:
    lower, upper = box(piece.features)
    if factor * max(abs(value) for value in (*lower, *upper)) > REACH:
        return False
    return all(
        factor * (feature.end - feature.start) <= REACH and max(spans(feature)) <= REACH for feature in piece.features
    )


def spans(feature: Feature) -> tuple[float, float]:
    left, bottom, right, top = plane_box(feature.region.outer)
    _, start = begin(feature.region.outer)
    return right - left, max(top - start, start - bottom)


def begin(loop: Loop) -> Point:
    """Return the starting point of a loop: a circle's is its leftmost point."""
    if isinstance(loop[0], Circle):
        return loop[0].center - Point(loop[0].radius, 0.0)
    return min(curve.start for curve in loop)  # type: ignore[union-attr]  # lines and arcs


def sketch(outer: Loop, drawn: Sequence[Loop]) -> list[Command]:
    at = begin(outer)
    commands = []
    for loop in (outer, *(other for other in drawn if other is not outer)):
        commands.append(Command("SOL"))
        first = next((index for index, curve in enumerate(loop) if ends_of(curve)[0] == begin(loop)), 0)
        commands += [command(curve, at) for curve in loop[first:] + loop[:first]]
    return commands


def ends_of(curve: Curve) -> tuple[Point | None, Point | None]:
    return (curve.start, curve.end) if isinstance(curve, Line | Arc) else (None, None)


def command(curve: Curve, at: Point) -> Command:
    match curve:
        case Line(_, end):
            return Command("Line", (level(end.x - at.x), level(end.y - at.y)))
        case Arc(_, _, end):
            sweep = arc_sweep(curve)
            turn = round(abs(sweep) / math.tau * cad_deepcad.LEVELS)
            return Command("Arc", (level(end.x - at.x), level(end.y - at.y), turn, int(sweep > 0)))
        case Circle(center, radius):
            return Command("Circle", (level(center.x - at.x), level(center.y - at.y), whole(radius)))
    raise TypeError(f"DeepCAD has no {type(curve).__name__.lower()}")


def extrusion(feature: Feature, start: Point, operation: str, factor: int, draw: random.Random) -> Command:
    depth = factor * whole(feature.end - feature.start)
    base, forth, back, kind = feature.start, depth, 0, "One-sided"
    form = draw.random()
    if form < 0.15:
        base, forth = feature.end, -depth
    elif form < 0.30 and whole(feature.end - feature.start) % 2 == 0:
        base, forth, kind = (feature.start + feature.end) / 2, depth // 2, "Symmetric"
    elif form < 0.36 and depth >= 3 * factor:
        share = factor * draw.randint(1, depth // factor - 1)
        base, forth, back, kind = feature.start + share / factor, depth - share, share, "Two-sided"
    origin = [0.0, 0.0, 0.0]
    origin[(feature.axis + 1) % 3], origin[(feature.axis + 2) % 3], origin[feature.axis] = start.x, start.y, base
    angles = [
        round((angle / math.pi + 1) / 2 * cad_deepcad.LEVELS)
        for angle in cad_deepcad.angles_of_frame(frame(feature.axis))
    ]
    arguments: tuple[Argument, ...] = (
        *(angle % cad_deepcad.LEVELS for angle in angles),
        *(level(factor * value) for value in origin),
        UNIT_SCALE * factor,
        level(forth),
        level(back),
        WORDS[operation],
        kind,
    )
    return Command("Ext", arguments)


def frame(axis: int, origin: Vector | None = None) -> Frame:
    """The plane at right angles to an axis, in the form of features."""
    units = (Vector(1.0, 0.0, 0.0), Vector(0.0, 1.0, 0.0), Vector(0.0, 0.0, 1.0))
    return Frame(origin or Vector(0.0, 0.0, 0.0), units[(axis + 1) % 3], units[(axis + 2) % 3])


def level(value: float) -> int:
    quantized = whole(value) + cad_deepcad.MIDDLE
    if not 0 <= quantized < cad_deepcad.LEVELS:
        raise ValueError(f"{value:g} is out of DeepCAD's range")
    return quantized


def whole(value: float) -> int:
    if value != int(value):
        raise ValueError(f"{value!r} is no whole number of levels")
    return int(value)
