"""A piece in decimals → a part, and its one-line text in the dialect of the Fusion 360 reconstructions.

Every feature has a sketch plane of its own, offset to where the feature begins, lies in the middle, or ends.
"""

import random
from dataclasses import replace

from sgpkit.graphics.cad.dialects import fusion360 as cad_fusion360
from sgpkit.graphics.cad.dialects import text as cad_text
from sgpkit.graphics.cad.model import Arc, Circle, Curve, Ellipse, Extrusion, Line, Part, Region, Spline, Vector
from sgpkit.graphics.geometry import Point

from .. import variants
from ..piece import Feature, Piece
from . import absorbed
from .deepcad import frame

DECIMALS = 4
"""Decimals of a centimetre."""

EXTRUSIONS = 4
"""Extrusions that a part is written with, at most, if it can do with fewer."""

ABSORBED = 6
"""Bodies within others, at most; at least one."""


def text(piece: Piece, draw: random.Random) -> str:
    piece = variants.lengthened(piece, draw, draw.randint(1, EXTRUSIONS), variants.at_hundredths(draw), halving=False)
    piece = replace(piece, features=absorbed.with_absorbed(piece.features, draw.randint(1, ABSORBED), draw))
    return cad_text.write(cad_fusion360.commands(part(scaled(piece, draw), draw), DECIMALS))


def scaled(piece: Piece, draw: random.Random) -> Piece:
    """Return a piece scaled in three cases of four, so that lengths are as crooked as those of real documents."""
    decimals = draw.choice((2, 3, 4, 4))
    if decimals == 2:
        return piece
    factor = draw.uniform(0.6, 1.6)

    def size(value: float) -> float:
        return round(value * factor, decimals)

    def rounded(point: Point) -> Point:
        return Point(size(point.x), size(point.y))

    def grow(curve: Curve) -> Curve:
        match curve:
            case Line(start, end):
                return Line(rounded(start), rounded(end))
            case Arc(start, middle, end):
                # The middle of an arc is not written down: only its ends, and how far it turns.
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
    return Part(tuple(extrusion(feature, number == 0, draw) for number, feature in enumerate(piece.features)))


def extrusion(feature: Feature, first: bool, draw: random.Random) -> Extrusion:
    level = feature.plane
    if level is None:
        level = feature.start
        middle = (feature.start + feature.end) / 2
        if not feature.taper:
            level = draw.choice((feature.start, feature.start, feature.end, middle))
        if abs(round(level, DECIMALS) - level) > 1e-9:  # rounded, it would leave a gap
            level = feature.start
    origin = [0.0, 0.0, 0.0]
    origin[feature.axis] = level
    return Extrusion(
        frame(feature.axis, Vector(*origin)),
        (feature.region,),
        feature.start - level,
        feature.end - level,
        "new" if first else feature.operation,
        feature.taper,
        feature.taper,
    )
