"""A piece in decimals → a part, and its one-line text in the dialect of the Fusion 360 reconstructions.

Every feature has a separate sketch plane, offset to where the feature begins, to its middle, or to its end.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from sgpkit.graphics.cad.dialects import fusion360 as cad_fusion360
from sgpkit.graphics.cad.dialects import text as cad_text
from sgpkit.graphics.cad.model import Arc, Circle, Curve, Ellipse, Extrusion, Line, Part, Region, Spline, Vector
from sgpkit.graphics.cad.sketch.curves import outline
from sgpkit.graphics.geometry import Point

from .. import variants
from ..piece import Feature, Piece
from . import absorbed, rework, sections
from .deepcad import frame

DECIMALS = 4
"""Decimals of a centimetre."""

EXTRUSIONS = 4
"""Extrusions that a part is written with, at most, if it can do with fewer."""

ABSORBED, REFILLED = 5, 2
"""Bodies within others, at most, and pockets that are filled again; at least one body."""

SHARES = (0.0, 0.5, 1.0)
"""Shares of the openings that are cut out later."""

INTERSECTED = 0.3
"""Share of parts that are intersected with something larger."""

AWAY = 1.5
"""Sizes of a part by which it, or a sketch, may be off its origin."""

PER_TURN = 8
"""Points on a whole turn of an outline by which it is about measured."""

OWN_ORIGINS = (0.0, 0.0, 0.5, 1.0)
"""Shares of a part's sketches that have their own origin."""

NOWHERE = Vector(0.0, 0.0, 0.0)

PLAIN = (1, 2, 3, 5, 8, 10, 15, 20)
CROOKED = (0.6, 20.0)
"""Factors by which parts are enlarged: whole numbers that keep lengths round, and a range. Two documents have no scale
in common, so that a length alone says nothing of a part."""


def text(piece: Piece, draw: random.Random) -> str:
    piece = variants.lengthened(piece, draw, draw.randint(1, EXTRUSIONS), variants.at_hundredths(draw), halving=False)
    features: Sequence[Feature] = rework.with_openings_cut(piece.features, draw.choice(SHARES), draw)
    if draw.random() < INTERSECTED:
        at = draw.randint(1, len(features))
        features = (*features[:at], rework.intersection(features[:at], draw), *features[at:])
    features = absorbed.with_absorbed(features, draw.randint(1, ABSORBED), draw)
    features = absorbed.with_absorbed(features, draw.randint(0, REFILLED), draw, rework.refilled)
    return cad_text.write(
        cad_fusion360.commands(part(scaled(replace(piece, features=tuple(features)), draw), draw), DECIMALS)
    )


def scaled(piece: Piece, draw: random.Random) -> Piece:
    """Return a piece scaled, in three cases of four so that lengths are as crooked as those of real documents."""
    decimals = draw.choice((2, 3, 4, 4))
    low, high = CROOKED
    factor = low * (high / low) ** draw.random() if decimals > 2 else float(draw.choice(PLAIN))
    decimals = decimals if decimals > 2 else DECIMALS

    def size(value: float) -> float:
        return round(value * factor, decimals)

    def rounded(point: Point) -> Point:
        return Point(size(point.x), size(point.y))

    def grow(curve: Curve) -> Curve:
        match curve:
            case Line(start, end):
                return Line(rounded(start), rounded(end))
            case Arc(start, middle, end):
                # The middle of an arc is not written, only its ends and its angle.
                return Arc(rounded(start), middle * factor, rounded(end))
            case Circle(center, radius):
                return Circle(rounded(center), size(radius))
            case Ellipse(center, major, ratio):
                return Ellipse(rounded(center), rounded(major), ratio)
            case Spline():
                return replace(curve, control_points=tuple(map(rounded, curve.control_points)))
        raise TypeError(f"no part of ours has a {type(curve).__name__}")

    def larger(feature: Feature) -> Feature:
        region = feature.region
        holes = tuple(tuple(map(grow, hole)) for hole in region.holes)
        return feature._replace(
            region=Region(tuple(map(grow, region.outer)), holes),
            start=size(feature.start),
            end=size(feature.end),
            plane=None if feature.plane is None else size(feature.plane),
        )

    return replace(piece, features=tuple(map(larger, piece.features)))


def part(piece: Piece, draw: random.Random) -> Part:
    """Return the part at any position; in some documents its sketches have separate origins."""
    reach = max(extent(feature) for feature in piece.features if feature.operation != "intersect")

    def spot() -> Vector:
        return Vector(*(round(draw.uniform(-AWAY, AWAY) * reach, 2) for _ in range(3)))

    corner = spot() if draw.random() < 0.5 else NOWHERE
    common, share = spot(), draw.choice(OWN_ORIGINS)
    origins = [common if draw.random() < share else NOWHERE for _ in piece.features]
    if draw.random() < 0.5:
        origins = [spot() if origin is common else origin for origin in origins]
    return Part(
        tuple(
            extrusion(feature, number == 0, draw, corner, origin)
            for number, (feature, origin) in enumerate(zip(piece.features, origins, strict=True))
        )
    )


def extent(feature: Feature) -> float:
    """Return about the largest extent of a feature."""
    xs, ys = zip(*outline(feature.region.outer, PER_TURN), strict=True)
    return float(max(max(xs) - min(xs), max(ys) - min(ys), feature.end - feature.start))


def extrusion(feature: Feature, first: bool, draw: random.Random, corner: Vector, origin: Vector) -> Extrusion:
    """Return an extrusion of a part whose origin is at a corner; its sketch is drawn around a separate origin."""
    level = feature.plane
    if level is None:
        level = feature.start
        middle = (feature.start + feature.end) / 2
        if not feature.taper:
            level = draw.choice((feature.start, feature.start, feature.end, middle))
        if abs(round(level, DECIMALS) - level) > 1e-9:  # rounded, it would leave a gap
            level = feature.start
    along, across = (feature.axis + 1) % 3, (feature.axis + 2) % 3
    at = list(corner)
    at[feature.axis] += level
    at[along] += list(origin)[along]
    at[across] += list(origin)[across]
    offset = Point(list(origin)[along], list(origin)[across])
    outer, *holes = (
        sections.moved(loop, offset, 1.0, Point(0.0, 0.0)) for loop in (feature.region.outer, *feature.region.holes)
    )
    return Extrusion(
        frame(feature.axis, Vector(*at)),
        (Region(outer, tuple(holes)),),
        feature.start - level,
        feature.end - level,
        "new" if first else feature.operation,
        feature.taper,
        feature.taper,
    )
