"""Round holes and concentric cylinders, from the cylindrical faces of a solid.

A cylinder counts if its faces go all the way round. It belongs to a hole if the material is around it and its axis is
in the air; adjacent cylinders on one axis, with or without cones between them, make one stepped hole.
"""

import math
from typing import NamedTuple

from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.BRepClass3d import BRepClass3d_SolidClassifier
from OCP.BRepTools import BRepTools
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.gp import gp_Pnt
from OCP.TopAbs import TopAbs_Orientation, TopAbs_State
from OCP.TopoDS import TopoDS_Face, TopoDS_Shape

from sgpkit.graphics.cad.measure.measurements import Concentric, Hole
from sgpkit.graphics.cad.measure.topology import faces_of
from sgpkit.graphics.cad.model import Vector

_NEAR = 1e-5
"""Lengths that differ by less than this share of the part's size are equal."""
_BEYOND = 1e-3
"""The distance beyond a hole's end at which the solid is tested for an opening, as a share of the part's size."""


class Round(NamedTuple):
    """A cylinder or cone all the way round its axis, between two positions along it. `radius` is None for a cone."""

    point: Vector
    axis: Vector
    start: float
    end: float
    radius: float | None
    inside: bool


class Features(NamedTuple):
    """The holes and concentric cylinders of a solid."""

    holes: tuple[Hole, ...]
    concentric: tuple[Concentric, ...]
    doubtful: bool
    """The number of holes that meet other holes or share walls, which machinists would count differently."""


def features(shape: TopoDS_Shape, size: float) -> Features:
    """Return the holes and concentric cylinders of a solid of this size."""
    groups = _by_axis([strip for face in faces_of(shape) if (strip := _strip(face))], size)
    classifier = BRepClass3d_SolidClassifier(shape)
    holes: list[Hole] = []
    concentric: list[Concentric] = []
    doubtful = False
    for strips in groups:
        rounds = _rounds(strips, size)
        on_axis = _holes(rounds, classifier, size)
        diameters = [diameter for hole in on_axis for diameter in set(hole.diameters)]
        doubtful = doubtful or any(
            abs(one - other) < size * _NEAR for i, one in enumerate(diameters) for other in diameters[:i]
        )
        holes += on_axis
        cylinders = [cylinder for cylinder in rounds if cylinder.radius is not None]
        if cylinders:
            concentric.append(
                Concentric(
                    cylinders[0].point,
                    cylinders[0].axis,
                    tuple(2 * cylinder.radius for cylinder in cylinders if not cylinder.inside and cylinder.radius),
                    tuple(2 * cylinder.radius for cylinder in cylinders if cylinder.inside and cylinder.radius),
                )
            )
    concentric.sort(key=lambda group: (-len(group.outer + group.inner), _rounded(group.point, size)))
    holes.sort(key=lambda hole: (_rounded(hole.mouth, size), hole.diameters))
    return Features(tuple(holes), tuple(concentric), doubtful or _cross(holes, size))


def _rounded(vector: Vector, size: float) -> tuple[float, ...]:
    return tuple(round(value / size, 4) for value in vector)


class _Strip(NamedTuple):
    point: Vector
    axis: Vector
    radius: float | None
    """Of a cylinder."""
    inside: bool
    from_angle: float
    to_angle: float
    start: float
    end: float


def _strip(face: TopoDS_Face) -> _Strip | None:
    surface = BRepAdaptor_Surface(face)
    kind = surface.GetType()
    u0, u1, v0, v1 = BRepTools.UVBounds_s(face)
    if kind == GeomAbs_SurfaceType.GeomAbs_Cylinder:
        cylinder = surface.Cylinder()
        radius, along = cylinder.Radius(), (v0, v1)
    elif kind == GeomAbs_SurfaceType.GeomAbs_Cone:
        cylinder, radius = surface.Cone(), None
        fall = math.cos(cylinder.SemiAngle())
        along = (v0 * fall, v1 * fall)
    else:
        return None
    position = cylinder.Position()
    inside = (face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED) == position.Direct()
    origin, towards = position.Location(), position.Direction()
    point, axis = Vector(origin.X(), origin.Y(), origin.Z()), Vector(towards.X(), towards.Y(), towards.Z())
    if max(axis, key=lambda value: round(abs(value), 6)) < 0:  # one of the two directions, always the same
        axis, along = axis * -1, (-along[1], -along[0])
        u0, u1 = -u1, -u0
    shift = point.dot(axis)
    return _Strip(point - axis * shift, axis, radius, inside, u0, u1, along[0] + shift, along[1] + shift)


def _by_axis(strips: list[_Strip], size: float) -> list[list[_Strip]]:
    groups: list[list[_Strip]] = []
    for strip in strips:
        for group in groups:
            first = group[0]
            if first.axis.cross(strip.axis).length < 1e-6 and (first.point - strip.point).length < size * _NEAR:
                group.append(strip)
                break
        else:
            groups.append([strip])
    return groups


def _rounds(strips: list[_Strip], size: float) -> list[Round]:
    """Join strips of one cylinder that together cover the whole turn over the same interval of the axis."""
    rounds: list[Round] = []
    left = sorted(strips, key=lambda s: (s.start, s.end, s.inside, s.radius or 0.0, s.from_angle))
    while left:
        first = left.pop(0)
        same = [
            other
            for other in left
            if other.inside == first.inside
            and _same(other.radius, first.radius, size)
            and min(other.end, first.end) - max(other.start, first.start) > size * _NEAR
        ]
        turn = sum(strip.to_angle - strip.from_angle for strip in (first, *same))
        if turn > 2 * math.pi - 1e-4:
            left = [other for other in left if other not in same]
            start, end = min(s.start for s in (first, *same)), max(s.end for s in (first, *same))
            rounds.append(Round(strips[0].point, strips[0].axis, start, end, first.radius, first.inside))
    return rounds


def _same(one: float | None, other: float | None, size: float) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) < size * _NEAR


def _holes(rounds: list[Round], classifier: BRepClass3d_SolidClassifier, size: float) -> list[Hole]:
    def in_the_air(piece: Round, distance: float) -> bool:
        classifier.Perform(gp_Pnt(*(piece.point + piece.axis * distance)), size * 1e-7)
        return bool(classifier.State() == TopAbs_State.TopAbs_OUT)

    chains: list[list[Round]] = []
    for piece in rounds:
        if not piece.inside or not in_the_air(piece, (piece.start + piece.end) / 2):
            continue
        if chains and abs(chains[-1][-1].end - piece.start) < size * _NEAR:
            chains[-1].append(piece)
        else:
            chains.append([piece])
    holes = []
    for chain in chains:
        diameters = [2 * piece.radius for piece in chain if piece.radius is not None]
        start, end = chain[0].start, chain[-1].end
        opens = in_the_air(chain[0], start - size * _BEYOND), in_the_air(chain[0], end + size * _BEYOND)
        if not diameters or not any(opens):
            continue
        backwards = not opens[0] if opens[0] != opens[1] else diameters[-1] > diameters[0]
        axis = chain[0].axis * (-1.0 if backwards else 1.0)
        mouth = chain[0].point + chain[0].axis * (end if backwards else start)
        ordered = tuple(diameters[::-1] if backwards else diameters)
        holes.append(Hole(ordered, end - start, mouth, axis, all(opens)))
    return holes


def _cross(holes: list[Hole], size: float) -> bool:
    """Return whether the axes of two holes come nearer to each other than their radii, within their lengths."""
    for number, one in enumerate(holes):
        for other in holes[:number]:
            normal = one.axis.cross(other.axis)
            if normal.length < 1e-6:
                continue
            apart = abs((other.mouth - one.mouth).dot(normal)) / normal.length
            if apart > (max(one.diameters) + max(other.diameters)) / 2:
                continue
            between = other.mouth - one.mouth
            square = normal.dot(normal)
            on_one = between.cross(other.axis).dot(normal) / square
            on_other = between.cross(one.axis).dot(normal) / square
            reach_one, reach_other = max(other.diameters), max(one.diameters)
            if -reach_one < on_one < one.depth + reach_one and -reach_other < on_other < other.depth + reach_other:
                return True
    return False
