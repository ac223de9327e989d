"""Volume, centre, second moments, and each face's area and centre.

OpenCASCADE 8.0.1 integrates planes, cylinders, cones, spheres and tori between lines and circles to the last digits. On
others its usual rule is off by up to a per cent (an ellipse's prism has 9.6888 around it, or, asked for six digits,
9.4354; 9.6884 is right): there volumes come from its Gauss-Kronrod rule, centres and moments from `moments`, and areas
from triangles. Its centre of two bodies taken together is off too; so bodies are taken one by one.
"""

from typing import NamedTuple

import numpy as np
from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Surface
from OCP.BRepBuilderAPI import BRepBuilderAPI_Transform
from OCP.BRepGProp import BRepGProp
from OCP.gp import gp_Trsf, gp_Vec
from OCP.GProp import GProp_GProps
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopoDS import TopoDS, TopoDS_Shape

from sgpkit.graphics.cad.measure.moments import Moments, integrated, together, usual
from sgpkit.graphics.cad.measure.topology import children, curve_kind, faces_of, surface_kind
from sgpkit.graphics.cad.model import Vector
from sgpkit.graphics.cad.view.camera import Numbers
from sgpkit.graphics.cad.view.mesh import Mesh


class Mass(NamedTuple):
    """Volume, centre and moments of a solid, and the area and centre of each face."""

    volume: float
    centroid: Vector
    products: Vector
    """Of inertia about the centre: of y and z, x and z, x and y."""
    areas: Numbers
    """Face by face, in the order of `faces_of`."""
    centers: Numbers
    exact: bool
    """False if the areas and centres of the faces come from triangles."""


def mass(shape: TopoDS_Shape, mesh: Mesh) -> Mass:
    """Return the mass properties of a solid of density 1; `mesh` is used for faces that are not analytic."""
    exact = is_analytic(shape)
    whole = whole_moments(shape, exact, (mesh.points.min(axis=0) + mesh.points.max(axis=0)) / 2)
    areas, centers = _exact_faces(shape) if exact else _faces(mesh)
    return Mass(whole.volume, _vector(whole.center), _vector(whole.second[3:]), areas, centers, exact)


def is_analytic(shape: TopoDS_Shape) -> bool:
    """Return whether OpenCASCADE's usual rule is exact on every face and edge of a shape."""
    edges = [TopoDS.Edge(edge) for edge in children(shape, TopAbs_ShapeEnum.TopAbs_EDGE)]
    return all(surface_kind(BRepAdaptor_Surface(face)) not in ("spline", "other") for face in faces_of(shape)) and all(
        BRep_Tool.Degenerated_s(edge) or curve_kind(BRepAdaptor_Curve(edge)) in ("line", "circle") for edge in edges
    )


def whole_moments(shape: TopoDS_Shape, exact: bool, origin: Numbers) -> Moments:
    """Return the moments of all bodies; `exact` is True if the usual rule is exact. The shape is moved from `origin` to
    the origin of the coordinates, far from which the Gauss-Kronrod rule takes a hundred times as long.
    """
    moving = gp_Trsf()
    moving.SetTranslation(gp_Vec(*(-origin).tolist()))
    near = BRepBuilderAPI_Transform(shape, moving, True).Shape()
    body = usual if exact else integrated
    whole = together([body(solid) for solid in children(near, TopAbs_ShapeEnum.TopAbs_SOLID)])
    return whole._replace(center=whole.center + origin)


def _exact_faces(shape: TopoDS_Shape) -> tuple[Numbers, Numbers]:
    areas, centers = [], []
    for face in faces_of(shape):
        properties = GProp_GProps()
        BRepGProp.SurfaceProperties_s(face, properties)
        center = properties.CentreOfMass()
        areas.append(properties.Mass())
        centers.append((center.X(), center.Y(), center.Z()))
    return np.array(areas), np.array(centers)


def _faces(mesh: Mesh) -> tuple[Numbers, Numbers]:
    corners = mesh.points[mesh.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.sqrt((normals * normals).sum(axis=1)) / 2
    middle = corners.sum(axis=1) / 3
    areas = np.bincount(mesh.faces, area).astype(np.float64)
    centers = [np.bincount(mesh.faces, area * middle[:, axis]) / np.maximum(areas, 1e-300) for axis in range(3)]
    return areas, np.stack(centers, axis=1)


def _vector(values: Numbers) -> Vector:
    return Vector(*(float(value) for value in values))
