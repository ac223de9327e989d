"""Repair of loops that cross themselves by the width of a rounding error.

Programs whose numbers are rounded to 256 levels often have an arc that should be tangent to a line but crosses it again
shortly after. The loop's curves are cut at the crossings; they then enclose one large face and slivers, which are left
out.
"""

from OCP.BOPAlgo import BOPAlgo_Tools
from OCP.BRep import BRep_Builder
from OCP.BRepGProp import BRepGProp
from OCP.GProp import GProp_GProps
from OCP.TopAbs import TopAbs_ShapeEnum
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS, TopoDS_Compound, TopoDS_Face, TopoDS_Shape, TopoDS_Wire

SLIVER = 0.02
"""The largest area of all slivers together, as a share of the large face's."""


def largest_face(wire: TopoDS_Wire) -> TopoDS_Face | None:
    """Return the large face that a loop encloses; None if there are several."""
    builder, edges, wires, faces = BRep_Builder(), TopoDS_Compound(), TopoDS_Compound(), TopoDS_Compound()
    for compound in (edges, wires, faces):
        builder.MakeCompound(compound)
    explorer = TopExp_Explorer(wire, TopAbs_ShapeEnum.TopAbs_EDGE)
    while explorer.More():
        builder.Add(edges, explorer.Current())
        explorer.Next()
    if BOPAlgo_Tools.EdgesToWires_s(edges, wires) or not BOPAlgo_Tools.WiresToFaces_s(wires, faces):
        return None
    parts = []
    explorer = TopExp_Explorer(faces, TopAbs_ShapeEnum.TopAbs_FACE)
    while explorer.More():
        parts.append((area(explorer.Current()), TopoDS.Face(explorer.Current())))
        explorer.Next()
    parts.sort(key=lambda part: -part[0])
    if not parts or sum(size for size, _ in parts[1:]) > SLIVER * parts[0][0]:
        return None
    return parts[0][1]


def area(shape: TopoDS_Shape) -> float:
    """Return the area of a shape's faces."""
    properties = GProp_GProps()
    BRepGProp.SurfaceProperties_s(shape, properties)
    return abs(float(properties.Mass()))
