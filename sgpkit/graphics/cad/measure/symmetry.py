"""The planes in which a solid mirrors into itself, and the turns that map it onto itself.

Mirroring is measured by volume: lines through the whole solid, and how much of each is covered by the solid but not by
its mirror image. Small features are caught by the exact centre and moments of the solid, and by matching faces: each
must land on one of the same kind, size and centre. Turning is measured likewise.
"""

from typing import NamedTuple

import numpy as np
from OCP.BRepAdaptor import BRepAdaptor_Surface
from OCP.GeomAbs import GeomAbs_SurfaceType
from OCP.gp import gp_Dir, gp_Pnt
from OCP.TopoDS import TopoDS_Shape

from sgpkit.graphics.cad.measure.mass import Mass
from sgpkit.graphics.cad.measure.measurements import AXES, PLANES, ByAxis
from sgpkit.graphics.cad.measure.topology import faces_of, surface_kind
from sgpkit.graphics.cad.model import Vector
from sgpkit.graphics.cad.view import scan
from sgpkit.graphics.cad.view.camera import Numbers
from sgpkit.graphics.cad.view.mesh import Mesh

GRID = 97
"""Number of lines across the solid in each direction."""
EXACT = 2e-5
"""The largest distance of the centre from a plane of symmetry, as a share of the size."""
COVERED = 0.003
"""The share of the volume that mirroring may miss in a symmetric solid, since triangles only approximate curved
faces.
"""
UNSURE = 0.02
"""A solid this near to symmetric is doubtful: share of the volume that mirroring misses, of the size for faces."""
NEAR, NEAR_ENOUGH = 1e-4, 2e-3
"""The largest error of a face's centre as a share of the size, for exact centres and for those from triangles."""
TURNED = 0.6
"""The largest apparent movement of a turn that maps the solid onto itself, in shifts by one cell."""
_TURNS = (60, 48, 40, 36, 32, 30, *range(24, 1, -1))
_FINER = 301


class Symmetry(NamedTuple):
    """The symmetry of a solid; `doubtful` names the fields that are not certain."""

    planes: tuple[str, ...]
    asymmetry: ByAxis[float]
    revolved: tuple[str, ...]
    turns: ByAxis[int]
    doubtful: tuple[str, ...]


def symmetry(shape: TopoDS_Shape, mesh: Mesh, mass: Mass, middle: Vector, size: float) -> Symmetry:
    """Measure the symmetry of a solid about the middle of its bounding box."""
    missed = asymmetry(mesh)
    surfaces = [BRepAdaptor_Surface(face) for face in faces_of(shape)]
    kinds = [surface_kind(surface) for surface in surfaces]
    planes, doubtful = [], set()
    for axis, plane in enumerate(PLANES):
        # In a solid that is the same on both sides, both products with this axis are 0.
        tilt = max(abs(mass.products[other]) for other in range(3) if other != axis)
        off = max(abs(mass.centroid[axis] - middle[axis]) / size, tilt / (mass.volume * size * size))
        mirrored = mass.centers.copy()
        mirrored[:, axis] = 2 * middle[axis] - mirrored[:, axis]
        near = NEAR if mass.exact else NEAR_ENOUGH
        if off < EXACT and missed[axis] < COVERED and _faces_match(kinds, mass, mirrored, size, near):
            planes.append(plane)
        elif missed[axis] < UNSURE and _faces_match(kinds, mass, mirrored, size, UNSURE):
            doubtful.add("symmetry_planes")
    center = np.array(mass.centroid)
    revolved = tuple(
        name for axis, name in enumerate(AXES) if all(_turns_about(surface, axis, center, size) for surface in surfaces)
    )
    turns = [
        (0, False) if name in revolved else _order(kinds, mass, mesh, axis, size) for axis, name in enumerate(AXES)
    ]
    if any(unsure for _, unsure in turns):
        doubtful.add("turns")
    return Symmetry(tuple(planes), missed, revolved, ByAxis(*(order for order, _ in turns)), tuple(sorted(doubtful)))


class Lines(NamedTuple):
    """The heights at which parallel lines on a square grid enter (step 1) and leave the solid (step -1)."""

    column: scan.Indices
    row: scan.Indices
    height: Numbers
    step: Numbers


def lines(mesh: Mesh, axis: int, pitch: Numbers, center: Numbers, count: int) -> Lines:
    """Cross the solid with lines along `axis`, `count` each way and `pitch` apart, heights and grid about `center`."""
    # Taken in this order the three axes stay right-handed.
    order = [(axis + 1) % 3, (axis + 2) % 3, axis]
    points = mesh.points[:, order] - center[order]
    corners = (points[:, :2] / pitch + count / 2)[mesh.triangles]
    one, two = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    area = one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0]
    standing = np.abs(area) > 1e-12
    corners, area = corners[standing], area[standing]
    hits = scan.cover(corners, count)
    heights = points[mesh.triangles[standing]][:, :, 2:]
    a, b, c = (values[hits.triangle, 0] for values in scan.slopes(corners, heights))
    height = a * (hits.column + 0.5) + b * (hits.row + 0.5) + c
    step = np.where(area[hits.triangle] < 0, 1.0, -1.0)  # a face that looks down is where the solid begins
    return Lines(hits.column, hits.row, height, step)


def asymmetry(mesh: Mesh) -> ByAxis[float]:
    """Return the share of the volume that mirroring in the three middle planes of the box fails to cover."""
    lower, upper = mesh.points.min(axis=0), mesh.points.max(axis=0)
    # Choose positions that are symmetric, and not round numbers, on which walls often lie.
    pitch = (upper - lower)[:2] * 1.00137 / GRID
    column, row, height, step = lines(mesh, 2, pitch, (lower + upper) / 2, GRID)
    volume = -float((step * height).sum())

    def missed(other_column: scan.Indices, other_row: scan.Indices, mirrored: Numbers, sign: float) -> float:
        line = np.concatenate([row * GRID + column, other_row * GRID + other_column])
        positions = np.concatenate([height, mirrored])
        change = np.concatenate([step, -sign * step])
        order = np.lexsort((positions, line))
        line, positions, change = line[order], positions[order], change[order]
        inside = np.cumsum(change)[:-1]
        same = line[1:] == line[:-1]
        return float((np.abs(inside) * np.diff(positions))[same].sum()) / 2 / volume

    last = GRID - 1
    return ByAxis(
        missed(last - column, row, height, 1.0),
        missed(column, last - row, height, 1.0),
        missed(column, row, -height, -1.0),
    )


def _turns_about(surface: BRepAdaptor_Surface, axis: int, center: Numbers, size: float) -> bool:
    """Return whether the surface is one of revolution about this axis."""
    direction = gp_Dir(*(float(index == axis) for index in range(3)))
    kind = surface.GetType()
    if kind == GeomAbs_SurfaceType.GeomAbs_Plane:
        return bool(surface.Plane().Axis().Direction().IsParallel(direction, 1e-6))
    if kind == GeomAbs_SurfaceType.GeomAbs_Sphere:
        return _on_axis(surface.Sphere().Location(), axis, center, size)
    if kind == GeomAbs_SurfaceType.GeomAbs_Cylinder:
        round_axis = surface.Cylinder().Axis()
    elif kind == GeomAbs_SurfaceType.GeomAbs_Cone:
        round_axis = surface.Cone().Axis()
    elif kind == GeomAbs_SurfaceType.GeomAbs_Torus:
        round_axis = surface.Torus().Axis()
    else:
        return False
    return round_axis.Direction().IsParallel(direction, 1e-6) and _on_axis(round_axis.Location(), axis, center, size)


def _on_axis(point: gp_Pnt, axis: int, center: Numbers, size: float) -> bool:
    off = np.array((point.X(), point.Y(), point.Z())) - center
    off[axis] = 0.0
    return bool(np.abs(off).max() < size * EXACT)


def _order(kinds: list[str], mass: Mass, mesh: Mesh, axis: int, size: float) -> tuple[int, bool]:
    """Return the number of turns that map the solid onto itself, and whether that is in doubt."""
    depths: Numbers | None = None
    doubtful = False
    for order in _TURNS:
        center = np.array(mass.centroid)
        moved_centers = _turned(mass.centers - center, axis, order) + center
        if not _faces_match(kinds, mass, moved_centers, size, NEAR if mass.exact else NEAR_ENOUGH):
            continue
        depths = _depths(mesh, axis, center, size) if depths is None else depths
        tolerance = TURNED * _moved_by_a_cell(depths)
        moved = max(_moved(depths, repeated / order) for repeated in range(1, order // 2 + 1))
        if moved < tolerance:
            return order, doubtful
        doubtful = doubtful or moved < 2 * tolerance
    return 1, doubtful


def _turned(centers: Numbers, axis: int, order: int) -> Numbers:
    one, two = (axis + 1) % 3, (axis + 2) % 3
    cos, sin = np.cos(2 * np.pi / order), np.sin(2 * np.pi / order)
    turned = centers.copy()
    turned[:, one] = centers[:, one] * cos - centers[:, two] * sin
    turned[:, two] = centers[:, one] * sin + centers[:, two] * cos
    return turned


def _faces_match(kinds: list[str], mass: Mass, moved: Numbers, size: float, near: float) -> bool:
    """Return whether every face, its centre moved, has a counterpart of its kind, area and centre. `near` is relative
    to the size. A necessary condition, and not a sufficient one where faces are few."""
    kind = np.array([sorted(set(kinds)).index(name) for name in kinds])
    alike = (np.abs(mass.areas[:, None] - mass.areas) < near * size * size) & (kind[:, None] == kind)
    matches = alike & (np.abs(moved[:, None] - mass.centers).max(axis=2) < near * size)
    return bool(matches.any(axis=0).all() and matches.any(axis=1).all())


def _depths(mesh: Mesh, axis: int, center: Numbers, size: float) -> Numbers:
    """Return the amount of material along lines parallel to the axis, on a grid about it."""
    pitch = np.full(2, size * 1.5 / _FINER)
    crossings = lines(mesh, axis, pitch, center, _FINER)
    line = crossings.row * _FINER + crossings.column
    depths = np.bincount(line, -crossings.step * crossings.height, _FINER * _FINER).astype(np.float64)
    return depths.reshape(_FINER, _FINER)


def _moved(depths: Numbers, turn: float) -> float:
    """Return the share of the material that a turn moves to places without material."""
    row, column = np.nonzero(depths > 0)
    y, x = row + 0.5 - _FINER / 2, column + 0.5 - _FINER / 2
    cos, sin = np.cos(2 * np.pi * turn), np.sin(2 * np.pi * turn)
    to_column = np.floor(x * cos - y * sin + _FINER / 2).astype(np.int64)
    to_row = np.floor(x * sin + y * cos + _FINER / 2).astype(np.int64)
    here = depths[row, column]
    inside = (to_column >= 0) & (to_column < _FINER) & (to_row >= 0) & (to_row < _FINER)
    there = np.where(inside, depths[np.where(inside, to_row, 0), np.where(inside, to_column, 0)], 0.0)
    return float(np.abs(here - there).sum() / here.sum() / 2)


def _moved_by_a_cell(depths: Numbers) -> float:
    """Return the same for a shift by one cell, since a turn moves each line by up to half a cell, to the nearest
    line.
    """
    across = np.abs(np.diff(depths, axis=0)).sum() + np.abs(np.diff(depths, axis=1)).sum()
    return float(across / depths.sum() / 4)
