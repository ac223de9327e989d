"""A solid's surface as triangles with the surface's own normals at their corners."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from OCP.BRep import BRep_Tool
from OCP.BRepLib import BRepLib_ToolTriangulatedShape
from OCP.BRepMesh import BRepMesh_IncrementalMesh
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS_Shape

from sgpkit.graphics.cad.measure.topology import faces_of
from sgpkit.graphics.cad.view.camera import Numbers

DEFLECTION = 5e-4
"""The largest distance of a triangle from the surface, of the part's size."""
ANGLE = 0.25


class Mesh(NamedTuple):
    """A triangulated surface. Triangles run counter-clockwise seen from outside."""

    points: Numbers
    normals: Numbers
    triangles: npt.NDArray[np.int64]
    faces: npt.NDArray[np.int64]
    """For each triangle the number of its face, in the order of `measure.topology.faces_of`."""


def mesh(shape: TopoDS_Shape, size: float, deflection: float = DEFLECTION, angle: float = ANGLE) -> Mesh:
    """Triangulate a surface: `deflection` is relative to the size, `angle` between neighbours in radians.

    OpenCASCADE keeps a finer triangulation that it has already made."""
    BRepMesh_IncrementalMesh(shape, size * deflection, False, angle, False)
    points: list[tuple[float, float, float]] = []
    normals: list[tuple[float, float, float]] = []
    triangles: list[tuple[int, ...]] = []
    owners: list[int] = []
    for owner, face in enumerate(faces_of(shape)):
        location = TopLoc_Location()
        triangulation = BRep_Tool.Triangulation_s(face, location)
        if triangulation is None:
            continue
        BRepLib_ToolTriangulatedShape.ComputeNormals_s(face, triangulation)
        moved = location.Transformation()
        reversed_face = face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED
        sign = -1.0 if reversed_face else 1.0
        start = len(points) - 1  # OpenCASCADE counts from 1
        for number in range(1, triangulation.NbNodes() + 1):
            point = triangulation.Node(number).Transformed(moved)
            normal = triangulation.Normal(number).Transformed(moved)
            points.append((point.X(), point.Y(), point.Z()))
            normals.append((sign * normal.X(), sign * normal.Y(), sign * normal.Z()))
        owners += [owner] * triangulation.NbTriangles()
        for number in range(1, triangulation.NbTriangles() + 1):
            a, b, c = triangulation.Triangle(number).Get()
            triangles.append((start + a, start + c, start + b) if reversed_face else (start + a, start + b, start + c))
    return Mesh(np.array(points), np.array(normals), np.array(triangles, np.int64), np.array(owners, np.int64))
