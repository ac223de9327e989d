"""Symmetries of a part as its recipe knows them: about the middle planes and the middle axes of its box."""

from collections.abc import Callable
from functools import partial

from sgpkit.graphics.cad.model import Operation, Region

from .piece import Feature, Piece, area, box, mirror, signature

Flags = tuple[bool, bool, bool]
Image = Callable[[Feature, int], Feature]
"""The image of a feature in one of the three planes, or turned about one of the three axes."""

PLAIN = 0.05
"""Share of the volume below which an asymmetry may be overlooked."""


def mirrored(piece: Piece) -> Flags:
    """Return, for the middle planes at right angles to x, y and z, whether the features mirror into each other."""
    return piece.mirrors or kept(piece, partial(in_plane, sums(piece)))


def half_turned(piece: Piece) -> Flags:
    """Return, for the middle axes x, y and z, whether half a turn carries the features into each other."""
    return kept(piece, partial(about_axis, sums(piece)))


def mirrored_plainly(piece: Piece) -> Flags | None:
    """Return the same as `mirrored`; None if the asymmetry about a plane is too small to see at once."""
    return plainly(piece, mirrored(piece), partial(in_plane, sums(piece)))


def half_turned_plainly(piece: Piece) -> Flags | None:
    """Return the same as `half_turned`; None if a half turn moves too little to see at once."""
    return plainly(piece, half_turned(piece), partial(about_axis, sums(piece)))


def sums(piece: Piece) -> list[float]:
    """Return twice the middle of the box."""
    return [low + high for low, high in zip(*box(piece.features), strict=True)]


def in_plane(sums: list[float], feature: Feature, axis: int) -> Feature:
    return mirror(feature, axis, sums[axis])


def about_axis(sums: list[float], feature: Feature, axis: int) -> Feature:
    one, two = (axis + 1) % 3, (axis + 2) % 3
    return mirror(mirror(feature, one, sums[one]), two, sums[two])


def kept(piece: Piece, image: Image) -> Flags:
    """Return for which of the three images the features are the same as before."""
    whole = set(map(signature, piece.features))
    return tuple({signature(image(feature, axis)) for feature in piece.features} == whole for axis in range(3))  # type: ignore[return-value]


def plainly(piece: Piece, flags: Flags, image: Image) -> Flags | None:
    """Return the flags, or None if only a small share of a part differs from its image."""
    if piece.mirrors is not None:
        return flags
    prisms = [prism for feature in piece.features for prism in apart(feature)]
    whole = abs(sum(size for _, size in prisms))
    for axis in range(3):
        images = {signature(image(prism, axis)) for prism, _ in prisms}
        lonely = sum(abs(size) for prism, size in prisms if signature(prism) not in images)
        if not flags[axis] and lonely < PLAIN * whole:
            return None
    return flags


def apart(feature: Feature) -> list[tuple[Feature, float]]:
    """A feature as one prism for each of its loops, with their volumes; holes and cuts count negative."""
    height = feature.end - feature.start
    sign = -1 if feature.operation == "cut" else 1
    prisms = []
    for loop in (feature.region.outer, *feature.region.holes):
        inward = sign if loop is feature.region.outer else -sign
        kind: Operation = "join" if inward > 0 else "cut"
        prisms.append((feature._replace(region=Region(loop), operation=kind), inward * height * area(loop)))
    return prisms
