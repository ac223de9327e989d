"""The topology of a solid: faces and edges by kind, corners, bodies, closed hollows and ways through."""

from collections import Counter
from typing import NamedTuple

from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve, BRepAdaptor_Surface
from OCP.collections import (
    IndexedDataMap_TopoDS_Shape_List_TopoDS_Shape_TopTools_ShapeMapHasher,
    IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher,
)
from OCP.GeomAbs import GeomAbs_CurveType, GeomAbs_SurfaceType
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp, TopExp_Explorer
from OCP.TopoDS import TopoDS, TopoDS_Face, TopoDS_Shape

from sgpkit.graphics.cad.measure.measurements import EdgeCounts, FaceCounts

_SURFACES = {
    GeomAbs_SurfaceType.GeomAbs_Plane: "plane",
    GeomAbs_SurfaceType.GeomAbs_Cylinder: "cylinder",
    GeomAbs_SurfaceType.GeomAbs_Cone: "cone",
    GeomAbs_SurfaceType.GeomAbs_Sphere: "sphere",
    GeomAbs_SurfaceType.GeomAbs_Torus: "torus",
    GeomAbs_SurfaceType.GeomAbs_BezierSurface: "spline",
    GeomAbs_SurfaceType.GeomAbs_BSplineSurface: "spline",
}
_CURVES = {
    GeomAbs_CurveType.GeomAbs_Line: "line",
    GeomAbs_CurveType.GeomAbs_Circle: "circle",
    GeomAbs_CurveType.GeomAbs_Ellipse: "ellipse",
    GeomAbs_CurveType.GeomAbs_BezierCurve: "spline",
    GeomAbs_CurveType.GeomAbs_BSplineCurve: "spline",
}
_EXTRUDED = GeomAbs_SurfaceType.GeomAbs_SurfaceOfExtrusion


class Topology(NamedTuple):
    """Counts of a solid's elements."""

    faces: FaceCounts
    edges: EdgeCounts
    vertices: int
    bodies: int
    voids: int
    genus: int
    manifold: bool
    """False if pieces touch only in an edge or a corner: the genus is then ambiguous."""


def children(shape: TopoDS_Shape, kind: TopAbs_ShapeEnum) -> list[TopoDS_Shape]:
    """Return the sub-shapes of one kind, each once."""
    shapes = IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher()
    TopExp.MapShapes_s(shape, kind, shapes)
    return [shapes.FindKey(number) for number in range(1, shapes.Extent() + 1)]


def faces_of(shape: TopoDS_Shape) -> list[TopoDS_Face]:
    """Return the faces of a shape, each once, in OpenCASCADE's order."""
    return [TopoDS.Face(face) for face in children(shape, TopAbs_ShapeEnum.TopAbs_FACE)]


def topology(shape: TopoDS_Shape) -> Topology:
    """Count the elements of a solid."""
    solids = children(shape, TopAbs_ShapeEnum.TopAbs_SOLID)
    shells = [children(solid, TopAbs_ShapeEnum.TopAbs_SHELL) for solid in solids]
    characteristics = [_characteristic(shell) for group in shells for shell in group]
    edges, vertices, manifold = _edges(shape)
    return Topology(
        _faces(shape),
        edges,
        vertices,
        len(solids),
        sum(len(group) - 1 for group in shells),
        sum(2 - value for value in characteristics) // 2,
        manifold and all(value % 2 == 0 for value in characteristics),
    )


def surface_kind(surface: BRepAdaptor_Surface) -> str:
    """Return the name of a surface's kind: a field of `FaceCounts`."""
    kind = surface.GetType()
    if kind == _EXTRUDED and _CURVES.get(surface.BasisCurve().GetType()) == "spline":
        return "spline"
    return _SURFACES.get(kind, "other")


def curve_kind(curve: BRepAdaptor_Curve) -> str:
    """Return the name of a curve's kind: a field of `EdgeCounts`."""
    return _CURVES.get(curve.GetType(), "other")


def _faces(shape: TopoDS_Shape) -> FaceCounts:
    counts = dict.fromkeys(FaceCounts._fields, 0)
    for face in faces_of(shape):
        counts[surface_kind(BRepAdaptor_Surface(face))] += 1
    return FaceCounts(**counts)


def _edges(shape: TopoDS_Shape) -> tuple[EdgeCounts, int, bool]:
    """Count edges by kind and corners; also return whether every edge lies between two faces."""
    neighbours = IndexedDataMap_TopoDS_Shape_List_TopoDS_Shape_TopTools_ShapeMapHasher()
    TopExp.MapShapesAndAncestors_s(shape, TopAbs_ShapeEnum.TopAbs_EDGE, TopAbs_ShapeEnum.TopAbs_FACE, neighbours)
    counts = dict.fromkeys(EdgeCounts._fields, 0)
    corners = IndexedMap_TopoDS_Shape_TopTools_ShapeMapHasher()
    meeting: list[int] = []
    manifold = True
    for number in range(1, neighbours.Extent() + 1):
        edge = TopoDS.Edge(neighbours.FindKey(number))
        if BRep_Tool.Degenerated_s(edge):
            continue
        faces = list(neighbours.FindFromIndex(number))
        if all(face.IsSame(faces[0]) for face in faces) and BRep_Tool.IsClosed_s(edge, TopoDS.Face(faces[0])):
            continue
        manifold = manifold and len(faces) <= 2
        counts[curve_kind(BRepAdaptor_Curve(edge))] += 1
        for vertex in children(edge, TopAbs_ShapeEnum.TopAbs_VERTEX):
            meeting.append(corners.Add(vertex))
    return EdgeCounts(**counts), sum(count > 1 for count in Counter(meeting).values()), manifold


def _characteristic(shell: TopoDS_Shape) -> int:
    """Return Euler's V - E + F of a closed shell. A face cut open along its seams is a disc with a hole for every wire
    after the first; an edge without length, at a pole, is no edge."""
    vertices = len(children(shell, TopAbs_ShapeEnum.TopAbs_VERTEX))
    edges = [TopoDS.Edge(edge) for edge in children(shell, TopAbs_ShapeEnum.TopAbs_EDGE)]
    faces = 0
    for face in children(shell, TopAbs_ShapeEnum.TopAbs_FACE):
        wires = 0
        explorer = TopExp_Explorer(face, TopAbs_ShapeEnum.TopAbs_WIRE)
        while explorer.More():
            wires += 1
            explorer.Next()
        faces += 2 - wires
    return vertices - sum(not BRep_Tool.Degenerated_s(edge) for edge in edges) + faces
