"""Half turns of a part about an axis, which turn it upside down."""

from collections.abc import Sequence
from dataclasses import replace

from sgpkit.graphics.cad.model import Arc, Curve, Line, Loop, Region

from .piece import Feature, Piece, mirror


def flipped(piece: Piece, axis: int) -> Piece:
    """Return the part turned by 180 degrees about an axis through the origin; its known properties do not change."""
    return replace(piece, features=tuple(flipped_feature(feature, axis) for feature in piece.features))


def flipped_feature(feature: Feature, axis: int) -> Feature:
    """Return one prism turned by 180 degrees about an axis."""
    moved = mirror(mirror(feature, (axis + 1) % 3, 0.0), (axis + 2) % 3, 0.0)
    if feature.axis == axis:
        return moved
    # It is mirrored once in its plane, so its outlines run in the opposite direction.
    outer, *holes = (reversed_loop(loop) for loop in (moved.region.outer, *moved.region.holes))
    return moved._replace(region=Region(outer, tuple(holes)))


def reversed_loop(loop: Loop) -> Loop:
    """Return an outline in the opposite direction, as far as it consists of lines and arcs."""
    curves: Sequence[Curve] = loop
    if not all(isinstance(curve, Line | Arc) for curve in curves):
        return loop
    return tuple(turned_back(curve) for curve in reversed(curves))


def turned_back(curve: Curve) -> Curve:
    """Return a line or an arc from its end to its start."""
    if isinstance(curve, Arc):
        return Arc(curve.end, curve.middle, curve.start)
    assert isinstance(curve, Line)
    return Line(curve.end, curve.start)
